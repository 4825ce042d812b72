import { expect, test } from 'vitest';

import { list } from '../../src/commands/list.ts';
import { show } from '../../src/commands/show/index.ts';
import { statusFor } from '../../src/commands/status.ts';
import type { FileHistory } from '../../src/portfolio/search/recorded.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { callOver, messageOf } from './call.ts';

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);

const SINCE = at('01T08:00');
const UNSEEN = {
  knownMs: SINCE,
  appearedMs: null,
  statusMs: null,
  readyMs: null,
  decidedMs: null,
  changedMs: null,
};

/** Changed by something else on 19 November, long after the decision. */
const seen = rentalFile({
  id: 'seen',
  decision: 'ACCEPTED',
  created_at: '2026-11-02T09:00:00Z',
  updated_at: '2026-11-19T09:00:00Z',
});
const ready = rentalFile({
  id: 'ready',
  decision: 'READY',
  created_at: '2026-11-02T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
});
const before = rentalFile({
  id: 'before',
  decision: 'REJECTED',
  created_at: '2026-10-02T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
});

const TIMES: Readonly<Record<string, ReturnType<FileHistory['timesOf']>>> = {
  seen: {
    ...UNSEEN,
    decision: 'ACCEPTED',
    readyMs: at('10T13:05'),
    decidedMs: at('12T15:30'),
  },
  ready: { ...UNSEEN, decision: 'READY', readyMs: at('17T13:05') },
  before: { ...UNSEEN, decision: 'REJECTED' },
};

/** A call over files whose past is recorded. */
function callWith(history: FileHistory | null, ...files: ReturnType<typeof rentalFile>[]) {
  return {
    ...callOver(() => pagesOf(files)),
    fileNow: async (id: string) => files.find((file) => file.id === id) ?? null,
    journal: { history: () => history, eventsOf: async () => [] },
  };
}

const HISTORY: FileHistory = {
  version: 1,
  sinceMs: SINCE,
  gapsUntil: () => [],
  timesOf: (id) => TIMES[id] ?? null,
};
const NOTE = 'Rental Desk has seen changes since 1 Nov 2026.';

async function found(query: string, history: FileHistory | null): Promise<string> {
  const { text } = await messageOf(list.run(query, callWith(history, seen, ready, before)));
  return text;
}

test('decisions are asked for by when they were seen', async () => {
  expect(await found('decided:2026-11-12', HISTORY)).toContain(
    '1 rental file · Decided on 12 November 2026',
  );
  expect(await found('decided:2026-11-19', HISTORY)).toContain('0 rental files');
  expect(await found('approved on 12 november', HISTORY)).toContain('1 rental file');
});

test('what was so when it was first seen has the latest time that it can have, and this is said', async () => {
  // Changed on 20 November, and decided when it was first seen on the first.
  expect(await found('decided:2026-11-01', HISTORY)).toContain('1 rental file');
  expect(await found('decided:2026-11-20', HISTORY)).toContain('0 rental files');
  expect(await found('decided:2026-11-01', HISTORY)).toContain(NOTE);
  expect(await found('decided:2026-10-20', HISTORY)).toContain(NOTE);
  // None of those times can be so late.
  expect(await found('decided:2026-11-12', HISTORY)).not.toContain(NOTE);
  expect(await found('-decided:2026-11-12', HISTORY)).toContain(NOTE);
  expect(await found('decision:approved', HISTORY)).not.toContain(NOTE);

  const { text } = await messageOf(list.run('decided:2026-11-01', callWith(HISTORY, seen)));
  expect(text).not.toContain(NOTE);
});

test('without a record the last change stands for a decision, and this is said', async () => {
  const text = await found('decided:2026-11-19', null);
  expect(text).toContain('1 rental file');
  expect(text).toContain('The service does not say when a file became ready or was decided');
});

test('how long a file has been ready is counted from when it was seen', async () => {
  // From Tuesday 17 to Saturday 21 November.
  expect(await found('ready:3bd', HISTORY)).toContain('1 rental file');
  expect(await found('ready:>3bd', HISTORY)).toContain('0 rental files');
  expect(await found('ready:>3bd', HISTORY)).not.toContain(NOTE);
});

test('a card says since when its file is ready, and when it was decided', async () => {
  const call = callWith(HISTORY, seen, ready, before);
  const card = async (id: string) => (await messageOf(show.run(id, call))).text;

  expect(await card('ready')).toContain(
    'Ready to decide, first seen on 17 Nov 2026, 14:05 · ready after 10 working days',
  );
  expect(await card('seen')).toContain('Decided, first seen on 12 Nov 2026, 16:30');
  expect(await card('seen')).toContain('decided in 1 working day');
  expect(await card('before')).not.toContain('first seen');
});

test('status says since when changes have been seen', async () => {
  const call = callWith(HISTORY, seen);
  await call.portfolio.read();
  const { text } = await messageOf(statusFor('1.0.0').run('', call));
  expect(text).toContain('Changes seen since 1 Nov 2026');
});
