import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test, vi } from 'vitest';

import { formatFinding } from '../../src/doctor/finding.ts';
import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { findingsIn } from '../doctor/run-doctor.ts';
import { environmentFor, startBot, WAIT } from '../support/bot.ts';
import { serverPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

test('the doctor finds the bots that run with other settings, and none any more once they have stopped', async () => {
  await using place = await serverPlace();
  const service = await startRentalService({ count: 20, now: () => Date.now() });
  onTestFinished(() => service.stop());
  const workspace = await testWorkspace({ manifest, now: () => Date.now() });
  const environment = {
    ...environmentFor(service, workspace.apiUrl),
    DATABASE_URL: place.databaseUrl,
  };
  const said = async () => {
    const findings = await findingsIn(environment);
    return findings.filter(({ about }) => about === 'Instances').map(formatFinding);
  };
  const bots = await Promise.all([
    startBot(environment),
    startBot({ ...environment, HOLIDAYS: 'FR-67' }),
  ]);
  await vi.waitFor(async () => {
    expect(await said()).toEqual([
      expect.stringMatching(
        /^✗ Instances: HOLIDAYS is not the same on all: 1 of 2 running has another one than is used here \([\da-f]{8}\)\. Set it to the same everywhere, and restart the instances one after another\.$/,
      ),
    ]);
  }, WAIT);

  bots[1].signal('SIGTERM');
  await bots[1].ended;
  expect(await said()).toEqual([
    '✓ Instances: one is running, with the version, secret and settings that are used here.',
  ]);
  bots[0].signal('SIGTERM');
  await bots[0].ended;
  expect(await said()).toEqual(['– Instances: none is running on this database.']);
}, 120_000);
