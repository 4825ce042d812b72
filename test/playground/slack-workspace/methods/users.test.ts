import { expect, test } from 'vitest';

import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { APP, PARTNER_TEAM, TEAM } from '../../../../src/playground/slack-workspace/store/team.ts';
import { testClient, testManifest, testWorkspace } from '../../../support/slack-workspace.ts';

async function info(user: string, scopes = ['users:read'], withLocale = false) {
  const client = testClient(await testWorkspace({ manifest: testManifest(scopes) }));
  return (await client.users.info({ user, include_locale: withLocale })).user;
}

test.each([
  ['a colleague', PEOPLE.claire, { team_id: TEAM.id, deleted: false, is_restricted: false }],
  ['an admin', PEOPLE.hannah, { is_admin: true }],
  ['a guest', PEOPLE.nadia, { is_restricted: true, is_ultra_restricted: false }],
  ['a guest of one channel', PEOPLE.tom, { is_restricted: true, is_ultra_restricted: true }],
  ['somebody who left', PEOPLE.luc, { deleted: true }],
  ['somebody of another workspace', PEOPLE.emma, { team_id: PARTNER_TEAM.id, is_stranger: false }],
  ['a bot', PEOPLE.calendarBot, { is_bot: true }],
  ['the app', APP.userId, { is_bot: true, profile: { bot_id: APP.botId } }],
])('%s can be told by what Slack says of them', async (_, id, fields) => {
  expect(await info(id)).toMatchObject({ id, ...fields });
});

test('the language is told when it is asked for, the zone always', async () => {
  const plain = await info(PEOPLE.claire);
  const asked = await info(PEOPLE.claire, ['users:read'], true);

  expect(plain?.locale).toBeUndefined();
  expect(asked).toMatchObject({ locale: 'fr-FR', tz: 'Europe/Paris' });
  expect([3600, 7200]).toContain(asked?.tz_offset);
});

test('an e-mail address needs a scope of its own', async () => {
  const both = ['users:read', 'users:read.email'];

  expect((await info(PEOPLE.claire))?.profile?.email).toBeUndefined();
  expect((await info(PEOPLE.claire, both))?.profile?.email).toBe(
    'claire.fontaine@agence-bellecour.example',
  );
});

test('everybody is told with their role, and with an address unless they are a bot', async () => {
  const manifest = testManifest(['users:read', 'users:read.email']);
  const client = testClient(await testWorkspace({ manifest }));
  const { members = [] } = await client.users.list({});

  const told = members.filter(({ deleted }) => deleted !== true);
  expect(told.map(({ is_admin: isAdmin }) => typeof isAdmin)).toEqual(told.map(() => 'boolean'));
  expect(told.map(({ is_owner: isOwner }) => typeof isOwner)).toEqual(told.map(() => 'boolean'));
  expect(Object.fromEntries(members.map(({ name, profile }) => [name, profile?.email]))).toEqual({
    claire: 'claire.fontaine@agence-bellecour.example',
    hannah: 'hannah.brooks@agence-bellecour.example',
    oliver: 'oliver.marsh@agence-bellecour.example',
    nadia: 'nadia.berger@agence-bellecour.example',
    tom: 'tom.keller@agence-bellecour.example',
    luc: 'luc.moreau@agence-bellecour.example',
    'emma.wright': 'emma.wright@northgate-lettings.example',
    calendar: undefined,
    rental_desk: undefined,
    slackbot: undefined,
  });
});

test('nobody is found by an id that nobody has', async () => {
  await expect(info('U0NOBODY000')).rejects.toMatchObject({ data: { error: 'user_not_found' } });
});
