import { beforeEach, describe, expect, test } from 'vitest';

import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { createTriage, type Triage } from '../../src/triage/triage.ts';
import { emptyTables, runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { addWatchList, announcedBy, startInstance } from './fixture.ts';

const CLAIRE = 'U0CLAIRE001';
const HANNAH = 'U0HANNAH01';
const WATCHERS = 200;

const planner = createPlanner(timetableOf(createCalendars()), (error) => {
  throw error;
});

const file = (id: string, over: object = {}) => ({
  id,
  status: 'OPEN',
  decision: 'PENDING',
  score: 500,
  completion_rate: 50,
  ...over,
});

describe('watching', () => {
  let store: DigestStore;
  let triage: Triage;
  useStore(serverPlace, (opened) => (store = opened));
  beforeEach(async () => {
    const files = ['journal', 'journal_files', 'file_events', 'watched_files'];
    await emptyTables(store, 'digests', ...files);
    triage = createTriage({
      now: () => Date.now(),
      store: store.triage,
      onFailure(error) {
        throw error;
      },
    });
  });

  test('a person is told of what changes in the files they watch, and of no others', async () => {
    const [claire, hannah] = [await addWatchList(store, CLAIRE), await addWatchList(store, HANNAH)];
    const [one, other] = [startInstance(store), startInstance(store)];
    await triage.watch('a', CLAIRE);
    await triage.watch('b', HANNAH);
    one.read([file('a'), file('b'), file('c')]);
    await one.evaluate();

    const snapshot = one.read([file('a', { score: 600 }), file('b'), file('c', { score: 1 })]);
    await one.evaluate();
    await other.evaluate(snapshot);
    await triage.unwatch('a', CLAIRE);
    one.read([file('a', { score: 700 }), file('b', { completion_rate: 60 }), file('c')]);
    await one.evaluate();

    expect(await announcedBy(store, claire)).toEqual(['score a 500 600']);
    expect(await announcedBy(store, hannah)).toEqual(['completion b 50 60']);
  });

  test.each(['before', 'after'])(
    'watching ends with the decision, which is announced, also when it ends %s that',
    async (order) => {
      const alert = await addWatchList(store, CLAIRE);
      const one = startInstance(store);
      await triage.watch('a', CLAIRE);
      one.read([file('a'), file('b')]);
      await one.evaluate();

      const decided = one.read([file('a', { decision: 'ACCEPTED' }), file('b')]);
      const ended = { ...decided, startedAt: Date.now() + 1_000 };
      if (order === 'before') await triage.end(ended);
      await one.evaluate();
      if (order === 'after') await triage.end(ended);
      expect(triage.state()?.watchersOf('a')).toEqual(new Set());
      expect(await announcedBy(store, alert)).toEqual(['decision a PENDING ACCEPTED']);

      // What is read before the time of the database at which watching ended was still watched.
      const later = { startedAt: Date.now() + 60_000, endedAt: Date.now() + 60_000 };
      one.read([file('a', { decision: 'REJECTED', status: 'CLOSED' }), file('b')], later);
      await one.evaluate();
      expect(await announcedBy(store, alert)).toEqual(['decision a PENDING ACCEPTED']);
    },
  );

  test('the decision that ended watching is announced where another instance records it later', async () => {
    const alert = await addWatchList(store, CLAIRE);
    const [one, other] = [startInstance(store), startInstance(store)];
    await triage.watch('a', CLAIRE);
    other.read([file('a')]);
    await other.evaluate();
    const decided = one.read([file('a', { decision: 'ACCEPTED' })]);
    await triage.end({ ...decided, startedAt: Date.now() + 1_000 });

    const files = [
      { decision: 'ACCEPTED', score: 600 },
      { decision: 'REJECTED', score: 700 },
    ];
    for (const [index, over] of files.entries()) {
      const at = Date.now() + (index + 1) * 60_000;
      other.read([file('a', over)], { startedAt: at, endedAt: at });
      await other.evaluate();
    }
    expect((await announcedBy(store, alert)).toSorted()).toEqual([
      'decision a PENDING ACCEPTED',
      'score a 500 600',
    ]);
  });

  test.each(['set up', 'resumed'])(
    'what is recorded after watching was %s is announced, also when it is evaluated later',
    async (how) => {
      const one = startInstance(store);
      one.read([file('a')]);
      await one.evaluate();
      const alert = await addWatchList(store, CLAIRE);
      await triage.watch('a', CLAIRE);
      if (how === 'resumed') {
        await one.evaluateOnly();
        await store.digests.pause(alert.id, 'asked', CLAIRE);
        one.read([file('a', { score: 600 })]);
        await one.evaluate();
        await store.alerts.reset(alert);
        await store.digests.resume(alert.id, CLAIRE, null);
      }
      one.read([file('a', { decision: 'ACCEPTED', score: 600 })]);
      await one.record();
      await one.evaluateOnly();
      const announced = await announcedBy(store, alert);
      expect(announced.filter((what) => what.startsWith('decision'))).toEqual([
        'decision a PENDING ACCEPTED',
      ]);
      expect(announced).toHaveLength(how === 'resumed' ? 1 : 2);
    },
  );

  test('a file that is gone is announced once, and one that a reading forgets is not', async () => {
    const alert = await addWatchList(store, CLAIRE);
    const one = startInstance(store);
    await triage.watch('a', CLAIRE);
    for (const files of [[file('a'), file('b')], [file('b')], [file('a'), file('b')]]) {
      one.read(files);
      await one.evaluate();
    }
    expect(await announcedBy(store, alert)).toEqual([]);

    for (let reading = 0; reading < 4; reading += 1) {
      one.read([file('b')]);
      await one.evaluate();
    }
    expect(await announcedBy(store, alert)).toEqual(['leaves a']);
  });

  test(
    `of ${WATCHERS} people who watch one file, each is told once`,
    { timeout: 240_000 },
    async () => {
      const people = Array.from({ length: WATCHERS }, (_, index) => `U0PERSON${1_000 + index}`);
      for (const userId of people) {
        await addWatchList(store, userId);
        await triage.watch('a', userId);
      }
      const [one, other] = [startInstance(store), startInstance(store)];
      one.read([file('a')]);
      await one.evaluate();
      const snapshot = one.read([file('a', { score: 501 })]);
      await Promise.all([one.evaluate(), other.evaluate(snapshot)]);
      await other.evaluate(snapshot);
      while (
        (await store.planning.planDue((digest, now) => planner.plan(digest, now), WATCHERS)) > 0
      );

      const [counted] = await runSql(
        store,
        `select count(*)::int as entries, count(distinct digest_id)::int as alerts,
                count(distinct delivery_id)::int as deliveries
         from rental_desk.alert_entries`,
      );
      expect(counted).toEqual({ entries: WATCHERS, alerts: WATCHERS, deliveries: WATCHERS });
    },
  );
});
