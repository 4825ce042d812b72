import { flooredPercent } from '../../../i18n/format.ts';
import type { Messages } from '../../../i18n/types.ts';
import type { Timeline } from '../../../journal/journal.ts';
import type { Readable } from '../../../rental-api/schema/fields.ts';
import type { RentalFile } from '../../../rental-api/schema/rental-file.ts';
import {
  bold,
  buttonFor,
  buttons,
  context,
  escaped,
  header,
  oneLine,
  pageButtonsAround,
  pagePlace,
  richText,
} from '../../block-kit.ts';
import type { Action, Message } from '../../message.ts';
import { inWords, titleOf } from '../line.ts';
import {
  type CardContext,
  type Fact,
  factElements,
  fact,
  factsOf,
  factText,
  flagFact,
  momentFact,
  timelineFacts,
} from './facts.ts';
import { ageAt, type Applicant } from './people.ts';
import { moneyText, namedProperty } from './property.ts';

type Product = NonNullable<RentalFile['product']>;
type Person = Applicant | Applicant['physical_guarantors'][number];

/** Options and actions of the details. */
export interface DetailsSurroundings extends Pick<
  CardContext,
  'now' | 'zone' | 'completionMax' | 'currency'
> {
  /** `null` while nothing is recorded; `away` while the database does not answer. */
  readonly timeline: Timeline | 'away' | null;
  /** Counted from 1; the last page when it is beyond it. */
  readonly page: number;
  readonly turnTo: (page: number) => Action;
  /** Back to the card. */
  readonly back: Action;
}

const TITLE_LENGTH_MAX = 80;
/** Bound of one value of the service, in UTF-16 units: a description of several pages. */
const VALUE_LENGTH_MAX = 20_000;

/**
 * Every field of a rental file that the service sent, a page at a time; e-mail addresses, telephone
 * numbers and dates of birth are under “Reveal contact”. For one person only.
 *
 * @see Rental File Service specification, sections 2.2 to 2.7
 */
export function detailsView(
  file: RentalFile,
  around: DetailsSurroundings,
  words: Messages,
): Message {
  const cardContext: CardContext = {
    ...around,
    words,
    privacy: 'full',
    workingDays: null,
    // The history has them.
    milestones: null,
    lengthMax: VALUE_LENGTH_MAX,
  };
  const pages = pagesOf(sectionsOf(file, around.timeline, cardContext), cardContext);
  const page = Math.min(around.page, pages.length);
  const sections = pages[page - 1] ?? [];
  const title = titleOf({ property: namedProperty(file) }, words, TITLE_LENGTH_MAX);
  const paged = pagePlace({ page, pages: pages.length }, words);
  return {
    kind: 'message',
    title: words.details.title,
    text: escaped(
      [
        [title, ...paged].join(' · '),
        ...sections.flatMap((section) => [
          section.title,
          ...section.facts.map((each) => `• ${factText(each, cardContext)}`),
        ]),
      ].join('\n'),
    ),
    blocks: [
      header(title),
      ...sections.map((section) =>
        richText([bold(section.title), ...factElements(section.facts, cardContext)]),
      ),
      buttons(
        buttonFor(words.contact, 'back', around.back),
        ...pageButtonsAround(page, pages.length, around.turnTo, words),
      ),
      ...paged.map((line) => context(line)),
    ],
  };
}

interface Section {
  readonly title: string;
  readonly facts: readonly Fact[];
}

function sectionsOf(
  file: RentalFile,
  timeline: DetailsSurroundings['timeline'],
  cardContext: CardContext,
): readonly Section[] {
  const { card, details } = cardContext.words;
  const { nothing } = details;
  const { product } = file;
  return [
    { title: card.file.title, facts: fileFacts(file, cardContext) },
    { title: cardContext.words.timeline.title, facts: timelineFacts(timeline, cardContext) },
    ...(product === null
      ? []
      : [{ title: card.property.title, facts: productFacts(product, cardContext) }]),
    ...file.people.listed.flatMap((applicant) => personSections(applicant, cardContext)),
  ].map((section) =>
    section.facts.length > 0 ? section : { ...section, facts: [{ label: null, value: [nothing] }] },
  );
}

/** @see Rental File Service specification, sections 2.2 and 2.3 */
function fileFacts(file: RentalFile, cardContext: CardContext): readonly Fact[] {
  const { card, details, file: labels } = cardContext.words;
  const { file: ofFile } = card;
  const isOpen = file.allow_user_engagement;
  const engagement = isOpen ? ofFile.engagementOn : ofFile.engagementOff;
  return factsOf(
    fact(details.decision, worded(labels.decision, file.decision)),
    fact(details.status, worded(labels.status, file.status)),
    scoreFact(file.score, cardContext),
    rateFact(file.completion_rate, cardContext),
    fact(ofFile.situation, worded(ofFile.situations, file.applicants_situation)),
    fact(
      ofFile.tags,
      listed(file.tags.map(({ name, tenant }) => (tenant ? `${name} (${tenant})` : name))),
    ),
    fact(ofFile.managers, listed(file.managers)),
    momentFact(ofFile.created, file.created_at),
    momentFact(ofFile.updated, file.updated_at),
    momentFact(ofFile.archived, file.archived_at),
    ...preApplicationFacts(file, cardContext),
    flagFact(ofFile.insured, file.under_insurance, cardContext),
    fact(ofFile.engagement, isOpen === null ? null : engagement),
    fact(details.id, text(file.id)),
    fact(details.productId, text(file.product_id)),
    unreadableFact(file.unreadable, { tags: file.tags }, cardContext),
    ...metaFacts(file.meta, cardContext),
  );
}

/** @see Rental File Service specification, sections 2.6 and 2.7 */
function productFacts(product: Product, cardContext: CardContext): readonly Fact[] {
  const { card, details } = cardContext.words;
  const { property } = card;
  const amount = (label: string, value: number | null) =>
    fact(label, value === null ? null : moneyText(value, cardContext));
  const flag = (label: string, value: boolean | null) => flagFact(label, value, cardContext);
  const number = (label: string, value: number | null) =>
    fact(label, value === null ? null : cardContext.words.number(value));
  return factsOf(
    fact(details.titleOf, text(product.title)),
    fact(details.reference, text(product.reference)),
    fact(details.category, worded(property.category, product.category)),
    amount(details.rent, product.rent_amount),
    amount(details.charges, product.monthly_charges),
    amount(property.price, product.price),
    amount(property.deposit, product.warranty_amount),
    amount(property.fees, product.agency_fees),
    number(property.fee, product.fee),
    fact(details.feeType, worded(property.feeType, product.fee_type)),
    flag(details.available, product.available),
    dateFact(details.availability, product.availability, cardContext),
    flag(details.furnished, product.furnished),
    flag(details.exclusive, product.exclusivity),
    fact(details.mandate, worded(property.mandate, product.mandate_type)),
    flag(property.insurance, product.unpaid_rent_insurance),
    flag(property.insured, product.under_insurance),
    number(property.requests, product.incoming_requests),
    flag(details.spontaneousDisabled, product.disable_spontaneous_applications),
    ...preApplicationFacts(product, cardContext),
    momentFact(property.archived, product.achived_at),
    momentFact(card.file.created, product.created_at),
    momentFact(card.file.updated, product.updated_at),
    fact(card.file.managers, listed(product.managers)),
    ...photoFacts(product.photo, cardContext),
    fact(details.tenant, text(product.tenant)),
    fact(details.id, text(product._id)),
    unreadableFact(product.unreadable, { photo: product.photo }, cardContext),
    ...paragraphFacts(property.description, product.description),
    ...metaFacts(product.meta, cardContext),
  );
}

function photoFacts(photo: Product['photo'], cardContext: CardContext): readonly (Fact | null)[] {
  if (photo === null) return [];
  const { card, details, number } = cardContext.words;
  const { photo: label } = card.property;
  return [
    fact(label, listed([photo.filename ?? '', photo.content_type ?? ''])),
    fact(details.photoSize, photo.size === null ? null : details.bytes(number(photo.size))),
    fact(details.photoPath, text(photo.path)),
    flagFact(details.photoFavorite, photo.favorite, cardContext),
    fact(details.photoId, text(photo._id)),
  ];
}

/** An applicant, then the people who stand surety for them. */
function personSections(applicant: Applicant, cardContext: CardContext): readonly Section[] {
  const { details, file } = cardContext.words;
  const name = nameOf(applicant, cardContext);
  return [
    {
      title: applicant.is_guarantor ? file.guarantor(name) : name,
      facts: personFacts(applicant, cardContext),
    },
    ...applicant.physical_guarantors.map((guarantor) => ({
      title: details.guarantorOf(nameOf(guarantor, cardContext), name),
      facts: personFacts(guarantor, cardContext),
    })),
  ];
}

/** @see Rental File Service specification, sections 2.4 and 2.5 */
function personFacts(person: Person, cardContext: CardContext): readonly Fact[] {
  const { card, details } = cardContext.words;
  const { people } = card;
  const age = person.birth_date === null ? null : ageAt(person.birth_date, cardContext);
  const organisation = person.moral_guarantor;
  const isTypeLost = organisation?.unreadable.includes('type') === true;
  return factsOf(
    fact(details.status, worded(people.status, person.status)),
    scoreFact(person.score, cardContext),
    rateFact(person.completion_rate, cardContext),
    momentFact(people.columns.form, person.form_submitted),
    fact(people.columns.profile, text(person.profile)),
    fact(details.age, age === null ? null : cardContext.words.number(age)),
    ...preApplicationFacts(person, cardContext),
    momentFact(card.file.created, person.created_at),
    momentFact(card.file.updated, person.updated_at),
    fact(details.id, text(person.id)),
    unreadableFact(person.unreadable, { moral_guarantor: organisation }, cardContext),
    ...metaFacts(person.meta, cardContext),
    ...(organisation === null
      ? []
      : [
          fact(
            details.organisation,
            text(organisation.type) || (isTypeLost ? details.unreadableType : details.noType),
          ),
          fact(details.organisationFile, text(organisation.file_path)),
          momentFact(details.organisationCreated, organisation.created_at),
          momentFact(details.organisationUpdated, organisation.updated_at),
          ...metaFacts(organisation.meta, cardContext),
        ]),
  );
}

function nameOf(
  { first_name: first, last_name: last }: Pick<Person, 'first_name' | 'last_name'>,
  { words }: CardContext,
): string {
  return oneLine([first, last].filter(Boolean).join(' '), TITLE_LENGTH_MAX) || words.file.unnamed;
}

function preApplicationFacts(
  of: Pick<Person, 'is_pre_application' | 'pre_application_validated_at'>,
  cardContext: CardContext,
): readonly (Fact | null)[] {
  const { card, details } = cardContext.words;
  return [
    flagFact(card.file.preApplication, of.is_pre_application, cardContext),
    momentFact(details.validated, of.pre_application_validated_at),
  ];
}

function scoreFact(score: number | null, { words }: CardContext): Fact | null {
  return fact(words.card.people.columns.score, score === null ? null : words.number(score));
}

/** Significant digits that survive the arithmetic of a rate: 0.07 is 7%, not 7.0000000000000001%. */
const RATE_DIGITS = 15;

/** A rate with all its decimals; one that is not complete is never 100%. */
function rateFact(rate: number | null, { words, completionMax }: CardContext): Fact | null {
  const { complete } = words.card.people.columns;
  if (rate === null) return fact(complete, null);
  const exact = Number(((rate / completionMax) * 100).toPrecision(RATE_DIGITS));
  const isRounded = rate < completionMax && exact >= 100;
  const percent = isRounded ? flooredPercent(rate, completionMax, 100) : exact;
  return fact(complete, words.exactPercent(percent));
}

/**
 * The fields of an object that came with a value that could not be read, as the service names them,
 * and those of the objects in it that are shown with it: `photo.size`.
 */
function unreadableFact(
  own: readonly string[],
  inner: Readonly<Record<string, Readable | readonly Readable[] | null>>,
  { words }: CardContext,
): Fact | null {
  const ofInner = Object.entries(inner).flatMap(([name, objects]) =>
    [objects ?? []].flat().flatMap(({ unreadable }) => unreadable.map((key) => `${name}.${key}`)),
  );
  return fact(words.card.file.unreadable, [...new Set([...own, ...ofInner])].join(', '));
}

/** A calendar date belongs to no zone. */
function dateFact(label: string, date: string | null, { words }: CardContext): Fact | null {
  return fact(label, date === null ? null : words.card.day(Date.parse(date), 'UTC'));
}

/** A text of several lines: the first has the label. */
function paragraphFacts(label: string, value: string | null): readonly (Fact | null)[] {
  const lines = (value ?? '')
    .slice(0, VALUE_LENGTH_MAX)
    .split(/[\r\n]+/)
    .map(text)
    .filter(Boolean);
  return lines.map((line, index) => fact(index === 0 ? label : null, line));
}

const META_KEYS_MAX = 50;
const META_LENGTH_MAX = 300;

/** Whatever the service attaches to an object, as text: the specification names no contents (2.8). */
function metaFacts(meta: unknown, { words }: CardContext): readonly (Fact | null)[] {
  if (meta === undefined || meta === null) return [];
  const entries = typeof meta === 'object' ? Object.entries(meta) : [['', meta] as const];
  const hidden = entries.length - META_KEYS_MAX;
  return [
    ...entries
      .slice(0, META_KEYS_MAX)
      .map(([key, value]) =>
        fact(
          words.details.meta(oneLine(key, TITLE_LENGTH_MAX)),
          oneLine(
            typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
            META_LENGTH_MAX,
          ),
        ),
      ),
    hidden > 0 ? fact(words.details.meta(''), words.file.more(hidden)) : null,
  ];
}

function worded(texts: Readonly<Record<string, string>>, value: string | null): string | null {
  return value === null ? null : inWords(texts, value, VALUE_LENGTH_MAX);
}

function text(value: string | null): string {
  return oneLine(value ?? '', VALUE_LENGTH_MAX);
}

function listed(values: readonly string[]): string {
  return values.map(text).filter(Boolean).join(', ');
}

/** With title and page a page stays below what the text of an ephemeral message may have. */
const PAGE_BYTES_MAX = 3_200;
const PART_BYTES_MAX = 1_000;
/** A message has at most 50 blocks. */
const PAGE_SECTIONS_MAX = 30;

/**
 * Sections page by page. One begins on a page of its own rather than be torn; where it must be, the
 * rest has its title again.
 */
function pagesOf(sections: readonly Section[], cardContext: CardContext): readonly Section[][] {
  const pages: Section[][] = [[]];
  let bytes = 0;
  const turnPage = () => {
    pages.push([]);
    bytes = 0;
  };
  for (const { title, facts } of sections) {
    const parts = facts.flatMap((each) => partsOf(each, cardContext));
    const titleBytes = Buffer.byteLength(escaped(title)) + 1;
    const whole = parts.reduce((sum, part) => sum + sizeOf(part, cardContext), titleBytes);
    const isFull = (pages.at(-1)?.length ?? 0) >= PAGE_SECTIONS_MAX;
    const isTorn = bytes + whole > PAGE_BYTES_MAX && whole <= PAGE_BYTES_MAX;
    if (bytes > 0 && (isFull || isTorn)) turnPage();
    let open: Fact[] | null = null;
    for (const part of parts) {
      const size = sizeOf(part, cardContext);
      if (bytes > 0 && bytes + size > PAGE_BYTES_MAX) {
        turnPage();
        open = null;
      }
      if (open === null) {
        open = [];
        pages.at(-1)?.push({ title, facts: open });
        bytes += titleBytes;
      }
      open.push(part);
      bytes += size;
    }
  }
  return pages;
}

/** With its bullet and line break. */
function sizeOf(each: Fact, cardContext: CardContext): number {
  return Buffer.byteLength(escaped(factText(each, cardContext))) + 5;
}

/** A fact in parts that fit on a page, torn between words; only the first has the label. */
function partsOf(each: Fact, cardContext: CardContext): readonly Fact[] {
  if (sizeOf(each, cardContext) <= PART_BYTES_MAX) return [each];
  const { label, value } = each;
  const parts: string[] = [''];
  let bytes = Buffer.byteLength(escaped(label ?? ''));
  for (const piece of piecesOf(factText({ label: null, value }, cardContext))) {
    const size = Buffer.byteLength(escaped(piece));
    if (bytes + size > PART_BYTES_MAX) {
      parts.push('');
      bytes = 0;
    }
    parts.push(`${parts.pop() ?? ''}${piece}`);
    bytes += size;
  }
  return parts.map((part, index) => ({ label: index === 0 ? label : null, value: [part] }));
}

/** Short enough in bytes for a part, however it is escaped. */
const WORD_LENGTH_MAX = 100;

/** Words with the space after them; longer ones character by character. */
function piecesOf(line: string): readonly string[] {
  const words = line.match(/\S+\s*|\s+/gu) ?? [];
  return words.flatMap((word) => (word.length <= WORD_LENGTH_MAX ? [word] : Array.from(word)));
}
