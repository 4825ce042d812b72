import type { QueryError } from './query-error.ts';
import { type Asked, refusal } from './refusal.ts';
import type { Token } from './tokens.ts';
import { keyNamed } from './vocabularies.ts';

const HANGING = /[:,<>=≥≤]$/u;
/** What should have followed a key. */
const LATE = /^(?:[:=]|[<>≥≤]=?)/u;

/**
 * The error for a token that lacks something which stands beyond a space: `decision: ready`,
 * `status:new, open`, `statut : nouveau`, `score > 70`. It suggests the same without spaces.
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
  const isSign = LATE.test(tokens[index]?.body.text ?? '');
  const isLate = isSign && isKey(before);
  if (isSign && !isLate) return null;
  const from = isLate ? index - 1 : index;
  let to = index;
  while (hangs(tokens[to]) && isValue(tokens[to + 1])) to += 1;
  const parts = tokens.slice(from, to + 1).map(({ body }) => body);
  const [first, last] = [parts[0], parts.at(-1)];
  if (parts.length < 2 || first === undefined || last === undefined) return null;
  const joined = parts.map(({ text }) => text).join('');
  const nearest = isQuery(joined) ? joined : withColon(joined);
  if (nearest === null || !isQuery(nearest)) return null;
  const stretch = { text: asked.text.slice(first.at, last.at + last.text.length), at: first.at };
  const key = keyNamed(nearest.slice(0, nearest.indexOf(':'))) ?? null;
  return refusal('query_missing_value', stretch, { ...asked, key }, { nearest });
}

const SIGN_AFTER_KEY = /^([\p{L}_-]+)(<=?|>=?|[=≤≥])(.+)$/u;

/** `score>70` as it is written here; `null` for a word that only looks like it. */
export function withColon(word: string): string | null {
  const [, key = '', sign = '', value = ''] = SIGN_AFTER_KEY.exec(word) ?? [];
  return keyNamed(key) === undefined ? null : `${key}:${sign === '=' ? '' : sign}${value}`;
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
