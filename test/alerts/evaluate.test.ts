import { setTimeout } from 'node:timers/promises';

import { beforeEach, describe, expect, test } from 'vitest';

import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { DEFAULT_DIGEST_OPTIONS } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { emptyTables, runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { useStore } from '../support/use-store.ts';
import { addAlert, announcedBy, startInstance } from './fixture.ts';

const planner = createPlanner(timetableOf(createCalendars()), (error) => {
  throw error;
});

const ready = (id: string) => ({ id, decision: 'READY' });
const pending = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  decision: 'PENDING',
  ...more,
});

/** The times of a shared snapshot, by the database's clock. */
function readAgo(agoMs: number): Partial<Snapshot> {
  const atMs = Date.now() - agoMs;
  return { startedAt: atMs, endedAt: atMs, databaseAheadMs: 0 };
}

/** A file that is open, and still pending unless said otherwise. */
const file = (over: object) => ({
  id: 'a',
  status: 'OPEN',
  decision: 'PENDING',
  score: 500,
  completion_rate: 50,
  ...over,
});

const scored = (score: number | string, decision = 'READY') => [file({ score, decision })];

describe('alerts', () => {
  let store: DigestStore;
  useStore(serverPlace, (opened) => (store = opened));
  beforeEach(async () => {
    await emptyTables(store, 'digests', 'journal', 'journal_files', 'file_events');
  });

  async function plan() {
    while ((await store.planning.planDue((digest, now) => planner.plan(digest, now), 100)) > 0);
    return store.deliveries.list({ limit: 100 });
  }

  test('the first evaluation announces nothing, and each file is announced once a visit', async () => {
    const alert = await addAlert(store, 'decision:ready');
    const one = startInstance(store);
    one.read([ready('a'), pending('b')]);
    await one.evaluate();
    expect(await announcedBy(store, alert)).toEqual([]);

    one.read([ready('a'), ready('b')]);
    await one.evaluate();
    await one.evaluate();
    expect(await announcedBy(store, alert)).toEqual(['enters b']);
    expect(await plan()).toMatchObject([{ kind: 'alert', state: 'planned' }]);

    one.read([ready('a'), pending('b')]);
    await one.evaluate();
    one.read([ready('a'), ready('b')]);
    await one.evaluate();
    expect(await announcedBy(store, alert)).toEqual(['enters b', 'enters b']);
  });

  test('what could not be read when a file was first seen is announced as no change of it', async () => {
    const alert = await addAlert(store, 'status:open', {
      on: 'changes',
      aspects: ['score', 'completion', 'applicants'],
    });
    const one = startInstance(store);
    const applicants = [{ status: 'NEW' }];
    const unread = { score: 'n/a', completion_rate: {}, applicants: 'one' };
    const steps = [unread, { applicants }, { applicants, score: 501 }];
    for (const fields of steps) {
      one.read([file(fields)]);
      await one.evaluate();
    }
    expect(await announcedBy(store, alert)).toEqual(['score a 500 501']);
  });

  test('a change behind a value that could not be read is announced once, between whole readings too', async () => {
    const alert = await addAlert(store, 'score:<85', { on: 'changes', aspects: ['score'] });
    const one = startInstance(store);
    let score: number | string = 80;
    async function* pages() {
      yield* pagesOf([rentalFile({ score })]).map((page) => ({ ...page, servedAt: Date.now() }));
    }
    const portfolio = createPortfolio({
      pages,
      pagesSince: pages,
      now: () => Date.now(),
      pollSeconds: 300,
      completionMax: null,
      monotonic: () => performance.now(),
      onFailure: () => {},
    });
    const read = async (given: number | string, what: 'all' | 'changes' = 'changes') => {
      score = given;
      // Each reading begins after the one before has ended.
      await setTimeout(5);
      await one.evaluate(await portfolio.read(what));
    };
    for (const given of [80, 'n/a', 90, 90]) await read(given);
    expect(await announcedBy(store, alert)).toEqual(['score a 80 90']);
    await read(90, 'all');
    expect(await announcedBy(store, alert)).toEqual(['score a 80 90']);
  });

  test.each(['enters', 'leaves'] as const)(
    'a file of which it cannot be read whether it fits neither enters nor leaves, for an alert that %s',
    async (on) => {
      const alert = await addAlert(store, 'decision:ready score:>80', { on });
      let elapsedMs = 0;
      const one = startInstance(store, { monotonic: () => elapsedMs });
      for (const isWhole of [false, true]) {
        for (const score of [90, 'n/a', 90]) {
          if (isWhole) elapsedMs += 3_600_000;
          one.read(scored(score));
          await one.evaluate();
          expect(await announcedBy(store, alert)).toEqual([]);
        }
      }
      // What else is asked for is known all the same.
      one.read(scored('n/a', 'ACCEPTED'));
      await one.evaluate();
      expect(await announcedBy(store, alert)).toEqual(on === 'leaves' ? ['leaves a'] : []);
      for (const score of ['n/a', 90]) {
        one.read(scored(score));
        await one.evaluate();
      }
      expect(await announcedBy(store, alert)).toEqual(on === 'enters' ? ['enters a'] : []);
    },
  );

  test.each([
    ['enters', [70, 90]],
    ['leaves', [90, 70]],
  ] as const)(
    'a file of which it cannot be read at the start whether it fits is not announced for that: %s',
    async (on, then) => {
      for (const score of [90, 70]) {
        const alert = await addAlert(store, 'decision:ready score:>80', { on });
        const one = startInstance(store);
        for (const each of ['n/a', score]) {
          one.read(scored(each));
          await one.evaluate();
        }
        expect(await announcedBy(store, alert)).toEqual([]);
        for (const each of then) {
          one.read(scored(each));
          await one.evaluate();
        }
        expect(await announcedBy(store, alert)).toEqual([`${on} a`]);
      }
    },
  );

  test('a file leaves by one number while another one cannot be read', async () => {
    const alert = await addAlert(store, 'score:>80 completion:>50', { on: 'leaves' });
    const one = startInstance(store);
    const steps = [
      [90, 60],
      [90, 'n/a'],
      ['n/a', 'n/a'],
      [70, 'n/a'],
    ] as const;
    const announced: number[] = [];
    for (const [score, rate] of steps) {
      const fields = { score, completion_rate: rate };
      one.read([file(fields), file({ ...fields, id: 'b', status: 'NEW' })]);
      await one.evaluate();
      announced.push((await announcedBy(store, alert)).length);
    }
    expect(announced).toEqual([0, 0, 0, 2]);
  });

  test('what a newer version has made of an alert is left to it, and is not lost', async () => {
    const alert = await addAlert(store, 'status:open', { on: 'changes', aspects: ['score'] });
    const unread: string[] = [];
    const older = startInstance(store, { onUnreadable: (id) => unread.push(id) });
    const edited = async (aspects: readonly string[]) =>
      runSql(
        store,
        `update rental_desk.digests
         set version = version + 1, alert = jsonb_set(alert, '{aspects}', $2) where id = $1`,
        [alert.id, JSON.stringify(aspects)],
      );
    older.read([file({})]);
    await older.evaluate();
    await edited(['score', 'mood']);
    older.read([file({ score: 501 })]);
    await older.evaluate();
    expect([await announcedBy(store, alert), new Set(unread)]).toEqual([[], new Set([alert.id])]);

    await edited(['score']);
    await older.evaluate();
    expect(await announcedBy(store, alert)).toEqual(['score a 500 501']);
  });

  test('what entered and left again before it could be announced is not announced', async () => {
    const alert = await addAlert(store, 'decision:ready');
    const one = startInstance(store);
    for (const files of [[pending('b')], [ready('b')], [pending('b')]]) {
      one.read(files);
      await one.evaluate();
    }
    expect(await announcedBy(store, alert)).toEqual([]);
  });

  test('a file that leaves is announced by an alert of leaving, also when it is gone for good', async () => {
    const alert = await addAlert(store, 'decision:ready', { on: 'leaves' });
    const one = startInstance(store);
    one.read([ready('a'), ready('b'), ready('c')]);
    await one.evaluate();
    one.read([pending('a'), ready('b'), ready('c')]);
    await one.evaluate();
    expect(await announcedBy(store, alert)).toEqual(['leaves a']);
    for (let reading = 0; reading < 3; reading += 1) {
      one.read([pending('a'), ready('b')]);
      await one.evaluate();
    }
    expect(await announcedBy(store, alert)).toEqual(['leaves a', 'leaves c']);
  });

  test.each<[string, Partial<Snapshot>]>([
    ['looks complete', {}],
    ['is known to be incomplete', { inconsistency: 'moved' }],
    ['has files that cannot be read', { skipped: 1 }],
    ['has only changed files', { isWhole: false }],
  ])('a snapshot without half of the files that %s announces nothing', async (_how, over) => {
    const all = ['a', 'b', 'c', 'd'].map(ready);
    const entering = await addAlert(store, 'decision:ready');
    const leaving = await addAlert(store, 'decision:ready', { on: 'leaves' });
    const one = startInstance(store);
    one.read(all);
    await one.evaluate();
    one.read(all.slice(0, 2), over);
    await one.evaluate();
    // A process that starts meanwhile looks at all files.
    const other = startInstance(store);
    // A second reading like the first would show that they are gone.
    if (Object.keys(over).length > 0) {
      other.read(all.slice(0, 2), over);
      await other.evaluate();
    }
    one.read(all);
    await one.evaluate();
    other.read(all);
    await other.evaluate();
    expect(await announcedBy(store, entering)).toEqual([]);
    expect(await announcedBy(store, leaving)).toEqual([]);
  });

  test('what the next reading finds is announced, although an instance whose clock is behind has had the one before', async () => {
    const alert = await addAlert(store, 'decision:ready');
    const one = startInstance(store);
    const other = startInstance(store, { now: () => Date.now() - 300_000 });
    const shared = one.read([pending('a')], readAgo(400_000));
    await one.evaluate();
    await other.evaluate(shared);
    one.read([ready('a')], readAgo(200_000));
    await one.evaluate();
    expect(await announcedBy(store, alert)).toEqual(['enters a']);
  });

  test('changes of the aspects that an alert names are announced with both values', async () => {
    const alert = await addAlert(store, 'status:open', {
      on: 'changes',
      aspects: ['score', 'decision'],
    });
    const one = startInstance(store);
    one.read([file({})]);
    await one.evaluate();
    one.read([file({ score: 700, completion_rate: 60 })]);
    await one.evaluate();
    one.read([file({ score: 700, completion_rate: 60, decision: 'READY' })]);
    await one.evaluate();
    expect(await announcedBy(store, alert)).toEqual([
      'score a 500 700',
      'decision a PENDING READY',
    ]);
  });

  test('the change that takes a file out of an alert of changes is announced, and nothing later', async () => {
    const alert = await addAlert(store, 'decision:pending', {
      on: 'changes',
      aspects: ['decision', 'score'],
    });
    const one = startInstance(store);
    const restarted = startInstance(store);
    const decided = { decision: 'ACCEPTED', score: 600 };
    one.read([file({}), file({ id: 'b' })]);
    await one.evaluate();
    one.read([file(decided), file({ id: 'b' })]);
    await one.evaluate();
    const announced = await announcedBy(store, alert);
    expect(announced.toSorted()).toEqual(['decision a PENDING ACCEPTED', 'score a 500 600']);

    for (const instance of [one, restarted]) {
      instance.read([file({ ...decided, score: 700 }), file({ id: 'b' })]);
      await instance.evaluate();
    }
    expect(await announcedBy(store, alert)).toEqual(announced);

    // Back again, as any other file that enters.
    one.read([file({ score: 700 }), file({ id: 'b' })]);
    await one.evaluate();
    one.read([file({ score: 800 }), file({ id: 'b' })]);
    await one.evaluate();
    expect((await announcedBy(store, alert)).slice(announced.length)).toEqual([
      'decision a ACCEPTED PENDING',
      'score a 700 800',
    ]);
  });

  test('a change that is recorded after it was evaluated is announced all the same', async () => {
    const alert = await addAlert(store, 'decision:pending', {
      on: 'changes',
      aspects: ['decision'],
    });
    const one = startInstance(store);
    const recorder = startInstance(store);
    one.read([file({})]);
    await one.evaluate();
    const snapshot = one.read([file({ decision: 'ACCEPTED' })]);
    await one.evaluateOnly();
    expect(await announcedBy(store, alert)).toEqual([]);
    await recorder.evaluate(snapshot);
    expect(await announcedBy(store, alert)).toEqual(['decision a PENDING ACCEPTED']);
  });

  test('an instance with an older snapshot leaves what others have seen since to them', async () => {
    const leaving = await addAlert(store, 'decision:ready', { on: 'leaves' });
    const [one, other] = [startInstance(store), startInstance(store)];
    one.read([ready('a'), ready('b')]);
    await one.evaluate();
    const old = other.read([ready('a'), ready('b')]);
    await other.evaluate(old);
    one.read([ready('b')]);
    await one.evaluate();
    const gone = one.read([ready('b')]);
    await one.record();
    await other.evaluate(old);
    expect(await announcedBy(store, leaving)).toEqual([]);
    await one.evaluate(gone);
    expect(await announcedBy(store, leaving)).toEqual(['leaves a']);
  });

  test('instances that evaluate at once, or late, announce each file once', async () => {
    const alert = await addAlert(store, 'decision:ready');
    const instances = [startInstance(store), startInstance(store), startInstance(store)];
    const readAll = (...files: ReturnType<typeof ready>[]) => {
      for (const each of instances) each.read(files);
    };
    readAll(pending('a'), pending('b'));
    for (const each of instances) await each.evaluate();
    const old = instances[2]?.read([pending('a'), pending('b')]);
    readAll(ready('a'), ready('b'));
    await Promise.all(instances.slice(0, 2).map(async (each) => each.evaluate()));
    // What an instance has read before others must not take anything back.
    await instances[2]?.evaluate(old);
    readAll(ready('a'), ready('b'));
    await Promise.all(instances.map(async (each) => each.evaluate()));
    const all = await announcedBy(store, alert);
    expect(all.toSorted()).toEqual(['enters a', 'enters b']);
  });

  test('a restart between evaluation and delivery loses nothing and repeats nothing', async () => {
    const alert = await addAlert(store, 'decision:ready');
    const one = startInstance(store);
    one.read([pending('a')]);
    await one.evaluate();
    const before = startInstance(store, {
      store: {
        ...store.alerts,
        async pending() {
          throw new Error('killed');
        },
      },
    });
    before.read([ready('a')]);
    await expect(before.evaluate()).rejects.toThrow('killed');
    const after = startInstance(store);
    after.read([ready('a')]);
    await after.evaluate();
    expect(await announcedBy(store, alert)).toEqual(['enters a']);
    const [delivery, ...others] = await plan();
    expect(others).toEqual([]);
    expect(await store.alerts.entriesOf(delivery?.id ?? '')).toHaveLength(1);
  });

  test('a rule that everything fits and 10,000 files that enter at once make one delivery', async () => {
    const alert = await addAlert(store, 'sort:oldest');
    const one = startInstance(store);
    const many = Array.from({ length: 10_000 }, (_, index) => pending(`f${index}`));
    one.read([pending('a')]);
    await one.evaluate();
    one.read([pending('a'), ...many]);
    await one.evaluate();
    const [delivery, ...others] = await plan();
    expect(others).toEqual([]);
    expect(await store.alerts.entriesOf(delivery?.id ?? '')).toHaveLength(10_000);
    expect(await announcedBy(store, alert)).toHaveLength(10_000);
  });

  test('an alert that cannot be read is told, and stops no other', async () => {
    const zone = { times: [], days: [1], holidays: 'none', onHoliday: 'skip' } as const;
    const options = { ...DEFAULT_DIGEST_OPTIONS };
    const add = async (name: string, query: string, zoneName: string) =>
      store.digests.add(
        {
          channelId: 'C0LEASING01',
          name,
          query,
          schedule: { ...zone, zone: zoneName },
          options,
          alert: { on: 'enters', aspects: [], everyMinutes: 0, quiet: null },
        },
        'U0CLAIRE001',
        null,
      );
    const unreadable = [
      await add('query', 'status:nonsense', 'Europe/Paris'),
      await add('zone', 'created:today', 'Europe/Nowhere'),
    ].map((alert) => alert?.id);
    const alert = await addAlert(store, 'decision:ready');
    const told: unknown[] = [];
    const one = startInstance(store, {
      onUnreadable: (id, error) => told.push([id, String(error)]),
    });
    for (const files of [[pending('a')], [ready('a')]]) {
      one.read(files);
      await one.evaluate();
    }
    expect(await announcedBy(store, alert)).toEqual(['enters a']);
    expect(new Set(told.map((each) => Array.isArray(each) && each[0]))).toEqual(
      new Set(unreadable),
    );
  });

  test('all files are looked at every ten minutes where time counts, every hour elsewhere', async () => {
    const timed = await addAlert(store, 'age:>3bd decision:pending');
    const plain = await addAlert(store, 'decision:ready');
    let minutes = 0;
    const looked: string[] = [];
    const one = startInstance(store, {
      monotonic: () => minutes * 60_000,
      store: {
        ...store.alerts,
        async apply(matches, evaluated) {
          for (const { id, among } of matches) {
            const name = id === timed.id ? 'timed' : id === plain.id ? 'plain' : id;
            looked.push(`${name} ${among === 'all' ? 'all' : [...among].join()}`);
          }
          return store.alerts.apply(matches, evaluated);
        },
      },
    });
    const lookedAt = async (atMinutes: number, score: number) => {
      minutes = atMinutes;
      looked.length = 0;
      one.read([file({ score }), file({ id: 'b' })]);
      await one.evaluate();
      return looked.toSorted();
    };
    expect(await lookedAt(0, 1)).toEqual(['plain all', 'timed all']);
    expect((await lookedAt(9.9, 2)).map((each) => each.split(' ')[0])).toEqual(['plain', 'timed']);
    expect(looked.join()).not.toContain('all');
    expect((await lookedAt(10, 3)).filter((each) => each.includes('all'))).toEqual(['timed all']);
    expect((await lookedAt(59, 4)).filter((each) => each.includes('all'))).toEqual(['timed all']);
    expect(await lookedAt(60, 5)).toContain('plain all');
    // The same snapshot says nothing new.
    looked.length = 0;
    await one.evaluate();
    expect(looked).toEqual([]);
  });

  test.each([
    ['quiet hours that are no times', `'{"quiet":{"from":"00:00","until":"25:00"}}'`],
    ['a time that never comes', `'{"everyMinutes":9007199254740991}'`],
  ])('an alert with %s keeps no other from being due', async (_, stored) => {
    const broken = await addAlert(store, 'decision:ready');
    const other = await addAlert(store, 'decision:ready');
    const one = startInstance(store, { onUnreadable: () => {} });
    one.read([pending('a'), pending('b')]);
    await one.evaluate();
    one.read([ready('a'), pending('b')]);
    // It is due for the second time.
    await one.evaluate();
    await store.planning.planDue((digest, now) => planner.plan(digest, now), 100);
    await runSql(
      store,
      `update rental_desk.digests set version = version + 1, alert = alert || ${stored} where id = $1`,
      [broken.id],
    );
    one.read([ready('a'), ready('b')]);
    await one.evaluate();
    expect((await store.digests.find(other.id))?.nextDueAt).not.toBeNull();
  });

  test('a changed or resumed alert begins anew, and a removed one announces nothing', async () => {
    const alert = await addAlert(store, 'decision:ready');
    const removed = await addAlert(store, 'decision:ready');
    const one = startInstance(store);
    one.read([pending('a')]);
    await one.evaluate();
    await store.digests.remove(removed.id, 'U0CLAIRE001');
    await store.alerts.reset(alert);
    one.read([ready('a')]);
    await one.evaluate();
    expect(await announcedBy(store, alert)).toEqual([]);
    expect(await announcedBy(store, removed)).toEqual([]);
  });
});
