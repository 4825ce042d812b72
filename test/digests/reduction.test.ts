import { randomUUID } from 'node:crypto';

import { beforeEach, expect, test } from 'vitest';

import { createReduction, type ReductionPorts } from '../../src/digests/reduction.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { createAuthorizer } from '../../src/slack/authorize.ts';
import { workspaceAdmins } from '../../src/slack/directory.ts';
import { createPoster, permalinkOf } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { messageOf } from '../delivery/fixture.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';
import { runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { shownIn } from '../support/screen.ts';
import { testClient, testWorkspace } from '../support/slack-workspace.ts';
import { useStore } from '../support/use-store.ts';

const { leasing, lyon } = CHANNELS;
const GOING: AbortSignal = new AbortController().signal;

let store: DigestStore;
let workspace: SlackWorkspace;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  workspace = await testWorkspace({ now: () => Date.now() });
  await runSql(store, 'delete from rental_desk.posts');
});

/** An instance with its own memory of channels; it hears no events. */
function instance(over: Partial<ReductionPorts> = {}) {
  const client = testClient(workspace, undefined, { timeout: 2_000 });
  const marked: Promise<void>[] = [];
  const access = createAuthorizer({
    client,
    now: () => Date.now(),
    onExternal: (channelId) => marked.push(store.reductions.mark(channelId)),
    usergroups: [],
    channels: [],
    adminUsergroups: [],
  });
  const tokens = createActionTokens('secret');
  const poster = createPoster({
    client,
    tokens,
    access,
    monotonic: () => performance.now(),
    postLog: store.posts,
  });
  const reduce = createReduction({
    store,
    poster,
    latestSnapshot: () =>
      readingOfFiles(
        { id: 'a', decision: 'READY', product: { reference: 'LY-1' } },
        { id: 'b', decision: 'PENDING', product: { reference: 'LY-2' } },
      ),
    checkSharing: async (channelId) => access.freshSharing(channelId),
    admins: async (enough) => workspaceAdmins(client, enough),
    onNobodyNotified: () => {},
    permalinkTo: async (channelId, ts) => permalinkOf(client, channelId, ts),
    language: 'en',
    now: () => Date.now(),
    monotonic: () => performance.now(),
    ...over,
  });
  return {
    poster,
    async reduce() {
      await reduce(GOING);
      await Promise.all(marked);
    },
  };
}

async function posted(text: string, files: readonly string[], channel: string = leasing) {
  const message = { ...messageOf(text), files };
  return instance().poster.post(channel, message, randomUUID());
}

const textsIn = (channel: string) =>
  workspace
    .state()
    .messages.filter((message) => message.channel === channel)
    .map(({ text }) => text);

/** As if the time had come for what is to be tried again. */
const later = async () => runSql(store, 'update rental_desk.posts set try_at = clock_timestamp()');

const REDUCED =
  /^2 rental files in this message await a decision\nLY-1\nLY-2\nThis channel is shared/;

const REMOVED = 'Removed by Rental Desk: this channel is now shared with another organisation.';

test('earlier posts in a channel that became shared unnoticed are reduced, and others stay', async () => {
  await posted('Anne Dupont, 1,200', ['a', 'b']);
  await posted('Bob, decided', []);
  await posted('Claire inside', ['a'], lyon);
  await instance().reduce();
  expect(textsIn(leasing)).toEqual(['Anne Dupont, 1,200', 'Bob, decided']);

  await workspace.changeChannel(leasing, { isExternal: true });
  await instance().reduce();
  await Promise.all([instance().reduce(), instance().reduce()]);

  expect(textsIn(leasing)).toEqual([expect.stringMatching(REDUCED), REMOVED]);
  expect(shownIn(workspace)).not.toMatch(/Anne|Bob|1,200/);
  expect(textsIn(lyon)).toEqual(['Claire inside']);
  const edits = () => JSON.stringify(workspace.state().messages);
  const before = edits();
  await later();
  await instance().reduce();
  expect(edits()).toBe(before);
});

test('before anything is read, posts in a channel that became shared are removed, and completed then', async () => {
  await posted('Anne Dupont, 1,200', ['a', 'b']);
  await posted('Claire inside', ['a'], lyon);
  await workspace.changeChannel(leasing, { isExternal: true });
  await store.reductions.mark(leasing);

  const unread = instance({ latestSnapshot: () => null });
  await unread.reduce();
  expect(textsIn(leasing)).toEqual([REMOVED]);
  expect(shownIn(workspace)).not.toMatch(/Anne|1,200/);
  expect(textsIn(lyon)).toEqual(['Claire inside']);
  const before = JSON.stringify(workspace.state().messages);
  await later();
  await unread.reduce();
  expect(JSON.stringify(workspace.state().messages)).toBe(before);

  await later();
  await instance().reduce();
  expect(textsIn(leasing)).toEqual([expect.stringMatching(REDUCED)]);
});

test('a limit of Slack delays a reduction, and a channel that is unshared by then keeps its posts', async () => {
  await posted('Anne Dupont', ['a', 'b']);
  await store.reductions.mark(leasing);
  await instance().reduce();
  expect(textsIn(leasing)).toEqual(['Anne Dupont']);

  await workspace.changeChannel(leasing, { isExternal: true });
  await store.reductions.mark(leasing);
  workspace.interrupt({ method: 'chat.update', moment: 'before', trouble: 'http_500' });
  await expect(instance().reduce()).rejects.toMatchObject({ outcome: expect.anything() });
  expect(textsIn(leasing)).toEqual(['Anne Dupont']);
  await later();
  await instance().reduce();
  expect(textsIn(leasing)).toEqual([expect.stringMatching(REDUCED)]);
});

test('admins are notified once, with a link, of what Slack does not let be changed', async () => {
  const ts = await posted('Anne Dupont', ['a', 'b']);
  await workspace.changeChannel(leasing, { isExternal: true, isArchived: true });
  await store.reductions.mark(leasing);
  await instance().reduce();
  await later();
  await instance().reduce();
  const told = textsIn(directMessageWith(PEOPLE.hannah));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('Slack does not let me edit or delete a message with rental files');
  expect(told[0]).toContain(`/archives/${leasing}/p${ts.replace('.', '')}`);
});

test('what was posted for an outside channel is not posted again', async () => {
  await workspace.changeChannel(leasing, { isExternal: true });
  const message = { ...messageOf('2 files'), files: ['a'], isForOutside: true } as const;
  await instance().poster.post(leasing, message, randomUUID());
  await store.reductions.mark(leasing);
  expect(await store.reductions.take()).toBeNull();
  await expect(posted('Anne Dupont', ['a'])).rejects.toMatchObject({
    outcome: 'wait',
    code: 'sharing_changed',
  });
  expect(textsIn(leasing)).toEqual(['2 files']);
});
