import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { SECRETS } from '../../../src/playground/playground.ts';
import { startRentalService } from '../../../src/playground/rental-service/service.ts';
import { serviceVariables } from '../../bench/bot.ts';
import { createBot } from '../../drill/bot.ts';
import { testWorkspace } from '../../support/slack-workspace.ts';

const MEGABYTES_MAX = 350;

/** What the bot takes when it begins to open its database. */
const BEFORE_DATABASE_MB = 200;

/**
 * Has a process write its peak when it exits, in kilobytes. From `/proc` where that exists: the
 * `maxRSS` of `getrusage` begins at what the process that started it held.
 */
const PEAK = `
import { existsSync, readFileSync } from 'node:fs';
const FILE = '/proc/self/status';
const peak = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync(FILE, 'utf8'))[1];
process.on('exit', () =>
  console.error('peak', existsSync(FILE) ? peak() : process.resourceUsage().maxRSS));
`;
const AT_EXIT = `--import=data:text/javascript,${encodeURIComponent(PEAK)}`;

test('the first start of the embedded database fits a small container', async () => {
  const service = await startRentalService({ count: 30, now: Date.now });
  const workspace = await testWorkspace({ ...SECRETS, now: Date.now });
  const folder = await mkdtemp(join(tmpdir(), 'rental-desk-'));
  const flags = (await readFile('Dockerfile', 'utf8')).match(/(?<=^CMD .*")--[^"]+/gm) ?? [];
  expect(await readFile('package.json', 'utf8')).toContain(`node ${flags.join(' ')} `);
  const bot = createBot(() => ({
    ...serviceVariables(service),
    SLACK_API_URL: workspace.apiUrl,
    SLACK_BOT_TOKEN: SECRETS.botToken,
    SLACK_SIGNING_SECRET: SECRETS.signingSecret,
    DATA_DIR: folder,
    NODE_OPTIONS: [AT_EXIT, ...flags].join(' '),
  }));
  onTestFinished(async () => {
    await Promise.all([bot.stop(), service.stop()]);
    await rm(folder, { recursive: true });
  });

  await bot.start();
  await bot.stop();

  expect(peakIn(bot.output.stderr.join(''))).toBeLessThan(MEGABYTES_MAX);
});

test('the process that unpacks the database fits beside the bot, which has opened none yet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rental-desk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = 'src/store/database/unpack-tables.ts';
  const { stderr } = await promisify(execFile)(execPath, [AT_EXIT, program, folder]);
  expect(await readFile(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n');
  expect(peakIn(stderr)).toBeLessThan(MEGABYTES_MAX - BEFORE_DATABASE_MB);
});

/** Megabytes. */
function peakIn(output: string): number {
  return Number(/^peak (\d+)$/m.exec(output)?.[1]) / 1024;
}
