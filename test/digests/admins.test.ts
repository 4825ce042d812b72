import { beforeAll, expect, test } from 'vitest';

import type { AdminPorts, DeliveryPorts } from '../../src/digests/delivery/ports.ts';
import { grantedScopes } from '../../src/playground/slack-workspace/manifest.ts';
import { directMessageWith } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { USER_GROUPS } from '../../src/playground/slack-workspace/store/user-groups.ts';
import { membersOf } from '../../src/slack/directory.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { storeIn } from '../support/open-store.ts';
import { folderPlace } from '../support/places.ts';
import { testClient, testManifest, testWorkspace } from '../support/slack-workspace.ts';
import { delivering, messageOf, realTime, unreadable } from './delivering.ts';

let store: DigestStore;

beforeAll(async () => {
  const opened = await storeIn(folderPlace);
  ({ store } = opened);
  return opened.close;
});

/** Nobody can read what the digest asks for, so that it is paused; these look after it. */
function lookedAfterBy(
  list: AdminPorts['list'],
): Pick<DeliveryPorts, 'compose'> & { readonly admins: AdminPorts } {
  return {
    ...unreadable,
    admins: {
      store: store.notifications,
      list,
      messageFor: async ({ name }, { reason }) => messageOf(`${name}: ${reason}, for admins`),
    },
  };
}

const lookedAfter = () => lookedAfterBy(async () => [PEOPLE.oliver, PEOPLE.hannah, PEOPLE.claire]);
const told = [PEOPLE.hannah, PEOPLE.oliver].map(directMessageWith);

test('each admin is told once that a digest is paused, and its owner as ever', async () => {
  const bell = delivering(store, await testWorkspace(realTime), lookedAfter());
  const digest = await bell.digest();
  const id = await bell.due(digest);
  await bell.untilDone(id);
  await bell.deliver(id);
  expect(bell.told()).toEqual([`${digest.name}: failed query`]);
  for (const room of told) expect(bell.said(room)).toEqual([`${digest.name}: query, for admins`]);
});

test.each([
  ['lost on its way', 'before', 'hang_up'],
  ['accepted, and the answer lost', 'after', 'hang_up'],
  ['accepted, and answered with a fault', 'after', 'http_500'],
  ['to wait', 'before', 'ratelimited'],
] as const)('also when what they are told is %s', async (_what, moment, trouble) => {
  const workspace = await testWorkspace(realTime);
  let isFirst = true;
  const list = async () => {
    // The owner is told by then.
    if (isFirst) workspace.interrupt({ method: 'chat.postMessage', moment, trouble });
    isFirst = false;
    return [PEOPLE.hannah, PEOPLE.oliver];
  };
  const bell = delivering(store, workspace, lookedAfterBy(list));
  const digest = await bell.digest();
  expect(await bell.untilDone(await bell.due(digest))).toBeGreaterThan(1);
  expect(bell.told()).toEqual([`${digest.name}: failed query`]);
  for (const room of told) expect(bell.said(room)).toEqual([`${digest.name}: query, for admins`]);
});

test('where direct messages cannot be looked through, nobody is told twice', async () => {
  const scopes = grantedScopes(testManifest()).filter((scope) => scope !== 'im:history');
  const workspace = await testWorkspace({ ...realTime, manifest: testManifest(scopes) });
  let isFirst = true;
  const list = async () => {
    const trouble = { moment: 'after', trouble: 'hang_up' } as const;
    if (isFirst) workspace.interrupt({ method: 'chat.postMessage', ...trouble });
    isFirst = false;
    return [PEOPLE.hannah];
  };
  const bell = delivering(store, workspace, lookedAfterBy(list));
  const digest = await bell.digest();
  await bell.untilDone(await bell.due(digest));
  expect(bell.said(directMessageWith(PEOPLE.hannah))).toEqual([
    `${digest.name}: query, for admins`,
  ]);
});

test('of many admins ten are told, and whoever takes no messages is left', async () => {
  const workspace = await testWorkspace(realTime);
  const many = Array.from({ length: 9 }, (_, index) => `U0NOBODY00${index}`);
  const list = async () => [...many, PEOPLE.hannah, PEOPLE.oliver];
  const bell = delivering(store, workspace, lookedAfterBy(list));
  const id = await bell.due(await bell.digest());
  await bell.untilDone(id);
  const notifications = await store.notifications.of(id);
  expect(notifications.size).toBe(10);
  expect([...notifications.values()].every(({ isDone }) => isDone)).toBe(true);
  expect(await store.leases.acquire(id, 0)).toBe('settled');
});

test('what pauses nothing is the owner’s alone', async () => {
  const scopes = grantedScopes(testManifest()).filter((scope) => !scope.endsWith('s:history'));
  const workspace = await testWorkspace({ ...realTime, manifest: testManifest(scopes) });
  const { admins } = lookedAfter();
  const bell = delivering(store, workspace, { admins });
  const digest = await bell.digest();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  await bell.untilDone(await bell.due(digest));
  expect(bell.told()).toEqual([`${digest.name}: unknown no_history`]);
  for (const room of told) expect(bell.said(room)).toEqual([]);
});

test('who must hold the claim to tell somebody must hold the newest', async () => {
  const bell = delivering(store, await testWorkspace(realTime));
  const id = await bell.due(await bell.digest());
  const lost = { deliveryId: id, key: '00000000-0000-4000-8000-000000000000' };
  await expect(store.notifications.start(lost, 'U1')).rejects.toThrow('taken the delivery over');
  expect((await store.notifications.of(id)).size).toBe(0);
});

test('admins are the members of the groups that are named, as far as Slack tells', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  const { leasing, admins: group } = USER_GROUPS;
  expect(await membersOf(client, [])).toEqual([]);
  expect(await membersOf(client, [group.id, 'S0NOWHERE01', leasing.id])).toEqual([
    PEOPLE.hannah,
    PEOPLE.claire,
    PEOPLE.oliver,
  ]);
  workspace.interrupt({
    method: 'usergroups.users.list',
    moment: 'before',
    trouble: 'http_500',
  });
  await expect(membersOf(client, [group.id])).rejects.toMatchObject({ name: 'PostError' });
});
