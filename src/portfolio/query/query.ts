import { FILE_CHOICES, PROPERTY_CHOICES } from './keys/choices.ts';
import { FILE_KEYS } from './keys/file.ts';
import type { Part } from './keys/parts.ts';
import { PEOPLE_KEYS, TRIAGE_KEYS } from './keys/people.ts';
import { PROPERTY_KEYS } from './keys/property.ts';
import { type DateKey, type KeyRow, namesIn, type TextKey } from './keys/row.ts';
import { type Days, type Side, daysOfDate, daysOfRange, isAbsolute } from './periods.ts';

/**
 * Every key of the query language, in the order of help: names, help, values, description and where
 * its values are found, in one row each. Keys that take words are matched in `search/execute.ts`.
 */
export const KEYS = {
  ...FILE_CHOICES,
  ...PEOPLE_KEYS,
  ...PROPERTY_KEYS,
  ...PROPERTY_CHOICES,
  ...FILE_KEYS,
  ...TRIAGE_KEYS,
} as const satisfies Readonly<Record<string, KeyRow>>;

export type QueryKey = keyof typeof KEYS;
export type Kind = KeyRow['kind'];
export type KeyOf<Wanted extends Kind> = {
  [Name in QueryKey]: (typeof KEYS)[Name]['kind'] extends Wanted ? Name : never;
}[QueryKey];

/** An age in hours, calendar days, working days, weeks or months. */
export interface Age {
  readonly count: number;
  readonly unit: Unit;
}

/** A comparison with one value, or an inclusive range. */
export type Comparison<Value> =
  | { readonly is: '>' | '>=' | '<' | '<=' | '='; readonly value: Value }
  | { readonly is: '..'; readonly from: Value; readonly to: Value };

interface OneOf<Value> {
  /** Inverts the condition: none of `any` holds. */
  readonly not: boolean;
  /** Alternatives, at least one; the condition holds when one of them does. */
  readonly any: readonly Value[];
}

/** A condition on a rental file. Text is as typed, without quotes. */
export type Condition =
  | ({ readonly kind: 'words' } & OneOf<string>)
  | ({ readonly kind: 'text'; readonly key: KeyOf<'text'> } & OneOf<string>)
  | ({ readonly kind: 'choice'; readonly key: KeyOf<'choice'> } & OneOf<string>)
  | ({ readonly kind: 'number'; readonly key: KeyOf<'number'> } & OneOf<Comparison<number>>)
  | ({ readonly kind: 'age'; readonly key: KeyOf<'age'> } & OneOf<Comparison<Age>>)
  /** `2026`, `2026-11` or `2026-11-20`, in the person's time zone. */
  | ({ readonly kind: 'date'; readonly key: KeyOf<'date'> } & OneOf<Comparison<string>>)
  | ({ readonly kind: 'flag'; readonly key: KeyOf<'flag'> } & OneOf<boolean>)
  /** `me`, `nobody`, or Slack ids. */
  | ({ readonly kind: 'person'; readonly key: KeyOf<'person'> } & OneOf<string>)
  | ({ readonly kind: 'part'; readonly key: KeyOf<'part'> } & OneOf<Part>);

/**
 * A query as plain data, without instants or zones: “older than 3 days” stays relative until it is
 * matched. Store or send its text (`formatQuery`), which is shorter.
 */
export interface Query {
  /** Conditions that must all hold. */
  readonly conditions: readonly Condition[];
  /** `null` for the order of the snapshot. */
  readonly sort: Sort | null;
}

export const SORTS = [
  'oldest',
  'newest',
  'score',
  'lowest-score',
  'completion',
  'least-complete',
  'highest-rent',
  'lowest-rent',
  'updated',
  'waiting',
] as const;
export type Sort = (typeof SORTS)[number];

/** Units of an age and their max count: about ten years. */
export const UNITS_MAX = { h: 9_999, d: 3_660, bd: 2_500, w: 520, mo: 120 } as const;
export type Unit = keyof typeof UNITS_MAX;

/** Every key. */
export const ALL_KEYS: readonly QueryKey[] = namesIn(KEYS);

/** The keys that take values of a kind. */
export function keysOfKind<Wanted extends Kind>(kind: Wanted): readonly KeyOf<Wanted>[] {
  return ALL_KEYS.filter((key): key is KeyOf<Wanted> => KEYS[key].kind === kind);
}

/** Whether a key takes ids, which are compared as they are. */
export function isIds(key: QueryKey | 'sort' | null): boolean {
  return key !== null && key !== 'sort' && 'isOfIds' in KEYS[key];
}

/** Whether a key takes percents. */
export function isShare(key: QueryKey | 'sort' | null): boolean {
  return key !== null && key !== 'sort' && 'isShare' in KEYS[key];
}

/** Whether a key is one of those that help names together: dates of parts of a file, and their pre-applications. */
export function isSeldomAsked(key: QueryKey | 'sort'): boolean {
  return key !== 'sort' && 'isSeldomAsked' in KEYS[key];
}

/** Where the nearest `january` is of what a key dates. */
export function sideOf(key: KeyOf<'date'>): Side {
  const row: DateKey = KEYS[key];
  return 'side' in row ? row.side : 'past';
}

/** The values a key of kind `choice` takes, in the service's spelling. */
export function choicesOf(key: KeyOf<'choice'>): readonly string[] {
  return Object.keys(KEYS[key].values);
}

/** Whether a query may contain the name of an applicant or a guarantor. Such queries are not stored. */
export function namesPeople(query: Query): boolean {
  return conditionOnPeople(query) !== null;
}

/** The first condition that may name an applicant or a guarantor: by its key, or without one. */
export function conditionOnPeople({ conditions }: Query): Condition | null {
  return (
    conditions.find(
      (condition) => condition.kind === 'words' || namesOf(condition) === 'applicants',
    ) ?? null
  );
}

/** Whether a query may contain the name of a manager, by its key. */
export function namesManagers({ conditions }: Query): boolean {
  return conditions.some((condition) => namesOf(condition) === 'managers');
}

function namesOf(condition: Condition): TextKey['names'] {
  if (condition.kind !== 'text') return undefined;
  const row: TextKey = KEYS[condition.key];
  return row.names;
}

/** Whether a query contains an e-mail address or a telephone number, but for those of managers. */
export function holdsAddress({ conditions }: Query): boolean {
  return conditions.some(
    (condition) =>
      condition.kind === 'text' &&
      namesOf(condition) !== 'managers' &&
      condition.any.some(isAddress),
  );
}

const ADDRESS = /@|%40|[([{]\s*at\s*[)\]}]/iu;

// At least nine digits after a plus or a zero, however they are spaced. Times and amounts are not.
const SPACING = '[[\\s\\p{P}\\p{S}]--[:,]]*';
const TELEPHONE = new RegExp(
  `(?:\\+|(?<![\\d.,\\-])\\(?0)(?:${SPACING}\\d){8,}|(?:[\\p{Nd}--[0-9]]${SPACING}){9,}`,
  'v',
);
// Their digits and signs are like those of telephone numbers.
const DATE_OR_FRACTION =
  /(?<!\d)(?:\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)(?![/.-]?\d)|(?<![\d.,])0[.,]\d+(?![\s.,-]*\d)/g;
const INVISIBLE = /[\p{Cf}\p{DI}\p{M}]/gu;

/** Whether a text holds an e-mail address or a telephone number, in the letters and digits of any script. */
export function isAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(DATE_OR_FRACTION, ';');
  return ADDRESS.test(plain) || TELEPHONE.test(plain);
}

/** The days of the value of a comparison, or of its range. */
export function daysCompared(
  comparison: Comparison<string>,
  today: Temporal.PlainDate,
  side: Side,
): Days {
  return comparison.is === '..'
    ? daysOfRange(comparison.from, comparison.to, today, side)
    : daysOfDate(comparison.value, today, side);
}

/** From one value to another; a bound itself may be left out. */
interface Interval {
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
}

/** Days from which relative dates are counted: those of a year, for each has another weekday. */
const SOME_YEAR = Array.from({ length: 366 }, (_, day) =>
  Temporal.PlainDate.from('2028-01-01').add({ days: day }),
);
const MS_A_DAY = 86_400_000;

/**
 * Whether two conditions on the number or the date of one key hold for no value together, on any day:
 * “this month” and “last month”, unlike “this month” and “Monday”.
 */
export function areApart(one: Condition, other: Condition): boolean {
  if (one.not || other.not) return false;
  if (one.kind === 'number' && other.kind === 'number') {
    return areAllApart(one.any.map(intervalOf), other.any.map(intervalOf));
  }
  if (one.kind !== 'date' || other.kind !== 'date') return false;
  const dates = [...one.any, ...other.any].flatMap((each) =>
    each.is === '..' ? [each.from, each.to] : [each.value],
  );
  const areMixed = dates.some(isAbsolute) && !dates.every(isAbsolute);
  if (areMixed) return false;
  const side = sideOf(one.key);
  const days = dates.every(isAbsolute) ? SOME_YEAR.slice(0, 1) : SOME_YEAR;
  return days.every((today) => {
    const intervals = ({ any }: typeof one) => any.map((each) => daysIn(each, today, side));
    return areAllApart(intervals(one), intervals(other));
  });
}

function areAllApart(some: readonly Interval[], others: readonly Interval[]): boolean {
  return some.every((one) =>
    others.every((other) => {
      const from = Math.max(one.from, other.from);
      const to = Math.min(one.to, other.to);
      return from > to || (from === to && (one.isOpen || other.isOpen));
    }),
  );
}

/** What a comparison is true of. */
export function intervalOf(comparison: Comparison<number>): Interval {
  switch (comparison.is) {
    case '>':
    case '>=':
      return { from: comparison.value, to: Infinity, isOpen: comparison.is === '>' };
    case '<':
    case '<=':
      return { from: -Infinity, to: comparison.value, isOpen: comparison.is === '<' };
    case '=':
      return { from: comparison.value, to: comparison.value, isOpen: false };
    case '..':
      return { from: comparison.from, to: comparison.to, isOpen: false };
  }
}

/** The days of a comparison, numbered. */
function daysIn(comparison: Comparison<string>, today: Temporal.PlainDate, side: Side): Interval {
  const { first, last } = daysCompared(comparison, today, side);
  const [from, to] = [first, last].map(
    (day) => Date.UTC(day.year, day.month - 1, day.day) / MS_A_DAY,
  );
  const days = intervalOf(
    comparison.is === '..'
      ? { is: '..', from: from ?? 0, to: to ?? 0 }
      : {
          is: comparison.is,
          value: (comparison.is === '>' || comparison.is === '<=' ? to : from) ?? 0,
        },
  );
  return comparison.is === '=' ? { ...days, to: to ?? 0 } : days;
}
