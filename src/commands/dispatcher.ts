import { languageOf, wordsIn } from '../i18n/index.ts';
import type { Messages } from '../i18n/messages.ts';
import { channelPrivacy } from '../i18n/privacy.ts';
import type { Language, RefusalReason } from '../i18n/types.ts';
import { createBulkhead } from '../lib/limiter.ts';
import { isZone, type WorkingDays } from '../portfolio/calendar/working-days.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { FileLink } from '../portfolio/resolve.ts';
import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import type { Store } from '../store/store.ts';
import type { Answer, Button, Form, Message, Action } from '../views/message.ts';
import {
  failureView,
  formByButtonView,
  lateFormView,
  refusalView,
  waitingView,
} from '../views/notices.ts';
import { rememberedSettings } from './channel-settings.ts';
import type {
  CommandContext,
  Channels,
  Command,
  DigestService,
  FormValues,
  Person,
  Place,
} from './command.ts';
import { failureWords } from './error-messages.ts';
import {
  AdminsOnlyError,
  isUserError,
  StaleActionError,
  UnknownCommandError,
  EXPIRED,
  ExpiredActionError,
} from './errors.ts';
import { EXPORTS_AT_ONCE } from './export/index.ts';
import { homeOf } from './home.ts';
import { commands, hidden } from './index.ts';
import { type Preview, previewsOf } from './link-previews.ts';
import { canTravel, type MatchedCommand, matchCommand, repeatAction } from './router.ts';
import { search } from './search.ts';
import { cardAction, FIND, mentionAction } from './show/actions.ts';
import { type Suggestion, suggestionsFor } from './typeahead.ts';

/** How somebody reads Slack, as far as Slack tells. */
export interface Reader {
  /** Such as `fr-FR`. */
  readonly locale: string | null;
  /** IANA name. */
  readonly zone: string | null;
}

/** Who reads, and where, as far as is known without asking anybody. */
export interface ReaderInfo {
  readonly reader: Reader;
  /** Slack's; `null` outside a channel. */
  readonly channelId: string | null;
}

/** Everything about a request but what is asked. */
export interface RequestInfo {
  readonly person: Person;
  readonly reader: Reader;
  readonly place: Place;
  /** Names this request, in its answer and in the log. */
  readonly reference: string;
}

/**
 * Everything that can be asked of Rental Desk, and everything it says. Whoever asks has been let
 * in already.
 *
 * Answers reject with a `RentalError` when the rental files cannot be had, with a `StoreError`
 * when what must be written cannot be, and with a slip (`isSlip`) when the person has to mend it.
 */
export interface Dispatcher {
  /** Finds the command for what was typed after `/rental`; never throws. */
  match(text: string): CommandMatch;
  /** Answers a text; rejects with an `UnknownCommandError` when no command matches it. */
  run(match: CommandMatch, requestInfo: RequestInfo): AsyncIterable<Answer>;
  /** Answers a button of an earlier answer. */
  runAction(action: Action, requestInfo: RequestInfo): AsyncIterable<Answer>;
  /** Answers a form; with a `FormError` it stays open. */
  submit(action: Action, filled: FormValues, requestInfo: RequestInfo): AsyncIterable<Answer>;
  /** What the Home tab shows. */
  home(requestInfo: RequestInfo): AsyncIterable<Answer>;
  /** Rental files to choose from while somebody types. */
  suggest(text: string, requestInfo: RequestInfo): Promise<readonly Suggestion[]>;
  /** What links to rental files show of them, by link. */
  previews(
    links: readonly string[],
    requestInfo: RequestInfo,
  ): Promise<ReadonlyMap<string, Preview>>;
  /** Says why somebody is not answered. */
  refused(reason: RefusalReason, requestInfo: RequestInfo): Promise<Message>;
  /** Says what went wrong; `again` is what “Try again” asks for. */
  failed(error: unknown, again: Action | null, requestInfo: RequestInfo): Promise<Message>;
  /** Says that there is no time to answer: because of the one who asks, of all, or of the end. */
  rejected(
    turned: { readonly why: 'limited' | 'busy' | 'closing'; readonly waitSeconds: number },
    again: Action | null,
    readerInfo: ReaderInfo,
  ): Message;
  /** Stands in a modal until its answer comes. */
  waiting(readerInfo: ReaderInfo): Message;
  /** The word on the button that closes a modal. */
  closeLabel(readerInfo: ReaderInfo): string;
  /** Offers a form that could not be opened in time. */
  late(form: Form, again: Action | null, readerInfo: ReaderInfo): Message;
  /** Offers a form that was asked for where none can be opened: by a message. */
  windowless(form: Form, again: Action | null, readerInfo: ReaderInfo): Message;
  /** Opens the file that a text links to or speaks of, or else the search for one. */
  actionIn(text: string): Action;
}

/** A typed text, matched once: for the log, for “Try again” and for its answer. */
export interface CommandMatch {
  /** Name of the command, never its arguments; `unknown` where none can be asked again. */
  readonly name: string;
  /** What “Try again” asks for; `null` where no command matches, or the text is too long. */
  readonly again: Action | null;
  /** An error is kept for the answer: limits and authorization come first. */
  readonly found: MatchedCommand | { readonly error: unknown };
}

export interface DispatcherOptions extends FileLink {
  readonly portfolio: Portfolio;
  readonly store: Store;
  readonly fileNow: (id: string) => Promise<RentalFile | null>;
  readonly checkService: () => Promise<void>;
  /** Absent where there are no digests. */
  readonly digests?: DigestService;
  readonly channels: Channels;
  readonly workingDays: WorkingDays;
  readonly now: () => number;
  /** For those whose Slack speaks neither language. */
  readonly language: Language;
  /** For those whose Slack names no zone. */
  readonly zone: string;
  /** Hears of what went wrong without a person's being told. */
  readonly onTrouble: (error: unknown) => void;
}

/** The desk that people come to. */
export function createDispatcher({
  language,
  zone,
  onTrouble,
  ...tools
}: DispatcherOptions): Dispatcher {
  const settings = rememberedSettings(tools.store.settings, tools.now, onTrouble);
  const exports = createBulkhead(EXPORTS_AT_ONCE);
  const store: Store = { ...tools.store, settings: settings.store };

  function zoneOf(reader: Reader): string {
    return reader.zone !== null && isZone(reader.zone) ? reader.zone : zone;
  }

  async function callFor({ reader, place, ...asking }: RequestInfo): Promise<CommandContext> {
    const held = await settings.of(place.channelId);
    const privacyHere = async () => channelPrivacy(held.privacy, await place.sharing());
    return {
      ...tools,
      ...asking,
      store,
      exports,
      place,
      settings: held,
      privacy: place.audience === 'person' ? 'full' : await privacyHere(),
      channelPrivacy: privacyHere,
      words: wordsIn(held.language ?? languageOf(reader.locale, language)),
      zone: zoneOf(reader),
    };
  }

  async function wordsFor({ reader, place }: RequestInfo): Promise<Messages> {
    const held = await settings.of(place.channelId);
    return wordsIn(held.language ?? languageOf(reader.locale, language));
  }

  /** In the language that an answer would be in; nothing waits for it. */
  function wordsAtOnce({ reader, channelId }: ReaderInfo): Messages {
    const held = settings.known(channelId);
    return wordsIn(held.language ?? languageOf(reader.locale, language));
  }

  return {
    match(text) {
      const found = tryMatch(text, tools);
      const again = 'error' in found ? null : repeatAction(found);
      return { name: again?.command ?? 'unknown', again, found };
    },
    async *run({ found }, requestInfo) {
      if ('error' in found) throw found.error;
      const call = await callFor(requestInfo);
      yield* admitted(found.command, call).run(found.rest, call);
    },
    async *runAction({ command: name, args }, requestInfo) {
      const call = await callFor(requestInfo);
      const command = admitted(commandNamed(name), call);
      const { typed } = args;
      yield* typeof typed === 'string' ? command.run(typed, call) : command.runAction(args, call);
    },
    async *submit({ command: name, args }, filled, requestInfo) {
      const call = await callFor(requestInfo);
      const command = admitted(commandNamed(name), call);
      if (!command.submit) throw new StaleActionError('form');
      yield* command.submit(args, filled, call);
    },
    async *home(requestInfo) {
      yield* homeOf(await callFor(requestInfo));
    },
    suggest: async (text, requestInfo) => suggestionsFor(text, await callFor(requestInfo)),
    previews: async (links, requestInfo) => previewsOf(links, await callFor(requestInfo)),
    async refused(reason, requestInfo) {
      const words = await wordsFor(requestInfo);
      return reason === 'unknown'
        ? failureView(words.refusal.unknown, requestInfo.reference, null, words)
        : refusalView(words.refusal[reason]);
    },
    async failed(error, again, requestInfo) {
      const words = await wordsFor(requestInfo);
      const way = nextActionFor(error, again, words);
      const told = failureWords(error, words, zoneOf(requestInfo.reader));
      return failureView(told, requestInfo.reference, way, words);
    },
    rejected({ why, waitSeconds }, again, readerInfo) {
      const words = wordsAtOnce(readerInfo);
      const { busy, closing, askedTooMuch } = words.errors;
      const told = { busy, closing, limited: askedTooMuch(words.number(waitSeconds)) };
      return refusalView(told[why], nextActionFor(null, again, words));
    },
    waiting: (readerInfo) => waitingView(wordsAtOnce(readerInfo)),
    closeLabel: (readerInfo) => wordsAtOnce(readerInfo).waiting.close,
    late: (form, again, readerInfo) => lateFormView(form, again, wordsAtOnce(readerInfo)),
    windowless: (form, again, readerInfo) => formByButtonView(form, again, wordsAtOnce(readerInfo)),
    actionIn(text) {
      const id = tools.idIn(text);
      if (id !== null) return cardAction(id);
      return text.trim() === '' ? FIND : mentionAction(text);
    },
  };
}

function tryMatch(text: string, tools: Parameters<typeof matchCommand>[1]): CommandMatch['found'] {
  try {
    return matchCommand(text, tools);
  } catch (error) {
    return { error };
  }
}

function commandNamed(name: string): Command {
  if (name === EXPIRED.command) throw new ExpiredActionError();
  const command = [...commands, ...hidden].find((known) => known.name === name);
  if (!command) throw new StaleActionError('command');
  return command;
}

function admitted(command: Command, { person }: CommandContext): Command {
  if (command.isForAdmins === true && !person.isAdmin) throw new AdminsOnlyError();
  return command;
}

/** The button under a failure: a slip made again would be one again; only a correction helps. */
function nextActionFor(error: unknown, again: Action | null, { failure }: Messages): Button | null {
  if (!isUserError(error)) {
    return again && { label: failure.tryAgain, spoken: failure.tryAgainSpoken, action: again };
  }
  const action = error instanceof UnknownCommandError ? nearestPress(error) : mendedPress(error);
  return action && { label: failure.askInstead, spoken: failure.askInsteadSpoken, action };
}

function mendedPress(error: unknown): Action | null {
  const mended = error instanceof QueryError ? error.mended : null;
  if (mended === null || !canTravel(mended)) return null;
  return { command: 'list', args: { typed: mended } };
}

/** What is no command at all may be what somebody looks for. */
function nearestPress({ word, nearest, rest }: UnknownCommandError): Action | null {
  const typed = `${word} ${rest}`.trim();
  if (nearest === null) return canTravel(typed) ? { command: search.name, args: { typed } } : null;
  return canTravel(rest) ? { command: nearest.name, args: { typed: rest } } : null;
}
