import { expect, test } from 'vitest';

import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import type { Ending } from '../../src/store/deliveries/leases.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { emptyTables, runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { addAlert, startInstance } from './fixture.ts';

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

const planner = createPlanner(timetableOf(createCalendars()), (error) => {
  throw error;
});

const LEASE_MS = 10_000;

test.each<[Ending, boolean]>([
  [{ state: 'missed', reason: 'late' }, true],
  [{ state: 'skipped', reason: 'holiday' }, true],
  [{ state: 'skipped', reason: 'empty' }, false],
  [{ state: 'failed', reason: 'channel_not_found', pauses: true }, true],
  [{ state: 'failed', reason: 'msg_too_long' }, false],
  [{ state: 'failed', reason: 'access_denied', isAnnouncedLater: true }, true],
  // It may stand in the channel.
  [{ state: 'unknown', reason: 'no_history' }, false],
])(
  'what a delivery that ends as %o was to announce is left to the next one: %s',
  async (ending, isLeft) => {
    await emptyTables(store, 'digests', 'journal');
    const alert = await addAlert(store, 'decision:ready');
    const instance = startInstance(store);
    for (const decision of ['PENDING', 'READY']) {
      instance.read([{ id: 'a', status: 'OPEN', decision }]);
      await instance.evaluate();
    }
    await store.planning.planDue((digest, now) => planner.plan(digest, now), 10);
    const [delivery] = await store.deliveries.list({ digestId: alert.id, limit: 1 });
    const leased = await store.leases.acquire(delivery?.id ?? '', LEASE_MS);
    if (typeof leased === 'string') throw new Error(`the delivery is ${leased}`);
    const taken = await store.alerts.entriesOf(leased.delivery.id);
    expect(taken.map(({ fileId }) => fileId)).toEqual(['a']);

    await store.leases.end(leased.lease, ending);
    const waiting = await runSql(
      store,
      'select file_id from rental_desk.alert_entries where delivery_id is null',
    );
    expect(waiting.length).toBe(isLeft ? 1 : 0);
  },
);
