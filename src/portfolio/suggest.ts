import { fold } from '../lib/text.ts';
import { AWAITING } from './awaiting.ts';
import type { Entry } from './entry.ts';
import { likeliestOf } from './preference.ts';
import { type Asking, findRows } from './query/find.ts';
import { sortedPage } from './query/page.ts';
import type { Table } from './query/table.ts';
import type { Reading } from './reading.ts';
import { rowsReferredTo } from './references.ts';

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
  reading: Reading,
  asking: Asking,
  max: number,
): readonly Entry[] {
  const { table, rows } = reading;
  const row = rows.get(text.trim());
  const exact = row === undefined ? undefined : table.entries[row];
  if (exact !== undefined) return [exact];
  const words = wordsOf(text);
  if (words.length === 0) return longestIn(table, asking).slice(0, max);
  if (words.length > WORDS_MAX) return [];
  const conditions = words.map((word) => ({ kind: 'words', not: false, any: [word] }) as const);
  const found = findRows({ conditions, sort: null }, table, asking);
  return likeliestOf(table, found.length > 0 ? found : rowsReferredTo(text, table), max);
}

/** The words that somebody typed who did not write a query: no sign among them means anything. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => fold(word) !== '');
}

function longestIn(table: Table, asking: Asking): readonly Entry[] {
  const known = longest.get(table);
  if (known) return known;
  const rows = findRows({ conditions: AWAITING, sort: null }, table, asking);
  const entries = sortedPage(table, rows, 'oldest', 0, LONGEST_MAX);
  longest.set(table, entries);
  return entries;
}
