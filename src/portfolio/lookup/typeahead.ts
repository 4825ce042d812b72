import { fold } from '../../lib/text.ts';
import type { Entry } from '../entry.ts';
import { AWAITING, AWAITING_DECISIONS, STATUS_OVER } from '../lifecycle.ts';
import { findRows, type SearchContext } from '../search/execute.ts';
import { entriesAt, READY, sortedPage, sortRows } from '../search/sort.ts';
import type { Table } from '../search/table.ts';
import type { Snapshot } from '../snapshot.ts';
import { rowsReferredTo } from './references.ts';

/** Max words of a search for one file. */
const WORDS_MAX = 40;
/** Max options of a Slack select menu. */
const LONGEST_MAX = 100;

const longest = new WeakMap<Table, readonly Entry[]>();

/**
 * Suggestions for typed text, likeliest first: files that contain all words. Without text, the
 * files that have awaited a decision longest.
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

/** The words of typed text, in which no character is query syntax. */
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

/** Groups of files by likelihood; the newest come first in each. */
const [READY_GROUP, AWAITING_GROUP, REST, ARCHIVED] = [0, 1, 2, 3];
const GROUPS = [READY_GROUP, AWAITING_GROUP, REST, ARCHIVED];

/** The likeliest entries of the rows, `max` at most. */
export function likeliestOf(table: Table, rows: Uint32Array, max: number): readonly Entry[] {
  const groupOf = groupingOf(table);
  const groups = GROUPS.map((): number[] => []);
  for (const row of sortRows(table, rows, 'newest')) {
    const group = groups[groupOf(row)];
    if (group && group.length < max) group.push(row);
  }
  return entriesAt(table, Uint32Array.from(groups.flat().slice(0, max)));
}

function groupingOf({ decision, status, archived }: Table) {
  const groups = decision.distinct.map((value) =>
    value === READY ? READY_GROUP : AWAITING_DECISIONS.includes(value) ? AWAITING_GROUP : REST,
  );
  const over = status.distinct.indexOf(STATUS_OVER);
  return (row: number): number => {
    if (!Number.isNaN(archived[row])) return ARCHIVED;
    return status.at[row] === over ? REST : (groups[decision.at[row] ?? 0] ?? REST);
  };
}
