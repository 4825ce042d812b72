import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { SECRETS } from '../../src/playground/playground.ts';
import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { startSlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { type Bot, createBot } from '../drill/bot.ts';
import { freePort } from '../support/free-port.ts';
import { serviceVariables } from './bot.ts';
import { type Figure, quantile } from './figure.ts';

const STARTS = 3;
const SETTLING_MS = 20_000;
const IDLE_SECONDS = 60;
const MEGABYTE = 1024 * 1024;

/** What the bars of the embedded engine are, after its very first start. */
const CPU_PERCENT_MAX = 3;
const MEMORY_MB_MAX = 160;
const START_MS_MAX = 3_000;

/** The embedded engine: from start to ready, and what the bot takes while nobody asks anything. */
export async function embedding(): Promise<readonly Figure[]> {
  const service = await startRentalService({ count: 30, now: Date.now });
  const workspace = await startSlackWorkspace({
    ...SECRETS,
    port: 0,
    manifest: readManifest(await readFile('manifest.yml', 'utf8')),
    now: Date.now,
    botEventsUrl: () => null,
    transport: 'http',
    serviceKind: 'playground',
  });
  const folder = await mkdtemp(join(tmpdir(), 'rental-desk-'));
  const surroundings = {
    ...serviceVariables(service),
    SLACK_API_URL: workspace.apiUrl,
    SLACK_BOT_TOKEN: SECRETS.botToken,
    SLACK_SIGNING_SECRET: SECRETS.signingSecret,
  };
  const embedded = createBot(() => ({ ...surroundings, DATA_DIR: folder }));
  // Nobody listens there, and the bot goes on without.
  const nowhere = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const without = createBot(() => ({ ...surroundings, DATABASE_URL: nowhere }), '/healthz');
  try {
    await startAndStop(embedded);
    const starts: number[] = [];
    for (let round = 0; round < STARTS; round += 1) starts.push(await startAndStop(embedded));
    const idle = await idling(embedded);
    const bare = await idling(without);
    return [
      bar('embedded engine, from start to ready', 'ms', quantile(starts, 0.5), START_MS_MAX),
      bar('the same, the whole bot while idle', '% CPU', idle.cpuPercent, CPU_PERCENT_MAX),
      bar('the same, over a bot without', 'MB', idle.megabytes - bare.megabytes, MEMORY_MB_MAX),
    ];
  } finally {
    await Promise.all([embedded.stop(), without.stop(), service.stop(), workspace.stop()]);
    await rm(folder, { recursive: true });
  }
}

async function startAndStop(bot: Bot): Promise<number> {
  const startedAt = performance.now();
  await bot.start();
  const tookMs = performance.now() - startedAt;
  await bot.stop();
  return tookMs;
}

async function idling(bot: Bot): Promise<{ cpuPercent: number; megabytes: number }> {
  await bot.start();
  await setTimeout(SETTLING_MS);
  const before = await figureOf(bot, 'process_cpu_seconds_total');
  await setTimeout(IDLE_SECONDS * 1_000);
  const after = await figureOf(bot, 'process_cpu_seconds_total');
  const megabytes = (await figureOf(bot, 'process_resident_memory_bytes')) / MEGABYTE;
  await bot.stop();
  return { cpuPercent: ((after - before) / IDLE_SECONDS) * 100, megabytes };
}

async function figureOf(bot: Bot, name: string): Promise<number> {
  const answer = await fetch(new URL('/metrics', bot.url() ?? undefined));
  const value = new RegExp(`^${name} (\\S+)$`, 'mu').exec(await answer.text())?.[1];
  if (value === undefined) throw new Error(`no ${name}`);
  return Number(value);
}

function bar(what: string, unit: string, ours: number, max: number): Figure {
  return { what, floor: 'the bar', unit, floorMs: max, oursMs: ours, ratioMax: 1 };
}
