import { expect, test, vi } from 'vitest';

import { createScheduler, type SchedulerOptions } from '../../src/jobs/scheduler.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { skipPauses } from '../support/pauses.ts';
import { folderPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';

const PATIENCE = { timeout: 60_000, interval: 5 };
const TICK_MS = 1_000;
const RESTART_MS = 3_000;

let store: DigestStore;

useStore(folderPlace, (opened) => (store = opened));

const nothing = async (): Promise<void> => {};

/** A scheduler on a real job engine whose ticks follow one another at once. */
function ticking(
  over: Partial<SchedulerOptions>,
  planned: Partial<SchedulerOptions['planning']> = {},
) {
  const pauses = skipPauses((ms) => ms === TICK_MS || ms === RESTART_MS);
  const ticks = () => pauses.filter((ms) => ms === TICK_MS).length;
  const errors: (readonly [unknown, string | undefined])[] = [];
  const scheduler = createScheduler({
    engine: store.engine,
    planning: {
      planDue: async () => 0,
      reschedule: nothing,
      unqueued: async () => [],
      recordQueued: nothing,
      orphaned: async () => [],
      releaseAll: async () => [],
      ...planned,
    },
    planner: {
      plan: () => ({ slots: [], next: null }),
      looked: () => {},
      left: () => [],
      next: () => null,
    },
    deliver: nothing,
    maintenance: [],
    onError: (error, id) => void errors.push([error, id]),
    ...over,
  });
  return {
    scheduler,
    errors,
    pauses,
    ticks,
    /** Starts it, and stops it after so many ticks. */
    async runFor(count: number) {
      scheduler.start();
      await vi.waitUntil(() => ticks() >= count, PATIENCE);
      await scheduler.stop();
    },
  };
}

test('each tick plans what is due and queues it, and the rest comes in its own rhythm', async () => {
  const at: Record<string, number[]> = { orphaned: [], maintained: [], frequent: [] };
  const limits = new Set<string>();
  const run = ticking(
    {
      maintenance: [async () => void at['maintained']?.push(run.ticks())],
      frequent: [async () => void at['frequent']?.push(run.ticks())],
    },
    {
      orphaned: async (silentMs, limit) => {
        at['orphaned']?.push(run.ticks());
        limits.add(`${silentMs} ${limit}`);
        return [];
      },
    },
  );
  await run.runFor(61);

  expect(at['orphaned']?.slice(0, 3)).toEqual([0, 30, 60]);
  expect(at['maintained']?.slice(0, 2)).toEqual([0, 60]);
  expect(at['frequent']?.slice(0, 13)).toEqual(Array.from({ length: 13 }, (_, n) => n * 5));
  expect([...limits]).toEqual(['180000 500']);
  expect(run.errors).toEqual([]);
});

test('a full batch is followed by the next within the tick, and what is planned is queued once', async () => {
  const batches = [200, 200, 7];
  const planned: (readonly [number, number])[] = [];
  const left = [{ id: 'd7k2', version: 1, untilMs: 0 }];
  const waiting = [['d1', 'd2'], [], ['d3']];
  const queued: (readonly string[])[] = [];
  const delivered: string[] = [];
  const run = ticking(
    {
      deliver: async (id) => void delivered.push(id),
      planner: { plan: () => null, left: () => left, looked: () => {}, next: () => null },
    },
    {
      planDue: async (_plan, limit, without) => {
        // Otherwise a full batch of them would be looked at for ever.
        expect(without).toBe(left);
        planned.push([run.ticks(), limit]);
        return batches.shift() ?? 0;
      },
      unqueued: async () => (waiting.shift() ?? []).map(uuid),
      recordQueued: async (ids) => void queued.push(ids),
    },
  );
  run.scheduler.start();
  await vi.waitUntil(() => delivered.length === 3, PATIENCE);
  await run.scheduler.stop();

  expect(planned.slice(0, 4)).toEqual([0, 0, 0, 1].map((tick) => [tick, 200]));
  expect(queued).toEqual([['d1', 'd2'].map(uuid), [uuid('d3')]]);
  expect(delivered.toSorted()).toEqual(['d1', 'd2', 'd3'].map(uuid));
});

test('deliveries that wait or run are counted, and none is when all are done', async () => {
  const released = Promise.withResolvers<void>();
  const waiting = [['d4']];
  const run = ticking(
    { deliver: async () => released.promise, supervisionSeconds: 1 },
    { unqueued: async () => (waiting.shift() ?? []).map(uuid) },
  );
  expect(await run.scheduler.queued()).toBeNull();
  run.scheduler.start();
  await vi.waitUntil(async () => (await run.scheduler.queued()) === 1, PATIENCE);
  released.resolve();
  await vi.waitUntil(async () => (await run.scheduler.queued()) === 0, PATIENCE);
  await run.scheduler.stop();
});

test('work beside deliveries runs once at a time, one failure ends no other, and all ends with it', async () => {
  const failure = new Error('out of order');
  const ran: string[] = [];
  const signals: AbortSignal[] = [];
  let running = 0;
  const slowFor = (turns: number) => async (stopping: AbortSignal) => {
    running += 1;
    ran.push(`slow ${running}`);
    signals.push(stopping);
    await new Promise((resolve) => {
      stopping.addEventListener('abort', resolve, { once: true });
    });
    // What is under way when it is stopped ends in its own time.
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    running -= 1;
  };
  const failing = async (): Promise<void> => {
    ran.push('failing');
    throw failure;
  };
  const run = ticking({
    maintenance: [failing, slowFor(50)],
    frequent: [failing, slowFor(50)],
  });
  await run.runFor(130);

  expect(ran.filter((one) => one.startsWith('slow'))).toEqual(['slow 1', 'slow 2']);
  expect(running).toBe(0);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  // The slow one of maintenance never ends: what stands before it is not run again either.
  expect(ran.filter((one) => one === 'failing').length).toBeGreaterThan(20);
  expect(new Set(run.errors.map(([error]) => error))).toEqual(new Set([failure]));
});

test.each(['maintenance', 'frequent'] as const)('it stops after its %s', async (kind) => {
  const stopped = new AbortController();
  const isStopped = () => stopped.signal.aborted;
  const ended: boolean[] = [];
  const run = ticking({
    [kind]: [
      async (stopping: AbortSignal) => {
        await new Promise((resolve) => {
          stopping.addEventListener('abort', resolve, { once: true });
        });
        for (let turn = 0; turn < 5_000 && !isStopped(); turn += 1) await new Promise(setImmediate);
        ended.push(isStopped());
      },
    ],
  });
  await run.runFor(3);
  stopped.abort();
  expect(ended).toEqual([false]);
});

test('a database that is away at the start is waited for, and the job engine is opened again', async () => {
  let tries = 0;
  let released = 0;
  const run = ticking(
    {},
    {
      // Nobody else has the folder of the embedded database.
      releaseAll: async () => {
        released += 1;
        return [];
      },
      reschedule: async () => {
        tries += 1;
        if (tries < 3) throw new Error('connect ECONNREFUSED');
      },
    },
  );
  await run.runFor(1);
  expect([tries, released]).toEqual([3, 1]);
  expect(run.pauses.slice(0, 2)).toEqual([RESTART_MS, RESTART_MS]);
  expect(run.errors.map(([error]) => String(error))).toEqual(
    Array.from({ length: 2 }, () => 'Error: The job engine has trouble: connect ECONNREFUSED'),
  );
});

test('a step that fails is tried again by the next tick', async () => {
  const failure = new Error('deadlock');
  let tries = 0;
  const run = ticking(
    {},
    {
      planDue: async () => {
        tries += 1;
        if (tries === 1) throw failure;
        return 0;
      },
    },
  );
  await run.runFor(3);
  expect(tries).toBeGreaterThanOrEqual(3);
  expect(run.errors.map(([error]) => error)).toEqual([failure]);
});

/** An id of a job, made of a name. */
function uuid(name: string): string {
  return `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;
}
