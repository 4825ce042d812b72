import type { Job, PgBoss } from 'pg-boss';

import type { Deliver } from '../delivery/deliver.ts';

/** The jobs of deliveries. A job has the id of its delivery. */
export interface DeliveryQueue {
  /** Adds jobs; those that exist stay as they are. */
  send(ids: readonly string[]): Promise<void>;
  /** Adds jobs again whose deliveries are not settled although the jobs are done or gone. */
  resend(ids: readonly string[]): Promise<void>;
}

export const QUEUE_NAME = 'deliveries';

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
