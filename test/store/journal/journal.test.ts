import { beforeEach, expect, test } from 'vitest';

import {
  EVENT_ASPECTS,
  type FileEvent,
  type JournalState,
  type RecordedFile,
} from '../../../src/store/events.ts';
import type { DigestStore } from '../../../src/store/store.ts';
import { serverPlace } from '../../support/places.ts';
import { useStore } from '../../support/use-store.ts';
import { emptyTables, runSql } from '../run-sql.ts';

const STATE: Omit<JournalState, 'generation'> = {
  baselineMs: 1_000,
  seenFromMs: 2_000,
  wholeFromMs: 3_000,
  completeFromMs: 4_000,
  absentFromMs: 5_000,
  readUntilMs: 6_000,
  latestMs: 7_000,
  gaps: [{ afterMs: 500, beforeMs: 900 }],
};

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  await emptyTables(store, 'journal', 'journal_files', 'file_events');
});

/** A file with a value of its own in each place. */
function fileOf(id: string, over: Partial<RecordedFile> = {}): RecordedFile {
  return {
    id,
    status: 'OPEN',
    decision: 'READY',
    score: 512.5,
    completion: 75,
    applicants: '2 NEW, 1 OPEN',
    isArchived: false,
    unread: [],
    isGone: true,
    knownMs: 10_000,
    appearedMs: 11_000,
    statusMs: 12_000,
    readyMs: 13_000,
    decidedMs: 14_000,
    changedMs: 15_000,
    unseenFromMs: 16_000,
    missedMs: 17_000,
    ...over,
  };
}

const NOTHING_KNOWN = {
  score: null,
  completion: null,
  appearedMs: null,
  statusMs: null,
  readyMs: null,
  decidedMs: null,
  changedMs: null,
  unseenFromMs: null,
  missedMs: null,
};

function eventOf(fileId: string, over: Partial<FileEvent> = {}): FileEvent {
  const values = { aspect: 'score', from: '5', to: '6' } as const;
  return { fileId, ...values, afterMs: 20_000, beforeMs: 21_000, ...over };
}

async function write(
  seen: number | null,
  files: readonly RecordedFile[] = [],
  events: readonly FileEvent[] = [],
  state = STATE,
): Promise<boolean> {
  return store.journal.write({ seen, state, files, events });
}

const idsSince = async (generation: number, afterId: string, limit: number) =>
  (await store.journal.filesSince(generation, afterId, limit)).map(({ id }) => id);

test('before the first write there is the clock of the database, and no state', async () => {
  const { nowMs, state } = await store.journal.state();
  expect(state).toBeNull();
  expect(Math.abs(nowMs - Date.now())).toBeLessThan(60_000);
});

test('how far the journal has come is kept whole, also where it has not come so far', async () => {
  expect(await write(null)).toBe(true);
  expect((await store.journal.state()).state).toEqual({ ...STATE, generation: 1 });
  const next = { ...STATE, completeFromMs: null, absentFromMs: null, latestMs: 8_000 };
  expect(await write(1, [], [], next)).toBe(true);
  expect((await store.journal.state()).state).toEqual({ ...next, generation: 2 });
});

test('a file is found as it was recorded last, with all that is known of it or nothing', async () => {
  const [full, empty] = [fileOf('a'), fileOf('b', { ...NOTHING_KNOWN, isGone: false })];
  await write(null, [full, empty]);
  expect(await store.journal.filesSince(-1, '', 10)).toEqual([full, empty]);
  const other = fileOf('a', {
    ...NOTHING_KNOWN,
    status: 'CLOSED',
    decision: 'REJECTED',
    applicants: '',
    isArchived: true,
    isGone: false,
    knownMs: 30_000,
  });
  const filled = fileOf('b', { score: 1, completion: 2 });
  await write(1, [other, filled]);
  expect(await store.journal.filesSince(-1, '', 10)).toEqual([other, filled]);
});

test('values that have not been read are kept, and so is what was written without any', async () => {
  const files = [
    fileOf('a', { unread: ['score', 'archived'] }),
    fileOf('b', { unread: ['completion', 'applicants'], applicants: '' }),
    fileOf('c', { applicants: '1 ?, 2 NEW' }),
    fileOf('d', { applicants: '' }),
  ];
  await write(null, files);
  expect(await store.journal.filesSince(-1, '', 10)).toEqual(files);
  const rows = await runSql(
    store,
    "select applicants from rental_desk.journal_files where id in ('c', 'd') order by id",
  );
  expect(rows).toEqual([{ applicants: '1 ?, 2 NEW' }, { applicants: '' }]);
});

test('files come by their ids, a page at a time, those that were written since', async () => {
  await write(
    null,
    ['d', 'b', 'a'].map((id) => fileOf(id)),
  );
  await write(
    1,
    ['c', 'b'].map((id) => fileOf(id)),
  );
  expect(await idsSince(-1, '', 10)).toEqual(['a', 'b', 'c', 'd']);
  expect(await idsSince(-1, '', 3)).toEqual(['a', 'b', 'c']);
  expect(await idsSince(-1, 'c', 3)).toEqual(['d']);
  expect(await idsSince(0, '', 10)).toEqual(['a', 'b', 'c', 'd']);
  expect(await idsSince(1, '', 10)).toEqual(['b', 'c']);
  expect(await idsSince(1, 'b', 10)).toEqual(['c']);
  expect(await idsSince(2, '', 10)).toEqual([]);
});

test('who has not seen the last write writes nothing at all', async () => {
  await write(null, [fileOf('a')], [eventOf('a')]);
  const more = [[fileOf('b')], [eventOf('b')]] as const;
  expect(await write(null, ...more)).toBe(false);
  expect(await write(2, ...more)).toBe(false);
  expect(await write(0, ...more)).toBe(false);
  expect(await idsSince(-1, '', 10)).toEqual(['a']);
  expect(await store.journal.eventsOf('b', 10)).toEqual([]);
  expect((await store.journal.state()).state?.generation).toBe(1);
  expect(await write(1, ...more)).toBe(true);
  expect(await store.journal.eventsOf('b', 10)).toHaveLength(1);
});

test('ten files and ten events at once are written as any other number', async () => {
  const ids = Array.from({ length: 10 }, (_, index) => `f${index}`);
  await write(
    null,
    ids.map((id) => fileOf(id)),
    ids.map((id) => eventOf(id)),
  );
  expect(await idsSince(-1, '', 100)).toEqual(ids);
  for (const id of ids) expect(await store.journal.eventsOf(id, 10)).toEqual([eventOf(id)]);
});

test('events of a file come the newest first, no more than asked for, with all that they say', async () => {
  const events = EVENT_ASPECTS.map((aspect, index) =>
    eventOf('a', {
      aspect,
      from: index % 2 ? `from ${aspect}` : null,
      to: index % 3 ? `to ${aspect}` : null,
      afterMs: 100 + index,
      beforeMs: 200 + index,
    }),
  );
  await write(null, [], [...events, eventOf('b')]);
  expect(await store.journal.eventsOf('a', 100)).toEqual(events.toReversed());
  expect(await store.journal.eventsOf('a', 2)).toEqual(events.toReversed().slice(0, 2));
  expect(await store.journal.eventsOf('a\0', 1)).toHaveLength(1);
  expect(await store.journal.eventsOf('c', 100)).toEqual([]);
});

test('what a newer version has recorded of a file is left out', async () => {
  await write(null, [], [eventOf('a')]);
  await runSql(
    store,
    `insert into rental_desk.file_events (file_id, aspect, after_at, before_at)
     values ('a', 'sung', clock_timestamp(), clock_timestamp())`,
  );
  expect(await store.journal.eventsOf('a', 10)).toEqual([eventOf('a')]);
});
