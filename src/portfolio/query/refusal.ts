import type { Key } from './keys.ts';
import type { Language } from './language.ts';
import { QueryError, type QueryErrorCode } from './query-error.ts';
import type { Piece } from './tokens.ts';

/** What is being read, so that a refusal can tell. */
export interface Asked {
  /** All that the person typed. */
  readonly text: string;
  readonly language: Language;
  readonly key: Key | 'sort' | null;
}

interface Hints {
  readonly valid?: readonly string[];
  readonly nearest?: string | null;
}

/** The error for one piece of what was asked. */
export function refusal(
  code: QueryErrorCode,
  { text: word, at }: Piece,
  { text, key }: Asked,
  hints: Hints = {},
): QueryError {
  return new QueryError({ code, text, word, at, key, ...hints });
}
