import { townIn } from '../../../lib/text.ts';
import type { RentalFile } from '../../../rental-api/schema/rental-file.ts';
import { inWords, type PropertyName } from '../line.ts';
import {
  bounded,
  type CardContext,
  fact,
  type Fact,
  type Facts,
  factsOf,
  flagFact,
  momentFact,
  todayOf,
} from './facts.ts';

type Product = NonNullable<RentalFile['product']>;

const WORD_LENGTH_MAX = 30;
const DESCRIPTION_LENGTH_MAX = 240;

/** Categories that can be furnished. */
const LIVED_IN: readonly (string | null)[] = ['house', 'apartment', 'prestige'];

/** What the property of a file is called; `null` when the file names none. */
export function namedProperty({
  product,
  product_id: id,
  unreadable,
}: Pick<RentalFile, 'product' | 'product_id' | 'unreadable'>): PropertyName | null {
  if (product !== null) return product;
  const isGiven = id !== null || unreadable.some((name) => UNREAD.has(name));
  return isGiven ? { title: null, reference: null } : null;
}

/** What names a property, too, where it cannot be read. */
const UNREAD: ReadonlySet<string> = new Set(['product', 'product_id']);

const ID_LENGTH_MAX = 60;

/** Stands for a property that the service sent nothing of, but for an id perhaps. */
export function noPropertyText(
  file: Pick<RentalFile, 'product' | 'product_id' | 'unreadable'>,
  cardContext: CardContext,
): string {
  const { property } = cardContext.words.card;
  const id = bounded(file.product_id, ID_LENGTH_MAX, cardContext);
  const isUnreadable = file.unreadable.includes('product');
  if (id !== '' && !isUnreadable) return property.undetailed(id);
  return namedProperty(file) === null ? property.none : property.notReadable;
}

/** The same for a file from a snapshot. */
export function noSnapshotPropertyText(
  file: {
    readonly property: object | null;
    readonly productId: string | null;
    readonly unreadable: readonly string[];
  },
  cardContext: CardContext,
): string {
  const { property } = cardContext.words.card;
  const id = bounded(file.productId, ID_LENGTH_MAX, cardContext);
  if (id !== '' && !file.unreadable.includes('product')) return property.undetailed(id);
  return file.property === null ? property.none : property.notReadable;
}

/**
 * Facts about the property; unknown ones are left out.
 *
 * @see Rental File Service specification, section 2.6
 */
export function propertyFacts(product: Product, cardContext: CardContext): Facts {
  const { property } = cardContext.words.card;
  const amount = (label: string, value: number | null) =>
    fact(label, value === null ? null : moneyText(value, cardContext));
  const town = townIn(product.description);
  const isHidden = cardContext.privacy === 'reference';
  const place = town === null || isHidden ? [] : [bounded(town, WORD_LENGTH_MAX, cardContext)];
  const description = [descriptionFact(product, cardContext)];
  const lead = factsOf(
    fact(null, [...place, kindOf(product, cardContext)].join(' · ')),
    rentFact(product, cardContext),
    availabilityFact(product, cardContext),
    momentFact(property.archived, product.achived_at),
    ...(town === null ? description : []),
  );
  const rest = factsOf(
    amount(property.price, product.price),
    amount(property.deposit, product.warranty_amount),
    amount(property.fees, product.agency_fees),
    feeFact(product, cardContext),
    flagFact(property.insurance, product.unpaid_rent_insurance, cardContext),
    requestsFact(product, cardContext),
    ...(town === null ? [] : description),
  );
  return { lead, rest };
}

/** What a card from a snapshot shows of a property. */
export type SnapshotProduct = Pick<
  Product,
  'category' | 'furnished' | 'exclusivity' | 'mandate_type' | 'rent_amount'
>;

/** Facts about the property from a snapshot: its kind and the rent. */
export function snapshotPropertyFacts(product: SnapshotProduct, cardContext: CardContext): Facts {
  const rent = { rent_amount: product.rent_amount, monthly_charges: null };
  const lead = factsOf(fact(null, kindOf(product, cardContext)), rentFact(rent, cardContext));
  return { lead, rest: [] };
}

/** “Flat · furnished · exclusive mandate · managed” */
function kindOf(product: Omit<SnapshotProduct, 'rent_amount'>, cardContext: CardContext): string {
  const { property } = cardContext.words.card;
  const { category, furnished, exclusivity, mandate_type: mandate } = product;
  return [
    ...(category === null ? [] : [categoryOf(category, cardContext) ?? '']),
    ...(furnished ? [property.furnished] : []),
    ...(furnished === false && LIVED_IN.includes(category) ? [property.unfurnished] : []),
    ...(exclusivity === null ? [] : [exclusivity ? property.exclusive : property.shared]),
    ...(mandate === null ? [] : [shortWord(property.mandate, mandate, cardContext)]),
  ].join(' · ');
}

function categoryOf(category: string | null, cardContext: CardContext): string | null {
  const { category: texts } = cardContext.words.card.property;
  return category === null ? null : shortWord(texts, category, cardContext);
}

function shortWord(
  texts: Readonly<Record<string, string>>,
  value: string,
  { lengthMax }: CardContext,
): string {
  return inWords(texts, value, Math.min(WORD_LENGTH_MAX, lengthMax));
}

function rentFact(
  { rent_amount: rent, monthly_charges: charges }: Pick<Product, 'rent_amount' | 'monthly_charges'>,
  cardContext: CardContext,
): Fact | null {
  const { property } = cardContext.words.card;
  const money = (value: number) => moneyText(value, cardContext);
  if (rent === null) {
    return fact(property.chargesAlone, charges === null ? null : property.monthly(money(charges)));
  }
  return fact(property.rent, rentText(rent, charges, cardContext));
}

/** The rent per month, with the charges and both together where they are given. */
export function rentText(
  rent: number,
  charges: number | null,
  { words, currency }: Pick<CardContext, 'words' | 'currency'>,
): string {
  const { card } = words;
  const money = (amount: number) => card.money(amount, currency);
  return charges === null
    ? card.property.monthly(money(rent))
    : card.property.charges(money(rent), money(charges), money(rent + charges));
}

/** An amount with the currency of the operator. */
export function moneyText(amount: number, { words, currency }: CardContext): string {
  return words.card.money(amount, currency);
}

/** The specification says neither what it is counted in nor from whom it is: the number, as it came. */
function feeFact({ fee, fee_type: type }: Product, cardContext: CardContext): Fact | null {
  if (fee === null) return null;
  const { card, number } = cardContext.words;
  const { property } = card;
  const kind = type === null ? null : shortWord(property.feeType, type, cardContext);
  return fact(property.fee, kind === null ? number(fee) : property.feeOf(number(fee), kind));
}

/** None is what the service says when it does not know, too. */
function requestsFact({ incoming_requests: count }: Product, { words }: CardContext): Fact | null {
  const isSome = count !== null && count > 0;
  return fact(words.card.property.requests, isSome ? words.number(count) : null);
}

/** A calendar date belongs to no zone: it is still to come by the reader's calendar. */
function availabilityFact(product: Product, cardContext: CardContext): Fact | null {
  const { card } = cardContext.words;
  const { property } = card;
  const { availability: from } = product;
  const day = from === null ? null : card.day(Date.parse(from), 'UTC');
  // Neither yes nor no: the card lists what could not be read.
  if (product.available === null || product.unreadable.includes('availability')) return null;
  const isLater = from !== null && from > todayOf(cardContext).toString();
  const { unavailableUntil, unavailableFrom, unavailable, availableFrom, availableNow } = property;
  if (!product.available) {
    const dated = isLater ? unavailableUntil : unavailableFrom;
    return fact(property.availability, day === null ? unavailable : dated(day));
  }
  return fact(property.availability, isLater && day !== null ? availableFrom(day) : availableNow);
}

/** The description often has the address. It may name people, so it is hidden at `reference`. */
function descriptionFact({ description }: Product, cardContext: CardContext): Fact | null {
  if (cardContext.privacy === 'reference') return null;
  const { property } = cardContext.words.card;
  return fact(property.description, bounded(description, DESCRIPTION_LENGTH_MAX, cardContext));
}

/** @see https://docs.slack.dev/reference/block-kit/blocks/image-block */
const URL_LENGTH_MAX = 3_000;

/** Hosts of one machine or one network: Slack could not fetch from there, and should not try. */
const INWARD = /^(?:localhost|[\d.]+|\[.*\]|[^.]+)$|\.(?:local|localhost|internal|lan|home|test)$/i;

/**
 * The URL of a photo that anyone may fetch; `null` for a path of the service, which is
 * private, and for anything that is no URL.
 *
 * @see Rental File Service specification, section 2.7
 */
export function publicPhoto(path: string | null): string | null {
  if (path === null || !/^https:\/\//i.test(path) || path.length > URL_LENGTH_MAX) return null;
  const url = URL.parse(path);
  if (url === null || url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '' || INWARD.test(url.hostname)) return null;
  return url.href.length <= URL_LENGTH_MAX ? url.href : null;
}
