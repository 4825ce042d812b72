import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test, vi } from 'vitest';

import {
  CHANNELS,
  directMessageWith,
} from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { APP, TEAM } from '../../../../src/playground/slack-workspace/store/team.ts';
import { portOf } from '../../../../src/slack/receivers/http-receiver.ts';
import {
  testClient,
  testManifest,
  testWorkspace,
  visitor,
  workspaceWithHttpApp,
  workspaceWithSocketApp,
} from '../../../support/slack-workspace.ts';

test('a mention in a channel and a word in private are told to the app', async () => {
  const heard: object[] = [];
  const workspace = await workspaceWithHttpApp((app) => {
    app.event('app_mention', async ({ body }) => void heard.push(body));
    app.event('message', async ({ body }) => void heard.push(body));
  });
  const claire = visitor(workspace, PEOPLE.claire);
  const direct = directMessageWith(PEOPLE.claire);

  await claire.say('@rental_desk what waits?', CHANNELS.partners);
  await claire.say('Hello', direct);
  await claire.say('Not for you');

  const envelope = {
    type: 'event_callback',
    team_id: TEAM.id,
    api_app_id: APP.id,
    event_id: expect.stringMatching(/^Ev/),
    event_time: expect.any(Number),
    authorizations: [{ team_id: TEAM.id, user_id: APP.userId, is_bot: true }],
  };
  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 60_000 });
  expect(heard).toMatchObject([
    {
      ...envelope,
      is_ext_shared_channel: true,
      event: {
        type: 'app_mention',
        user: PEOPLE.claire,
        text: `<@${APP.userId}> what waits?`,
        channel: CHANNELS.partners,
      },
    },
    { ...envelope, event: { type: 'message', channel: direct, channel_type: 'im', text: 'Hello' } },
  ]);
});

test('the app hears who looks at its home tab, and what they see there', async () => {
  const heard: object[] = [];
  const workspace = await workspaceWithHttpApp((app) => {
    app.event('app_home_opened', async ({ event }) => void heard.push(event));
  });
  const claire = visitor(workspace, PEOPLE.claire);
  const view = Object({ type: 'home', blocks: [] });

  await claire.openHome();
  await testClient(workspace).views.publish({ user_id: PEOPLE.claire, view });
  await claire.openHome();

  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 60_000 });
  expect(heard[0]).toMatchObject({
    type: 'app_home_opened',
    user: PEOPLE.claire,
    tab: 'home',
    channel: directMessageWith(PEOPLE.claire),
  });
  expect(heard[0]).not.toHaveProperty('view');
  expect(heard[1]).toMatchObject({ view: { type: 'home' } });
});

test('an event that the manifest does not ask for is not told', async () => {
  const heard: object[] = [];
  const manifest = testManifest();
  const settings = { ...manifest.settings, event_subscriptions: { bot_events: [] } };
  const workspace = await workspaceWithHttpApp(
    (app) => app.event('app_home_opened', async ({ event }) => void heard.push(event)),
    { manifest: { ...manifest, settings } },
  );

  expect(await visitor(workspace, PEOPLE.claire).openHome()).toEqual({ ok: true });

  expect(heard).toEqual([]);
});

/** An app that fails on every request, and keeps them. */
async function failingApp(headers: Record<string, string> = {}) {
  const tries: { number: unknown; reason: unknown; body: string }[] = [];
  const server = createServer((request, response) => {
    const { 'x-slack-retry-num': number, 'x-slack-retry-reason': reason } = request.headers;
    const answer = async (): Promise<void> => {
      const body = await text(request);
      // A process of another test may still ask who had this port before.
      if (request.url === '/slack/events') tries.push({ number, reason, body });
      response.writeHead(500, headers).end();
    };
    void answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const port = portOf(server);
  return { tries, botEventsUrl: () => new URL(`http://127.0.0.1:${port}/slack/events`) };
}

test('an event is tried four times in all, each time under the same id, and then given up', async () => {
  const { tries, botEventsUrl } = await failingApp();
  const calls: string[] = [];
  const note = (call: string) => (event: { readonly user?: unknown }) =>
    void calls.push(`${call} ${String(event.user)}`);
  const workspace = await testWorkspace({
    botEventsUrl,
    eventRetryDelaysMs: [0, 0, 0],
    onEventAgain: note('again'),
    onEventGivenUp: note('given up'),
  });

  await visitor(workspace, PEOPLE.claire).openHome();

  const again = `again ${PEOPLE.claire}`;
  const expected = [again, again, again, `given up ${PEOPLE.claire}`];
  await vi.waitFor(() => expect(calls).toEqual(expected), { timeout: 60_000 });
  expect(tries).toHaveLength(4);
  expect(tries.map(({ number, reason }) => [number, reason])).toEqual([
    [undefined, undefined],
    ['1', 'http_error'],
    ['2', 'http_error'],
    ['3', 'http_error'],
  ]);
  expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
});

test('an app may ask not to be tried again', async () => {
  const { tries, botEventsUrl } = await failingApp({ 'x-slack-no-retry': '1' });
  const onEventGivenUp = vi.fn<(event: object) => void>();
  const workspace = await testWorkspace({
    botEventsUrl,
    eventRetryDelaysMs: [0],
    onEventGivenUp,
  });
  const claire = visitor(workspace, PEOPLE.claire);

  await claire.openHome();
  await claire.openHome();

  expect(tries.map(({ number }) => number)).toEqual([undefined, undefined]);
  expect(onEventGivenUp).not.toHaveBeenCalled();
});

test('Bolt tells its listeners which try it is and why', async () => {
  const retries: unknown[] = [];
  const { workspace } = await workspaceWithSocketApp(
    (app) => {
      app.use(async ({ context, next }) => {
        retries.push([context.retryNum, context.retryReason]);
        await next();
      });
      app.event('app_home_opened', async () => {});
    },
    { eventRetryDelaysMs: [0] },
  );

  await visitor(workspace, PEOPLE.claire).openHome();

  expect(retries).toEqual([[0, '']]);
});

test('a request URL is verified by its answer to a challenge', async () => {
  const working = await workspaceWithHttpApp(() => {});
  const deaf = await testWorkspace();

  expect(await working.verifyUrl()).toBe(true);
  expect(await deaf.verifyUrl()).toBe(false);
});
