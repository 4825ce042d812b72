import { expect, test } from 'vitest';

import { overviewOf } from '../../src/portfolio/statistics.ts';
import { asking, readingOfFiles } from './reading-of.ts';

const READING = readingOfFiles(
  { id: 'fresh', status: 'NEW', decision: 'PENDING', created_at: '2026-11-20T08:00:00Z' },
  { id: 'ready', status: 'ANALYZED', decision: 'READY', created_at: '2026-11-10T08:00:00Z' },
  {
    id: 'touched',
    status: 'OPEN',
    decision: 'PENDING',
    created_at: '2026-10-01T08:00:00Z',
    updated_at: '2026-11-19T08:00:00Z',
  },
  { id: 'undated', status: 'ON_HOLD', decision: 'PENDING' },
  { id: 'decided', status: 'CLOSED', decision: 'ACCEPTED', created_at: '2025-01-01T08:00:00Z' },
  { id: 'closed', status: 'CLOSED', decision: 'READY', created_at: '2025-01-01T08:00:00Z' },
  { id: 'odd', status: 'ON_HOLD', decision: 'MAYBE', created_at: '2025-01-01T08:00:00Z' },
  { id: 'to come', status: 'NEW', decision: 'PENDING', created_at: '2026-11-21T08:00:00Z' },
  { id: 'kept', decision: 'READY', archived_at: '2026-11-20', created_at: '2026-11-20T08:00:00Z' },
);

test('files are counted by decision and by status, unknown ones last, archived ones not', () => {
  const { archived, decisions, statuses } = overviewOf(READING, asking(READING));

  expect(archived).toEqual(1);
  expect(decisions.map(({ value, count }) => [value, count])).toEqual([
    ['PENDING', 4],
    ['READY', 2],
    ['ACCEPTED', 1],
    ['REJECTED', 0],
    ['MAYBE', 1],
  ]);
  expect(statuses.map(({ value, count }) => `${value} ${count}`)).toEqual([
    'NEW 2',
    'OPEN 1',
    'PROCESSING 0',
    'COLLECTED 0',
    'ANALYZED 1',
    'CLOSED 2',
    'ON_HOLD 2',
  ]);
});

test('a file whose archiving cannot be read is counted neither among those here nor as archived', () => {
  const snapshot = readingOfFiles({ id: 'open' }, { id: 'unclear', archived_at: 'last week' });
  expect(overviewOf(snapshot, asking(snapshot))).toMatchObject({ archived: 0 });
});

test('those that await a decision are counted, and the oldest come with their age, but none without', () => {
  const { awaiting, backlog, arrived, stale, longest } = overviewOf(READING, asking(READING));

  expect({ awaiting, ...backlog, arrived, stale }).toEqual({
    awaiting: 5,
    ready: 1,
    review: 0,
    waiting: 4,
    others: 0,
    arrived: 1,
    stale: 1,
  });
  expect(longest.map(({ entry, workingDays }) => [entry.id, workingDays])).toEqual([
    ['touched', 35],
    // Wednesday the 11th is a public holiday.
    ['ready', 7],
    ['fresh', 0],
  ]);
});

test('five of many are picked out', () => {
  const snapshot = readingOfFiles(
    ...Array.from({ length: 9 }, (_, day) => ({
      id: `f${day}`,
      created_at: `2026-11-0${9 - day}`,
    })),
  );

  const { longest } = overviewOf(snapshot, asking(snapshot));

  expect(longest.map(({ entry }) => entry.id)).toEqual(['f8', 'f7', 'f6', 'f5', 'f4']);
});

test('nothing at all is counted as nothing', () => {
  const snapshot = readingOfFiles();

  expect(overviewOf(snapshot, asking(snapshot))).toMatchObject({
    awaiting: 0,
    longest: [],
  });
});

test('whoever asks the same gets the same, and who asks elsewhere something else', () => {
  // The 18th in Paris, the 17th in New York.
  const snapshot = readingOfFiles({ id: 'a', created_at: '2026-11-17T23:30:00Z' });
  const inParis = overviewOf(snapshot, asking(snapshot));

  expect(overviewOf(snapshot, asking(snapshot))).toBe(inParis);
  expect(inParis.longest[0]?.workingDays).toBe(2);
  expect(overviewOf(snapshot, asking(snapshot, 'America/New_York')).longest[0]?.workingDays).toBe(
    3,
  );
  expect(overviewOf(snapshot, asking(snapshot))).toEqual(inParis);
});

const updated = (id: string, updated_at: string, more = {}) => ({
  id,
  decision: 'PENDING',
  created_at: '2026-01-01',
  updated_at,
  ...more,
});
const created = (id: string, created_at: string, more = {}) => ({ id, created_at, ...more });

test('what has arrived came within a day, and what is stale has lain for over five working days', () => {
  const reading = readingOfFiles(
    // It is Friday the 20th, 09:30 in Paris; Wednesday the 11th was a public holiday.
    created('a day ago', '2026-11-19T08:30:00Z'),
    created('over a day ago', '2026-11-19T08:29:59Z'),
    created('archived today', '2026-11-20T08:00:00Z', { archived_at: '2026-11-20' }),
    created('decided today', '2026-11-20T08:00:00Z', { decision: 'ACCEPTED' }),
    updated('for five', '2026-11-13T08:00:00Z'),
    updated('for six', '2026-11-12T08:00:00Z'),
    updated('for six, decided', '2026-11-12T08:00:00Z', { decision: 'ACCEPTED' }),
    updated('for six, archived', '2026-11-12T08:00:00Z', { archived_at: '2026-11-19' }),
  );
  expect(overviewOf(reading, asking(reading))).toMatchObject({ arrived: 2, stale: 1 });
});
