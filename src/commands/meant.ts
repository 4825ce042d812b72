import { unwrapped } from '../portfolio/pick.ts';
import { parseQuery } from '../portfolio/query/parse.ts';
import { queryInTalk } from '../portfolio/query/plain-talk.ts';
import { QueryError } from '../portfolio/query/query-error.ts';
import type { Query } from '../portfolio/query/query.ts';
import type { Reading } from '../portfolio/reading.ts';
import { rowsReferredTo } from '../portfolio/references.ts';
import type { Language } from '../views/words/words.ts';

/**
 * What somebody may have meant whose words no file holds: a reference that is written in another
 * way, or plain words for what has a key of its own.
 *
 * @param finds whether a query finds anything
 * @returns `null` when nothing better comes of it
 */
export function queryMeant(
  text: string,
  reading: Reading,
  language: Language,
  finds: (query: Query) => boolean,
): Query | null {
  const { table } = reading;
  const [row] = rowsReferredTo(unwrapped(text), table);
  const reference = row === undefined ? null : (table.entries[row]?.property.reference ?? null);
  if (reference !== null) {
    const condition = { kind: 'text', key: 'property', not: false, any: [reference] } as const;
    return { conditions: [condition], sort: null };
  }
  const talk = queryInTalk(text);
  if (talk === null) return null;
  try {
    const query = parseQuery(talk.text, language);
    return finds(query) || talk.isWhole ? query : null;
  } catch (error) {
    // What may have been meant is worth no complaint about it.
    if (error instanceof QueryError) return null;
    throw error;
  }
}
