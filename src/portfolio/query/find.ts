import type { Labels, Property } from '../entry.ts';
import { type KeyOf } from './keys.ts';
import { holdsPhrase, type Phrase, phrasesOf } from './phrases.ts';
import type { Condition, Query } from './query.ts';
import { type Moment, type Range, rangeOf, rangeOfAge, rangeOfDate } from './ranges.ts';
import type { SharedColumn, Table } from './table.ts';

/** What a query is asked in: when, where, and how the service counts completion. */
export interface Asking extends Moment {
  readonly completionMax: 1 | 100;
}

/** One byte a row: 1 where a condition holds. */
type Marks = Uint8Array;

/**
 * The rows that a query finds, in the order of the table.
 *
 * Everything that can be computed once is: an age in working days is one instant to compare with,
 * and what many rows share is looked at once. An entry without a value meets no condition on it,
 * and therefore every negated one.
 */
export function findRows({ conditions }: Query, table: Table, asking: Asking): Uint32Array {
  const found = new Uint8Array(table.entries.length).fill(1);
  for (const condition of merged(conditions)) {
    const marks = marksOf(condition, table, asking);
    const wanted = condition.not ? 0 : 1;
    for (let row = 0; row < found.length; row += 1) {
      if (marks[row] !== wanted) found[row] = 0;
    }
  }
  const rows = new Uint32Array(found.length);
  let count = 0;
  for (let row = 0; row < found.length; row += 1) {
    if (found[row] === 1) {
      rows[count] = row;
      count += 1;
    }
  }
  return rows.subarray(0, count);
}

/** The words that are to be absent, looked for all at once: what holds none of them is the same. */
function merged(conditions: readonly Condition[]): readonly Condition[] {
  const absent = conditions.filter(({ kind, not }) => kind === 'words' && not);
  if (absent.length < 2) return conditions;
  const any = absent.flatMap((condition) => (condition.kind === 'words' ? condition.any : []));
  const others = conditions.filter((condition) => !absent.includes(condition));
  return [...others, { kind: 'words', not: true, any }];
}

function marksOf(condition: Condition, table: Table, asking: Asking): Marks {
  switch (condition.kind) {
    case 'words': {
      const phrases = phrasesOf(condition.any);
      const marks = markShared(table.property, holdsAny(phrases));
      return markNames(table, phrases, marks);
    }
    case 'text':
      return markText(condition.key, phrasesOf(condition.any), table);
    case 'choice':
      return markChoice(condition.key, new Set(condition.any), table);
    case 'number': {
      const ranges = condition.any.map(rangeOf);
      if (condition.key === 'rent') return markShared(table.property, rentIn(ranges));
      const isShare = condition.key === 'completion' && asking.completionMax === 1;
      const column = table[condition.key];
      return markRanges(isShare ? column.map(percentOf) : column, ranges);
    }
    case 'age': {
      const column = condition.key === 'age' ? table.created : table.touched;
      return markRanges(
        column,
        condition.any.map((age) => rangeOfAge(age, asking)),
      );
    }
    case 'date':
      return markRanges(
        table[condition.key],
        condition.any.map((date) => rangeOfDate(date, asking.zone)),
      );
    case 'flag':
      return markFlag(table.archived, condition.any);
  }
}

function markText(key: KeyOf<'text'>, phrases: readonly Phrase[], table: Table): Marks {
  switch (key) {
    case 'applicant':
      return markNames(table, phrases, new Uint8Array(table.entries.length));
    case 'property':
      return markShared(table.property, holdsAny(phrases));
    case 'manager':
      return markShared(table.managers, holdsAny(phrases));
    case 'tag':
      return markShared(table.tags, holdsAny(phrases));
  }
}

function markChoice(key: KeyOf<'choice'>, values: ReadonlySet<string | null>, table: Table): Marks {
  return key === 'category'
    ? markShared(table.property, ({ category }) => values.has(category))
    : markShared<string | null>(table[key], (value) => values.has(value));
}

/** Asks once about each distinct value, however many rows share it. */
function markShared<Value>(
  { distinct, at }: SharedColumn<Value>,
  test: (value: Value) => boolean,
): Marks {
  const answers = new Uint8Array(distinct.length);
  for (const [place, value] of distinct.entries()) answers[place] = test(value) ? 1 : 0;
  const marks = new Uint8Array(at.length);
  for (let row = 0; row < marks.length; row += 1) marks[row] = answers[at[row] ?? 0] ?? 0;
  return marks;
}

/** Range by range: a walk with one thing to look for is faster than one with many. */
function markRanges(column: Float64Array, ranges: readonly Range[]): Marks {
  const single = ranges.filter(({ from, to, except }) => from === to && except !== from);
  const marks = markValues(column, new Set(single.map(({ from }) => from)));
  for (const { from, to, except } of ranges.filter((range) => !single.includes(range))) {
    for (let row = 0; row < marks.length; row += 1) {
      const value = column[row] ?? Number.NaN;
      if (value >= from && value <= to && value !== except) marks[row] = 1;
    }
  }
  return marks;
}

function markValues(column: Float64Array, values: ReadonlySet<number>): Marks {
  const marks = new Uint8Array(column.length);
  if (values.size === 0) return marks;
  for (let row = 0; row < marks.length; row += 1) {
    if (values.has(column[row] ?? Number.NaN)) marks[row] = 1;
  }
  return marks;
}

function markFlag(column: Float64Array, any: readonly boolean[]): Marks {
  const [ifAbsent, ifPresent] = [Number(any.includes(false)), Number(any.includes(true))];
  const marks = new Uint8Array(column.length);
  for (let row = 0; row < marks.length; row += 1) {
    marks[row] = Number.isNaN(column[row]) ? ifAbsent : ifPresent;
  }
  return marks;
}

/** Adds a mark where an applicant's name holds one of the phrases. */
function markNames({ names, initials, pairs }: Table, phrases: readonly Phrase[], marks: Marks) {
  for (const alike of byBeginnings(phrases)) {
    const [{ initials: wantedInitials, pairs: wantedPairs }] = alike;
    for (let row = 0; row < marks.length; row += 1) {
      const isPossible =
        ((pairs[row] ?? 0) & wantedPairs) === wantedPairs &&
        ((initials[row] ?? 0) & wantedInitials) === wantedInitials;
      if (!isPossible || marks[row] === 1) continue;
      const name = names[row] ?? '';
      if (alike.some(({ begun }) => name.includes(begun))) marks[row] = 1;
    }
  }
  return marks;
}

/** Phrases whose words begin alike are possible in the same names. */
function byBeginnings(phrases: readonly Phrase[]): readonly (readonly [Phrase, ...Phrase[]])[] {
  const groups = new Map<string, [Phrase, ...Phrase[]]>();
  for (const phrase of phrases) {
    const key = `${phrase.initials} ${phrase.pairs}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [phrase]);
    else group.push(phrase);
  }
  return [...groups.values()];
}

function holdsAny(phrases: readonly Phrase[]): (text: Property | Labels) => boolean {
  return (text) => phrases.some((phrase) => holdsPhrase(text, phrase));
}

function rentIn(ranges: readonly Range[]): (property: Property) => boolean {
  return ({ rent }) =>
    rent !== null &&
    ranges.some(({ from, to, except }) => rent >= from && rent <= to && rent !== except);
}

/** A share of one in percent, rid of what binary fractions add: 0.57 is 57, not 56.99999999999999. */
function percentOf(share: number): number {
  return Math.round(share * 1e8) / 1e6;
}
