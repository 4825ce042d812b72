import { beforeAll, expect, test } from 'vitest';

import type { AdminPorts, DeliveryPorts } from '../../src/delivery/ports.ts';
import { grantedScopes } from '../../src/playground/slack-workspace/manifest.ts';
import { directMessageWith } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { USER_GROUPS } from '../../src/playground/slack-workspace/store/user-groups.ts';
import { membersOf } from '../../src/slack/directory.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { storeIn } from '../support/open-store.ts';
import { serverPlace } from '../support/places.ts';
import { testClient, testManifest, testWorkspace } from '../support/slack-workspace.ts';
import { createDeliveryFixture, messageOf, realTime, unreadableQuery } from './fixture.ts';

let store: DigestStore;

beforeAll(async () => {
  const opened = await storeIn(serverPlace);
  ({ store } = opened);
  return opened.close;
});

/** Nobody can read what the digest asks for, so that it is paused; these look after it. */
function lookedAfterBy(
  list: AdminPorts['list'],
): Pick<DeliveryPorts, 'compose'> & { readonly admins: AdminPorts } {
  return {
    ...unreadableQuery,
    admins: {
      store: store.notifications,
      list,
      messageFor: async ({ name }, { reason }) => messageOf(`${name}: ${reason}, for admins`),
    },
  };
}

const lookedAfter = () => lookedAfterBy(async () => [PEOPLE.oliver, PEOPLE.hannah, PEOPLE.claire]);
const channels = [PEOPLE.hannah, PEOPLE.oliver].map(directMessageWith);

test('each admin is told once that a digest is paused, and its owner as ever', async () => {
  const fixture = createDeliveryFixture(store, await testWorkspace(realTime), lookedAfter());
  const digest = await fixture.digest();
  const id = await fixture.due(digest);
  await fixture.untilDone(id);
  await fixture.deliver(id);
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: failed query`]);
  for (const room of channels)
    expect(fixture.messagesIn(room)).toEqual([`${digest.name}: query, for admins`]);
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
    // The owner is notified by then.
    if (isFirst) workspace.interrupt({ method: 'chat.postMessage', moment, trouble });
    isFirst = false;
    return [PEOPLE.hannah, PEOPLE.oliver];
  };
  const fixture = createDeliveryFixture(store, workspace, lookedAfterBy(list));
  const digest = await fixture.digest();
  expect(await fixture.untilDone(await fixture.due(digest))).toBeGreaterThan(1);
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: failed query`]);
  for (const room of channels)
    expect(fixture.messagesIn(room)).toEqual([`${digest.name}: query, for admins`]);
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
  const fixture = createDeliveryFixture(store, workspace, lookedAfterBy(list));
  const digest = await fixture.digest();
  await fixture.untilDone(await fixture.due(digest));
  expect(fixture.messagesIn(directMessageWith(PEOPLE.hannah))).toEqual([
    `${digest.name}: query, for admins`,
  ]);
});

test('of many admins ten are told, and whoever takes no messages is left', async () => {
  const workspace = await testWorkspace(realTime);
  const many = Array.from({ length: 9 }, (_, index) => `U0NOBODY00${index}`);
  const list = async () => [...many, PEOPLE.hannah, PEOPLE.oliver];
  const fixture = createDeliveryFixture(store, workspace, lookedAfterBy(list));
  const id = await fixture.due(await fixture.digest());
  await fixture.untilDone(id);
  const notifications = await store.notifications.of(id);
  expect(notifications.size).toBe(10);
  expect([...notifications.values()].every(({ isDone }) => isDone)).toBe(true);
  expect(await store.leases.acquire(id, 0)).toBe('settled');
});

test('what pauses nothing is the owner’s alone', async () => {
  const scopes = grantedScopes(testManifest()).filter((scope) => !scope.endsWith('s:history'));
  const workspace = await testWorkspace({ ...realTime, manifest: testManifest(scopes) });
  const { admins } = lookedAfter();
  const fixture = createDeliveryFixture(store, workspace, { admins });
  const digest = await fixture.digest();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  await fixture.untilDone(await fixture.due(digest));
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: unknown no_history`]);
  for (const room of channels) expect(fixture.messagesIn(room)).toEqual([]);
});

test('who must hold the claim to tell somebody must hold the newest', async () => {
  const fixture = createDeliveryFixture(store, await testWorkspace(realTime));
  const id = await fixture.due(await fixture.digest());
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
