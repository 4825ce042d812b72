import { expect, onTestFinished, test, vi } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { environmentFor, startBot, WAIT } from '../support/bot.ts';
import { serverPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';

test('a service that lists no file is named at /readyz, until it lists one', async () => {
  await using place = await serverPlace();
  const service = await startRentalService({ count: 5, now: () => Date.now() });
  onTestFinished(() => service.stop());
  const { files } = service;
  service.setFiles([]);
  const workspace = await testWorkspace({ now: () => Date.now(), botEventsUrl: () => null });
  const bot = await startBot({
    ...environmentFor(service, workspace.apiUrl),
    DATABASE_URL: place.databaseUrl,
    RENTAL_POLL_SECONDS: '10',
  });
  await bot.ready();
  const degraded = async () => (await bot.state())?.body.degraded;

  await vi.waitUntil(async () => (await degraded())?.includes('empty list'), WAIT);
  service.setFiles(files);
  await vi.waitUntil(async () => (await degraded())?.length === 0, WAIT);

  bot.signal('SIGTERM');
  expect((await bot.ended).code).toBe(0);
}, 240_000);
