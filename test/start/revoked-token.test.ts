import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test, vi } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { type BotChild, environmentFor, startBot, WAIT } from '../support/bot.ts';
import { serverPlace } from '../support/places.ts';
import { testWorkspace, visitor } from '../support/slack-workspace.ts';

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

test('a running bot whose token is revoked says so, once, until Slack takes it again', async () => {
  await using place = await serverPlace();
  const service = await startRentalService({ count: 30, now: () => Date.now() });
  onTestFinished(() => service.stop());
  let bot: BotChild | null = null;
  const workspace = await testWorkspace({
    manifest,
    now: () => Date.now(),
    botEventsUrl: () => bot?.eventsUrl ?? null,
  });
  const { databaseUrl } = place;
  const environment = { ...environmentFor(service, workspace.apiUrl), DATABASE_URL: databaseUrl };
  bot = await startBot(environment);
  const running = bot;
  await running.ready();
  const degraded = async () => (await running.state())?.body.degraded ?? [];
  await vi.waitUntil(async () => (await degraded()).length === 0, WAIT);

  workspace.revokeToken(true);
  await visitor(workspace, PEOPLE.hannah).openHome();
  await vi.waitUntil(async () => (await degraded()).includes('slack token'), WAIT);
  const warnings = () => running.logged.filter((line) => line['degraded'] === 'slack token');
  await vi.waitUntil(() => warnings().length > 0, WAIT);
  expect(warnings()).toMatchObject([
    { slackError: 'token_revoked', msg: expect.stringContaining('install the app again') },
  ]);
  expect(JSON.stringify(running.logged)).not.toContain('xoxb-');

  workspace.revokeToken(false);
  await visitor(workspace, PEOPLE.hannah).openHome();
  await vi.waitUntil(async () => (await degraded()).length === 0, WAIT);
  running.signal('SIGTERM');
  expect((await running.ended).code).toBe(0);
}, 240_000);
