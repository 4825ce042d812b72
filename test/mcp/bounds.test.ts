import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';

import type { CommandContext } from '../../src/commands/command.ts';
import { ToolInputError } from '../../src/commands/errors.ts';
import { callErrorText } from '../../src/mcp/server.ts';
import {
  dataQuery,
  dataTime,
  currentSnapshot,
  lastMessage,
  readCursor,
  type Tool,
} from '../../src/mcp/tool.ts';
import { fileTimeline, showFile } from '../../src/mcp/tools/file.ts';
import { periodReport } from '../../src/mcp/tools/report.ts';
import { countFiles, pendingOverview, searchFiles } from '../../src/mcp/tools/search.ts';
import { QueryError } from '../../src/portfolio/query/errors.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import type { Answer, Message } from '../../src/views/message.ts';
import { callOver } from '../commands/call.ts';
import { pagesOf, rentalFile, rentalFiles, serviceDown } from '../support/rental-files.ts';

const PERSON = 'U0CLAIRE001';
const REFUSAL: Message = { kind: 'message', text: 'Not here.', blocks: [] };

const Groups = z.array(z.object({ value: z.string().nullable(), count: z.number() }));

/** Cursors that anybody can read, so that a test can make them. */
const CURSORS = {
  encode: (token: object) => JSON.stringify(token),
  decode: (value: string) => JSON.parse(value),
};

/** Asks a tool over these files. */
async function ask(
  tool: Tool,
  args: object,
  files: () => readonly RentalFile[],
  over: Partial<CommandContext> = {},
) {
  const call = callOver(() => pagesOf(files()), {
    place: { surface: 'mcp', channelId: null, audience: 'channel' },
    call: { privacy: 'initials', ...over },
  });
  const { data, ...rest } = await tool.run(args, { call, cursors: CURSORS });
  return { ...rest, call, data: z.record(z.string(), z.unknown()).parse(data) };
}

/** Files in as many towns and properties, one in the first and two in each further one. */
function filesIn(places: number): RentalFile[] {
  return Array.from({ length: places }, (_, index) => index).flatMap((index) => {
    const product = {
      _id: `p${index}`,
      reference: `R-${index}`,
      description: `Bright. 690${String(index).padStart(2, '0')} Lyon, near the station.`,
    };
    const file = (name: string) =>
      rentalFile({ id: `${name}${index}`, created_at: '2026-11-18T09:00:00Z', product });
    return index === 0 ? [file('one')] : [file('one'), file('other')];
  });
}

/** A file in a property of its own with a reference. */
function referring(id: string, reference: string): RentalFile {
  return rentalFile({ id, product: { _id: id, reference } });
}

/** The first two of three files that a query finds, which are given the oldest first. */
async function firstTwo(query: string) {
  const { data } = await ask(searchFiles, { query, limit: 2 }, () => rentalFiles(3).toReversed());
  return z.array(z.object({ id: z.string() })).parse(data['files']);
}

/** A token as it stands in a cursor. */
function cursorOf(change: object = {}, action: object = {}): string {
  const args = { query: '', reading: 'r', page: 2, size: 10, ...change };
  return JSON.stringify({
    action: { command: 'mcp search_files', args, ...action },
    userId: PERSON,
    channelId: null,
  });
}

/** Everything that a call of one of its people would be answered with. */
async function* answers(...all: readonly Answer[]) {
  yield* all;
}

test.each(['town', 'property'])(
  'of many groups by %s the thirty largest are given, and how much is left out',
  async (by) => {
    const { data } = await ask(countFiles, { by }, () => filesIn(33));
    const groups = Groups.parse(data['groups']);
    expect(groups).toHaveLength(30);
    expect(groups.map(({ count }) => count)).toEqual(groups.map(() => 2));
    expect(data).toMatchObject({ total: 65, further_groups: 3, further_files: 5 });
  },
);

test('groups come with the largest first, and values that read alike are one', async () => {
  const { data } = await ask(countFiles, { by: 'property' }, () => [
    referring('a', 'R-1'),
    referring('b', 'R-2'),
    referring('c', 'R*2'),
    referring('d', 'R-3'),
    referring('e', 'R 2'),
    referring('f', 'R|2'),
    rentalFile({ id: 'g', product: { reference: 'S*1' } }),
    rentalFile({ id: 'h', product: { reference: 'S 1' } }),
    rentalFile({ id: 'i', product: { reference: 'S|1' } }),
  ]);
  expect(data['groups']).toEqual([
    { value: 'S 1', is_known: true, count: 3 },
    // Of several properties, so that their ids stand for what reads alike.
    ...['R-1', 'R-2', 'c', 'R-3', 'e', 'f'].map((value) => ({ value, is_known: true, count: 1 })),
  ]);
  expect(data).toMatchObject({ further_groups: 0, further_files: 0 });
});

test('a report has the ten properties with the most files', async () => {
  const { data } = await ask(periodReport, { periods_ago: 0 }, () => filesIn(12));
  const properties = z.array(z.object({ reference: z.string() })).parse(data['properties']);
  expect(properties).toHaveLength(10);
  expect(properties.map(({ reference }) => reference)).not.toContain('R-0');
});

test('an overview shows the first five of what waits', async () => {
  const { data } = await ask(pendingOverview, {}, () => rentalFiles(7));
  expect(data['first']).toHaveLength(5);
  expect(data).toMatchObject({ awaiting_decision: 7, with_unknown_decision: 0 });
});

test('files of unknown decisions are counted by all of these together', async () => {
  const odd = ['MAYBE', 'MAYBE', 'LATER'].map((decision, index) =>
    rentalFile({ id: `odd-${index}`, status: 'OPEN', decision }),
  );
  const { data } = await ask(pendingOverview, {}, () => [...odd, ...rentalFiles(1)]);
  expect(data).toMatchObject({ awaiting_decision: 1, with_unknown_decision: 3 });
});

test('of the parts of a query that find nothing together, three are named', async () => {
  const found = { decision: 'READY', created_at: '2026-11-18T09:00:00Z' };
  const files = [
    rentalFile({ id: 'a', ...found }),
    rentalFile({ id: 'b', status: 'CLOSED' }),
    rentalFile({ id: 'c', decision: 'REJECTED', completion_rate: 100 }),
    rentalFile({ id: 'd', score: 900 }),
  ];
  const query = 'decision:ready status:closed completion:100 score:>800';
  const { data } = await ask(searchFiles, { query }, () => files);
  expect(data).toMatchObject({ total: 0, pages: 1, page: 1, next_cursor: null });
  expect(data['wider']).toHaveLength(3);
});

test('a page that is not there any more is the last one, and says that files have changed', async () => {
  let count = 25;
  const context = await ask(searchFiles, { limit: 10 }, () => rentalFiles(count));
  const { call, data } = context;
  expect(data).toMatchObject({ total: 25, pages: 3, has_changed: false, understood: 'all files' });
  const { reading } = CURSORS.decode(String(data['next_cursor'])).action.args;
  const cursor = cursorOf({ page: 3, reading });
  const same = await searchFiles.run({ cursor }, { call, cursors: CURSORS });
  expect(same.data).toMatchObject({ page: 3, has_changed: false, next_cursor: null });
  count = 12;
  await call.portfolio.read();
  const gone = cursorOf({ page: 3, reading: 'another' });
  const later = await searchFiles.run({ cursor: gone }, { call, cursors: CURSORS });
  expect(later.data).toMatchObject({ total: 12, pages: 2, page: 2, has_changed: true });
  expect(later.data).toHaveProperty('files.length', 2);
});

test('files are found the newest first unless the query says otherwise', async () => {
  expect(await firstTwo('')).toMatchObject([{ id: 'file-0' }, { id: 'file-1' }]);
  expect(await firstTwo('sort:oldest')).toMatchObject([{ id: 'file-2' }, { id: 'file-1' }]);
});

test('a cursor is good for its person, its tool and the pages that there can be', () => {
  expect(readCursor(cursorOf(), PERSON, CURSORS)).toMatchObject({ page: 2, size: 10 });
  expect(readCursor(cursorOf({ page: 40, size: 1 }), PERSON, CURSORS)).toMatchObject({ size: 1 });
  const expired = JSON.stringify({ action: 'expired', userId: PERSON });
  const none = JSON.stringify({ action: null, userId: PERSON });
  for (const cursor of [
    cursorOf({ page: 1 }),
    cursorOf({ size: 0 }),
    cursorOf({ size: 11 }),
    cursorOf({ query: 7 }),
    cursorOf({}, { command: 'list' }),
    expired,
    none,
    'null',
  ]) {
    expect(() => readCursor(cursor, PERSON, CURSORS)).toThrow(ToolInputError);
  }
  expect(() => readCursor(cursorOf(), 'U0ANOTHER', CURSORS)).toThrow(ToolInputError);
});

test('what a file is called is bounded, and an archived one has no place in the backlog', async () => {
  const files = [
    rentalFile({
      id: 'a',
      decision: 'READY',
      status: 'ANALYZED',
      archived_at: '2026-11-20T08:00:00Z',
      product: { reference: 'R'.repeat(70), description: `69003 ${'Saint-'.repeat(20)}Lyon` },
    }),
    rentalFile({ id: 'b', decision: 'READY', status: 'ANALYZED', completion_rate: 100 }),
  ];
  const Named = z.object({
    id: z.string(),
    reference: z.string().nullable(),
    town: z.string().nullable(),
    backlog: z.string().nullable(),
  });
  const found = async (query: string) => {
    const { data } = await ask(searchFiles, { query }, () => files);
    return z.array(Named).parse(data['files']);
  };
  const [archived] = await found('archived:yes');
  expect(archived?.reference).toMatch(/^R{39,40}$/);
  expect(archived?.town).toMatch(/^69003 .{40,54}$/);
  expect(archived?.backlog).toBeNull();
  expect(await found('archived:no')).toMatchObject([{ id: 'b', backlog: 'ready' }]);
  const { data } = await ask(countFiles, { by: 'backlog' }, () => files);
  expect(data['groups']).toEqual([
    { value: 'closed_or_archived', is_known: true, count: 1 },
    { value: 'ready', is_known: true, count: 1 },
  ]);
});

test.each([
  ['as many as the service counts', 3, false],
  ['fewer than the service counts', 5, true],
])('old files that are %s may be a part', async (_how, count, isPart) => {
  let isDown = false;
  const call = callOver(
    () => {
      if (isDown) throw serviceDown();
      const [first, last] = pagesOf(rentalFiles(3), 2);
      return [first, last].flatMap((page) => (page ? [{ ...page, count }] : []));
    },
    { place: { surface: 'mcp', channelId: null, audience: 'channel' } },
  );
  await call.portfolio.read();
  isDown = true;
  await call.portfolio.read().catch(() => {});
  const { data } = await countFiles.run({ by: 'status' }, { call, cursors: CURSORS });
  expect(data).toMatchObject({ is_stale: true, may_be_partial: isPart, total: 3 });
});

test.each([
  [{ status: 'COLLECTED' }, 'ready'],
  [{ decision: 'PENDING' }, 'in_review'],
  [{ decision: 'PENDING', status: 'OPEN' }, 'waiting_for_documents'],
  [{ decision: 'ACCEPTED' }, null],
  [{ status: 'CLOSED' }, null],
  [{ score: 9 }, 'ready'],
])(
  'a file of which %j has changed stands where it is now in the backlog: %s',
  async (change, backlog) => {
    const file = rentalFile({
      id: 'a',
      decision: 'READY',
      status: 'ANALYZED',
      completion_rate: 100,
    });
    const now = { ...file, ...change };
    const { data } = await ask(showFile, { file: 'a' }, () => [file], { fileNow: async () => now });
    expect(data).toMatchObject({
      source: 'service',
      file: { id: 'a', backlog, is_archived: false },
    });
  },
);

test('a file that was archived since, and of which nothing is complete, is told so', async () => {
  const fields = { id: 'a', decision: 'READY', status: 'ANALYZED' };
  const file = rentalFile({ ...fields, completion_rate: 100 });
  const now = rentalFile({ ...fields, archived_at: '2026-11-20T08:00:00Z' });
  const { data } = await ask(showFile, { file: 'a' }, () => [file], { fileNow: async () => now });
  expect(data).toMatchObject({ file: { completion_percent: null, is_archived: true } });
});

test('values of a timeline are cut, and a look that could not be logged is reported with it', async () => {
  const event = { fileId: 'a', aspect: 'status', afterMs: 0, beforeMs: 1 } as const;
  const journal = {
    history: () => ({
      version: 1,
      sinceMs: 0,
      gapsUntil: () => [],
      timesOf: () => ({
        decision: 'PENDING',
        knownMs: 0,
        appearedMs: null,
        statusMs: null,
        readyMs: null,
        decidedMs: null,
        changedMs: null,
      }),
    }),
    eventsOf: async () => [{ ...event, from: 'X'.repeat(70), to: null }],
  };
  const { data, warning, call } = await ask(
    fileTimeline,
    { file: 'file-0' },
    () => rentalFiles(1),
    {
      journal,
    },
  );
  expect(warning).toBeUndefined();
  expect(data).toMatchObject({
    events: [{ from: expect.stringMatching(/^X{59,60}$/), to: null }],
    further_events: 0,
  });
  call.store.setDown(true);
  const unlogged = await fileTimeline.run({ file: 'file-0' }, { call, cursors: CURSORS });
  expect(unlogged.data).toMatchObject({ history: 'known' });
  expect(unlogged.warning).toMatchObject({ errors: [{ name: 'StoreError' }] });
});

test('a query as data is one line of at most 300 characters', () => {
  expect(dataQuery('x'.repeat(400))).toMatch(/^x{299,300}$/);
  expect(dataQuery(' status:new \n <b>  *tag:"a"* ')).toBe('status:new <b> tag:"a"');
});

test('the last moment of the calendar is a time, and the one after it is none', () => {
  expect(dataTime(8.64e15)).toBe('+275760-09-13T00:00:00.000Z');
  expect(dataTime(-8.64e15)).not.toBeNull();
  expect(dataTime(8.64e15 + 1)).toBeNull();
});

test('why a call has no answer is one line of at most 1,500 characters', () => {
  const long = callErrorText(new ToolInputError('word '.repeat(1_000)), REFUSAL, 'K7M2XP');
  expect(long.length).toBeLessThanOrEqual(1_500);
  expect(long.length).toBeGreaterThan(1_400);
  expect(callErrorText(new ToolInputError('a\nb'), REFUSAL, 'K7M2XP')).toBe('a b');
  expect(callErrorText(new Error('inside'), REFUSAL, 'K7M2XP')).toBe('Not here.');
  expect(callErrorText(serviceDown(), REFUSAL, 'K7M2XP')).toMatch(
    /^The rental files cannot be read now \(rental_down\)\. .* Reference K7M2XP\.$/,
  );
});

test.each([
  [
    'colour:red',
    /^There is no key “colour:”\. Keys are: status, .*\. Put text with a colon in quotes\.$/,
  ],
  ['statsu:new', /Did you mean “status”\? Keys are: .* Corrected query: status:new$/],
  ['status:nwe', /Did you mean “new”\?.*Corrected query: status:new$/],
])('a wrong query, such as %s, is told with what is possible', (typed, told) => {
  const error = failureOf(typed);
  expect(error).toBeInstanceOf(QueryError);
  expect(callErrorText(error, REFUSAL, 'K7M2XP')).toMatch(told);
});

function failureOf(typed: string): unknown {
  try {
    return parseQuery(typed);
  } catch (error) {
    return error;
  }
}

test('the message that stays is the last that does not pass, with its warning', async () => {
  const passing: Message = { kind: 'message', text: 'soon', blocks: [], isProgress: true };
  const first: Message = { kind: 'message', text: 'one', blocks: [] };
  const last: Message = { ...first, text: 'other', warning: 'late' };
  expect(await lastMessage(answers())).toEqual({});
  expect(await lastMessage(answers(passing))).toEqual({});
  expect(await lastMessage(answers({ kind: 'post', message: first }))).toEqual({});
  const shown = await lastMessage(answers(first, passing));
  expect(shown).toEqual({ message: first });
  expect(await lastMessage(answers(first, last, passing))).toMatchObject({
    message: { text: 'other' },
    warning: 'late',
  });
});

test('an assistant waits for the first reading for ten seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const gate = Promise.withResolvers<void>();
  const call = callOver(async function* never() {
    await gate.promise;
    yield* pagesOf(rentalFiles(1));
  });
  const settled: unknown[] = [];
  const waiting = currentSnapshot(call).catch((error: unknown) => settled.push(error));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(settled).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  await waiting;
  expect(settled).toMatchObject([{ name: 'StillReadingError' }]);
  gate.resolve();
  await vi.runAllTimersAsync();
});
