import { createBulkhead } from '../lib/limiter.ts';
import { isZone, type WorkingDays } from '../portfolio/calendar/working-days.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { FileLink } from '../portfolio/resolve.ts';
import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import type { Store } from '../store/store.ts';
import type { Answer, Button, Form, Message, Press } from '../views/message.ts';
import {
  failureView,
  formByButtonView,
  lateFormView,
  refusalView,
  waitingView,
} from '../views/notices.ts';
import { stricter } from '../views/privacy.ts';
import { languageOf, wordsIn } from '../views/words/languages.ts';
import type { Language, RefusalReason, Words } from '../views/words/words.ts';
import { rememberedSettings } from './channel-settings.ts';
import {
  AdminsOnlyError,
  type Call,
  type Channels,
  type Command,
  type DigestDesk,
  type Filled,
  isSlip,
  type Person,
  type Place,
  StalePressError,
  UnknownCommandError,
} from './command.ts';
import { failureWords } from './error-messages.ts';
import { EXPORTS_AT_ONCE } from './export/index.ts';
import { homeOf } from './home.ts';
import { commands, hidden } from './index.ts';
import { type Preview, previewsOf } from './link-previews.ts';
import { canTravel, commandIn, pressFor } from './router.ts';
import { search } from './search.ts';
import { cardPress, FIND, mentionedPress } from './show/actions.ts';
import { type Suggestion, suggestionsFor } from './typeahead.ts';

/** How somebody reads Slack, as far as Slack tells. */
export interface Reader {
  /** Such as `fr-FR`. */
  readonly locale: string | null;
  /** IANA name. */
  readonly zone: string | null;
}

/** Who reads, and where, as far as is known without asking anybody. */
export interface Glance {
  readonly reader: Reader;
  /** Slack's; `null` outside a channel. */
  readonly channelId: string | null;
}

/** Everything about a request but what is asked. */
export interface Asking {
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
export interface Desk {
  /** Answers what was typed after `/rental`. */
  typed(text: string, asking: Asking): AsyncIterable<Answer>;
  /** Answers a button of an earlier answer. */
  pressed(press: Press, asking: Asking): AsyncIterable<Answer>;
  /** Answers a form; with a `FormError` it stays open. */
  submitted(press: Press, filled: Filled, asking: Asking): AsyncIterable<Answer>;
  /** What the Home tab shows. */
  home(asking: Asking): AsyncIterable<Answer>;
  /** Rental files to choose from while somebody types. */
  suggested(text: string, asking: Asking): Promise<readonly Suggestion[]>;
  /** What links to rental files show of them, by link. */
  previews(links: readonly string[], asking: Asking): Promise<ReadonlyMap<string, Preview>>;
  /** Says why somebody is not answered. */
  refused(reason: RefusalReason, asking: Asking): Promise<Message>;
  /** Says what went wrong; `again` is what “Try again” asks for. */
  failed(error: unknown, again: Press | null, asking: Asking): Promise<Message>;
  /** Says that there is no time to answer: because of the one who asks, of all, or of the end. */
  turnedAway(
    turned: { readonly why: 'limited' | 'busy' | 'closing'; readonly waitSeconds: number },
    again: Press | null,
    glance: Glance,
  ): Message;
  /** Stands in a modal until its answer comes. */
  waiting(glance: Glance): Message;
  /** The word on the button that closes a modal. */
  closeWord(glance: Glance): string;
  /** Offers a form that could not be opened in time. */
  late(form: Form, again: Press | null, glance: Glance): Message;
  /** Offers a form that was asked for where none can be opened: by a message. */
  windowless(form: Form, again: Press | null, glance: Glance): Message;
  /** The press that asks again for what was typed; `null` when no command answers to it. */
  pressFor(text: string): Press | null;
  /** Opens the file that a text links to or speaks of, or else the search for one. */
  pressIn(text: string): Press;
}

export interface DeskOptions extends FileLink {
  readonly portfolio: Portfolio;
  readonly store: Store;
  readonly fileNow: (id: string) => Promise<RentalFile | null>;
  readonly checkService: () => Promise<void>;
  /** Absent where there are no digests. */
  readonly digests?: DigestDesk;
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
export function createDesk({ language, zone, onTrouble, ...tools }: DeskOptions): Desk {
  const settings = rememberedSettings(tools.store.settings, tools.now, onTrouble);
  const exports = createBulkhead(EXPORTS_AT_ONCE);
  const store: Store = { ...tools.store, settings: settings.store };

  function zoneOf(reader: Reader): string {
    return reader.zone !== null && isZone(reader.zone) ? reader.zone : zone;
  }

  async function callFor({ reader, place, ...asking }: Asking): Promise<Call> {
    const held = await settings.of(place.channelId);
    const channelPrivacy = async () =>
      stricter(held.privacy, (await place.exposure()) === 'inside' ? 'full' : 'reference');
    return {
      ...tools,
      ...asking,
      store,
      exports,
      place,
      settings: held,
      privacy: place.audience === 'person' ? 'full' : await channelPrivacy(),
      channelPrivacy,
      words: wordsIn(held.language ?? languageOf(reader.locale, language)),
      zone: zoneOf(reader),
    };
  }

  async function wordsFor({ reader, place }: Asking): Promise<Words> {
    const held = await settings.of(place.channelId);
    return wordsIn(held.language ?? languageOf(reader.locale, language));
  }

  /** In the language that an answer would be in; nothing waits for it. */
  function wordsAtOnce({ reader, channelId }: Glance): Words {
    const held = settings.known(channelId);
    return wordsIn(held.language ?? languageOf(reader.locale, language));
  }

  return {
    async *typed(text, asking) {
      const call = await callFor(asking);
      const { command, rest } = commandIn(text, call);
      yield* admitted(command, call).typed(rest, call);
    },
    async *pressed({ command: name, args }, asking) {
      const call = await callFor(asking);
      const command = admitted(commandNamed(name), call);
      const { typed } = args;
      yield* typeof typed === 'string' ? command.typed(typed, call) : command.pressed(args, call);
    },
    async *submitted({ command: name, args }, filled, asking) {
      const call = await callFor(asking);
      const command = admitted(commandNamed(name), call);
      if (!command.submitted) throw new StalePressError('form');
      yield* command.submitted(args, filled, call);
    },
    async *home(asking) {
      yield* homeOf(await callFor(asking));
    },
    suggested: async (text, asking) => suggestionsFor(text, await callFor(asking)),
    previews: async (links, asking) => previewsOf(links, await callFor(asking)),
    async refused(reason, asking) {
      const words = await wordsFor(asking);
      return reason === 'unknown'
        ? failureView(words.refusal.unknown, asking.reference, null, words)
        : refusalView(words.refusal[reason]);
    },
    async failed(error, again, asking) {
      const words = await wordsFor(asking);
      const way = wayOnFrom(error, again, words);
      const told = failureWords(error, words, zoneOf(asking.reader));
      return failureView(told, asking.reference, way, words);
    },
    turnedAway({ why, waitSeconds }, again, glance) {
      const words = wordsAtOnce(glance);
      const { busy, closing, askedTooMuch } = words.trouble;
      const told = { busy, closing, limited: askedTooMuch(words.number(waitSeconds)) };
      return refusalView(told[why], wayOnFrom(null, again, words));
    },
    waiting: (glance) => waitingView(wordsAtOnce(glance)),
    closeWord: (glance) => wordsAtOnce(glance).waiting.close,
    late: (form, again, glance) => lateFormView(form, again, wordsAtOnce(glance)),
    windowless: (form, again, glance) => formByButtonView(form, again, wordsAtOnce(glance)),
    pressFor: (text) => pressFor(text, tools),
    pressIn(text) {
      const id = tools.idIn(text);
      if (id !== null) return cardPress(id);
      return text.trim() === '' ? FIND : mentionedPress(text);
    },
  };
}

function commandNamed(name: string): Command {
  const command = [...commands, ...hidden].find((known) => known.name === name);
  if (!command) throw new StalePressError('command');
  return command;
}

function admitted(command: Command, { person }: Call): Command {
  if (command.isForAdmins === true && !person.isAdmin) throw new AdminsOnlyError();
  return command;
}

/** The button under a failure: a slip made again would be one again; only a correction helps. */
function wayOnFrom(error: unknown, again: Press | null, { failure }: Words): Button | null {
  if (!isSlip(error)) {
    return again && { label: failure.tryAgain, spoken: failure.tryAgainSpoken, press: again };
  }
  const press = error instanceof UnknownCommandError ? nearestPress(error) : mendedPress(error);
  return press && { label: failure.askInstead, spoken: failure.askInsteadSpoken, press };
}

function mendedPress(error: unknown): Press | null {
  const mended = error instanceof QueryError ? error.mended : null;
  if (mended === null || !canTravel(mended)) return null;
  return { command: 'list', args: { typed: mended } };
}

/** What is no command at all may be what somebody looks for. */
function nearestPress({ word, nearest, rest }: UnknownCommandError): Press | null {
  const typed = `${word} ${rest}`.trim();
  if (nearest === null) return canTravel(typed) ? { command: search.name, args: { typed } } : null;
  return canTravel(rest) ? { command: nearest.name, args: { typed: rest } } : null;
}
