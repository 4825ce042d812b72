/**
 * A process that plans and delivers digests until a test kills it: the real store, scheduler,
 * deliveries and poster, with a slot every few seconds and one word a line for the parent.
 */
import { flushCompileCache } from 'node:module';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { type Logger, LogLevel, WebClient } from '@slack/web-api';
import { z } from 'zod';

import { createDeliver } from '../../src/delivery/deliver.ts';
import {
  type DeliveryPorts,
  type EscalationPorts,
  PostError,
  type Poster,
  RetryLaterError,
} from '../../src/delivery/ports.ts';
import { createDigestSnapshot } from '../../src/digests/compose/sections.ts';
import { createLiveUpdates } from '../../src/digests/live-updates.ts';
import { removeExpiredDigests } from '../../src/digests/retention.ts';
import {
  createCalendars,
  createPlanner,
  type Timetable,
  timetableOf,
} from '../../src/digests/schedule.ts';
import { createScheduler } from '../../src/jobs/scheduler.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { createPoster } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import { openStore } from '../../src/store/store.ts';
import type { Message } from '../../src/views/message.ts';
import { readyFiles, startInstance } from '../alerts/fixture.ts';
import { readingOf } from '../portfolio/reading-of.ts';
import { INSIDE } from '../support/channels.ts';
import { TEXT_CIPHER } from '../support/text-cipher.ts';

const env = (name: string) => process.env[name] ?? '';
const number = (name: string, otherwise: number) => Number(env(name) || otherwise);

const PERIOD_MS = number('PERIOD_MS', 3_000);
let firstDueMs = number('FROM_MS', 0);
let lastDueMs = number('UNTIL_MS', Infinity);
const FILES_FROM_MS = number('FILES_FROM_MS', Infinity);
const ALERTS_FROM_MS = number('ALERTS_FROM_MS', 0);
const LEASE_MS = number('LEASE_MS', 4_000);
const CALL_MS_MAX = number('CALL_MS_MAX', 1_500);

/** Where to exit or stop: the name of a step, and `before` or `after`. */
const [killStep, killMoment] = env('KILL_AT').split(':');

const silent: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

const say = (word: string) => process.stdout.write(`${word}\n`);

function dieAt(step: string, moment: string): void {
  if (step !== killStep || moment !== killMoment) return;
  say('ends here');
  process.kill(process.pid, env('KILL_BY') || 'SIGKILL');
}

/** The object, made to exit before or after the chosen step. */
function mortal<Tool extends object>(tool: Tool, prefix = ''): Tool {
  return new Proxy(tool, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        const step = `${prefix}${String(name)}`;
        dieAt(step, 'before');
        const answer: unknown = await Reflect.apply(value, target, args);
        // A tick without work does not count as a step.
        const isIdle =
          answer === 0 || answer === false || (Array.isArray(answer) && answer.length === 0);
        if (!isIdle) dieAt(step, 'after');
        return answer;
      };
    },
  });
}

/** Slots every few seconds between two moments; after the second one the process finishes. */
const periods: Timetable = {
  next(_schedule, afterMs) {
    const before = Math.floor(Math.max(afterMs, firstDueMs - 1) / PERIOD_MS);
    const dueAt = (before + 1) * PERIOD_MS;
    return dueAt > lastDueMs ? null : { slot: new Date(dueAt).toISOString(), dueAt };
  },
  between(schedule, afterMs, untilMs) {
    const slots = [];
    for (
      let slot = periods.next(schedule, afterMs);
      slot !== null && slot.dueAt <= untilMs;
      slot = periods.next(schedule, slot.dueAt)
    ) {
      slots.push(slot);
    }
    return slots;
  },
};

/** The schedules themselves, or slots every few seconds. */
const timetable = env('SCHEDULED') === '' ? periods : timetableOf(createCalendars());

const messageOf = (text: string): Message => ({
  kind: 'message',
  text,
  blocks: [{ type: 'section', text: { type: 'plain_text', text } }],
});

const onError = (error: unknown) => {
  if (error instanceof RetryLaterError) return;
  const detail = error instanceof PostError ? error.message : String(error).slice(0, 200);
  say(`trouble ${detail}`);
};

const nothing: Snapshot = { ...readingOf([]), startedAt: 0, endedAt: 0 };

const store = await openStore({
  cipher: TEXT_CIPHER,
  databaseUrl: env('DATABASE_URL') || null,
  dataDir: env('DATA_DIR'),
  onError,
});
const client = new WebClient(env('SLACK_BOT_TOKEN'), {
  slackApiUrl: env('SLACK_API_URL'),
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  timeout: CALL_MS_MAX,
  logger: silent,
});
const tokens = createActionTokens('secret');
const real = createPoster({
  monotonic: () => performance.now(),
  client,
  tokens,
  access: INSIDE,
  postLog: store.posts,
});
const surely = mortal(real);
const poster: Poster = {
  enqueue: async (...turn) => real.enqueue(...turn),
  async post(channelId, message, key, manner) {
    const step = key.includes(':admin:') ? 'admin' : (manner?.kind ?? 'post');
    dieAt(step, 'before');
    const ts = await real.post(channelId, message, key, manner).catch((error: unknown) => {
      say('not posted');
      throw error;
    });
    dieAt(step, 'after');
    return ts;
  },
  // The lookup of earlier posts can be switched off, to show that the trial notices it.
  find: async (...wanted) => (env('LOOK_UP') === 'off' ? null : surely.find(...wanted)),
  update: async (...update) => surely.update(...update),
  remove: async (...place) => real.remove(...place),
  removeOrThrow: async (...place) => real.removeOrThrow(...place),
  lastSharing: () => 'internal',
};

/** Overdue files: one more with each slot. */
const escalation: EscalationPorts = {
  store: mortal(store.escalations),
  overdueFiles() {
    const files: string[] = [];
    for (let at = FILES_FROM_MS; at <= Date.now(); at += PERIOD_MS) files.push(String(at));
    return files;
  },
  messageFor: async ({ id }, _reading, files) => messageOf(`${id} escalates ${files.join(' ')}`),
  refusedMessage: async ({ id }, code) => messageOf(`${id} escalates nothing: ${code}`),
  unclearMessage: async ({ id }) => messageOf(`${id} may have escalated`),
};

/** Whether posts are kept up to date; their file is gone by then. */
const isLaidOut = env('LIVE') !== '';
const isKept = env('LIVE') === 'kept';
const layout = {
  sections: [{ kind: 'ready', count: 1, ids: ['file-1'] }],
  changes: null,
  timing: 'on time',
  skipped: 0,
  hidden: 0,
  hasThread: false,
} as const;

const ports: DeliveryPorts = {
  store: { leases: mortal(store.leases), deliveries: store.deliveries },
  now: () => Date.now(),
  monotonic: () => performance.now(),
  readSnapshot: createDigestSnapshot(
    {
      async read() {
        say('read');
        return nothing;
      },
    },
    // The snapshot is always that of the model.
    { now: () => nothing.startedAt, monotonic: () => performance.now() },
    new AbortController().signal,
  ),
  async compose({ digest: { id, version }, dueAt }, _sharing, delivery) {
    const announced = delivery.kind === 'alert' ? await store.alerts.entriesOf(delivery.id) : [];
    const files = announced.map(({ fileId }) => fileId);
    return {
      message: messageOf(
        files.length > 0
          ? `${id} announces ${files.join(' ')}`
          : `${id} due ${new Date(dueAt).toISOString()}`,
      ),
      threadReply: null,
      isEmpty: false,
      isLate: false,
      isIncomplete: false,
      counts: { ready: 1, waiting: 0, overdue: 0 },
      files: [{ id: 'file-1', decision: 'READY' }],
      live: isLaidOut ? { layout: { ...layout, version }, shownHash: '', readAt: 0 } : null,
    };
  },
  poster,
  messages: {
    outageNotice: async () => messageOf('notice'),
    missed: async () => messageOf('missed'),
    toOwner: async (_digest, { id }) => messageOf(`told ${id}`),
  },
  escalation,
  admins: {
    store: mortal(store.notifications, 'admin-'),
    list: async () => env('ADMINS').split(',').filter(Boolean),
    messageFor: async (_digest, { id }) => messageOf(`told ${id}`),
  },
  timing: { leaseMs: LEASE_MS, settleMs: number('SETTLE_MS', 1_000) },
};

const live = createLiveUpdates({
  store: { live: mortal(store.live), deliveries: store.deliveries },
  poster,
  latestSnapshot: () => ({ ...nothing, startedAt: Date.now() }),
  compose: async ({ post }) => messageOf(`${post.digest.id} is up to date`),
  now: () => Date.now(),
  monotonic: () => performance.now(),
  onRefused: (_id, code) => say(`refused ${code}`),
});

const scheduler = createScheduler({
  engine: store.engine,
  planning: mortal(store.planning),
  planner: createPlanner(timetable, onError),
  deliver: createDeliver(ports),
  maintenance: [async () => removeExpiredDigests(ports)],
  frequent: [
    async (stopping) => {
      say('ticks');
      if (!isKept) return;
      await live(stopping);
      say('looked');
    },
  ],
  onError,
  supervisionSeconds: number('SUPERVISION_SECONDS', 1),
});
scheduler.start();
say('started');

/** Evaluates alerts in files of which one more is ready every so often. */
async function keepEvaluating(): Promise<void> {
  const instance = startInstance(store, { store: mortal(store.alerts, 'alert-') });
  for (;;) {
    instance.read(readyFiles(ALERTS_FROM_MS, Math.min(Date.now(), lastDueMs)));
    await instance.evaluate().then(() => say('evaluated'), onError);
    await setTimeout(150);
  }
}
if (ALERTS_FROM_MS > 0) void keepEvaluating();
// A killed process would not write its compile cache.
flushCompileCache();

const DueMessage = z.object({ dueAt: z.number(), isFirst: z.boolean() });

/** The parent sends the moment at which all digests are due, once every process is ready. */
process.on('message', (message) => {
  const { data: told } = DueMessage.safeParse(message);
  // Another one sets the clock.
  if (told === undefined) return;
  const { dueAt, isFirst } = told;
  firstDueMs = dueAt;
  lastDueMs = dueAt;
  if (!isFirst) return void say('told');
  const slot = { slot: new Date(dueAt).toISOString(), dueAt };
  store.planning.reschedule(() => slot).then(() => say('told'), onError);
});

// The parent has ended.
process.once('disconnect', () => process.exit(1));

process.once('SIGTERM', () => {
  void scheduler
    .stop()
    .then(() => store.stop())
    .then(() => process.exit(0));
});

const LONG_MS = 1e10;
for (;;) {
  await setTimeout(500);
  if (lastDueMs === Infinity) continue;
  const open = await Promise.all([
    store.planning.unqueued(10_000),
    store.planning.orphaned(-LONG_MS, 10_000),
    store.digests.list({}),
  ]).catch(() => null);
  if (open === null) continue;
  const [unqueued, queued, digests] = open;
  const isOver = digests.every(({ nextDueAt }) => nextDueAt === null);
  if (isOver && unqueued.length + queued.length === 0) say('settled');
}
