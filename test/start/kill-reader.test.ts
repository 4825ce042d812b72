import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test, vi } from 'vitest';

import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { callTool } from '../mcp/fixture.ts';
import { type BotChild, environmentFor, startBot, WAIT } from '../support/bot.ts';
import { serverPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';
import { openStepGate, type Write } from './step-gate.ts';

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

/** Where the reading instance is killed: while the service answers, or at a write, which is kept or not. */
type Step =
  | { readonly pages: number }
  | { readonly write: Write; readonly outcome: 'kept' | 'lost' };

const FILES = 40;
const PAGE_SIZE = 8;
const STEPS: readonly Step[] = [
  { pages: FILES / PAGE_SIZE },
  { write: 'segment', outcome: 'kept' },
  { write: 'publish', outcome: 'lost' },
  { write: 'journal', outcome: 'lost' },
  { write: 'lease', outcome: 'kept' },
  { pages: 1 },
  { write: 'segment', outcome: 'lost' },
  { write: 'commit', outcome: 'kept' },
  { write: 'journal', outcome: 'kept' },
  { write: 'lease', outcome: 'lost' },
];

/** By hand, the lease ends by itself, and the times are judged; otherwise it is ended. */
const IS_TIMED = process.env['KILLS'] !== undefined;
/** Each kill costs the start of a bot: without `KILLS`, one of each kind, the last of two instances. */
const KILLS = Number(process.env['KILLS'] ?? 6);
/** Which step is the first. */
const FIRST = Number(process.env['FIRST'] ?? 0);

const INSTANCES = 3;
const POLL_SECONDS = 10;
const FOLLOWED_MS_MAX = 10_000;
const SILENT_MS_MAX = 2 * POLL_SECONDS * 1_000;
const LOOK_MS = 50;
/** Each look is a question to every instance. */
const LOOK = { ...WAIT, interval: 250 };

const NOW = Date.now();
const files = generateFiles({ count: FILES + KILLS, seed: 3, nowMs: NOW });

/** The files after so many changes: one more each time, and another score of the first. */
function filesAfter(changes: number) {
  return files
    .slice(0, FILES + changes)
    .map((file, index) => (index === 0 ? { ...file, score: changes / 1_000 } : file));
}

/** A page of all files, as an instance answers an assistant; without ages, which time alone changes. */
async function pageOf(bot: BotChild, cursor?: unknown) {
  const asked = cursor === undefined ? { limit: 10 } : { cursor };
  const { data, isError } = await callTool(bot.url, 'search_files', asked);
  if (isError) return null;
  const listed = JSON.stringify(data['files'], (key, value: unknown) =>
    key === 'waiting_working_days' ? undefined : value,
  );
  return { total: Number(data['total']), next: data['next_cursor'], listed };
}

/** A fleet that shares snapshots, and an instance that shares none, over the same files. */
async function openTrial() {
  const place = await serverPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const alone = await serverPlace();
  onTestFinished(() => alone[Symbol.asyncDispose]());
  const options = { files: filesAfter(0), pageSize: PAGE_SIZE, now: () => Date.now() };
  const service = await startRentalService({ ...options, delayMs: LOOK_MS });
  onTestFinished(() => service.stop());
  const sameService = await startRentalService(options);
  onTestFinished(() => sameService.stop());
  const workspace = await testWorkspace({ manifest, now: () => Date.now() });
  const shared = {
    ACCESS_BURST: '0',
    MCP: 'reference',
    RENTAL_POLL_SECONDS: String(POLL_SECONDS),
  };
  let started = 0;
  /** Those that run, and of them those that answer. */
  const running = new Map<string, BotChild>();
  const bots = new Map<string, BotChild>();

  async function start(): Promise<void> {
    started += 1;
    const name = `instance-${started}`;
    const url = new URL(place.databaseUrl);
    url.searchParams.set('application_name', name);
    const bot = await startBot({
      ...environmentFor(service, workspace.apiUrl),
      ...shared,
      DATABASE_URL: url.href,
      SHARED_SNAPSHOT: 'on',
    });
    running.set(name, bot);
    await bot.ready();
    bots.set(name, bot);
  }

  const solo = await startBot({
    ...environmentFor(sameService, workspace.apiUrl),
    ...shared,
    DATABASE_URL: alone.databaseUrl,
  });
  await solo.ready();
  await start();
  const gate = await openStepGate(place.databaseUrl, 'instance-1');
  while (started < INSTANCES) await start();

  return {
    gate,
    solo,
    running,
    bots,
    start,
    pagesAsked: () => service.requests.pages,
    setFiles: (changes: number) => {
      const now = filesAfter(changes);
      service.setFiles(now);
      sameService.setFiles(now);
    },
    /** Ends an instance in the middle of whatever it does. */
    kill: async (name: string) => {
      const bot = running.get(name);
      if (bot === undefined) throw new Error(`${name} does not run`);
      running.delete(name);
      bots.delete(name);
      bot.signal('SIGKILL');
      await bot.ended;
    },
  };
}

type Trial = Awaited<ReturnType<typeof openTrial>>;

/** The last taking of the lease, once it is by an instance that runs. */
async function follower({ gate, running }: Trial) {
  return vi.waitFor(
    async () => {
      const taken = await gate.taken();
      if (running.has(taken.name)) return taken;
      if (!IS_TIMED) await gate.endLease(taken);
      throw new Error('no instance follows');
    },
    { ...WAIT, interval: LOOK_MS },
  );
}

/**
 * Kills the reader at a step.
 *
 * @param change changes the files, when there is nobody left who could read them before that step
 * @returns how many were killed
 */
async function killAt(step: Step, trial: Trial, change: () => void): Promise<number> {
  const { gate, pagesAsked, kill } = trial;
  const { name: reader, ...lease } = await follower(trial);
  if ('pages' in step) {
    const from = pagesAsked();
    change();
    await gate.askToRead();
    await vi.waitUntil(() => pagesAsked() >= from + step.pages, WAIT);
    await kill(reader);
    return 1;
  }
  const isAtTaking = step.write === 'lease';
  await gate.close(step.write, isAtTaking ? '' : reader);
  change();
  if (isAtTaking) {
    await kill(reader);
    if (!IS_TIMED) await gate.endLease({ name: reader, ...lease });
  } else {
    await gate.askToRead();
  }
  await kill(await gate.waiting());
  await gate.open(step.outcome);
  return isAtTaking ? 2 : 1;
}

test(
  'a reading process that is killed at any step is followed: no wrong answer, nothing recorded twice, no long silence',
  async () => {
    const trial = await openTrial();
    const { gate, bots, solo, setFiles, start } = trial;
    const figures = { kills: 0, answers: 0, followedMs: [] as number[], silentMs: [] as number[] };
    const wrong: string[] = [];

    for (let round = 1; figures.kills < KILLS; round += 1) {
      const step = STEPS[(FIRST + round - 1) % STEPS.length];
      if (step === undefined) throw new Error('no step');
      let sinceMs = Number.NaN;
      const killed = await killAt(step, trial, () => {
        setFiles(round);
        sinceMs = performance.now();
      });
      const killedMs = await gate.now();
      // Two that were killed in a row are two silences.
      if (killed > 1) sinceMs = performance.now();
      figures.kills += killed;
      const starts = Promise.all(Array.from({ length: killed }, start));
      const { atMs } = await follower(trial);
      figures.followedMs.push(atMs - killedMs);

      /** Of each that answers: what it shows, old or new. */
      const shown: { listed: string; total: number; next: unknown }[] = [];
      const ask = async (): Promise<boolean> => {
        const pages = await Promise.all([...bots.values()].map(async (bot) => pageOf(bot)));
        const answers = pages.flatMap((page) => page ?? []);
        shown.push(...answers);
        return (
          answers.length === bots.size && answers.every(({ total }) => total === FILES + round)
        );
      };
      await vi.waitUntil(ask, LOOK);
      figures.silentMs.push(performance.now() - sinceMs);
      await starts;
      await vi.waitUntil(ask, LOOK);

      // A page that another instance has begun is one that the instance alone reads for, if need be.
      const next = shown.at(-1)?.next;
      const second = await pageOf(solo, next);
      const first = await pageOf(solo);
      for (const answer of shown.filter(({ total }) => total === FILES + round)) {
        if (answer.listed !== first?.listed)
          wrong.push(`${JSON.stringify(step)}: ${answer.listed}`);
      }
      for (const bot of bots.values()) {
        const page = await pageOf(bot, next);
        if (page?.listed !== second?.listed) wrong.push(`${JSON.stringify(step)}: ${page?.listed}`);
      }
      if (shown.some(({ total }) => total > FILES + round || total < FILES + round - 1)) {
        wrong.push(`${JSON.stringify(step)}: ${JSON.stringify(shown.map(({ total }) => total))}`);
      }
      figures.answers += shown.length + bots.size;
    }

    expect(wrong).toEqual([]);
    expect(await gate.doubledEvents()).toEqual([]);
    expect(await gate.events()).toBeGreaterThanOrEqual(figures.followedMs.length);
    if (!IS_TIMED) return;
    const [followedMs, silentMs] = [figures.followedMs, figures.silentMs].map((all) =>
      Math.round(Math.max(...all)),
    );
    process.stdout.write(
      `${JSON.stringify({ ...figures, followedMs, silentMs, events: await gate.events() })}\n`,
    );
    expect(followedMs).toBeLessThanOrEqual(FOLLOWED_MS_MAX);
    expect(silentMs).toBeLessThanOrEqual(SILENT_MS_MAX);
  },
  300_000 + KILLS * 30_000,
);
