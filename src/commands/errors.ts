import type { Language, Messages } from '../i18n/types.ts';
import { BusyError } from '../lib/concurrency.ts';
import type { FailureWords } from '../lib/text.ts';
import { rentalFailure } from '../portfolio/portfolio.ts';
import { errorInWords } from '../portfolio/query/describe.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { RentalFailure } from '../rental-api/errors.ts';
import { mayBeDone, StoreError } from '../store/errors.ts';
import { momentBeside, oneLine } from '../views/block-kit.ts';
import type { Answer, Message } from '../views/message.ts';
import { refusalView } from '../views/notices.ts';
import type { Command, Person, Place } from './command.ts';

/** Whether an error is the person's to correct, not the operator's. */
export function isUserError(error: unknown): error is UserError {
  return USER_ERRORS.some((type) => error instanceof type);
}

type UserError = InstanceType<(typeof USER_ERRORS)[number]>;

/** A text is no command, no query and names no file. */
export class UnknownCommandError extends Error {
  override readonly name = 'UnknownCommandError';
  /** As typed. */
  readonly text: string;
  readonly nearest: Pick<Command, 'name' | 'called'> | null;
  /** The text after its first word. */
  readonly rest: string;
  /** Whether its words may be searched for; not where each of them is ignored. */
  readonly isSearched: boolean;

  constructor(
    text: string,
    nearest: Pick<Command, 'name' | 'called'> | null,
    rest: string,
    isSearched = true,
  ) {
    super('no such command');
    this.isSearched = isSearched;
    this.text = text;
    this.nearest = nearest;
    this.rest = rest;
  }
}

/**
 * A follow-up without a list before it: `none`, there is none; `unreadable`, Slack does not give it;
 * `too_long`, its thread has more messages than are read; `expired` and `unusable`, its buttons carry
 * nothing that can be used any more; `row`, it has no such file; `figure`, it has not exactly one
 * figure; `undo`, it cannot be taken back.
 */
export class FollowUpError extends Error {
  override readonly name = 'FollowUpError';
  readonly reason:
    | 'none'
    | 'unreadable'
    | 'too_long'
    | 'expired'
    | 'unusable'
    | 'row'
    | 'figure'
    | 'undo';
  /** What the files must have. */
  readonly rest: string;

  constructor(reason: FollowUpError['reason'], rest: string, options?: ErrorOptions) {
    super(`no list to change: ${reason}`, options);
    this.reason = reason;
    this.rest = rest;
  }
}

/** A button carries arguments that this version does not understand. */
export class StaleActionError extends Error {
  override readonly name = 'StaleActionError';
  /** Whether another version made it, such as a newer one while instances are upgraded in turn. */
  readonly isForeign: boolean;

  constructor(what: string, isForeign = false) {
    super(what);
    this.isForeign = isForeign;
  }
}

/** A button was made more than 30 days ago. */
export class ExpiredActionError extends Error {
  override readonly name = 'ExpiredActionError';
}

export class RepeatedFormError extends Error {
  override readonly name = 'RepeatedFormError';
}

/** Whether a form that failed may be handed in again: not where the database may have done what it asks. */
export function mayBeRepeated(error: unknown): boolean {
  return !mayBeDone(error);
}

/** Fields of a form must be corrected: a sentence for each, by its name. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super('the form has errors');
    this.fields = fields;
  }
}

/** An assistant has called a tool with what it does not take. The message is for the assistant. */
export class ToolInputError extends Error {
  override readonly name = 'ToolInputError';
}

export class AdminsOnlyError extends Error {
  override readonly name = 'AdminsOnlyError';
}

/**
 * A channel may not get a message: `unknown`, Slack did not say whether other organisations are in
 * it; `nothing`, they are and nothing of it is for them; `changed`, they came meanwhile.
 */
export class SharingError extends Error {
  override readonly name = 'SharingError';
  readonly reason: 'unknown' | 'nothing' | 'changed';

  constructor(reason: SharingError['reason'], options?: ErrorOptions) {
    super(`the channel may not get this: ${reason}`, options);
    this.reason = reason;
  }
}

/** The user groups of the admins could not be read, or do not exist. */
export class AdminsUnknownError extends Error {
  override readonly name = 'AdminsUnknownError';
}

/**
 * Lets only admins pass.
 *
 * @throws {AdminsUnknownError} when nobody knows who they are
 * @throws {Error} `otherwise`, when the person is none
 */
export function assertAdmin({ isAdmin, adminFailure }: Person, otherwise: Error): void {
  if (isAdmin) return;
  throw adminFailure === undefined
    ? otherwise
    : new AdminsUnknownError('the groups of ADMIN_USERGROUPS cannot be read', {
        cause: adminFailure,
      });
}

const USER_ERRORS = [
  QueryError,
  UnknownCommandError,
  FollowUpError,
  StaleActionError,
  ExpiredActionError,
  RepeatedFormError,
  FormError,
  ToolInputError,
  AdminsOnlyError,
];

/** Reading a snapshot takes longer than a request may wait. */
export class StillReadingError extends Error {
  override readonly name = 'StillReadingError';
  /** Files read so far. */
  readonly read: number;

  constructor(read: number) {
    super('the reading under way takes long');
    this.read = read;
  }
}

/** Why Slack did not deliver an answer; `unclear`: it may have. */
type Obstacle = keyof Messages['errors']['undelivered'];

/** What an answer was to be shown in. */
export type Container = 'message' | 'modal';

/** Slack refuses to deliver an answer, or does not say whether it did. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
  readonly obstacle: Obstacle;
  readonly container: Container;

  constructor(
    obstacle: Obstacle,
    { container = 'message', ...options }: ErrorOptions & { readonly container?: Container } = {},
  ) {
    super(`Slack does not take it: ${obstacle}`, options);
    this.obstacle = obstacle;
    this.container = container;
  }
}

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
    const { text, nearest, isSearched } = error;
    const called = nearest?.called[words.language] ?? null;
    return failure.unknownCommand(oneLine(text, WORD_LENGTH_MAX), called, isSearched);
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
  if (error instanceof ExpiredActionError) return words.errors.expiredAction;
  if (error instanceof RepeatedFormError) return words.errors.repeatedForm;
  if (!(error instanceof StaleActionError)) return failure.bug;
  return error.isForeign ? failure.buttonForeign : failure.buttonExpired;
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

/** Handles the error of a database that is away, in place of whose answer something else stands. */
export function whileAway<Instead>(instead: Instead): (error: unknown) => Instead {
  return (error) => {
    if (error instanceof StoreError) return instead;
    throw error;
  };
}

/** The error of a database that is away; `null` once the work is done. */
export async function awayError(work: Promise<unknown>): Promise<StoreError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

function undeliverableWords(
  { obstacle, container }: UndeliverableError,
  { errors }: Messages,
): FailureWords {
  const isOfModal = container === 'modal' && (obstacle === 'refused' || obstacle === 'unclear');
  return isOfModal ? errors.modal[obstacle] : errors.undelivered[obstacle];
}

/** A message is the last that a form comes to; what is opened, posted or sent is not done before. */
export function uncheckedWords(
  unsent: Answer['kind'] | null,
  surface: Place['surface'],
  { errors, refusal }: Messages,
): FailureWords {
  if (unsent !== 'message' && unsent !== 'direct') return refusal.unknown;
  if (surface === 'form') return errors.formProcessed;
  return { ...refusal.unknown, remedy: errors.closing.remedy };
}

const LIST = { en: 'list', fr: 'liste' };

/** With the command to copy, corrected where possible. */
function queryWords(error: QueryError, language: Language): FailureWords {
  const { happened, remedy } = errorInWords(error, language);
  return {
    happened,
    remedy,
    copy: `/rental ${LIST[language]} ${error.mended ?? error.text}`,
  };
}

/** What was asked, with the wrong query corrected where possible; `null` where the query is not a part of it. */
export function correctedText({ text, mended }: QueryError, typed: unknown): string | null {
  const at = typeof typed === 'string' ? typed.lastIndexOf(text) : -1;
  if (typeof typed !== 'string' || at < 0) return null;
  return typed.slice(0, at) + (mended ?? text) + typed.slice(at + text.length);
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
      return words.serviceStatus(
        cause.status,
        cause.detail && oneLine(cause.detail, DETAIL_LENGTH_MAX),
      );
    case 'rental_slow':
      return words.serviceSlow;
    case 'rental_unreadable':
    case 'rental_endless':
      return words.unreadable;
    case 'rental_incomplete':
      return words.incomplete;
    case 'rental_link':
      return words.wrongAddress;
  }
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
