import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { Client } from 'pg';

import { SECRETS } from '../../src/playground/playground.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { startSlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { type Bot, createBot } from '../drill/bot.ts';
import { serverPlace } from '../support/places.ts';
import { serviceVariables } from './bot.ts';
import { startChild } from './child.ts';
import type { Figure } from './figure.ts';
import { startSlack } from './slack-requests.ts';

const FILES = 100_000;
/** The largest first: an instance that becomes the reader reads all, beside what is measured. */
const FLEETS = [5, 2, 1];
const ROUNDS = 3;
const ANSWER_MS_MAX = 3_000;
const LOOK_MS = 100;

/** From the start of an instance to its first list, by the number of instances with it. */
export async function comingNew(): Promise<readonly Figure[]> {
  await using place = await serverPlace();
  const sizes = ['--count', String(FILES), '--page-size', '1000', '--prepared'];
  const service = await startChild('src/playground/rental-service/main.ts', sizes);
  const slack = await startSlack();
  const workspace = await startSlackWorkspace({
    ...SECRETS,
    port: 0,
    manifest: readManifest(readFileSync('manifest.yml', 'utf8')),
    now: Date.now,
    botEventsUrl: () => null,
    transport: 'http',
    serviceKind: 'playground',
  });
  slack.passTo(new URL(workspace.apiUrl));
  const environment = {
    ...serviceVariables(JSON.parse(service.line)),
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: SECRETS.botToken,
    SLACK_SIGNING_SECRET: SECRETS.signingSecret,
    DATABASE_URL: place.databaseUrl ?? '',
    SHARED_SNAPSHOT: 'on',
    RENTAL_POLL_SECONDS: '86400',
    ACCESS_BURST: '0',
  };
  const bots: Bot[] = [];

  /** Milliseconds until a bot has answered with all files. */
  async function answered(bot: Bot): Promise<number> {
    const startedAt = performance.now();
    await bot.start();
    slack.sendTo(new URL('/slack/events', bot.url() ?? undefined));
    for (;;) {
      const { answer } = await slack.typed('list');
      // Until then it says how far it has come.
      if (answer.text.includes(`${FILES.toLocaleString('en')} rental files`)) break;
    }
    return performance.now() - startedAt;
  }

  /** A bot that runs from now on. */
  async function join(): Promise<Bot> {
    const bot = createBot(() => environment);
    bots.push(bot);
    await answered(bot);
    return bot;
  }

  try {
    const first = await join();
    await isPublished(place.databaseUrl ?? '');
    const figures: Figure[] = [];
    for (const size of FLEETS) {
      while (bots.length < size) await join();
      for (const bot of bots.splice(size)) await bot.stop();
      const last = bots.at(-1) ?? first;
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await last.stop();
        times.push(await answered(last));
      }
      figures.push({
        what: `the first list of an instance that comes, ${size} with it, from its start`,
        floor: 'the bar',
        floorMs: ANSWER_MS_MAX,
        oursMs: Math.max(...times),
        ratioMax: 1,
      });
    }
    return figures.toReversed();
  } finally {
    await Promise.all(bots.map(async (bot) => bot.kill()));
    slack.stop();
    await Promise.all([workspace.stop(), service.stop()]);
  }
}

/** Waits until the first reading is there for instances that come. */
async function isPublished(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (;;) {
    const { rowCount } = await client.query('select from rental_desk.shared_snapshots');
    if (rowCount !== 0) break;
    await setTimeout(LOOK_MS);
  }
  await client.end();
}
