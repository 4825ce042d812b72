import type { CommandContext, Person, Place } from '../../src/commands/command.ts';
import { EXPORTS_AT_ONCE } from '../../src/commands/export.ts';
import { languageOf, wordsIn } from '../../src/i18n/index.ts';
import type { Language } from '../../src/i18n/types.ts';
import { createBulkhead } from '../../src/lib/concurrency.ts';
import { createLinkTemplate } from '../../src/lib/http.ts';
import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '../../src/store/channel-settings.ts';
import type { Answer, Message } from '../../src/views/message.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { memoryStore, type MemoryStore } from '../support/memory-store.ts';
import { WORKING_DAYS } from '../support/working-days.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
export const CHANNEL = 'C0LEASING01';

/** What a test says of a call; the rest is Claire's, in English, in a channel, for herself. */
interface CallOver {
  readonly language?: Language;
  readonly person?: Partial<Person>;
  readonly place?: Partial<Place>;
  readonly call?: Partial<CommandContext>;
  readonly store?: MemoryStore;
  /** As the operator configured it. */
  readonly completionMax?: 1 | 100 | null;
}

const now = (): number => NOW;

/** A call over a service that gives these pages, and its store. */
export function callOver(
  pages: () => Iterable<FilePage> | AsyncIterable<FilePage>,
  {
    language = 'en',
    completionMax = null,
    person,
    place,
    call,
    store = memoryStore(() => NOW),
  }: CallOver = {},
): CommandContext & { readonly store: MemoryStore } {
  return {
    ...createLinkTemplate('https://console.example.com/{id}'),
    portfolio: createPortfolio({
      async *pages() {
        yield* pages();
      },
      now,
      pagesSince: null,
      pollSeconds: 300,
      completionMax,
      monotonic: now,
      onFailure: () => {},
    }),
    exports: createBulkhead(EXPORTS_AT_ONCE),
    fileNow: async () => null,
    checkService: async () => {},
    channels: OPEN_CHANNELS,
    person: { userId: 'U0CLAIRE001', isAdmin: false, email: null, ...person },
    place: {
      surface: 'command',
      channelId: CHANNEL,
      audience: 'person',
      sharing: async () => 'internal',
      ...place,
    },
    settings: DEFAULT_CHANNEL_SETTINGS,
    areSettingsUnread: false,
    privacy: 'full',
    channelLevel: async () => 'initials',
    words: wordsIn(language),
    wordsFor: (locale) => wordsIn(languageOf(locale, language)),
    readerLanguage: language,
    workingDays: WORKING_DAYS,
    dateOrder: null,
    zone: 'Europe/Paris',
    currency: null,
    now,
    reference: 'K7M2XP',
    ...call,
    store,
  };
}

/** Everything that is answered, in its order. */
export function answersOf(answers: AsyncIterable<Answer>): Promise<Answer[]> {
  return Array.fromAsync(answers);
}

/** The message that stays when an answer is complete. */
export async function messageOf(answers: AsyncIterable<Answer>): Promise<Message> {
  const last = (await answersOf(answers)).at(-1);
  if (last?.kind !== 'message') throw new Error('no message was answered');
  return last;
}
