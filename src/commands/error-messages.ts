import type { Messages, Language } from '../i18n/types.ts';
import { BusyError } from '../lib/concurrency.ts';
import type { FailureWords } from '../lib/text.ts';
import { rentalFailure } from '../portfolio/portfolio.ts';
import { errorInWords } from '../portfolio/query/describe.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { RentalFailure } from '../rental-api/errors.ts';
import { StoreError } from '../store/errors.ts';
import { oneLine } from '../views/block-kit.ts';
import type { Message } from '../views/message.ts';
import { momentBeside, refusalView } from '../views/notices.ts';
import {
  AdminsOnlyError,
  AdminsUnknownError,
  ExpiredActionError,
  FollowUpError,
  FormError,
  RepeatedFormError,
  SharingError,
  StaleActionError,
  StillReadingError,
  UndeliverableError,
  UnknownCommandError,
} from './errors.ts';

const WORD_LENGTH_MAX = 40;
const DETAIL_LENGTH_MAX = 200;

const MINUTE_MS = 60_000;

/**
 * The text of an error for people. Details stay in the log.
 *
 * @param zone the reader's, an IANA name
 * @param hasFiles whether there are rental files of an earlier reading to show
 */
export function failureWords(
  error: unknown,
  words: Messages,
  zone: string,
  hasFiles = true,
): FailureWords {
  const { failure } = words;
  if (error instanceof QueryError) return queryWords(error, words.language);
  const cause = rentalFailure(error);
  if (cause !== null) return rentalWords(cause, words, zone, hasFiles);
  if (error instanceof UnknownCommandError) {
    const { text, nearest } = error;
    const called = nearest?.called[words.language] ?? null;
    return failure.unknownCommand(oneLine(text, WORD_LENGTH_MAX), called);
  }
  if (error instanceof FollowUpError) return words.refine.refused[error.reason];
  if (error instanceof AdminsOnlyError) return words.errors.adminsOnly;
  if (error instanceof AdminsUnknownError) return words.errors.adminsUnknown;
  if (error instanceof FormError) {
    return { happened: Object.values(error.fields).join(' '), remedy: words.errors.correctForm };
  }
  if (error instanceof StoreError) {
    if (error.code === 'lost') return words.errors.storeLost;
    return error.code === 'late' ? words.errors.storeLate : words.errors.storeDown;
  }
  if (error instanceof BusyError) return words.errors.busy;
  if (error instanceof StillReadingError) {
    return words.errors.stillReading(words.number(error.read));
  }
  if (error instanceof SharingError) return words.outside.refused[error.reason];
  if (error instanceof UndeliverableError) return undeliverableWords(error, words);
  if (error instanceof ExpiredActionError) return words.errors.grownOld;
  if (error instanceof RepeatedFormError) return words.errors.repeatedForm;
  return error instanceof StaleActionError ? failure.buttonExpired : failure.bug;
}

/**
 * The list in which something was changed, or what was done alone where the list cannot be read:
 * that the database does not answer now must not say that nothing was changed.
 *
 * @param done what was done, a sentence
 */
export async function listedAfter(
  done: string,
  list: () => Promise<Message>,
  { errors }: Messages,
): Promise<Message> {
  try {
    return await list();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return refusalView({ happened: done, remedy: errors.listUnread });
  }
}

function undeliverableWords(
  { obstacle, container }: UndeliverableError,
  { errors }: Messages,
): FailureWords {
  const isModal = container === 'modal';
  switch (obstacle) {
    case 'not_in_channel':
      return errors.notInChannel;
    case 'archived':
      return errors.archived;
    case 'not_allowed':
      return errors.notAllowed;
    case 'token':
      return errors.tokenRefused;
    case 'limited':
      return errors.slackLimits;
    case 'too_long':
      return errors.tooLong;
    case 'refused':
      return isModal ? errors.modalRefused : errors.slackRefuses;
    case 'unclear':
      return isModal ? errors.modalUnclear : errors.slackUnclear;
  }
}

/** With the command to copy, corrected where possible. */
function queryWords(error: QueryError, language: Language): FailureWords {
  const { happened, remedy } = errorInWords(error, language);
  return {
    happened,
    remedy,
    copy: `/rental ${language === 'fr' ? 'liste' : 'list'} ${error.mended ?? error.text}`,
  };
}

function rentalWords(
  cause: RentalFailure,
  all: Messages,
  zone: string,
  hasFiles: boolean,
): FailureWords {
  const words = all.failure;
  switch (cause.code) {
    case 'rental_resting':
      return restingWords(cause, all, zone, hasFiles);
    case 'rental_account':
      return words.keyUnusable;
    case 'rental_key_refused':
      return words.keyRefused(cause.likely);
    case 'rental_unauthorized':
      return words.serviceStatus(401, null);
    case 'rental_forbidden':
      return words.serviceStatus(403, null);
    case 'rental_busy':
      return words.serviceBusy(cause.retryAfterSeconds);
    case 'rental_token_unavailable':
      return words.noToken(cause.status);
    case 'rental_down':
      return cause.status === null ? words.serviceDown : words.serviceStatus(cause.status, null);
    case 'rental_not_found':
      return words.serviceStatus(cause.status, null);
    case 'rental_refused':
      return words.serviceStatus(cause.status, quotable(cause.detail));
    case 'rental_slow':
      return words.serviceSlow;
    case 'rental_unreadable':
    case 'rental_endless':
      return words.unreadable;
    case 'rental_link':
      return words.wrongAddress;
  }
}

/** The service’s reason in one line; views escape it. */
function quotable(detail: string | null): string | null {
  return detail === null ? null : oneLine(detail, DETAIL_LENGTH_MAX);
}

function restingWords(
  { since, again }: Extract<RentalFailure, { code: 'rental_resting' }>,
  words: Messages,
  zone: string,
  hasFiles: boolean,
): FailureWords {
  const { digest, failure } = words;
  const { time, day } = momentBeside(since, again, zone, words);
  const textFor = hasFiles ? failure.serviceResting : failure.serviceRestingUnread;
  return textFor(
    time,
    day,
    // Rounded up, as seconds are not shown.
    digest.time(Math.ceil(again / MINUTE_MS) * MINUTE_MS, zone),
  );
}
