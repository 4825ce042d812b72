import { expect, test, vi } from 'vitest';

import type { SlackWorkspace } from '../../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { APP, PARTNER_TEAM } from '../../../src/playground/slack-workspace/store/team.ts';
import { USER_GROUPS } from '../../../src/playground/slack-workspace/store/user-groups.ts';
import { testClient, testManifest, workspaceWithHttpApp } from '../../support/slack-workspace.ts';

async function listening(scopes?: readonly string[]) {
  const heard: object[] = [];
  const workspace = await workspaceWithHttpApp(
    (app) => app.event(/.*/, async ({ event }) => void heard.push(event)),
    { manifest: testManifest(scopes) },
  );
  return { workspace, heard };
}

/** Events come in any order. */
function byNames(one: object, other: object): number {
  return nameOf(one).localeCompare(nameOf(other));
}

function nameOf(event: object): string {
  const user: unknown = Reflect.get(event, 'user');
  return `${Reflect.get(event, 'type')} ${typeof user === 'string' ? user : ''}`;
}

type Case = readonly [string, (workspace: SlackWorkspace) => Promise<void>, readonly object[]];

const { leasing } = USER_GROUPS;
const { lyon, partners } = CHANNELS;
const inLyon = { channel: lyon, channel_type: 'C' };

const cases: readonly Case[] = [
  [
    'somebody becomes a guest',
    (workspace) => workspace.changePerson(PEOPLE.oliver, { isRestricted: true }),
    [{ type: 'user_change', user: { id: PEOPLE.oliver, is_restricted: true, locale: 'en-GB' } }],
  ],
  [
    'somebody leaves the workspace',
    (workspace) => workspace.changePerson(PEOPLE.oliver, { isDeleted: true }),
    [{ type: 'user_change', user: { id: PEOPLE.oliver, deleted: true } }],
  ],
  [
    'the members of a user group change',
    (workspace) => workspace.changeUserGroup(leasing.id, { members: [PEOPLE.claire, PEOPLE.tom] }),
    [
      {
        type: 'subteam_members_changed',
        subteam_id: leasing.id,
        added_users: [PEOPLE.tom],
        added_users_count: 1,
        removed_users: [PEOPLE.oliver],
        removed_users_count: 1,
      },
      { type: 'subteam_updated', subteam: { id: leasing.id, users: [PEOPLE.claire, PEOPLE.tom] } },
    ],
  ],
  [
    'a channel is shared',
    (workspace) => workspace.changeChannel(lyon, { isExternal: true }),
    [{ type: 'channel_shared', connected_team_id: PARTNER_TEAM.id, channel: lyon }],
  ],
  [
    'a channel is shared no more',
    (workspace) => workspace.changeChannel(partners, { isExternal: false }),
    [
      {
        type: 'channel_unshared',
        previously_connected_team_id: PARTNER_TEAM.id,
        channel: partners,
      },
    ],
  ],
  [
    'a channel is archived',
    (workspace) => workspace.changeChannel(lyon, { isArchived: true }),
    [{ type: 'channel_archive', channel: lyon }],
  ],
  [
    'a channel has a new name',
    (workspace) => workspace.changeChannel(lyon, { name: 'lyon-7' }),
    [{ type: 'channel_rename', channel: { id: lyon, name: 'lyon-7' } }],
  ],
  [
    'somebody leaves a channel',
    (workspace) => workspace.changeChannel(lyon, { members: [PEOPLE.claire, APP.userId] }),
    [PEOPLE.hannah, PEOPLE.oliver, PEOPLE.tom].map((user) => ({
      type: 'member_left_channel',
      user,
      ...inLyon,
    })),
  ],
  [
    'the app is taken out of a channel',
    (workspace) => workspace.changeChannel(lyon, { members: [PEOPLE.claire] }),
    [{ type: 'channel_left', channel: lyon }],
  ],
];

test.each(cases)('the app hears that %s', async (_, change, events) => {
  const { workspace, heard } = await listening();
  await change(workspace);
  await vi.waitFor(() => expect(heard).toHaveLength(events.length), { timeout: 60_000 });
  expect(heard.toSorted(byNames)).toMatchObject(events.toSorted(byNames));
});

test('what changed is what the Web API tells from then on', async () => {
  const { workspace } = await listening();
  const client = testClient(workspace);

  await workspace.changePerson(PEOPLE.oliver, { isAdmin: true });
  await workspace.changeUserGroup(leasing.id, { members: [] });
  await workspace.changeChannel(lyon, { isExternal: true });

  expect((await client.users.info({ user: PEOPLE.oliver })).user?.is_admin).toBe(true);
  expect((await client.usergroups.users.list({ usergroup: leasing.id })).users).toEqual([]);
  expect((await client.conversations.info({ channel: lyon })).channel?.is_ext_shared).toBe(true);
});

test('nothing is told without the scope for it', async () => {
  const { workspace, heard } = await listening(['chat:write', 'channels:read']);

  await workspace.changePerson(PEOPLE.oliver, { isAdmin: true });
  await workspace.changeUserGroup(leasing.id, { members: [] });
  await workspace.changeChannel(lyon, { isExternal: true });

  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 });
  expect(heard).toMatchObject([{ type: 'channel_shared' }]);
});

test('a private channel that the app is not in is none of its business', async () => {
  const { workspace, heard } = await listening();
  await workspace.changeChannel(CHANNELS.direction, { members: [PEOPLE.claire] });
  await workspace.changeChannel(CHANNELS.direction, { isExternal: true });
  await workspace.changeChannel(lyon, { isExternal: true });

  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 });
  expect(heard).toMatchObject([{ type: 'channel_shared', channel: lyon }]);
});
