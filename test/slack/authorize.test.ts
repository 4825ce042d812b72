import { expect, test } from 'vitest';

import {
  CHANNELS,
  directMessageWith,
} from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import {
  PARTNER_TEAM,
  SLACKBOT_ID,
  TEAM,
} from '../../src/playground/slack-workspace/store/team.ts';
import { USER_GROUPS } from '../../src/playground/slack-workspace/store/user-groups.ts';
import { createAuthorizer, type Requester } from '../../src/slack/authorize.ts';
import { testClient, testManifest, testWorkspace } from '../support/slack-workspace.ts';

const HOUR_MS = 3_600_000;

/** Access to a real workspace, which counts what it is asked. */
async function accessTo(
  limits: { usergroups?: string[]; channels?: string[]; adminUsergroups?: string[] } = {},
  scopes?: readonly string[],
) {
  const workspace = await testWorkspace({ manifest: testManifest(scopes) });
  let asked = 0;
  let time = 0;
  let steady = 0;
  const found: string[] = [];
  const unknown: unknown[] = [];
  const client = testClient(workspace, undefined, {
    fetch: async (url, init) => {
      asked += 1;
      return fetch(url, init);
    },
  });
  const access = createAuthorizer({
    client,
    now: () => time,
    monotonic: () => steady,
    onExternal: (channelId) => found.push(channelId),
    onUnknownSharing: (error) => unknown.push(error),
    usergroups: limits.usergroups ?? [],
    channels: limits.channels ?? [],
    adminUsergroups: limits.adminUsergroups ?? [],
  });
  return {
    workspace,
    asked: () => asked,
    found,
    unknown,
    /** Both clocks go on, or one of them alone. */
    wait: (byMs: number, clock?: 'wall' | 'monotonic') => {
      if (clock !== 'monotonic') time += byMs;
      if (clock !== 'wall') steady += byMs;
    },
    setBack: (byMs: number) => {
      time -= byMs;
    },
    decide: async (userId: string, requester: Partial<Requester> = {}) => {
      const authorization = await access.authorize({
        userId,
        teamId: TEAM.id,
        channelId: CHANNELS.leasing,
        ...requester,
      });
      return authorization.isAllowed ? 'allowed' : authorization.reason;
    },
    access,
  };
}

test.each([
  ['a leasing manager', PEOPLE.claire, TEAM.id, 'allowed'],
  ['an admin', PEOPLE.hannah, TEAM.id, 'allowed'],
  ['a full member', PEOPLE.oliver, TEAM.id, 'allowed'],
  ['a guest in several channels', PEOPLE.nadia, TEAM.id, 'guest'],
  ['a guest in one channel', PEOPLE.tom, TEAM.id, 'guest'],
  ['a deactivated user', PEOPLE.luc, TEAM.id, 'deleted'],
  ['somebody from another workspace', PEOPLE.emma, PARTNER_TEAM.id, 'other_workspace'],
  ['the same, with a request that says otherwise', PEOPLE.emma, TEAM.id, 'other_workspace'],
  ['a member, asking from elsewhere', PEOPLE.claire, PARTNER_TEAM.id, 'other_workspace'],
  ['a bot', PEOPLE.calendarBot, TEAM.id, 'bot'],
  ['Slackbot', SLACKBOT_ID, TEAM.id, 'bot'],
  ['nobody', 'U0NOBODY', TEAM.id, 'unknown'],
])('%s: %s of %s is %s', async (_who, userId, teamId, outcome) => {
  const { decide } = await accessTo();
  expect(await decide(userId, { teamId })).toBe(outcome);
});

test('the language and the zone come along, for a refusal too', async () => {
  const { access } = await accessTo();
  const requester = { teamId: TEAM.id, channelId: null };
  expect(await access.authorize({ ...requester, userId: PEOPLE.claire })).toMatchObject({
    reader: { locale: 'fr-FR', zone: 'Europe/Paris' },
  });
  expect(await access.authorize({ ...requester, userId: PEOPLE.nadia })).toMatchObject({
    isAllowed: false,
    reader: { locale: 'fr-FR', zone: 'Europe/Paris' },
  });
});

test('with user groups set, only their members are answered', async () => {
  const { decide } = await accessTo({ usergroups: [USER_GROUPS.leasing.id] });
  expect(await decide(PEOPLE.claire)).toBe('allowed');
  expect(await decide(PEOPLE.hannah)).toBe('not_in_group');
  expect(await decide(PEOPLE.nadia)).toBe('guest');
});

test('a member of one of several groups is answered', async () => {
  const { leasing, admins } = USER_GROUPS;
  const { decide } = await accessTo({ usergroups: [leasing.id, admins.id] });
  expect(await decide(PEOPLE.hannah)).toBe('allowed');
});

test('a user group that cannot be read lets nobody in', async () => {
  const { decide } = await accessTo({ usergroups: ['S0GONE'] });
  expect(await decide(PEOPLE.claire)).toBe('unknown');
});

test('with channels set, only they are answered in', async () => {
  const { decide } = await accessTo({ channels: [CHANNELS.lyon] });
  expect(await decide(PEOPLE.claire, { channelId: CHANNELS.lyon })).toBe('allowed');
  expect(await decide(PEOPLE.claire, { channelId: CHANNELS.leasing })).toBe('not_in_channel');
  expect(await decide(PEOPLE.claire, { channelId: null })).toBe('not_in_channel');
});

test('what is known of somebody is remembered for less than 15 s', async () => {
  const { decide, asked, wait } = await accessTo();
  await Promise.all([decide(PEOPLE.claire), decide(PEOPLE.claire), decide(PEOPLE.claire)]);
  expect(asked()).toBe(2);
  wait(13_999);
  await decide(PEOPLE.claire);
  expect(asked()).toBe(2);

  wait(1);
  await decide(PEOPLE.claire);
  // The workspace itself stays the same.
  expect(asked()).toBe(3);
});

test('an instance that missed a deactivation answers for less than 15 s, on either clock', async () => {
  for (const clock of ['wall', 'monotonic'] as const) {
    const { workspace, decide, wait, setBack } = await accessTo();
    expect(await decide(PEOPLE.claire)).toBe('allowed');
    await workspace.changePerson(PEOPLE.claire, { isDeleted: true });
    if (clock === 'monotonic') setBack(HOUR_MS);
    wait(13_000, clock);
    expect(await decide(PEOPLE.claire)).toBe('allowed');
    wait(1_000, clock);
    expect(await decide(PEOPLE.claire)).toBe('deleted');
  }
});

test('asked afresh, a missed deactivation is seen at once, and lookups at the same time are one', async () => {
  const { workspace, access, asked } = await accessTo();
  const requester = { userId: PEOPLE.claire, teamId: TEAM.id, channelId: null };
  expect(await access.authorize(requester)).toMatchObject({ isAllowed: true });
  const before = asked();
  await workspace.changePerson(PEOPLE.claire, { isDeleted: true });
  const fresh = await Promise.all([
    access.authorize(requester, true),
    access.authorize(requester, true),
  ]);
  expect(fresh).toMatchObject([{ reason: 'deleted' }, { reason: 'deleted' }]);
  expect(asked()).toBe(before + 1);
  expect(await access.authorize(requester)).toMatchObject({ reason: 'deleted' });
});

test('a channel that became shared unnoticed is found so afresh, and that is reported', async () => {
  const { workspace, access, found } = await accessTo();
  expect(await access.sharing(CHANNELS.lyon)).toBe('internal');
  expect(access.lastSharing(CHANNELS.lyon)).toBe('internal');
  await workspace.changeChannel(CHANNELS.lyon, { isExternal: true });
  expect(await access.sharing(CHANNELS.lyon)).toBe('internal');
  expect(await access.freshSharing(CHANNELS.lyon)).toBe('external');
  expect(access.lastSharing(CHANNELS.lyon)).toBe('external');
  expect(await access.sharing(CHANNELS.lyon)).toBe('external');
  expect(found).toEqual([CHANNELS.lyon]);
});

test('when Slack does not answer nobody is let in, and that is not remembered', async () => {
  const { workspace, decide } = await accessTo();
  workspace.interrupt({ method: 'users.info', moment: 'before', trouble: 'http_500' });
  expect(await decide(PEOPLE.claire)).toBe('unknown');
  expect(await decide(PEOPLE.claire)).toBe('allowed');
});

test.each([
  ['says nothing of guests', 'guest_unknown', { is_restricted: undefined }],
  ['says half of it', 'guest_unknown', { is_ultra_restricted: undefined }],
  ['says nothing of bots', 'unknown', { is_bot: undefined }],
  ['is about somebody else', 'unknown', { id: 'U0ANOTHER' }],
  ['names a workflow', 'bot', { is_workflow_bot: true }],
  ['names a guest', 'guest', { is_restricted: undefined, is_ultra_restricted: true }],
])('somebody of whom Slack %s is refused as %s', async (_what, reason, fields) => {
  const workspace = await testWorkspace();
  const client = testClient(workspace, undefined, {
    async fetch(url, init) {
      const answer = await fetch(url, init);
      if (!String(url).includes('users.info')) return answer;
      const body: { user: object } = JSON.parse(await answer.text());
      return Response.json({ ...body, user: { ...body.user, ...fields } });
    },
  });
  const access = createAuthorizer({
    client,
    now: () => 0,
    usergroups: [],
    channels: [],
    adminUsergroups: [],
  });
  const requester = { userId: PEOPLE.hannah, teamId: TEAM.id, channelId: null };

  expect(await access.authorize(requester)).toMatchObject({ isAllowed: false, reason });
});

test('nothing is asked about somebody who asks from elsewhere', async () => {
  const { decide, asked } = await accessTo();
  await decide(PEOPLE.emma, { teamId: PARTNER_TEAM.id });
  expect(asked()).toBe(1);
});

test('nobody else is in the direct message of a person with the app', async () => {
  const { access, unknown } = await accessTo({}, ['channels:read', 'im:write']);
  const room = directMessageWith(PEOPLE.hannah);
  expect(await access.sharing(room, PEOPLE.hannah)).toBe('internal');
  expect(await access.sharing(room, PEOPLE.oliver)).toBe('unknown');
  expect(await access.sharing('D0BETWEEN01', PEOPLE.hannah)).toBe('unknown');
  expect(unknown).toEqual([]);
});

test('why nobody knows whether a channel is shared is told, unless the app is not in it', async () => {
  const { workspace, access, unknown } = await accessTo();
  expect(await access.sharing('C0NOWHERE01')).toBe('unknown');
  expect(unknown).toEqual([]);
  workspace.interrupt({ method: 'conversations.info', moment: 'before', trouble: 'http_500' });
  expect(await access.sharing(CHANNELS.lyon)).toBe('unknown');
  expect(unknown).toMatchObject([{ code: 'slack_webapi_http_error' }]);
});

test('a group of admins that Slack does not know is told apart from not being an admin', async () => {
  const { access } = await accessTo({ adminUsergroups: ['S0UNKNOWN01'] });
  const { person } = await access.authorize({
    userId: PEOPLE.hannah,
    teamId: TEAM.id,
    channelId: CHANNELS.leasing,
  });
  expect(person).toMatchObject({ isAdmin: false, adminFailure: expect.any(Error) });
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['nothing said of other organisations', { is_channel: true }, 'unknown'],
  ['a direct message, of which Slack says less', { is_im: true }, 'internal'],
  ['shared', { is_ext_shared: true }, 'external'],
  [
    'shared within the organisation',
    { is_ext_shared: false, is_shared: true, is_org_shared: true },
    'internal',
  ],
  ['shared, nobody says how', { is_ext_shared: false, is_shared: true }, 'external'],
  ['pending', { is_ext_shared: false, is_pending_ext_shared: true }, 'external'],
  [
    'pending by its teams alone',
    { is_ext_shared: false, pending_shared: ['T0PARTNER01'] },
    'external',
  ],
  ['invited', { is_ext_shared: false, pending_connected_team_ids: ['T0PARTNER01'] }, 'external'],
  ['a word for a flag', { is_ext_shared: 'false' }, 'unknown'],
])('a channel of which Slack gives: %s', async (_, channel, expected) => {
  const workspace = await testWorkspace();
  const client = testClient(workspace, undefined, {
    fetch: async () => Response.json({ ok: true, channel }),
  });
  const access = createAuthorizer({
    client,
    now: () => 0,
    usergroups: [],
    channels: [],
    adminUsergroups: [],
  });
  expect(await access.sharing(CHANNELS.leasing)).toBe(expected);
});

test('files are shown unasked to channels with answers, and to people who get some', async () => {
  const { access, workspace } = await accessTo();
  const allowed = async (...ids: string[]) => Promise.all(ids.map(async (id) => access.allows(id)));
  expect(await allowed(CHANNELS.leasing, PEOPLE.claire, PEOPLE.nadia, PEOPLE.luc)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  // What was remembered of her a moment ago does not count.
  await workspace.changePerson(PEOPLE.claire, { isDeleted: true });
  expect(await access.allows(PEOPLE.claire)).toBe(false);
  await expect(access.allows('U0NOBODY')).rejects.toThrow('user_not_found');

  const limited = await accessTo({ channels: [CHANNELS.leasing] });
  const ids = [CHANNELS.leasing, CHANNELS.lyon, PEOPLE.claire];
  expect(await Promise.all(ids.map(async (id) => limited.access.allows(id)))).toEqual([
    true,
    false,
    false,
  ]);
});
