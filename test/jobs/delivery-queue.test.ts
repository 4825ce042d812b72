import type { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';

import { createDeliveryQueue, engineError } from '../../src/jobs/scheduler.ts';

type Work = (jobs: readonly { readonly id: string }[]) => Promise<unknown>;

/** The job engine as far as the queue uses it, with jobs by their state. */
async function queueOver(
  states: Readonly<Record<string, string>>,
  { orphaned = [] }: { readonly orphaned?: readonly string[] } = {},
) {
  const jobs = new Map(Object.entries(states));
  const did: string[] = [];
  const works: Work[] = [];
  const created: object[] = [];
  const working: object[] = [];
  const failed: (readonly [string, unknown])[] = [];
  const boss = {
    async createQueue(name: string, options: object) {
      did.push(`create ${name}`);
      created.push(options);
    },
    async updateQueue(name: string, options: object) {
      did.push(`update ${name}`);
      created.push(options);
    },
    findJobs: async (_: string, { id }: { id: string }) => {
      const state = jobs.get(id);
      return state === undefined ? [] : [{ id, state }];
    },
    deleteJob: async (_: string, id: string) => {
      did.push(`delete ${id}`);
      jobs.delete(id);
    },
    insert: async (_: string, added: readonly { id: string }[]) => {
      did.push(`insert ${added.map(({ id }) => id).join(' ')}`);
      for (const { id } of added) if (!jobs.has(id)) jobs.set(id, 'created');
    },
    work: async (_: string, options: object, work: Work) => {
      works.push(work);
      working.push(options);
      return `worker ${works.length}`;
    },
    notifyWorker: (id: string) => void did.push(`wake ${id}`),
  };
  const queue = await createDeliveryQueue(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
    boss as unknown as PgBoss,
    async (id) => {
      if (id.startsWith('bad')) throw new Error(`${id} failed`);
    },
    orphaned,
    (error, id) => void failed.push([id, error]),
  );
  return { queue, works, created, working, failed, jobs, did: () => did.splice(0) };
}

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`);

test('a queue of an older version is brought up to date, and three workers take from it', async () => {
  const { did, works } = await queueOver({});
  expect(did()).toEqual(['create deliveries', 'update deliveries']);
  expect(works).toHaveLength(3);
});

test('a failed job comes again within 20 s, that of a dead process within 10 s, and for as long as it takes', async () => {
  const { created, working } = await queueOver({});
  const [first] = created;
  expect(first).toEqual({
    retryLimit: 100_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 20,
    heartbeatSeconds: 10,
    expireInSeconds: 600,
    deleteAfterSeconds: 86_400,
  });
  expect(created).toEqual([first, first]);
  const taking = {
    batchSize: 25,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 2,
    perJobResults: true,
  };
  expect(working).toEqual([taking, taking, taking]);
});

test('what a dead process left unsettled gets a job at once, unless one waits', async () => {
  const states = { running: 'active', waiting: 'created', again: 'retry', done: 'completed' };
  const orphaned = [...Object.keys(states), 'gone'];
  const { did } = await queueOver(states, { orphaned });
  expect(did().slice(2)).toEqual([
    'delete running',
    'insert running',
    'delete done',
    'insert done',
    'insert gone',
  ]);
});

test.each([
  [1, 1],
  [25, 1],
  [26, 2],
  [75, 3],
  [500, 3],
])('%i new jobs wake %i workers', async (count, workers) => {
  const { queue, did } = await queueOver({});
  did();
  await queue.send(idsOf(count));
  const [inserted, ...woken] = did();
  expect(inserted).toBe(`insert ${idsOf(count).join(' ')}`);
  expect(woken).toEqual(Array.from({ length: workers }, (_, index) => `wake worker ${index + 1}`));
});

test('a delivery gets its job again where that is done or gone, and no second one', async () => {
  const pending = { created: 'created', retried: 'retry', running: 'active' };
  const over = { done: 'completed', failed: 'failed', cancelled: 'cancelled' };
  const { queue, did, jobs } = await queueOver({ ...pending, ...over });
  did();
  await queue.resend([...Object.keys(pending), ...Object.keys(over), 'gone']);
  expect(did().filter((one) => !one.startsWith('wake'))).toEqual([
    ...Object.keys(over).flatMap((id) => [`delete ${id}`, `insert ${id}`]),
    'insert gone',
  ]);
  expect([...jobs.values()].filter((state) => state === 'created')).toHaveLength(5);
});

test('each delivery of a batch ends for itself, and what failed is told with its error', async () => {
  const { works, failed } = await queueOver({});
  const batch = ['d1', 'bad2', 'd3'].map((id) => ({ id }));
  expect(await works[0]?.(batch)).toEqual([
    { id: 'd1', status: 'completed' },
    { id: 'bad2', status: 'failed' },
    { id: 'd3', status: 'completed' },
  ]);
  expect(failed).toEqual([['bad2', new Error('bad2 failed')]]);
});

test.each([
  [new Error('connect ECONNREFUSED'), 'connect ECONNREFUSED'],
  [{ message: 'from the driver', client: { password: 'secret' } }, 'from the driver'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a word', 'a word'],
  [null, 'null'],
])('of the engine’s error %j the message alone is kept', (error, message) => {
  const { message: told, cause } = engineError(error);
  expect([told, cause]).toEqual([`The job engine has trouble: ${message}`, undefined]);
});
