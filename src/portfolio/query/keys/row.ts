import type { Past } from '../../search/recorded.ts';
import type { Source } from '../../search/sources.ts';
import type { Compared } from '../describe.ts';
import type { Side } from '../periods.ts';
import type { Language, Spellings } from '../vocabulary/types.ts';

/** Both languages of something. */
export type Each<Words> = Readonly<Record<Language, Words>>;

interface KeyWords {
  readonly names: Spellings;
  readonly example: string;
  readonly says: string;
}

/** Words of a key whose conditions are described by what stands before their values. */
export interface PrefixedWords<Unprefixed = never> extends KeyWords {
  /** Its first name by default; `null` where the values alone are clear. */
  readonly described?: string | Unprefixed;
}

/** Words of a key whose conditions are described value by value. */
interface DescribedWords<Described> extends KeyWords {
  readonly described: Described;
}

/**
 * Words of a key in one language.
 *
 * @param names the first is written, all are understood
 * @param example a value that can be typed behind the name; a leading hyphen denies it
 * @param says meaning of the example; no full stop
 * @param described its conditions in descriptions of a query
 */
export function words(names: Spellings, example: string, says: string): KeyWords;
export function words<Described>(
  ...words: [names: Spellings, example: string, says: string, described: Described]
): DescribedWords<Described>;
export function words(names: Spellings, example: string, says: string, described?: unknown) {
  return { names, example, says, ...(described === undefined ? {} : { described }) };
}

/** Words of a value that the specification names; those of both languages are understood without the key, too. */
export interface Choice extends Each<Spellings> {
  /** The value in a description of a query; its first word by default. */
  readonly described?: Partial<Each<string>>;
}

/** One word for several values. */
export interface Group extends Each<Spellings> {
  readonly values: readonly string[];
}

/** Stages of files that await a decision: values that no file holds, but several together tell. */
export type Stage = 'READY' | 'IN_REVIEW' | 'WAITING_FOR_DOCUMENTS';

/** A key that takes one of some values, or any other that the service serves. */
export interface ChoiceKey<Value extends string = string> extends Each<PrefixedWords<null>> {
  readonly kind: 'choice';
  readonly values: Readonly<Record<Value, Choice>>;
  readonly groups?: readonly Group[];
  /** `null` for stages, which several values of a file tell together. */
  readonly source: Source<string | null> | null;
}

/** A key that takes words, which `search/execute.ts` looks for. */
export interface TextKey extends Each<PrefixedWords> {
  readonly kind: 'text';
  /** Whether it takes ids, which are compared as they are. */
  readonly isOfIds?: true;
  /** Whose names its texts may be: those of applicants are never stored. */
  readonly names?: 'applicants' | 'managers';
}

/** A key that takes numbers; without a source, those of the column of that name. */
export interface NumberKey extends Each<PrefixedWords> {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  /** Whether it counts money, whose cents are two digits. */
  readonly isMoney?: true;
  /** Whether it counts percents, whichever scale the service has. */
  readonly isShare?: true;
  readonly examples: readonly string[];
  readonly source?: Source<number | null>;
}

/** Times of files: those that are served, or those at which something was seen of them. */
export type Times =
  /** In epoch milliseconds; what cannot be read is `null`, or `Infinity`. */
  { readonly times: Source<number | null> } | { readonly past: Past };

/** A key that takes a time since something. */
export type AgeKey = Each<DescribedWords<Compared<string>>> & {
  readonly kind: 'age';
  /** Whether it is asked of files that await a decision, and fits no other. */
  readonly isOfAwaiting?: true;
} & Times;

/** Calendar dates of files. */
interface Dates {
  /** `YYYY-MM-DD` */
  readonly source: Source<string | null>;
  /** Where the nearest `january` is; for times, which have passed, it is before today. */
  readonly side: Side;
}

/** A key that takes dates. */
export type DateKey = Each<PrefixedWords> & {
  readonly kind: 'date';
  readonly isSeldomAsked?: true;
} & (Dates | Times);

/** What keys of scores have in common: the specification names no scale. */
export const SCORE = {
  kind: 'number',
  min: -Infinity,
  max: Infinity,
  examples: ['>=70', '<50', '50..70'],
} as const;

/** What keys of percentages have in common. */
export const PERCENT = {
  kind: 'number',
  min: 0,
  max: 100,
  isShare: true,
  examples: ['>=80', '<100', '50..80'],
} as const;

/** What keys have in common that help names together, as they are asked for now and then. */
export function datedBy(times: Source<number | null>) {
  return { kind: 'date', isSeldomAsked: true, times } as const;
}

/** A yes or a no in words, and the words for it that are understood without the key. */
interface FlagWords {
  readonly yes: string;
  readonly no: string;
  readonly alone?: { readonly yes: Spellings; readonly no?: Spellings };
}

/** A key that takes yes or no. What is not given is neither. */
export interface FlagKey extends Each<DescribedWords<FlagWords>> {
  readonly kind: 'flag';
  readonly isSeldomAsked?: true;
  /** `null` for what people do about files. */
  readonly source: Source<boolean | null> | null;
}

/** A key that takes people of the workspace. */
export interface PersonKey extends Each<PrefixedWords> {
  readonly kind: 'person';
}

/** A key that takes parts of a file that are given or missing. */
export interface PartKey extends Each<PrefixedWords> {
  readonly kind: 'part';
  /** Whether the parts are given. */
  readonly isGiven: boolean;
}

export type KeyRow =
  | ChoiceKey
  | TextKey
  | NumberKey
  | AgeKey
  | DateKey
  | FlagKey
  | PartKey
  | PersonKey;

/** All four inflections: “dossier” is masculine, but people type any form. */
export function inflected(word: string): readonly [string, ...string[]] {
  return [word, `${word}e`, `${word}s`, `${word}es`];
}

/** The names of a table, in its order. */
export function namesIn<Name extends string>(
  table: Readonly<Record<Name, unknown>>,
): readonly Name[] {
  return Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name));
}
