import type { RelativeDate } from '../periods.ts';
import type { KeyOf, Sort, Unit } from '../query.ts';
import type { DateOrder } from '../values.ts';

/** Words for one thing: the first is written, all are understood. */
export type Spellings = readonly [string, ...string[]];

/** One word for several values of a key. */
interface Group {
  readonly key: KeyOf<'choice'>;
  readonly words: Spellings;
  readonly values: readonly string[];
}

export interface KeyHelp {
  /** A query that can be typed as it is. */
  readonly example: string;
  /** Meaning of the example; no full stop. */
  readonly says: string;
}

/** The words of the query language in one language that belong to no key. */
export interface LanguageWords {
  /** The order of a list, which is written like a key. */
  readonly sort: KeyHelp & { readonly names: Spellings };
  /** Meaning of the keys that help names together. */
  readonly seldomAsked: string;
  /** The order of day and month in `03/11/2026`; `null` where readers write both. */
  readonly dateOrder: DateOrder | null;
  /** Whether `70,5` is a number. */
  readonly hasDecimalComma: boolean;
  readonly units: Readonly<Record<Unit, Spellings>>;
  /** Values of dates that are counted from the day of the search. */
  readonly dates: Readonly<Record<RelativeDate, Spellings>>;
  readonly flags: { readonly yes: Spellings; readonly no: Spellings };
  readonly people: { readonly me: Spellings; readonly nobody: Spellings };
  readonly sorts: Readonly<Record<Sort, Spellings>>;
}

type Words = Readonly<Record<string, Spellings>>;

/** The words of the query language in one language. None has a space, a comma or a colon. */
export interface Vocabulary extends Omit<LanguageWords, 'sort' | 'seldomAsked'> {
  /** Names of keys, and of the order. */
  readonly keys: Words;
  /** Words of values, by key. */
  readonly choices: Readonly<Record<string, Words>>;
  readonly groups: readonly Group[];
  readonly parts: Words;
}

/** Languages of queries and their descriptions. */
export type Language = 'en' | 'fr';

export const LANGUAGES = ['en', 'fr'] as const satisfies readonly Language[];

/** Locales for `Intl`. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR' };
