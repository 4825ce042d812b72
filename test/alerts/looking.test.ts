import { expect, test } from 'vitest';

import { createAlertEvaluation } from '../../src/alerts/evaluate.ts';
import { createCalendars } from '../../src/digests/schedule.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import type { AlertStore } from '../../src/store/alerts/alerts.ts';
import type { Digest } from '../../src/store/digest.ts';
import { type AlertMatches, type AlertState, WATCH_LIST_QUERY } from '../../src/store/events.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';
import { storedDigest } from '../support/stored-digest.ts';

const GOING = new AbortController().signal;
const EVALUATED = { eventId: 0, readAtMs: 0 };

async function unexpected(): Promise<never> {
  throw new Error('not asked for');
}

/** An alert as it is stored. */
function alertOf(id: string, query: string, over: Partial<Digest> = {}): Digest {
  return storedDigest({
    id,
    name: id,
    query,
    schedule: { ...storedDigest().schedule, times: [], days: [1, 2, 3, 4, 5, 6, 7] },
    alert: { on: 'enters', aspects: [], everyMinutes: 0, quiet: null },
    ...over,
  });
}

/** What is looked at of alerts that were evaluated before, with a store that notes it. */
function lookingAt(...alerts: readonly Digest[]) {
  const states: AlertState[] = alerts.map(({ id, version }) => ({
    id,
    version,
    evaluated: EVALUATED,
  }));
  const looks: string[] = [];
  const loads: string[][] = [];
  const leftOut = new Set<string>();
  const scheduled: unknown[] = [];
  const desk = {
    states,
    alerts: new Map(alerts.map((alert) => [alert.id, alert])),
    looks,
    loads,
    leftOut,
    scheduled,
    unreadable: [] as string[],
    snapshot: null as Snapshot | null,
    minutes: 0,
    events: 0,
    isAway: false,
    pending: [] as Awaited<ReturnType<AlertStore['pending']>>,
    historyVersion: 1,
    /** What others have recorded, and when their readings ended. */
    others: [] as [string, number][],
    evaluate: async (stopping = GOING) => evaluate(stopping),
  };
  const evaluate = createAlertEvaluation({
    store: {
      states: async () => ({ nowMs: desk.minutes * 60_000, states: [...desk.states] }),
      async load(ids) {
        if (ids.length > 0) loads.push([...ids]);
        return ids.flatMap((id) => desk.alerts.get(id) ?? []);
      },
      async apply(matches) {
        if (desk.isAway) throw new Error('away');
        looks.push(...matches.map(lookOf));
        return new Set(matches.map(({ id }) => id).filter((id) => leftOut.has(id)));
      },
      async applyEvents() {
        desk.events += 1;
      },
      pending: async () => desk.pending,
      async schedule(id, dueMs) {
        scheduled.push([id, dueMs]);
      },
      entriesOf: unexpected,
      reset: unexpected,
      eventsSince: unexpected,
    },
    calendars: createCalendars(),
    journal: {
      history: () => ({
        version: desk.historyVersion,
        sinceMs: 0,
        gapsUntil: () => [],
        timesOf: () => null,
      }),
      generationOf: () => null,
      takeOthers: () => new Map(desk.others.splice(0)),
    },
    latestSnapshot: () => desk.snapshot,
    now: () => desk.minutes * 60_000,
    monotonic: () => desk.minutes * 60_000,
    onUnreadable: (id) => void desk.unreadable.push(id),
  });
  return desk;
}

/** The files that fit, and those among which they were looked for: `ready: a of a,b`. */
function lookOf({ id, fits, among }: AlertMatches): string {
  return `${id}: ${[...fits].join()} of ${among === 'all' ? 'all' : [...among].join()}`;
}

type Desk = ReturnType<typeof lookingAt>;

let readings = 0;

/** What is looked at once these files were read. */
async function looked(
  desk: Desk,
  files: readonly object[],
  over: Partial<Snapshot> = {},
): Promise<string[]> {
  readings += 1;
  const before = desk.snapshot?.table.entries ?? [];
  const read = readingOfFiles(...files.map((file) => ({ status: 'OPEN', ...file })));
  // As a reading does: a file that has not changed keeps its entry.
  const entries = read.table.entries.map(
    (entry) => before.find((old) => JSON.stringify(old) === JSON.stringify(entry)) ?? entry,
  );
  desk.snapshot = { ...read, table: { ...read.table, entries }, id: `s${readings}`, ...over };
  desk.looks.length = 0;
  await desk.evaluate();
  return [...desk.looks];
}

const [READY, PENDING] = ['READY', 'PENDING'].map((decision) => ({ decision }));

/** A file that is ready, with a score. */
const readyWith = (score: number) => [{ id: 'a', ...READY, score }];

test('nothing is looked at before the first reading, and nothing again in the same one', async () => {
  const desk = lookingAt(alertOf('ready', 'decision:ready'));
  await desk.evaluate();
  expect([desk.looks, desk.events]).toEqual([[], 0]);
  expect(await looked(desk, [{ id: 'a', ...READY }])).toEqual(['ready: a of all']);
  await desk.evaluate();
  expect([desk.looks.length, desk.events]).toEqual([1, 1]);
  // What the journal has learned is looked at in the same reading.
  desk.historyVersion = 2;
  await desk.evaluate();
  expect([desk.looks.length, desk.events]).toEqual([1, 2]);
});

test('after all files only those are looked at that have come or changed', async () => {
  const desk = lookingAt(
    alertOf('ready', 'decision:ready status:open'),
    alertOf('pending', 'decision:pending'),
  );
  await looked(desk, [
    { id: 'a', ...READY },
    { id: 'b', ...PENDING },
  ]);
  expect(
    await looked(desk, [
      { id: 'a', ...READY },
      { id: 'b', ...READY },
      { id: 'c', ...READY, status: 'CLOSED' },
      { id: 'd', ...PENDING },
    ]),
  ).toEqual(['ready: b of b,c,d', 'pending: d of b,c,d']);
});

test('where no file has changed, nothing is looked at but what the journal has', async () => {
  const desk = lookingAt(alertOf('ready', 'decision:ready'));
  const files = [
    { id: 'a', ...READY },
    { id: 'b', ...PENDING },
  ];
  await looked(desk, files);
  expect(await looked(desk, files)).toEqual([]);
  expect(desk.events).toBe(2);
  // A file that only stands in another place is none that has changed.
  expect(await looked(desk, files.toReversed())).toEqual([]);
});

test('what others have recorded is looked at in the first reading that began after theirs ended', async () => {
  const desk = lookingAt(alertOf('ready', 'decision:ready'));
  const files = [
    { id: 'a', ...READY },
    { id: 'b', ...PENDING },
  ];
  await looked(desk, files);
  desk.others.push(['a', 5_000], ['b', 5_001], ['elsewhere', 1]);
  expect(await looked(desk, files, { startedAt: 5_000 })).toEqual(['ready: a of a']);
  // With a file that has changed as well, once.
  desk.others.push(['a', 5_500]);
  const changed = [{ id: 'a', ...PENDING }, ...files.slice(1)];
  expect(await looked(desk, changed, { startedAt: 6_000 })).toEqual(['ready:  of a,b']);
  expect(await looked(desk, changed, { startedAt: 7_000 })).toEqual([]);
});

test.each([
  ['age:>3d decision:ready', 10],
  ['created:today', 10],
  ['decision:ready', 60],
])('an alert on %s looks at all files every %d minutes', async (query, minutes) => {
  const desk = lookingAt(alertOf('one', query));
  const isWhole = async (score: number) => {
    const looks = await looked(desk, [{ id: 'a', ...READY, score }]);
    return looks.map((look) => look.endsWith('of all'));
  };
  expect(await isWhole(1)).toEqual([true]);
  desk.minutes = minutes - 0.1;
  expect(await isWhole(2)).toEqual([false]);
  desk.minutes = minutes;
  expect(await isWhole(3)).toEqual([true]);
});

test('an alert that was changed, resumed or left out is looked at in all files again', async () => {
  const desk = lookingAt(alertOf('ready', 'decision:ready'));
  await looked(desk, readyWith(1));
  desk.alerts.set('ready', alertOf('ready', 'decision:pending', { version: 2 }));
  desk.states[0] = { id: 'ready', version: 2, evaluated: EVALUATED };
  expect(await looked(desk, readyWith(2))).toEqual(['ready:  of all']);
  expect(desk.loads).toEqual([['ready'], ['ready']]);

  desk.leftOut.add('ready');
  expect(await looked(desk, readyWith(3))).toEqual(['ready:  of a']);
  expect(await looked(desk, readyWith(4))).toEqual(['ready:  of all']);
  // It was left out of all files, too, and is not done with in this reading.
  desk.leftOut.clear();
  desk.looks.length = 0;
  await desk.evaluate();
  expect(desk.looks).toEqual(['ready:  of all']);

  const [state] = desk.states.splice(0);
  await looked(desk, readyWith(5));
  if (state !== undefined) desk.states.push(state);
  expect(await looked(desk, readyWith(6))).toEqual(['ready:  of a']);
});

test('an alert that was paused and resumed between two readings is read anew', async () => {
  const [one, other] = [alertOf('one', 'decision:ready'), alertOf('other', 'decision:ready')];
  const desk = lookingAt(one, other);
  await looked(desk, readyWith(1));
  const [state] = desk.states.splice(0, 1);
  expect(await looked(desk, readyWith(2))).toEqual(['other: a of a']);
  if (state !== undefined) desk.states.push(state);
  expect(await looked(desk, readyWith(3))).toEqual(['one: a of all', 'other: a of a']);
  expect(desk.loads).toEqual([['one', 'other'], ['one']]);
});

test('after an error all files are looked at again', async () => {
  const desk = lookingAt(alertOf('ready', 'decision:ready'));
  await looked(desk, [{ id: 'a', ...READY, score: 1 }]);
  desk.isAway = true;
  await expect(looked(desk, [{ id: 'a', ...READY, score: 2 }])).rejects.toThrow('away');
  desk.isAway = false;
  expect(await looked(desk, [{ id: 'a', ...READY, score: 3 }])).toEqual(['ready: a of all']);
});

test.each<[string, Partial<Snapshot>]>([
  ['may lack files', { inconsistency: 'moved' }],
  ['has files that could not be read', { skipped: 1 }],
])('an alert is not evaluated for the first time in a reading that %s', async (_how, over) => {
  const desk = lookingAt(alertOf('new', 'decision:ready'), alertOf('old', 'decision:ready'));
  desk.states[0] = { id: 'new', version: 1, evaluated: null };
  const files = [{ id: 'a', ...READY }];
  expect(await looked(desk, files, over)).toEqual(['old: a of all']);
  expect(await looked(desk, files)).toEqual(['new: a of all']);
});

test('a watch list begins with no file, and is never evaluated after that', async () => {
  const desk = lookingAt(alertOf('watch', WATCH_LIST_QUERY));
  desk.states[0] = { id: 'watch', version: 1, evaluated: null };
  desk.leftOut.add('watch');
  expect(await looked(desk, [{ id: 'a' }])).toEqual(['watch:  of all']);
  // It was left out, so that it begins in the same reading.
  desk.leftOut.clear();
  await desk.evaluate();
  expect(desk.looks).toHaveLength(2);
  await desk.evaluate();
  expect(desk.looks).toHaveLength(2);
  desk.states[0] = { id: 'watch', version: 1, evaluated: EVALUATED };
  expect(await looked(desk, [{ id: 'b' }])).toEqual([]);
});

test('an alert that cannot be read is reported once for each version, and stops no other', async () => {
  const desk = lookingAt(alertOf('bad', 'status:nonsense'), alertOf('ready', 'decision:ready'));
  expect(await looked(desk, [{ id: 'a', ...READY }])).toEqual(['ready: a of all']);
  expect(await looked(desk, [{ id: 'b', ...READY }])).toEqual(['ready: b of b']);
  expect(desk.unreadable).toEqual(['bad']);
});

test('without alerts nothing is looked at, and what is pending is scheduled all the same', async () => {
  const desk = lookingAt();
  const alert = alertOf('late', 'decision:ready');
  const schedule = { ...alert.schedule, zone: 'Europe/Nowhere' };
  desk.minutes = 5;
  desk.pending = [
    { digest: { ...alert, id: 'nowhere', schedule }, lastDueMs: null, refusedWith: null },
    { digest: { ...alert, id: 'no alert', alert: null }, lastDueMs: null, refusedWith: null },
    { digest: alert, lastDueMs: null, refusedWith: null },
  ];
  expect(await looked(desk, [{ id: 'a', ...READY }])).toEqual([]);
  expect(desk.events).toBe(0);
  expect(desk.scheduled).toEqual([['late', 5 * 60_000]]);
  expect(desk.unreadable).toEqual(['nowhere']);
});

test('what is told to stop looks at nothing more, and is looked at by the next', async () => {
  const desk = lookingAt(alertOf('ready', 'decision:ready'));
  const stopped = AbortSignal.abort();
  desk.snapshot = readingOfFiles({ id: 'a', ...READY });
  await desk.evaluate(stopped);
  expect([desk.looks, desk.events]).toEqual([[], 0]);
  await desk.evaluate();
  expect(desk.looks).toEqual(['ready: a of all']);
});
