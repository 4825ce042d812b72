import { QueryError } from '../portfolio/query/errors.ts';
import { mayBeDone } from '../store/errors.ts';
import type { Command, Person } from './command.ts';

/** Whether an error is the person's to correct, not the operator's. */
export function isUserError(error: unknown): error is UserError {
  return USER_ERRORS.some((type) => error instanceof type);
}

type UserError =
  | QueryError
  | UnknownCommandError
  | FollowUpError
  | StaleActionError
  | ExpiredActionError
  | RepeatedFormError
  | FormError
  | ToolInputError
  | AdminsOnlyError;

/** A text is no command, no query and names no file. */
export class UnknownCommandError extends Error {
  override readonly name = 'UnknownCommandError';
  /** As typed. */
  readonly text: string;
  /** The most similar command. */
  readonly nearest: Pick<Command, 'name' | 'called'> | null;
  /** The text after its first word. */
  readonly rest: string;

  constructor(text: string, nearest: Pick<Command, 'name' | 'called'> | null, rest: string) {
    super('no such command');
    this.text = text;
    this.nearest = nearest;
    this.rest = rest;
  }
}

/**
 * A follow-up without a list before it: `none`, there is none; `unreadable`, Slack does not give it;
 * `too_long`, its thread has more messages than are read; `expired` and `unusable`, its buttons carry
 * nothing that can be used any more; `row`, it has no such file; `figure`, it has not exactly one
 * figure.
 */
export class FollowUpError extends Error {
  override readonly name = 'FollowUpError';
  readonly reason: 'none' | 'unreadable' | 'too_long' | 'expired' | 'unusable' | 'row' | 'figure';
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
}

/** A button was made more than 30 days ago. */
export class ExpiredActionError extends Error {
  override readonly name = 'ExpiredActionError';
}

/** A form was handed in before. */
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

/** The command is for admins only. */
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
type Obstacle =
  | 'not_in_channel'
  | 'archived'
  | 'not_allowed'
  | 'token'
  | 'limited'
  | 'too_long'
  | 'refused'
  | 'unclear';

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
