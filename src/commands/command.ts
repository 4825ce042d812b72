import type { Portfolio } from '../portfolio/portfolio.ts';
import { QueryError } from '../portfolio/query/query-error.ts';
import type { WorkingDays } from '../portfolio/working-days.ts';
import type { Detail } from '../views/help.ts';
import type { Message, Press } from '../views/message.ts';
import type { Language, Words } from '../views/words/words.ts';

/** What a command may use. How it was asked, and how its answer travels, is not its business. */
export interface Call {
  readonly portfolio: Portfolio;
  readonly words: Words;
  readonly workingDays: WorkingDays;
  /** The reader's time zone, an IANA name. */
  readonly zone: string;
  readonly now: () => number;
  /** Names this request, in its answer and in the log. */
  readonly reference: string;
  /** Where a rental file opens for people; `null` where it does not. */
  readonly linkTo: (id: string) => string | null;
}

/**
 * A subcommand of `/rental`: parser, help and the manifest's hint all read this declaration.
 *
 * An answer is a run of messages, each taking the place of the one before; only the last stays.
 */
export interface Command {
  readonly name: string;
  /** What people call it; the words help and corrections use. */
  readonly called: Readonly<Record<Language, string>>;
  /** Other words for it, French ones among them. */
  readonly aliases: readonly string[];
  /** One line of help: starts with a verb, ends without a full stop. */
  readonly summary: Readonly<Record<Language, string>>;
  /** What may follow the name, for example `[query]`; empty when nothing does. */
  readonly hint: Readonly<Record<Language, string>>;
  /** What to type after `/rental`. */
  readonly examples: Readonly<Record<Language, readonly string[]>>;
  /** More for help: something to type, and what it asks for. */
  readonly details?: (language: Language) => readonly Detail[];
  /** Answers `text`, what was typed after the name. */
  typed(text: string, call: Call): AsyncIterable<Message>;
  /** Answers a button that this command put into an earlier answer. */
  pressed(args: Press['args'], call: Call): AsyncIterable<Message>;
}

/** A mistake in what was asked: the person mends it, not the operator. */
export function isSlip(
  error: unknown,
): error is QueryError | UnknownCommandError | StalePressError {
  return (
    error instanceof QueryError ||
    error instanceof UnknownCommandError ||
    error instanceof StalePressError
  );
}

/** The person asked for something that no command answers to. */
export class UnknownCommandError extends Error {
  override readonly name = 'UnknownCommandError';
  readonly word: string;
  readonly nearest: string | null;
  /** What was typed after the word. */
  readonly rest: string;

  constructor(word: string, nearest: string | null, rest: string) {
    super('no such command');
    this.word = word;
    this.nearest = nearest;
    this.rest = rest;
  }
}

/** A button carries something that this version no longer understands. */
export class StalePressError extends Error {
  override readonly name = 'StalePressError';
}
