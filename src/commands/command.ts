import type { ZodType } from 'zod';

import type { Calendars } from '../digests/schedule.ts';
import type { ChannelLevel, Privacy, Sharing } from '../i18n/index.ts';
import type { Messages, HelpGroup, Language } from '../i18n/types.ts';
import type { Journal } from '../journal/journal.ts';
import type { Bulkhead } from '../lib/concurrency.ts';
import type { WorkingDays } from '../portfolio/calendar.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { DateOrder } from '../portfolio/query/values.ts';
import { keyNamed, personNamed } from '../portfolio/query/vocabulary/index.ts';
import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import type { AlertStore } from '../store/alerts/alerts.ts';
import type { ChannelSettings } from '../store/channel-settings.ts';
import type { DeliveriesStore } from '../store/deliveries/deliveries.ts';
import type { Digest } from '../store/digest.ts';
import type { DigestsStore } from '../store/digests.ts';
import type { Store } from '../store/store.ts';
import type { Triage } from '../triage/triage.ts';
import { oneLine } from '../views/block-kit.ts';
import type { Detail } from '../views/home.ts';
import { REFINE_FIELD } from '../views/list.ts';
import type { Answer, Action, Button } from '../views/message.ts';
import type { ReadingInstance } from '../views/status.ts';
import { failureWords, FormError, StaleActionError } from './errors.ts';

export interface Person {
  readonly userId: string;
  readonly isAdmin: boolean;
  /** Why the admins could not be looked up; absent when they could. */
  readonly adminFailure?: unknown;
  /** As Slack knows it; never logged, stored or sent. */
  readonly email: string | null;
}

type Surface =
  | 'command'
  | 'button'
  | 'form'
  | 'shortcut'
  | 'home'
  | 'mention'
  | 'direct'
  | 'link'
  /** A tool call of an AI assistant. */
  | 'mcp'
  /** The details panel of a Work Object. */
  | 'panel'
  /** A channel that the app was added to. */
  | 'join';

/** Where a request is made, and for whom its answer is. */
export interface Place {
  readonly surface: Surface;
  /** Slack id; `null` outside a channel, as on the Home tab. */
  readonly channelId: string | null;
  /** `channel`: everybody in it sees the answer. */
  readonly audience: 'person' | 'channel';
  /** Whether people of other organisations are in the channel; `unknown` when Slack does not say. */
  readonly sharing: () => Promise<Sharing>;
  /** Of a form: whether its answer takes the place of the modal or message that it was opened from. */
  readonly returns?: boolean;
  /** What may be shown of people where no channel decides it; absent where one does. */
  readonly privacy?: Privacy;
  /** Of the message that the answer replaces for the whole channel; absent where the reader's counts. */
  readonly language?: Language | undefined;
}

/** Everything that a command may use. It knows neither Bolt nor how its answer is delivered. */
export interface CommandContext {
  readonly portfolio: Portfolio;
  readonly store: Store;
  /** What happened to rental files; absent where that is not recorded. */
  readonly journal?: Pick<Journal, 'history' | 'eventsOf'>;
  /** What people do about rental files; absent where that is not kept. */
  readonly triage?: Triage;
  /** Absent where there are no digests. */
  readonly digests?: DigestService;
  /** For channels other than that of the request. */
  readonly channels: Channels;
  /**
   * The rental file as the service has it now, read for `msMax` at most; `null` when it has none of
   * that id.
   */
  readonly fileNow: (id: string, msMax?: number) => Promise<RentalFile | null>;
  /** Makes sure that the service answers and accepts our key. */
  readonly checkService: () => Promise<void>;
  /** What does not work as it should. */
  readonly degradations?: (() => readonly (keyof Messages['status']['degraded'])[]) | undefined;
  /** Which instance reads the files for all; absent where each reads for itself. */
  readonly reading?: (() => ReadingInstance) | undefined;
  readonly exports: Bulkhead;
  readonly person: Person;
  readonly place: Place;
  /** Settings of the channel, or the defaults. */
  readonly settings: ChannelSettings;
  /** Whether those of the channel could not be read, so that the strictest stand for them. */
  readonly areSettingsUnread: boolean;
  /** How much this answer may show of people. */
  readonly privacy: Privacy;
  /**
   * What a message for everybody in the channel may show.
   *
   * @throws {SharingError} when Slack does not say who is in the channel
   */
  readonly channelLevel: () => Promise<ChannelLevel>;
  readonly words: Messages;
  /** The words for another person, by their locale at Slack; `null` when unknown. */
  readonly wordsFor: (locale: string | null) => Messages;
  /** Of `words`, where the channel has chosen none. */
  readonly readerLanguage: Language;
  readonly workingDays: WorkingDays;
  /** In which order the reader writes day and month; `null` when Slack does not say. */
  readonly dateOrder: DateOrder | null;
  /** The reader's time zone, an IANA name. */
  readonly zone: string;
  /** Of amounts, an ISO 4217 code; `null` where the operator has named none. */
  readonly currency: string | null;
  readonly now: () => number;
  /** Reference of this request, in its answer and in the log. */
  readonly reference: string;
  /** Where a rental file opens for people; `null` where it does not. */
  readonly linkTo: (id: string) => string | null;
  /** The id in such a link; `null` in any other text. */
  readonly idIn: (text: string) => string | null;
}

/** Values of a form by the name of their field; an empty field is absent. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * A subcommand of `/rental`: parser, help and the manifest's hint all read this declaration.
 *
 * Of the messages of an answer, each replaces the one before, and the last one stays; posts, documents and
 * direct messages stay beside it.
 */
export interface Command {
  readonly name: string;
  /** Its name for people, in help and corrections. */
  readonly called: Readonly<Record<Language, string>>;
  /** Other words for it, French ones among them. */
  readonly aliases: readonly string[];
  /** Verbs that may follow the name; `save view` then means the same as `view save`. */
  readonly verbs?: readonly string[];
  /** Section of help; `null` for a command that only buttons run. */
  readonly group: HelpGroup | null;
  /** One line of help: starts with a verb, ends without a full stop. */
  readonly summary: Readonly<Record<Language, string>>;
  /** Arguments after the name, for example `[query]`; empty without any. */
  readonly hint: Readonly<Record<Language, string>>;
  /** Texts to type after `/rental`. */
  readonly examples: Readonly<Record<Language, readonly string[]>>;
  /** More for help: texts to type, and what each does. */
  readonly details?: (language: Language) => readonly Detail[];
  readonly isForAdmins?: boolean;
  /** Answers the text after the name. */
  run(text: string, call: CommandContext): AsyncIterable<Answer>;
  /** Answers a button of an earlier answer of this command. */
  runAction(args: Action['args'], call: CommandContext): AsyncIterable<Answer>;
  /**
   * Answers a form of this command.
   *
   * @throws {FormError} when a field must be corrected; the form stays open
   */
  submit?(args: Action['args'], filled: FormValues, call: CommandContext): AsyncIterable<Answer>;
}

/** A command that stands in no help: buttons run it, or phrases do where it has a `run`. */
export function hiddenCommand(
  name: string,
  answers: Pick<Command, 'runAction'> & Partial<Pick<Command, 'run' | 'submit'>>,
): Command {
  const nothing = { en: '', fr: '' };
  return {
    name,
    called: { en: name, fr: name },
    aliases: [],
    group: null,
    summary: nothing,
    hint: nothing,
    examples: { en: [], fr: [] },
    run() {
      throw new StaleActionError('typed');
    },
    ...answers,
  };
}

/**
 * The arguments of an action, read by a schema.
 *
 * @throws {StaleActionError} for arguments of another version
 */
export function argumentsIn<Args>(schema: ZodType<Args>, args: Action['args']): Args {
  const asked = schema.safeParse(args);
  if (!asked.success) throw new StaleActionError('arguments', true);
  return asked.data;
}

/** Maximum of a text in an encrypted button, beside the rest. */
const TYPED_BYTES_MAX = 900;

/** The action of “Try again”; `null` when the text is too long for a button. */
export function repeatAction({
  command,
  rest,
}: {
  readonly command: Command;
  readonly rest: string;
}): Action | null {
  return fitsButton(rest) ? { command: command.name, args: { typed: rest } } : null;
}

/** Whether a text is short enough to go into a button. */
export function fitsButton(text: string): boolean {
  return Buffer.byteLength(JSON.stringify(text)) <= TYPED_BYTES_MAX;
}

/** Of the command on a button, which clients show about half of. */
export const COMMAND_LENGTH_MAX = 60;
/** Of the text of a button for screen readers. */
export const LABEL_LENGTH_MAX = 75;

/** The button that opens help on a topic, which is named as the person would type it. */
export function helpButton(topic: string, words: Messages): readonly Button[] {
  return commandButton(HELP, topic, words);
}

/** The topic of help on the keys of queries. */
export const KEYS_TOPIC = { en: 'keys', fr: 'clés' } as const;

export const HELP = { name: 'help', called: { en: 'help', fr: 'aide' } } as const;

/** A button that shows a command and runs it; none for a text that is too long for a button. */
export function commandButton(
  { name, called }: Pick<Command, 'name' | 'called'>,
  typed: string,
  { failure, language }: Messages,
): readonly Button[] {
  if (!fitsButton(typed)) return [];
  const label = oneLine(`/rental ${called[language]} ${typed}`.trim(), COMMAND_LENGTH_MAX);
  const spoken = oneLine(failure.runSpoken(label), LABEL_LENGTH_MAX);
  return [{ label, spoken, action: { command: name, args: { typed } } }];
}

/**
 * One page of things, the last one when the wanted page is beyond it, and how to turn it.
 *
 * @param to the action that shows a page
 */
export function pageOf<Each>(
  all: readonly Each[],
  wanted: number,
  size: number,
  to: (page: number) => Action,
) {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(wanted, pages);
  return {
    shown: all.slice((page - 1) * size, page * size),
    turning: {
      page,
      pages,
      previous: page > 1 ? to(page - 1) : null,
      next: page < pages ? to(page + 1) : null,
    },
  };
}

/** A typed condition with a key, and its values where none of them is quoted. */
const CONDITION = /(?<!\S)(-?)([\p{L}-]{1,40}):([^\s":,][^\s":]{0,200})(?!\S)/gu;

type Known = Pick<CommandContext, 'person'>;

/**
 * A typed text in which “manager:me” is the person, whom files know by the e-mail address, and
 * “manager:nobody” asks for files without one; `null` for what is no text.
 *
 * @throws {QueryError} for “manager:me” of a person whose e-mail address is unknown
 */
export function ownNamed(typed: string, call: Known): string;
export function ownNamed(typed: unknown, call: Known): string | null;
export function ownNamed(typed: unknown, { person: { email } }: Known): string | null {
  if (typeof typed !== 'string') return null;
  return typed.replaceAll(CONDITION, (condition: string, ...[not, key, value, at]: Written) => {
    if (keyNamed(key) !== 'manager') return condition;
    if (personNamed(value) === 'nobody') return not === '' ? 'no:manager' : 'has:manager';
    const managers = value.split(',');
    const own = managers.find((each) => personNamed(each) === 'me');
    if (own === undefined) return condition;
    if (email === null) {
      throw new QueryError({ code: 'query_reader_unknown', text: typed, word: own, at });
    }
    const named = managers.map((each) => (each === own ? `"${email}"` : each));
    return `${not}manager:${named.join()}`;
  });
}

type Written = [not: string, key: string, value: string, at: number];

/** Fields of forms in which a query is typed. */
const QUERY_FIELDS: ReadonlySet<string> = new Set(['query', REFINE_FIELD]);

/**
 * What is filled in, with the person named in queries as in a typed text.
 *
 * @throws {FormError} for “manager:me” of a person whose e-mail address is unknown
 */
export function ownNamedIn(
  filled: FormValues,
  { person, words, zone }: CommandContext,
): FormValues {
  const named = Object.entries(filled).map(([field, value]) => {
    if (!QUERY_FIELDS.has(field) || typeof value !== 'string') return [field, value] as const;
    try {
      return [field, ownNamed(value, { person })] as const;
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      const { happened, remedy } = failureWords(error, words, zone);
      throw new FormError({ [field]: `${happened} ${remedy}` });
    }
  });
  return Object.fromEntries(named);
}

/** Channels and their members, as Slack has them now. */
export interface Channels {
  /** Whether the app may post in a channel; `not_allowed` in one without answers. */
  readonly membership: (
    channelId: string,
  ) => Promise<'member' | 'absent' | 'archived' | 'not_allowed' | 'unknown'>;
  readonly isIn: (channelId: string, userId: string) => Promise<boolean>;
  /** Whether people of other organisations are in a channel. */
  readonly sharing: (channelId: string) => Promise<Sharing>;
  /** Whether the owner of a digest is still one of the workspace. */
  readonly ownerState: (userId: string) => Promise<'here' | 'gone' | 'unknown'>;
}

/** What a command of digests or alerts gets, which there are. */
export interface DigestContext extends CommandContext {
  readonly digests: DigestService;
}

/** Whether somebody asks in a channel. Elsewhere, as in a direct message, digests are the person's own. */
export function isInChannel({ place: { channelId } }: Pick<CommandContext, 'place'>): boolean {
  return channelId !== null && !channelId.startsWith('D');
}

/** Whether there are digests, and alerts. */
export function hasDigests(call: CommandContext): call is DigestContext {
  return call.digests !== undefined;
}

/** Digests, for commands. Its stores may reject with a `StoreError`. */
export interface DigestService {
  readonly digests: DigestsStore;
  readonly deliveries: DeliveriesStore;
  readonly alerts: AlertStore;
  readonly calendars: Calendars;
  /** Region of the public holidays of digests that name none. */
  readonly holidays: string;
  /** Language of digests where neither they nor their channel have one. */
  readonly language: Language;
  /** Whether people may get alerts by direct message. */
  readonly allowsDirectAlerts: boolean;
  /**
   * Posts a digest now, whatever its schedule; resolves once its delivery is queued.
   *
   * @returns `false` when one that was asked for before is still to be posted, instead of a second one
   */
  readonly runNow: (digest: Digest) => Promise<boolean>;
}

/** Whether the person may change a digest or an alert: its owner and admins may. */
export function mayChange(
  { ownerId }: Pick<Digest, 'ownerId'>,
  { person }: CommandContext,
): boolean {
  return person.isAdmin || person.userId === ownerId;
}
