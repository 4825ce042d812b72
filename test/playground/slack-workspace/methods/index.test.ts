import { expect, test } from 'vitest';

import { METHODS } from '../../../../src/playground/slack-workspace/methods/index.ts';
import type { Method } from '../../../../src/playground/slack-workspace/methods/method.ts';
import {
  APP_TOKEN,
  testClient,
  testManifest,
  testWorkspace,
} from '../../../support/slack-workspace.ts';

const READ = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];
const HISTORY = ['channels:history', 'groups:history', 'im:history', 'mpim:history'];

/** What the page of each method says that a bot needs: one of the scopes. */
const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  'api.test': [],
  'apps.connections.open': [],
  'auth.test': [],
  'chat.delete': ['chat:write'],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.unfurl': ['links:write'],
  'chat.update': ['chat:write'],
  'conversations.history': HISTORY,
  'conversations.info': READ,
  'conversations.list': READ,
  'conversations.members': READ,
  'conversations.open': ['im:write', 'mpim:write', 'channels:manage', 'groups:write'],
  'conversations.replies': HISTORY,
  'entity.presentDetails': [],
  'files.completeUploadExternal': ['files:write'],
  'files.delete': ['files:write'],
  'files.getUploadURLExternal': ['files:write'],
  'usergroups.list': ['usergroups:read'],
  'usergroups.users.list': ['usergroups:read'],
  'users.info': ['users:read'],
  'users.list': ['users:read'],
  'users.lookupByEmail': ['users:read.email'],
  'views.open': [],
  'views.publish': [],
  'views.push': [],
  'views.update': [],
};

test('each method asks for the scopes that are documented', () => {
  const asked = Object.entries(METHODS).map(([name, { scopes }]) => [name, scopes]);
  expect(Object.fromEntries(asked)).toEqual(DOCUMENTED);
});

test.each(Object.keys(METHODS))('the official client knows %s', async (name) => {
  const client: unknown = testClient(await testWorkspace());
  const method = name
    .split('.')
    .reduce<unknown>((part, key) => Reflect.get(Object(part), key), client);
  expect(method).toBeTypeOf('function');
});

const guarded = Object.entries<Method>(METHODS).filter(([, { token }]) => token !== 'none');

test.each(guarded)(
  '%s is closed to those without a token or with a wrong one',
  async (name, { token }) => {
    const workspace = await testWorkspace();
    const call = async (bearer?: string) => {
      const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
      const response = await fetch(`${workspace.apiUrl}${name}`, { method: 'POST', headers });
      return response.json();
    };

    expect(await call()).toEqual({ ok: false, error: 'not_authed' });
    expect(await call('xoxb-stolen')).toEqual({ ok: false, error: 'invalid_auth' });
    if (token !== 'bot') return;
    expect(await call(APP_TOKEN)).toMatchObject({ error: 'not_allowed_token_type' });
  },
);

const scoped = guarded.filter(([, { scopes }]) => scopes.length > 0);

test.each(scoped)('%s says which scope is missing', async (name, { scopes }) => {
  const workspace = await testWorkspace({ manifest: testManifest(['commands']) });

  await expect(testClient(workspace).apiCall(name)).rejects.toMatchObject({
    data: { error: 'missing_scope', needed: scopes.join(','), provided: 'commands' },
  });
});

test('a method that Slack does not have is unknown', async () => {
  const workspace = await testWorkspace();
  await expect(testClient(workspace).apiCall('chat.shout')).rejects.toMatchObject({
    data: { error: 'unknown_method' },
  });
});

test('a token and arguments may come in a query, a form or JSON', async () => {
  const workspace = await testWorkspace();
  const url = `${workspace.apiUrl}users.info`;
  const asked = { token: 'xoxb-for-tests', user: 'USLACKBOT' };
  const json = { 'content-type': 'application/json; charset=utf-8' };

  const answers = await Promise.all([
    fetch(`${url}?${new URLSearchParams(asked).toString()}`),
    fetch(url, { method: 'POST', body: new URLSearchParams(asked) }),
    fetch(url, { method: 'POST', body: JSON.stringify(asked), headers: json }),
  ]);

  for (const answer of answers) expect(await answer.json()).toMatchObject({ ok: true });
});
