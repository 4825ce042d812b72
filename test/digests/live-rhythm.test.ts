import { expect, test } from 'vitest';

import { PostError, RetryLaterError } from '../../src/delivery/ports.ts';
import { createLiveUpdates, type LiveUpdatePorts } from '../../src/digests/live-updates.ts';
import { UnknownPlaceError } from '../../src/portfolio/calendar.ts';
import { QueryError } from '../../src/portfolio/query/errors.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { messageOf } from '../delivery/fixture.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';

const DECIDED = readingOfFiles({ id: 'a', decision: 'ACCEPTED' }, { id: 'b' });
const SECOND_MS = 1_000;

interface Given {
  readonly posts?: number;
  readonly snapshot?: Snapshot | null;
  /** What Slack makes of an update. */
  readonly error?: Error;
  readonly compose?: LiveUpdatePorts['compose'];
  /** Whether the lease of a post is to be had. */
  readonly isTaken?: (id: string) => boolean;
}

/** Posts of which a file is decided, and what is done about them, on a clock that the test sets. */
function updating({ posts = 1, snapshot = DECIDED, error, compose, isTaken }: Given = {}) {
  let nowMs = 1_000_000;
  let latest = snapshot;
  const outdated = new Map<string, string>(
    Array.from({ length: posts }, (_, index) => [`p${index}`, 'shown before']),
  );
  const did: string[] = [];
  const note =
    (what: string) =>
    async (id: string, ...more: unknown[]) =>
      void did.push([what, id, ...more.filter((each) => typeof each === 'number')].join(' '));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as they are used.
  const ports = {
    now: () => nowMs,
    monotonic: () => nowMs,
    latestSnapshot: () => latest,
    store: {
      live: {
        findOutdated: async () =>
          Array.from(outdated, ([id, shownHash]) => ({
            delivery: { id, digestId: 'd', channelId: 'C1', ts: '1.0' },
            digest: {},
            layout: { sections: [{ ids: ['a'] }] },
            foundIds: ['a', 'b'],
            shownHash,
          })),
        take: async (id: string) => isTaken?.(id) ?? true,
        recordUpdate: async (id: string, shown: string) => {
          outdated.set(id, shown);
          did.push(`updated ${id}`);
        },
        postpone: note('postponed'),
        end: note('ended'),
      },
      deliveries: {
        countsSince: async (_: string, sinceMs: number) => {
          expect(nowMs - sinceMs).toBe(8 * 7 * 86_400_000);
          return [];
        },
        escalatedFiles: async () => new Set(),
      },
    },
    poster: {
      lastSharing: () => 'internal',
      enqueue: async (_: string, work: () => Promise<unknown>) => work(),
      async update() {
        if (error !== undefined) throw error;
      },
    },
    compose: compose ?? (async () => messageOf('changed')),
    onRefused: (id: string, code: string) => void did.push(`refused ${id} ${code}`),
  } as unknown as LiveUpdatePorts;
  const run = createLiveUpdates(ports);
  return {
    did: () => did.splice(0),
    run: async (signal = new AbortController().signal) => run(signal),
    pass: (ms: number) => {
      nowMs += ms;
    },
    read: (next: Snapshot) => {
      latest = next;
    },
  };
}

test('of many posts twenty-five are updated at a time, the next after twenty seconds', async () => {
  const { run, did, pass } = updating({ posts: 60 });
  const counts: number[] = [];
  for (const ms of [0, 19_999, 1, 20 * SECOND_MS, 20 * SECOND_MS, 3_600_000]) {
    pass(ms);
    await run();
    counts.push(did().length);
  }
  expect(counts).toEqual([25, 0, 25, 10, 0, 0]);
});

test('a post that shows all that there is stays alone until there is more', async () => {
  const { run, did, read } = updating();
  await run();
  expect(did()).toEqual(['updated p0']);
  await run();
  read({ ...DECIDED, id: 'later' });
  await run();
  expect(did()).toEqual([]);
  read({ ...readingOfFiles({ id: 'a', decision: 'REJECTED' }, { id: 'b' }), id: 'other' });
  await run();
  expect(did()).toEqual(['updated p0']);
});

test.each<[string, Snapshot | null]>([
  ['no reading', null],
  ['a reading that may have missed files', { ...DECIDED, inconsistency: 'count' }],
  ['a reading that left out files, and lacks one', { ...readingOfFiles({ id: 'a' }), skipped: 1 }],
])('on %s nothing is changed', async (_, snapshot) => {
  const { run, did } = updating({ snapshot });
  await run();
  expect(did()).toEqual([]);
});

test('whoever is stopped updates no further post', async () => {
  const { run, did } = updating({ posts: 3 });
  await run(AbortSignal.abort());
  expect(did()).toEqual([]);
});

test('a post that another process has is looked at again after twenty seconds', async () => {
  let isFree = false;
  const { run, did, pass } = updating({ posts: 2, isTaken: (id) => isFree || id === 'p0' });
  await run();
  isFree = true;
  await run();
  expect(did()).toEqual(['updated p0']);
  pass(20 * SECOND_MS);
  await run();
  expect(did()).toEqual(['updated p1']);
});

const refused = new PostError('refused', 'message_not_found');
const limited = new PostError('wait', 'ratelimited', { retryAfterMs: 7_000 });
const unclear = new PostError('unclear', 'fatal_error');
const late = new RetryLaterError('the lease is too old');
const ours = new TypeError('oops');

test.each([
  ['refuses ends it', refused, null, ['ended p0', 'refused p0 message_not_found']],
  ['puts off waits as long as it says', limited, limited, ['postponed p0 7000']],
  ['may have taken waits five minutes', unclear, unclear, ['postponed p0 300000']],
  ['must not get any more is left alone', late, null, []],
  ['cannot get, for a fault of ours, is told', ours, ours, []],
])('an update that Slack %s', async (_, error, thrown, steps) => {
  const { run, did } = updating({ error });
  expect(await run().catch((caught: unknown) => caught)).toBe(thrown ?? undefined);
  expect(did()).toEqual(steps);
});

const unreadable = new QueryError({ code: 'query_unknown_key', text: 'x:1', word: 'x', at: 0 });

test('a post whose digest has nothing to say any more is left alone for good', async () => {
  const { run, did } = updating({ compose: async () => null });
  await run();
  expect(did()).toEqual(['ended p0']);
});

test.each<[string, Error]>([
  ['its query', unreadable],
  ['its zone', new UnknownPlaceError('zone')],
])('a post is left to others, and taken but once, by who cannot read %s', async (_, error) => {
  const took: string[] = [];
  const { run, did, pass } = updating({
    posts: 30,
    compose: async () => Promise.reject(error),
    isTaken: (id) => took.push(id) > 0,
  });
  await run();
  for (let minute = 0; minute < 5; minute += 1) {
    pass(60 * SECOND_MS);
    await run();
  }
  expect(took).toEqual(Array.from({ length: 30 }, (_each, index) => `p${index}`));
  expect(did()).toEqual([]);
});
