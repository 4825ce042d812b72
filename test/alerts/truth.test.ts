import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import type { AlertStore } from '../../src/store/alerts/alerts.ts';
import type { Digest } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { emptyTables } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { addAlert, announcedBy, type Instance, startInstance } from './fixture.ts';

const IDS = ['a', 'b', 'c', 'd'] as const;
type Id = (typeof IDS)[number];

/** What happens: to a file, to an instance, or to what it writes. */
type Step =
  | { readonly does: 'change'; readonly id: Id }
  | { readonly does: 'read'; readonly at: number; readonly way: 'whole' | 'forgetful' | 'partial' }
  | { readonly does: 'restart'; readonly at: number }
  | { readonly does: 'fail'; readonly at: number; readonly after: boolean };

const at = fc.nat({ max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('change'), id: fc.constantFrom(...IDS) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('read'),
      at,
      way: fc.constantFrom('whole', 'whole', 'forgetful', 'partial'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restart'), at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('fail'), at, after: fc.boolean() }) },
);

const planner = createPlanner(timetableOf(createCalendars()), (error) => {
  throw error;
});

/** A store whose next write fails: before it is done, or when it is. */
function failing(store: AlertStore) {
  let next: 'before' | 'after' | null = null;
  return {
    fail(when: 'before' | 'after') {
      next = when;
    },
    alerts: {
      ...store,
      async apply(...given: Parameters<AlertStore['apply']>) {
        const when = next;
        next = null;
        if (when === 'before') throw new Error('killed');
        const left = await store.apply(...given);
        if (when === 'after') throw new Error('killed');
        return left;
      },
    },
  };
}

/** Lets it happen. @returns files of which alerts have announced something else than was so */
async function live(steps: readonly Step[], store: DigestStore): Promise<readonly Id[]> {
  await emptyTables(store, 'digests', 'journal', 'journal_files', 'file_events');
  const entering = await addAlert(store, 'decision:ready');
  const leaving = await addAlert(store, 'decision:ready', { on: 'leaves' });
  const ready = new Set<Id>(['a']);
  const visits = new Map<Id, number>();
  const faults = failing(store.alerts);
  const start = () => startInstance(store, { store: faults.alerts });
  const instances: [Instance, Instance] = [start(), start()];
  const files = () => IDS.map((id) => ({ id, decision: ready.has(id) ? 'READY' : 'PENDING' }));
  const settle = async (instance: Instance) => {
    await instance.evaluate().catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'killed')) throw error;
    });
    await store.planning.planDue((digest, now) => planner.plan(digest, now), 100);
  };
  for (const instance of instances) {
    instance.read(files());
    await settle(instance);
  }
  for (const one of steps) {
    if (one.does === 'change') {
      if (!ready.delete(one.id)) {
        ready.add(one.id);
        visits.set(one.id, (visits.get(one.id) ?? 0) + 1);
      }
      continue;
    }
    if (one.does === 'restart') instances[one.at] = start();
    if (one.does === 'fail') faults.fail(one.after ? 'after' : 'before');
    if (one.does !== 'read') continue;
    const instance = instances[one.at] ?? start();
    if (one.way === 'forgetful') {
      instance.read(files().slice(2));
      await settle(instance);
    }
    if (one.way === 'partial') instance.read(files().slice(0, 2), { inconsistency: 'moved' });
    else instance.read(files());
    await settle(instance);
  }
  for (let round = 0; round < 2; round += 1) {
    for (const instance of instances) {
      instance.read(files());
      await settle(instance);
      await settle(instance);
    }
  }
  const [entered, left] = [await countsOf(store, entering), await countsOf(store, leaving)];
  return IDS.filter((id) => {
    const gained = Number(ready.has(id)) - Number(id === 'a');
    const [ins, outs] = [entered.get(id) ?? 0, left.get(id) ?? 0];
    return ins - outs !== gained || ins > (visits.get(id) ?? 0);
  });
}

/** Number of announcements, by file. */
async function countsOf(store: DigestStore, alert: Digest): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const what of await announcedBy(store, alert)) {
    const id = what.split(' ')[1] ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

describe('alerts of two instances', () => {
  let store: DigestStore;
  useStore(serverPlace, (opened) => (store = opened));

  test(
    'announce as many files as truly entered and left, whatever fails',
    { timeout: 240_000 },
    async () => {
      const lives = fc.array(step, { maxLength: 25 });
      await fc.assert(
        fc.asyncProperty(lives, async (steps) => {
          expect(await live(steps, store)).toEqual([]);
        }),
        { numRuns: 12 },
      );
    },
  );
});
