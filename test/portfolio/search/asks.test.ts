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
import { readingOfFiles } from '../reading-of.ts';

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

const files = (decision: string) => readingOfFiles({ decision }).table;

const unseen = (typed: string, decision: string, of: FileHistory | null) =>
  unseenIn(parseQuery(typed), files(decision), { history: of });

test('times that were not seen are told, where a query asks for them and some file stands for it', () => {
  const history: FileHistory = { version: 1, sinceMs: 7, timesOf: () => null };
  expect(unseen('decided:today', 'ACCEPTED', history)).toEqual({ sinceMs: 7 });
  expect(unseen('Lyon decided:today', 'REJECTED', null)).toEqual({ sinceMs: null });
  expect(unseen('ready:today', 'READY', history)).toEqual({ sinceMs: 7 });
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
  expect(unseen('decided:today', 'REJECTED', seen)).toEqual({ sinceMs: 7 });
});
