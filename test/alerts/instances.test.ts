import { beforeEach, describe, expect, test } from 'vitest';

import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { emptyTables } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { addAlert, announcedBy, type Instance, startInstance } from './fixture.ts';

const planner = createPlanner(timetableOf(createCalendars()), (error) => {
  throw error;
});

/** A file that is open, and still pending unless said otherwise. */
const file = (over: object) => ({
  id: 'a',
  status: 'OPEN',
  decision: 'PENDING',
  score: 500,
  completion_rate: 50,
  ...over,
});

const firstMs = Date.now() - 600_000;

/** The times of a reading, in seconds, by the database's clock. */
function between(from: number, until: number): Partial<Snapshot> {
  const [startedAt, endedAt] = [firstMs + from * 1_000, firstMs + until * 1_000];
  return { startedAt, endedAt, databaseAheadMs: 0 };
}

describe('two instances that each read for themselves', () => {
  let store: DigestStore;
  useStore(serverPlace, (opened) => (store = opened));
  beforeEach(async () => {
    await emptyTables(store, 'digests', 'journal', 'journal_files', 'file_events');
  });

  /** Two instances that have looked at a file once. */
  async function begun(first: object): Promise<readonly [Instance, Instance]> {
    const instances = [startInstance(store), startInstance(store)] as const;
    for (const [index, each] of instances.entries()) {
      each.read([{ ...first }], between(10 + index, 10 + index));
      await each.evaluate();
    }
    return instances;
  }

  async function plan() {
    await store.planning.planDue((digest, now) => planner.plan(digest, now), 100);
  }

  test.each<[string, [number, number], [number, number]]>([
    ['began before', [70, 96], [80, 95]],
    ['began and ended after', [85, 100], [80, 95]],
    ['took less than a second and began before', [94, 94.3], [94.5, 94.8]],
  ])(
    'the change that another instance records is announced, although a reading that %s passed the file earlier',
    async (_how, [from, until], [recordedFrom, recordedUntil]) => {
      const about = { on: 'changes', aspects: ['decision'] } as const;
      const alert = await addAlert(store, 'decision:ready', about);
      const [one, other] = await begun(file({}));
      other.read([file({ decision: 'READY' })], between(recordedFrom, recordedUntil));
      await other.record();
      one.read([file({ score: 600 })], between(from, until));
      await one.evaluate();
      await other.evaluateOnly();

      for (const [index, each] of [one, other].entries()) {
        each.read([file({ decision: 'READY' })], between(110 + index, 110 + index));
        await each.evaluate();
      }
      expect(await announcedBy(store, alert)).toEqual(['decision a PENDING READY']);
    },
  );

  test('a change that takes a file out is announced, whichever instance looks first once it is recorded', async () => {
    const about = { on: 'changes', aspects: ['decision'] } as const;
    const alert = await addAlert(store, 'decision:pending', about);
    const [one, other] = await begun(file({}));
    const accepted = file({ decision: 'ACCEPTED' });
    // Not recorded: what the other instance recorded had not ended when this began.
    other.read([file({})], between(85, 101));
    await other.evaluate();
    one.read([accepted], between(100, 115));
    await one.evaluate();

    one.read([accepted], between(128, 143));
    other.read([accepted], between(130, 145));
    await other.record();
    await one.evaluateOnly();
    await other.evaluateOnly();
    expect(await announcedBy(store, alert)).toEqual(['decision a PENDING ACCEPTED']);
  });

  test('a file that is gone is announced, although an instance that reads changes alone still has it', async () => {
    const alert = await addAlert(store, 'decision:ready', { on: 'leaves' });
    const [ready, kept] = [file({ decision: 'READY' }), file({ id: 'b', decision: 'READY' })];
    const [one, other] = [startInstance(store), startInstance(store)];
    for (const [index, each] of [one, other].entries()) {
      each.read([ready, kept], between(10 + index, 10 + index));
      await each.evaluate();
    }
    one.read([kept], between(60, 65));
    await one.evaluate();
    one.read([kept], between(120, 125));
    await one.record();
    const changes = { added: [], changed: [], gone: [] };
    other.read([ready, kept], { ...between(140, 145), isWhole: false, changes });
    await other.evaluate();
    await one.evaluateOnly();
    expect(await announcedBy(store, alert)).toEqual(['leaves a']);
  });

  test.each(['enters', 'leaves'] as const)(
    'what another instance has seen meanwhile counts for when a file %s',
    async (on) => {
      const alert = await addAlert(store, 'decision:ready', { on });
      const [one, other] = await begun(file({}));
      one.read([file({ decision: 'READY' })], between(100, 105));
      await one.evaluate();
      await plan();
      // As in its own last reading.
      other.read([file({})], between(110, 115));
      await other.evaluate();
      await plan();
      expect(await announcedBy(store, alert)).toEqual([`${on} a`]);
      other.read([file({ decision: 'READY' })], between(160, 165));
      await other.evaluate();
      const expected = on === 'enters' ? ['enters a', 'enters a'] : ['leaves a'];
      expect(await announcedBy(store, alert)).toEqual(expected);
    },
  );

  test('what another instance has seen is not taken back by a reading that overlaps it', async () => {
    const alert = await addAlert(store, 'decision:ready');
    const [one, other] = await begun(file({}));
    one.read([file({ decision: 'READY' })], between(100, 115));
    await one.evaluate();
    await plan();
    other.read([file({})], between(101, 112));
    await other.evaluate();
    other.read([file({ decision: 'READY' })], between(141, 152));
    await other.evaluate();
    expect(await announcedBy(store, alert)).toEqual(['enters a']);
  });

  test('a change that takes a file out is announced, although a reading is recorded that began after and passed the file before', async () => {
    const about = { on: 'changes', aspects: ['decision'] } as const;
    const alert = await addAlert(store, 'decision:pending', about);
    const [one, other] = await begun(file({}));
    const accepted = file({ decision: 'ACCEPTED' });
    one.read([accepted], between(100, 115));
    await one.evaluateOnly();
    other.read([file({})], between(101, 112));
    await other.evaluate();
    for (const each of [one, other]) {
      each.read([accepted], between(131, 142));
      await each.evaluate();
    }
    expect(await announcedBy(store, alert)).toEqual(['decision a PENDING ACCEPTED']);
  });
});
