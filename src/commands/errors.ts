import { QueryError } from '../portfolio/query/errors.ts';
import type { Action } from '../views/message.ts';
import type { Command } from './command.ts';

/** A mistake in what was asked: the person mends it, not the operator. */
export function isUserError(error: unknown): error is UserError {
  return USER_ERRORS.some((slip) => error instanceof slip);
}

type UserError =
  | QueryError
  | UnknownCommandError
  | StaleActionError
  | ExpiredActionError
  | FormError
  | AdminsOnlyError;

/** The person asked for something that no command answers to. */
export class UnknownCommandError extends Error {
  override readonly name = 'UnknownCommandError';
  readonly word: string;
  /** What was probably meant. */
  readonly nearest: Pick<Command, 'name' | 'called'> | null;
  /** What was typed after the word. */
  readonly rest: string;

  constructor(word: string, nearest: Pick<Command, 'name' | 'called'> | null, rest: string) {
    super('no such command');
    this.word = word;
    this.nearest = nearest;
    this.rest = rest;
  }
}

/** A button carries something that this version no longer understands. */
export class StaleActionError extends Error {
  override readonly name = 'StalePressError';
}

/** Stands for the action of a button that was made more than 30 days ago. */
export const EXPIRED: Action = { command: 'grown_old', args: {} };

/** A button was made more than 30 days ago. */
export class ExpiredActionError extends Error {
  override readonly name = 'GrownOldError';
}

/** Something in a form must be mended: a sentence for each field, by its name. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super('the form needs mending');
    this.fields = fields;
  }
}

/** Only admins are answered here. */
export class AdminsOnlyError extends Error {
  override readonly name = 'AdminsOnlyError';
}

const USER_ERRORS = [
  QueryError,
  UnknownCommandError,
  StaleActionError,
  ExpiredActionError,
  FormError,
  AdminsOnlyError,
];

/** The reading under way takes longer than anybody waits. */
export class StillReadingError extends Error {
  override readonly name = 'StillReadingError';
  /** Files read so far. */
  readonly read: number;

  constructor(read: number) {
    super('the reading under way takes long');
    this.read = read;
  }
}

/** Why something could not be put where it was meant for; `unclear`: it may stand there all the same. */
type Obstacle = 'not_in_channel' | 'archived' | 'not_allowed' | 'refused' | 'unclear';

/** An answer is there, and Slack does not take it to where it was meant for, or does not say so. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle, options?: ErrorOptions) {
    super(`Slack does not take it: ${obstacle}`, options);
    this.obstacle = obstacle;
  }
}
