import type { Person, Place } from '../../src/commands/command.ts';
import {
  type CommandMatch,
  createDispatcher,
  type DispatcherOptions,
  type Dispatcher,
  type RequestInfo,
} from '../../src/commands/dispatcher.ts';
import { createLinkTemplate } from '../../src/lib/http.ts';
import { createPortfolio, findFile } from '../../src/portfolio/portfolio.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import type { Action, Answer, Message } from '../../src/views/message.ts';
import { OPEN_CHANNELS } from './channels.ts';
import { memoryStore, type MemoryStore } from './memory-store.ts';
import { WORKING_DAYS } from './working-days.ts';

const NOW = Date.UTC(2026, 10, 21, 9);

/** Claire asks in English, in a channel, for herself; what is given says otherwise. */
export function asking(
  over: {
    readonly locale?: string | null;
    readonly zone?: string | null;
    readonly person?: Partial<Person>;
    readonly place?: Partial<Place>;
  } = {},
): RequestInfo {
  const { locale = 'en-GB', zone = 'Europe/Paris', person, place } = over;
  return {
    person: { userId: 'U0CLAIRE001', isAdmin: false, email: null, ...person },
    reader: { locale, zone },
    place: {
      surface: 'command',
      channelId: 'C0LEASING01',
      audience: 'person',
      sharing: async () => 'internal',
      ...place,
    },
    reference: 'K7M2XP',
  };
}

export const ENGLISH = asking();
export const FRENCH = asking({ locale: 'fr-FR' });

/** A dispatcher that also answers a text in one step. */
interface TextDispatcher extends Omit<Dispatcher, 'run'> {
  run(text: string | CommandMatch, requestInfo: RequestInfo): AsyncIterable<Answer>;
}

interface DeskOver {
  readonly dispatcher: TextDispatcher;
  readonly store: MemoryStore;
  /** Lets time pass on the desk's clock. */
  readonly wait: (seconds: number) => void;
}

/** A desk over a service that gives these pages, as often as it is asked. */
export function deskOver(
  pages: () => AsyncIterable<FilePage> | Iterable<FilePage>,
  over: Partial<DispatcherOptions> = {},
): DeskOver {
  let time = NOW;
  const now = () => time;
  async function* walk() {
    yield* pages();
  }
  const portfolio = createPortfolio({
    pages: walk,
    now,
    pagesSince: null,
    pollSeconds: 300,
    completionMax: null,
    monotonic: now,
    onFailure: () => {},
  });
  const store = memoryStore(now);
  const dispatcher = createDispatcher({
    ...createLinkTemplate('https://console.example.com/{id}'),
    portfolio,
    store,
    async fileNow(id) {
      const snapshot = portfolio.latest() ?? (await portfolio.read());
      const fetchPage = async (url: URL) => {
        for await (const page of walk()) if (page.url.href === url.href) return page;
        throw new Error('no such page');
      };
      return findFile(id, snapshot, fetchPage, walk);
    },
    checkService: async () => {},
    channels: OPEN_CHANNELS,
    workingDays: WORKING_DAYS,
    zone: 'Europe/Paris',
    currency: null,
    now,
    language: 'en',
    onError: () => {},
    ...over,
  });
  return {
    store,
    dispatcher: {
      ...dispatcher,
      run: (text, requestInfo) =>
        dispatcher.run(typeof text === 'string' ? dispatcher.match(text) : text, requestInfo),
    },
    wait: (seconds) => {
      time += seconds * 1000;
    },
  };
}

/** The message that stays when an answer is complete. */
export async function answerOf(answers: AsyncIterable<Answer>): Promise<Message> {
  const last = (await Array.fromAsync(answers)).at(-1);
  if (last?.kind !== 'message') throw new Error('no message was answered');
  return last;
}

/** What the button of that label asks for. */
export function pressOf({ blocks }: Pick<Message, 'blocks'>, label: string): Action {
  const button = shownButtons(blocks).find((candidate) => candidate.label === label);
  if (!button || !('action' in button)) throw new Error(`there is no button ${label}`);
  return button.action;
}

/** The labels of all buttons, in order. */
export function buttonsOf({ blocks }: Message): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'row') return [block.button.label];
    return block.type === 'buttons' ? block.buttons.map(({ label }) => label) : [];
  });
}

/** All buttons: beside lines, in rows, and in menus. */
export function shownButtons(blocks: Message['blocks']) {
  return blocks.flatMap((block) => {
    if (block.type === 'row') return [block.button];
    return block.type === 'buttons' ? [...block.buttons, ...(block.menu ?? [])] : [];
  });
}

/** The labels of all entries of menus, in order. */
export function menuOf({ blocks }: Message): string[] {
  return blocks.flatMap((block) =>
    block.type === 'buttons' ? (block.menu ?? []).map(({ label }) => label) : [],
  );
}
