import { setTimeout as delay } from 'node:timers/promises';

import { PgBoss, type Job, fromPglite } from 'pg-boss';

import type { Deliver } from '../delivery/deliver.ts';
import type { Planner } from '../digests/schedule.ts';
import { TimeoutError, withTimeout } from '../lib/concurrency.ts';
import type { Engine } from '../store/database/connection.ts';
import type { PlanningStore } from '../store/deliveries/due-slots.ts';

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
        await planning.reschedule((...given) => planner.next(...given));
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
      due = await planning.planDue(
        (digest, nowMs) => planner.plan(digest, nowMs),
        PLAN_BATCH_SIZE,
        planner.left(),
      );
      planner.looked();
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

/** Default time that `stop` waits for running deliveries. */
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

/** The jobs of deliveries. A job has the id of its delivery. */
interface DeliveryQueue {
  /** Adds jobs; those that exist stay as they are. */
  send(ids: readonly string[]): Promise<void>;
  /** Adds jobs again whose deliveries are not settled although the jobs are done or gone. */
  resend(ids: readonly string[]): Promise<void>;
}

const QUEUE_NAME = 'deliveries';

/** In effect no limit: the delivery decides when to give up, not its job. */
const RETRIES_MAX = 100_000;

/** 3 workers × 25 jobs, so that one slow channel blocks few others. */
const WORKERS = 3;
const BATCH_SIZE = 25;

/** Delay of jobs that failed or were left by another process; new ones wake a worker at once. */
const POLL_SECONDS = 2;

const QUEUE_OPTIONS = {
  retryLimit: RETRIES_MAX,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 20,
  heartbeatSeconds: 10,
  expireInSeconds: 600,
  deleteAfterSeconds: 86_400,
} as const;

/** States of jobs that a worker will take. */
const WAITING_STATES: ReadonlySet<string> = new Set(['created', 'retry']);
/** States of jobs that are still to be run, while the process of an active one may live. */
const PENDING_STATES: ReadonlySet<string> = new Set([...WAITING_STATES, 'active']);

/**
 * Runs deliveries as jobs. One that rejects is run again with growing delays, and so is one whose
 * process has died.
 *
 * @param boss started
 * @param orphaned unsettled deliveries whose process has certainly died: their jobs are run again
 *   at once
 * @param onError receives the error of each failed attempt
 */
export async function createDeliveryQueue(
  boss: PgBoss,
  deliver: Deliver,
  orphaned: readonly string[],
  onError: (error: unknown, deliveryId: string) => void,
): Promise<DeliveryQueue> {
  async function attempt({ id }: Job<unknown>) {
    try {
      await deliver(id);
      return { id, status: 'completed' } as const;
    } catch (error) {
      onError(error, id);
      return { id, status: 'failed' } as const;
    }
  }

  await boss.createQueue(QUEUE_NAME, QUEUE_OPTIONS);
  // A queue that an older version created keeps its options unless it is updated.
  await boss.updateQueue(QUEUE_NAME, QUEUE_OPTIONS);
  for (const id of orphaned) {
    if (await removeJob(boss, id, WAITING_STATES)) await boss.insert(QUEUE_NAME, [{ id }]);
  }
  const options = {
    batchSize: BATCH_SIZE,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: POLL_SECONDS,
    perJobResults: true,
  } as const;
  const workers: string[] = [];
  for (let count = 0; count < WORKERS; count += 1) {
    workers.push(
      await boss.work(QUEUE_NAME, options, async (jobs) => Promise.all(jobs.map(attempt))),
    );
  }

  const send = async (ids: readonly string[]) => {
    await boss.insert(
      QUEUE_NAME,
      ids.map((id) => ({ id })),
    );
    const needed = Math.ceil(ids.length / BATCH_SIZE);
    for (const worker of workers.slice(0, needed)) boss.notifyWorker(worker);
  };

  return {
    send,
    async resend(ids) {
      for (const id of ids) {
        if (await removeJob(boss, id, PENDING_STATES)) await send([id]);
      }
    },
  };
}

/**
 * Removes the job of a delivery, unless it is in one of the states. There may be none: a process can
 * die after this and before it has added another.
 *
 * @returns whether the delivery is without a job now
 */
async function removeJob(boss: PgBoss, id: string, kept: ReadonlySet<string>): Promise<boolean> {
  const [job] = await boss.findJobs(QUEUE_NAME, { id });
  if (job !== undefined && kept.has(job.state)) return false;
  if (job !== undefined) await boss.deleteJob(QUEUE_NAME, id);
  return true;
}

/** A schema of the job engine's own, so that the database can be shared with other programs. */
const SCHEMA = 'rental_desk_jobs';

/** Interval of pg-boss's search for jobs whose process has died. */
const SUPERVISE_SECONDS = 15;

/**
 * Creates the job engine on the store's database. Its own schedules are off: due times are rows of
 * the table `digests`.
 *
 * @param onError receives errors of background work
 * @param supervisionSeconds interval of the search for jobs whose process has died
 * @see https://timgit.github.io/pg-boss
 */
export function createBoss(
  engine: Engine,
  onError: (error: unknown) => void,
  supervisionSeconds: number = SUPERVISE_SECONDS,
): PgBoss {
  const boss = new PgBoss({
    ...databaseOf(engine),
    schema: SCHEMA,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    // Not needed for a few hundred small rows per day.
    reindex: false,
    monitorVacuum: false,
  });
  // Without a listener, an error would end the process.
  boss.on('error', (error) => onError(engineError(error)));
  return boss;
}

/** An error with the message alone: the driver's errors hold connections, and with them the password. */
export function engineError(error: unknown): Error {
  const fields = typeof error === 'object' && error !== null ? error : {};
  const message = 'message' in fields ? fields.message : error;
  // Where a host has several addresses, the error about all of them has a code and no message.
  const reason = message === '' && 'code' in fields ? fields.code : message;
  return new Error(`The job engine has trouble: ${String(reason)}`);
}

function databaseOf(engine: Engine) {
  switch (engine.kind) {
    case 'postgres':
      return { db: engine, backend: 'postgres' } as const;
    case 'pglite':
      return { db: fromPglite(engine.pglite), backend: 'pglite' } as const;
  }
}
