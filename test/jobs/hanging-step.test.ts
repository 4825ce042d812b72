import { expect, test, vi } from 'vitest';

import { type SchedulerOptions, createScheduler } from '../../src/jobs/scheduler.ts';
import { TimeoutError } from '../../src/lib/concurrency.ts';
import { storeAt } from '../support/open-store.ts';
import { serverPlace } from '../support/places.ts';
import { addDigests } from './digest-process.ts';

const PATIENCE_MS = 60_000;

test.each(['planDue', 'unqueued', 'recordQueued'] as const)(
  'a tick that hangs in %s is told of, and the next one goes on',
  async (step) => {
    await using place = await serverPlace();
    await addDigests(place, ['C0LEASING01'], 'U0CLAIRE001', Date.now() - 1);
    const store = await storeAt(place);
    const troubles: unknown[] = [];
    const delivered: string[] = [];
    const scheduler = createScheduler({
      engine: store.engine,
      planning: hangingOnce(store.planning, step),
      planner: {
        plan: ({ nextDueAt }, nowMs) => ({
          slots: [
            {
              slot: 'the only one',
              dueAt: nextDueAt ?? nowMs,
              giveUpAt: nowMs + PATIENCE_MS,
              state: 'planned',
              reason: null,
            },
          ],
          next: null,
        }),
        looked: () => {},
        left: () => [],
        next: ({ nextDueAt: dueAt }) => (dueAt === null ? null : { slot: '', dueAt }),
      },
      async deliver(id) {
        delivered.push(id);
      },
      maintenance: [],
      onError: (error) => troubles.push(error),
      stepMsMax: 500,
    });
    scheduler.start();
    await vi.waitFor(
      () => {
        expect(delivered).toHaveLength(1);
        expect(troubles).toContainEqual(expect.any(TimeoutError));
      },
      { timeout: PATIENCE_MS },
    );
    await scheduler.stop();
    await store.stop();
  },
  PATIENCE_MS * 2,
);

/** The same object, except that the first call of one step never returns. */
function hangingOnce(
  planning: SchedulerOptions['planning'],
  step: 'planDue' | 'unqueued' | 'recordQueued',
): SchedulerOptions['planning'] {
  let hasHung = false;
  return new Proxy(planning, {
    get(target, name, receiver) {
      if (name !== step || hasHung) return Reflect.get(target, name, receiver);
      return async () => {
        hasHung = true;
        await new Promise(() => {});
      };
    },
  });
}
