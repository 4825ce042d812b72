import type { Portfolio } from '../portfolio/portfolio.ts';
import { nearestOf } from '../portfolio/query/nearest.ts';
import { QueryError } from '../portfolio/query/query-error.ts';
import { isZone, type WorkingDays } from '../portfolio/working-days.ts';
import { failureView, refusalView } from '../views/failure.ts';
import type { Button, Message, Press } from '../views/message.ts';
import { languageOf, wordsIn } from '../views/words/languages.ts';
import type { Language, RefusalReason, Words } from '../views/words/words.ts';
import {
  type Call,
  type Command,
  isSlip,
  StalePressError,
  UnknownCommandError,
} from './command.ts';
import { failureWords } from './failure-words.ts';
import { commands } from './index.ts';
import { list } from './list.ts';

/** How somebody reads Slack, as far as Slack tells. */
export interface Reader {
  /** Such as `fr-FR`. */
  readonly locale: string | null;
  /** IANA name. */
  readonly zone: string | null;
}

/** Everything that can be asked of Rental Desk, and everything it says. */
export interface Desk {
  /**
   * Answers what was typed after `/rental`.
   *
   * @throws {RentalError} when the rental files cannot be had
   * @throws {UnknownCommandError} when no command goes by the first word
   * @throws {QueryError} when a query cannot be read
   */
  typed(text: string, reader: Reader, reference: string): AsyncIterable<Message>;
  /**
   * Answers a button of an earlier answer.
   *
   * @throws {RentalError} when the rental files cannot be had
   * @throws {StalePressError} when this version does not know what the button asks for
   */
  pressed(press: Press, reader: Reader, reference: string): AsyncIterable<Message>;
  /** Says why somebody is not answered. */
  refused(reason: RefusalReason, reference: string, reader: Reader): Message;
  /** Says what went wrong; `again` is what “Try again” asks for. */
  failed(error: unknown, reference: string, again: Press | null, reader: Reader): Message;
}

export interface DeskOptions {
  readonly portfolio: Portfolio;
  readonly workingDays: WorkingDays;
  readonly now: () => number;
  readonly linkTo: (id: string) => string | null;
  /** For those whose Slack speaks neither language. */
  readonly language: Language;
  /** For those whose Slack names no zone. */
  readonly zone: string;
}

/** The desk that people come to. */
export function createDesk({ language, zone, ...tools }: DeskOptions): Desk {
  const wordsFor = ({ locale }: Reader) => wordsIn(languageOf(locale, language));
  const callFor = (reader: Reader, reference: string): Call => ({
    ...tools,
    reference,
    words: wordsFor(reader),
    zone: reader.zone !== null && isZone(reader.zone) ? reader.zone : zone,
  });

  return {
    async *typed(text, reader, reference) {
      const { command, rest } = commandIn(text);
      yield* command.typed(rest, callFor(reader, reference));
    },
    async *pressed({ command: name, args }, reader, reference) {
      const command = commands.find((known) => known.name === name);
      if (!command) throw new StalePressError('command');
      const { typed } = args;
      yield* typeof typed === 'string'
        ? command.typed(typed, callFor(reader, reference))
        : command.pressed(args, callFor(reader, reference));
    },
    refused(reason, reference, reader) {
      const words = wordsFor(reader);
      return reason === 'unknown'
        ? failureView(words.refusal.unknown, reference, null, words)
        : refusalView(words.refusal[reason]);
    },
    failed(error, reference, again, reader) {
      const words = wordsFor(reader);
      const retry = isSlip(error) ? correctionOf(error, words) : retryOf(again, words);
      return failureView(failureWords(error, words), reference, retry, words);
    },
  };
}

/** A slip made again would be one again; only a correction helps. */
function correctionOf(error: unknown, { failure }: Words): Button | null {
  const press = error instanceof UnknownCommandError ? nearestPress(error) : mendedPress(error);
  if (press === null) return null;
  return { label: failure.askInstead, spoken: failure.askInsteadSpoken, press };
}

function mendedPress(error: unknown): Press | null {
  const mended = error instanceof QueryError ? error.mended : null;
  if (mended === null || !canTravel(mended)) return null;
  return { command: 'list', args: { typed: mended } };
}

function nearestPress({ nearest, rest }: UnknownCommandError): Press | null {
  return nearest === null ? null : pressFor(`${nearest} ${rest}`);
}

function retryOf(press: Press | null, { failure }: Words): Button | null {
  return press && { label: failure.tryAgain, spoken: failure.tryAgainSpoken, press };
}

/** So long a text can travel in a button, sealed, beside the rest. */
const TYPED_BYTES_MAX = 900;

function canTravel(text: string): boolean {
  return Buffer.byteLength(JSON.stringify(text)) <= TYPED_BYTES_MAX;
}

/** The press that asks again for what was typed; `null` when no command answers to it. */
export function pressFor(text: string): Press | null {
  try {
    const { command, rest } = commandIn(text);
    if (!canTravel(rest)) return null;
    return { command: command.name, args: { typed: rest } };
  } catch {
    return null;
  }
}

function commandIn(text: string): { command: Command; rest: string } {
  const [word = ''] = /^\S*/.exec(text.trim()) ?? [];
  const rest = text.trim().slice(word.length).trim();
  const name = word === '' ? 'help' : word.toLowerCase();
  const command = commands.find((known) => known.name === name || known.aliases.includes(name));
  if (command) return { command, rest };
  // A query without the command before it: there is only one thing that it can mean.
  if (/^-?[\p{L}]+:./u.test(word)) return { command: list, rest: text.trim() };
  const words = commands.flatMap((known) => [known.name, ...known.aliases]);
  throw new UnknownCommandError(word, nearestOf(name, words), rest);
}
