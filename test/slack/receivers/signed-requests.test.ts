import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, onTestFinished, test, vi } from 'vitest';

import { signedHeaders } from '../../../src/playground/slack-workspace/bot/http.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { TEAM } from '../../../src/playground/slack-workspace/store/team.ts';
import { createReplayGuard } from '../../../src/slack/admission.ts';
import {
  createHttpHandler,
  type SignedEndpoint,
} from '../../../src/slack/receivers/http-handler.ts';
import { portOf } from '../../../src/slack/receivers/http-receiver.ts';
import { SIGNING_SECRET } from '../../support/slack-workspace.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MINUTE_MS = 60_000;
const EVENTS = '/slack/events';
const ASSISTANTS = '/assistants';
const NOW = Date.UTC(2026, 10, 21, 9);

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
  readonly type?: string;
  readonly secret?: string;
  /** How far from now it is signed; `null` for no signature. */
  readonly aheadMs?: number | null;
}

interface Opened {
  /** What Bolt answers. */
  readonly status?: number;
  /** How long that takes. */
  readonly tookMs?: number;
  readonly answer?: SignedEndpoint['answer'];
  readonly state?: 'closed' | 'open';
}

/** The handler of the port under a clock that the test sets, and what it told of requests. */
async function opened({ status = 200, tookMs = 0, state = 'open', ...given }: Opened = {}) {
  let nowMs = NOW;
  let setBackMs = 0;
  const now = () => nowMs - setBackMs;
  const lines: object[] = [];
  const messages: string[] = [];
  const refused: string[] = [];
  const acknowledged: number[] = [];
  const reports: unknown[] = [];
  const answer = given.answer ?? (async () => new Response('{}'));
  const log = {
    debug() {},
    info() {},
    warn: (fields: object, message: string) => void (lines.push(fields), messages.push(message)),
  };
  const handler = createHttpHandler({
    secrets: [SIGNING_SECRET],
    now,
    monotonic: () => nowMs,
    log: { ...log, error() {}, fatal() {} },
    replayGuard: createReplayGuard({ claims: null, now, log }),
    routes: [],
    state: () => state,
    bolt(_, response) {
      nowMs += tookMs;
      response.writeHead(status).end();
    },
    endpoint: { path: ASSISTANTS, bytesMax: 100, answer },
    onAcknowledged: (ms) => void acknowledged.push(ms),
    onRefused: (reason) => void refused.push(reason),
    report: (...report) => void reports.push(report),
  });
  const server = createServer(handler.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${portOf(server)}`;
  async function send(sent: Sent = {}): Promise<Response> {
    const { path = EVENTS, method = 'POST', type = FORM, secret = SIGNING_SECRET } = sent;
    const { body = command('one'), aheadMs = 0 } = sent;
    const signed = aheadMs === null ? {} : signedHeaders(secret, body, now() + aheadMs);
    return fetch(new URL(path, origin), {
      method,
      ...(method === 'POST' ? { body } : {}),
      headers: { 'content-type': type, ...signed },
    });
  }
  return {
    send,
    /** Asks the other endpoint. */
    ask: async (sent: Sent = {}) =>
      send({ path: ASSISTANTS, type: JSON_TYPE, body: '{}', ...sent }),
    lines,
    messages,
    refused,
    acknowledged,
    reports,
    received: () => handler.received(),
    pass: (ms: number) => void (nowMs += ms),
    /** Sets the clock back, as the operator of a machine does whose clock is ahead. */
    setBack: (ms: number) => void (setBackMs += ms),
  };
}

/** A command that no other one is like, but for those with the same mark. */
function command(mark: string): string {
  return new URLSearchParams({
    command: '/rental',
    text: 'help',
    user_id: PEOPLE.hannah,
    team_id: TEAM.id,
    channel_id: 'C0LEASING01',
    response_url: 'http://127.0.0.1:9/',
    trigger_id: mark,
  }).toString();
}

test.each<[string, Sent, number]>([
  ['method', { method: 'GET' }, 405],
  ['content_type', { type: 'text/plain' }, 415],
  ['unsigned', { aheadMs: null }, 401],
  ['too_old', { aheadMs: -6 * MINUTE_MS }, 401],
  ['from_the_future', { aheadMs: 6 * MINUTE_MS }, 401],
  ['too_large', { body: 'x'.repeat(2_000_001) }, 413],
  ['signature', { secret: 'another-secret-altogether' }, 401],
  ['payload', { body: 'command=%2Frental' }, 400],
])('a request that is refused is counted as %s, in either place', async (reason, sent, status) => {
  const { send, ask, refused, received } = await opened({
    answer: async () => new Response('{}', { status: reason === 'payload' ? 400 : 200 }),
  });
  for (const sending of [send, ask]) {
    // What is still being sent may cut the answer off.
    const answer = await sending(sent).catch(() => null);
    expect(answer?.status ?? status).toBe(status);
  }
  expect(refused).toEqual([reason, reason]);
  // Of those that Slack has signed, one is for whoever answers assistants to judge.
  expect(received()).toBe(reason === 'payload' ? 1 : 0);
});

test('a request before the bot is open is told to come again, and counted', async () => {
  const { send, ask, refused } = await opened({ state: 'closed' });
  expect([(await send()).status, (await ask()).status]).toEqual([503, 503]);
  expect(refused).toEqual(['starting', 'starting']);
});

test('each request that Slack has signed counts as a sign of life, wherever it goes', async () => {
  const { send, ask, refused, received } = await opened();
  await send();
  await ask();
  expect(received()).toBe(2);
  await send();
  await send({ body: command('two') });
  expect([received(), refused]).toEqual([4, ['repeated']]);
});

test('what assistants are answered arrives as it is; a call that was heard before is counted', async () => {
  const statuses = [200, 202, 409];
  const { ask, refused } = await opened({
    answer: async ({ body }) =>
      new Response(`heard ${body.toString()}`, {
        status: statuses.shift() ?? 418,
        headers: { 'content-type': 'text/x-answer' },
      }),
  });
  for (const status of [200, 202, 409]) {
    const answer = await ask({ body: `{"n":${status}}` });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      status,
      'text/x-answer',
      `heard {"n":${status}}`,
    ]);
  }
  expect(refused).toEqual(['repeated']);
});

test('assistants send JSON alone, of as many bytes as the endpoint allows', async () => {
  const { ask, refused } = await opened();
  expect((await ask({ body: '{}'.padEnd(100) })).status).toBe(200);
  expect((await ask({ body: '{}'.padEnd(101) })).status).toBe(413);
  expect((await ask({ type: FORM })).status).toBe(415);
  expect((await ask({ type: `${JSON_TYPE}; charset=utf-8` })).status).toBe(200);
  expect(refused).toEqual(['too_large', 'content_type']);
});

test('refusals of one kind are told in one line each ten seconds, with how many there were', async () => {
  const { send, lines, messages, pass } = await opened();
  const forged = async () => send({ secret: 'another-secret-altogether' });
  const line = { status: 401, why: 'signed with another secret' };
  for (let times = 0; times < 3; times += 1) await forged();
  pass(9_999);
  await forged();
  expect(lines).toEqual([{ ...line, alikeBefore: 0 }]);
  pass(1);
  await forged();
  expect(lines.slice(1)).toEqual([{ ...line, alikeBefore: 3 }]);
  await send({ type: 'text/plain' });
  await forged();
  pass(10_000);
  await forged();
  expect(lines.slice(2)).toMatchObject([{ status: 415 }, { ...line, alikeBefore: 1 }]);
  expect(messages[0]).toMatch(/^a request was refused: .*SLACK_SIGNING_SECRET and restart$/);
  expect(messages[2]).toBe('a request was refused');
});

test('refusals are told of also after the clock was set back', async () => {
  const { send, lines, pass, setBack } = await opened();
  const forged = async () => send({ secret: 'another-secret-altogether' });
  await forged();
  setBack(3_600_000);
  pass(10_000);
  await forged();
  expect(lines).toHaveLength(2);
});

test('Slack may look at the certificate without a signature, in a thousand bytes', async () => {
  const { send } = await opened();
  const unsigned = { aheadMs: null };
  expect((await send({ ...unsigned, body: 'ssl_check=1&'.padEnd(1_000, 'x') })).status).toBe(200);
  expect((await send({ ...unsigned, body: 'ssl_check=1&'.padEnd(1_001, 'x') })).status).toBe(401);
  expect((await send({ ...unsigned, body: 'ssl_check=0' })).status).toBe(401);
  expect((await send({ ...unsigned, type: JSON_TYPE, body: 'ssl_check=1' })).status).toBe(401);
});

test.each([
  [200, 40],
  [299, 7],
  [300, null],
  [500, null],
])('an acknowledgement by %i is timed: %s', async (status, tookMs) => {
  const { send, acknowledged, received } = await opened({ status, tookMs: tookMs ?? 5 });
  await send();
  if (tookMs !== null) await vi.waitUntil(() => acknowledged.length > 0, { timeout: 60_000 });
  // What was not acknowledged may come again.
  await send();
  expect(received()).toBe(2);
  expect(acknowledged).toEqual(tookMs === null ? [] : [tookMs]);
});

test('a secret by which no request is accepted is said to be wrong, and that of a stranger is not', async () => {
  const { send, pass, reports } = await opened();
  const another = 'another secret';
  const wrong = ['signing secret', true];
  const right = ['signing secret', false];
  for (const mark of ['1', '2']) await send({ secret: another, body: command(mark) });
  expect(reports).toEqual([]);
  await send({ secret: another, body: command('3') });
  expect(reports).toEqual([wrong]);

  await send({ body: command('4') });
  expect(reports).toEqual([wrong, right]);
  for (const mark of ['5', '6', '7', '8']) await send({ secret: another, body: command(mark) });
  expect(reports).toEqual([wrong, right]);
  pass(5 * MINUTE_MS);
  await send({ secret: another, body: command('9') });
  expect(reports).toEqual([wrong, right, wrong]);
});
