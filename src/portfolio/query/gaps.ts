import type { QueryError } from './query-error.ts';
import { type Asked, refusal } from './refusal.ts';
import type { Token } from './tokens.ts';
import { keyNamed } from './vocabularies.ts';

const HANGING = /[:,<>=≥≤]$/u;

/**
 * The error for a token that lacks something which stands beyond a space: `decision: ready`,
 * `status:new, open`, `statut : nouveau`. It suggests the same without spaces.
 *
 * @param isQuery whether a text can be read: nothing else is suggested
 * @returns `null` when what is lacking is not there either
 */
export function gapAt(
  tokens: readonly Token[],
  index: number,
  asked: Asked,
  isQuery: (text: string) => boolean,
): QueryError | null {
  const before = tokens[index - 1];
  const isLate = tokens[index]?.body.text.startsWith(':') === true && isKey(before);
  const from = isLate ? index - 1 : index;
  let to = index;
  while (hangs(tokens[to]) && isValue(tokens[to + 1])) to += 1;
  const parts = tokens.slice(from, to + 1).map(({ body }) => body);
  const [first, last] = [parts[0], parts.at(-1)];
  if (parts.length < 2 || first === undefined || last === undefined) return null;
  const nearest = parts.map(({ text }) => text).join('');
  if (!isQuery(nearest)) return null;
  const stretch = { text: asked.text.slice(first.at, last.at + last.text.length), at: first.at };
  const key = keyNamed(nearest.slice(0, nearest.indexOf(':'))) ?? null;
  return refusal('query_missing_value', stretch, { ...asked, key }, { nearest });
}

function isKey(token: Token | undefined): boolean {
  return token?.key === null && keyNamed(token.body.text) !== undefined;
}

function isValue(token: Token | undefined): boolean {
  return token?.key === null && !token.not;
}

function hangs(token: Token | undefined): boolean {
  return token !== undefined && HANGING.test(token.body.text);
}
