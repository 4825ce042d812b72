import { createDesk, type Desk, type Reader } from '../../src/commands/desk.ts';
import { holidaysOf } from '../../src/portfolio/holidays.ts';
import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import { createWorkingDays } from '../../src/portfolio/working-days.ts';
import type { FilePage } from '../../src/rental/page.ts';
import type { Message, Press } from '../../src/views/message.ts';

const NOW = Date.UTC(2026, 10, 21, 9);

export const ENGLISH: Reader = { locale: 'en-GB', zone: 'Europe/Paris' };
export const FRENCH: Reader = { locale: 'fr-FR', zone: 'Europe/Paris' };

interface DeskOver {
  readonly desk: Desk;
  /** Lets time pass on the desk's clock. */
  readonly wait: (seconds: number) => void;
}

/** A desk over a service that gives these pages, as often as it is asked. */
export function deskOver(pages: () => AsyncIterable<FilePage> | Iterable<FilePage>): DeskOver {
  let time = NOW;
  const now = () => time;
  const portfolio = createPortfolio({
    async *pages() {
      yield* pages();
    },
    now,
    pagesSince: null,
    pollSeconds: 300,
    completionMax: null,
    monotonic: now,
    onFailure: () => {},
  });
  return {
    desk: createDesk({
      portfolio,
      workingDays: createWorkingDays(holidaysOf('FR')),
      zone: 'Europe/Paris',
      now,
      linkTo: (id) => `https://console.example.com/${id}`,
      language: 'en',
    }),
    wait: (seconds) => {
      time += seconds * 1000;
    },
  };
}

/** The message that stays when an answer is complete. */
export async function answerOf(messages: AsyncIterable<Message>): Promise<Message> {
  const last = (await Array.fromAsync(messages)).at(-1);
  if (!last) throw new Error('nothing was answered');
  return last;
}

/** What the button of that label asks for. */
export function pressOf({ blocks }: Message, label: string): Press {
  const rows = blocks.flatMap((block) => (block.type === 'buttons' ? block.buttons : []));
  const button = rows.find((candidate) => candidate.label === label);
  if (!button) throw new Error(`there is no button ${label}`);
  return button.press;
}

/** The labels of all buttons, in order. */
export function buttonsOf({ blocks }: Message): string[] {
  return blocks.flatMap((block) =>
    block.type === 'buttons' ? block.buttons.map(({ label }) => label) : [],
  );
}
