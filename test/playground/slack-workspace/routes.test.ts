import { request } from 'node:http';

import { expect, test } from 'vitest';

import type { Change, UserActions } from '../../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { testWorkspace } from '../../support/slack-workspace.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

async function post(workspace: SlackWorkspace, deed: string, body: unknown, headers = {}) {
  return fetch(`${workspace.url}/playground/${deed}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...JSON_TYPE, ...headers },
  });
}

/** The changes that the page is told, as they come. */
async function* changes(workspace: SlackWorkspace): AsyncGenerator<Change> {
  const { body } = await fetch(`${workspace.url}/playground/stream`);
  let rest = '';
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield JSON.parse(part.replace('data: ', ''));
  }
}

async function next(stream: AsyncGenerator<Change>): Promise<Change | undefined> {
  const { value } = await stream.next();
  return value ?? undefined;
}

test('the page is told the whole state first, and then what changes', async () => {
  const workspace = await testWorkspace();
  const stream = changes(workspace);

  const first = await next(stream);
  const deed: UserActions['say'] = {
    person: PEOPLE.claire,
    channel: CHANNELS.leasing,
    text: 'Hello',
  };
  const answer = await post(workspace, 'say', deed);

  expect(first).toMatchObject({
    kind: 'state',
    state: {
      app: { id: 'A0RENTDESK1', name: 'Rental Desk', userId: 'U0RENTDESK1' },
      messages: [],
      commands: [
        { command: '/rental', description: 'Rental files', usageHint: 'list' },
        { command: '/raw', description: 'What was typed', usageHint: '' },
      ],
      settings: { transport: 'http', serviceMode: 'fair', bot: 'stopped', service: 'playground' },
    },
  });
  expect(await answer.json()).toEqual({ ok: true });
  expect(await next(stream)).toMatchObject({ kind: 'message', message: { text: 'Hello' } });
});

test('everybody is shown with what sets them apart', async () => {
  const workspace = await testWorkspace();
  const roles = workspace.state().people.map(({ name, role, isBot }) => [name, role, isBot]);
  expect(roles).toMatchInlineSnapshot(`
    [
      [
        "Hannah Brooks",
        "admin",
        false,
      ],
      [
        "Claire Fontaine",
        "leasing manager",
        false,
      ],
      [
        "Oliver Marsh",
        "member",
        false,
      ],
      [
        "Nadia Berger",
        "guest in several channels",
        false,
      ],
      [
        "Tom Keller",
        "guest in one channel",
        false,
      ],
      [
        "Luc Moreau",
        "deactivated",
        false,
      ],
      [
        "Emma Wright",
        "other workspace",
        false,
      ],
      [
        "Calendar",
        "bot",
        true,
      ],
      [
        "Rental Desk",
        "app",
        true,
      ],
      [
        "Slackbot",
        "Slack itself",
        true,
      ],
    ]
  `);
});

test.each([
  ['nonsense', { person: 7 }],
  ['nothing', null],
])('a deed that asks for %s is answered, not done', async (_, body) => {
  const workspace = await testWorkspace();
  expect(await (await post(workspace, 'say', body)).json()).toMatchObject({ ok: false });
});

test('settings and restarts are handed to the process that runs the workspace', async () => {
  const asked: unknown[] = [];
  const workspace = await testWorkspace({
    onSettings: async (settings) => void asked.push(settings),
    onRestart: async () => {
      throw new Error('no such file');
    },
  });

  await post(workspace, 'settings', { transport: 'socket', serviceMode: 'down' });
  const restarted = await post(workspace, 'restart', {});

  expect(asked).toEqual([{ transport: 'socket', serviceMode: 'down' }]);
  expect(workspace.state().settings).toMatchObject({ transport: 'socket', serviceMode: 'down' });
  expect(await restarted.json()).toEqual({ ok: false, error: 'That did not work: no such file' });
});

test('the mode of a real service cannot be set', async () => {
  const workspace = await testWorkspace({ serviceKind: 'real' });
  const answer = await post(workspace, 'settings', { serviceMode: 'down' });
  expect(await answer.json()).toMatchObject({ ok: false });
});

test.each([
  ['a page elsewhere', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['a site that the browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
])('%s can do nothing here', async (_, headers) => {
  const workspace = await testWorkspace();
  const deed = { person: PEOPLE.claire, channel: CHANNELS.leasing, text: 'Hello' };

  expect((await post(workspace, 'say', deed, headers)).status).toBe(403);
  expect((await fetch(`${workspace.url}/playground/stream`, { headers })).status).toBe(403);
  expect(workspace.state().messages).toEqual([]);
});

test('a form is not a deed: a page elsewhere could send one', async () => {
  const workspace = await testWorkspace();
  const headers = { 'content-type': 'text/plain' };
  expect((await post(workspace, 'say', {}, headers)).status).toBe(404);
});

test('a name that is not this machine’s own is refused everywhere', async () => {
  const workspace = await testWorkspace({ pageFiles: () => new Response('page') });

  expect(await statusFor(workspace, '/', 'rebound.example')).toBe(403);
  expect(await statusFor(workspace, '/api/auth.test', 'rebound.example')).toBe(403);
  expect(await statusFor(workspace, '/', 'localhost')).toBe(200);
});

async function statusFor(workspace: SlackWorkspace, path: string, host: string) {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const asking = request(`${workspace.url}${path}`, { headers: { host } }, (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  asking.on('error', reject);
  asking.end();
  return promise;
}

test('the page is served at the root, and nothing is without one', async () => {
  const withPage = await testWorkspace({
    pageFiles: ({ url }) => new Response(new URL(url).pathname),
  });
  const without = await testWorkspace();

  expect(await (await fetch(`${withPage.url}/assets/main.js`)).text()).toBe('/assets/main.js');
  expect((await fetch(without.url)).status).toBe(404);
});

test('a channel and its members can be changed under the app', async () => {
  const workspace = await testWorkspace();
  const stream = changes(workspace);
  await next(stream);

  await workspace.changeChannel(CHANNELS.lyon, { members: [PEOPLE.tom] });

  const change = await next(stream);
  const channels = change?.kind === 'state' ? change.state.channels : [];
  expect(channels.find(({ id }) => id === CHANNELS.lyon)?.members).toEqual([PEOPLE.tom]);
});
