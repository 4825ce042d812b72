import { AWAITING } from './awaiting.ts';
import type { Entry } from './entry.ts';
import { preferenceOf } from './preference.ts';
import { type Asking, findRows } from './query/find.ts';
import { fold } from './query/fold.ts';
import { sortedPage } from './query/page.ts';
import { holdsPhrase, type Phrase, phrasesOf } from './query/phrases.ts';
import type { Table } from './query/table.ts';
import type { Reading } from './reading.ts';

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
  return words.length > WORDS_MAX ? [] : holding(phrasesOf(words), table, max);
}

/** The words that somebody typed who did not write a query: no sign among them means anything. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => fold(word) !== '');
}

/** Looks at one file after the other, and no further than it must. */
function holding(phrases: readonly Phrase[], table: Table, max: number): readonly Entry[] {
  const { rows, initials, pairs } = preferenceOf(table);
  const initialsWanted = phrases.reduce((bits, phrase) => bits | phrase.initials, 0);
  const pairsWanted = phrases.reduce((bits, phrase) => bits | phrase.pairs, 0);
  const tests = phrases.map((phrase) => createTest(phrase, table));
  const found: Entry[] = [];
  for (let place = 0; place < rows.length && found.length < max; place += 1) {
    const isPossible =
      ((pairs[place] ?? 0) & pairsWanted) === pairsWanted &&
      ((initials[place] ?? 0) & initialsWanted) === initialsWanted;
    const row = rows[place] ?? 0;
    const entry = isPossible && tests.every((holds) => holds(row)) ? table.entries[row] : undefined;
    if (entry) found.push(entry);
  }
  return found;
}

/** Tells whether the file of a row holds a phrase. Columns say no without going to the file. */
function createTest(phrase: Phrase, table: Table): (row: number) => boolean {
  const { names, initials, pairs, property } = table;
  const answers: (boolean | undefined)[] = Array(property.distinct.length);

  function isInProperty(place: number): boolean {
    const about = property.distinct[place];
    const answer = answers[place] ?? (about !== undefined && holdsPhrase(about, phrase));
    answers[place] = answer;
    return answer;
  }

  return (row) =>
    isInProperty(property.at[row] ?? 0) ||
    (((pairs[row] ?? 0) & phrase.pairs) === phrase.pairs &&
      ((initials[row] ?? 0) & phrase.initials) === phrase.initials &&
      (names[row] ?? '').includes(phrase.begun));
}

function longestIn(table: Table, asking: Asking): readonly Entry[] {
  const known = longest.get(table);
  if (known) return known;
  const rows = findRows({ conditions: AWAITING, sort: null }, table, asking);
  const entries = sortedPage(table, rows, 'oldest', 0, LONGEST_MAX);
  longest.set(table, entries);
  return entries;
}
