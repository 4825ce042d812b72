import type { Language, Messages } from '../../i18n/types.ts';
import { fold } from '../../lib/text.ts';
import { formatQuery } from '../../portfolio/query/describe.ts';
import { queryOrNull } from '../../portfolio/query/parser.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type DigestChoice,
  type DigestOptions,
  type Schedule,
} from '../../store/digest.ts';
import type { FieldInput } from '../../views/digests/form.ts';
import { NONE } from './times.ts';

type ByLanguage<Value> = Readonly<Record<Language, Value>>;

/** Spellings of one thing: the first is the one that is shown, all are read. */
type Spellings = readonly [string, ...string[]];

/** The options read so far; what is absent was not given. */
export interface Draft {
  name?: string;
  channelId?: string;
  view?: string;
  schedule: { -readonly [Key in keyof Schedule]?: Schedule[Key] };
  options: { -readonly [Key in keyof DigestOptions]?: DigestOptions[Key] };
}

export interface Author {
  readonly userId: string;
  readonly language: Language;
}

/** `first` is the form that creates a digest, `more` the one with its other options. */
export type FormStep = 'first' | 'more';

export interface OptionField {
  /** Block id. By default the key of the option. */
  readonly name?: string;
  readonly step: FormStep;
  readonly label: ByLanguage<string>;
  readonly hint?: ByLanguage<string>;
  readonly isRequired?: boolean;
  readonly input: (digest: DigestChoice, words: Messages) => FieldInput;
}

/** What parser, help, forms and confirmation know of an option. */
export interface OptionDefinition {
  readonly names: ByLanguage<Spellings>;
  /** Values as one types them; for a choice, all of them. The first stands in help. */
  readonly examples: ByLanguage<readonly string[]>;
  /** How much it takes, behind “takes”; absent where examples say it all. */
  readonly bounds?: ByLanguage<string>;
  /** For a choice, the spellings of its values. */
  readonly values?: readonly { readonly names: ByLanguage<Spellings> }[];
  readonly help: ByLanguage<string>;
  /** The valid value most similar to a wrong one. By default, the most similar example. */
  readonly nearest?: (text: string) => string | null;
  /** Whether it takes several values, separated by commas. */
  readonly isList: boolean;
  /** Writes a value into the draft; `false` when it cannot be read. */
  readonly read: (text: string, draft: Draft, author: Author) => boolean;
  /** Writes the default, for a field left empty. Without it, such a field changes nothing. */
  readonly clear?: (draft: Draft) => void;
  /** The max number of values if the draft has more, else `null`. */
  readonly exceededMax?: (draft: Draft) => number | null;
  /** Whether the draft has only a part of the value. */
  readonly isIncomplete?: (draft: Draft) => boolean;
  /** None for an option that stands in no form. */
  readonly fields: readonly OptionField[];
  /** Its part of the confirmation; `null` when it goes without saying. */
  readonly summary: (digest: DigestChoice, language: Language) => string | null;
}

/** Where a digest has the value of an option. */
interface Property<Value> {
  readonly get: (digest: Draft) => Value | undefined;
  readonly set: (draft: Draft, value: Value) => void;
  readonly default?: Value;
}

/** A property of `DigestOptions`, with the default of its schema. */
export function stored<Key extends keyof DigestOptions>(key: Key): Property<DigestOptions[Key]> {
  return {
    get: ({ options }) => options[key],
    set: ({ options }, value) => {
      options[key] = value;
    },
    default: DEFAULT_DIGEST_OPTIONS[key],
  };
}

/** A property of `Schedule`; its default may depend on the person and the server. */
export function scheduled<Key extends keyof Schedule>(key: Key): Property<Schedule[Key]> {
  return {
    get: ({ schedule }) => schedule[key],
    set: ({ schedule }, value) => {
      schedule[key] = value;
    },
  };
}

interface Row<Value> extends Pick<OptionDefinition, 'names' | 'help'> {
  readonly property: Property<Value>;
}

interface SingleRow<Value>
  extends Row<Value>, Pick<OptionDefinition, 'examples' | 'nearest' | 'bounds'> {
  /**
   * `null` when the text is no value.
   *
   * @param before the value that is in the draft already
   */
  readonly parse: (
    text: string,
    author: Author,
    before: Value | undefined,
  ) => NonNullable<Value> | null;
  /** The value of `none`; without it, that word is read like any other. */
  readonly none?: NoInfer<Value>;
  readonly isList?: boolean;
  readonly isIncomplete?: (value: NonNullable<Value>) => boolean;
  /** Whether an empty field chooses the default. */
  readonly isClearable?: boolean;
  readonly fields?: readonly OptionField[];
  /** Without it, other lines of the confirmation tell the value: when, where and which files. */
  readonly summary?: ByLanguage<(value: NonNullable<Value>) => string>;
}

/** An option with one value. */
export function single<Value>(row: SingleRow<Value>): OptionDefinition {
  const { names, help, examples, property, parse, none } = row;
  const { nearest, bounds, isList = false, isIncomplete, isClearable = false } = row;
  const { fields = [], summary } = row;
  const { default: initial } = property;
  return {
    names,
    help,
    examples,
    ...(nearest === undefined ? {} : { nearest }),
    ...(bounds === undefined ? {} : { bounds }),
    isList,
    fields,
    read(text, draft, author) {
      if (none !== undefined && NONE.includes(fold(text))) {
        property.set(draft, none);
        return true;
      }
      const value = parse(text, author, property.get(draft));
      if (value === null) return false;
      property.set(draft, value);
      return true;
    },
    ...(isClearable && initial !== undefined
      ? { clear: (draft) => property.set(draft, initial) }
      : {}),
    isIncomplete(draft) {
      const value = property.get(draft);
      return isGiven(value) && isIncomplete?.(value) === true;
    },
    summary(digest, language) {
      const value = property.get(digest);
      return isGiven(value) ? (summary?.[language](value) ?? null) : null;
    },
  };
}

interface ListRow<Item> extends Omit<SingleRow<readonly Item[]>, 'parse' | 'isList'> {
  /** The items that one value stands for; `null` when the text is no value. */
  readonly parse: (text: string, author: Author) => readonly Item[] | null;
  readonly isSorted?: boolean;
  readonly countMax: number;
}

/** An option with several values, each of them once. */
export function list<Item extends string | number>(row: ListRow<Item>): OptionDefinition {
  const { property, parse, isSorted = false, countMax } = row;
  return {
    ...single({
      ...row,
      isList: true,
      parse(text, author, before = []) {
        const items = parse(text, author);
        if (items === null) return null;
        const all = [...new Set([...before, ...items])];
        return isSorted ? all.toSorted((one, other) => (one < other ? -1 : 1)) : all;
      },
    }),
    exceededMax: (draft) => ((property.get(draft) ?? []).length > countMax ? countMax : null),
  };
}

/** A value of a choice. Its first English spelling is also its value in a submitted form. */
interface ChoiceValue<Value> {
  readonly value: Value;
  readonly names: ByLanguage<Spellings>;
  /** At most 75 characters. */
  readonly label: ByLanguage<string>;
  /** Its part of the confirmation. */
  readonly summary?: ByLanguage<string>;
}

interface ChoiceRow<Value> extends Row<Value> {
  readonly values: readonly ChoiceValue<NoInfer<Value>>[];
  readonly field: Pick<OptionField, 'step' | 'label' | 'hint'>;
  /** How the field is drawn. A select menu by default. */
  readonly kind?: 'radio';
}

/** An option with one of a few values. */
export function choice<Value>(row: ChoiceRow<Value>): OptionDefinition {
  const { names, help, property, values, field, kind = 'select' } = row;
  const bySpelling = new Map(
    values.flatMap((each) =>
      Object.values(each.names).flatMap((words) => words.map((word) => [fold(word), each])),
    ),
  );
  const isDefault = ({ value }: ChoiceValue<Value>) => value === property.default;
  const inForm = [...values.filter(isDefault), ...values.filter((each) => !isDefault(each))];
  const chosenIn = (digest: DigestChoice) =>
    values.find(({ value }) => value === property.get(digest));
  return {
    names,
    help,
    values,
    isList: false,
    examples: {
      en: values.map((value) => value.names.en[0]),
      fr: values.map((value) => value.names.fr[0]),
    },
    read(text, draft) {
      const found = bySpelling.get(fold(text));
      if (found === undefined) return false;
      property.set(draft, found.value);
      return true;
    },
    fields: [
      {
        ...field,
        isRequired: true,
        input: (digest, { language }) => ({
          kind,
          choices: inForm.map((each) => ({ value: each.names.en[0], label: each.label[language] })),
          chosen: chosenIn(digest)?.names.en[0] ?? '',
        }),
      },
    ],
    summary: (digest, language) => chosenIn(digest)?.summary?.[language] ?? null,
  };
}

interface TextField extends Omit<OptionField, 'input'> {
  /** The value as one types it. */
  readonly text: (digest: DigestChoice, language: Language) => string;
  readonly lengthMax?: number;
}

const TEXT_LENGTH_MAX = 100;

/** A line of text. */
export function textField({ text, lengthMax = TEXT_LENGTH_MAX, ...field }: TextField): OptionField {
  return {
    ...field,
    input: (digest, { language }) => ({ kind: 'text', text: text(digest, language), lengthMax }),
  };
}

interface OfferField extends Omit<OptionField, 'input' | 'isRequired'> {
  /** Usual values, as they are typed in English. */
  readonly offers: readonly { readonly value: string; readonly label: ByLanguage<string> }[];
  /** The value, typed in English, and its label where it is not a usual one. */
  readonly chosen: (digest: DigestChoice, language: Language) => readonly [string, string];
}

/** A select menu of usual values. One that was typed and is not among them stands first. */
export function offerField({ offers, chosen, ...field }: OfferField): OptionField {
  return {
    ...field,
    isRequired: true,
    input(digest, { language }) {
      const [value, label] = chosen(digest, language);
      const usual = offers.map((offer) => ({ value: offer.value, label: offer.label[language] }));
      const isUsual = offers.some((offer) => offer.value === value);
      return {
        kind: 'select',
        choices: isUsual ? usual : [{ value, label }, ...usual],
        chosen: value,
      };
    },
  };
}

/** Whether there is something to write in a sentence; an empty list is nothing. */
function isGiven<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

const CHANNEL = /^<?#?([CGD][A-Z0-9]{4,})(?:\|[^>]*)?>?$/u;
const PERSON = /^<?@?([UW][A-Z0-9]{4,})(?:\|[^>]*)?>?$/u;
const GROUP = /^(?:<!subteam\^)?(S[A-Z0-9]{4,})(?:\|[^>]*)?>?$/u;
const COUNT = /^(\d{1,4}) ?(?:bd|wd|d|jo|j|days?|jours?)?$/u;
const DURATION = /^(\d{1,4}) ?(h|hours?|heures?|m|min|mins|minutes?)?$/u;
const MINUTES_IN_HOUR = 60;

/** A channel as Slack escapes it (`<#C0LEASING01|leasing>`), or its id. */
export function parseChannel(text: string): string | null {
  return CHANNEL.exec(text)?.[1] ?? null;
}

/** A person or user group as Slack escapes it, or its id; `me` is the given person. */
export function parseMention(text: string, userId: string): string | null {
  if (['me', 'moi'].includes(fold(text))) return userId;
  return PERSON.exec(text)?.[1] ?? GROUP.exec(text)?.[1] ?? null;
}

/** The bounds of {@link parseCount}, of these things. */
export function countedTo(max: number, things: ByLanguage<string>): ByLanguage<string> {
  return { en: `1 to ${max} ${things.en}`, fr: `de 1 à ${max} ${things.fr}` };
}

/** `5`, `5d`, `5jo`: a number from 1 to `max`, with or without a unit of days. */
export function parseCount(text: string, max: number): number | null {
  const count = Number(COUNT.exec(text.toLowerCase())?.[1] ?? 0);
  return count >= 1 && count <= max ? count : null;
}

/** `2h`, `90min`, `90`: minutes, at most `max`. */
export function parseMinutes(text: string, max: number): number | null {
  const [, count, unit = 'min'] = DURATION.exec(text.toLowerCase()) ?? [];
  if (count === undefined) return null;
  const minutes = Number(count) * (unit.startsWith('h') ? MINUTES_IN_HOUR : 1);
  return minutes <= max ? minutes : null;
}

/** An age in the query language, `1jo` or `2w`, in its English spelling. */
export function parseAge(text: string, { language }: { readonly language: Language }) {
  const query = queryOrNull(`age:>=${text}`, language);
  const [condition, ...more] = query?.conditions ?? [];
  const [one, ...others] = condition?.kind === 'age' ? condition.any : [];
  if (query === null || one?.is !== '>=' || others.length > 0 || more.length > 0) return null;
  return formatQuery(query, 'en').replace('age:>=', '');
}

/** A stored age in the units of a language: `1bd` is `1jo` in French; empty for none. */
export function ageIn(age: string | null, language: Language): string {
  if (age === null) return '';
  const query = queryOrNull(`age:>=${age}`);
  return query === null ? age : formatQuery(query, language).replace(/^[^=]*=/u, '');
}

/** One half of an escalation, days or channel, with the other half as it was before. */
export function parseEscalation(
  text: string,
  before: DigestOptions['escalate'] | undefined,
  daysMax: number,
): NonNullable<DigestOptions['escalate']> | null {
  const { afterDays, channelId } = before ?? { afterDays: 0, channelId: '' };
  const channel = parseChannel(text);
  if (channel !== null) return { afterDays, channelId: channel };
  const days = parseCount(text, daysMax);
  return days === null ? null : { afterDays: days, channelId };
}

/** A list of one item; `null` for none. */
export function asList<Item>(item: Item | null): readonly [Item] | null {
  return item === null ? null : [item];
}
