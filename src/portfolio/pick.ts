import type { Answers } from './asked.ts';
import type { Entry } from './entry.ts';
import { likeliestOf } from './preference.ts';
import type { Asking } from './query/find.ts';
import type { Table } from './query/table.ts';
import type { Reading } from './reading.ts';
import { rowsReferredTo } from './references.ts';
import { wordsOf } from './suggest.ts';

/** Files that somebody may mean. */
export interface Several {
  readonly total: number;
  /** So many of them at most, the likeliest first. */
  readonly likeliest: (max: number) => readonly Entry[];
}

/** Which files somebody means. */
export type Picked =
  | { readonly kind: 'one'; readonly entry: Entry }
  | ({ readonly kind: 'several' } & Several)
  /** An id that the reading does not hold: the file may be newer than it. */
  | { readonly kind: 'unheld'; readonly id: string }
  | { readonly kind: 'none' };

const WORDS_MAX = 40;
const TEXT_LENGTH_MAX = 500;
/** Longer than any link, and short enough to look at from every place in it. */
const LINK_LENGTH_MAX = 3_000;
const ID_LENGTH_MAX = 100;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WRAPPING = /^[\s"'`“”„«»<]+|(?<![\s"'`“”„«»>])[\s"'`“”„«»>]+$/gu;
const NONE: Picked = { kind: 'none' };
/** As lists of words have it: an answer is remembered with its order. */
const LIST_SORT = 'newest';

/**
 * What somebody means who asks for one file: its id, a link to it, the reference of its property,
 * or else words that it holds. An answer comes of any text.
 *
 * @param idIn the id in a link to a rental file; `null` in any other text
 * @param answers remember what words find: a list of the same words finds it there
 */
export function pickFiles(
  text: string,
  reading: Reading,
  asking: Asking,
  idIn: (text: string) => string | null,
  answers: Answers,
): Picked {
  if (text.length > LINK_LENGTH_MAX) return NONE;
  const bare = unwrapped(text);
  const linked = idIn(text);
  const ids = [text.trim(), bare, bare.toLowerCase(), ...(linked === null ? [] : [linked])];
  const entry = entryOfAny(ids, reading);
  if (entry !== undefined) return { kind: 'one', entry };
  const unheld = linked ?? (UUID.test(bare) ? bare.toLowerCase() : null);
  if (unheld !== null) return unheld.length > ID_LENGTH_MAX ? NONE : { kind: 'unheld', id: unheld };
  if (text.length > TEXT_LENGTH_MAX) return NONE;
  const { table } = reading;
  const referred = rowsReferredTo(bare, table);
  return pickedOf(
    table,
    referred.length > 0 ? referred : rowsHolding(text, reading, asking, answers),
  );
}

/** A text without what people and keyboards put around an id: quotes, brackets, spaces. */
export function unwrapped(text: string): string {
  return text.trim().replace(WRAPPING, '');
}

function entryOfAny(ids: readonly string[], { rows, table }: Reading): Entry | undefined {
  const row = ids.map((id) => rows.get(id)).find((found) => found !== undefined);
  return row === undefined ? undefined : table.entries[row];
}

function pickedOf(table: Table, rows: Uint32Array): Picked {
  const [first] = rows;
  const entry = first === undefined ? undefined : table.entries[first];
  if (entry === undefined) return NONE;
  if (rows.length === 1) return { kind: 'one', entry };
  const likeliest = (max: number) => likeliestOf(table, rows, max);
  return { kind: 'several', total: rows.length, likeliest };
}

function rowsHolding(
  text: string,
  reading: Reading,
  asking: Asking,
  answers: Answers,
): Uint32Array {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > WORDS_MAX) return new Uint32Array();
  const conditions = words.map((word) => ({ kind: 'words', not: false, any: [word] }) as const);
  return answers.find(reading, { conditions, sort: LIST_SORT }, asking).rows;
}
