import type { Locale } from 'date-fns';

import type { AccessLogWords } from './access-log.ts';
import type { CardWords } from './card.ts';
import type { ChoiceWords } from './choice.ts';
import type { ContactWords } from './contact.ts';
import type { DigestDeskWords } from './digest-desk.ts';
import type { DigestEscalationWords } from './digest-escalation.ts';
import type { DigestFormWords } from './digest-form.ts';
import type { DigestLedgerWords } from './digest-ledger.ts';
import type { DigestSlipsWords } from './digest-slips.ts';
import type { DigestWords } from './digest.ts';
import type { ExportWords } from './export.ts';
import type { Figures } from './figures.ts';
import type { FileWords } from './file.ts';
import type { FindWords } from './find.ts';
import type { HelpWords } from './help.ts';
import type { HomeWords } from './home.ts';
import type { ListWords } from './list.ts';
import type { OverviewWords } from './overview.ts';
import type { RetentionWords } from './retention.ts';
import type { SavedViewsWords } from './saved-views.ts';
import type { SettingsWords } from './settings.ts';
import type { ShareWords } from './share.ts';
import type { StatsWords } from './stats.ts';
import type { StatusWords } from './status.ts';
import type { TroubleWords } from './trouble.ts';
import type { WaitingWords } from './waiting.ts';

/** The languages Rental Desk speaks. */
export type Language = 'en' | 'fr';

/** What happened, then what to do about it: one sentence each. */
export interface FailureWords {
  readonly happened: string;
  readonly remedy: string;
  /** A command to copy and mend, as it would be typed. */
  readonly copy?: string;
}

/** Why a person is not answered. */
export type RefusalReason =
  | 'other_workspace'
  | 'guest'
  | 'deleted'
  | 'bot'
  | 'not_in_group'
  | 'not_in_channel'
  | 'unknown';

/**
 * Every word Rental Desk says, in one language. Sentences that go to people are whole here; views
 * only put them in their place.
 */
export interface Words extends Figures {
  readonly language: Language;
  /** For dates and durations. */
  readonly locale: Locale;
  readonly list: ListWords;
  readonly share: ShareWords;
  readonly overview: OverviewWords;
  readonly home: HomeWords;
  readonly file: FileWords;
  readonly card: CardWords;
  readonly choice: ChoiceWords;
  readonly contact: ContactWords;
  readonly find: FindWords;
  readonly reading: {
    readonly begun: string;
    readonly progress: (read: string, count: string | null) => string;
  };
  readonly help: HelpWords;
  readonly failure: {
    readonly reference: (reference: string) => string;
    readonly askInstead: string;
    readonly askInsteadSpoken: string;
    readonly tryAgain: string;
    readonly tryAgainSpoken: string;
    readonly unknownCommand: (word: string, nearest: string | null) => FailureWords;
    readonly serviceDown: FailureWords;
    readonly serviceSlow: FailureWords;
    readonly serviceResting: (since: string, again: string) => FailureWords;
    readonly serviceBusy: (seconds: number | null) => FailureWords;
    readonly keyUnusable: FailureWords;
    readonly keyRefused: (
      likely: 'key' | 'audience' | 'project' | 'clock' | 'unknown',
    ) => FailureWords;
    readonly forbidden: FailureWords;
    readonly unreadable: FailureWords;
    readonly wrongAddress: FailureWords;
    readonly buttonExpired: FailureWords;
    readonly bug: FailureWords;
  };
  readonly errors: TroubleWords;
  readonly stats: StatsWords;
  readonly settings: SettingsWords;
  readonly retention: RetentionWords;
  readonly savedViews: SavedViewsWords;
  readonly accessLog: AccessLogWords;
  readonly status: StatusWords;
  readonly export: ExportWords;
  readonly digest: DigestWords;
  readonly digestErrors: DigestSlipsWords;
  readonly digestHistory: DigestLedgerWords;
  readonly digestEscalation: DigestEscalationWords;
  readonly digestForm: DigestFormWords;
  readonly digestCommands: DigestDeskWords;
  readonly waiting: WaitingWords;
  readonly refusal: Readonly<Record<RefusalReason, FailureWords>>;
}
