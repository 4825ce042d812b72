import { expect, test } from 'vitest';

import { createFollowUp, postOutageNotice } from '../../src/delivery/follow-up.ts';
import {
  type DeliveryPorts,
  NoHistoryError,
  PostError,
  RetryLaterError,
} from '../../src/delivery/ports.ts';
import { type LeasedDelivery, LeaseLostError } from '../../src/store/deliveries/leases.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Delivery,
  type DigestOptions,
} from '../../src/store/digest.ts';
import { messageOf } from './fixture.ts';

const NOW = 1_000_000;
const TIMING = { leaseMs: 60_000, settleMs: 30_000, catchUpAfterMs: 0, leftMs: 0, followUpMs: 0 };

type Step = 'find' | 'post' | 'update' | 'remove';

interface Case {
  readonly delivery?: Partial<Delivery>;
  readonly options?: Partial<DigestOptions>;
  /** When the notice of an outage was tried, if it was. */
  readonly noticeTriedAt?: number | null;
  /** The channel of that attempt, if the digest has moved since. */
  readonly noticeTriedIn?: string;
  /** What Slack makes of a step: an error, or the `ts` that is found. */
  readonly slack?: Partial<Record<Step, Error>>;
  readonly found?: Readonly<Record<string, string>>;
  /** When the message in the thread was tried, if it was, and its `ts`. */
  readonly threadTriedAt?: number;
  readonly threadTs?: string;
  /** The code with which Slack refuses to delete, if it does. */
  readonly notDeletable?: string;
  /** How long the process sleeps right before it posts. */
  readonly sleepsMs?: number;
}

/** A delivery that has come to its end, and everything that is done about it. */
function ended(given: Case) {
  const { delivery, options, noticeTriedAt = null, slack = {}, found = {}, sleepsMs = 0 } = given;
  const { notDeletable = null } = given;
  let now = NOW;
  const did: string[] = [];
  const step = async (name: Step, what: string): Promise<void> => {
    did.push(`${name} ${what}`);
    const error = slack[name];
    if (error !== undefined) throw error;
  };
  const whole = {
    id: 'd1',
    state: 'posted',
    channelId: 'C1',
    ts: '7.0',
    noticeTs: null,
    dueAt: NOW,
    firstTryAt: null,
    ...delivery,
  };
  const digest = {
    channelId: 'C1',
    ownerId: 'U1',
    options: { ...DEFAULT_DIGEST_OPTIONS, ...options },
  };
  const lease = { deliveryId: 'd1', key: 'k', digestVersion: 1 };
  const note = (what: string) => async (_: unknown, value?: unknown) =>
    void did.push([what, ...(value === undefined ? [] : [JSON.stringify(value)])].join(' '));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as they are used.
  const ports = {
    now: () => now,
    monotonic: () => 0,
    store: {
      leases: {
        startThreadReply: note('start reply'),
        withdrawThreadReply: note('withdraw reply'),
        recordThreadReply: note('record reply'),
        recordOutageNotice: note('record notice'),
        renew: note('renew'),
        startOutageNotice: note('start notice'),
        startOwnerNotice: note('start owner'),
        recordOwnerNotice: note('owner notified'),
        end: note('end'),
      },
      deliveries: {
        outdatedPosts: async () => [
          { deliveryId: 'd0', channelId: 'C0', ts: '1.0', threadTs: null },
          { deliveryId: 'd-1', channelId: 'C1', ts: '2.0', threadTs: '2.5' },
        ],
        recordRemoval: async (id: string) => void did.push(`record removal ${id}`),
        async recordRefusedRemoval(id: string) {
          did.push(`record refusal ${id}`);
          return id === 'd0';
        },
      },
    },
    poster: {
      enqueue: async (_: string, work: () => Promise<unknown>) => work(),
      async find(channel: string, key: string, since: number, thread?: string) {
        await step('find', [channel, key, since, ...(thread ? [thread] : [])].join(' '));
        return found[key] ?? null;
      },
      async post(
        channel: string,
        { text }: { text: string },
        key: string,
        { kind, thread, check }: { kind: string; thread?: string; check: () => void },
      ) {
        now += sleepsMs;
        check();
        await step('post', [channel, text, key, kind, ...(thread ? [thread] : [])].join(' '));
        return '9.0';
      },
      update: async (channel: string, ts: string, { text }: { text: string }) =>
        step('update', [channel, ts, text].join(' ')),
      async remove(channel: string, ts: string) {
        await step('remove', [channel, ts].join(' '));
        return notDeletable;
      },
    },
    onNotRemoved: (id: string, code: string) => did.push(`not removed ${id} ${code}`),
    messages: {
      missed: async () => messageOf('missed'),
      toOwner: async () => messageOf('was missed'),
      outageNotice: async () => messageOf('outage'),
    },
  } as unknown as DeliveryPorts;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as they are used.
  const leased = {
    lease,
    digest,
    delivery: whole,
    now: NOW,
    outageNoticeTriedAt: noticeTriedAt,
    outageNoticeTriedIn: given.noticeTriedIn ?? null,
    ownerNotifiedAt: null,
    ownerNoticeTriedAt: null,
    ownerNoticeTriedIn: null,
    threadReplyTriedAt: given.threadTriedAt ?? null,
    threadReplyTs: given.threadTs ?? null,
  } as unknown as LeasedDelivery;
  return {
    did,
    run: async (rest: string | null = 'rest') =>
      createFollowUp(ports, TIMING).run(leased, leased.delivery, async () =>
        rest === null ? null : messageOf(rest),
      ),
    notice: async () => postOutageNotice(ports, TIMING, leased, new Error('away')),
  };
}

const refused = new PostError('refused', 'restricted_action_thread_locked');
const wait = new PostError('wait', 'ratelimited');
const unclear = new PostError('unclear', 'fatal_error');
const threadGone = new PostError('wait', 'thread_not_found');
const noHistory = new NoHistoryError('closed');
const THREAD = { options: { style: 'detailed' } } as const;

test('the rest of a detailed digest goes into its thread, unless it is there or there is none', async () => {
  const first = ended({ ...THREAD, delivery: { firstTryAt: NOW - 5 } });
  await first.run();
  expect(first.did).toEqual([
    `find C1 d1:rest ${NOW - 5} 7.0`,
    'start reply "C1"',
    'post C1 rest d1:rest rest 7.0',
    'record reply "9.0"',
  ]);

  const there = ended({ ...THREAD, found: { 'd1:rest': '8.0' } });
  await there.run();
  const none = ended(THREAD);
  await none.run(null);
  const compact = ended({ options: { style: 'compact' } });
  await compact.run();
  const lost = ended({ ...THREAD, delivery: { ts: null } });
  await lost.run();
  expect([there.did, none.did, compact.did, lost.did]).toEqual([
    [`find C1 d1:rest ${NOW} 7.0`, 'record reply "8.0"'],
    [`find C1 d1:rest ${NOW} 7.0`],
    [],
    [],
  ]);
});

test('the rest of a digest is not sent by a process that has slept until another may have it', async () => {
  const { run, did } = ended({ ...THREAD, sleepsMs: TIMING.leaseMs });
  await expect(run()).rejects.toThrow(RetryLaterError);
  expect(did).toEqual([`find C1 d1:rest ${NOW} 7.0`, 'start reply "C1"', 'withdraw reply']);
});

const SENT = ['find', 'start', 'post'];

test.each([
  ['is posted where the history is closed', { find: noHistory }, [...SENT, 'record'], null],
  ['is left out where Slack refuses it', { post: refused }, SENT, null],
  ['is left out where the post with the thread was deleted', { find: threadGone }, ['find'], null],
  ['is tried again where it is to wait', { post: wait }, [...SENT, 'withdraw'], wait],
  ['is tried again where it may be there', { post: unclear }, SENT, unclear],
  ['is tried again where that is not known', { find: wait }, ['find'], wait],
] as const)('the rest of a digest %s', async (_, slack, steps, error) => {
  const { run, did } = ended({ ...THREAD, slack });
  expect(await run().catch((caught: unknown) => caught)).toBe(error ?? undefined);
  expect(did.map((one) => one.split(' ')[0])).toEqual(steps);
});

test.each<[string, Omit<Case, 'delivery'>, readonly string[]]>([
  ['that is posted is not posted again', { threadTs: '8.0' }, []],
  [
    'that may be there is not repeated where the history is closed',
    { threadTriedAt: 9, slack: { find: noHistory } },
    ['find'],
  ],
  ['that was not there after all is posted', { threadTriedAt: NOW - 30_000 }, [...SENT, 'record']],
])('the rest of a digest %s', async (_, given, steps) => {
  const { run, did } = ended({ ...THREAD, ...given });
  await run();
  expect(did.map((one) => one.split(' ')[0])).toEqual(steps);
});

test('the rest of a digest that may still turn up in its thread is waited for', async () => {
  const { run, did } = ended({ ...THREAD, threadTriedAt: NOW - 29_999 });
  await expect(run()).rejects.toThrow(RetryLaterError);
  expect(did).toEqual([`find C1 d1:rest ${NOW} 7.0`]);
});

test('what waits in the thread of a digest holds up neither its notice nor the posts before it', async () => {
  const { run, did } = ended({
    options: { style: 'detailed', previous: 'replace' },
    delivery: { noticeTs: '5.0' },
    slack: { post: wait },
  });
  await expect(run()).rejects.toBe(wait);
  expect(did.slice(2)).toEqual([
    'post C1 rest d1:rest rest 7.0',
    'withdraw reply',
    'remove C1 5.0',
    'record notice null',
    'remove C0 1.0',
    'record removal d0',
    'remove C1 2.5',
    'remove C1 2.0',
    'record removal d-1',
  ]);
});

test('an owner who cannot be told yet keeps the notice of a failed digest from nobody', async () => {
  const failed = { state: 'failed', reason: 'is_archived', noticeTs: '5.0' } as const;
  const { run, did } = ended({ delivery: failed, slack: { post: unclear } });
  await expect(run()).rejects.toBe(unclear);
  expect(did.slice(2)).toEqual([OWNER[2], 'remove C1 5.0', 'record notice null']);
});

test('a process that has lost its delivery does nothing more about it', async () => {
  const { run, did } = ended({
    ...THREAD,
    delivery: { noticeTs: '5.0' },
    slack: { find: new LeaseLostError() },
  });
  await expect(run()).rejects.toThrow(LeaseLostError);
  expect(did).toEqual([`find C1 d1:rest ${NOW} 7.0`]);
});

test('a digest that takes the place of others removes each of them', async () => {
  const { run, did } = ended({ options: { previous: 'replace' } });
  await run();
  expect(did).toEqual([
    'remove C0 1.0',
    'record removal d0',
    'remove C1 2.5',
    'remove C1 2.0',
    'record removal d-1',
  ]);
  const refusing = ended({ options: { previous: 'replace' }, notDeletable: 'is_archived' });
  await refusing.run();
  expect(refusing.did).toEqual([
    'remove C0 1.0',
    'record refusal d0',
    'not removed d0 is_archived',
    'remove C1 2.5',
    'remove C1 2.0',
    'record refusal d-1',
  ]);
  const keeps = ended({ options: { previous: 'keep' } });
  await keeps.run();
  expect(keeps.did).toEqual([]);
});

test.each(['posted', 'skipped'] as const)(
  'once it is %s, the notice of an outage goes',
  async (state) => {
    const known = ended({ delivery: { state, noticeTs: '5.0' } });
    await known.run();
    expect(known.did).toEqual(['remove C1 5.0', 'record notice null']);

    const tried = ended({ delivery: { state }, noticeTriedAt: 9, found: { 'd1:notice': '6.0' } });
    await tried.run();
    expect(tried.did).toEqual(['find C1 d1:notice 9', 'remove C1 6.0', 'record notice null']);

    const never = ended({ delivery: { state }, noticeTriedAt: 9 });
    await never.run();
    expect(never.did).toEqual(['find C1 d1:notice 9']);
  },
);

const OWNER = ['renew', 'start owner "U1"', 'post U1 was missed d1:owner owner', 'owner notified'];

test.each<[string, Case, readonly string[], Error | null]>([
  ['says that it was missed', {}, ['update C1 5.0 missed'], null],
  [
    'stays where Slack refuses the change, and its owner is notified',
    { slack: { update: refused } },
    ['update C1 5.0 missed', ...OWNER],
    null,
  ],
  [
    'is tried again where the change is to wait',
    { slack: { update: wait } },
    ['update C1 5.0 missed'],
    wait,
  ],
  [
    'says so in the channel that the digest has left, and its owner is notified',
    { noticeTriedIn: 'C9' },
    ['update C9 5.0 missed', ...OWNER],
    null,
  ],
])('once a digest is missed, its notice %s', async (_, given, steps, error) => {
  const { run, did } = ended({ ...given, delivery: { state: 'missed', noticeTs: '5.0' } });
  expect(await run().catch((caught: unknown) => caught)).toBe(error ?? undefined);
  expect(did).toEqual(steps);
});

test('the owner of a digest that is missed without a notice is notified, that of an alert is not', async () => {
  const missed = ended({ delivery: { state: 'missed' } });
  await missed.run();
  expect(missed.did).toEqual(OWNER);
  const alert = ended({ delivery: { state: 'missed', kind: 'alert' } });
  await alert.run();
  expect(alert.did).toEqual([]);
});

test('the notice of an outage goes from the channel that the digest has left', async () => {
  const known = ended({ delivery: { noticeTs: '5.0' }, noticeTriedIn: 'C9' });
  await known.run();
  expect(known.did).toEqual(['remove C9 5.0', 'record notice null']);
  const tried = ended({ noticeTriedAt: 9, noticeTriedIn: 'C9', found: { 'd1:notice': '6.0' } });
  await tried.run();
  expect(tried.did).toEqual(['find C9 d1:notice 9', 'remove C9 6.0', 'record notice null']);
});

test.each(['planned', 'posting'] as const)(
  'of a delivery that is %s nothing follows',
  async (state) => {
    const { run, did } = ended({
      ...THREAD,
      delivery: { state, noticeTs: '5.0' },
      noticeTriedAt: 9,
    });
    await run();
    expect(did).toEqual([]);
  },
);

const POSTED = ['start notice "C1"', 'post C1 outage d1:notice notice', 'record notice "9.0"'];
const ENDED = 'end {"state":"failed","reason":"is_archived","pauses":true}';

test.each<[string, Case, boolean, readonly string[]]>([
  ['is posted once', {}, true, POSTED],
  ['is not posted again', { delivery: { noticeTs: '5.0' } }, true, []],
  [
    'that may be there is looked for',
    { noticeTriedAt: 9, found: { 'd1:notice': '6.0' } },
    true,
    ['find C1 d1:notice 9', 'record notice "6.0"'],
  ],
  [
    'may still turn up within half a minute',
    { noticeTriedAt: NOW - 29_999 },
    true,
    [`find C1 d1:notice ${NOW - 29_999}`],
  ],
  [
    'is posted again after half a minute',
    { noticeTriedAt: NOW - 30_000 },
    true,
    [`find C1 d1:notice ${NOW - 30_000}`, ...POSTED],
  ],
  [
    'is not posted blindly',
    { noticeTriedAt: 9, slack: { find: noHistory } },
    true,
    ['find C1 d1:notice 9'],
  ],
  ['that is to wait ends nothing', { slack: { post: wait } }, true, POSTED.slice(0, 2)],
  [
    'that is refused once ends nothing',
    { slack: { post: new PostError('refused', 'no_text') } },
    true,
    POSTED.slice(0, 2),
  ],
  [
    'that would always be refused ends the delivery',
    { slack: { post: new PostError('refused', 'is_archived') } },
    false,
    [...POSTED.slice(0, 2), ENDED],
  ],
])('the notice of an outage %s', async (_, given, isOpen, steps) => {
  const { notice, did } = ended(given);
  expect(await notice()).toBe(isOpen);
  expect(did).toEqual(steps);
});

test('an error of our own in a notice is told', async () => {
  await expect(ended({ slack: { post: new TypeError('oops') } }).notice()).rejects.toThrow('oops');
});
