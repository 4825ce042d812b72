import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../src/playground/slack-workspace/store/team.ts';
import { type BotChild, environmentFor, OVER_SOCKET, startBot } from '../support/bot.ts';
import { freePort } from '../support/free-port.ts';
import { folderPlace, type Place, serverPlace } from '../support/places.ts';
import { variablesOf } from '../support/playground.ts';
import { type Program, sources } from '../support/programs.ts';
import { messageThat, testWorkspace, visitor } from '../support/slack-workspace.ts';

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

/** Each page of rental files takes so long: whoever asks has to wait for it. */
const SLOW_MS = 1_000;
const FOR_EVER_MS = 600_000;
/** A digest that somebody asks for is under way by then. */
const TAKEN_MS = 4_000;

/** What the bot posts for everybody. */
function isDigest({ author, onlyFor }: Message): boolean {
  return author === APP.userId && onlyFor === null;
}

/**
 * A bot between a workspace and a service whose pages take that long.
 *
 * @param placeFor where its database is: the embedded one takes longer to start
 * @param program of another bot than the bundled one
 */
async function opened(
  delayMs: number,
  over: Readonly<Record<string, string>> = {},
  placeFor: () => Promise<Place> = serverPlace,
  program?: Program,
) {
  const place = await placeFor();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const service = await startRentalService({ count: 30, now: () => Date.now(), delayMs });
  onTestFinished(() => service.stop());
  let bot: BotChild | undefined;
  const workspace = await testWorkspace({
    manifest,
    now: () => Date.now(),
    transport: 'SLACK_APP_TOKEN' in over ? 'socket' : 'http',
    botEventsUrl: () => bot?.eventsUrl ?? null,
  });
  const start = async () => {
    const environment = environmentFor(service, workspace.apiUrl);
    bot = await startBot({ ...environment, ...variablesOf(place), ...over }, program);
    return bot;
  };
  return {
    bot: await start(),
    start,
    service,
    workspace,
    hannah: visitor(workspace, PEOPLE.hannah),
  };
}

test.each([
  ['HTTP', {}, serverPlace, undefined],
  // As `npm start` runs it.
  ['a socket', OVER_SOCKET, folderPlace, sources('bot')],
])(
  'over %s, what is under way at SIGTERM is answered before everything is closed in order',
  async (_, over, placeFor, program) => {
    const { bot, workspace, hannah } = await opened(SLOW_MS, over, placeFor, program);
    await bot.ready();
    expect(await hannah.say('/rental list')).toEqual({ ok: true });

    bot.signal('SIGTERM');
    await bot.says('closing');
    // It says so, or nobody is there to say it.
    expect([503, undefined]).toContain((await bot.state())?.status);

    await messageThat(workspace, ({ text }) => text.includes('30 rental files'));
    expect((await bot.ended).code).toBe(0);
    const closed = bot.logged.filter(({ msg }) => msg === 'closed').map(({ part }) => part);
    expect(closed).toEqual(['slack', 'answers', 'jobs', 'database']);
  },
);

test('a shared snapshot without PostgreSQL is warned of in the log, and changes nothing else', async () => {
  const { bot } = await opened(0, { SHARED_SNAPSHOT: 'on' }, folderPlace);
  await bot.ready();
  const [warning] = bot.logged.filter(({ msg }) => msg.startsWith('SHARED_SNAPSHOT'));
  expect(warning?.msg).toContain('has no effect without DATABASE_URL');
  bot.signal('SIGTERM');
  expect((await bot.ended).code).toBe(0);
});

test('a digest that waits for a silent service at SIGTERM is handed to the next bot', async () => {
  const { bot, start, service, workspace, hannah } = await opened(0);
  await bot.ready();
  service.setTrouble('files', 'silence');
  expect(await hannah.say('/rental digest add 03:00')).toEqual({ ok: true });
  await messageThat(workspace, ({ text }) => text.includes('03:00'));
  expect(await hannah.say('/rental digest run')).toEqual({ ok: true });
  await setTimeout(TAKEN_MS);

  bot.signal('SIGTERM');
  expect((await bot.ended).code).toBe(0);

  service.setTrouble('files', null);
  const next = await start();
  await next.ready();
  await messageThat(workspace, isDigest);
  expect(workspace.state().messages.filter(isDigest)).toHaveLength(1);
});

test('a second signal ends it at once, whatever is under way', async () => {
  const { bot, hannah } = await opened(FOR_EVER_MS);
  await bot.ready();
  expect(await hannah.say('/rental list')).toEqual({ ok: true });
  bot.signal('SIGTERM');
  await bot.says('closing');
  bot.signal('SIGINT');
  expect((await bot.ended).code).toBe(1);
  expect(bot.logged.some(({ part }) => part === 'answers')).toBe(false);
});

test('while Slack is not reached it is tried again, and people are let in when it is', async () => {
  const port = await freePort();
  const { bot } = await opened(0, { SLACK_API_URL: `http://127.0.0.1:${port}/api/` });
  await bot.says('Slack cannot be reached');
  expect(await bot.state()).toMatchObject({ status: 503, body: { ok: false, slack: 'not heard' } });
  const early = await fetch(bot.eventsUrl, { method: 'POST' });
  expect(early.status).toBe(503);

  await testWorkspace({ manifest, port, now: () => Date.now() });
  await bot.says('Rental Desk is open');
  await bot.ready();
});

test('a signal that comes while Slack is not reached ends it in order', async () => {
  const { bot } = await opened(0, { SLACK_API_URL: 'http://127.0.0.1:9/api/' });
  await bot.says('Slack cannot be reached');
  bot.signal('SIGTERM');
  expect(await bot.ended).toEqual({ code: 0, said: '' });
});

test.each([
  ['SLACK_BOT_TOKEN', { SLACK_BOT_TOKEN: 'xoxb-of-another-app' }],
  ['SLACK_APP_TOKEN', { SLACK_APP_TOKEN: 'xapp-of-another-app' }],
])(
  'a %s that Slack does not accept stops the start with a word, and is not printed',
  async (name, over) => {
    const { bot } = await opened(0, over);
    const { code, said } = await bot.ended;
    expect([code, said]).toEqual([1, expect.stringContaining(`Slack does not accept ${name} (`)]);
    expect(said + JSON.stringify(bot.logged)).not.toContain('of-another-app');
  },
);
