import type { QueryKey } from './query.ts';
import type { Piece } from './tokenizer.ts';
import type { Language } from './vocabulary/types.ts';

/** Where a text is wrong, and how to correct it. */
export interface TextMistakeDetails<Code extends string, Key extends string> {
  readonly code: Code;
  /** The whole input. */
  readonly text: string;
  /** The wrong part of it. */
  readonly word: string;
  /** Start of the wrong part, in UTF-16 units from 0. */
  readonly at: number;
  /** The key that the word is a value of. */
  readonly key?: Key | null;
  /** Valid alternatives, in the person's language. */
  readonly valid?: readonly string[];
  /** Suggested replacement of the word. */
  readonly nearest?: string | null;
}

/**
 * A mistake in typed text. The message is for the log; the text may name applicants, so its fields
 * are hidden from logs and `inspect`.
 */
export class TextMistake<Code extends string, Key extends string> extends Error {
  readonly code: Code;
  readonly #details: TextMistakeDetails<Code, Key>;

  /** @param what the kind of value that was expected */
  constructor(what: string, details: TextMistakeDetails<Code, Key>) {
    super(`${what} refused at ${details.at} (${details.code})`);
    this.code = details.code;
    this.#details = details;
  }

  get text(): string {
    return this.#details.text;
  }

  get word(): string {
    return this.#details.word;
  }

  get at(): number {
    return this.#details.at;
  }

  get key(): Key | null {
    return this.#details.key ?? null;
  }

  get valid(): readonly string[] {
    return this.#details.valid ?? [];
  }

  get nearest(): string | null {
    return this.#details.nearest ?? null;
  }

  /** The text with the word replaced by the suggestion; `null` without one. */
  get mended(): string | null {
    const { text, word, at, nearest } = this.#details;
    if (nearest === undefined || nearest === null) return null;
    return text.slice(0, at) + nearest + text.slice(at + word.length);
  }
}

/** Reasons why a text is no query. `errorInWords` has the sentences. */
export type QueryErrorCode =
  | 'query_too_long'
  | 'query_too_many_terms'
  | 'query_control_character'
  | 'query_unbalanced_quotes'
  | 'query_unknown_key'
  | 'query_unknown_value'
  | 'query_missing_value'
  | 'query_missing_colon'
  | 'query_empty_word'
  | 'query_bad_number'
  | 'query_bad_age'
  | 'query_bad_date'
  | 'query_impossible_range'
  | 'query_no_such_date'
  | 'query_sort_misused'
  | 'query_reader_unknown';

/** Typed as a key, although saved views have a command. */
export const OF_VIEWS: ReadonlySet<string> = new Set(['view', 'views', 'vue', 'vues']);

export type QueryErrorDetails = TextMistakeDetails<QueryErrorCode, QueryKey | 'sort'>;

export class QueryError extends TextMistake<QueryErrorCode, QueryKey | 'sort'> {
  override readonly name = 'QueryError';

  constructor(details: QueryErrorDetails) {
    super('query', details);
  }
}

/** Context of a value that is being parsed, for error details. */
export interface Asked {
  /** The whole input. */
  readonly text: string;
  readonly language: Language;
  readonly key: QueryKey | 'sort' | null;
}

interface Hints {
  readonly valid?: readonly string[];
  readonly nearest?: string | null;
}

/** The error for one piece of the input. */
export function refusal(
  code: QueryErrorCode,
  { text: word, at }: Piece,
  { text, key }: Asked,
  hints: Hints = {},
): QueryError {
  return new QueryError({ code, text, word, at, key, ...hints });
}
