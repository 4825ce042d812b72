import { expect, test } from 'vitest';

import { parseQuery } from '../../src/portfolio/query/parser.ts';
import type { FileHistory, FileTriage } from '../../src/portfolio/search/recorded.ts';
import { statsOf } from '../../src/portfolio/statistics.ts';
import { periodsAgo, reportOf, type ReportRequest } from '../../src/reports/report.ts';
import { NOW_MS } from '../portfolio/query/random-entries.ts';
import { asking, readingOfFiles } from '../portfolio/reading-of.ts';

const LAST_WEEK: ReportRequest = {
  query: parseQuery(''),
  period: 'week',
  ago: 1,
  targetDays: null,
};
const manager = (...managers: string[]) => ({ managers });
/** Last week is that of Monday the 9th; Wednesday the 11th was a public holiday. */
const SNAPSHOT = readingOfFiles(
  { id: 'before', created_at: '2026-11-08T22:59:59Z', ...manager('anna') },
  { id: 'first', created_at: '2026-11-08T23:00:00Z', ...manager('anna', 'zoe') },
  { id: 'last', created_at: '2026-11-15T22:59:59Z', decision: 'READY', ...manager('zoe') },
  { id: 'after', created_at: '2026-11-15T23:00:00Z', decision: 'ACCEPTED', ...manager('zoe') },
  {
    id: 'decided',
    created_at: '2026-11-02T08:00:00Z',
    decision: 'ACCEPTED',
    product: { reference: 'LOC-1' },
    ...manager('anna'),
  },
  {
    id: 'refused',
    created_at: '2026-11-02T08:00:00Z',
    decision: 'REJECTED',
    product: { reference: 'LOC-1' },
  },
  { id: 'old', created_at: '2026-10-01T08:00:00Z', product: { reference: 'LOC-2' } },
  { id: 'idle', created_at: '2025-01-01', decision: 'REJECTED', ...manager('idle') },
);
const at = (day: number) => Date.parse(`2026-11-${String(day).padStart(2, '0')}T08:00:00Z`);
const times = {
  knownMs: 0,
  appearedMs: null,
  statusMs: null,
  changedMs: null,
  readyMs: null,
  decidedMs: null,
};
const TIMES = new Map([
  ['decided', { ...times, decision: 'ACCEPTED', readyMs: at(4), decidedMs: at(9) }],
  ['refused', { ...times, decision: 'REJECTED', readyMs: at(9), decidedMs: at(13) }],
  ['last', { ...times, decision: 'READY', readyMs: at(20), decidedMs: null }],
]);
const HISTORY: FileHistory = {
  version: 1,
  sinceMs: 0,
  gapsUntil: () => [],
  timesOf: (id) => TIMES.get(id) ?? null,
};
const context = { ...asking(SNAPSHOT), history: HISTORY };

test('a report tells arrivals, decisions and durations of its period and the one before', () => {
  const report = reportOf(SNAPSHOT, { ...LAST_WEEK, targetDays: 3 }, context);
  expect(report.period).toEqual({
    from: '2026-11-09',
    to: '2026-11-15',
    arrived: 2,
    ready: 1,
    gaps: [],
    decided: {
      accepted: 1,
      rejected: 1,
      unseen: 0,
      toReady: { count: 1, median: 5, ninetieth: 5 },
      // Three days of the one, three of the other, which had a holiday among them.
      toDecision: { count: 2, median: 3, ninetieth: 3 },
      withinTarget: 2,
    },
  });
  expect(report.before).toMatchObject({
    from: '2026-11-02',
    to: '2026-11-08',
    arrived: 3,
    ready: 1,
  });
  expect(report.before.decided).toMatchObject({ accepted: 0, rejected: 0, toDecision: null });
  expect(reportOf(SNAPSHOT, LAST_WEEK, context).period.decided?.withinTarget).toBeNull();
  expect(report).toMatchObject({ awaiting: 4, ready: 1 });
});

test('a decision that was not seen is said by the report, and counted by the statistics of its week', () => {
  const decision = 'REJECTED';
  const snapshot = readingOfFiles(
    { id: 'seen', decision, updated_at: '2026-11-10T08:00:00Z' },
    // It came and was decided between two readings.
    { id: 'unseen', decision, updated_at: '2026-11-09T12:00:00Z' },
    { id: 'earlier', decision, updated_at: '2026-11-06T12:00:00Z' },
  );
  const recorded = { ...times, knownMs: at(10), decision };
  const history: FileHistory = {
    version: 1,
    sinceMs: at(7),
    gapsUntil: () => [],
    timesOf: (id) => (id === 'seen' ? { ...recorded, decidedMs: at(10) } : recorded),
  };
  const asked = { ...asking(snapshot), history };
  const { decided } = reportOf(snapshot, LAST_WEEK, asked).period;
  expect(decided).toMatchObject({ accepted: 0, rejected: 1, unseen: 1 });
  const { weeks, standIns } = statsOf(snapshot, LAST_WEEK.query, asked);
  const counted = weeks.find(({ monday }) => monday === '2026-11-09');
  expect(counted?.rejected).toBe((decided?.rejected ?? 0) + (decided?.unseen ?? 0));
  expect(standIns).toBe(2);
});

test('what awaits a decision is counted by its age in steps', () => {
  const days = ['20', '17', '16', '13', '12', '10', '09', '06', '05', '02'];
  const snapshot = readingOfFiles(
    ...days.map((day) => ({ id: day, created_at: `2026-11-${day}T08:00:00Z` })),
    { id: 'older', created_at: '2026-10-07T08:00:00Z' },
    { id: 'oldest', created_at: '2026-01-07T08:00:00Z' },
    { id: 'undated' },
    // Tomorrow, and in this week.
    { id: 'to come', created_at: '2026-11-21T08:00:00Z' },
  );
  const { ages, undated } = reportOf(snapshot, LAST_WEEK, asking(snapshot));
  expect(undated).toBe(2);
  const current = reportOf(snapshot, { ...LAST_WEEK, ago: 0 }, asking(snapshot));
  // The files of the 16th, the 17th and the 20th.
  expect(current.period.arrived).toBe(3);
  const { workingDays, nowMs, zone } = asking(snapshot);
  const steps = [0, 4, 8, 15, 31];
  const age = (text: string) => workingDays.workingDaysBetween(Date.parse(text), nowMs, zone);
  const all = [
    ...days.map((day) => age(`2026-11-${day}T08:00:00Z`)),
    age('2026-10-07T08:00:00Z'),
    age('2026-01-07T08:00:00Z'),
  ];
  expect(all.toSorted((one, other) => one - other)).toEqual([
    0, 3, 4, 5, 6, 7, 8, 9, 10, 13, 31, 220,
  ]);
  expect(ages).toEqual([
    { from: 0, count: 2 },
    { from: 4, count: 4 },
    { from: 8, count: 4 },
    { from: 15, count: 0 },
    { from: 31, count: 2 },
  ]);
  expect(ages.map(({ from }) => from)).toEqual(steps);
});

test('files without a manager or a property have their share, and so have those of which neither can be read', () => {
  const arrived = { created_at: '2026-11-10T08:00:00Z' };
  const snapshot = readingOfFiles(
    { ...arrived, id: 'a', ...manager('anna'), product: { reference: 'LOC-1' } },
    { ...arrived, id: 'b', ...manager('anna') },
    { ...arrived, id: 'c', managers: 7, product: {} },
    { ...arrived, id: 'd', product: 'garbled' },
  );
  const report = reportOf(snapshot, LAST_WEEK, asking(snapshot));
  const [one, two] = [1, 2].map((count) => ({ arrived: count, decided: null, awaiting: count }));
  expect(report.managers).toEqual([{ manager: 'anna', ...two }]);
  expect(report.besideManagers).toEqual({ none: one, unnamed: one });
  expect(report.properties.map(({ property }) => property.reference)).toEqual(['LOC-1']);
  expect(report.besideProperties).toEqual({ none: one, unnamed: two });
});

/** A file on a product. */
const on = (id: string) => ({ product: { _id: id, title: 'Studio' } });

test('two products have a share each under a name of their own, with files of which only the id came', () => {
  const arrived = { created_at: '2026-11-10T08:00:00Z' };
  const snapshot = readingOfFiles(
    { ...arrived, id: 'a', ...on('a-1111') },
    { ...arrived, id: 'b', ...on('b-2222') },
    { ...arrived, id: 'c', product_id: 'b-2222' },
    { ...arrived, id: 'd', product_id: 'c-3333' },
  );
  const { properties, besideProperties } = reportOf(snapshot, LAST_WEEK, asking(snapshot));
  expect(properties.map(({ name, arrived: count }) => [name, count])).toEqual([
    [{ title: 'Studio', reference: null, idEnd: 'id …2222' }, 2],
    [{ title: 'Studio', reference: null, idEnd: 'id …1111' }, 1],
  ]);
  expect(besideProperties).toMatchObject({ none: null, unnamed: { arrived: 1 } });
});

/** A version of a product that came with a file of a day. */
const version = (_id: string, reference: string, mandate_type: string | null, day: number) => ({
  id: `${_id}-${day}`,
  created_at: `2026-11-${day}T08:00:00Z`,
  product: { _id, title: 'T2', reference, mandate_type },
});

test('a product without a mandate is a property as any other, and the last of its versions counts', () => {
  const snapshot = readingOfFiles(
    version('alone', 'GR-12', null, 10),
    version('changed', 'GR-1', 'management', 10),
    version('changed', 'GR-2', null, 11),
  );
  const { properties, besideProperties } = reportOf(snapshot, LAST_WEEK, asking(snapshot));
  expect(properties.map(({ name: { reference }, arrived }) => [reference, arrived])).toEqual([
    ['GR-2', 2],
    ['GR-12', 1],
  ]);
  expect(besideProperties).toMatchObject({ none: null, unnamed: null });
});

test('managers and properties have their shares, the most files first, and none without any', () => {
  const { managers, properties } = reportOf(SNAPSHOT, LAST_WEEK, context);
  expect(managers).toEqual([
    { manager: 'anna', arrived: 1, decided: 1, awaiting: 2 },
    { manager: 'zoe', arrived: 2, decided: 0, awaiting: 2 },
  ]);
  expect(
    properties.map(({ property, name: _name, ...share }) => [property.reference, share]),
  ).toEqual([
    ['LOC-1', { arrived: 0, decided: 2, awaiting: 0 }],
    ['LOC-2', { arrived: 0, decided: 0, awaiting: 1 }],
  ]);
  const unseen = reportOf(SNAPSHOT, LAST_WEEK, asking(SNAPSHOT));
  expect(unseen.managers.map(({ manager: name, decided }) => [name, decided])).toEqual([
    ['zoe', null],
    ['anna', null],
  ]);
});

test('a property has one share, whatever has changed of it between its files', () => {
  const created_at = '2026-11-10T08:00:00Z';
  const snapshot = readingOfFiles(
    { id: 'one', created_at, product: { reference: 'LOC-1', rent_amount: 900 } },
    { id: 'other', created_at, product: { reference: 'LOC-2', rent_amount: 700 } },
    { id: 'later', created_at, product: { reference: 'loc 1', rent_amount: 950 } },
    { id: 'without', created_at },
  );
  const { properties } = reportOf(snapshot, LAST_WEEK, asking(snapshot));
  expect(
    properties.map(({ property, arrived, awaiting }) => [property.reference, arrived, awaiting]),
  ).toEqual([
    ['LOC-1', 2, 2],
    ['LOC-2', 1, 1],
  ]);
});

/** Durations of so many decisions, which took 0, 1, 2 … working days. */
const ready = (count: number) => {
  const ids = Array.from({ length: count }, (_, index) => `f${index}`);
  const snapshot = readingOfFiles(...ids.map((id) => ({ id, decision: 'ACCEPTED' })));
  const history: FileHistory = {
    version: 1,
    sinceMs: 0,
    gapsUntil: () => [],
    timesOf: (id) => ({
      ...times,
      decision: 'ACCEPTED',
      readyMs: at(13) - Number(id.slice(1)) * 7 * 86_400_000,
      decidedMs: at(13),
    }),
  };
  const workingDays = {
    workingDaysBetween: (from: number, to: number) => (to - from) / (7 * 86_400_000),
    workingDaysBefore: () => 0,
  };
  return reportOf(snapshot, LAST_WEEK, { ...asking(snapshot), workingDays, history }).period.decided
    ?.toDecision;
};

test('the middle of two durations is between them, and the ninetieth is by nearest rank', () => {
  expect(ready(1)).toEqual({ count: 1, median: 0, ninetieth: 0 });
  expect(ready(2)).toEqual({ count: 2, median: 0.5, ninetieth: 1 });
  expect(ready(9)).toEqual({ count: 9, median: 4, ninetieth: 8 });
  expect(ready(10)).toEqual({ count: 10, median: 4.5, ninetieth: 8 });
  expect(ready(11)).toEqual({ count: 11, median: 5, ninetieth: 9 });
});

/** The month so many months ago. */
const month = (ago: number) =>
  reportOf(SNAPSHOT, { ...LAST_WEEK, period: 'month', ago }, context).period;

const agoOf = (period: 'week' | 'month', from: string) => periodsAgo(period, from, context);

test('a month is a calendar month, and periods are counted back from the one under way', () => {
  expect([0, 1, 2, 9].map((ago) => `${month(ago).from} ${month(ago).to}`)).toEqual([
    '2026-11-01 2026-11-30',
    '2026-10-01 2026-10-31',
    '2026-09-01 2026-09-30',
    '2026-02-01 2026-02-28',
  ]);
  expect(['2026-11-16', '2026-11-09', '2025-11-17'].map((from) => agoOf('week', from))).toEqual([
    0, 1, 52,
  ]);
  expect(['2026-11-01', '2026-10-01', '2025-12-01'].map((from) => agoOf('month', from))).toEqual([
    0, 1, 11,
  ]);
});

/** The report of last week where changes are recorded from an instant on. */
const seenFrom = (sinceMs: number) =>
  reportOf(SNAPSHOT, LAST_WEEK, {
    ...context,
    history: { ...HISTORY, sinceMs, version: sinceMs },
  });

test('changes were seen throughout a period that began when recording did', () => {
  const from = Date.parse('2026-11-08T23:00:00Z');
  expect(seenFrom(from).period.ready).toBe(1);
  expect(seenFrom(from + 1).period.ready).toBeNull();
  expect(seenFrom(from).before.ready).toBeNull();
});

test('the last sixteen reports of a snapshot are kept, but none that depends on what people do', () => {
  const snapshot = readingOfFiles({ id: 'a' });
  const asked = asking(snapshot);
  const report = (ago: number, query = '') =>
    reportOf(snapshot, { ...LAST_WEEK, ago, query: parseQuery(query) }, asked);
  const first = report(1);
  expect(report(1)).toBe(first);
  for (let ago = 2; ago <= 16; ago += 1) report(ago);
  expect(report(1)).toBe(first);
  report(17);
  expect(report(1)).not.toBe(first);
  expect(report(2)).not.toBe(first);
  expect(reportOf(snapshot, LAST_WEEK, asking(snapshot, 'America/New_York'))).not.toBe(report(1));

  const triage: FileTriage = {
    version: 1,
    takerOf: () => null,
    freedMsOf: () => null,
    watchersOf: () => new Set<string>(),
    isSnoozed: () => false,
  };
  const request = { ...LAST_WEEK, query: parseQuery('taken:nobody') };
  const of = () => reportOf(snapshot, request, { ...asked, triage, nowMs: NOW_MS });
  expect(of()).not.toBe(of());
  expect(of().awaiting).toBe(1);
});

const hour = (text: string) => Date.parse(`2026-11-${text}:00Z`);

let versions = 1;

/** The reports of last week and of the month where nothing was read from one instant to the other. */
function withGap(after: string, before: string | null) {
  const gap = { afterMs: hour(after), beforeMs: before === null ? Infinity : hour(before) };
  versions += 1;
  const history = { ...HISTORY, version: versions, gapsUntil: () => [gap] };
  const of = (request: ReportRequest) => reportOf(SNAPSHOT, request, { ...context, history });
  return {
    gap,
    week: of({ ...LAST_WEEK, targetDays: 3 }),
    month: of({ ...LAST_WEEK, period: 'month', ago: 0 }),
  };
}

test.each([
  // Last week is from Sunday the 8th, 23:00, to Sunday the 15th, 23:00.
  ['across its start', '08T22:30', '08T23:30', true],
  ['across its end', '15T20:00', '16T06:00', true],
  ['a day of it', '11T08:00', '12T08:00', true],
  ['less than a day of it', '11T08:00', '12T07:59', false],
  ['up to its start', '06T08:00', '08T23:00', false],
  ['from its end on', '15T23:00', null, false],
  ['and lasts', '15T22:00', null, true],
] as const)('a gap %s leaves its figures in doubt, or not', (_where, after, before, isDoubtful) => {
  const { gap, week } = withGap(after, before);
  expect(week.period.gaps).toEqual(isDoubtful ? [gap] : []);
  expect(week.period.decided).toMatchObject({ accepted: 1, rejected: 1 });
  expect(week.managers.map(({ decided }) => decided)).toEqual([1, 0]);
});

test('of a period that is in a gap there are no figures, and there are of one that has more', () => {
  const { gap, week, month: current } = withGap('08T22:00', '16T06:00');
  expect(week.period).toMatchObject({ arrived: 2, ready: null, decided: null, gaps: [gap] });
  expect(week.managers.map(({ decided }) => decided)).toEqual([null, null]);
  expect(week.before).toMatchObject({ decided: { accepted: 0 }, gaps: [gap] });
  expect(current.period).toMatchObject({ decided: { accepted: 1, rejected: 1 }, gaps: [gap] });
});

test.each([
  ['08T23:00', '15T23:00', true],
  ['08T23:01', '15T23:00', false],
  ['08T23:00', '15T22:59', false],
])('a gap from %s to %s has the whole week in it, or not', (after, before, isWhole) => {
  const { week } = withGap(after, before);
  expect(week.period.decided === null).toBe(isWhole);
});

test('how long files took is not counted where a day is not known', () => {
  // In it `decided` was decided; `refused` became ready, which was decided in the week.
  const { week } = withGap('07T08:00', '09T08:00');
  expect(week.period.decided).toMatchObject({
    accepted: 1,
    rejected: 1,
    toReady: null,
    toDecision: null,
    withinTarget: 0,
  });
});
