import type { Calendars } from '../digests/planner.ts';
import type { Messages } from '../i18n/messages.ts';
import type { Privacy, Sharing } from '../i18n/privacy.ts';
import type { HelpGroup, Language } from '../i18n/types.ts';
import type { Bulkhead } from '../lib/limiter.ts';
import type { WorkingDays } from '../portfolio/calendar/working-days.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import type { ChannelSettings } from '../store/channel-settings.ts';
import type { DeliveriesStore } from '../store/deliveries.ts';
import type { Digest } from '../store/digest.ts';
import type { DigestsStore } from '../store/digests.ts';
import type { Store } from '../store/store.ts';
import type { Detail } from '../views/help.ts';
import type { Answer, Action } from '../views/message.ts';

/** Who asks. */
export interface Person {
  /** Slack's. */
  readonly userId: string;
  readonly isAdmin: boolean;
  /** As Slack knows it; never logged, stored or sent. */
  readonly email: string | null;
}

/** By what somebody asks. */
type Surface = 'command' | 'button' | 'form' | 'shortcut' | 'home' | 'mention' | 'direct' | 'link';

/** Where somebody asks, and for whom the answer is. */
export interface Place {
  readonly surface: Surface;
  /** Slack's; `null` where it is asked outside a channel, as on the Home tab. */
  readonly channelId: string | null;
  /** `channel`: everybody in it sees the answer. */
  readonly audience: 'person' | 'channel';
  /** Whether people of other organisations are in the channel; `unknown` when Slack does not say. */
  readonly sharing: () => Promise<Sharing>;
}

/** What a command may use. How it was asked, and how its answer travels, is not its business. */
export interface CommandContext {
  readonly portfolio: Portfolio;
  readonly store: Store;
  /** Absent where there are no digests. */
  readonly digests?: DigestService;
  /** For other channels than the one where it is asked: that one is known already. */
  readonly channels: Channels;
  /** The rental file as the service has it now; `null` when it has none of that id. */
  readonly fileNow: (id: string) => Promise<RentalFile | null>;
  /** Makes sure that the service answers and accepts our key. */
  readonly checkService: () => Promise<void>;
  /** Room for a few exports at once. */
  readonly exports: Bulkhead;
  readonly person: Person;
  readonly place: Place;
  /** What holds in the channel, or everywhere that nothing was set. */
  readonly settings: ChannelSettings;
  /** What this answer may show of people. */
  readonly privacy: Privacy;
  /** What a message for everybody in the channel may show of people. */
  readonly channelPrivacy: () => Promise<Privacy>;
  readonly words: Messages;
  readonly workingDays: WorkingDays;
  /** The reader's time zone, an IANA name. */
  readonly zone: string;
  readonly now: () => number;
  /** Names this request, in its answer and in the log. */
  readonly reference: string;
  /** Where a rental file opens for people; `null` where it does not. */
  readonly linkTo: (id: string) => string | null;
  /** The id in such a link; `null` in any other text. */
  readonly idIn: (text: string) => string | null;
}

/** What was filled into a form, by the name of its field; an empty field is absent. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

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
  /** Words after the name that say what to do; `save view` asks for the same as `view save`. */
  readonly verbs?: readonly string[];
  /** Section of help; `null` for a command that only buttons run. */
  readonly group: HelpGroup | null;
  /** One line of help: starts with a verb, ends without a full stop. */
  readonly summary: Readonly<Record<Language, string>>;
  /** What may follow the name, for example `[query]`; empty when nothing does. */
  readonly hint: Readonly<Record<Language, string>>;
  /** What to type after `/rental`. */
  readonly examples: Readonly<Record<Language, readonly string[]>>;
  /** More for help: something to type, and what it asks for. */
  readonly details?: (language: Language) => readonly Detail[];
  /** Whether only admins are answered. */
  readonly isForAdmins?: boolean;
  /** Answers `text`, what was typed after the name. */
  run(text: string, call: CommandContext): AsyncIterable<Answer>;
  /** Answers a button that this command put into an earlier answer. */
  runAction(args: Action['args'], call: CommandContext): AsyncIterable<Answer>;
  /**
   * Answers a form of this command.
   *
   * @throws {FormError} when something in it must be mended; the form stays open
   */
  submit?(args: Action['args'], filled: FormValues, call: CommandContext): AsyncIterable<Answer>;
}

/** What Slack says at this moment of channels, and of who is in them. */
export interface Channels {
  /** Whether Rental Desk may post in a channel. */
  readonly membership: (channelId: string) => Promise<'member' | 'absent' | 'archived' | 'unknown'>;
  /** Whether a person is in a channel. */
  readonly isIn: (channelId: string, userId: string) => Promise<boolean>;
  /** Whether people of other organisations are in a channel. */
  readonly sharing: (channelId: string) => Promise<Sharing>;
  /** Whether the owner of a digest is still one of the workspace. */
  readonly ownerState: (userId: string) => Promise<'here' | 'gone' | 'unknown'>;
}

/** What talking about digests takes. Its stores may reject with a `StoreError`. */
export interface DigestService {
  readonly digests: DigestsStore;
  readonly deliveries: DeliveriesStore;
  readonly calendars: Calendars;
  /** The place whose public holidays count where nobody chose another. */
  readonly holidays: string;
  /** In which digests speak where neither they nor their channel have a language. */
  readonly language: Language;
  /** Posts a digest now, whatever its schedule says; it is on its way when this resolves. */
  readonly runNow: (digest: Digest) => Promise<void>;
}
