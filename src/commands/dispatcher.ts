import {
  dateOrderOf,
  languageOf,
  wordsIn,
  type ChannelLevel,
  channelLevel,
} from '../i18n/index.ts';
import type { Messages, Language, RefusalReason } from '../i18n/types.ts';
import { createBulkhead } from '../lib/concurrency.ts';
import { isZone } from '../portfolio/calendar.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { rememberedSettings, UNREAD_SETTINGS } from '../store/channel-settings.ts';
import type { Store } from '../store/store.ts';
import { buttonFor } from '../views/block-kit.ts';
import { channelWelcomeView, directWelcomeView } from '../views/home.ts';
import type { Action, Answer, Form, Message, Button } from '../views/message.ts';
import {
  failureView,
  formByButtonView,
  lateFormView,
  refusalView,
  waitingView,
} from '../views/notices.ts';
import type { MatchedCommand } from './command-names.ts';
import {
  type Command,
  commandButton,
  type CommandContext,
  type FormValues,
  HELP,
  helpButton,
  KEYS_TOPIC,
  ownNamed,
  ownNamedIn,
  repeatAction,
} from './command.ts';
import {
  AdminsOnlyError,
  assertAdmin,
  correctedText,
  ExpiredActionError,
  failureWords,
  FollowUpError,
  isUserError,
  StaleActionError,
  uncheckedWords,
  UnknownCommandError,
} from './errors.ts';
import { EXPORTS_AT_ONCE } from './export.ts';
import { homeOf } from './home.ts';
import { commands, hidden } from './index.ts';
import { type FollowedUp, followUpAction, isFollowUp } from './list-follow-up.ts';
import {
  type Suggestion,
  suggestionsFor,
  findsFiles,
  list,
  pending,
  search,
  unsearchedOption,
} from './list.ts';
import { overview } from './overview.ts';
import { matchCommand } from './router.ts';
import { withoutPrefix } from './sentences.ts';
import { type LinkPreview, previewsOf, knownSharing, messageAt, privacyReason } from './share.ts';
import { FIND, cardAction, goneMessage, mentionAction, showCard } from './show/card.ts';

/** Locale and time zone of a reader, as far as Slack knows them. */
export interface Reader {
  /** Such as `fr-FR`. */
  readonly locale: string | null;
  /** IANA name. */
  readonly zone: string | null;
}

/** Reader and channel, as far as known without a request to Slack. */
export interface ReaderInfo {
  readonly reader: Reader;
  /** Slack's; `null` outside a channel. */
  readonly channelId: string | null;
}

/** Everything about a request except its content. */
export interface RequestInfo extends Pick<CommandContext, 'person' | 'place' | 'reference'> {
  readonly reader: Reader;
}

/** A rental file as a Work Object names it. */
interface NamedFile {
  /** `null` where Slack has none of ours, as in results of a search. */
  readonly id: string | null;
  readonly link: string;
}

/**
 * Runs commands for listeners. Requests are authorized before they come here.
 *
 * Answers reject with a `RentalError` when the rental files cannot be had, with a `StoreError`
 * when something cannot be written, and with a `UserError` when the person has to correct it.
 */
export interface Dispatcher {
  /** Finds the command for what was typed after `/rental`; never throws. */
  match(text: string): CommandMatch;
  /** Answers a text; rejects with an `UnknownCommandError` when no command matches it. */
  run(match: CommandMatch, requestInfo: RequestInfo): AsyncIterable<Answer>;
  /** Whether a text changes the query of an earlier answer, so that it is none by itself. */
  isFollowUp(text: string): boolean;
  /** The action that such a text stands for, after these turns; with progress messages before it. */
  followUp(
    text: string,
    turns: Parameters<typeof followUpAction>[1],
    requestInfo: RequestInfo,
  ): AsyncGenerator<Message, FollowedUp>;
  /** Answers a button of an earlier answer. */
  runAction(action: Action, requestInfo: RequestInfo): AsyncIterable<Answer>;
  /** Answers a form; with a `FormError` it stays open. */
  submit(action: Action, filled: FormValues, requestInfo: RequestInfo): AsyncIterable<Answer>;
  /** Details panel of a rental file, which a Work Object names by id, by link or by both. */
  panel(named: NamedFile, requestInfo: RequestInfo): AsyncIterable<Answer>;
  /** Stands in a panel whose answer takes longer than Slack waits. */
  latePanel(readerInfo: ReaderInfo): Message;
  home(requestInfo: RequestInfo): AsyncIterable<Answer>;
  /** Rental files to offer while a person types. */
  suggest(text: string, requestInfo: RequestInfo): Promise<readonly Suggestion[]>;
  previews(
    links: readonly string[],
    requestInfo: RequestInfo,
  ): Promise<ReadonlyMap<string, LinkPreview>>;
  /** First message to a channel, and the level of what everybody there may see. */
  welcome(
    requestInfo: RequestInfo,
  ): Promise<{ readonly message: Message; readonly level: ChannelLevel }>;
  /** First message to a person. */
  directWelcome(requestInfo: RequestInfo): Promise<Message>;
  /** The context of a command, for an answer that is more than messages. */
  contextOf(requestInfo: RequestInfo): Promise<CommandContext>;
  /**
   * Message for a person who is not authorized.
   *
   * @param unsent the answer that was ready when this was found out; `null` before anything was done
   */
  refused(
    reason: RefusalReason,
    requestInfo: RequestInfo,
    unsent?: Answer['kind'] | null,
  ): Promise<Message>;
  /** Message for an error; `again` is the action of “Try again”. */
  failed(error: unknown, again: Action | null, requestInfo: RequestInfo): Promise<Message>;
  /** Message for a request over a limit, or during shutdown. */
  rejected(
    turned: { readonly why: 'limited' | 'busy' | 'closing'; readonly waitSeconds: number },
    again: Action | null,
    readerInfo: ReaderInfo,
  ): Message;
  /** Placeholder in a modal until its answer comes. */
  waiting(readerInfo: ReaderInfo): Message;
  closeLabel(readerInfo: ReaderInfo): string;
  /** The only option of a field in which no files could be searched. */
  unsearched(readerInfo: ReaderInfo): Suggestion;
  /** A button for a form that could not be opened in time. */
  late(form: Form, again: Action | null, readerInfo: ReaderInfo): Message;
  /** A button for a form that was asked for by a message, which cannot open one. */
  formByButton(form: Form, again: Action | null, readerInfo: ReaderInfo): Message;
  /** The action that opens the file a text links to or mentions, or else the search. */
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

/** What the context of every command has in common, and defaults for readers. */
export interface DispatcherOptions extends Pick<
  CommandContext,
  | 'portfolio'
  | 'store'
  | 'journal'
  | 'triage'
  | 'digests'
  | 'channels'
  | 'fileNow'
  | 'checkService'
  | 'degradations'
  | 'reading'
  | 'workingDays'
  | 'currency'
  | 'now'
  | 'linkTo'
  | 'idIn'
> {
  /** For readers whose locale is neither language. */
  readonly language: Language;
  /** For readers whose Slack names no zone. */
  readonly zone: string;
  /** Called with errors that people do not see. */
  readonly onError: (error: unknown) => void;
}

export function createDispatcher({
  language,
  zone,
  onError,
  ...tools
}: DispatcherOptions): Dispatcher {
  const settings = rememberedSettings(tools.store.settings, tools.now, onError);
  const exports = createBulkhead(EXPORTS_AT_ONCE);
  const store: Store = { ...tools.store, settings: settings.store };

  function zoneOf(reader: Reader): string {
    return reader.zone !== null && isZone(reader.zone) ? reader.zone : zone;
  }

  async function contextFor({ reader, place, ...request }: RequestInfo): Promise<CommandContext> {
    const levelHere = async () =>
      place.privacy ??
      channelLevel(await settings.privacyOf(place.channelId), await knownSharing(place));
    // Both at once: Slack waits for no more than one answer of a slow store.
    const [chosen, level] = await Promise.all([
      settings.of(place.channelId),
      place.audience === 'person' ? ('full' as const) : levelHere(),
    ]);
    const readerLanguage = languageOf(reader.locale, language);
    return {
      ...tools,
      ...request,
      store,
      exports,
      place,
      settings: chosen,
      areSettingsUnread: chosen === UNREAD_SETTINGS,
      privacy: level === 'outside' ? 'reference' : level,
      channelLevel: levelHere,
      words: wordsIn(place.language ?? chosen.language ?? readerLanguage),
      wordsFor: (locale) => wordsIn(languageOf(locale, language)),
      readerLanguage,
      dateOrder: dateOrderOf(reader.locale),
      zone: zoneOf(reader),
    };
  }

  async function wordsFor({ reader, place }: RequestInfo): Promise<Messages> {
    const chosen = await settings.of(place.channelId);
    return wordsIn(chosen.language ?? languageOf(reader.locale, language));
  }

  /** In the language of an answer, as far as cached: no I/O. */
  function wordsAtOnce({ reader, channelId }: ReaderInfo): Messages {
    const chosen = settings.known(channelId);
    return wordsIn(chosen.language ?? languageOf(reader.locale, language));
  }

  return {
    match(text) {
      const found = tryMatch(text, tools);
      const again = 'error' in found ? null : repeatAction(found);
      return { name: again?.command ?? 'unknown', again, found };
    },
    async *run({ found }, requestInfo) {
      if ('error' in found) throw found.error;
      const call = await contextFor(requestInfo);
      yield* answersIn(call, admitted(found.command, call).run(ownNamed(found.rest, call), call));
    },
    isFollowUp: (text) => isFollowUp(withoutPrefix(text)),
    async *followUp(text, turns, requestInfo) {
      return yield* followUpAction(withoutPrefix(text), turns, await contextFor(requestInfo));
    },
    async *runAction({ command: name, args }, requestInfo) {
      const call = await contextFor(requestInfo);
      const command = admitted(commandNamed(name), call);
      const typed = ownNamed(args['typed'], call);
      const answers = typed === null ? command.runAction(args, call) : command.run(typed, call);
      yield* answersIn(call, answers);
    },
    async *submit({ command: name, args }, filled, requestInfo) {
      const call = await contextFor(requestInfo);
      const command = admitted(commandNamed(name), call);
      if (!command.submit) throw new StaleActionError('form');
      yield* command.submit(args, ownNamedIn(filled, call), call);
    },
    async *panel({ id, link }, requestInfo) {
      const call = await contextFor(requestInfo);
      const linked = tools.idIn(link);
      const named = id ?? linked;
      // No message of the app refers to two files at once.
      const isClear = named !== null && (linked === null || linked === named);
      if (isClear) yield* showCard(named, call);
      else yield goneMessage(call);
    },
    latePanel(readerInfo) {
      const words = wordsAtOnce(readerInfo);
      return { ...failureView(words.entity.late, null, null, words), title: words.card.title };
    },
    async *home(requestInfo) {
      yield* homeOf(await contextFor(requestInfo));
    },
    suggest: async (text, requestInfo) => suggestionsFor(text, await contextFor(requestInfo)),
    previews: async (links, requestInfo) => previewsOf(links, await contextFor(requestInfo)),
    contextOf: contextFor,
    async welcome(requestInfo) {
      const call = await contextFor(requestInfo);
      const level = await call.channelLevel();
      return { message: channelWelcomeView(level, privacyReason(level, call), call.words), level };
    },
    directWelcome: async (requestInfo) => directWelcomeView(await wordsFor(requestInfo)),
    async refused(reason, requestInfo, unsent = null) {
      const words = await wordsFor(requestInfo);
      const { surface } = requestInfo.place;
      const isWithoutChannel = surface === 'mcp' && reason === 'not_in_channel';
      if (isWithoutChannel) return refusalView(words.refusal.without_channel);
      return reason === 'unknown'
        ? failureView(uncheckedWords(unsent, surface, words), requestInfo.reference, null, words)
        : refusalView(words.refusal[reason]);
    },
    async failed(error, again, requestInfo) {
      const words = await wordsFor(requestInfo);
      // What failed is answered in private.
      const place = { ...requestInfo.place, audience: 'person' } as const;
      const call = { ...(await contextFor({ ...requestInfo, place })), words };
      const next = nextActionsFor(error, again, call);
      const hasFiles = tools.portfolio.latest() !== null;
      const failure = failureWords(error, words, zoneOf(requestInfo.reader), hasFiles);
      // The log has nothing to say about a typing mistake, nor about a missing right.
      const isExpected = EXPECTED.some((kind) => error instanceof kind);
      const corrected =
        error instanceof QueryError
          ? { ...failure, copy: lineOf(correction(error, again), words) }
          : failure;
      return failureView(corrected, isExpected ? null : requestInfo.reference, next, words);
    },
    rejected({ why, waitSeconds }, again, readerInfo) {
      const words = wordsAtOnce(readerInfo);
      const limited = words.errors.askedTooMuch(words.number(waitSeconds));
      const button = againButton(again, words);
      return refusalView({ ...words.errors, limited }[why], ...(button === null ? [] : [button]));
    },
    waiting: (readerInfo) => waitingView(wordsAtOnce(readerInfo)),
    closeLabel: (readerInfo) => wordsAtOnce(readerInfo).waiting.close,
    unsearched: (readerInfo) => unsearchedOption(wordsAtOnce(readerInfo)),
    late: (form, again, readerInfo) => lateFormView(form, again, wordsAtOnce(readerInfo)),
    formByButton: (form, again, readerInfo) =>
      formByButtonView(form, again, wordsAtOnce(readerInfo)),
    actionIn(text) {
      const id = tools.idIn(text);
      if (id !== null) return cardAction(id);
      return text.trim() === '' ? FIND : mentionAction(text);
    },
  };
}

const EXPECTED = [QueryError, UnknownCommandError, FollowUpError, AdminsOnlyError] as const;

function tryMatch(text: string, tools: Parameters<typeof matchCommand>[1]): CommandMatch['found'] {
  try {
    return matchCommand(text, tools);
  } catch (error) {
    return { error };
  }
}

/** Answers as their audience may see them. */
async function* answersIn(
  call: CommandContext,
  answers: AsyncIterable<Answer>,
): AsyncGenerator<Answer> {
  if (call.place.audience === 'person') {
    yield* answers;
    return;
  }
  const level = await call.channelLevel();
  for await (const answer of answers) {
    const isShown = answer.kind === 'message' && !answer.isProgress;
    yield isShown ? messageAt(level, answer, call) : answer;
  }
}

function commandNamed(name: string): Command {
  const command = [...commands, ...hidden].find((known) => known.name === name);
  if (command) return command;
  throw new StaleActionError('command', name !== '');
}

function admitted(command: Command, { person }: CommandContext): Command {
  if (command.isForAdmins === true) assertAdmin(person, new AdminsOnlyError());
  return command;
}

/** The buttons under a failure. A user error would only repeat itself: it gets corrections. */
function nextActionsFor(
  error: unknown,
  again: Action | null,
  call: CommandContext,
): readonly Button[] {
  const { words } = call;
  if (error instanceof UnknownCommandError) return nearestCommands(error, call);
  if (error instanceof FollowUpError) {
    const lists = [list, pending].flatMap((each) => commandButton(each, error.rest, words));
    return [...lists, ...commandButton(HELP, '', words)];
  }
  if (error instanceof QueryError) {
    if (error.mended === null)
      return error.code === 'query_unknown_key'
        ? helpButton(KEYS_TOPIC[words.language], words)
        : [];
    const mended = correction(error, again);
    return findsFiles(mended, call) ? commandButton(...mended, words) : [];
  }
  // What it stood under is not known; a panel shows one file and nothing else.
  const isOld = error instanceof StaleActionError || error instanceof ExpiredActionError;
  if (isOld) return call.place.surface === 'panel' ? [] : commandButton(overview, '', words);
  const button = isUserError(error) ? null : againButton(again, words);
  return button === null ? [] : [button];
}

/** The command with a wrong query, which is corrected where possible. */
function correction(error: QueryError, again: Action | null): readonly [Command, string] {
  const command = commands.find(({ name }) => name === again?.command);
  const text = correctedText(error, again?.args['typed']);
  return command && text !== null ? [command, text] : [list, error.mended ?? error.text];
}

function againButton(again: Action | null, { failure }: Messages): Button | null {
  return again && buttonFor(failure, 'tryAgain', again);
}

/** The likeliest commands; a text that resembles none is offered to the search, if that finds files. */
function nearestCommands(
  { text, nearest, rest, isSearched }: UnknownCommandError,
  call: CommandContext,
): readonly Button[] {
  const { words } = call;
  const isFound = isSearched && findsFiles([search, text], call);
  return [
    ...(nearest === null ? [] : commandButton(nearest, rest, words)),
    ...(isFound ? commandButton(search, text, words) : []),
    ...(isFound || nearest?.name === list.name ? [] : commandButton(list, '', words)),
    ...(nearest?.name === HELP.name ? [] : commandButton(HELP, '', words)),
  ];
}

function lineOf([{ called }, typed]: readonly [Command, string], { language }: Messages): string {
  return `/rental ${called[language]} ${typed}`.trim();
}
