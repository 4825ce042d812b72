import { expect, test } from 'vitest';

import { entryOf } from '../../src/portfolio/entry.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { SnoozedFile, TriageRows, TriageStore } from '../../src/store/triage.ts';
import { createTriage, endOfLeavers } from '../../src/triage/triage.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';
import { rentalFile } from '../support/rental-files.ts';

const CLAIRE = 'U0CLAIRE001';
const NOTHING: TriageRows = {
  generation: 7,
  nowMs: 0,
  taken: [],
  freed: [],
  watched: [],
  snoozed: [],
};

async function unexpected(): Promise<never> {
  throw new Error('nothing was to be asked for');
}

/** A store that answers with these rows, and fails in everything else. */
function storeOf(rows: Partial<TriageRows>, over: Partial<TriageStore> = {}): TriageStore {
  return {
    generation: unexpected,
    all: async () => ({ ...NOTHING, ...rows }),
    take: unexpected,
    unnotified: unexpected,
    notified: unexpected,
    giveBack: unexpected,
    watch: unexpected,
    unwatch: unexpected,
    snooze: unexpected,
    unsnooze: unexpected,
    end: unexpected,
    endSnoozes: unexpected,
    endOf: unexpected,
    ...over,
  };
}

async function away(): Promise<never> {
  throw new StoreError('unreachable', 'away');
}

/** Of two people one has taken a file. */
const endOf = async (userId: string) => (userId === 'U1' ? ['f0'] : []);

/** Everybody is gone. */
const goneOf = async () => 'gone' as const;

function noFailure(error: unknown): never {
  throw error;
}

test('a failure to look is reported, and what was known stays', async () => {
  const failures: unknown[] = [];
  const rows = { taken: [{ fileId: 'a', takenBy: CLAIRE, atMs: 1 }] };
  let isAway = false;
  const triage = createTriage({
    now: () => Date.now(),
    store: storeOf(rows, { generation: async () => (isAway ? away() : 7) }),
    onFailure: (error) => failures.push(error),
  });
  expect(triage.state()).toBeNull();
  await triage.catchUp();
  isAway = true;
  await triage.catchUp();
  expect(failures).toMatchObject([{ code: 'unreachable' }]);
  expect(triage.state()?.takenOf('a')).toEqual({ fileId: 'a', takenBy: CLAIRE, atMs: 1 });
  expect(triage.state()?.version).toBe(7);
});

test('what has not changed since is not read again', async () => {
  let reads = 0;
  let generation = 7;
  const triage = createTriage({
    now: () => Date.now(),
    store: storeOf(
      {},
      {
        generation: async () => generation,
        async all() {
          reads += 1;
          return { ...NOTHING, generation };
        },
      },
    ),
    onFailure: noFailure,
  });
  await triage.catchUp();
  await triage.catchUp();
  expect(reads).toBe(1);
  generation = 8;
  await triage.catchUp();
  expect([reads, triage.state()?.version]).toEqual([2, 8]);
});

test('where nothing ends, nothing is written, and a failure to end is reported', async () => {
  const ended: unknown[] = [];
  const failures: unknown[] = [];
  const rows = { watched: [{ fileId: 'a', userId: CLAIRE }] };
  const end = async (ids: readonly string[], beforeMs: number) => {
    ended.push([ids, beforeMs]);
    return away();
  };
  const triage = createTriage({
    now: () => 5_000,
    store: storeOf({ ...rows, nowMs: 2_000 }, { end }),
    onFailure: (error) => failures.push(error),
  });
  const file = { id: 'a', status: 'OPEN', decision: 'READY' };
  await triage.end(readingOfFiles(file));
  // A date that cannot be read does not say that a file is archived.
  await triage.end(readingOfFiles({ ...file, archived_at: 'soon' }));
  expect([ended, failures]).toEqual([[], []]);
  const decided = readingOfFiles({ ...file, decision: 'ACCEPTED' });
  await triage.end(decided);
  // The database's clock is three seconds behind the one of the snapshot.
  expect(ended).toEqual([[['a'], decided.startedAt - 3_000]]);
  expect(failures).toHaveLength(1);
});

test('what a resting file had is kept in 300 characters, and only where it rests until it changes', async () => {
  const written: SnoozedFile[] = [];
  const snooze = async (row: SnoozedFile) => {
    written.push(row);
  };
  const triage = createTriage({
    now: () => Date.now(),
    store: storeOf({}, { snooze }),
    onFailure: noFailure,
  });
  const applicants = Array.from({ length: 60 }, (_, index) => ({
    id: `p${index}`,
    status: 'ANALYZED',
  }));
  const entry = entryOf(rentalFile({ id: 'a', applicants }));
  await triage.snooze(entry, CLAIRE, null);
  await triage.snooze(entry, CLAIRE, 5);
  expect(written).toEqual([
    { fileId: 'a', snoozedBy: CLAIRE, untilMs: null, state: expect.stringMatching(/^\[.{299}$/) },
    { fileId: 'a', snoozedBy: CLAIRE, untilMs: 5, state: null },
  ]);
});

test('only people who are gone are ended, those who were named or all who have taken a file', async () => {
  const taken = ['U1', 'U2'].map((takenBy, index) => ({ fileId: `f${index}`, takenBy, atMs: 1 }));
  const triage = createTriage({
    now: () => Date.now(),
    store: storeOf({ taken }, { endOf }),
    onFailure: noFailure,
  });
  const ended: unknown[] = [];
  const note = (userId: string, files: number) => void ended.push([userId, files]);
  await endOfLeavers(triage, goneOf, note);
  expect(ended).toEqual([]);
  await triage.catchUp();
  await endOfLeavers(triage, goneOf, note);
  expect(ended.splice(0)).toEqual([
    ['U1', 1],
    ['U2', 0],
  ]);
  await endOfLeavers(triage, goneOf, note, ['U9']);
  expect(ended.splice(0)).toEqual([['U9', 0]]);
  await endOfLeavers(triage, async () => 'unknown', note);
  expect(ended).toEqual([]);
});
