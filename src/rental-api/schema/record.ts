import { isObject } from './fields.ts';

/** Reads a value as it came; `undefined` stands for one that is absent. */
export type Reader<Value> = (value: unknown) => Value;

/** Readers of the fields of an object, by the names that the service gives them. */
export type Fields = Readonly<Record<string, Reader<unknown>>>;

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
    const items: Item[] = [];
    for (const each of list) {
      const read = item(each);
      if (read !== null) items.push(read);
    }
    return items;
  };
}

/** Whether something came that was read as nothing, or as a shorter list. */
function isLost(given: unknown, read: object | null): boolean {
  if (given === null || given === undefined) return false;
  if (!Array.isArray(read)) return read === null;
  return !Array.isArray(given) || given.length > read.length;
}
