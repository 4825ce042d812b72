import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, onTestFinished, test, vi } from 'vitest';

import type { Interruption } from '../../../src/playground/slack-workspace/fault-injection.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { createReplayGuard } from '../../../src/slack/admission.ts';
import { createSlackApp, type SlackAppOptions } from '../../../src/slack/app.ts';
import { portOf } from '../../../src/slack/receivers/http-receiver.ts';
import { skipPauses } from '../../support/pauses.ts';
import {
  APP_TOKEN,
  BOT_TOKEN,
  SIGNING_SECRET,
  testWorkspace,
  visitor,
} from '../../support/slack-workspace.ts';

const PATIENCE = { timeout: 60_000, interval: 10 };
const SOCKET = { kind: 'socket', appToken: APP_TOKEN } as const;
const HTTP = { kind: 'http', signingSecret: SIGNING_SECRET } as const;

/** An app that acknowledges `/rental`, not started yet. */
async function closedApp(
  transport: SlackAppOptions['transport'],
  proxied: (url: string) => string = (url) => url,
  acknowledges = true,
) {
  let url: URL | null = null;
  const workspace = await testWorkspace({
    transport: transport.kind,
    botEventsUrl: () => url,
  });
  const logged: string[] = [];
  const called: string[] = [];
  const acknowledgedMs: number[] = [];
  let clock = 0;
  const write = (_: object, message: string) => void logged.push(message);
  const log = { debug: () => {}, info: write, warn: write, error: write, fatal: write };
  const slackApp = createSlackApp({
    botToken: BOT_TOKEN,
    apiUrl: workspace.apiUrl,
    transport,
    port: 0,
    host: '127.0.0.1',
    replayGuard: createReplayGuard({ claims: null, now: () => Date.now(), log }),
    log,
    now: () => Date.now(),
    async fetch(input, init) {
      const { url: target } = new Request(input);
      called.push(target);
      const answering = proxied(target);
      return answering === target ? fetch(input, init) : fetch(answering);
    },
    drainMs: 0,
    monotonic: () => clock,
    onAcknowledged: (ms) => void acknowledgedMs.push(ms),
  });
  onTestFinished(() => slackApp.stop());
  let heard = 0;
  slackApp.app.command('/rental', async ({ ack }) => {
    heard += 1;
    clock += 40;
    if (acknowledges) await ack();
  });
  return {
    workspace,
    logged,
    acknowledgedMs,
    calls: (method: string) => called.filter((one) => one.endsWith(`/${method}`)).length,
    trouble: (method: string, trouble: Interruption['trouble']) =>
      workspace.interrupt({ method, moment: 'before', trouble }),
    start: async () => {
      const port = await slackApp.start();
      url = port === null ? null : new URL(`http://127.0.0.1:${port}/slack/events`);
      return port;
    },
    stop: async () => slackApp.stop(),
    /** How often a command was heard that is typed once. */
    hears: async () => {
      await visitor(workspace, PEOPLE.claire).say('/rental');
      return heard;
    },
  };
}

test('at the start, trouble is met with patience, over HTTP and over a socket', async () => {
  const over = await Promise.all(
    [HTTP, SOCKET].map(async (transport) => {
      const slackApp = await closedApp(transport);
      slackApp.trouble('auth.test', 'busy');
      slackApp.trouble('apps.connections.open', 'gateway_page');
      await slackApp.start();
      return { logged: slackApp.logged, heard: await slackApp.hears() };
    }),
  );
  const message = 'Slack cannot be reached';
  expect(over.map(({ heard }) => heard)).toEqual([1, 1]);
  expect(over[0]?.logged).toContain(message);
  // Both the token and the socket had their trouble.
  expect(over[1]?.logged.filter((line) => line === message)).toHaveLength(2);
});

test('a socket that goes is opened again, whatever Slack says at first', async () => {
  const { workspace, trouble, start, hears, logged } = await closedApp(SOCKET);
  await start();
  trouble('apps.connections.open', 'http_500');
  trouble('apps.connections.open', 'fatal_error');
  workspace.disconnectSockets('refresh_requested');
  const tries = () => logged.filter((line) => line === 'Slack cannot be reached').length;
  await vi.waitUntil(() => tries() === 2, PATIENCE);
  await vi.waitUntil(() => workspace.sockets() === 1, PATIENCE);
  expect(await hears()).toBe(1);
});

test('a refusal in the middle ends nothing: somebody may put it right', async () => {
  const { workspace, trouble, start, stop, calls, logged } = await closedApp(SOCKET);
  await start();
  trouble('apps.connections.open', 'missing_scope');
  workspace.disconnectSockets('link_disabled');
  await vi.waitUntil(() => logged.includes('Slack gives no connection any more'), PATIENCE);
  await stop();
  expect(calls('apps.connections.open')).toBe(2);
});

test.each([
  ['is opened', 'apps.connections.open'],
  ['is asked who it is', 'auth.test'],
])('a socket may be given up while it %s', async (_, method) => {
  const { trouble, start, stop, calls } = await closedApp(SOCKET);
  trouble(method, 'silence');
  const started = start();
  await vi.waitUntil(() => calls(method) === 1, PATIENCE);
  await stop();
  expect(await started).toBeNull();
});

test('a socket may be given up while it is opened again', async () => {
  const { workspace, trouble, start, stop, calls } = await closedApp(SOCKET);
  await start();
  trouble('apps.connections.open', 'silence');
  workspace.disconnectSockets('refresh_requested');
  await vi.waitUntil(() => calls('apps.connections.open') === 2, PATIENCE);
  await stop();
  expect(workspace.sockets()).toBe(0);
});

test.each([HTTP, SOCKET])(
  'over $kind it is told how long an acknowledgement took, and stopping waits for none that came',
  async (transport) => {
    const { start, stop, hears, acknowledgedMs } = await closedApp(transport);
    await start();
    await hears();
    await vi.waitUntil(() => acknowledgedMs.length > 0, PATIENCE);
    await hears();
    await vi.waitUntil(() => acknowledgedMs.length > 1, PATIENCE);
    expect(acknowledgedMs).toEqual([40, 40]);

    const pauses = skipPauses();
    await stop();
    expect(pauses.filter((ms) => ms > 0)).toEqual([]);
  },
);

test('a request over a socket that nothing acknowledges keeps no later stop', async () => {
  const { start, stop, hears, workspace } = await closedApp(SOCKET, undefined, false);
  await start();
  void hears().catch(() => {});
  await vi.waitUntil(() => workspace.sockets() === 1, PATIENCE);
  await new Promise((done) => void setTimeout(done, 4_000));
  const pauses = skipPauses();
  await stop();
  expect(pauses.filter((ms) => ms > 0)).toEqual([]);
});

test('what a proxy answers in Slack’s place is in no line of Bolt’s own', async () => {
  const page = `<!doctype html><p>Blocked: xoxb-1 ${'anne@example.com '.repeat(10_000)}</p>`;
  const proxy = createServer((_, response) => void response.end(page)).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const { logged, start, stop } = await closedApp(SOCKET, (url) =>
    url.endsWith('/apps.connections.open') ? `http://127.0.0.1:${portOf(proxy)}` : url,
  );
  const started = start();

  await vi.waitUntil(() => logged.some((line) => line.includes('Failed to retrieve')));
  await stop();
  await started;

  expect(logged.join('\n')).not.toMatch(/doctype|Blocked|anne/);
  expect(logged.join('\n')).toContain('An API error occurred: [quoted]');
});
