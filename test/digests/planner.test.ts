import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { alertDueIn } from '../../src/alerts/compose.ts';
import {
  createCalendars,
  createPlanner,
  type Planner,
  timetableOf,
} from '../../src/digests/schedule.ts';
import { periodBefore } from '../../src/reports/report.ts';
import type { Plan } from '../../src/store/deliveries/due-slots.ts';
import { DEFAULT_DIGEST_OPTIONS, type Digest, LEFT_MS } from '../../src/store/digest.ts';
import { storedDigest } from '../support/stored-digest.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday, 09:00 in Paris. */
const MONDAY = Date.parse('2026-11-23T09:00:00+01:00');

const digest = storedDigest({ nextDueAt: MONDAY });

const ALERT = { on: 'enters', aspects: [], everyMinutes: 0, quiet: null } as const;

const troubles: unknown[] = [];
const planner = createPlanner(timetableOf(createCalendars()), (error) => troubles.push(error));

/** The plan for a digest that can be read. */
function planFor(due: Digest, nowMs: number): Plan {
  const plan = planner.plan(due, nowMs);
  if (plan === null) throw new Error('it cannot be read');
  return plan;
}

const fates = (given: Partial<Digest>, nowMs: number) =>
  planFor({ ...digest, ...given }, nowMs).slots.map(({ slot, state, reason }) => ({
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
    (times) => planFor({ ...digest, schedule: { ...everyDay, times } }, untilMs).slots,
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
  expect(planFor(early, late).slots).toEqual([
    { ...slot, dueAt: late + HOUR_MS, giveUpAt: late + HOUR_MS + DAY_MS },
  ]);
  expect(planner.next(early, late, 0)).toEqual({ slot: '', dueAt: late + HOUR_MS });
  expect(planner.next({ ...early, nextDueAt: null }, late, 0)).toBeNull();
});

test('years of absence are told in a few lines', () => {
  const { slots, next } = planFor(digest, MONDAY + 1_000 * DAY_MS);
  expect(slots.length).toBeLessThan(30);
  expect(next?.dueAt).toBeGreaterThan(MONDAY + 1_000 * DAY_MS);
});

/** An instance, with the errors that its log has. */
function startPlanner(): Planner & { readonly errors: unknown[] } {
  const errors: unknown[] = [];
  return {
    ...createPlanner(timetableOf(createCalendars()), (error) => errors.push(error)),
    errors,
  };
}

/** The digest with a zone or holidays that are not known here. */
const unread = (places: Partial<Digest['schedule']>, given: Partial<Digest> = {}): Digest => ({
  ...digest,
  ...given,
  schedule: { ...digest.schedule, ...given.schedule, ...places },
});
const MARS = { zone: 'Mars/Olympus' };
const ATLANTIS = { holidays: 'XX-unknown-here' };

test.each([
  ['one that is due now', {}, 200],
  ['one that is too late for its catch-up', {}, 2 * HOUR_MS + MINUTE_MS],
  [
    'one without catch-up, two minutes late',
    { options: { ...DEFAULT_DIGEST_OPTIONS, catchUpMinutes: 0 } },
    2 * MINUTE_MS,
  ],
  ['one that is snoozed for its first time only', { snoozedUntil: MONDAY + MINUTE_MS }, 1000],
  ['an alert', { alert: ALERT }, 200],
] as const)('a schedule that nobody can read is never silent: %s', (_which, given, afterMs) => {
  for (const places of [MARS, ATLANTIS]) {
    const calendars = createCalendars();
    const instance = createPlanner(timetableOf(calendars), () => {}, alertDueIn(calendars));
    const odd = unread(places, given);
    const firstMs = MONDAY + afterMs;
    expect(instance.plan(odd, firstMs)).toBeNull();
    expect(instance.left()).toEqual([
      expect.objectContaining({ id: odd.id, version: odd.version, untilMs: firstMs + LEFT_MS }),
    ]);
    expect(instance.plan(odd, firstMs + LEFT_MS - 1)).toBeNull();
    const failed = { state: 'failed', reason: 'schedule', dueAt: MONDAY };
    const end = { slots: [failed], next: null };
    expect(instance.plan(odd, firstMs + LEFT_MS)).toMatchObject(end);
    // That plan may not have been written.
    expect(instance.plan(odd, firstMs + LEFT_MS + 1000)).toMatchObject(end);
  }
});

test('time in which the database was away is not time that a digest is left to others', () => {
  let ms = 0;
  const calendars = timetableOf(createCalendars());
  const instance = createPlanner(
    calendars,
    () => {},
    undefined,
    () => ms,
  );
  const odd = unread(MARS);
  const at = (minutes: number) => {
    ms = minutes * MINUTE_MS;
    return MONDAY + ms;
  };
  expect(instance.plan(odd, at(0))).toBeNull();
  instance.looked();
  // Nobody could plan it meanwhile.
  expect(instance.plan(odd, at(6))).toBeNull();
  for (const minutes of [6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5]) {
    at(minutes);
    instance.looked();
  }
  expect(instance.plan(odd, at(11))).toMatchObject({ slots: [{ state: 'failed' }], next: null });
});

test('the time that a digest is left to others begins anew with each due time and each change', () => {
  const instance = startPlanner();
  const odd = unread(MARS);
  expect(instance.plan(odd, MONDAY)).toBeNull();
  expect(instance.plan({ ...odd, version: 2 }, MONDAY + LEFT_MS)).toBeNull();
  const tomorrow = { ...odd, version: 2, nextDueAt: MONDAY + DAY_MS };
  expect(instance.plan(tomorrow, MONDAY + DAY_MS)).toBeNull();
  expect(instance.left()).toMatchObject([{ version: 2, untilMs: MONDAY + DAY_MS + LEFT_MS }]);
  expect(instance.errors).toHaveLength(3);
  // It can be read now.
  expect(instance.plan({ ...digest, version: 3 }, MONDAY + DAY_MS)).not.toBeNull();
  expect(instance.left()).toEqual([]);
});

test('every due time since the last look that could read a schedule is seen once it can be read', () => {
  const times = ['09:00', '09:30', '12:00'];
  const schedule = { ...digest.schedule, times };
  const [older, newer] = [startPlanner(), startPlanner()];
  // Started again and again, so that it never pauses what others can read.
  for (const minutes of [0, 30, 60, 120]) {
    const restarted = startPlanner();
    expect(restarted.plan(unread(MARS, { schedule }), MONDAY + minutes * MINUTE_MS)).toBeNull();
  }
  expect(older.plan(unread(MARS, { schedule }), MONDAY + 44 * MINUTE_MS)).toBeNull();
  expect(newer.plan({ ...digest, schedule }, MONDAY + 45 * MINUTE_MS)).toMatchObject({
    slots: [
      { slot: '2026-11-23T09:00', state: 'missed', reason: 'late' },
      { slot: '2026-11-23T09:30', state: 'planned' },
    ],
    next: { slot: '2026-11-23T12:00' },
  });
  expect(newer.plan({ ...digest, schedule }, MONDAY + 2 * HOUR_MS)).toMatchObject({
    slots: [{ slot: '2026-11-23T09:00' }, { slot: '2026-11-23T09:30' }],
  });
});

test('a start at which a schedule cannot be read moves no time', () => {
  const instance = startPlanner();
  const odd = unread(MARS);
  expect(instance.next(odd, MONDAY - 1, 0)).toEqual({ slot: '', dueAt: MONDAY });
  expect(instance.next(odd, MONDAY, 0)).toEqual({ slot: '', dueAt: MONDAY });
  expect(instance.next({ ...odd, nextDueAt: null }, MONDAY, 0)).toBeNull();
});

test('the times that an older version could not read are seen when it would have looked again', () => {
  const schedule = { ...digest.schedule, times: ['09:00', '09:30', '12:00'] };
  const retried = { ...digest, schedule, nextDueAt: MONDAY + HOUR_MS + 1 };
  // A start in between leaves that look where it is.
  const next = planner.next(retried, MONDAY + 45 * MINUTE_MS, 0);
  expect(next).toEqual({ slot: '', dueAt: MONDAY + HOUR_MS + 1 });
  expect(fates(retried, MONDAY + HOUR_MS + 200)).toEqual([
    { slot: '2026-11-23T09:30', fate: 'planned' },
  ]);
});

describe('by today’s rules, which may not be those that a due time was stored by', () => {
  const FRIDAY = MONDAY - 3 * DAY_MS;
  const at = (storedMs: number, nowMs: number, settledMs = FRIDAY) => {
    const next = planner.next({ ...digest, nextDueAt: storedMs }, nowMs, settledMs);
    return next === null ? null : next.dueAt;
  };

  test.each([
    ['stays where nothing has moved', MONDAY, MONDAY - HOUR_MS, MONDAY],
    ['is due later', MONDAY - HOUR_MS, MONDAY - 2 * HOUR_MS, MONDAY],
    ['is due earlier', MONDAY + HOUR_MS, MONDAY - HOUR_MS, MONDAY],
    ['was due just before the start', MONDAY + HOUR_MS, MONDAY + HOUR_MS / 2, MONDAY],
    ['was due before a time that has passed, too', MONDAY + HOUR_MS, MONDAY + 2 * HOUR_MS, MONDAY],
    ['stays where it is due, and not planned yet', MONDAY, MONDAY + 9, MONDAY],
  ])('a slot %s', (_which, storedMs, nowMs, dueAt) => {
    expect(at(storedMs, nowMs)).toBe(dueAt);
  });

  test('a slot that was planned, or left out by a change of its digest, does not come again', () => {
    const tomorrow = MONDAY + DAY_MS;
    expect(at(tomorrow, MONDAY + HOUR_MS, MONDAY)).toBe(tomorrow);
    expect(at(tomorrow + HOUR_MS, MONDAY + HOUR_MS, MONDAY + 5)).toBe(tomorrow);
    // What is still to come is not settled by a change right before.
    expect(at(MONDAY, MONDAY - 1_000, MONDAY + MINUTE_MS)).toBe(MONDAY);
  });

  test('a change of a calendar finds nothing in the weeks before', () => {
    const nextDueAt = MONDAY + 7 * DAY_MS;
    const weekly = { ...digest, schedule: { ...digest.schedule, days: [1] }, nextDueAt };
    const settledMs = MONDAY - 30 * DAY_MS;
    expect(planner.next(weekly, MONDAY + DAY_MS - 1, settledMs)?.dueAt).toBe(MONDAY);
    expect(planner.next(weekly, MONDAY + DAY_MS, settledMs)?.dueAt).toBe(nextDueAt);
  });
});

test.each([
  [
    'due just after midnight, on the day before in UTC',
    { times: ['00:30'], days: [1] },
    '2026-11-23T00:30+01:00',
    '2026-11-16',
  ],
  [
    'moved into the next week by a holiday',
    { times: ['09:00'], days: [5], onHoliday: 'next' },
    '2026-12-28T09:00+01:00',
    '2026-12-14',
  ],
] as const)(
  'a report that one instance cannot read is on its own week: %s',
  (_which, over, at, from) => {
    const schedule = { ...digest.schedule, ...over, report: 'week' } as const;
    const nextDueAt = Date.parse(at);
    const due = { ...digest, schedule, nextDueAt };
    expect(startPlanner().plan(unread(ATLANTIS, due), nextDueAt + 100)).toBeNull();
    const [slot] = planFor(due, nextDueAt + 1_100).slots;
    expect(slot).toMatchObject({ state: 'planned', dueAt: nextDueAt });
    expect(periodBefore('week', Temporal.PlainDate.from(slot?.slot ?? ''))).toBe(from);
  },
);

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
          const plan = planFor({ ...digest, nextDueAt }, now);
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
