import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import { DEFAULT_DIGEST_OPTIONS, type Digest } from '../../src/store/digest.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday, 09:00 in Paris. */
const MONDAY = Date.parse('2026-11-23T09:00:00+01:00');

const digest: Digest = {
  id: 'd7k2',
  channelId: 'C1',
  ownerId: 'U1',
  name: 'Matin',
  query: '',
  schedule: {
    times: ['09:00'],
    days: [1, 2, 3, 4, 5],
    zone: 'Europe/Paris',
    holidays: 'FR',
    onHoliday: 'skip',
  },
  options: DEFAULT_DIGEST_OPTIONS,
  state: 'active',
  pausedBecause: null,
  pausedBy: null,
  snoozedUntil: null,
  snoozedBy: null,
  createdAt: 0,
  nextDueAt: MONDAY,
  version: 1,
};

const ALERT = { on: 'enters', aspects: [], everyMinutes: 0, quiet: null } as const;

const troubles: unknown[] = [];
const planner = createPlanner(timetableOf(createCalendars()), (error) => troubles.push(error));

const fates = (given: Partial<Digest>, nowMs: number) =>
  planner.plan({ ...digest, ...given }, nowMs).slots.map(({ slot, state, reason }) => ({
    slot,
    fate: reason ?? state,
  }));

test('a slot that is due is planned, and the next one waited for', () => {
  expect(planner.plan(digest, MONDAY + 500)).toEqual({
    slots: [
      {
        slot: '2026-11-23T09:00',
        dueAt: MONDAY,
        giveUpAt: MONDAY + 2 * HOUR_MS,
        state: 'planned',
        reason: null,
      },
    ],
    next: { slot: '2026-11-24T09:00', dueAt: MONDAY + DAY_MS },
  });
});

test('of several that came while nobody was there, the newest is caught up', () => {
  expect(fates({}, MONDAY + 2 * DAY_MS + HOUR_MS)).toEqual([
    { slot: '2026-11-23T09:00', fate: 'late' },
    { slot: '2026-11-24T09:00', fate: 'late' },
    { slot: '2026-11-25T09:00', fate: 'planned' },
  ]);
  expect(fates({}, MONDAY + 2 * DAY_MS + 3 * HOUR_MS).map(({ fate }) => fate)).toEqual([
    'late',
    'late',
    'late',
  ]);
});

test('who wants no catch-up still gets what is due now', () => {
  const options = { ...DEFAULT_DIGEST_OPTIONS, catchUpMinutes: 0 };
  expect(fates({ options }, MONDAY + 3_000)[0]?.fate).toBe('planned');
  expect(fates({ options }, MONDAY + 61_000)[0]?.fate).toBe('late');
});

test('what is due while it is snoozed is skipped', () => {
  const snoozedUntil = MONDAY + DAY_MS;
  expect(fates({ snoozedUntil }, MONDAY + DAY_MS + 1000)).toEqual([
    { slot: '2026-11-23T09:00', fate: 'snoozed' },
    { slot: '2026-11-24T09:00', fate: 'planned' },
  ]);
});

test('a slot is worth its catch-up and not a moment more; one at the end of a pause is not skipped', () => {
  const options = { ...DEFAULT_DIGEST_OPTIONS, catchUpMinutes: 30 };
  const end = MONDAY + 30 * 60_000;
  expect(fates({ options }, end - 1)).toMatchObject([{ fate: 'planned' }]);
  expect(fates({ options }, end)).toMatchObject([{ fate: 'late' }]);
  expect(fates({ snoozedUntil: MONDAY }, MONDAY)).toMatchObject([{ fate: 'planned' }]);
  expect(fates({ snoozedUntil: MONDAY + 1 }, MONDAY)).toMatchObject([{ fate: 'snoozed' }]);
});

test('of what was missed a month is told, and of that the last fifty', () => {
  const untilMs = MONDAY + 100 * DAY_MS;
  const everyDay = { ...digest.schedule, holidays: 'none', days: [1, 2, 3, 4, 5, 6, 7] };
  const [daily = [], twice = []] = [['09:00'], ['09:00', '21:00']].map(
    (times) => planner.plan({ ...digest, schedule: { ...everyDay, times } }, untilMs).slots,
  );
  expect([daily.length, daily[0]?.dueAt]).toEqual([32, untilMs - 31 * DAY_MS]);
  expect([twice.length, twice.at(-1)?.dueAt]).toEqual([50, untilMs]);
});

test('an alert is due at once, says when by its own clock, and is worth a day', () => {
  const late = MONDAY + HOUR_MS;
  const slot = { slot: '2026-11-23T10:00:00', state: 'planned', reason: null };
  expect(planner.plan({ ...digest, alert: ALERT }, late)).toEqual({
    slots: [{ ...slot, dueAt: MONDAY, giveUpAt: late + DAY_MS }],
    next: null,
  });
  const early = { ...digest, alert: ALERT, nextDueAt: late + HOUR_MS };
  expect(planner.plan(early, late).slots).toEqual([
    { ...slot, dueAt: late + HOUR_MS, giveUpAt: late + HOUR_MS + DAY_MS },
  ]);
  expect(planner.next(early, late)).toEqual({ slot: '', dueAt: late + HOUR_MS });
  expect(planner.next({ ...early, nextDueAt: null }, late)).toBeNull();
});

test('years of absence are told in a few lines', () => {
  const { slots, next } = planner.plan(digest, MONDAY + 1_000 * DAY_MS);
  expect(slots.length).toBeLessThan(30);
  expect(next?.dueAt).toBeGreaterThan(MONDAY + 1_000 * DAY_MS);
});

test('a zone that is none loses no due time, and is looked at again each hour', () => {
  const odd = { ...digest, schedule: { ...digest.schedule, zone: 'Mars/Olympus' } };
  const retry = { slot: '', dueAt: MONDAY + HOUR_MS + 1 };
  expect(planner.plan(odd, MONDAY + 200)).toEqual({
    slots: [
      {
        slot: '2026-11-23T08:00:00',
        dueAt: MONDAY,
        giveUpAt: MONDAY + 2 * HOUR_MS,
        state: 'planned',
        reason: null,
      },
    ],
    next: retry,
  });
  // The next look is none of its times.
  const again = { ...odd, nextDueAt: retry.dueAt };
  expect(planner.plan(again, retry.dueAt)).toMatchObject({ slots: [] });
  // An instance that can read it by then sees what was due meanwhile, and nothing twice.
  const times = ['09:00', '09:30'];
  const known = { ...digest, schedule: { ...digest.schedule, times }, nextDueAt: retry.dueAt };
  expect(planner.plan(known, retry.dueAt).slots.map(({ slot }) => slot)).toEqual([
    '2026-11-23T09:30',
  ]);
  expect(troubles).toHaveLength(2);
  // A start at which it cannot be read moves no time that is planned.
  expect(planner.next(odd, MONDAY - 1)).toEqual({ slot: '', dueAt: MONDAY });
  expect(planner.next(odd, MONDAY)).toEqual(retry);
});

test('whenever it is looked at, every slot is planned once, and none twice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1_000, max: 3 * DAY_MS }), { minLength: 1, maxLength: 40 }),
      (pauses) => {
        let nextDueAt: number | null = MONDAY;
        let now = MONDAY;
        const seen: string[] = [];
        for (const pause of pauses) {
          now += pause;
          if (nextDueAt === null || now < nextDueAt) continue;
          const plan = planner.plan({ ...digest, nextDueAt }, now);
          seen.push(...plan.slots.map(({ slot }) => slot));
          nextDueAt = plan.next?.dueAt ?? null;
        }
        const timetable = timetableOf(createCalendars());
        const due = timetable.between(digest.schedule, MONDAY - 1, (nextDueAt ?? now) - 1);
        expect(seen).toEqual(due.map(({ slot }) => slot));
      },
    ),
  );
});
