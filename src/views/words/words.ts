import type { Locale } from 'date-fns';

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
export interface Words {
  readonly language: Language;
  /** For dates and durations. */
  readonly locale: Locale;
  /** At most one decimal. */
  readonly number: (value: number) => string;
  /** 64 becomes `64%`. */
  readonly percent: (value: number) => string;
  readonly list: {
    readonly title: (count: number) => string;
    readonly empty: string;
    readonly noneFound: string;
    readonly page: (page: number, pages: number) => string;
    readonly readAgo: (age: string) => string;
    readonly readNow: string;
    readonly skipped: (count: number) => string;
    readonly unknown: (count: number) => string;
    readonly doubt: Readonly<Record<'moved' | 'count', string>>;
    readonly movedOn: string;
    readonly stale: (failure: FailureWords, reference: string) => string;
    readonly previous: string;
    readonly previousSpoken: string;
    readonly next: string;
    readonly nextSpoken: string;
    readonly refresh: string;
    readonly refreshSpoken: string;
  };
  readonly file: {
    readonly noProperty: string;
    readonly noApplicants: string;
    readonly unnamed: string;
    readonly more: (count: number) => string;
    readonly guarantor: (name: string) => string;
    readonly score: (score: string) => string;
    readonly complete: (percent: string) => string;
    readonly age: (age: string) => string;
    readonly today: string;
    /** Where there is little room. */
    readonly todayShort: string;
    readonly archived: string;
    /** By the service's spelling; what is not here is shown as it came. */
    readonly status: Readonly<Record<string, string>>;
    readonly decision: Readonly<Record<string, string>>;
  };
  readonly reading: {
    readonly begun: string;
    readonly progress: (read: string, count: string | null) => string;
  };
  readonly help: {
    readonly title: string;
    readonly intro: string;
    readonly examples: string;
    readonly commands: string;
    readonly privacy: string;
    readonly queries: string;
    /** Where the keys of a query are told. */
    readonly seeQueries: string;
    readonly tryList: string;
    readonly tryListSpoken: string;
  };
  readonly failure: {
    readonly reference: (reference: string) => string;
    readonly askInstead: string;
    readonly askInsteadSpoken: string;
    readonly tryAgain: string;
    readonly tryAgainSpoken: string;
    readonly unknownCommand: (word: string, nearest: string | null) => FailureWords;
    readonly serviceDown: FailureWords;
    readonly serviceSlow: FailureWords;
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
  readonly refusal: Readonly<Record<RefusalReason, FailureWords>>;
}
