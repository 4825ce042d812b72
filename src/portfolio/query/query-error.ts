import type { Key } from './keys.ts';
import { TextMistake, type TextMistakeDetails } from './text-mistake.ts';

/** Why a text is no query. Switch on it; the words are `errorInWords`. */
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
  | 'query_sort_misused';

export type QueryErrorDetails = TextMistakeDetails<QueryErrorCode, Key | 'sort'>;

/** A text is no query. */
export class QueryError extends TextMistake<QueryErrorCode, Key | 'sort'> {
  override readonly name = 'QueryError';

  constructor(details: QueryErrorDetails) {
    super('query', details);
  }
}
