import { describe, expect, test } from 'vitest';

import { differenceOf, type Found, missingFile } from '../../src/journal/compare.ts';
import { entryOf } from '../../src/portfolio/entry.ts';
import type { RecordedFile } from '../../src/store/events.ts';
import { rentalFile } from '../support/rental-files.ts';

const FOUND: Found = { afterMs: 100, wholeMs: 90, absentMs: 80, beforeMs: 200 };
const entry = (fields: Readonly<Record<string, unknown>> = {}) => entryOf(rentalFile(fields));

/** What is recorded of a file that is seen for the first time. */
function recorded(fields: Readonly<Record<string, unknown>> = {}, found = FOUND): RecordedFile {
  const difference = differenceOf(null, entry(fields), found);
  if (difference === null) throw new Error('a new file is always new');
  return difference.file;
}

/** The events of a file that was recorded as `known` and is as `fields` now. */
function changes(known: RecordedFile, fields: Readonly<Record<string, unknown>>, found = FOUND) {
  return (differenceOf(known, entry(fields), found)?.events ?? []).map(
    ({ aspect, from, to }) => `${aspect}: ${from} → ${to}`,
  );
}

/** The events of a file that has become ready, each with the times between which it happened. */
const timesOf = (file: RecordedFile, found: Found) =>
  differenceOf(file, entry({ decision: 'READY' }), found)?.events.map(
    ({ aspect, afterMs, beforeMs }) => [aspect, afterMs, beforeMs],
  );

describe('a file that was not recorded', () => {
  test('appeared between the snapshot that had it first and the last that cannot have missed it', () => {
    const difference = differenceOf(null, entry({ status: 'OPEN', decision: 'READY' }), FOUND);
    expect(difference).toEqual({
      file: {
        id: 'a',
        status: 'OPEN',
        decision: 'READY',
        score: null,
        completion: null,
        applicants: '',
        isArchived: false,
        unread: [],
        isGone: false,
        knownMs: 200,
        appearedMs: 200,
        statusMs: 200,
        readyMs: 200,
        decidedMs: null,
        changedMs: 200,
        unseenFromMs: null,
        missedMs: null,
      },
      events: [
        { fileId: 'a', aspect: 'appeared', from: null, to: null, afterMs: 80, beforeMs: 200 },
      ],
    });
  });

  test('has no times and no event where it may have been there all the time', () => {
    const found = { ...FOUND, absentMs: null };
    for (const decision of ['READY', 'ACCEPTED']) {
      const difference = differenceOf(null, entry({ decision }), found);
      expect(difference?.events).toEqual([]);
      expect(difference?.file).toMatchObject({
        knownMs: 200,
        appearedMs: null,
        statusMs: null,
        readyMs: null,
        decidedMs: null,
        changedMs: null,
      });
    }
  });

  test.each([
    ['PENDING', null, null],
    ['READY', 200, null],
    ['ACCEPTED', null, 200],
    ['REJECTED', null, 200],
    ['ON_APPEAL', null, null],
  ])('with the decision %s was ready at %s and decided at %s', (decision, readyMs, decidedMs) => {
    expect(recorded({ decision })).toMatchObject({ readyMs, decidedMs });
  });
});

describe('values are words of at most 64 letters', () => {
  test.each([
    ['NEW', 'NEW'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), '?'],
    ['Anna Dupont', '?'],
    ['anna@example.com', '?'],
    [null, ''],
    [{ name: 'Anna' }, ''],
    [['NEW'], ''],
  ])('the status %j is recorded as %j', (status, word) => {
    expect(recorded({ status, decision: status })).toMatchObject({ status: word, decision: word });
  });

  test('what could not be read before may have been the same', () => {
    const unread = recorded({ status: null, decision: null });
    const difference = differenceOf(unread, entry({ status: 'OPEN', decision: 'READY' }), FOUND);
    expect(difference?.events).toEqual([]);
    expect(difference?.file).toMatchObject({ status: 'OPEN', decision: 'READY' });
    expect(changes(recorded({ status: 'OPEN', decision: 'READY' }), { status: null })).toEqual([
      'decision: READY → PENDING',
    ]);
  });
});

const GOOD = {
  status: 'OPEN',
  score: 80,
  completion_rate: 90,
  archived_at: '2020-01-01T00:00:00Z',
  applicants: [{ status: 'OPEN' }, { status: 'OPEN', is_guarantor: true }],
};

describe('what could not be read at first', () => {
  test.each([
    ['score', { score: 'n/a' }, { score: 70 }, 'score: 80 → 70'],
    ['completion', { completion_rate: {} }, { completion_rate: 70 }, 'completion: 90 → 70'],
    ['applicants', { applicants: 'one' }, { applicants: [] }, 'applicants: 1 OPEN → '],
    [
      'applicants',
      { applicants: [{ status: 'OPEN' }, { status: 'OPEN', is_guarantor: 'true' }] },
      { applicants: [] },
      'applicants: 1 OPEN → ',
    ],
    ['archived', { archived_at: '01/01/2020' }, { archived_at: null }, 'archived: true → false'],
  ])('the %s, as in %j, is taken over without an event', (value, bad, other, change) => {
    const unread = recorded({ ...GOOD, ...bad });
    expect(unread).toMatchObject({ unread: [value] });
    expect(differenceOf(unread, entry({ ...GOOD, ...bad }), FOUND)).toBeNull();
    // Other changes of the file leave it as it is.
    const opened = differenceOf(unread, entry({ ...GOOD, ...bad, status: 'NEW' }), FOUND);
    expect(opened?.events).toHaveLength(1);
    expect(opened?.file).toMatchObject({ unread: [value] });

    const later = { ...FOUND, beforeMs: 300 };
    const read = differenceOf(unread, entry(GOOD), later);
    expect(read).toEqual({ file: recorded(GOOD), events: [] });
    expect(read?.file.changedMs).toBe(200);
    expect(changes(recorded(GOOD), { ...GOOD, ...bad })).toEqual([]);
    expect(changes(recorded(GOOD), { ...GOOD, ...other })).toEqual([change]);
  });

  test('is taken over even where it is as empty as what was recorded for it', () => {
    const unread = recorded({ score: 'n/a', archived_at: '?' });
    const read = differenceOf(unread, entry(), FOUND);
    expect(read).toEqual({ file: recorded(), events: [] });
    expect(changes(recorded(), { score: 80 })).toEqual(['score: null → 80']);
  });
});

describe('a file that was recorded', () => {
  const known = recorded({
    status: 'NEW',
    decision: 'PENDING',
    score: 50,
    completion_rate: 40,
    applicants: [{ status: 'NEW' }],
  });

  test.each<[object, string[]]>([
    [{}, []],
    [{ status: 'OPEN' }, ['status: NEW → OPEN']],
    [{ decision: 'READY' }, ['decision: PENDING → READY']],
    [{ score: 51 }, ['score: 50 → 51']],
    [{ score: null }, ['score: 50 → null']],
    [{ score: 'n/a' }, []],
    [{ completion_rate: 'forty' }, []],
    [{ applicants: 'none' }, []],
    [{ score: 'n/a', status: 'OPEN' }, ['status: NEW → OPEN']],
    [{ completion_rate: 0 }, ['completion: 40 → 0']],
    [{ applicants: [] }, ['applicants: 1 NEW → ']],
    [{ archived_at: '2026-11-01T00:00:00Z' }, ['archived: false → true']],
    [{ archived_at: 'last week' }, []],
    [
      {
        applicants: [
          { status: 'OPEN' },
          { status: 'NEW' },
          { status: 'NEW' },
          { status: 'NEW', is_guarantor: true },
          { status: null },
        ],
      },
      ['applicants: 1 NEW → 1 ?, 2 NEW, 1 OPEN'],
    ],
    [{ updated_at: '2026-11-20T00:00:00Z', tags: [{ tenant: 't', name: 'urgent' }] }, []],
  ])('and now differs by %j has the events %j', (fields, events) => {
    const same = {
      status: 'NEW',
      decision: 'PENDING',
      score: 50,
      completion_rate: 40,
      applicants: [{ status: 'NEW' }],
    };
    expect(changes(known, { ...same, ...fields })).toEqual(events);
  });

  test('keeps the time of what has not changed, and takes that of what has', () => {
    const now = { ...FOUND, beforeMs: 300 };
    const fields = {
      status: 'NEW',
      score: 50,
      completion_rate: 40,
      applicants: [{ status: 'NEW' }],
    };
    const ready = differenceOf(known, entry({ ...fields, decision: 'READY' }), now)?.file;
    expect(ready).toMatchObject({ statusMs: 200, readyMs: 300, decidedMs: null, changedMs: 300 });
    if (ready === undefined) return;

    const later = { ...FOUND, beforeMs: 400 };
    const decided = differenceOf(ready, entry({ ...fields, decision: 'ACCEPTED' }), later)?.file;
    expect(decided).toMatchObject({ readyMs: 300, decidedMs: 400, changedMs: 400 });
    const again = differenceOf(ready, entry({ ...fields, decision: 'PENDING' }), later)?.file;
    expect(again).toMatchObject({ readyMs: null, decidedMs: null });
    const opened = differenceOf(
      ready,
      entry({ ...fields, status: 'OPEN', decision: 'READY' }),
      later,
    )?.file;
    expect(opened).toMatchObject({ statusMs: 400, readyMs: 300, changedMs: 400 });
  });

  test('changed after the snapshot before, or after the last that had it, never after this one', () => {
    const plain = recorded();
    expect(timesOf(plain, FOUND)).toEqual([['decision', 100, 200]]);
    expect(timesOf(plain, { ...FOUND, afterMs: null })).toEqual([['decision', 200, 200]]);
    expect(timesOf(plain, { ...FOUND, afterMs: 250 })).toEqual([['decision', 200, 200]]);
    expect(timesOf({ ...plain, unseenFromMs: 50 }, FOUND)).toEqual([['decision', 50, 200]]);
    expect(timesOf({ ...plain, isGone: true, unseenFromMs: 50 }, FOUND)).toEqual([
      ['back', 80, 200],
      ['decision', 50, 200],
    ]);
    expect(
      timesOf({ ...plain, isGone: true, unseenFromMs: 50 }, { ...FOUND, absentMs: null }),
    ).toEqual([
      ['back', 50, 200],
      ['decision', 50, 200],
    ]);
  });

  test('and was not seen meanwhile is seen again, without an event', () => {
    const difference = differenceOf(
      { ...known, unseenFromMs: 90, missedMs: 150 },
      entry({
        status: 'NEW',
        score: 50,
        completion_rate: 40,
        applicants: [{ status: 'NEW' }],
      }),
      FOUND,
    );
    expect(difference).toEqual({ file: known, events: [] });
  });
});

describe('a file that a snapshot lacks', () => {
  const known = recorded();

  test('is gone with the second complete one that began after the first had ended', () => {
    const first = missingFile(known, FOUND, 150, true);
    expect(first).toEqual({ file: { ...known, unseenFromMs: 90, missedMs: 200 }, events: [] });
    if (first === null) return;
    expect(missingFile(first.file, { ...FOUND, beforeMs: 300 }, 200, true)).toBeNull();
    const gone = missingFile(first.file, { ...FOUND, beforeMs: 300 }, 201, true);
    expect(gone?.file).toMatchObject({ isGone: true, changedMs: 200 });
    expect(gone?.events).toEqual([
      { fileId: 'a', aspect: 'gone', from: null, to: null, afterMs: 90, beforeMs: 200 },
    ]);
    expect(gone && missingFile(gone.file, { ...FOUND, beforeMs: 400 }, 350, true)).toBeNull();
  });

  test('is only not seen with one that may have missed it, and that is recorded once', () => {
    const unseen = missingFile(known, FOUND, 150, false);
    expect(unseen).toEqual({ file: { ...known, unseenFromMs: 90, missedMs: null }, events: [] });
    if (unseen === null) return;
    expect(missingFile(unseen.file, { ...FOUND, beforeMs: 300 }, 250, false)).toBeNull();
    expect(missingFile(unseen.file, { ...FOUND, beforeMs: 300 }, 250, true)?.file).toEqual({
      ...known,
      unseenFromMs: 90,
      missedMs: 300,
    });
    const missed = { ...known, unseenFromMs: 90, missedMs: 200 };
    expect(missingFile(missed, { ...FOUND, beforeMs: 300 }, 250, false)).toBeNull();
  });

  test('was last seen by the last whole snapshot, or else is not seen from this one on', () => {
    const first = missingFile(known, { ...FOUND, wholeMs: null }, 150, true);
    expect(first?.file.unseenFromMs).toBe(200);
  });
});
