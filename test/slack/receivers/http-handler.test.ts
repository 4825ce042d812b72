import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

import { expect, onTestFinished, test, vi } from 'vitest';

import { signedHeaders } from '../../../src/playground/slack-workspace/bot/http.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { TEAM } from '../../../src/playground/slack-workspace/store/team.ts';
import { createReplayGuard } from '../../../src/slack/admission.ts';
import { createHttpHandler } from '../../../src/slack/receivers/http-handler.ts';
import { portOf } from '../../../src/slack/receivers/http-receiver.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { openSlackApp } from '../../support/slack-app.ts';
import { SIGNING_SECRET } from '../../support/slack-workspace.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const PREVIOUS_SECRET = 'the-signing-secret-of-before';
const MINUTE_MS = 60_000;
const BYTES_MAX = 2_000_000;

interface Sent {
  readonly body?: string;
  readonly type?: string | null;
  readonly secret?: string;
  /** How far from now it is signed. */
  readonly aheadMs?: number;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** A command whose answer nobody waits for; `mark` makes it unlike any other. */
function command(mark: string | number = 0): string {
  return new URLSearchParams({
    command: '/rental',
    text: 'help',
    user_id: PEOPLE.hannah,
    team_id: TEAM.id,
    channel_id: 'C0LEASING01',
    response_url: 'http://127.0.0.1:9/',
    trigger_id: String(mark),
  }).toString();
}

/** The real receiver, and functions to send it anything. */
async function openHandler(previousSecret: string | null = null) {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
  const typed: string[] = [];
  const { url, logged, idle } = await openSlackApp(
    {
      ...dispatcher,
      match(text) {
        typed.push(text);
        return dispatcher.match(text);
      },
    },
    { refusals: null, previousSecret },
  );
  const events = new URL('/slack/events', url);
  async function send(sent: Sent = {}): Promise<Response> {
    const { body = command(), type = FORM, secret = SIGNING_SECRET, aheadMs = 0 } = sent;
    const { method = 'POST', headers } = sent;
    return fetch(events, {
      method,
      redirect: 'manual',
      ...(method === 'POST' ? { body: new Blob([body]) } : {}),
      headers: {
        ...(type === null ? {} : { 'content-type': type }),
        ...signedHeaders(secret, body, Date.now() + aheadMs),
        ...headers,
      },
    });
  }
  return {
    send,
    url,
    logged,
    idle,
    typed,
    reasons: () => logged.map(({ why }) => why).filter(Boolean),
  };
}

test('a request that Slack has signed is heard', async () => {
  const { send, typed, idle } = await openHandler();
  expect((await send()).status).toBe(200);
  await idle();
  expect(typed).toEqual(['help']);
});

test('word that Slack holds events back is acknowledged, and logged', async () => {
  const { send, logged, typed } = await openHandler();
  const notice = { type: 'app_rate_limited', team_id: TEAM.id, minute_rate_limited: 1_518_467_820 };
  const body = JSON.stringify({ ...notice, token: 'x', api_app_id: 'A1' });
  expect((await send({ body, type: JSON_TYPE })).status).toBe(200);
  expect(logged.map(({ message }) => message)).toEqual([
    expect.stringContaining('Slack holds events back'),
  ]);
  expect(typed).toEqual([]);
});

test.each<[string, Sent, number, string]>([
  [
    'signed with another secret',
    { secret: 'another-secret-altogether' },
    401,
    'signed with another secret',
  ],
  [
    'signed for another body',
    { headers: signedHeaders(SIGNING_SECRET, 'x', Date.now()) },
    401,
    'signed with another secret',
  ],
  ['not signed', { headers: { 'x-slack-signature': '' } }, 401, 'unsigned'],
  ['signed without a time', { headers: { 'x-slack-request-timestamp': '' } }, 401, 'unsigned'],
  ['signed at no time', { headers: { 'x-slack-request-timestamp': 'NaN' } }, 401, 'unsigned'],
  [
    'signed at an endless time',
    { headers: { 'x-slack-request-timestamp': '1e9' } },
    401,
    'unsigned',
  ],
  [
    'signed in another manner',
    { headers: { 'x-slack-signature': `v1=${'0'.repeat(64)}` } },
    401,
    'unsigned',
  ],
  ['signed too short', { headers: { 'x-slack-signature': 'v0=00' } }, 401, 'unsigned'],
  ['signed six minutes ago', { aheadMs: -6 * MINUTE_MS }, 401, 'too old'],
  ['signed six minutes from now', { aheadMs: 6 * MINUTE_MS }, 401, 'from the future'],
  ['signed a year from now', { aheadMs: 525_600 * MINUTE_MS }, 401, 'from the future'],
  ['of plain text', { type: 'text/plain' }, 415, 'neither a form nor JSON'],
  ['of XML', { type: 'application/xml' }, 415, 'neither a form nor JSON'],
  [
    'of a form in parts',
    { type: 'multipart/form-data; boundary=x' },
    415,
    'neither a form nor JSON',
  ],
  ['of no type', { type: '' }, 415, 'neither a form nor JSON'],
  ['that is a GET', { method: 'GET' }, 405, 'not a POST'],
  ['that is a PUT', { method: 'PUT' }, 405, 'not a POST'],
  ['of null', { type: JSON_TYPE, body: 'null' }, 400, 'not as Slack makes it'],
  ['of a list', { type: JSON_TYPE, body: '[]' }, 400, 'not as Slack makes it'],
  ['of half a JSON', { type: JSON_TYPE, body: '{"type":' }, 400, 'not as Slack makes it'],
  ['of a form around null', { body: 'payload=null' }, 400, 'not as Slack makes it'],
])('a request %s is refused, and why stands in the log alone', async (_, sent, status, why) => {
  const { send, typed, idle, reasons, logged } = await openHandler();

  const answer = await send(sent);

  expect([answer.status, await answer.text()]).toEqual([status, '']);
  expect(reasons()).toEqual([why]);
  await idle();
  expect(typed).toEqual([]);
  const message = JSON.stringify([logged, [...answer.headers]]);
  const secrets = [SIGNING_SECRET, 'another-secret-altogether', 'v0=', PEOPLE.hannah];
  expect(secrets.filter((secret) => message.includes(secret))).toEqual([]);
});

test('four minutes are no matter, before or after; nor is a charset', async () => {
  const { send } = await openHandler();
  const answers = await Promise.all([
    send({ body: command('early'), aheadMs: 4 * MINUTE_MS }),
    send({ body: command('late'), aheadMs: -4 * MINUTE_MS }),
    send({ body: command('form'), type: `${FORM}; charset=utf-8` }),
    send({
      body: '{"type":"url_verification","challenge":"c"}',
      type: 'Application/JSON; charset="utf-8"',
    }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await answers.at(-1)?.json()).toEqual({ challenge: 'c' });
});

test('the same request is heard once, whatever it is signed with', async () => {
  const { send, typed, idle, reasons } = await openHandler();
  const headers = signedHeaders(SIGNING_SECRET, command(), Date.now());
  expect((await send({ headers })).status).toBe(200);

  for (const sent of [{ headers: { ...headers, 'x-slack-retry-num': '1' } }, { aheadMs: 2_000 }]) {
    const again = await send(sent);
    expect([again.status, await again.text()]).toEqual([200, '']);
  }
  expect(reasons()).toEqual(['heard before']);
  await idle();
  expect(typed).toEqual(['help']);

  expect((await send({ body: command('another') })).status).toBe(200);
  await idle();
  expect(typed).toEqual(['help', 'help']);
});

test('a request without a trigger id is another one when it is signed anew', async () => {
  const { send, typed, idle } = await openHandler();
  const body = command().replace('trigger_id', 'nothing');
  // Signatures are of a second: two of the same one are the same, however long the first one takes.
  const atMs = Date.now();
  for (const at of [atMs, atMs, atMs + 2_000]) {
    await send({ body, headers: signedHeaders(SIGNING_SECRET, body, at) });
  }
  await idle();
  expect(typed).toEqual(['help', 'help']);
});

type HandlerOptions = Parameters<typeof createHttpHandler>[0];

/** The handler alone, and a function that sends it the same signed request each time. */
async function openBareHandler(options: Pick<HandlerOptions, 'state' | 'bolt'>) {
  const { listener } = createHttpHandler({
    secrets: [SIGNING_SECRET],
    now: () => Date.now(),
    log: { debug() {}, info() {}, warn() {}, error() {}, fatal() {} },
    replayGuard: createReplayGuard({ claims: null, now: () => Date.now(), log: { warn() {} } }),
    routes: [],
    ...options,
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const body = command();
  const headers = { 'content-type': FORM, ...signedHeaders(SIGNING_SECRET, body, Date.now()) };
  const url = `http://127.0.0.1:${portOf(server)}/slack/events`;
  return async () => fetch(url, { method: 'POST', body, headers });
}

test('a request that was not acknowledged may come again, signed as it was', async () => {
  const statuses = [500, 200];
  const send = await openBareHandler({
    state: () => 'open',
    bolt: (_, response) => response.writeHead(statuses.shift() ?? 418).end(),
  });

  expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([
    500, 200, 200,
  ]);
  expect(statuses).toEqual([]);
});

test.each([
  ['closed', 503, 'close'],
  ['open', 200, 'keep-alive'],
  ['closing', 200, 'close'],
] as const)('while it is %s, a request gets %i', async (state, status, connection) => {
  let heard = 0;
  const send = await openBareHandler({
    state: () => state,
    bolt(_, response) {
      heard += 1;
      response.writeHead(200).end();
    },
  });
  const answer = await send();
  expect([answer.status, answer.headers.get('connection')]).toEqual([status, connection]);
  expect(heard).toBe(state === 'closed' ? 0 : 1);
});

test('while the secret is being changed, requests signed with either are heard', async () => {
  const { send } = await openHandler(PREVIOUS_SECRET);
  expect((await send({ body: command(1) })).status).toBe(200);
  expect((await send({ body: command(2), secret: PREVIOUS_SECRET })).status).toBe(200);
  expect((await send({ body: command(3), secret: 'a-third-signing-secret' })).status).toBe(401);
});

test('afterwards the secret of before is one like any other', async () => {
  const { send } = await openHandler();
  expect((await send({ secret: PREVIOUS_SECRET })).status).toBe(401);
});

test('a body may be large, and no larger', async () => {
  const { send, reasons } = await openHandler();
  const largest = `${command()}&more=`.padEnd(BYTES_MAX, 'x');
  expect((await send({ body: largest })).status).toBe(200);
  // What is still being sent may cut the answer off.
  const answer = await send({ body: `${largest}x` }).catch(() => null);
  expect([null, 413]).toContain(answer?.status ?? null);
  expect(reasons()).toEqual(['too large']);
});

/** A connection of its own, with the headers of a request whose body is still to come. */
function begin(url: URL, headers: Readonly<Record<string, string>>) {
  const socket = connect(Number(url.port), url.hostname);
  const answer = textOf(socket).catch(() => '');
  const lines = Object.entries({ host: 'x', 'content-type': FORM, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.on('error', () => {}).write(`POST /slack/events HTTP/1.1\r\n${head}\r\n`);
  onTestFinished(() => void socket.destroy());
  return { socket, answer };
}

/** Headers that only the whole body shows to be forged. */
const forged = () => signedHeaders('another-secret-altogether', '', Date.now());

test('a body without an end is not waited for', async () => {
  const { url, reasons } = await openHandler();
  const { socket, answer } = begin(url, { 'transfer-encoding': 'chunked', ...forged() });
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  let chunks = 0;
  const more = () => {
    while (!socket.destroyed && chunks < 1_000 && socket.write(chunk)) chunks += 1;
  };
  socket.on('drain', more);
  more();
  await answer;
  expect(reasons()).toEqual(['too large']);
});

test.each<[string, Record<string, string>, string]>([
  ['no signature', {}, 'unsigned'],
  ['half a signature', { ...forged(), 'x-slack-signature': 'v0=00' }, 'unsigned'],
  ['a signature of yesterday', signedHeaders('x', '', Date.now() - 864e5), 'too old'],
  ['a signature of tomorrow', signedHeaders('x', '', Date.now() + 864e5), 'from the future'],
])('with %s a request is refused before its body comes', async (_, headers, why) => {
  const { url, reasons } = await openHandler();
  const long = begin(url, { 'content-length': '1900000', ...headers });
  const endless = begin(url, { 'transfer-encoding': 'chunked', ...headers });
  expect(await long.answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(await endless.answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(reasons()).toEqual([why]);
});

test('bodies that never end are given up for newer ones, and Slack is answered meanwhile', async () => {
  const { url, send, reasons } = await openHandler();
  const headers = { 'content-length': '1900000', ...forged() };
  const slow = Array.from({ length: 20 }, () => begin(url, headers));
  const ended = new Set<number>();
  slow.forEach(({ answer }, index) => void answer.then(() => ended.add(index)));
  for (const { socket } of slow) {
    socket.write('x'.repeat(1_800_000));
    await vi.waitUntil(() => socket.bytesWritten > 1_800_000 && socket.writableLength === 0, {
      timeout: 60_000,
    });
    expect((await send({ body: command(`during ${socket.localPort}`) })).status).toBe(200);
  }
  // 8 MB hold four of them.
  await vi.waitUntil(() => ended.size >= 15, { timeout: 60_000 });
  expect([...ended].every((index) => index < 16)).toBe(true);
  expect(new Set(reasons())).toEqual(new Set(['crowded out']));
});

test('a connection that breaks off is no trouble', async () => {
  const { url, send, logged } = await openHandler();
  const socket = connect(Number(url.port), url.hostname);
  socket.write(
    `POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM}\r\ncontent-length: 99\r\n\r\nx`,
  );
  await once(socket, 'connect');
  socket.destroy();
  expect((await send()).status).toBe(200);
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('what is not HTTP is refused', async () => {
  const { url } = await openHandler();
  const socket = connect(Number(url.port), url.hostname);
  socket.end('GET http://[ HTTP/1.1\r\n\r\n');
  expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 400 /);
});

test('Slack may look whether the address can be reached, and nothing else comes in by that', async () => {
  const { send, typed, idle } = await openHandler();
  const unsigned = { 'x-slack-signature': '', 'x-slack-request-timestamp': '' };
  const answer = await send({ body: `ssl_check=1&${command()}`, headers: unsigned });
  expect(answer.status).toBe(200);
  const long = `ssl_check=1&${command()}`.padEnd(2_000, 'x');
  expect((await send({ body: long, headers: unsigned })).status).toBe(401);
  await idle();
  expect(typed).toEqual([]);
  const twice = await send({ body: `ssl_check=1&ssl_check=1&${command()}`, headers: unsigned });
  expect(twice.status).toBe(401);
});

test.each(['/', '/slack', '/slack/events/', '/slack/events/..', '//slack/events', '/metrics/x'])(
  'nothing is at %s',
  async (path) => {
    const { url } = await openHandler();
    const answer = await fetch(new URL(`${url.origin}${path}`), { method: 'POST' });
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  },
);

test('a hundred refusals are told in one line', async () => {
  const { send, reasons } = await openHandler();
  for (let time = 0; time < 2; time += 1) {
    await Promise.all(Array.from({ length: 50 }, () => send({ secret: 'another-signing-secret' })));
  }
  expect(reasons()).toHaveLength(1);
});
