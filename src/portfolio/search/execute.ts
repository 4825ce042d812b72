import { fold } from '../../lib/text.ts';
import { type WorkingDays, dateOf } from '../calendar.ts';
import { UNREADABLE_DATE } from '../entry.ts';
import { isAwaiting, type Readiness, readinessIn } from '../lifecycle.ts';
import { PARTS } from '../query/keys/parts.ts';
import type { AgeKey, ChoiceKey, DateKey, FlagKey, Stage, Times } from '../query/keys/row.ts';
import type { Side } from '../query/periods.ts';
import {
  type Comparison,
  type Condition,
  KEYS,
  type KeyOf,
  type Query,
  daysCompared,
  isShare,
  keysOfKind,
} from '../query/query.ts';
import { valueInQuery, type ServedValues } from '../query/values.ts';
import { flagAlone, translated, valuesNamed } from '../query/vocabulary/index.ts';
import type { Snapshot } from '../snapshot.ts';
import {
  type Look,
  type Moment,
  type Range,
  isWithin,
  lookFor,
  markRanges,
  percentOf,
  rangeOf,
  rangeOfAge,
  rangeOfDate,
  rangeOfPercent,
} from './matchers.ts';
import {
  type FileHistory,
  type FileTriage,
  markPeople,
  markSnoozed,
  pastColumn,
} from './recorded.ts';
import { type Marks, markIdentified, markIds, plain, spread } from './sources.ts';
import type { SearchedColumn, Table } from './table.ts';

/** The context of a query: time, zone, the scale of completion, and what was seen before. */
export interface SearchContext extends Moment {
  readonly completionMax: 1 | 100;
  /** `null` while nothing is recorded. */
  readonly history: FileHistory | null;
  /** `null` while it is not known. */
  readonly triage: FileTriage | null;
  /** Slack id of the person who searches; `null` where nobody in particular does. */
  readonly readerId: string | null;
}

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
    case 'words':
      return markWords(condition.any, table);
    case 'text':
      return markText(condition.key, condition.any, table);
    case 'choice': {
      const values = new Set(condition.any.map(valueInQuery));
      const { source }: ChoiceKey = KEYS[condition.key];
      return source === null
        ? markStages(values, table, searchContext)
        : source(table, (value) => value !== null && values.has(valueInQuery(value)));
    }
    case 'number': {
      const { key } = condition;
      const ranges = condition.any.map(isShare(key) ? rangeOfPercent : rangeOf);
      if (key === 'score') return markRanges(table.score, ranges);
      const percent = (rate: number) => percentOf(rate, searchContext.completionMax);
      if (key === 'completion') return markRanges(table.completion.map(percent), ranges);
      const shown = isShare(key) ? percent : Number;
      return KEYS[key].source(table, (value) => value !== null && isWithin(shown(value), ranges));
    }
    case 'age': {
      const row: AgeKey = KEYS[condition.key];
      const ranges = condition.any.map((age) => rangeOfAge(age, searchContext));
      const marks = markTimes(row, ranges, table, searchContext);
      if (row.isOfAwaiting !== true) return marks;
      return marks.map((mark, at) => (mark === 1 && awaitsIn(table, at) ? 1 : 0));
    }
    case 'date': {
      const { any } = condition;
      const row: DateKey = KEYS[condition.key];
      if ('source' in row) {
        const tests = any.map((one) => testOfDate(one, row.side, searchContext));
        return row.source(table, (date) => {
          if (date === null || date === UNREADABLE_DATE) return false;
          return tests.some((test) => test(date));
        });
      }
      const ranges = any.map((date) => rangeOfDate(date, searchContext));
      return markTimes(row, ranges, table, searchContext);
    }
    case 'flag': {
      const { any } = condition;
      const { source }: FlagKey = KEYS[condition.key];
      if (source === null) return markSnoozed(any, table, searchContext, searchContext.nowMs);
      return source(table, (flag) => flag !== null && any.includes(flag));
    }
    case 'person':
      return markPeople(condition, table, searchContext);
    case 'part': {
      const { isGiven } = KEYS[condition.key];
      return anyOf(
        condition.any.map((part) => PARTS[part].source(table, (has) => has === isGiven)),
        table,
      );
    }
  }
}

/** The instants between which a condition asks for times or ages, in epoch milliseconds. */
export function timesAsked(condition: Condition, moment: Moment): readonly number[] {
  const ranges =
    condition.kind === 'age'
      ? condition.any.map((age) => rangeOfAge(age, moment))
      : condition.kind === 'date'
        ? condition.any.map((date) => rangeOfDate(date, moment))
        : [];
  return ranges.flatMap(({ from, to }) => [from, to]);
}

/** Marks the files with a time in one of some ranges. */
function markTimes(
  row: Times,
  ranges: readonly Range[],
  table: Table,
  { history }: SearchContext,
): Marks {
  if ('past' in row) return markRanges(pastColumn(row.past, table, history).times, ranges);
  return row.times(table, (ms) => ms !== null && Number.isFinite(ms) && isWithin(ms, ranges));
}

/** Whether the file of a row awaits a decision. */
function awaitsIn({ entries }: Table, row: number): boolean {
  const entry = entries[row];
  return entry !== undefined && isAwaiting(entry);
}

/** What a stage is called where its files are counted. */
const STAGES: Readonly<Record<Readiness, Stage | null>> = {
  ready: 'READY',
  review: 'IN_REVIEW',
  waiting: 'WAITING_FOR_DOCUMENTS',
  others: null,
};

/** Files that await a decision, in one of some stages. */
function markStages(
  stages: ReadonlySet<string>,
  table: Table,
  { completionMax }: SearchContext,
): Marks {
  const readinessOf = readinessIn({ table, completionMax });
  return Uint8Array.from(table.entries, (_, row) =>
    awaitsIn(table, row) && stages.has(STAGES[readinessOf(row)] ?? '') ? 1 : 0,
  );
}

/** Free words: every text that a card shows, and the words for what it shows as a value. */
function markWords(texts: readonly string[], table: Table): Marks {
  const look = lookFor(texts, table.lexicon);
  return anyOf(
    [
      look(table.names),
      markSearched(table.property, look),
      markSearched(table.managers, look),
      markSearched(table.propertyManagers, look),
      markSearched(table.tags, look),
      markIdentified(texts, table),
      ...markTranslated(texts, table),
      ...texts.flatMap((text) => markValuesNamed(text, table)),
    ],
    table,
  );
}

/** Profiles and guarantors, in the words of either language. */
function markTranslated(texts: readonly string[], table: Table): readonly (Marks | null)[] {
  const look = lookFor(translated(texts), table.lexicon);
  return [markSearched(table.profiles, look), look(table.guarantors)];
}

/** Files with a value that has such a name, or whose value the specification does not name. */
function markValuesNamed(text: string, table: Table): readonly Marks[] {
  const isOfFiles = valuesNamed('status', text) !== undefined;
  const choices = keysOfKind('choice').flatMap((key) => {
    // “Closed” asks for closed files, not for those with an applicant who is.
    if (key === 'applicant-status' && isOfFiles) return [];
    const named = new Set<string | null>(valuesNamed(key, text) ?? servedIn(table)(key, text));
    const { source }: ChoiceKey = KEYS[key];
    return named.size === 0 || source === null ? [] : [source(table, (value) => named.has(value))];
  });
  const flags = keysOfKind('flag').flatMap((key) => {
    const flag = flagAlone(key, text);
    const { source }: FlagKey = KEYS[key];
    return flag === undefined || source === null ? [] : [source(table, (value) => value === flag)];
  });
  return [...choices, ...flags];
}

function markText(key: KeyOf<'text'>, texts: readonly string[], table: Table): Marks {
  const look = lookFor(texts, table.lexicon);
  switch (key) {
    case 'applicant':
      return look(table.names);
    case 'guarantor':
      return lookFor(translated(texts), table.lexicon)(table.guarantors);
    case 'profile':
      return anyOf(
        [markSearched(table.profiles, lookFor(translated(texts), table.lexicon))],
        table,
      );
    case 'property':
      return anyOf([markSearched(table.property, look), markIdentified(texts, table)], table);
    case 'manager':
      return anyOf(
        [markSearched(table.managers, look), markSearched(table.propertyManagers, look)],
        table,
      );
    case 'tag':
      return anyOf([markSearched(table.tags, look)], table);
    case 'file':
    case 'property-id':
    case 'applicant-id':
    case 'service-tenant':
      return markIds(key, texts, table);
  }
}

/** The rows that any of some marks has; the first marks are reused. Most columns match nothing. */
function anyOf(all: readonly (Marks | null)[], { entries }: Table): Marks {
  const [first = new Uint8Array(entries.length), ...others] = all
    .filter((marks) => marks !== null)
    .filter((marks) => marks.includes(1));
  for (const marks of others) {
    for (let row = 0; row < first.length; row += 1) if (marks[row] === 1) first[row] = 1;
  }
  return first;
}

/** A test of calendar dates, `YYYY-MM-DD`, which sort as text. */
function testOfDate(
  comparison: Comparison<string>,
  side: Side,
  { nowMs, zone }: Moment,
): (date: string) => boolean {
  const { first, last } = daysCompared(comparison, dateOf(nowMs, zone), side);
  const [firstDay, lastDay] = [first.toString(), last.toString()];
  switch (comparison.is) {
    case '>':
      return (date) => date > lastDay;
    case '>=':
      return (date) => date >= firstDay;
    case '<':
      return (date) => date < firstDay;
    case '<=':
      return (date) => date <= lastDay;
    case '=':
    case '..':
      return (date) => date >= firstDay && date <= lastDay;
  }
}

/** `null` where no value matches, so that no list of all rows is made for it. */
function markSearched<Value>({ words, at }: SearchedColumn<Value>, look: Look): Marks | null {
  const answers = look(words);
  return answers.includes(1) ? spread(answers, at) : null;
}

/** The person who searches: days are those of their zone. */
export interface Searcher {
  /** What was seen of files before; absent where that is not recorded. */
  readonly journal?: { readonly history: () => FileHistory | null } | undefined;
  /** What people do about files; absent where that is not kept. */
  readonly triage?: { readonly state: () => FileTriage | null } | undefined;
  /** Absent where nobody in particular searches. */
  readonly person?: { readonly userId: string } | undefined;
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
  const { zone, workingDays, journal, triage, person } = searcher;
  return {
    nowMs: endedAt,
    zone,
    workingDays,
    completionMax,
    // Few queries ask for it.
    get history() {
      return journal?.history() ?? null;
    },
    triage: triage?.state() ?? null,
    readerId: person?.userId ?? null,
  };
}

/** Whether two contexts give the same results. */
export function isSameContext(one: SearchContext, other: SearchContext): boolean {
  return (
    one.nowMs === other.nowMs &&
    one.zone === other.zone &&
    one.workingDays === other.workingDays &&
    one.completionMax === other.completionMax &&
    one.history?.version === other.history?.version
  );
}

/**
 * The rows whose files, or their properties, have exactly that manager, ignoring case: an e-mail
 * address, an id or a name. No query can express it: addresses must not be stored in saved views.
 */
export function rowsManagedBy(rows: Uint32Array, table: Table, manager: string): Uint32Array {
  const wanted = plain(manager);
  const has = ({ distinct, at }: Pick<Table['managers'], 'distinct' | 'at'>) => {
    const answers = Uint8Array.from(distinct, ({ names }) =>
      wanted !== '' && names.some((name) => plain(name) === wanted) ? 1 : 0,
    );
    return (row: number) => answers[at[row] ?? 0] === 1;
  };
  const ofFile = has(table.managers);
  const ofItsProperty = has(table.propertyManagers);
  return rows.filter((row) => ofFile(row) || ofItsProperty(row));
}

type Named = ReadonlyMap<string, readonly string[]>;

/** Values of each key by their folded spelling, found once per table. */
const served = new WeakMap<Table, Map<KeyOf<'choice'>, Named>>();

/**
 * The values that files have, ignoring case and punctuation: `on appeal` gives `ON_APPEAL`. Without a
 * table there are none.
 */
export function servedIn(table: Table | undefined): ServedValues {
  return (key, word) => (table === undefined ? [] : (namedIn(table, key).get(fold(word)) ?? []));
}

function namedIn(table: Table, key: KeyOf<'choice'>): Named {
  const known = served.getOrInsertComputed(table, () => new Map());
  return known.getOrInsertComputed(key, () => valuesOf(table, key));
}

function valuesOf(table: Table, key: KeyOf<'choice'>): Named {
  const values = new Set<string>();
  const { source }: ChoiceKey = KEYS[key];
  source?.(table, (value) => {
    if (value !== null) values.add(value);
    return false;
  });
  return Map.groupBy(values, fold);
}
