import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test, vi } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { type BotChild, environmentFor, startBot, WAIT } from '../support/bot.ts';
import { startPostgres } from '../support/postgres.ts';
import { testWorkspace } from '../support/slack-workspace.ts';

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
  await using postgres = await startPostgres();
  const service = await startRentalService({ count: 250, now: () => Date.now() });
  onTestFinished(() => service.stop());
  const workspace = await testWorkspace({ manifest, now: () => Date.now() });
  const environment = {
    ...environmentFor(service, workspace.apiUrl),
    DATABASE_URL: await postgres.emptyDatabase(),
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
  const asked = await Promise.all(bots.map(pagesAskedBy));
  expect(asked[0]).toBeGreaterThan(0);
  expect(asked.slice(1)).toEqual([0, 0]);

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
  bots[0]?.signal('SIGTERM');
  await bots[0]?.ended;
  const others = bots.slice(1);
  await vi.waitUntil(async () => {
    const pages = await Promise.all(others.map(pagesAskedBy));
    return pages.filter((count) => count > 0).length === 1;
  }, WAIT);
}, 240_000);
