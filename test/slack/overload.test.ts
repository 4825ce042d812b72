import { expect, test, vi } from 'vitest';

import { createDispatcher } from '../../src/commands/dispatcher.ts';
import { createLinkTemplate } from '../../src/lib/http.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { createWorkingDays, holidaysOf } from '../../src/portfolio/calendar.ts';
import { createLiveFile, createPortfolio } from '../../src/portfolio/portfolio.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { type Ask, loopbackService, reply } from '../support/loopback-service.ts';
import { memoryStore } from '../support/memory-store.ts';
import { screenOf } from '../support/screen.ts';
import { NOW } from '../support/service-account.ts';
import { openSlackApp } from '../support/slack-app.ts';

const PATIENCE = { timeout: 60_000, interval: 5 };
const ID = '0b2f7a54-1df0-4c3e-9b39-2f6f0a5f6c11';
const RAW = {
  id: ID,
  decision: 'READY',
  product: { title: 'T3 rue des Lilas', reference: 'LY-0342' },
};

function answer({ response }: Ask): void {
  reply(response, 200, { count: 1, next: null, previous: null, results: [RAW] });
}

/** Nothing comes too late while a slow machine runs the test. */
const FOR_LONG_MS = 600_000;

const now = () => NOW;

/** The real dispatcher over a service that holds back its answers for as long as the test says. */
async function opened() {
  let isSlow = false;
  let isDown = false;
  const waiting: Ask[] = [];
  const service = await loopbackService((ask) => {
    if (isDown) ask.response.destroy();
    else if (isSlow) waiting.push(ask);
    else answer(ask);
  });
  const files = service.client({
    attemptMsMax: FOR_LONG_MS,
    pageMsMax: FOR_LONG_MS,
    openMs: FOR_LONG_MS,
    openMsMax: FOR_LONG_MS,
  });
  const portfolio = createPortfolio({
    pages: () => files.summaries(),
    pagesSince: null,
    now,
    monotonic: () => 0,
    pollSeconds: 300,
    completionMax: null,
    onFailure: () => {},
  });
  await portfolio.read();
  const liveFile = createLiveFile({
    portfolio,
    fetchPage: async (url, signal) => files.fetchPage(url, signal),
    pages: (signal) => files.pages(signal),
  });
  const dispatcher = createDispatcher({
    ...createLinkTemplate('https://console.example.com/{id}'),
    portfolio,
    store: memoryStore(now),
    fileNow: async (id) => liveFile(id, FOR_LONG_MS),
    checkService: async () => files.checkService(),
    channels: OPEN_CHANNELS,
    workingDays: createWorkingDays(holidaysOf('FR')),
    zone: 'Europe/Paris',
    currency: null,
    now,
    language: 'en',
    onError: () => {},
  });
  const slackApp = await openSlackApp(dispatcher);
  return {
    ...slackApp,
    waiting,
    asked: service.asked,
    hannah: screenOf(slackApp.workspace, PEOPLE.hannah),
    oliver: screenOf(slackApp.workspace, PEOPLE.oliver),
    countOf: (text: string) =>
      slackApp.workspace.state().messages.filter((message) => message.text.includes(text)).length,
    goDown() {
      isDown = true;
    },
    slowDown() {
      isSlow = true;
    },
    speedUp() {
      isSlow = false;
      for (const ask of waiting) answer(ask);
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
    },
  };
}

test('while 200 people wait for a slow service, others are answered, and so are they', async () => {
  await using bot = await opened();
  const { hannah, oliver, waiting, countOf, idle } = bot;
  bot.slowDown();
  const shows = Array.from({ length: 200 }, async () => hannah.say(`/rental show ${ID}`));
  await vi.waitUntil(() => waiting.length === 6, PATIENCE);

  await oliver.say('/rental pending');
  await vi.waitUntil(() => countOf('awaits a decision') === 1, PATIENCE);
  expect(waiting).toHaveLength(6);

  await Promise.all(shows);
  // Beyond those who wait in a row, all others have what was read before, at once.
  await vi.waitUntil(() => countOf('Rental Desk is busy') >= 134, PATIENCE);
  expect(waiting).toHaveLength(6);
  expect(countOf('This is the file as last read')).toBe(countOf('Rental Desk is busy'));

  bot.speedUp();
  await idle();
  const [cards, before] = [
    countOf('(LY-0342), Ready to decide'),
    countOf('This is the file as last read'),
  ];
  // The rest is of the service as it is now.
  expect(cards - before).toBeGreaterThanOrEqual(6);
  expect(cards).toBe(200);
});

test('once a service is known to be away, a card is what was read, and nothing more is sent', async () => {
  await using bot = await opened();
  const { hannah, asked, countOf, idle } = bot;
  bot.goDown();
  for (let count = 0; count < 3; count += 1) {
    await hannah.say(`/rental show ${ID}`);
    await idle();
  }
  const before = asked.length;

  for (let count = 0; count < 20; count += 1) await hannah.say(`/rental show ${ID}`);
  await hannah.say('/rental pending');
  await idle();
  expect(asked).toHaveLength(before);
  expect(countOf('The Rental File Service does not answer.')).toBe(2);
  expect(countOf('The Rental File Service has been unavailable since')).toBe(21);
  expect(countOf('This is the file as last read')).toBe(23);
  expect(countOf('awaits a decision')).toBe(1);

  await hannah.pressIn(hannah.seen('awaits a decision'), 'Refresh');
  await idle();
  expect(asked).toHaveLength(before);
  expect(countOf('The Rental File Service has been unavailable since')).toBe(22);
  expect(countOf('awaits a decision')).toBe(1);
});
