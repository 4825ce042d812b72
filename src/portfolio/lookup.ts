import { fold, isUuid } from '../lib/text.ts';
import type { Entry } from './entry.ts';
import { READY, AWAITING, AWAITING_DECISIONS, STATUS_CLOSED } from './lifecycle.ts';
import { isSmall, PHRASES } from './phrases/grammar/tables.ts';
import type { Query } from './query/query.ts';
import { type SearchContext, findRows } from './search/execute.ts';
import { entriesAt, sortRows, sortedPage, type SearchCache } from './search/results.ts';
import { ascending } from './search/sort.ts';
import { isPresentIn } from './search/sources.ts';
import { numbersIn, type Table } from './search/table.ts';
import { END, endsWith } from './search/word-index.ts';
import type { Snapshot } from './snapshot.ts';

/** Max length of a reference; longer texts are none. */
const LENGTH_MAX = 100;
const NO_ROWS = new Uint32Array();

/** Places of properties in the table, by reference without spaces; one index per table. */
const closedUp = new WeakMap<Table, ReadonlyMap<string, readonly number[]>>();

/**
 * Rows of the properties with a reference, ignoring case, accents and punctuation: those with the
 * same words, `gr 0101` for `GR-0101`; without any, those with the same letters and digits,
 * `GR0101`; and without any of those, `gr 101`.
 */
export function rowsReferredTo(reference: string, table: Table): Uint32Array {
  const wanted = fold(reference);
  if (wanted === '' || reference.length > LENGTH_MAX) return NO_ROWS;
  const places = placesOf(wanted, table);
  if (places.size === 0) return NO_ROWS;
  const { at } = table.property;
  return ascending(at.length).filter((row) => places.has(at[row] ?? 0));
}

/**
 * The reference that a text is in any spelling, as served; `null` for none. One of thousands of accents
 * is written without them, as no query can hold it.
 */
export function referenceMeant(text: string, table: Table): string | null {
  const [row] = rowsReferredTo(unwrapped(text), table);
  const reference = row === undefined ? null : (table.entries[row]?.property.reference ?? null);
  return reference !== null && reference.length > LENGTH_MAX ? fold(reference) : reference;
}

/** Places of those properties. The last text of a place is the reference. */
function placesOf(wanted: string, table: Table): ReadonlySet<number> {
  const { property, lexicon } = table;
  const { words } = property;
  const numbers = numbersIn(wanted, lexicon);
  const last = numbers.at(-1) ?? END;
  const isPresent = isPresentIn(property);
  const places = new Set<number>();
  if (!numbers.includes(END)) {
    for (const place of [...words.packed.holding(last), ...words.changed.keys()]) {
      if (isPresent[place] === 1 && endsWith(words, place, numbers)) places.add(place);
    }
  }
  if (places.size > 0 || !/\d/.test(wanted)) return places;
  const closed = wanted.replaceAll(' ', '');
  const known = closedUp.getOrInsertComputed(table, closeUp);
  return new Set(known.get(closed) ?? known.get(SHORTENED + closed.replace(ZEROS, '')));
}

/** Before a reference without the zeros that people leave out of it: `mo169` of `mo0169`. */
const SHORTENED = ' ';
const ZEROS = /(?<=^[a-z]+)0+(?=\d)/u;

function closeUp(table: Table): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  const isPresent = isPresentIn(table.property);
  for (const [place, { reference }] of table.property.distinct.entries()) {
    if (isPresent[place] !== 1) continue;
    const letters = fold(reference ?? '').replaceAll(' ', '');
    if (letters === '') continue;
    for (const key of [letters, SHORTENED + letters.replace(ZEROS, '')]) {
      places.getOrInsertComputed(key, () => []).push(place);
    }
  }
  return places;
}

/** Files that a text may refer to. */
export interface Candidates {
  readonly total: number;
  /** The likeliest of them first. */
  readonly likeliest: (max: number) => readonly Entry[];
}

/** The files that a text refers to. */
export type Resolved =
  | { readonly kind: 'one'; readonly entry: Entry }
  | ({ readonly kind: 'several' } & Candidates)
  /** A valid id that the snapshot lacks: the file may be newer. */
  | { readonly kind: 'unheld'; readonly id: string }
  | { readonly kind: 'none' };

/** Max words of a search for one file. */
const WORDS_MAX = 40;
const TEXT_LENGTH_MAX = 500;
/** Longer than any link, and short enough to search from every position. */
const LINK_LENGTH_MAX = 3_000;
const ID_LENGTH_MAX = 100;
const WRAPPING = /^[\s"'`“”„«»<]+|(?<![\s"'`“”„«»>])[\s"'`“”„«»>]+$/gu;
const NONE: Resolved = { kind: 'none' };
/** The order of lists of words: cached results are stored with their order. */
const LIST_SORT = 'newest';

/**
 * Resolves the file that a text refers to: an id, a link, the reference of a property, or words.
 * Any text gives a result.
 *
 * @param idIn the id in a link to a rental file; `null` for any other text
 * @param answers cache of searches, shared with lists
 */
export function resolveFiles(
  text: string,
  snapshot: Snapshot,
  searchContext: SearchContext,
  idIn: (text: string) => string | null,
  answers: SearchCache,
): Resolved {
  if (text.length > LINK_LENGTH_MAX) return NONE;
  const bare = unwrapped(text);
  const linked = idIn(text);
  const ids = [text.trim(), bare, bare.toLowerCase(), ...(linked === null ? [] : [linked])];
  const entry = entryOfAny(ids, snapshot);
  if (entry !== undefined) return { kind: 'one', entry };
  const unheld = linked ?? (isUuid(bare) ? bare.toLowerCase() : null);
  if (unheld !== null) return unheld.length > ID_LENGTH_MAX ? NONE : { kind: 'unheld', id: unheld };
  if (text.length > TEXT_LENGTH_MAX) return NONE;
  const { table } = snapshot;
  const referred = rowsReferredTo(bare, table);
  return pickedOf(
    table,
    referred.length > 0 ? referred : rowsHolding(text, snapshot, searchContext, answers),
  );
}

/**
 * A text without the characters that people and keyboards put around ids: quotes, brackets, spaces.
 */
export function unwrapped(text: string): string {
  return text.trim().replace(WRAPPING, '');
}

function entryOfAny(ids: readonly string[], { rows, table }: Snapshot): Entry | undefined {
  const row = ids.map((id) => rows.get(id)).find((found) => found !== undefined);
  return row === undefined ? undefined : table.entries[row];
}

function pickedOf(table: Table, rows: Uint32Array): Resolved {
  const [first] = rows;
  const entry = first === undefined ? undefined : table.entries[first];
  if (entry === undefined) return NONE;
  if (rows.length === 1) return { kind: 'one', entry };
  const likeliest = (max: number) => likeliestOf(table, rows, max);
  return { kind: 'several', total: rows.length, likeliest };
}

function rowsHolding(
  text: string,
  snapshot: Snapshot,
  searchContext: SearchContext,
  answers: SearchCache,
): Uint32Array {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > WORDS_MAX) return NO_ROWS;
  const rowsHaving = (all: readonly (readonly string[])[]) => {
    const conditions = all.map((any) => ({ kind: 'words', not: false, any }) as const);
    return answers.find(snapshot, { conditions, sort: LIST_SORT }, searchContext).rows;
  };
  const rowsOf = (all: readonly string[]) => rowsHaving(all.map((word) => [word]));
  const small = words.filter((word) => isSmall(word));
  const { entries } = snapshot.table;
  if (small.length === 0) {
    const found = rowsOf(words);
    // “Loïc Marchand”, unlike a Loïc Roux who applies with a Jérôme Marchand
    const called =
      found.length > NAMED_MAX ? NO_ROWS : found.filter((row) => isCalled(words, entries[row]));
    return called.length > 0 ? called : found;
  }
  const all = rowsOf(words);
  // `the` is the beginning of Théo, and `le` a part of Le Gall.
  const named =
    all.length > NAMED_MAX ? NO_ROWS : all.filter((row) => standsInNames(words, entries[row]));
  const alternatives = alternativesIn(words, small);
  return named.length > 0 || alternatives.length === 0 ? named : rowsHaving(alternatives);
}

/** The words that are not small; those on both sides of an “or” are alternatives. */
function alternativesIn(words: readonly string[], small: readonly string[]): string[][] {
  const alternatives: string[][] = [];
  let isOr = false;
  for (const word of words) {
    // “Urgent or in Nice”
    if (small.includes(word)) {
      isOr ||= PHRASES.or.has(word);
      continue;
    }
    const last = alternatives.at(-1);
    if (last !== undefined && isOr) last.push(word);
    else alternatives.push([word]);
    isOr = false;
  }
  return alternatives;
}

/** Max files whose names are compared word by word. */
const NAMED_MAX = 100;

/** Whether somebody who applies, or stands surety, has these words as the whole name, in any order. */
function isCalled(words: readonly string[], entry: Entry | undefined): boolean {
  if (entry === undefined) return false;
  const wanted = fold(words.join(' ')).split(' ').toSorted().join(' ');
  const { applicants, guarantors } = entry;
  return [
    ...applicants.map(({ firstName, lastName }) => `${firstName ?? ''} ${lastName ?? ''}`),
    ...guarantors.split('\n'),
  ].some((name) => fold(name).split(' ').toSorted().join(' ') === wanted);
}

/**
 * Whether each small word stands in a name of the file beside the word that was typed beside it, as in
 * `le gall`.
 */
function standsInNames(words: readonly string[], entry: Entry | undefined): boolean {
  if (entry === undefined) return false;
  const { property, applicants, guarantors, managers, tags } = entry;
  const names = [
    property.title,
    property.reference,
    ...applicants.map(({ firstName, lastName }) => `${firstName ?? ''} ${lastName ?? ''}`),
    ...guarantors.split('\n'),
    ...managers.names,
    ...tags.names,
  ].map((name) => ` ${fold(name ?? '')} `);
  const stands = (one: string | undefined, other: string | undefined) =>
    one !== undefined &&
    other !== undefined &&
    names.some((name) => name.includes(` ${fold(`${one} ${other}`)}`));
  return words.every(
    (word, at) => !isSmall(word) || stands(word, words[at + 1]) || stands(words[at - 1], word),
  );
}

/** The files that a query finds, as those that a text refers to. */
export function filesOf(
  query: Query,
  snapshot: Snapshot,
  searchContext: SearchContext,
  answers: SearchCache,
): Resolved {
  const { rows } = answers.find(snapshot, { ...query, sort: LIST_SORT }, searchContext);
  return pickedOf(snapshot.table, rows);
}

/** The files that a text mentions. */
export interface Mentioned extends Candidates {
  /** The words that name them, as written, each once. */
  readonly names: readonly string[];
}

/** Max part of a text that is searched for mentions. */
const MENTION_LENGTH_MAX = 4_000;
/** Max words of one reference, such as `LOC 2026 031 bis`. */
const NAME_WORDS_MAX = 4;
/** Min digits of a bare number: shorter ones are times or counts. */
const DIGITS_MIN = 4;
/** Separators of words that no reference contains. */
const BETWEEN = /[\s,;:!?()[\]{}"“”„«»<>|]+/u;
/** Punctuation at the edges of a word that no id contains. */
const AT_THE_EDGES = /^[.'`*_~…]+|(?<![.'`*_~…])[.'`*_~…]+$/gu;

/**
 * The files whose ids or property references occur in a longer text. Words without a digit are
 * ignored, since they are ordinary words.
 */
export function filesMentioned(text: string, { table, rows }: Snapshot): Mentioned {
  const words = plainWordsOf(text);
  const names = new Map<string, string>();
  const found = new Set<number>();

  function rowsNamed(name: string): Iterable<number> {
    const row = rows.get(name) ?? rows.get(name.toLowerCase());
    return row === undefined ? rowsReferredTo(name, table) : [row];
  }

  /** Number of words from a place that name files: as many as possible, or 0. */
  function lengthOfNameAt(place: number): number {
    for (let length = NAME_WORDS_MAX; length > 0; length -= 1) {
      const name = words.slice(place, place + length).join(' ');
      if (place + length > words.length || !isTelling(name)) continue;
      const named = [...rowsNamed(name)];
      if (named.length === 0) continue;
      names.set(fold(name), name);
      for (const row of named) found.add(row);
      return length;
    }
    return 0;
  }

  for (let place = 0; place < words.length;) place += lengthOfNameAt(place) || 1;
  const sorted = Uint32Array.from(found).toSorted();
  return {
    names: [...names.values()],
    total: sorted.length,
    likeliest: (max) => likeliestOf(table, sorted, max),
  };
}

/**
 * The part of a text that may name files, by its form alone: words with a digit, and those around
 * them. The rest of a conversation is not passed on.
 */
export function mayNameFiles(text: string): string {
  const words = plainWordsOf(text);
  const isNear = (at: number) =>
    words
      .slice(Math.max(0, at - NAME_WORDS_MAX + 1), at + NAME_WORDS_MAX)
      .some((word) => /\d/.test(word));
  return words.filter((_word, at) => isNear(at)).join(' ');
}

function plainWordsOf(text: string): string[] {
  return text
    .slice(0, MENTION_LENGTH_MAX)
    .split(BETWEEN)
    .map((word) => word.replace(AT_THE_EDGES, ''))
    .filter((word) => word !== '');
}

/** Whether a name is specific enough within a longer text, unlike `7` or `10`. */
function isTelling(name: string): boolean {
  const letters = fold(name).replaceAll(' ', '');
  return /\d/.test(letters) && (/\D/.test(letters) || letters.length >= DIGITS_MIN);
}

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
  return longest.getOrInsertComputed(table, () => {
    const rows = findRows({ conditions: AWAITING, sort: null }, table, searchContext);
    return sortedPage(table, rows, 'oldest', 0, LONGEST_MAX);
  });
}

/** Groups of files by likelihood; the newest come first in each. */
const [READY_GROUP, AWAITING_GROUP, REST, ARCHIVED] = [0, 1, 2, 3];
const GROUPS = [READY_GROUP, AWAITING_GROUP, REST, ARCHIVED];

/** The likeliest entries of the rows, `max` at most. */
function likeliestOf(table: Table, rows: Uint32Array, max: number): readonly Entry[] {
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
  const over = status.distinct.indexOf(STATUS_CLOSED);
  return (row: number): number => {
    if (!Number.isNaN(archived[row])) return ARCHIVED;
    return status.at[row] === over ? REST : (groups[decision.at[row] ?? 0] ?? REST);
  };
}
