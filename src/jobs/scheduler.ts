import { setTimeout as delay } from 'node:timers/promises';

import type { PgBoss } from 'pg-boss';

import type { Deliver } from '../digests/delivery/deliver.ts';
import type { Planner } from '../digests/planner.ts';
import { TimeoutError, withTimeout } from '../lib/timeout.ts';
import type { Engine } from '../store/database/connection.ts';
import type { PlanningStore } from '../store/due-slots.ts';
import { createBoss, engineError } from './boss.ts';
import { createDeliveryQueue, QUEUE_NAME, type DeliveryQueue } from './delivery-queue.ts';

export interface SchedulerOptions {
  readonly engine: Engine;
  readonly planning: PlanningStore;
  readonly planner: Planner;
  readonly deliver: Deliver;
  /** What is done once in a while, beside deliveries; each ends early when it is asked to. */
  readonly maintenance: readonly ((stopping: AbortSignal) => Promise<void>)[];
  /** What is looked at every few seconds, in the same way; nothing without it. */
  readonly liveUpdates?: (stopping: AbortSignal) => Promise<void>;
  /** Hears of what went wrong and is tried again, and with which delivery if it was one. */
  readonly onError: (error: unknown, deliveryId?: string) => void;
  /** How often jobs are looked for whose process has died: every 15 without it. */
  readonly supervisionSeconds?: number;
  /** A step of a tick that takes longer is left to itself: half a minute without it. */
  readonly stepMsMax?: number;
}

/** What makes digests come when they are due. */
export interface Scheduler {
  /** Starts to tick; never rejects: a database that is away is waited for. */
  start(): void;
  /** Lets the deliveries under way come to their end; the store must still be open. */
  stop(): Promise<void>;
  /** Deliveries that wait or are under way. */
  queued(): Promise<number>;
}

const TICK_MS = 1_000;
const STEP_MS_MAX = 30_000;
const ORPHANED_EVERY_MS = 30_000;
const MAINTENANCE_EVERY_MS = 60_000;
const LIVE_UPDATES_EVERY_MS = 5_000;
const RESTART_MS = 3_000;

/** So many digests are planned in one transaction. */
const PLAN_BATCH_SIZE = 200;
const QUEUE_BATCH_SIZE = 500;

/** A delivery of which nobody has spoken for so long may have lost its job. */
const ORPHANED_MS = 180_000;

/** A clock that stands still. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { planning, planner, deliver, maintenance: chores, onError } = options;
  const { stepMsMax = STEP_MS_MAX } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let boss: PgBoss | null = null;

  const hangs = () =>
    new TimeoutError(
      `a step of the scheduler has hung for ${stepMsMax / 1_000} seconds; it goes on without it`,
    );

  async function pause(ms: number): Promise<void> {
    await delay(ms, null, { signal: stopping.signal }).catch(() => {});
  }

  const isStopping = () => stopping.signal.aborted;

  async function open(): Promise<DeliveryQueue | null> {
    while (!isStopping()) {
      const opening = createBoss(options.engine, onError, options.supervisionSeconds);
      try {
        await planning.reschedule((digest, nowMs) => planner.next(digest, nowMs));
        await opening.start();
        boss = opening;
        // A folder serves one process, so whoever held something in it is dead.
        const dead = options.engine.kind === 'pglite' ? await planning.releaseAll() : [];
        return await createDeliveryQueue(opening, deliver, dead, onError);
      } catch (error) {
        onError(engineError(error));
        await opening.stop({ graceful: false }).catch(() => {});
        boss = null;
        await pause(RESTART_MS);
      }
    }
    return null;
  }

  async function planAll(): Promise<void> {
    let due = PLAN_BATCH_SIZE;
    while (due === PLAN_BATCH_SIZE && !isStopping()) {
      due = await planning.planDue((digest, nowMs) => planner.plan(digest, nowMs), PLAN_BATCH_SIZE);
    }
  }

  /** After the plans are committed: what is sent twice is there once. */
  async function sendAll(queue: DeliveryQueue): Promise<void> {
    const ids = await planning.unqueued(QUEUE_BATCH_SIZE);
    if (ids.length === 0) return;
    await queue.send(ids);
    await planning.recordQueued(ids);
  }

  /** What fails, or hangs, is tried again by a later tick. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    await withTimeout(work, stepMsMax, hangs).catch(onError);
  }

  async function doChores(): Promise<void> {
    for (const chore of chores) {
      if (!isStopping()) await chore(stopping.signal).catch(onError);
    }
  }

  async function run(): Promise<void> {
    const queue = await open();
    if (queue === null) return;
    const strandedOften = every(ORPHANED_EVERY_MS, async () =>
      attempt(async () => {
        await queue.resend(await planning.orphaned(ORPHANED_MS, QUEUE_BATCH_SIZE));
      }),
    );
    // Slack may let them wait: what is due is not to wait with them.
    const besides = background(doChores);
    const choresOften = every(MAINTENANCE_EVERY_MS, async () => besides.start());
    const watch = background(async () => options.liveUpdates?.(stopping.signal).catch(onError));
    const lookOften = every(LIVE_UPDATES_EVERY_MS, async () => watch.start());
    while (!isStopping()) {
      await attempt(planAll);
      await attempt(async () => sendAll(queue));
      await strandedOften();
      await choresOften();
      await lookOften();
      await pause(TICK_MS);
    }
    await Promise.all([besides.ended(), watch.ended()]);
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
      await boss?.stop({ graceful: true, timeout: STOP_MS_MAX, close: false });
    },
    async queued() {
      const queue = await boss?.getQueue(QUEUE_NAME);
      return queue ? queue.queuedCount + queue.activeCount : 0;
    },
  };
}

/** Deliveries under way have so long to come to their end. */
const STOP_MS_MAX = 10_000;

/** Does it beside whatever else is done, one at a time. */
function background(work: () => Promise<void>) {
  let underWay: Promise<void> | null = null;
  return {
    start(): void {
      underWay ??= work().finally(() => {
        underWay = null;
      });
    },
    async ended(): Promise<void> {
      await underWay;
    },
  };
}

/** Does it in the first of as many ticks. */
function every(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  const everyTicks = Math.round(everyMs / TICK_MS);
  let ticks = 0;
  return async () => {
    if (ticks % everyTicks === 0) await work();
    ticks += 1;
  };
}
