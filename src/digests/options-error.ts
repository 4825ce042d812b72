import { TextMistake, type TextMistakeDetails } from '../portfolio/query/errors.ts';
import type { OptionKey } from './options-keys.ts';

/** Why a line tells of no digest. Switch on it; the words are in `words/digest-slips.ts`. */
export type OptionErrorCode =
  | 'unknown_key'
  | 'unknown_value'
  | 'missing_value'
  | 'repeated'
  | 'too_many_values'
  | 'names_people'
  | 'view_and_query';

/** A line tells of no digest. */
export class OptionError extends TextMistake<OptionErrorCode, OptionKey> {
  override readonly name = 'OptionError';

  constructor(details: TextMistakeDetails<OptionErrorCode, OptionKey>) {
    super('digest', details);
  }
}
