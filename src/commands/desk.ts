import { closestMatch } from 'leven';

import type { Portfolio } from '../portfolio/portfolio.ts';
import { failureView, refusalView } from '../views/failure.ts';
import type { Message, Press } from '../views/message.ts';
import { languageOf, wordsIn } from '../views/words/languages.ts';
import type { Language, RefusalReason } from '../views/words/words.ts';
import { type Call, type Command, StalePressError, UnknownCommandError } from './command.ts';
import { failureWords } from './failure-words.ts';
import { commands } from './index.ts';

/** Everything that can be asked of Rental Desk, and everything it says. `locale` is Slack's. */
export interface Desk {
  /**
   * Answers what was typed after `/rental`.
   *
   * @throws {RentalError} when the rental files cannot be had
   * @throws {UnknownCommandError} when no command goes by the first word
   */
  typed(text: string, locale: string | null): AsyncIterable<Message>;
  /**
   * Answers a button of an earlier answer.
   *
   * @throws {RentalError} when the rental files cannot be had
   * @throws {StalePressError} when this version does not know what the button asks for
   */
  pressed(press: Press, locale: string | null): AsyncIterable<Message>;
  /** Says why somebody is not answered. */
  refused(reason: RefusalReason, locale: string | null): Message;
  /** Says what went wrong; `again` is what “Try again” asks for. */
  failed(error: unknown, reference: string, again: Press | null, locale: string | null): Message;
}

export interface DeskOptions {
  readonly portfolio: Portfolio;
  readonly now: () => number;
  readonly linkTo: (id: string) => string | null;
  /** For those whose Slack speaks neither language. */
  readonly language: Language;
}

/** More letters wrong than this, or than half the word, is another word. */
const TYPO_DISTANCE_MAX = 3;
const WORD_LENGTH_MAX = 40;

/** The desk that people come to. */
export function createDesk({ portfolio, now, linkTo, language }: DeskOptions): Desk {
  const wordsFor = (locale: string | null) => wordsIn(languageOf(locale, language));
  const callFor = (locale: string | null): Call => ({
    portfolio,
    now,
    linkTo,
    words: wordsFor(locale),
  });

  return {
    async *typed(text, locale) {
      const { command, rest } = commandIn(text);
      yield* command.typed(rest, callFor(locale));
    },
    async *pressed({ command: name, args }, locale) {
      const command = commands.find((known) => known.name === name);
      if (!command) throw new StalePressError('command');
      const { typed } = args;
      yield* typeof typed === 'string'
        ? command.typed(typed, callFor(locale))
        : command.pressed(args, callFor(locale));
    },
    refused: (reason, locale) => refusalView(wordsFor(locale).refusal[reason]),
    failed(error, reference, again, locale) {
      const words = wordsFor(locale);
      return failureView(failureWords(error, words), reference, again, words);
    },
  };
}

/** The press that asks again for what was typed; `null` when no command answers to it. */
export function pressFor(text: string): Press | null {
  try {
    const { command, rest } = commandIn(text);
    return { command: command.name, args: { typed: rest } };
  } catch {
    return null;
  }
}

function commandIn(text: string): { command: Command; rest: string } {
  const [word = '', ...rest] = text.trim().split(/\s+/);
  const name = word === '' ? 'help' : word.toLowerCase();
  const command = commands.find((known) => known.name === name || known.aliases.includes(name));
  if (command) return { command, rest: rest.join(' ') };
  throw new UnknownCommandError(word, nearestTo(name.slice(0, WORD_LENGTH_MAX)));
}

function nearestTo(word: string): string | null {
  const known = commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  const maxDistance = Math.min(TYPO_DISTANCE_MAX, Math.floor(word.length / 2));
  return closestMatch(word, known, { maxDistance }) ?? null;
}
