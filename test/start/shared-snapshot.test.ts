import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test, vi } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { type BotChild, environmentFor, startBot, WAIT } from '../support/bot.ts';
import { serverPlace } from '../support/places.ts';
import { testWorkspace, visitor } from '../support/slack-workspace.ts';

const ADMIN = PEOPLE.hannah;

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

/** How often a bot has asked the service for a page. */
async function pagesAskedBy(bot: BotChild): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', bot.url))).text();
  const counts = metrics.matchAll(
    /^rental_desk_service_call_seconds_count\{call="page",[^}]*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

test('of three bots one reads the service, another follows when it ends, and one with another secret reads for itself', async () => {
  await using place = await serverPlace();
  const service = await startRentalService({ count: 250, now: () => Date.now() });
  onTestFinished(() => service.stop());
  let asked: BotChild | undefined;
  const workspace = await testWorkspace({
    manifest,
    now: () => Date.now(),
    botEventsUrl: () => asked?.eventsUrl ?? null,
  });
  /** What an admin is told of a bot’s state. */
  const toldBy = async (bot: BotChild | undefined, sentence: RegExp) => {
    asked = bot;
    // What an instance has seen of the others is up to a second old, so it may have to be asked again.
    const said = async () => {
      await visitor(workspace, ADMIN).say('/rental status');
      const found = workspace.state().messages.map(({ text }) => sentence.exec(text));
      const [first] = found.filter((match) => match !== null);
      if (first === undefined) throw new Error(`nobody is told ${sentence}`);
      return first.slice(1);
    };
    return vi.waitFor(said, { ...WAIT, interval: 1_000 });
  };
  const environment = {
    ...environmentFor(service, workspace.apiUrl),
    DATABASE_URL: place.databaseUrl,
    SHARED_SNAPSHOT: 'on',
    RENTAL_POLL_SECONDS: '86400',
  };
  const bots = [await startBot(environment)];
  await bots[0]?.ready();
  bots.push(await startBot(environment), await startBot(environment));
  await Promise.all(bots.map((bot) => bot.ready()));
  const areCurrent = async () => {
    const states = await Promise.all(bots.map(async (bot) => bot.state()));
    return states.every((state) => state?.body.degraded.length === 0);
  };
  await vi.waitUntil(areCurrent, WAIT);
  const pages = await Promise.all(bots.map(pagesAskedBy));
  expect(pages[0]).toBeGreaterThan(0);
  expect(pages.slice(1)).toEqual([0, 0]);
  const [reader] =
    (await toldBy(bots[0], /This instance, (\w{8}), reads the files for all\./)) ?? [];
  const told = await toldBy(bots[1], /Instance (\w{8}) reads the files for all; this is (\w{8})\./);
  expect(told).toEqual([reader, expect.not.stringMatching(reader ?? '')]);

  const stranger = await startBot({ ...environment, SLACK_SIGNING_SECRET: 'b'.repeat(32) });
  await stranger.ready();
  await vi.waitUntil(async () => (await pagesAskedBy(stranger)) > 0, WAIT);
  await vi.waitUntil(
    async () => (await stranger.state())?.body.degraded.includes('shared snapshot'),
    WAIT,
  );
  stranger.signal('SIGTERM');
  await stranger.ended;

  // The lease is given up at a regular end, and taken by one of the others.
  const others = bots.slice(1);
  // Who is asked for the status asks the service for a page.
  const before = await Promise.all(others.map(pagesAskedBy));
  bots[0]?.signal('SIGTERM');
  await bots[0]?.ended;
  await vi.waitUntil(async () => {
    const counts = await Promise.all(others.map(pagesAskedBy));
    return counts.filter((count, index) => count > (before[index] ?? 0)).length === 1;
  }, WAIT);
}, 240_000);
