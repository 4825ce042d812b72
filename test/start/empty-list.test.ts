import { expect, onTestFinished, test, vi } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { environmentFor, startBot, WAIT } from '../support/bot.ts';
import { sources } from '../support/programs.ts';
import { testWorkspace } from '../support/slack-workspace.ts';

test('a service that lists no file is named at /readyz, until it lists one', async () => {
  const service = await startRentalService({ count: 5, now: () => Date.now() });
  onTestFinished(() => service.stop());
  const { files } = service;
  service.setFiles([]);
  const workspace = await testWorkspace({ now: () => Date.now(), botEventsUrl: () => null });
  const environment = environmentFor(service, workspace.apiUrl);
  const bot = await startBot({ ...environment, RENTAL_POLL_SECONDS: '10' }, sources('bot'));
  await bot.ready();
  const degraded = async () => (await bot.state())?.body.degraded;

  await vi.waitUntil(async () => (await degraded())?.includes('empty list'), WAIT);
  service.setFiles(files);
  await vi.waitUntil(async () => (await degraded())?.length === 0, WAIT);

  bot.signal('SIGTERM');
  expect((await bot.ended).code).toBe(0);
}, 240_000);
