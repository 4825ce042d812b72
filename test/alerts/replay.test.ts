import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { replayed } from '../../src/alerts/evaluate.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import type { AlertOptions, FileEvent } from '../../src/store/events.ts';
import { asking, readingOfFiles } from '../portfolio/reading-of.ts';

/** What is recorded of a file. */
interface Version {
  readonly status: string;
  readonly decision: string;
  readonly score: number | null;
  readonly completion: number | null;
  readonly archived: boolean;
}

const ASPECTS = ['status', 'decision', 'score', 'completion', 'archived'] as const;

/** Queries, each with what it asks of a version. */
const QUERIES: Readonly<Record<string, (version: Version) => boolean>> = {
  'decision:ready': ({ decision }) => decision === 'READY',
  'status:open': ({ status }) => status === 'OPEN',
  'score:>50': ({ score }) => score !== null && score > 50,
  'completion:>=80': ({ completion }) => completion !== null && completion >= 80,
  'archived:yes': ({ archived }) => archived,
  'archived:no decision:ready score:>50': ({ archived, decision, score }) =>
    !archived && decision === 'READY' && score !== null && score > 50,
};

const version: fc.Arbitrary<Version> = fc.record({
  status: fc.constantFrom('OPEN', 'NEW', 'CLOSED'),
  decision: fc.constantFrom('READY', 'PENDING'),
  score: fc.constantFrom(null, 0, 50, 51, 90),
  completion: fc.constantFrom(null, 0, 79, 80),
  archived: fc.boolean(),
});
/** The versions of a file, the oldest first; `true` for one that came while all was recorded. */
const life = fc.tuple(fc.boolean(), fc.array(version, { minLength: 1, maxLength: 6 }));

const MINUTE_MS = 60_000;

/** The events of a life, the oldest first, as the journal records them. */
function eventsOf(fileId: string, [isNew, versions]: readonly [boolean, readonly Version[]]) {
  return versions.flatMap((after, step): FileEvent[] => {
    const beforeMs = step * MINUTE_MS;
    const event = { fileId, afterMs: beforeMs - MINUTE_MS, beforeMs };
    const before = versions[step - 1];
    if (before === undefined) {
      return isNew ? [{ ...event, aspect: 'appeared', from: null, to: after.status }] : [];
    }
    return ASPECTS.filter((aspect) => before[aspect] !== after[aspect]).map((aspect) => ({
      ...event,
      aspect,
      from: textOf(before[aspect]),
      to: textOf(after[aspect]),
    }));
  });
}

function textOf(value: Version[keyof Version]): string | null {
  return value === null ? null : String(value);
}

test('an alert would have announced what really entered, left or changed, the newest first', () => {
  const aspects = fc.subarray(['status', 'decision', 'score', 'completion', 'archived'] as const, {
    minLength: 1,
  });
  const on = fc.constantFrom('enters', 'leaves', 'changes');
  fc.assert(
    fc.property(
      fc.array(life, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...Object.keys(QUERIES)),
      on,
      aspects,
      (lives, query, when, named) => {
        const alert: AlertOptions = { on: when, aspects: named, everyMinutes: 0, quiet: null };
        const fits = (one: Version | undefined) =>
          one !== undefined && QUERIES[query]?.(one) === true;
        const ids = lives.map((_, index) => `file-${index}`);
        const events = lives
          .flatMap((one, index) => eventsOf(ids[index] ?? '', one))
          .toSorted((one, other) => other.beforeMs - one.beforeMs);
        const expected = events.filter(({ fileId, beforeMs, aspect }) => {
          const [isNew, versions] = lives[ids.indexOf(fileId)] ?? [false, []];
          const step = beforeMs / MINUTE_MS;
          const was = fits(step === 0 && isNew ? undefined : versions[step - 1]);
          const is = fits(versions[step]);
          if (when === 'enters') return !was && is;
          if (when === 'leaves') return was && !is;
          return (was || is) && named.some((one) => one === aspect);
        });
        const visits = new Set(expected.map(({ fileId, beforeMs }) => `${fileId} ${beforeMs}`));
        const snapshot = readingOfFiles(
          ...lives.map(([, versions], index) => {
            const { archived, completion, ...last } = versions.at(-1)!;
            return {
              ...last,
              id: ids[index],
              completion_rate: completion,
              archived_at: archived ? '2026-11-20T08:00:00Z' : null,
            };
          }),
        );

        const found = replayed(alert, parseQuery(query), events, snapshot, asking(snapshot));

        const seen = found.map(({ fileId, atMs }) => `${fileId} ${atMs}`);
        expect(new Set(seen)).toEqual(visits);
        const times = found.map(({ atMs }) => atMs);
        expect(times).toEqual(times.toSorted((one, other) => other - one));
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['enters', ['back 3', 'appeared 1']],
  ['leaves', ['gone 2']],
  ['changes', ['applicants 4']],
] as const)(
  'an alert of what %s says of a file that came, went and came back ready: %j',
  (on, expected) => {
    const event = { fileId: 'file-0', afterMs: 0, from: null, to: null };
    const events: FileEvent[] = [
      { ...event, aspect: 'applicants', beforeMs: 4 },
      { ...event, aspect: 'back', beforeMs: 3 },
      { ...event, aspect: 'gone', beforeMs: 2 },
      { ...event, aspect: 'appeared', beforeMs: 1 },
    ];
    const snapshot = readingOfFiles({ id: 'file-0', decision: 'READY' });
    const alert: AlertOptions = { on, aspects: ['applicants'], everyMinutes: 0, quiet: null };
    const found = replayed(alert, parseQuery('decision:ready'), events, snapshot, asking(snapshot));
    const named = found.map(
      ({ atMs }) => `${events.find(({ beforeMs }) => beforeMs === atMs)?.aspect} ${atMs}`,
    );
    expect(named).toEqual(expected);
  },
);

test('a value that was not there before is undone to none', () => {
  const event = { fileId: 'file-0', afterMs: 0, from: null } as const;
  const snapshot = readingOfFiles({ id: 'file-0', decision: 'READY', status: 'OPEN', score: 60 });
  const alert: AlertOptions = { on: 'enters', aspects: [], everyMinutes: 0, quiet: null };
  for (const [aspect, query] of [
    ['status', 'status:open'],
    ['decision', 'decision:ready'],
    ['score', 'has:score'],
  ] as const) {
    const events: FileEvent[] = [{ ...event, aspect, to: 'x', beforeMs: 1 }];
    const found = replayed(alert, parseQuery(query), events, snapshot, asking(snapshot));
    expect([aspect, found]).toEqual([aspect, [{ fileId: 'file-0', atMs: 1 }]]);
  }
});

test('a visit before the file was gone ended as the next one began', () => {
  const event = { fileId: 'file-0', afterMs: 0 };
  const events: FileEvent[] = [
    { ...event, aspect: 'back', from: null, to: null, beforeMs: 3 },
    { ...event, aspect: 'decision', from: 'PENDING', to: 'READY', beforeMs: 3 },
    { ...event, aspect: 'gone', from: null, to: null, beforeMs: 2 },
    { ...event, aspect: 'appeared', from: null, to: null, beforeMs: 1 },
  ];
  const snapshot = readingOfFiles({ id: 'file-0', decision: 'READY' });
  const timesOf = (on: 'enters' | 'leaves', query: string) =>
    replayed(
      { on, aspects: [], everyMinutes: 0, quiet: null },
      parseQuery(query),
      events,
      snapshot,
      asking(snapshot),
    ).map(({ atMs }) => atMs);
  expect(new Set(timesOf('enters', 'decision:ready'))).toEqual(new Set([3]));
  expect(timesOf('enters', 'decision:pending')).toEqual([1]);
  expect(timesOf('leaves', 'decision:pending')).toEqual([2]);
  expect(timesOf('leaves', 'decision:ready')).toEqual([]);
});
