import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { expect, onTestFinished, test } from 'vitest';

import { signedHeaders } from '../../../src/playground/slack-workspace/bot/http.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { createReplayGuard } from '../../../src/slack/admission.ts';
import { createSlackApp } from '../../../src/slack/app.ts';
import {
  BOT_TOKEN,
  SIGNING_SECRET,
  testClock,
  testWorkspace,
  visitor,
} from '../../support/slack-workspace.ts';

/** Twelve of them are waited at most. */
const DRAIN_MS = 400;
/** For another thread to connect, on a machine that does other things, too. */
const BLOCKED_MS_MAX = 60_000;

/** An app over HTTP that is open, and what a proxy before it sees. */
async function openApp() {
  let url = new URL('http://127.0.0.1');
  const clock = testClock();
  const workspace = await testWorkspace({ botEventsUrl: () => new URL('/slack/events', url) });
  const log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: () => {},
    fatal: () => {},
  };
  const slackApp = createSlackApp({
    botToken: BOT_TOKEN,
    apiUrl: workspace.apiUrl,
    transport: { kind: 'http', signingSecret: SIGNING_SECRET },
    port: 0,
    host: '127.0.0.1',
    replayGuard: createReplayGuard({ claims: null, now: clock.now, log }),
    log,
    now: clock.now,
    drainMs: DRAIN_MS,
    endpoint: { path: '/slow', bytesMax: 100, answer: async () => slowAnswer.promise },
  });
  const slowAnswer = Promise.withResolvers<Response>();
  let heard = 0;
  slackApp.app.command('/rental', async ({ ack }) => {
    heard += 1;
    await ack();
  });
  url = new URL(`http://127.0.0.1:${await slackApp.start()}`);
  let stopped: Promise<void> | null = null;
  let isStopped = false;
  const stop = async () => {
    stopped ??= slackApp.stop().then(() => void (isStopped = true));
    return stopped;
  };
  onTestFinished(stop);
  return {
    clock,
    stop,
    isStopped: () => isStopped,
    /** The status of `/readyz`, as a proxy with that address sees it. */
    async check(localAddress: string): Promise<number | undefined> {
      const request = get(new URL('/readyz', url), { localAddress, agent: false });
      const [response] = await once(request, 'response');
      response.resume();
      return response.statusCode;
    },
    /** A signed request over a connection that is kept; it is answered when that is asked for. */
    async asksSlowly(): Promise<Response> {
      return fetch(new URL('/slow', url), {
        method: 'POST',
        body: '{}',
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(SIGNING_SECRET, '{}', clock.now()),
        },
      });
    },
    /** Another thread, which sends a signed request when it is told to. */
    async sender() {
      const body = '{"type":"url_verification","challenge":"c"}';
      const sent = {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          connection: 'close',
          ...signedHeaders(SIGNING_SECRET, body, clock.now()),
        },
      };
      const connected = new Int32Array(new SharedArrayBuffer(4));
      const worker = new Worker(SENDER, {
        eval: true,
        workerData: { url: String(new URL('/slack/events', url)), sent, connected },
      });
      onTestFinished(async () => void (await worker.terminate()));
      await once(worker, 'message');
      return {
        /** Lets this thread stand still until the other one is connected, and a while longer. */
        sendAndBlock: (forMs: number) => {
          worker.postMessage(null);
          Atomics.wait(connected, 0, 0, BLOCKED_MS_MAX);
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
        },
        answer: once(worker, 'message').then(([answer]: unknown[]) => answer),
      };
    },
    /** Sends a text over a connection, and no more. */
    async sends(text: string): Promise<Socket> {
      const socket = connect(Number(url.port), url.hostname);
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      socket.write(text);
      return socket;
    },
    /** A signed request as it is sent. */
    signed(): string {
      const body = '{"type":"url_verification","challenge":"c"}';
      const headers = {
        host: 'bot',
        'content-type': 'application/json',
        'content-length': String(body.length),
        ...signedHeaders(SIGNING_SECRET, body, clock.now()),
      };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      return `POST /slack/events HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
    },
    answersSlowly: () => slowAnswer.resolve(new Response('{}')),
    /** How often a command was heard that is typed once. */
    async types() {
      const before = heard;
      await visitor(workspace, PEOPLE.claire).say('/rental');
      return heard - before;
    },
  };
}

/** Sends what it was given, says when it is connected, and posts the status or why there is none. */
const SENDER = `
  const { request } = require('node:http');
  const { parentPort, workerData: { url, sent: { body, ...options }, connected } } = require('node:worker_threads');
  parentPort.once('message', () => {
    request(url, options, ({ statusCode }) => parentPort.postMessage(statusCode))
      .on('error', (error) => parentPort.postMessage(String(error)))
      .on('socket', (socket) => {
        socket.once('connect', () => {
          Atomics.store(connected, 0, 1);
          Atomics.notify(connected, 0);
        });
      })
      .end(body);
  });
  parentPort.postMessage('ready');
`;

const PROXY = '127.0.0.2';
const OTHER_PROXY = '127.0.0.3';

const drained = async () => setTimeout(2 * DRAIN_MS);

test('requests are handled until each proxy that checks has seen that the app is closing', async () => {
  const app = await openApp();
  expect([await app.check(PROXY), await app.check(OTHER_PROXY)]).toEqual([200, 200]);
  const stopped = app.stop();
  await drained();
  expect(await app.check(PROXY)).toBe(503);
  await drained();
  expect(await app.types()).toBe(1);
  expect(app.isStopped()).toBe(false);
  expect(await app.check(OTHER_PROXY)).toBe(503);
  await stopped;
  await expect(app.check(PROXY)).rejects.toThrow('ECONNREFUSED');
});

test('nobody is waited for who has not checked for long', async () => {
  const app = await openApp();
  await app.check(PROXY);
  app.clock.advance(3_001);
  const startedAt = performance.now();
  await app.stop();
  expect(performance.now() - startedAt).toBeLessThan(11 * DRAIN_MS);
});

test('a proxy that does not check again does not hold it up for good', async () => {
  const app = await openApp();
  await app.check(PROXY);
  const stopped = app.stop();
  await drained();
  expect(app.isStopped()).toBe(false);
  await stopped;
});

test('the kept connection of a request that was under way is closed once it is answered', async () => {
  const app = await openApp();
  const asked = app.asksSlowly();
  await drained();
  const stopped = app.stop();
  await drained();
  app.answersSlowly();
  expect(await (await asked).text()).toBe('{}');
  const answeredAt = performance.now();
  await stopped;
  expect(performance.now() - answeredAt).toBeLessThan(DRAIN_MS);
});

test('a request that came while the process stood still is handled before it closes', async () => {
  const app = await openApp();
  const { sendAndBlock, answer } = await app.sender();
  const stopped = app.stop();
  // The wait for further requests is over before the connection can be taken.
  sendAndBlock(3 * DRAIN_MS);
  expect(await answer).toBe(200);
  await stopped;
});

test('a request that came over an open connection while the closing process stood still is answered', async () => {
  const app = await openApp();
  const text = app.signed();
  // Its head has begun.
  const socket = await app.sends('POST /slack/events HTTP/1.1\r\n');
  const stopped = app.stop();
  await setTimeout(1.5 * DRAIN_MS);
  // Timers are the first that is done after it.
  await setImmediate();
  const answer = once(socket, 'data');
  socket.write(text.slice(text.indexOf('\n') + 1));
  // The time for what has not come whole is over before it can be read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * DRAIN_MS);
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200 /u);
  await stopped;
});

test.each([
  ['head', 'POST /slack/events HTTP/1.1\r\nhost: bot\r\n'],
  [
    'head after a whole one',
    'GET /healthz HTTP/1.1\r\nhost: bot\r\n\r\nPOST /slack/events HTTP/1.1\r\n',
  ],
  [
    'body',
    'POST /slack/events HTTP/1.1\r\nhost: bot\r\ncontent-length: 100\r\n' +
      'content-type: application/x-www-form-urlencoded\r\n\r\nssl_check',
  ],
])(
  'a request of which only the %s has begun is not waited for, but one under way is',
  async (_, text) => {
    const app = await openApp();
    await app.sends(text);
    const asked = app.asksSlowly();
    await drained();
    const stopped = app.stop();
    await drained();
    await drained();
    app.answersSlowly();
    expect(await (await asked).text()).toBe('{}');
    const answeredAt = performance.now();
    await stopped;
    expect(performance.now() - answeredAt).toBeLessThan(3 * DRAIN_MS);
  },
);
