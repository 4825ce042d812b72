import { fold } from '../lib/text.ts';
import type { Entry } from './entry.ts';
import { AWAITING, AWAITING_DECISIONS, STATUS_OVER } from './lifecycle.ts';
import { rowsReferredTo } from './references.ts';
import { findRows, type SearchContext } from './search/execute.ts';
import { READY, sortedPage } from './search/sort.ts';
import type { Table } from './search/table.ts';
import type { Snapshot } from './snapshot.ts';

/** More words than anybody types to find one file. */
const WORDS_MAX = 40;
/** So many options a menu of Slack's takes. */
const LONGEST_MAX = 100;

const longest = new WeakMap<Table, readonly Entry[]>();

/**
 * The files that somebody may mean who has typed so much, the likeliest first: of those that hold
 * all words, `max` at most. Before anything is typed, those that await a decision longest.
 *
 * @param max at most 100
 */
export function suggestFiles(
  text: string,
  snapshot: Snapshot,
  searchContext: SearchContext,
  max: number,
): readonly Entry[] {
  const { table, rows } = snapshot;
  const row = rows.get(text.trim());
  const exact = row === undefined ? undefined : table.entries[row];
  if (exact !== undefined) return [exact];
  const words = wordsOf(text);
  if (words.length === 0) return longestIn(table, searchContext).slice(0, max);
  if (words.length > WORDS_MAX) return [];
  const conditions = words.map((word) => ({ kind: 'words', not: false, any: [word] }) as const);
  const found = findRows({ conditions, sort: null }, table, searchContext);
  return likeliestOf(table, found.length > 0 ? found : rowsReferredTo(text, table), max);
}

/** The words that somebody typed who did not write a query: no sign among them means anything. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => fold(word) !== '');
}

function longestIn(table: Table, searchContext: SearchContext): readonly Entry[] {
  const known = longest.get(table);
  if (known) return known;
  const rows = findRows({ conditions: AWAITING, sort: null }, table, searchContext);
  const entries = sortedPage(table, rows, 'oldest', 0, LONGEST_MAX);
  longest.set(table, entries);
  return entries;
}

const MINUTE_MS = 60_000;
// Two bits of group, 26 of minutes (127 years) and 25 of row make 53: a number that is exact.
const ROWS = 2 ** 25;
const MINUTES = 2 ** 26;

const preferences = new WeakMap<Table, Uint32Array>();

/**
 * Rows in the order in which people look for files: first those that are ready to decide, then those that await a decision otherwise, the rest,
 * and what is archived; the newest first among each. It is found once for a table.
 */
function preferenceOf(table: Table): Uint32Array {
  const known = preferences.get(table);
  if (known) return known;
  const made = rowsInOrder(table);
  preferences.set(table, made);
  return made;
}

/** The entries of those rows that people most likely look for, `max` at most. */
export function likeliestOf(table: Table, rows: Uint32Array, max: number): readonly Entry[] {
  const isFound = new Uint8Array(table.entries.length);
  for (const row of rows) isFound[row] = 1;
  const entries: Entry[] = [];
  for (const row of preferenceOf(table)) {
    if (entries.length >= Math.min(max, rows.length)) break;
    const entry = table.entries[row];
    if (isFound[row] === 1 && entry !== undefined) entries.push(entry);
  }
  return entries;
}

/** One number holds all that is compared, and numbers alone are sorted ten times as fast. */
function rowsInOrder({ entries, decision, status, created, archived }: Table): Uint32Array {
  const groups = Uint8Array.from(decision.distinct, (value) =>
    value === READY ? 0 : AWAITING_DECISIONS.includes(value) ? 1 : 2,
  );
  const isOver = Uint8Array.from(status.distinct, (value) => (value === STATUS_OVER ? 1 : 0));
  const keys = new Float64Array(entries.length);
  for (let row = 0; row < keys.length; row += 1) {
    const isPresent = Number.isNaN(archived[row]);
    const isOpen = isOver[status.at[row] ?? 0] === 0;
    const group = isPresent && isOpen ? (groups[decision.at[row] ?? 0] ?? 2) : isPresent ? 2 : 3;
    const createdMs = created[row] ?? Number.NaN;
    const minutes = Number.isNaN(createdMs) ? 0 : createdMs / MINUTE_MS + MINUTES / 2;
    const age = MINUTES - 1 - Math.min(MINUTES - 1, Math.max(0, Math.floor(minutes)));
    keys[row] = (group * MINUTES + age) * ROWS + row;
  }
  keys.sort();
  const rows = new Uint32Array(keys.length);
  for (let place = 0; place < rows.length; place += 1) rows[place] = (keys[place] ?? 0) % ROWS;
  return rows;
}
