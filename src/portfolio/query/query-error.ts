import type { Key } from './keys.ts';

/** Why a text is no query. Switch on it; the words are `errorInWords`. */
export type QueryErrorCode =
  | 'query_too_long'
  | 'query_too_many_terms'
  | 'query_control_character'
  | 'query_unbalanced_quotes'
  | 'query_unknown_key'
  | 'query_unknown_value'
  | 'query_missing_value'
  | 'query_empty_word'
  | 'query_bad_number'
  | 'query_bad_age'
  | 'query_bad_date'
  | 'query_impossible_range'
  | 'query_no_such_date'
  | 'query_sort_misused';

export interface QueryErrorDetails {
  readonly code: QueryErrorCode;
  /** All that the person typed. */
  readonly text: string;
  /** The part of it that is wrong. */
  readonly word: string;
  /** Where that part begins, in UTF-16 units from 0. */
  readonly at: number;
  /** The key that the word was meant for. */
  readonly key?: Key | 'sort' | null;
  /** What could stand there, in the language of the person. */
  readonly valid?: readonly string[];
  /** What was probably meant instead of the word. */
  readonly nearest?: string | null;
}

/**
 * A text is no query. The message is for the log; what the person typed may name applicants, so
 * it stands in fields that neither a log nor `inspect` prints.
 */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly code: QueryErrorCode;
  readonly #details: QueryErrorDetails;

  constructor(details: QueryErrorDetails) {
    super(`query refused at ${details.at} (${details.code})`);
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

  get key(): Key | 'sort' | null {
    return this.#details.key ?? null;
  }

  get valid(): readonly string[] {
    return this.#details.valid ?? [];
  }

  get nearest(): string | null {
    return this.#details.nearest ?? null;
  }

  /** The text with the word replaced by the nearest; `null` when nothing comes near. */
  get mended(): string | null {
    const { text, word, at, nearest } = this.#details;
    if (nearest === undefined || nearest === null) return null;
    return text.slice(0, at) + nearest + text.slice(at + word.length);
  }
}
