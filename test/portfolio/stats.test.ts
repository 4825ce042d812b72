import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { dateOf } from '../../src/portfolio/calendar.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import type { Gap } from '../../src/portfolio/search/recorded.ts';
import { statsOf } from '../../src/portfolio/statistics.ts';
import { entries } from './query/random-entries.ts';
import { asking, readingOf, readingOfFiles } from './reading-of.ts';

const EVERYTHING = parseQuery('');

function file(
  id: string,
  decision: string,
  updated_at: string,
  created_at: string | null = '2026-09-01T08:00:00Z',
) {
  return { id, decision, updated_at, created_at };
}

function medianOf(...created: (string | null)[]): number | null {
  const snapshot = readingOfFiles(
    ...created.map((day, index) => file(`f${index}`, 'ACCEPTED', '2026-11-20T08:00:00Z', day)),
  );
  return statsOf(snapshot, EVERYTHING, asking(snapshot)).medianWorkingDays;
}

test('files are counted along the way they go, as far as the query finds them', () => {
  const snapshot = readingOfFiles(
    { id: 'a', status: 'CLOSED', decision: 'ACCEPTED' },
    { id: 'b', status: 'NEW', created_at: '2026-11-13T08:00:00Z' },
    { id: 'c', status: 'NEW', decision: 'READY', created_at: '2026-11-02T08:00:00Z' },
    { id: 'd', status: 'ON_HOLD', archived_at: '2026-11-01', created_at: '2020-01-01' },
  );
  const { total, funnel, awaiting, oldestAwaiting } = statsOf(
    snapshot,
    EVERYTHING,
    asking(snapshot),
  );

  expect(total).toBe(4);
  expect(funnel.map(({ value, count }) => `${value} ${count}`)).toEqual([
    'NEW 2',
    'OPEN 0',
    'PROCESSING 0',
    'COLLECTED 0',
    'ANALYZED 0',
    'CLOSED 1',
    'ON_HOLD 1',
  ]);
  expect(awaiting).toBe(2);
  expect(oldestAwaiting).toMatchObject({ entry: { id: 'c' }, workingDays: 13 });
  expect(statsOf(snapshot, parseQuery('decision:pending'), asking(snapshot))).toMatchObject({
    total: 2,
    awaiting: 1,
    oldestAwaiting: { entry: { id: 'b' }, workingDays: 5 },
  });
  expect(statsOf(snapshot, parseQuery('decision:approved'), asking(snapshot))).toMatchObject({
    total: 1,
    oldestAwaiting: null,
  });
});

test('decisions are counted in the eight weeks up to this one, in the zone of whoever asks', () => {
  const snapshot = readingOfFiles(
    file('a', 'ACCEPTED', '2026-11-20T08:00:00Z'),
    // Sunday in New York, Monday in Paris.
    file('b', 'REJECTED', '2026-11-15T23:30:00Z'),
    file('c', 'REJECTED', '2026-09-28T08:00:00Z'),
    file('d', 'ACCEPTED', '2026-09-27T08:00:00Z'),
    file('e', 'ACCEPTED', '2026-11-20T09:00:00Z'),
    file('f', 'PENDING', '2026-11-20T08:00:00Z'),
    { id: 'g', decision: 'ACCEPTED', created_at: '2026-11-19T08:00:00Z' },
  );
  const told = (zone: string) =>
    statsOf(snapshot, EVERYTHING, asking(snapshot, zone)).weeks.map(
      ({ monday, accepted, rejected }) => `${monday} ${accepted} ${rejected}`,
    );

  expect(told('Europe/Paris')).toEqual([
    '2026-09-28 0 1',
    '2026-10-05 0 0',
    '2026-10-12 0 0',
    '2026-10-19 0 0',
    '2026-10-26 0 0',
    '2026-11-02 0 0',
    '2026-11-09 0 0',
    '2026-11-16 1 1',
  ]);
  expect(told('America/New_York').slice(-2)).toEqual(['2026-11-09 0 1', '2026-11-16 1 0']);
});

test('decisions that were seen are counted when they were seen, others by the last change', () => {
  const snapshot = readingOfFiles(
    file('seen', 'ACCEPTED', '2026-11-20T08:00:00Z', '2026-11-05T08:00:00Z'),
    file('decided-before', 'REJECTED', '2026-11-20T08:00:00Z', '2026-11-05T08:00:00Z'),
    file('newer-decision', 'ACCEPTED', '2026-11-19T08:00:00Z', '2026-11-05T08:00:00Z'),
    file('unrecorded', 'REJECTED', '2026-11-19T08:00:00Z', '2026-11-05T08:00:00Z'),
  );
  const known = Date.parse('2026-11-03T08:00:00Z');
  const times = {
    knownMs: known,
    appearedMs: null,
    statusMs: null,
    readyMs: null,
    changedMs: null,
  };
  const decidedMs = Date.parse('2026-11-09T08:00:00Z');
  const recorded = new Map([
    ['seen', { ...times, decision: 'ACCEPTED', decidedMs }],
    ['decided-before', { ...times, decision: 'REJECTED', decidedMs: null }],
    ['newer-decision', { ...times, decision: 'READY', decidedMs: null }],
  ]);
  const history = {
    version: 1,
    sinceMs: known,
    gapsUntil: () => [],
    timesOf: (id: string) => recorded.get(id) ?? null,
  };
  const { weeks, standIns } = statsOf(snapshot, EVERYTHING, { ...asking(snapshot), history });

  expect(weeks.slice(-3).map(({ accepted, rejected }) => [accepted, rejected])).toEqual([
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
  expect(standIns).toBe(3);
  expect(statsOf(snapshot, EVERYTHING, asking(snapshot)).standIns).toBe('all');
});

/** A history in which a file was decided at some time, with stretches without a reading. */
const historyOf = (decidedMs: number, ...gaps: readonly Gap[]) => ({
  version: gaps.reduce((sum, { afterMs }) => sum + afterMs, 1),
  sinceMs: 0,
  gapsUntil: () => gaps,
  timesOf: () => ({
    knownMs: 0,
    appearedMs: null,
    statusMs: null,
    readyMs: null,
    changedMs: null,
    decision: 'ACCEPTED',
    decidedMs,
  }),
});

test('weeks are marked where decisions may be of another one, and a week without a reading has none', () => {
  const decidedMs = Date.parse('2026-11-16T07:00:00Z');
  const snapshot = readingOfFiles({
    id: 'a',
    decision: 'ACCEPTED',
    updated_at: '2026-11-10T08:00:00Z',
  });
  const gap = { afterMs: Date.parse('2026-11-06T17:00:00Z'), beforeMs: decidedMs };
  const history = historyOf(decidedMs, gap);
  const { weeks, gaps } = statsOf(snapshot, EVERYTHING, { ...asking(snapshot), history });
  expect(gaps).toEqual([gap]);
  expect(weeks.slice(-4).map(({ accepted, seen }) => [accepted, seen])).toEqual([
    [0, 'all'],
    [0, 'partly'],
    [0, 'nothing'],
    [1, 'partly'],
  ]);
  const within = historyOf(decidedMs, { ...gap, afterMs: decidedMs - 1_000 });
  const marked = statsOf(snapshot, EVERYTHING, { ...asking(snapshot), history: within });
  expect(marked.gaps).toEqual([]);
  expect(marked.weeks.every(({ seen }) => seen === 'all')).toBe(true);
});

test('after days without a reading, which day a file was decided on counts in no duration', () => {
  const decidedMs = Date.parse('2026-11-12T08:00:00Z');
  const snapshot = readingOfFiles({
    id: 'a',
    decision: 'ACCEPTED',
    created_at: '2026-11-09T06:00:00Z',
  });
  const gap = { afterMs: Date.parse('2026-11-10T08:00:00Z'), beforeMs: decidedMs };
  const statsWith = (...gaps: readonly Gap[]) =>
    statsOf(snapshot, EVERYTHING, { ...asking(snapshot), history: historyOf(decidedMs, ...gaps) });
  // The 11th is a holiday.
  expect(statsWith()).toMatchObject({ medianWorkingDays: 2, gaps: [] });
  expect(statsWith(gap)).toMatchObject({ medianWorkingDays: null, gaps: [gap] });
});

test('half of the decisions took so many working days or less', () => {
  const days = ['2026-11-20T07:00:00Z', '2026-11-19', '2026-11-16', '2026-11-23'];
  expect(medianOf(...days.slice(0, 3))).toBe(1);
  expect(medianOf(...days.slice(1, 3))).toBe(2.5);
  // A file that came after its decision came on the day of it.
  expect(medianOf(days[3] ?? null)).toBe(0);
  expect(medianOf(null)).toBeNull();
  expect(medianOf()).toBeNull();
});

test('weeks and medians are those that the plain calendar gives, in any zone', () => {
  const zones = fc.constantFrom(
    'Europe/Paris',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'America/New_York',
  );
  fc.assert(
    fc.property(fc.array(entries(100), { maxLength: 12 }), zones, (files, zone) => {
      const snapshot = readingOf(files);
      const asked = asking(snapshot, zone);
      const stats = statsOf(snapshot, EVERYTHING, asked);
      const mondays = stats.weeks.map(({ monday }) => monday);
      const decided = files.flatMap(({ decision, createdMs, updatedMs }) => {
        if (updatedMs === null || updatedMs > asked.nowMs) return [];
        const date = dateOf(updatedMs, zone);
        const monday = date.subtract({ days: date.dayOfWeek - 1 }).toString();
        if (!mondays.includes(monday)) return [];
        const isDecided = decision === 'ACCEPTED' || decision === 'REJECTED';
        return isDecided ? [{ monday, decision, createdMs, updatedMs }] : [];
      });

      for (const { monday, accepted, rejected } of stats.weeks) {
        const here = decided.filter((one) => one.monday === monday).map(({ decision }) => decision);
        expect([accepted, rejected]).toEqual([
          here.filter((decision) => decision === 'ACCEPTED').length,
          here.filter((decision) => decision === 'REJECTED').length,
        ]);
      }
      const took = decided
        .flatMap(({ createdMs, updatedMs }) =>
          createdMs === null
            ? []
            : [asked.workingDays.workingDaysBetween(createdMs, updatedMs, zone)],
        )
        .toSorted((one, other) => one - other);
      const [low, high] = [took[(took.length - 1) >> 1], took[took.length >> 1]];
      expect(stats.medianWorkingDays).toBe(
        low === undefined || high === undefined ? null : (low + high) / 2,
      );
    }),
    { numRuns: 300 },
  );
});
