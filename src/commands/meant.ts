import { queryInTalk, withoutFillers } from '../portfolio/query/natural-language.ts';
import { queryOrNull } from '../portfolio/query/parser.ts';
import type { Query } from '../portfolio/query/query.ts';
import { rowsReferredTo } from '../portfolio/references.ts';
import { unwrapped } from '../portfolio/resolve.ts';
import type { Reading } from '../portfolio/snapshot.ts';
import type { Language } from '../views/words/words.ts';

/** What somebody typed. */
interface Typed {
  readonly text: string;
  readonly language: Language;
  /** The text, read as a query. */
  readonly asked: Query;
}

/**
 * What somebody asks for, or, where no file holds their words, what they may have meant: a reference
 * that is written in another way, or plain words for what has a key of its own.
 *
 * @param finds whether a query finds anything
 */
export function queryUnderstood(
  { asked, text, language }: Typed,
  reading: Reading,
  finds: (query: Query) => boolean,
): Query {
  const hasWords = asked.conditions.some(({ kind }) => kind === 'words');
  if (!hasWords) return asked;
  // Small words are in many a name: few files would hold all of `attente de dupont`.
  const bare = withoutFillers(text);
  const literal = (bare === null ? null : queryOrNull(bare, language)) ?? asked;
  if (finds(literal)) return literal;
  return queryMeant(text, reading, language) ?? asked;
}

/** `null` when nothing better comes of it. */
function queryMeant(text: string, reading: Reading, language: Language): Query | null {
  const { table } = reading;
  const [row] = rowsReferredTo(unwrapped(text), table);
  const reference = row === undefined ? null : (table.entries[row]?.property.reference ?? null);
  if (reference !== null) {
    const condition = { kind: 'text', key: 'property', not: false, any: [reference] } as const;
    return { conditions: [condition], sort: null };
  }
  const talk = queryInTalk(text);
  return talk && queryOrNull(talk.text, language);
}
