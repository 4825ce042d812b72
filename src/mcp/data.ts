import { choiceNamed } from '../portfolio/query/vocabulary/index.ts';
import { oneLine } from '../views/block-kit.ts';

/** Everything that could be read as markup, a link or a quotation, or that is not text. */
const NO_PLAIN_TEXT = /[^\p{L}\p{M}\p{N} .,'’/&+°-]+/gu;
const SPACES = / {2,}/g;

/**
 * A text of the service as plain data for a language model: one line of letters, digits and the
 * signs of names and references, without markup, links and control characters.
 *
 * @param lengthMax in UTF-16 units
 * @returns `null` when nothing is left of it
 */
export function dataText(value: string | null, lengthMax: number): string | null {
  if (value === null) return null;
  const plain = oneLine(value, lengthMax).replaceAll(NO_PLAIN_TEXT, ' ').replaceAll(SPACES, ' ');
  return plain.trim() || null;
}

const QUERY_LENGTH_MAX = 300;
const NO_QUERY = /[^\p{L}\p{M}\p{N} .,'’&+°:"<>=-]+/gu;

/** A query as data: what was typed may have become the reference of a property, which is the service's. */
export function dataQuery(query: string): string {
  const plain = oneLine(query, QUERY_LENGTH_MAX).replaceAll(NO_QUERY, ' ');
  return plain.replaceAll(SPACES, ' ').trim();
}

/** Ids as services make them. Another one could carry a text; such a file is named without it. */
const ID = /^[\w.:@-]{1,100}$/;

/** The id of a file as data; `null` for one that could be read as something else. */
export function dataId(id: string): string | null {
  return ID.test(id) ? id : null;
}

const CODE = /^[A-Za-z][\w-]{0,39}$/;

/** A value of an enumeration, and whether the specification names it. */
export interface Code {
  /** `null` when it could not be read. */
  readonly value: string | null;
  readonly isKnown: boolean;
}

/** A value of an enumeration as data. */
export function dataCode(
  key: 'status' | 'decision' | 'situation' | 'category',
  value: string | null,
): Code {
  if (value === null || !CODE.test(value)) return { value: null, isKnown: value === null };
  return { value, isKnown: choiceNamed(key, value) !== undefined };
}

/** The last day of JavaScript’s calendar. */
const EPOCH_MS_MAX = 8.64e15;

/** Epoch milliseconds in ISO 8601, in UTC; `null` without a time. */
export function dataTime(epochMs: number | null): string | null {
  const isTime = epochMs !== null && Math.abs(epochMs) <= EPOCH_MS_MAX;
  return isTime ? new Date(epochMs).toISOString() : null;
}
