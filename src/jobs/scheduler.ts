import { setTimeout as delay } from 'node:timers/promises';

import type { PgBoss } from 'pg-boss';

import type { Deliver } from '../delivery/deliver.ts';
import type { Planner } from '../digests/schedule.ts';
import { TimeoutError, withTimeout } from '../lib/timeout.ts';
import type { Engine } from '../store/database/connection.ts';
import type { PlanningStore } from '../store/deliveries/due-slots.ts';
import { createBoss, engineError } from './boss.ts';
import { createDeliveryQueue, QUEUE_NAME, type DeliveryQueue } from './delivery-queue.ts';

export interface SchedulerOptions {
  readonly engine: Engine;
  readonly planning: PlanningStore;
  readonly planner: Planner;
  readonly deliver: Deliver;
  /** Run every minute beside deliveries, one after the other; each ends early when aborted. */
  readonly maintenance: readonly ((stopping: AbortSignal) => Promise<void>)[];
  /** Run every few seconds beside deliveries and each other; each ends early when aborted. */
  readonly frequent?: readonly ((stopping: AbortSignal) => Promise<void>)[];
  /** Receives errors of work that is tried again, with the delivery if it was one. */
  readonly onError: (error: unknown, deliveryId?: string) => void;
  /** Interval of the search for jobs whose process has died. Default: 15 s. */
  readonly supervisionSeconds?: number;
  /** Timeout of a step of a tick. Default: 30 s. */
  readonly stepMsMax?: number;
}

/** Plans digests when they are due, and runs their deliveries. */
export interface Scheduler {
  /** Starts ticking; a database that is down is waited for. */
  start(): void;
  /** Waits for running deliveries; the store must still be open. */
  stop(): Promise<void>;
  /** Number of deliveries waiting or running; `null` while the job engine is not open. */
  queued(): Promise<number | null>;
}

const TICK_MS = 1_000;
const STEP_MS_MAX = 30_000;
const ORPHANED_EVERY_MS = 30_000;
const MAINTENANCE_EVERY_MS = 60_000;
const FREQUENT_EVERY_MS = 5_000;
const RESTART_MS = 3_000;

/** Max digests planned in one transaction. */
const PLAN_BATCH_SIZE = 200;
const QUEUE_BATCH_SIZE = 500;

/** A delivery without activity for this long may have lost its job. */
const ORPHANED_MS = 180_000;

/** Creates the scheduler, not yet started. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { planning, planner, deliver, maintenance, onError } = options;
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
        // The folder is locked by this process, so the holder of any lease in it is dead.
        const orphaned = options.engine.kind === 'pglite' ? await planning.releaseAll() : [];
        return await createDeliveryQueue(opening, deliver, orphaned, onError);
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

  /** Runs after the plans are committed; sending a job twice adds it once. */
  async function sendAll(queue: DeliveryQueue): Promise<void> {
    const ids = await planning.unqueued(QUEUE_BATCH_SIZE);
    if (ids.length === 0) return;
    await queue.send(ids);
    await planning.recordQueued(ids);
  }

  /** Runs a step; one that fails or hangs is tried again by a later tick. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    await withTimeout(work, stepMsMax, hangs).catch(onError);
  }

  async function maintain(): Promise<void> {
    for (const work of maintenance) {
      if (!isStopping()) await work(stopping.signal).catch(onError);
    }
  }

  async function run(): Promise<void> {
    const queue = await open();
    if (queue === null) return;
    const resendOrphaned = every(ORPHANED_EVERY_MS, async () =>
      attempt(async () => {
        await queue.resend(await planning.orphaned(ORPHANED_MS, QUEUE_BATCH_SIZE));
      }),
    );
    // In the background: Slack's rate limit may delay both, and must not delay what is due.
    const upkeep = background(maintain);
    const startUpkeep = every(MAINTENANCE_EVERY_MS, async () => upkeep.start());
    const frequent = (options.frequent ?? []).map((work) =>
      background(async () => work(stopping.signal).catch(onError)),
    );
    const startFrequent = every(FREQUENT_EVERY_MS, async () => {
      for (const work of frequent) work.start();
    });
    while (!isStopping()) {
      await attempt(planAll);
      await attempt(async () => sendAll(queue));
      await resendOrphaned();
      await startUpkeep();
      await startFrequent();
      await pause(TICK_MS);
    }
    await Promise.all([upkeep, ...frequent].map(async (work) => work.ended()));
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
      return queue ? queue.queuedCount + queue.activeCount : null;
    },
  };
}

/** How long `stop` waits for running deliveries. */
const STOP_MS_MAX = 10_000;

/** Runs work in the background, one run at a time. */
function background(work: () => Promise<void>) {
  let running: Promise<void> | null = null;
  return {
    start(): void {
      running ??= work().finally(() => {
        running = null;
      });
    },
    async ended(): Promise<void> {
      await running;
    },
  };
}

/** Runs work in the first tick of each interval. */
function every(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  const everyTicks = Math.round(everyMs / TICK_MS);
  let ticks = 0;
  return async () => {
    if (ticks % everyTicks === 0) await work();
    ticks += 1;
  };
}
