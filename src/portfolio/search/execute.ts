import type { WorkingDays } from '../calendar/working-days.ts';
import type { Entry, Property } from '../entry.ts';
import type { Condition, KeyOf, Query } from '../query/query.ts';
import type { Snapshot } from '../snapshot.ts';
import {
  type Look,
  lookFor,
  type Moment,
  type Range,
  rangeOf,
  rangeOfAge,
  rangeOfDate,
} from './matchers.ts';
import { type SearchedColumn, type SharedColumn, type Table, tableOf } from './table.ts';

/** The context of a query: time, zone, and the scale of completion. */
export interface SearchContext extends Moment {
  readonly completionMax: 1 | 100;
}

/** One byte per row: 1 where a condition holds. */
type Marks = Uint8Array;

/**
 * The rows that match a query, in the order of the table.
 *
 * Constants are computed once: an age in working days becomes one instant, and values shared by
 * rows are tested once. An entry without a value fails every condition on it, and so matches every
 * negated one.
 */
export function findRows(
  { conditions }: Query,
  table: Table,
  searchContext: SearchContext,
): Uint32Array {
  const found = new Uint8Array(table.entries.length).fill(1);
  for (const condition of merged(conditions)) {
    const marks = marksOf(condition, table, searchContext);
    const wanted = condition.not ? 0 : 1;
    for (let row = 0; row < found.length; row += 1) {
      if (marks[row] !== wanted) found[row] = 0;
    }
  }
  return markedRows(found);
}

function markedRows(marks: Marks): Uint32Array {
  let count = 0;
  for (const mark of marks) count += mark;
  const rows = new Uint32Array(count);
  let at = 0;
  for (let row = 0; row < marks.length; row += 1) {
    if (marks[row] === 1) {
      rows[at] = row;
      at += 1;
    }
  }
  return rows;
}

/** Merges all excluded words into one condition: excluding each is excluding any. */
function merged(conditions: readonly Condition[]): readonly Condition[] {
  const absent = conditions.filter(({ kind, not }) => kind === 'words' && not);
  if (absent.length < 2) return conditions;
  const any = absent.flatMap((condition) => (condition.kind === 'words' ? condition.any : []));
  const others = conditions.filter((condition) => !absent.includes(condition));
  return [...others, { kind: 'words', not: true, any }];
}

function marksOf(condition: Condition, table: Table, searchContext: SearchContext): Marks {
  switch (condition.kind) {
    case 'words': {
      const look = lookFor(condition.any, table.lexicon);
      return markNames(table, look, markSearched(table.property, look));
    }
    case 'text':
      return markText(condition.key, lookFor(condition.any, table.lexicon), table);
    case 'choice':
      return markChoice(condition.key, new Set(condition.any), table);
    case 'number': {
      const ranges = condition.any.map(rangeOf);
      if (condition.key === 'rent') return markShared(table.property, rentIn(ranges));
      const isShare = condition.key === 'completion' && searchContext.completionMax === 1;
      const column = table[condition.key];
      return markRanges(isShare ? column.map(percentOf) : column, ranges);
    }
    case 'age': {
      const column = condition.key === 'age' ? table.created : table.touched;
      return markRanges(
        column,
        condition.any.map((age) => rangeOfAge(age, searchContext)),
      );
    }
    case 'date':
      return markRanges(
        table[condition.key],
        condition.any.map((date) => rangeOfDate(date, searchContext)),
      );
    case 'flag':
      return markFlag(table.archived, condition.any);
  }
}

function markText(key: KeyOf<'text'>, look: Look, table: Table): Marks {
  switch (key) {
    case 'applicant':
      return look(table.names);
    case 'property':
      return markSearched(table.property, look);
    case 'manager':
      return markSearched(table.managers, look);
    case 'tag':
      return markSearched(table.tags, look);
  }
}

function markChoice(key: KeyOf<'choice'>, values: ReadonlySet<string | null>, table: Table): Marks {
  return key === 'category'
    ? markShared(table.property, ({ category }) => values.has(category))
    : markShared<string | null>(table[key], (value) => values.has(value));
}

/** Tests each distinct value once, however many rows share it. */
function markShared<Value>(
  { distinct, at }: SharedColumn<Value>,
  test: (value: Value) => boolean,
): Marks {
  const answers = new Uint8Array(distinct.length);
  for (const [place, value] of distinct.entries()) answers[place] = test(value) ? 1 : 0;
  return spread(answers, at);
}

/** Gives each row the result of its distinct value. */
function spread(answers: Uint8Array, at: Uint32Array): Marks {
  const marks = new Uint8Array(at.length);
  for (let row = 0; row < marks.length; row += 1) marks[row] = answers[at[row] ?? 0] ?? 0;
  return marks;
}

/** Range by range: a loop with one comparison is faster than one with many. */
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
    const value = column[row] ?? Number.NaN;
    // A value that could not be read is neither.
    if (value !== Infinity) marks[row] = Number.isNaN(value) ? ifAbsent : ifPresent;
  }
  return marks;
}

function markSearched<Value>({ words, at }: SearchedColumn<Value>, look: Look): Marks {
  return spread(look(words), at);
}

/** Adds a mark where an applicant's name matches. */
function markNames({ names }: Table, look: Look, marks: Marks): Marks {
  const found = look(names);
  for (let row = 0; row < marks.length; row += 1) {
    if (found[row] === 1) marks[row] = 1;
  }
  return marks;
}

function rentIn(ranges: readonly Range[]): (property: Property) => boolean {
  return ({ rent }) =>
    rent !== null &&
    ranges.some(({ from, to, except }) => rent >= from && rent <= to && rent !== except);
}

/** A share of one in percent, without binary rounding: 0.57 is 57, not 56.99999999999999. */
function percentOf(share: number): number {
  return Math.round(share * 1e8) / 1e6;
}

/** The person who searches: days are those of their zone. */
export interface Searcher {
  /** IANA name. */
  readonly zone: string;
  readonly workingDays: WorkingDays;
}

/**
 * The context of a snapshot. Ages are counted from its end, so that a list is the same when its
 * pages are turned.
 */
export function searchContextOf(
  { endedAt, completionMax }: Snapshot,
  searcher: Searcher,
): SearchContext {
  const { zone, workingDays } = searcher;
  return { nowMs: endedAt, zone, workingDays, completionMax };
}

/** Whether two contexts give the same results. */
export function isSameContext(one: SearchContext, other: SearchContext): boolean {
  return (
    one.nowMs === other.nowMs &&
    one.zone === other.zone &&
    one.workingDays === other.workingDays &&
    one.completionMax === other.completionMax
  );
}

/**
 * The rows whose files have that exact e-mail address among their managers, ignoring case. No query
 * can express it: addresses must not be stored in buttons or saved views.
 */
export function rowsManagedBy(rows: Uint32Array, table: Table, email: string): Uint32Array {
  const wanted = plain(email);
  const { distinct, at } = table.managers;
  const answers = Uint8Array.from(distinct, ({ names }) =>
    wanted !== '' && names.some((name) => plain(name) === wanted) ? 1 : 0,
  );
  return rows.filter((row) => answers[at[row] ?? 0] === 1);
}

function plain(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/**
 * A test of single entries, such as those that just changed. For a whole snapshot, `findRows` is
 * some hundred times faster.
 */
export function matcherOf(query: Query, searchContext: SearchContext): (entry: Entry) => boolean {
  return (entry) => findRows(query, tableOf([entry]), searchContext).length === 1;
}
