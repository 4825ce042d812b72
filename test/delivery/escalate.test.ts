import { describe, expect, test } from 'vitest';

import { type DeliveryPorts, PostError, RetryLaterError } from '../../src/delivery/ports.ts';
import { composeEscalation, overdueFiles } from '../../src/digests/compose/parts.ts';
import { createSharedWork } from '../../src/digests/compose/sections.ts';
import { grantedScopes } from '../../src/playground/slack-workspace/manifest.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { UnknownPlaceError } from '../../src/portfolio/calendar.ts';
import { createPoster } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import { DEFAULT_DIGEST_OPTIONS, type Digest, PAUSED_BY_HAND } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { composing, digestOf } from '../digests/compose/fixture.ts';
import { NOW_MS } from '../portfolio/query/random-entries.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';
import { INSIDE } from '../support/channels.ts';
import { buttonsOf, pressOf } from '../support/desk.ts';
import { expectGood } from '../support/hostile.ts';
import { serverPlace } from '../support/places.ts';
import { testClient, testManifest, testWorkspace } from '../support/slack-workspace.ts';
import { useStore } from '../support/use-store.ts';
import {
  composed,
  createDeliveryFixture,
  messageOf,
  realTime,
  unreadableQuery,
} from './fixture.ts';

const DAY_MS = 86_400_000;
const SECOND = CHANNELS.lyon;

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

const escalating = { escalate: { afterDays: 2, channelId: SECOND } };

/** Escalates whatever is named here. */
function escalationOf(due: { files: readonly string[] }) {
  return {
    escalation: {
      store: store.escalations,
      overdueFiles: () => due.files,
      messageFor: async (_digest, _reading, files) => messageOf(`overdue: ${files.join(', ')}`),
      refusedMessage: async ({ name }, code) => messageOf(`${name}: escalation ${code}`),
      unclearMessage: async ({ name }) => messageOf(`${name}: escalation unclear`),
    },
  } satisfies Partial<DeliveryPorts>;
}

test('each file is told once in the second channel, after the digest', async () => {
  const workspace = await testWorkspace(realTime);
  const due = { files: ['a', 'b'] };
  const known: string[][] = [];
  const fixture = createDeliveryFixture(store, workspace, {
    ...escalationOf(due),
    async compose({ digest: { name }, escalated = new Set() }) {
      known.push([...escalated].toSorted());
      return composed(messageOf(name));
    },
  });
  const digest = await fixture.digest(escalating);
  const first = await fixture.due(digest, 3000);
  await fixture.untilDone(first);
  await fixture.deliver(first);
  due.files = ['a', 'b', 'c'];
  await fixture.untilDone(await fixture.due(digest, 2000));
  await fixture.untilDone(await fixture.due(digest, 1000));
  expect(fixture.messagesIn(SECOND)).toEqual(['overdue: a, b', 'overdue: c']);
  expect(fixture.messagesIn()).toEqual([digest.name, digest.name, digest.name]);
  expect(known).toEqual([[], ['a', 'b'], ['a', 'b', 'c']]);
  expect(
    await store.deliveries.escalatedFiles({ ...digest, options: DEFAULT_DIGEST_OPTIONS }),
  ).toEqual(new Set());
});

test('where only some channels are answered, nothing is escalated to another, and its owner is told', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace, {
    ...escalationOf({ files: ['a'] }),
    poster: createPoster({
      client: testClient(workspace),
      tokens: createActionTokens('secret'),
      access: { ...INSIDE, allows: async (channelId) => channelId === CHANNELS.leasing },
      monotonic: () => performance.now(),
    }),
  });
  const digest = await fixture.digest(escalating);
  await fixture.untilDone(await fixture.due(digest));
  expect(fixture.messagesIn()).toEqual([digest.name]);
  expect(fixture.messagesIn(SECOND)).toEqual([]);
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: escalation no_permission`]);

  // A digest that goes there itself rests until it has another channel.
  const elsewhere = await fixture.digest({}, SECOND);
  const id = await fixture.due(elsewhere);
  await fixture.untilDone(id);
  expect(fixture.messagesIn(SECOND)).toEqual([]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'failed', reason: 'no_permission' });
  expect(await store.digests.find(elsewhere.id)).toMatchObject({ state: 'paused' });
});

test('files for which there was nothing to post are escalated when they are overdue again', async () => {
  const workspace = await testWorkspace(realTime);
  const due = { files: ['a'] };
  let isOverdue = false;
  const { escalation } = escalationOf(due);
  const fixture = createDeliveryFixture(store, workspace, {
    escalation: {
      ...escalation,
      messageFor: async (asked, snapshot, files) =>
        isOverdue ? escalation.messageFor(asked, snapshot, files) : null,
    },
  });
  const digest = await fixture.digest(escalating);
  await fixture.untilDone(await fixture.due(digest, 3000));
  expect(fixture.messagesIn(SECOND)).toEqual([]);
  isOverdue = true;
  await fixture.untilDone(await fixture.due(digest, 2000));
  await fixture.untilDone(await fixture.due(digest, 1000));
  expect(fixture.messagesIn(SECOND)).toEqual(['overdue: a']);
});

/** A detailed digest that escalates, of which the look into its thread has failed after the post. */
async function postedWithoutThread() {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace, escalationOf({ files: ['a'] }));
  fixture.content.threadReply = messageOf('the rest');
  const digest = await fixture.digest({ ...escalating, style: 'detailed' });
  const id = await fixture.due(digest);
  workspace.interrupt({ method: 'conversations.replies', moment: 'before', trouble: 'http_500' });
  await expect(fixture.deliver(id)).rejects.toThrow(PostError);
  return { workspace, fixture, digest, id };
}

test('a thread that has to wait does not hold up the escalation, and neither comes twice', async () => {
  const { fixture, digest, id } = await postedWithoutThread();
  expect(fixture.messagesIn()).toEqual([digest.name]);
  expect(fixture.messagesIn(SECOND)).toEqual(['overdue: a']);
  await fixture.untilDone(id);
  expect(fixture.messagesIn()).toEqual([digest.name, 'the rest']);
  expect(fixture.messagesIn(SECOND)).toEqual(['overdue: a']);
});

test('a delivery whose post is deleted before its thread has a message comes to its end', async () => {
  const { workspace, fixture, id } = await postedWithoutThread();
  const { ts } = await fixture.delivery(id);
  await testClient(workspace).chat.delete({ channel: CHANNELS.leasing, ts: ts ?? '' });
  await fixture.deliver(id);
  expect(fixture.messagesIn()).toEqual([]);
  expect(fixture.messagesIn(SECOND)).toEqual(['overdue: a']);
  expect(await store.leases.acquire(id, 0)).toBe('settled');
});

test.each([
  ['lost on its way', 'before', 'hang_up'],
  ['accepted, and the answer lost', 'after', 'hang_up'],
  ['to wait', 'before', 'ratelimited'],
] as const)('an escalation that is %s is there once in the end', async (_what, moment, trouble) => {
  const workspace = await testWorkspace(realTime);
  const due = { files: ['a'] };
  const fixture = createDeliveryFixture(
    store,
    workspace,
    interrupting(due, () => workspace.interrupt({ method: 'chat.postMessage', moment, trouble })),
  );
  const digest = await fixture.digest(escalating);
  expect(await fixture.untilDone(await fixture.due(digest))).toBeGreaterThan(1);
  expect(fixture.messagesIn(SECOND)).toEqual(['overdue: a']);
  expect(fixture.messagesIn()).toEqual([digest.name]);
});

test('one that may still turn up in the history is waited for, and then posted', async () => {
  const workspace = await testWorkspace(realTime);
  const due = { files: ['a'] };
  const lost = createDeliveryFixture(
    store,
    workspace,
    interrupting(due, () =>
      workspace.interrupt({ method: 'chat.postMessage', moment: 'before', trouble: 'hang_up' }),
    ),
  );
  const id = await lost.due(await lost.digest(escalating));
  await expect(lost.deliver(id)).rejects.toThrow(PostError);

  const again = (settleMs: number) =>
    createDeliveryFixture(store, workspace, { ...escalationOf(due), timing: { settleMs } });
  await expect(again(DAY_MS).deliver(id)).rejects.toThrow(RetryLaterError);
  expect(lost.messagesIn(SECOND)).toEqual([]);

  await again(0).untilDone(id);
  expect(lost.messagesIn(SECOND)).toEqual(['overdue: a']);
});

test('where history is out of reach, it is not posted again, and the owner told', async () => {
  const scopes = grantedScopes(testManifest()).filter((scope) => !scope.endsWith(':history'));
  const workspace = await testWorkspace({ ...realTime, manifest: testManifest(scopes) });
  const due = { files: ['a'] };
  const fixture = createDeliveryFixture(
    store,
    workspace,
    interrupting(due, () =>
      workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' }),
    ),
  );
  const digest = await fixture.digest(escalating);
  const id = await fixture.due(digest);
  await fixture.untilDone(id);
  expect(fixture.messagesIn(SECOND)).toEqual(['overdue: a']);
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: escalation unclear`]);
  expect(await store.escalations.of(id)).toMatchObject({ isDone: true, files: ['a'] });
});

describe('a second channel that cannot be reached until it is given up', () => {
  test.each([
    ['nothing was sent', 'ratelimited', [], 'escalation ratelimited'],
    ['it may be there', 'hang_up', ['a'], 'escalation unclear'],
  ] as const)('%s: the owner is told', async (_what, trouble, files, notice) => {
    const workspace = await testWorkspace(realTime);
    const due = { files: ['a'] };
    const interrupt = () =>
      workspace.interrupt({ method: 'chat.postMessage', moment: 'before', trouble });
    const first = createDeliveryFixture(store, workspace, interrupting(due, interrupt));
    const digest = await first.digest(escalating);
    const id = await first.due(digest);
    await expect(first.deliver(id)).rejects.toThrow(PostError);
    expect(first.messagesIn()).toEqual([digest.name]);

    // The same trouble again, and nobody has patience any more.
    const last = createDeliveryFixture(store, workspace, {
      ...interrupting(due, interrupt),
      timing: { followUpMs: -DAY_MS, settleMs: DAY_MS },
    });
    await last.deliver(id);
    expect(last.messagesIn(SECOND)).toEqual([]);
    expect(last.ownerMessages()).toEqual([`${digest.name}: ${notice}`]);
    expect(await store.escalations.of(id)).toMatchObject({ isDone: true, files });
    expect(await store.leases.acquire(id, 0)).toBe('settled');

    const next = createDeliveryFixture(store, workspace, escalationOf(due));
    await next.untilDone(await next.due(digest));
    expect(next.messagesIn(SECOND)).toEqual(files.length === 0 ? ['overdue: a'] : []);
  });

  test('and an owner who cannot be told either: the next digest tells', async () => {
    const workspace = await testWorkspace(realTime);
    const due = { files: ['a'] };
    const hangUp = () =>
      workspace.interrupt({ method: 'chat.postMessage', moment: 'before', trouble: 'hang_up' });
    const last = createDeliveryFixture(store, workspace, {
      ...interrupting(due, () => {
        hangUp();
        hangUp();
      }),
      timing: { followUpMs: -DAY_MS },
    });
    const digest = await last.digest(escalating);
    const id = await last.due(digest);
    await last.deliver(id);
    expect(last.ownerMessages()).toEqual([]);
    expect(await store.escalations.of(id)).toMatchObject({ isDone: true, files: [] });
    const next = createDeliveryFixture(store, workspace, escalationOf(due));
    await next.untilDone(await next.due(digest));
    expect(next.messagesIn(SECOND)).toEqual(['overdue: a']);
  });
});

type Interruption = Parameters<Awaited<ReturnType<typeof testWorkspace>>['interrupt']>[0];

/** A digest to which something is done after an attempt to escalate that failed. */
async function changedAfter(
  failing: Pick<Interruption, 'moment' | 'trouble'>,
  change: (digest: Digest) => Promise<unknown>,
) {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(
    store,
    workspace,
    interrupting({ files: ['a'] }, () =>
      workspace.interrupt({ method: 'chat.postMessage', ...failing }),
    ),
  );
  const digest = await fixture.digest(escalating);
  const id = await fixture.due(digest);
  await expect(fixture.deliver(id)).rejects.toThrow(PostError);
  const found = await store.digests.find(digest.id);
  if (found === null) throw new Error('it is gone');
  await change(found);
  await fixture.untilDone(id);
  return { fixture, id };
}

/** The same with another escalation, or none. */
async function setAfter(
  failing: Pick<Interruption, 'moment' | 'trouble'>,
  escalate: { afterDays: number; channelId: string } | null,
) {
  const slot = { slot: '', dueAt: Date.now() + DAY_MS };
  return changedAfter(failing, async ({ options, nextDueAt: _next, ...seen }) =>
    store.digests.edit(seen, { ...seen, options: { ...options, escalate } }, 'U1', slot),
  );
}

const POSTED_UNCLEARLY = { moment: 'after', trouble: 'hang_up' } as const;

test('what is switched off meanwhile leaves its files to whoever switches it on', async () => {
  const { fixture, id } = await setAfter({ moment: 'before', trouble: 'ratelimited' }, null);
  expect(await store.escalations.of(id)).toMatchObject({ files: [] });
  expect(fixture.messagesIn(SECOND)).toEqual([]);
});

test.each([
  ['removed', async ({ id }: Digest) => store.digests.remove(id, 'U1')],
  ['paused', async ({ id }: Digest) => store.digests.pause(id, PAUSED_BY_HAND, 'U1')],
])('a digest that is %s before it could escalate leaves its files', async (_what, change) => {
  const { fixture, id } = await changedAfter({ moment: 'before', trouble: 'ratelimited' }, change);
  expect(await store.escalations.of(id)).toMatchObject({ files: [] });
  expect(fixture.messagesIn(SECOND)).toEqual([]);
});

/** Escalates a file, and runs something when the message about it is composed for the first time. */
async function escalatedWhile(meanwhile: (digest: Digest) => Promise<unknown>) {
  const workspace = await testWorkspace(realTime);
  const { escalation } = escalationOf({ files: ['a'] });
  let times = 0;
  const fixture = createDeliveryFixture(store, workspace, {
    escalation: {
      ...escalation,
      async messageFor(digest) {
        const settings = await store.settings.of(SECOND);
        times += 1;
        if (times === 1) await meanwhile(digest);
        return messageOf(settings?.privacy ?? 'by default');
      },
    },
  });
  const digest = await fixture.digest(escalating);
  const id = await fixture.due(digest);
  await fixture.untilDone(id);
  return { fixture, digest, id };
}

test('a digest that is paused while its escalation waits for its turn does not escalate', async () => {
  const { fixture, digest, id } = await escalatedWhile(async (seen) =>
    store.digests.pause(seen.id, PAUSED_BY_HAND, 'U1'),
  );
  expect(fixture.messagesIn()).toEqual([digest.name]);
  expect(fixture.messagesIn(SECOND)).toEqual([]);
  expect(fixture.ownerMessages()).toEqual([]);
  expect(await store.escalations.of(id)).toMatchObject({ files: [] });
});

test('an escalation whose channel hides names while it waits for its turn is composed anew', async () => {
  const { fixture } = await escalatedWhile(async () =>
    store.settings.save(SECOND, { privacy: 'reference' }, 'U1'),
  );
  expect(fixture.messagesIn(SECOND)).toEqual(['reference']);
});

test('files that may be escalated already are looked up where that was, whatever channel it is now', async () => {
  const { fixture } = await setAfter(POSTED_UNCLEARLY, {
    afterDays: 2,
    channelId: CHANNELS.direction,
  });
  expect(fixture.messagesIn(SECOND)).toEqual(['overdue: a']);
  expect(fixture.messagesIn(CHANNELS.direction)).toEqual([]);
});

test('files that were escalated before it was switched off stay so', async () => {
  const { fixture, id } = await setAfter(POSTED_UNCLEARLY, null);
  expect(fixture.messagesIn(SECOND)).toEqual(['overdue: a']);
  expect(await store.escalations.of(id)).toMatchObject({ files: ['a'], isDone: true });
});

test('a second channel that takes nothing: the digest goes on, and its owner is told', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace, escalationOf({ files: ['a'] }));
  const digest = await fixture.digest({ escalate: { afterDays: 2, channelId: 'C0NOWHERE01' } });
  const id = await fixture.due(digest);
  await fixture.untilDone(id);
  await fixture.deliver(id);
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: escalation channel_not_found`]);
  expect(fixture.messagesIn()).toEqual([digest.name]);
  expect(await store.digests.find(digest.id)).toMatchObject({ state: 'active' });
  expect(await store.escalations.of(id)).toMatchObject({ isDone: true, files: [] });
});

test.each([
  ['has left', 'gone', PEOPLE.claire],
  ['takes no messages', 'here', PEOPLE.calendarBot],
] as const)('when the owner %s, the channel is told once', async (_why, state, ownerId) => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace, {
    compose: async () => {
      throw new UnknownPlaceError('no such zone');
    },
    owners: {
      stateOf: async () => state,
      toChannel: async ({ name }, { reason }) => messageOf(`${name}: ${reason}, take it over`),
    },
  });
  const digest = await fixture.digest({}, CHANNELS.leasing, ownerId);
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  const id = await fixture.due(digest);
  expect(await fixture.untilDone(id)).toBeGreaterThan(1);
  expect(fixture.messagesIn()).toEqual([`${digest.name}: schedule, take it over`]);
  expect(fixture.ownerMessages()).toEqual([]);
});

/** Everybody is in the workspace. */
const HERE: DeliveryPorts['owners'] = {
  stateOf: async () => 'here',
  toChannel: async () => messageOf('take it over'),
};

test.each([
  ['can be told themselves', PEOPLE.claire, [], ['query']],
  // The calendar takes no messages.
  ['cannot, and the channel is not to be told', PEOPLE.calendarBot, [], []],
] as const)('when the owner %s, the channel hears nothing', async (why, ownerId, here, toOwner) => {
  const fixture = createDeliveryFixture(store, await testWorkspace(realTime), {
    ...unreadableQuery,
    ...(why === 'can be told themselves' ? { owners: HERE } : {}),
  });
  const digest = await fixture.digest({}, CHANNELS.leasing, ownerId);
  await fixture.untilDone(await fixture.due(digest));
  expect(fixture.messagesIn()).toEqual(here);
  expect(fixture.ownerMessages()).toEqual(
    toOwner.map((reason) => `${digest.name}: failed ${reason}`),
  );
});

/** The same workspace, which fails once, right before the post in the second channel. */
function interrupting(due: { files: readonly string[] }, trouble: () => void) {
  const { escalation } = escalationOf(due);
  let isFirst = true;
  return {
    escalation: {
      ...escalation,
      messageFor: async (...asked: Parameters<typeof escalation.messageFor>) => {
        if (isFirst) trouble();
        isFirst = false;
        return escalation.messageFor(...asked);
      },
    },
  };
}

/** A file of so many days ago. */
function file(id: string, daysAgo: number, fields: Readonly<Record<string, unknown>> = {}) {
  return {
    id,
    status: 'ANALYZED',
    decision: 'PENDING',
    created_at: new Date(NOW_MS - daysAgo * DAY_MS).toISOString(),
    applicants: [{ first_name: 'Anne', last_name: 'Dupont' }],
    product: { title: `Flat ${id}`, reference: `R-${id}` },
    ...fields,
  };
}

// A Friday: ten days ago is Tuesday of last week, with a public holiday after it.
const READING = readingOfFiles(
  file('new', 0),
  file('two', 2),
  file('seven', 10),
  file('fourteen', 20),
  file('decided', 20, { decision: 'ACCEPTED' }),
);

test.each([
  [2, null, ['fourteen', 'seven', 'two']],
  [3, null, ['fourteen', 'seven']],
  [2, 5, ['fourteen', 'seven']],
  [9, 5, ['fourteen']],
  [10, 5, []],
])('overdue by %i working days, with a target of %s: %j', (afterDays, targetDays, expected) => {
  const digest = digestOf({}, { targetDays, escalate: { afterDays, channelId: SECOND } });
  expect(overdueFiles({ ...composing(READING, { digest }), shared: createSharedWork() })).toEqual(
    expected,
  );
});

test('a digest that escalates nothing finds nothing to escalate', () => {
  expect(overdueFiles({ ...composing(READING), shared: createSharedWork() })).toEqual([]);
});

test('the second channel reads as it has chosen, of files that still wait', () => {
  const digest = digestOf({}, { ...escalating, targetDays: 3, language: 'fr' });
  const input = {
    ...composing(READING, { digest, audience: { level: 'reference', language: 'en' } }),
    shared: createSharedWork(),
  };
  const message = composeEscalation({ ...input, files: ['fourteen', 'seven', 'decided', 'gone'] });
  if (message === null) throw new Error('there is something to tell');
  expect(message.text.split('\n')).toEqual([
    'Morning: 2 rental files overdue by 2 working days (target: 3 working days)',
    '1. Flat fourteen (R-fourteen), 1 applicant, In review, waiting 14 working days',
    '2. Flat seven (R-seven), 1 applicant, In review, waiting 7 working days',
    'Each file is escalated here once. The digest itself goes to another channel.',
  ]);
  expect(buttonsOf(message)).toEqual(['View', 'View', 'View all overdue now']);
  expect(pressOf(message, 'View all overdue now')).toMatchObject({
    command: 'pending',
    args: { query: expect.stringContaining('age:>=5bd') },
    opens: 'modal',
  });
  expectGood(message);
  expect(composeEscalation({ ...input, files: ['decided'] })).toBeNull();
});
