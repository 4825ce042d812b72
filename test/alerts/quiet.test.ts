import { beforeEach, expect, test } from 'vitest';

import { alertDueIn } from '../../src/alerts/compose.ts';
import { type DeliveryPorts, PostError, RetryLaterError } from '../../src/delivery/ports.ts';
import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import type { AlertOptions } from '../../src/store/events.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { createDeliveryFixture, realTime } from '../delivery/fixture.ts';
import { readingOf } from '../portfolio/reading-of.ts';
import { emptyTables, runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';
import { useStore } from '../support/use-store.ts';
import { addAlert, announcedBy, startInstance } from './fixture.ts';

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

beforeEach(async () => {
  await emptyTables(store, 'digests', 'journal');
});

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/Paris';

const postableAt = alertDueIn(createCalendars());
const planner = createPlanner(
  timetableOf(createCalendars()),
  (error) => {
    throw error;
  },
  postableAt,
);

/** A time of the day, given in hours from now. */
function timeIn(hours: number): string {
  return Temporal.Instant.fromEpochMilliseconds(Date.now() + hours * HOUR_MS)
    .toZonedDateTimeISO(ZONE)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
}

/** Quiet hours between two moments, given in hours from now. */
function quietFrom(hours: number, until: number): NonNullable<AlertOptions['quiet']> {
  return { from: timeIn(hours), until: timeIn(until) };
}

const NOW = quietFrom(-1, 3);
const SOON = quietFrom(1, 3);

/** An alert whose first batch is planned before its quiet hours, and the delivery of it. */
async function stage(change: Partial<DeliveryPorts> = {}) {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace, {
    postableAt,
    // A slow machine must not let the lease end before Slack has failed.
    timing: { leaseMs: 60_000 },
    ...change,
  });
  const alert = await addAlert(store, 'decision:ready', { quiet: SOON }, CHANNELS.leasing);
  const instance = startInstance(store);
  for (const decision of ['PENDING', 'READY']) {
    instance.read([{ id: 'a', status: 'OPEN', decision }]);
    await instance.evaluate();
  }
  /** Plans what is due, and gives the ids of the deliveries. */
  const plan = async () => {
    await store.planning.planDue((digest, now) => planner.plan(digest, now), 100);
    const ids = await store.planning.unqueued(100);
    await store.planning.recordQueued(ids);
    return ids;
  };
  const [id = ''] = await plan();
  return { workspace, fixture, alert, instance, plan, id };
}

async function setQuiet(quiet: AlertOptions['quiet']): Promise<void> {
  await runSql(
    store,
    `update rental_desk.digests set alert = jsonb_set(alert::jsonb, '{quiet}', $1::jsonb)`,
    [JSON.stringify(quiet)],
  );
}

test('an alert that Slack fails to take and is retried in its quiet hours comes once, when they end', async () => {
  const { workspace, fixture, alert, instance, plan, id } = await stage();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'before', trouble: 'hang_up' });
  await expect(fixture.deliver(id)).rejects.toThrow(PostError);
  await setQuiet(NOW);
  await fixture.untilDone(id);
  expect(fixture.messagesIn()).toEqual([]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'skipped', reason: 'quiet' });

  await instance.evaluate();
  expect(await plan()).toEqual([]);
  const planned = await store.digests.find(alert.id);
  expect(((planned?.nextDueAt ?? 0) - Date.now()) / HOUR_MS).toBeCloseTo(3, 1);

  await setQuiet(null);
  await runSql(
    store,
    "update rental_desk.digests set next_run_at = date_trunc('milliseconds', clock_timestamp())",
  );
  const [next = ''] = await plan();
  await fixture.untilDone(next);
  expect(fixture.messagesIn()).toEqual([alert.name]);
  await instance.evaluate();
  expect(await plan()).toEqual([]);
  expect(await announcedBy(store, alert)).toEqual(['enters a']);
});

test('an alert that Slack took before its quiet hours, and did not confirm, is not announced again', async () => {
  const { workspace, fixture, alert, instance, id } = await stage();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  await expect(fixture.deliver(id)).rejects.toThrow(PostError);
  await setQuiet(NOW);
  await fixture.untilDone(id);
  expect(fixture.messagesIn()).toEqual([alert.name]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'posted' });
  await instance.evaluate();
  expect(await store.digests.find(alert.id)).toMatchObject({ nextDueAt: null });
});

test('an alert is posted whatever part of a millisecond has passed since its delivery was leased', async () => {
  let passedMs = 0;
  const { fixture, alert, id } = await stage({ monotonic: () => (passedMs += 100.3) });
  await fixture.deliver(id);
  expect(fixture.messagesIn()).toEqual([alert.name]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'posted', tries: 1 });
});

test('an alert whose process sleeps into the quiet hours between reading and posting waits', async () => {
  let asleepMs = 0;
  const { fixture, id } = await stage({
    now: () => Date.now() + asleepMs,
    async readSnapshot() {
      asleepMs = 2 * HOUR_MS;
      return readingOf([]);
    },
  });
  await expect(fixture.deliver(id)).rejects.toThrow(RetryLaterError);
  expect(fixture.messagesIn()).toEqual([]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'planned', tries: 0 });
});
