import type {
  Category,
  Decision,
  FileStatus,
  Situation,
} from '../../../rental-api/schema/enums.ts';
import type { RelativeDate } from '../periods.ts';
import type { KeyOf, QueryKey, Sort, Unit } from '../query.ts';

/** Words for one thing: the first is written, all are understood. */
export type Spellings = readonly [string, ...string[]];

/** One word for several values of a key. */
interface Group {
  readonly key: KeyOf<'choice'>;
  readonly words: Spellings;
  readonly values: readonly string[];
}

/** The words of the query language in one language. None has a space, a comma or a colon. */
export interface Vocabulary {
  readonly keys: Readonly<Record<QueryKey | 'sort', Spellings>>;
  readonly choices: {
    readonly status: Readonly<Record<FileStatus, Spellings>>;
    readonly decision: Readonly<Record<Decision, Spellings>>;
    readonly situation: Readonly<Record<Situation, Spellings>>;
    readonly category: Readonly<Record<Category, Spellings>>;
  };
  readonly groups: readonly Group[];
  readonly units: Readonly<Record<Unit, Spellings>>;
  /** Values of dates that are counted from the day of the search. */
  readonly dates: Readonly<Record<RelativeDate, Spellings>>;
  readonly flags: { readonly yes: Spellings; readonly no: Spellings };
  readonly sorts: Readonly<Record<Sort, Spellings>>;
}

/** Languages of queries and their descriptions. */
export type Language = 'en' | 'fr';

export const LANGUAGES = ['en', 'fr'] as const satisfies readonly Language[];

/** Locales for `Intl`. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR' };
