import { CATEGORIES, DECISIONS, FILE_STATUSES, SITUATIONS } from '../../rental-api/schema/enums.ts';

interface Declaration {
  readonly kind: 'choice' | 'text' | 'age' | 'number' | 'date' | 'flag';
}

/** One of the values that the specification names. */
interface ChoiceDeclaration extends Declaration {
  readonly kind: 'choice';
  readonly values: readonly string[];
}

interface NumberDeclaration extends Declaration {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
}

/**
 * Every key of the query language, in the order help lists them, with the kind of value it takes.
 * To add one: declare it here, name it in the two vocabularies, and tell `find.ts` where it looks.
 */
export const KEYS = {
  status: { kind: 'choice', values: FILE_STATUSES },
  decision: { kind: 'choice', values: DECISIONS },
  situation: { kind: 'choice', values: SITUATIONS },
  property: { kind: 'text' },
  applicant: { kind: 'text' },
  manager: { kind: 'text' },
  tag: { kind: 'text' },
  category: { kind: 'choice', values: CATEGORIES },
  age: { kind: 'age' },
  stale: { kind: 'age' },
  score: { kind: 'number', min: -Infinity, max: Infinity },
  /** In percent, whatever the service counts to. */
  completion: { kind: 'number', min: 0, max: 100 },
  rent: { kind: 'number', min: 0, max: Infinity },
  created: { kind: 'date' },
  updated: { kind: 'date' },
  archived: { kind: 'flag' },
} as const satisfies Readonly<
  Record<
    string,
    | ChoiceDeclaration
    | NumberDeclaration
    | (Declaration & { kind: Exclude<Declaration['kind'], 'choice' | 'number'> })
  >
>;

export type Key = keyof typeof KEYS;
export type Kind = Declaration['kind'];
export type KeyOf<Wanted extends Kind> = {
  [Name in Key]: (typeof KEYS)[Name]['kind'] extends Wanted ? Name : never;
}[Key];

export const SORTS = ['oldest', 'newest', 'score', 'completion', 'updated', 'waiting'] as const;
export type Sort = (typeof SORTS)[number];

/** The units of an age, and how many of each may be asked: about ten years. */
export const UNITS_MAX = { h: 9_999, d: 3_660, bd: 2_500, w: 520, mo: 120 } as const;
export type Unit = keyof typeof UNITS_MAX;

/** Tells that a key takes values of a kind. */
export function isOfKind<Wanted extends Kind>(key: Key, kind: Wanted): key is KeyOf<Wanted> {
  return KEYS[key].kind === kind;
}

/** The values a key of kind `choice` takes, in the service's spelling. */
export function choicesOf(key: KeyOf<'choice'>): readonly string[] {
  return KEYS[key].values;
}
