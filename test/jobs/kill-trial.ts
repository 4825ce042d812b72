import { setTimeout } from 'node:timers/promises';

import type { Interruption } from '../../src/playground/slack-workspace/fault-injection.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import type { Delivery } from '../../src/store/digest.ts';
import type { Place } from '../support/places.ts';
import { BOT_TOKEN } from '../support/slack-workspace.ts';
import { addDigests, type DigestProcess, ledgerOf, startDigestProcess } from './digest-process.ts';

/** What a trial kills, and where. */
export interface TrialOptions {
  readonly place: Pick<Place, 'databaseUrl' | 'dataDir'>;
  readonly workspace: SlackWorkspace;
  readonly instances: number;
  /** Steps at which a process exits, one after the other: `begin:after`. */
  readonly steps: readonly string[];
  /** Number of kills at random moments after that. */
  readonly kills: number;
  readonly seed: number;
  readonly env?: Readonly<Record<string, string | number>>;
  /** Channel of escalations; with it there are fewer digests. */
  readonly second?: string;
}

/** Result of a trial. */
export interface Trial {
  readonly kills: number;
  /** Processes killed at random after their first snapshot. */
  readonly readers: number;
  readonly slots: number;
  readonly posted: number;
  readonly missed: number;
  readonly unknown: number;
  /** Slots with more than one post. */
  readonly doubled: readonly string[];
  /** Slots with neither a post nor a recorded reason, and posts without a slot. */
  readonly lost: readonly string[];
  /** Deliveries with an unknown outcome whose owner was not notified. */
  readonly untold: readonly string[];
  readonly lateMs: readonly number[];
  readonly ledger: readonly Delivery[];
}

const { leasing, lyon, direction, partners } = CHANNELS;
/** Time between two slots of a digest; a process that was away for several records which it missed. */
export const PERIOD_MS = Number(process.env['PERIOD_MS'] ?? 3_000);
const STEP_MS_MAX = 50 * PERIOD_MS;

/** Maximum life of a process that is killed at a random moment. */
const LIFE_MS_MAX = Number(process.env['LIFE_MS'] ?? 2_500);

/** Number of kills at random moments; more with `KILLS`. */
export const KILLS = Number(process.env['KILLS'] ?? 1);

/** Which moments they are; others with `KILL_SEED`. */
const KILL_SEED = Number(process.env['KILL_SEED'] ?? 0);

/** Each step of a delivery at which a process may end. */
export const DELIVERY_STEPS = [
  'planDue:after',
  'recordQueued:before',
  'acquire:after',
  'startPost:before',
  'startPost:after',
  'post:after',
  'recordPost:after',
  'settle:after',
];

/**
 * The steps of a trial: all of them with `KILLS`, otherwise only those given. A process over the
 * embedded database takes six times as long to start as one over PostgreSQL.
 */
export function stepsOf(all: readonly string[], usual: readonly string[]): readonly string[] {
  return process.env['KILLS'] === undefined ? usual : all;
}

/** Maximum time of a trial on a busy machine. */
export const TRIAL_MS_MAX = 600_000 + KILLS * (6_000 + LIFE_MS_MAX);

/** Kills processes while they deliver digests, lets the last ones finish, and counts. */
export async function runTrial(options: TrialOptions): Promise<Trial> {
  const { place, workspace, instances, steps, kills, seed, second } = options;
  const slack = { apiUrl: workspace.apiUrl, token: BOT_TOKEN };
  const random = seededRandom(seed);
  const digestIds = await (second === undefined
    ? addDigests(place, [leasing, lyon, direction, partners, leasing, lyon], PEOPLE.claire)
    : addDigests(place, [leasing, lyon], PEOPLE.claire, undefined, {
        escalate: { afterDays: 1, channelId: second },
      }));
  const env = { PERIOD_MS, ...options.env };
  const start = (more: Readonly<Record<string, string | number>> = {}) =>
    startDigestProcess(place, slack, { ...env, ...more });

  const disturb = setInterval(() => workspace.interrupt(troubleAt(random())), PERIOD_MS / 3);
  let killed = 0;
  let readers = 0;
  const fleet: DigestProcess[] = [];
  try {
    for (let index = 1; index < instances; index += 1) fleet.push(start());
    for (const step of steps) {
      const instance = start({ KILL_AT: step });
      const died = await Promise.race([
        instance.exited.then(() => true),
        setTimeout(STEP_MS_MAX, false, { ref: false }),
      ]);
      if (!died) throw new Error(`no process came to ${step}`);
      killed += 1;
    }
    fleet.push(start());
    while (killed < steps.length + kills) {
      const index = Math.floor(random() * fleet.length);
      const instance = fleet[index];
      // On a slow machine the process would be killed before it starts.
      if (instance?.said.length === 0) await instance.says('started');
      await setTimeout(random() * LIFE_MS_MAX);
      await instance?.kill();
      killed += 1;
      readers += instance?.said.includes('read') ? 1 : 0;
      fleet[index] = start();
    }
  } finally {
    clearInterval(disturb);
    await Promise.all(fleet.map((instance) => instance.kill()));
  }

  await finishAll(start({ UNTIL_MS: Date.now() }));
  const trial = { ...judge(await ledgerOf(place, digestIds), workspace, killed), readers };
  show(trial);
  return trial;
}

/** Waits until nothing is left to deliver, and ends the process regularly. */
export async function finishAll(instance: DigestProcess): Promise<void> {
  await instance.says('settled');
  instance.process.kill('SIGTERM');
  await instance.exited;
}

/** Prints figures when `SHOW` is set. */
function show({ lateMs, ledger: _ledger, ...trial }: Trial): void {
  if (process.env['SHOW'] === undefined) return;
  const late = lateMs.toSorted((one, other) => one - other);
  const [p50, p95] = [0.5, 0.95].map((share) => late[Math.floor((late.length - 1) * share)]);
  process.stdout.write(`${JSON.stringify({ ...trial, p50, p95 })}\n`);
}

/** Text of the post of a slot. */
function textOf({ digestId, dueAt }: Delivery): string {
  return `${digestId} due ${new Date(dueAt).toISOString()}`;
}

/** Some requests to post are lost, some are refused for now, and of some the response is lost. */
function troubleAt(chance: number): Interruption {
  const method = 'chat.postMessage';
  if (chance < 0.35) return { method, moment: 'before', trouble: 'hang_up' };
  if (chance < 0.5) return { method, moment: 'before', trouble: 'ratelimited' };
  if (chance < 0.6) return { method, moment: 'after', trouble: 'http_500' };
  if (chance < 0.7)
    return { method: 'conversations.history', moment: 'before', trouble: 'http_500' };
  return { method, moment: 'after', trouble: 'hang_up' };
}

/** Compares the deliveries in the database with the posts in the channels. */
export function judge(
  ledger: readonly Delivery[],
  workspace: SlackWorkspace,
  kills: number,
): Omit<Trial, 'readers'> {
  const texts = workspace.state().messages.map(({ text }) => text);
  const counts = new Map<string, number>();
  for (const text of texts.filter((one) => one.includes(' due '))) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const slots = ledger.filter(({ kind }) => kind === 'slot');
  const of = (state: Delivery['state']) => slots.filter((slot) => slot.state === state);
  const expected = new Set(slots.map(textOf));
  return {
    kills,
    slots: slots.length,
    posted: of('posted').length,
    missed: of('missed').length,
    unknown: of('unknown').length,
    doubled: [...counts].filter(([, count]) => count > 1).map(([text]) => text),
    lost: [
      ...of('posted')
        .filter((slot) => counts.get(textOf(slot)) === undefined)
        .map(textOf),
      ...slots
        .filter(({ state }) => !['posted', 'missed', 'unknown'].includes(state))
        .map((slot) => `${textOf(slot)} is ${slot.state}`),
      ...of('missed')
        .filter((slot) => counts.has(textOf(slot)))
        .map(textOf),
      ...[...counts.keys()].filter((text) => !expected.has(text)),
      ...gaps(slots),
    ],
    untold: of('unknown')
      .filter(({ id }) => !texts.includes(`told ${id}`))
      .map(({ id }) => id),
    ledger,
    lateMs: of('posted').map(({ postedAt, dueAt }) => (postedAt ?? Infinity) - dueAt),
  };
}

/** Due times between the first and the last of a digest without a delivery. */
function gaps(slots: readonly Delivery[]): string[] {
  return Map.groupBy(slots, ({ digestId }) => digestId)
    .entries()
    .flatMap(([digestId, own]) => {
      const due = new Set(own.map(({ dueAt }) => dueAt));
      const first = Math.min(...due);
      const expected = Array.from(
        { length: (Math.max(...due) - first) / PERIOD_MS + 1 },
        (_one, index) => first + index * PERIOD_MS,
      );
      return expected
        .filter((dueAt) => !due.has(dueAt))
        .map((dueAt) => `nothing of ${digestId} at ${new Date(dueAt).toISOString()}`);
    })
    .toArray();
}

/** Random numbers from 0 to 1, without 1: the same for a trial on every run with one `KILL_SEED`. */
export function seededRandom(trial: number): () => number {
  // mulberry32
  let state = trial + 1_000 * KILL_SEED;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
