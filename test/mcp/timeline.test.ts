import { expect, test } from 'vitest';

import type { CommandContext } from '../../src/commands/command.ts';
import { fileTimeline } from '../../src/mcp/tools/file.ts';
import { periodReport } from '../../src/mcp/tools/report.ts';
import type { FileHistory } from '../../src/portfolio/search/recorded.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { FileEvent } from '../../src/store/events.ts';
import { callOver } from '../commands/call.ts';
import { pagesOf, rentalFile, rentalFiles } from '../support/rental-files.ts';

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
const CURSORS = { encode: () => '', decode: () => null };

const decided = rentalFile({
  id: 'decided',
  decision: 'ACCEPTED',
  created_at: '2026-11-02T09:00:00Z',
  product: { reference: 'TL-0001' },
});

const HISTORY: FileHistory = {
  sinceMs: at('01T08:00'),
  version: 1,
  gapsUntil: () => [],
  timesOf: (id) =>
    id === 'decided'
      ? {
          decision: 'ACCEPTED',
          knownMs: at('01T08:00'),
          appearedMs: null,
          statusMs: null,
          readyMs: at('10T13:05'),
          decidedMs: at('12T15:30'),
          changedMs: at('12T15:30'),
        }
      : null,
};

const EVENTS: readonly FileEvent[] = Array.from({ length: 33 }, (_, index) => ({
  fileId: 'decided',
  aspect: 'status',
  from: index === 0 ? 'COLLECT_STARTED' : 'NEW',
  to: index === 0 ? 'a [link](https://evil.example)' : 'OPEN',
  afterMs: at('11T08:00') - index * 60_000,
  beforeMs: at('11T09:00') - index * 60_000,
}));

function contextWith(journal: NonNullable<CommandContext['journal']>) {
  const place = { surface: 'mcp', channelId: null, audience: 'channel' } as const;
  const call = callOver(() => pagesOf([decided, ...rentalFiles(3)]), {
    place,
    call: { journal, privacy: 'reference' },
  });
  return { call, cursors: CURSORS };
}

test('a timeline has what was seen, bounded and as data', async () => {
  const context = contextWith({ history: () => HISTORY, eventsOf: async () => EVENTS });
  const { data } = await fileTimeline.run({ file: 'TL-0001' }, context);
  expect(data).toMatchObject({
    history: 'known',
    known_since: '2026-11-01T08:00:00.000Z',
    ready_at: '2026-11-10T13:05:00.000Z',
    decided_at: '2026-11-12T15:30:00.000Z',
    working_days_to_decision: 1,
    further_events: 3,
  });
  expect(data).toHaveProperty('events.length', 30);
  expect(data).toHaveProperty('events.0', {
    what: 'status',
    from: 'COLLECT_STARTED',
    to: 'a link https //evil.example',
    after: '2026-11-11T08:00:00.000Z',
    before: '2026-11-11T09:00:00.000Z',
  });
});

test('a past that is not known is not made up, for any reason', async () => {
  const unrecorded = contextWith({ history: () => null, eventsOf: async () => [] });
  expect((await fileTimeline.run({ file: 'decided' }, unrecorded)).data).toMatchObject({
    history: 'nothing_recorded',
    ready_at: null,
    events: [],
  });
  const away = contextWith({
    history: () => HISTORY,
    eventsOf: async () => {
      throw new StoreError('unreachable', 'The database does not answer');
    },
  });
  const answer = await fileTimeline.run({ file: 'decided' }, away);
  expect(answer.data).toMatchObject({ history: 'database_away', decided_at: null, events: [] });
  expect(answer.warning).toBeInstanceOf(AggregateError);
});

test('a report has figures of what was seen, and null for what was not', async () => {
  const seen = contextWith({ history: () => HISTORY, eventsOf: async () => [] });
  const { data } = await periodReport.run({ target_working_days: 2 }, seen);
  expect(data).toMatchObject({
    period: {
      from: '2026-11-09',
      to: '2026-11-15',
      became_ready: 1,
      accepted: 1,
      rejected: 0,
      working_days_to_decision: { files: 1, median: 1, ninetieth_percentile: 1 },
      decided_within_target: 1,
    },
    period_before: { from: '2026-11-02', to: '2026-11-08', arrived: 1, accepted: 0 },
    awaiting_decision_now: 3,
    files_without_creation_date: 0,
  });
  const gap = { afterMs: at('06T17:00'), beforeMs: at('16T07:00') };
  const away = contextWith({
    history: () => ({ ...HISTORY, version: 2, gapsUntil: () => [gap] }),
    eventsOf: async () => [],
  });
  const times = [{ from: '2026-11-06T17:00:00.000Z', to: '2026-11-16T07:00:00.000Z' }];
  expect((await periodReport.run({}, away)).data).toMatchObject({
    period: { accepted: null, became_ready: null, not_recorded: times },
    period_before: { accepted: 0, not_recorded: times },
  });
  const earlier = await periodReport.run({ periods_ago: 3 }, seen);
  expect(earlier.data).toMatchObject({
    period: { arrived: 0, accepted: null, became_ready: null },
  });
});
