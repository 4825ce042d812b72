import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test, vi } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { type BotChild, environmentFor, startBot, WAIT } from '../support/bot.ts';
import { folderPlace } from '../support/places.ts';
import { sources } from '../support/programs.ts';
import { testWorkspace, visitor } from '../support/slack-workspace.ts';

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

test('a running bot whose token is revoked says so, once, until Slack takes it again', async () => {
  await using place = await folderPlace();
  const service = await startRentalService({ count: 30, now: () => Date.now() });
  onTestFinished(() => service.stop());
  let bot: BotChild | null = null;
  const workspace = await testWorkspace({
    manifest,
    now: () => Date.now(),
    botEventsUrl: () => bot?.eventsUrl ?? null,
  });
  const { dataDir } = place;
  const environment = { ...environmentFor(service, workspace.apiUrl), DATA_DIR: dataDir };
  bot = await startBot(environment, sources('bot'));
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
