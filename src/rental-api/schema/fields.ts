import { epochMs, isoDate } from './date-time.ts';

/**
 * The enumerations of the specification, in the order in which a file moves through them.
 *
 * Known values, not allowed ones: a value that the service adds later is kept as it came.
 *
 * @see Rental File Service specification, section 3
 */
export const FILE_STATUSES = [
  'NEW',
  'OPEN',
  'PROCESSING',
  'COLLECTED',
  'ANALYZED',
  'CLOSED',
] as const;

export const APPLICANT_STATUSES = [
  'NEW',
  'OPEN',
  'COLLECT_STARTED',
  'COLLECT_COMPLETE',
  'COLLECTED',
  'ANALYZED',
  'CLOSED',
] as const;

export const DECISIONS = ['PENDING', 'READY', 'ACCEPTED', 'REJECTED'] as const;

/** Section 2.2, `applicants_situation`; two of them are misspelled by the service. */
export const SITUATIONS = ['SINGLE', 'COUPLE', 'ROOMATES', 'SOLID_ROOMATES'] as const;

/** Section 2.6, `category`. */
export const CATEGORIES = [
  'house',
  'apartment',
  'land',
  'commercial',
  'other',
  'prestige',
] as const;

/** Section 2.6, `mandate_type`. */
export const MANDATE_TYPES = ['management', 'sales'] as const;

/** Section 2.6, `fee_type`. */
export const FEE_TYPES = ['direct', 'reverse'] as const;

export type FileStatus = (typeof FILE_STATUSES)[number];
export type Decision = (typeof DECISIONS)[number];
export type Situation = (typeof SITUATIONS)[number];
export type Category = (typeof CATEGORIES)[number];

/*
 * Readers of the types of section 2, lenient so that no invalid value loses its file.
 *
 * A value that is absent, null or of another type than specified becomes `null`; only an absent one
 * takes the default of the specification, since what came instead of it is not known to mean the
 * same.
 *
 * @see Rental File Service specification, section 2.8: null is not explained
 */

/** Whether a value is an object with named fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether there is anything in meta, whose shape the specification does not show. */
export function isGiven(meta: unknown): boolean {
  if (typeof meta !== 'object' || meta === null) return (meta ?? '') !== '';
  for (const name in meta) if (Object.hasOwn(meta, name)) return true;
  return false;
}

/** The value of a JSON text; `undefined` for any other text, which the parser's error would quote. */
export function jsonIn(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** Unchanged text. */
export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A boolean that may be unset. */
export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** A boolean; `fallback` is the default of the specification. */
export function yesOrNo(fallback: boolean): (value: unknown) => boolean | null {
  return (value) => (value === undefined ? fallback : flag(value));
}

/** A whole number; 0 is the default of the specification. */
export function count(value: unknown): number | null {
  if (value === undefined) return 0;
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/**
 * A value of an open enumeration; `fallback` is the default of the specification. What is no word is
 * kept as a text that no enumeration lists, so that it is taken for an unknown value, never for the
 * default.
 */
export function word(fallback: string): (value: unknown) => string {
  return (value) => (value === undefined ? fallback : (optionalWord(value) ?? 'null'));
}

/** The same, where null says that it is not given. */
export function wordOrNone(fallback: string): (value: unknown) => string | null {
  return (value) => (value === undefined ? fallback : optionalWord(value));
}

/** A value of an open enumeration that may be unset. */
export function optionalWord(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return '[…]';
  // Never their contents, which may be personal.
  return typeof value === 'object' ? '{…}' : JSON.stringify(value);
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** A number, or a decimal string as some serializers write it. */
export function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : null;
}

/** A number of at least 0 (section 8). */
export function amount(value: unknown): number | null {
  const read = number(value);
  return read !== null && read >= 0 ? read : null;
}

/** A calendar date, `YYYY-MM-DD`. */
export function date(value: unknown): string | null {
  return typeof value === 'string' ? isoDate(value) : null;
}

/** Epoch milliseconds, as `epochMs` reads them. */
export function instant(value: unknown): number | null {
  return typeof value === 'string' ? epochMs(value) : null;
}

/** Whatever came. */
export function anything(value: unknown): unknown {
  return value;
}

/** Reads a value as it came; `undefined` stands for one that is absent. */
type Reader<Value> = (value: unknown) => Value;

/** Readers of the fields of an object, by the names that the service gives them. */
type Fields = Readonly<Record<string, Reader<unknown>>>;

/** An object whose values that came but could not be read are `null` or left out. */
export interface Readable {
  /** The names of those fields. */
  readonly unreadable: readonly string[];
}

/** What a table of fields makes of an object. */
export type Read<Table extends Fields, Needed extends keyof Table = never> = Readable & {
  readonly [Name in keyof Table]: Name extends Needed
    ? NonNullable<ReturnType<Table[Name]>>
    : ReturnType<Table[Name]>;
};

const NOTHING: readonly never[] = [];

/**
 * A reader of objects with these fields; `null` for anything else, and without a field of `needed`.
 *
 * The reader is one function with all names in it, as if written by hand, since hundreds of
 * thousands of files have a hundred fields each: a loop over the fields takes almost three times as long.
 * The names are those of tables in this folder, never any that were served.
 */
export function record<Table extends Fields, Needed extends keyof Table & string = never>(
  fields: Table,
  ...needed: readonly Needed[]
): Reader<Read<Table, Needed> | null> {
  const names = Object.keys(fields).map((name) => JSON.stringify(name));
  const isNeeded = new Set(needed.map((name) => JSON.stringify(name)));
  const steps = names.map((name, at) =>
    [
      `const given${at} = object[${name}];`,
      `const read${at} = reader${at}(given${at});`,
      isNeeded.has(name)
        ? `if (read${at} === null) return null;`
        : `if (typeof read${at} === 'object' && isLost(given${at}, read${at})) {
             unreadable = [...unreadable, ${name}];
           }`,
    ].join('\n'),
  );
  const source = `
    const [${names.map((_, at) => `reader${at}`).join(', ')}] = readers;
    return (object) => {
      if (!isObject(object)) return null;
      let unreadable = NOTHING;
      ${steps.join('\n')}
      return { ${names.map((name, at) => `${name}: read${at}`).join(', ')}, unreadable };
    };`;
  // oxlint-disable-next-line typescript/no-implied-eval -- Nothing in it comes from outside.
  const make = new Function('readers', 'isObject', 'isLost', 'NOTHING', source);
  return make(Object.values(fields), isObject, isLost, NOTHING);
}

/** Some fields of a table. */
export function pick<Table extends Fields, Name extends keyof Table & string>(
  fields: Table,
  ...names: readonly Name[]
): Pick<Table, Name> {
  const entries = Object.entries(fields).filter(([name]) => names.some((each) => each === name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Those are all of them.
  return Object.fromEntries(entries) as Pick<Table, Name>;
}

/** A reader of the readable items of a list; empty for anything else. */
export function listOf<Item>(item: Reader<Item | null>): Reader<readonly Item[]> {
  return (list) => {
    if (!Array.isArray(list) || list.length === 0) return NOTHING;
    // No list that grows: with its first item it would have room for seventeen.
    const items = list.map((each: unknown) => item(each));
    return items.every(isRead) ? items : items.filter(isRead);
  };
}

function isRead<Item>(item: Item | null): item is Item {
  return item !== null;
}

/** Whether something came that was read as nothing, or as a shorter list. */
function isLost(given: unknown, read: object | null): boolean {
  if (given === null || given === undefined) return false;
  if (!Array.isArray(read)) return read === null;
  return !Array.isArray(given) || given.length > read.length;
}
