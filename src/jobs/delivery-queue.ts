import type { Job, PgBoss } from 'pg-boss';

import type { Deliver } from '../digests/delivery/deliver.ts';

/** The jobs of deliveries, of which each has its delivery's id. */
export interface DeliveryQueue {
  /** A job that is there already stays as it is. */
  send(ids: readonly string[]): Promise<void>;
  /** Deliveries that are not done, whose jobs are done or gone. */
  resend(ids: readonly string[]): Promise<void>;
}

export const QUEUE_NAME = 'deliveries';

/** It is the delivery that knows when to give up, not its job. */
const RETRIES_MAX = 100_000;

/** Twenty-five at a time for each of three: whoever waits holds up few. */
const WORKERS = 3;
const BATCH_SIZE = 25;

/** They are woken for what is new here; what others left, or what failed, can wait for so long. */
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

/** The states of a job that will be run. */
const PENDING_STATES: ReadonlySet<string> = new Set(['created', 'retry', 'active']);

/**
 * Runs deliveries as jobs: one that rejects is run again, later and later, and so is one whose
 * process died.
 *
 * @param boss started
 * @param dead deliveries whose process has certainly died: their jobs need not wait for that to show
 * @param onError hears of every try that failed
 */
export async function createDeliveryQueue(
  boss: PgBoss,
  deliver: Deliver,
  dead: readonly string[],
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
  // What an older version made is not changed by that.
  await boss.updateQueue(QUEUE_NAME, QUEUE_OPTIONS);
  for (const id of dead) {
    const [job] = await boss.findJobs(QUEUE_NAME, { id });
    if (job?.state !== 'active') continue;
    await boss.deleteJob(QUEUE_NAME, id);
    await boss.insert(QUEUE_NAME, [{ id }]);
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
        const [job] = await boss.findJobs(QUEUE_NAME, { id });
        if (job !== undefined && PENDING_STATES.has(job.state)) continue;
        if (job !== undefined) await boss.deleteJob(QUEUE_NAME, id);
        await send([id]);
      }
    },
  };
}
