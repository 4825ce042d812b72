import { expect, test } from 'vitest';

import { milestonesOf, timelineOf } from '../../src/journal/journal.ts';
import { createWorkingDays, holidaysOf } from '../../src/portfolio/calendar.ts';
import type { FileHistory } from '../../src/portfolio/search/recorded.ts';
import type { FileEvent } from '../../src/store/events.ts';

const at = (day: number) => Date.UTC(2026, 10, day, 9);
const READER = { zone: 'Europe/Paris', workingDays: createWorkingDays(holidaysOf('FR')) };
const TIMES = {
  decision: 'ACCEPTED',
  knownMs: at(1),
  appearedMs: null,
  statusMs: null,
  readyMs: at(4),
  decidedMs: at(9),
  changedMs: at(9),
};
const EVENT: FileEvent = {
  fileId: 'a',
  aspect: 'decision',
  from: 'READY',
  to: 'ACCEPTED',
  afterMs: at(8),
  beforeMs: at(9),
};
const ASKED = { id: 'a', createdMs: at(2), decision: 'ACCEPTED' };

/** A journal that knows these times of the file `a`, or nothing at all. */
function journalOf(
  times: Partial<typeof TIMES> | { readyMs: null } | null,
  gaps: ReturnType<FileHistory['gapsUntil']> = [],
) {
  const history: FileHistory = {
    version: 1,
    sinceMs: 0,
    gapsUntil: () => gaps,
    timesOf: (id) => (id === 'a' && times !== null ? { ...TIMES, ...times } : null),
  };
  return { history: () => history, eventsOf: async () => [EVENT] };
}

test('when a file was ready and decided is told with the working days that it took', () => {
  expect(milestonesOf(ASKED, journalOf({}), READER)).toEqual({
    readyMs: at(4),
    decidedMs: at(9),
    daysToReady: 2,
    daysToDecision: 3,
  });
});

/** The milestones where nothing was read for some hours before an instant. */
const found = (beforeMs: number, hours: number) =>
  milestonesOf(ASKED, journalOf({}, [{ afterMs: beforeMs - hours * 3_600_000, beforeMs }]), READER);

test('days are not known where one of their ends was found a day late or more', () => {
  const known = { daysToReady: 2, daysToDecision: 3 };
  expect(found(at(9), 24)).toMatchObject({ decidedMs: at(9), ...known, daysToDecision: null });
  expect(found(at(4), 24)).toMatchObject({ daysToReady: null, daysToDecision: null });
  expect(found(at(9), 23)).toMatchObject(known);
  // Between the two, and on the day that the service names.
  expect(found(at(9) - 1, 100)).toMatchObject(known);
  expect(found(at(3), 30)).toMatchObject(known);
});

test('days are not known where one of their ends is not', () => {
  expect(milestonesOf({ ...ASKED, createdMs: null }, journalOf({}), READER)).toMatchObject({
    daysToReady: null,
    daysToDecision: 3,
  });
  expect(milestonesOf(ASKED, journalOf({ readyMs: null }), READER)).toEqual({
    readyMs: null,
    decidedMs: at(9),
    daysToReady: null,
    daysToDecision: null,
  });
});

test('nothing is told of another file, of another decision, or before anything is recorded', () => {
  expect(milestonesOf({ ...ASKED, id: 'b' }, journalOf({}), READER)).toBeNull();
  expect(milestonesOf({ ...ASKED, decision: 'READY' }, journalOf({}), READER)).toBeNull();
  expect(milestonesOf(ASKED, { history: () => null }, READER)).toBeNull();
});

test('a timeline has the events also where its milestones are about to change', async () => {
  expect(await timelineOf(ASKED, journalOf({}), READER)).toEqual({
    knownMs: at(1),
    events: [EVENT],
    readyMs: at(4),
    decidedMs: at(9),
    daysToReady: 2,
    daysToDecision: 3,
  });
  expect(await timelineOf({ ...ASKED, decision: 'READY' }, journalOf({}), READER)).toEqual({
    knownMs: at(1),
    events: [EVENT],
    readyMs: null,
    decidedMs: null,
    daysToReady: null,
    daysToDecision: null,
  });
  expect(await timelineOf(ASKED, journalOf(null), READER)).toBeNull();
});
