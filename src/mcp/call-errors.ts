import { ToolInputError } from '../commands/errors.ts';
import { failureCode, rentalFailure } from '../portfolio/portfolio.ts';
import { errorInWords } from '../portfolio/query/error-messages.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { keyHelp } from '../portfolio/query/vocabulary/index.ts';
import type { Message } from '../views/message.ts';
import { oneLine } from '../views/text.ts';

const LENGTH_MAX = 1_500;

/**
 * Why a call has no answer, in one line with what an assistant can do about it. Nothing of the service's
 * own words is in it, which are data.
 *
 * @param refusal the same for people
 */
export function callErrorText(error: unknown, refusal: Message, reference: string): string {
  if (error instanceof ToolInputError) return oneLine(error.message, LENGTH_MAX);
  if (error instanceof QueryError) return oneLine(queryText(error), LENGTH_MAX);
  if (rentalFailure(error) !== null) {
    return `The rental files cannot be read now (${failureCode(error)}). Nothing is known of them: do not guess, and try again in a minute. Reference ${reference}.`;
  }
  return oneLine(refusal.text, LENGTH_MAX);
}

function queryText(error: QueryError): string {
  const { code, nearest, valid, mended } = error;
  const { happened, remedy } = errorInWords(error, 'en');
  const corrected = mended === null ? '' : `Corrected query: ${mended}`;
  if (code !== 'query_unknown_key') return [happened, remedy, corrected].filter(Boolean).join(' ');
  const keys = [...keyHelp('en').keys()].join(', ');
  return [
    happened,
    nearest === null ? '' : `Did you mean “${nearest}”?`,
    `Keys are: ${valid.length > 0 ? valid.join(', ') : keys}.`,
    'Put text with a colon in quotes.',
    corrected,
  ]
    .filter(Boolean)
    .join(' ');
}
