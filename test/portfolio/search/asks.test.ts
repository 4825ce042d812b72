import { expect, test } from 'vitest';

import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import type { FileHistory } from '../../../src/portfolio/search/recorded.ts';
import {
  asksPast,
  asksReader,
  asksTriage,
  unseenIn,
} from '../../../src/portfolio/search/results.ts';
import { NOW_MS } from '../query/random-entries.ts';
import { asking, readingOfFiles } from '../reading-of.ts';

const PAST = ['decided:yesterday', 'since-decision:>3d', 'ready:today', 'ready-since:<2bd'];
const OF_READER = ['taken:me', 'watched:me', 'taken:nobody,me'];
const OF_TRIAGE = ['taken:nobody', 'watched:<@U0CLAIRE001>', 'snoozed:yes', 'snoozed:no'];
const OF_NEITHER = [
  '',
  'me',
  'ready',
  'decision:ready',
  'age:>3d',
  'furnished:yes',
  'created:today',
  'updated:>=yesterday',
  'manager:me',
  'has:score',
  'rent:>3',
  'sort:oldest',
];

const depends = (typed: string) => {
  const query = parseQuery(typed);
  return { past: asksPast(query), triage: asksTriage(query), reader: asksReader(query) };
};

test('what a query depends on beside the files is known: the past, and what people do', () => {
  const nothing = { past: false, triage: false, reader: false };
  for (const typed of OF_NEITHER) expect([typed, depends(typed)]).toEqual([typed, nothing]);
  for (const typed of PAST) expect(depends(typed)).toEqual({ ...nothing, past: true });
  for (const typed of OF_TRIAGE) expect(depends(typed)).toEqual({ ...nothing, triage: true });
  for (const typed of OF_READER) {
    expect(depends(typed)).toEqual({ past: false, triage: true, reader: true });
    expect(depends(`Lyon -${typed} rent:>3`)).toEqual({ past: false, triage: true, reader: true });
  }
});

const unseen = (typed: string, decision: string, of: FileHistory | null) => {
  const reading = readingOfFiles({ decision });
  return unseenIn(parseQuery(typed), reading.table, { ...asking(reading), history: of });
};

test('times that were not seen are told, where a query asks for them and some file stands for it', () => {
  const history: FileHistory = {
    version: 1,
    sinceMs: NOW_MS,
    gapsUntil: () => [],
    timesOf: () => null,
  };
  expect(unseen('decided:today', 'ACCEPTED', history)).toEqual({
    hasStandIns: true,
    sinceMs: NOW_MS,
    gaps: [],
  });
  expect(unseen('Lyon decided:today', 'REJECTED', null)).toEqual({
    hasStandIns: true,
    sinceMs: null,
    gaps: [],
  });
  expect(unseen('ready:today', 'READY', history)).toEqual({
    hasStandIns: true,
    sinceMs: NOW_MS,
    gaps: [],
  });
  // Recorded for long, but not seen of this file.
  expect(unseen('ready:today', 'READY', { ...history, sinceMs: 7 })).not.toBeNull();
  // The latest time that it can be lies before all that is asked.
  const reading = readingOfFiles({ decision: 'ACCEPTED', updated_at: '2026-11-01T08:00:00Z' });
  const unseenOfIt = (typed: string) =>
    unseenIn(parseQuery(typed), reading.table, { ...asking(reading), history });
  expect(unseenOfIt('decided:2026-11-02')).toBeNull();
  expect(unseenOfIt('-decided:2026-11-02')).not.toBeNull();
  expect(unseenOfIt('decided:2026-11-01')).not.toBeNull();
  expect(unseenOfIt('decided:2026-10-12')).not.toBeNull();
  expect(unseen('ready:today', 'ACCEPTED', history)).toBeNull();
  expect(unseen('decided:today', 'READY', history)).toBeNull();
  expect(unseen('created:today', 'ACCEPTED', history)).toBeNull();
  expect(unseen('', 'ACCEPTED', history)).toBeNull();

  const seen: FileHistory = {
    ...history,
    timesOf: () => ({
      knownMs: NOW_MS,
      appearedMs: null,
      statusMs: null,
      readyMs: NOW_MS,
      decidedMs: NOW_MS,
      decision: 'ACCEPTED',
      changedMs: null,
    }),
  };
  expect(unseen('decided:today', 'ACCEPTED', seen)).toBeNull();
  expect(unseen('decided:today', 'REJECTED', seen)).toEqual({
    hasStandIns: true,
    sinceMs: NOW_MS,
    gaps: [],
  });
});

/** A history with one gap, in which a file became ready and was decided at some time. */
const recorded = (
  timeMs: number,
  gap: { readonly afterMs: number; readonly beforeMs: number },
) => ({
  version: 1,
  sinceMs: 0,
  gapsUntil: () => [gap],
  timesOf: () => ({
    knownMs: 0,
    appearedMs: null,
    statusMs: null,
    readyMs: timeMs,
    decidedMs: timeMs,
    decision: 'ACCEPTED',
    changedMs: timeMs,
  }),
});

const gapsOf = (typed: string, ...of: Parameters<typeof recorded>) =>
  unseen(typed, 'ACCEPTED', recorded(...of))?.gaps ?? [];

test('gaps are told where they leave open whether a file fits', () => {
  const DAY_MS = 86_400_000;
  const gap = { afterMs: NOW_MS - 10 * DAY_MS, beforeMs: NOW_MS - 4 * DAY_MS };
  // The week of Monday the 16th, in which it was first seen, or the one before.
  for (const typed of ['decided:this-week', 'decided:last-week', 'since-decision:>6d']) {
    expect(gapsOf(typed, gap.beforeMs, gap)).toEqual([gap]);
    expect(gapsOf(typed, gap.beforeMs + 1, gap)).toEqual([]);
  }
  expect(gapsOf('decided:this-month', gap.beforeMs, gap)).toEqual([]);
  const open = { afterMs: NOW_MS - 2 * DAY_MS, beforeMs: Infinity };
  expect(gapsOf('decided:yesterday', 0, open)).toEqual([open]);
  expect(gapsOf('decided:last-week', 0, open)).toEqual([]);
  expect(gapsOf('created:yesterday', 0, open)).toEqual([]);
});
