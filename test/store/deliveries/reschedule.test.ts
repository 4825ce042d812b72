import { beforeEach, expect, test } from 'vitest';

import { createPlanner } from '../../../src/digests/schedule.ts';
import type { Digest } from '../../../src/store/digest.ts';
import type { DigestStore } from '../../../src/store/store.ts';
import { serverPlace } from '../../support/places.ts';
import { useStore } from '../../support/use-store.ts';
import { addDigest, slotAt } from '../fixture.ts';
import { emptyTables, runSql } from '../run-sql.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  await emptyTables(store, 'digests');
});

/** A slot a day, the first of which was due some minutes ago. */
function plannerFor(minutesAgo: number) {
  const firstMs = Math.floor(Date.now() / MINUTE_MS - minutesAgo) * MINUTE_MS;
  const slots = [-1, 0, 1].map((day) => ({ slot: `day ${day}`, dueAt: firstMs + day * DAY_MS }));
  return createPlanner(
    {
      next: (_, afterMs) => slots.find(({ dueAt }) => dueAt > afterMs) ?? null,
      between: (_, afterMs, untilMs) =>
        slots.filter(({ dueAt }) => dueAt > afterMs && dueAt <= untilMs),
    },
    (error) => {
      throw error;
    },
  );
}

const fates = async ({ id }: Digest) =>
  (await store.deliveries.list({ digestId: id, limit: 10 })).map(
    ({ slot, state }) => `${slot} ${state}`,
  );

/** What becomes of the slots of a digest at a start by these rules, and then of one more. */
async function started(digest: Digest, minutesAgo: number) {
  const planner = plannerFor(minutesAgo);
  for (let starts = 0; starts < 2; starts += 1) {
    await store.planning.reschedule((...given) => planner.next(...given));
    await store.planning.planDue((...given) => planner.plan(...given), 10);
  }
  const next = (await store.digests.find(digest.id))?.nextDueAt ?? 0;
  return { fates: await fates(digest), isTomorrow: next > Date.now() + HOUR_MS };
}

/** A digest that nobody has changed for two days. */
async function storedFor(dueAt: number): Promise<Digest> {
  const digest = await addDigest(store, {}, Math.floor(dueAt / MINUTE_MS) * MINUTE_MS);
  await runSql(
    store,
    "update rental_desk.digests set changed_at = changed_at - interval '48 hours' where id = $1",
    [digest.id],
  );
  return digest;
}

test.each([
  ['is caught up', 30, 'planned', 'ahead', 30],
  ['is caught up', 30, 'planned', 'passed, too', -20],
  ['is missed where it is too late', 150, 'missed', 'ahead', 30],
  ['is missed where it is too late', 150, 'missed', 'passed, too', -20],
])(
  'a slot that was due before a start, by rules of its time zone that are new then, %s, once (%i min, %s; the stored time is %s)',
  async (_fate, minutesAgo, state, _stored, storedMinutes) => {
    const digest = await storedFor(Date.now() + storedMinutes * MINUTE_MS);
    expect(await started(digest, minutesAgo)).toEqual({
      fates: [`day 0 ${state}`],
      isTomorrow: true,
    });
  },
);

test('a slot that was planned by old rules of its time zone is not planned again by new ones', async () => {
  const digest = await storedFor(Date.now() - 20 * MINUTE_MS);
  const before = plannerFor(20);
  await store.planning.planDue((...given) => before.plan(...given), 10);
  expect(await started(digest, 30)).toEqual({
    fates: ['day 0 planned'],
    isTomorrow: true,
  });
});

test.each(['edit', 'resume'] as const)(
  'a time that has passed when people %s a digest is left out, whatever the rules',
  async (what) => {
    const digest = await storedFor(Date.now() + 30 * MINUTE_MS);
    const next = slotAt(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + DAY_MS - HOUR_MS);
    if (what === 'edit') {
      const { nextDueAt: _next, ...choice } = digest;
      await store.digests.edit(digest, choice, 'U1', next);
    } else {
      await store.digests.pause(digest.id, 'asked', 'U1');
      await store.digests.resume(digest.id, 'U1', next);
    }
    expect(await started(digest, 30)).toEqual({ fates: [], isTomorrow: true });
  },
);
