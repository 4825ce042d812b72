import { Readable } from 'node:stream';

import { expect, onTestFinished, test, vi } from 'vitest';

import { refusalHeaders, statusError } from '../../../src/rental-api/http/page-body.ts';

const REQUESTED = new URL('https://api.example.com/v1/rental-files');

/** The error that a refusal becomes, for a body in JSON and a redirect. */
async function errorOf(
  status: number,
  {
    body = '',
    location,
    isJson = true,
    secret = '',
  }: { body?: string; location?: unknown; isJson?: boolean; secret?: string } = {},
) {
  const headers = await refusalHeaders(REQUESTED, location, isJson, Readable.from([body]), secret);
  return statusError('GET x', new Response(null, { status, headers }));
}

/** What every status means that is not a success. */
const MEANINGS: Readonly<Record<number, string>> = {
  401: 'rental_unauthorized',
  403: 'rental_forbidden',
  404: 'rental_not_found',
  408: 'rental_down',
  410: 'rental_not_found',
  429: 'rental_busy',
};

test('each status has one meaning: the service is away, or it refuses the request', async () => {
  for (let status = 300; status < 600; status += 1) {
    const { code, message } = statusError('GET x', new Response(null, { status }));
    expect([status, code]).toEqual([
      status,
      MEANINGS[status] ?? (status >= 500 ? 'rental_down' : 'rental_refused'),
    ]);
    expect(message).toBe(`GET x failed: status ${status} (${code})`);
  }
});

test.each([
  [{}, null],
  [{ 'retry-after': '7' }, 7],
])('a service that is busy says for how long, or not: %j', (headers, retryAfterSeconds) => {
  const { failure } = statusError('GET x', new Response(null, { status: 429, headers }));
  expect(failure).toEqual({ code: 'rental_busy', retryAfterSeconds });
});

test.each([500, 503])('a service that is away (%i) may say for how long', (status) => {
  const headers = { 'retry-after': '300' };
  const { failure } = statusError('GET x', new Response(null, { status, headers }));
  expect(failure).toEqual({ code: 'rental_down', status, retryAfterSeconds: 300 });
});

test.each([
  ['a detail', { detail: 'no such filter' }, 'no such filter'],
  ['a title', { title: 'Bad Request' }, 'Bad Request'],
  ['a detail before a title', { title: 'Bad', detail: 'no such filter' }, 'no such filter'],
  [
    'a list of places',
    {
      detail: [
        { loc: ['query', 'limit'], msg: 'too large', input: 'secret' },
        { loc: ['query', 0], msg: 'unknown' },
      ],
    },
    'query.limit: too large; query.0: unknown',
  ],
  ['signs that do not show', { detail: ' a\u0000b\u200bc\n d ' }, 'a b c d'],
  ['an address', { detail: 'of anna@agence.fr, anna＠agence.fr' }, 'of [e-mail] [e-mail]'],
  ['a telephone', { detail: 'call +33 6 12 34 56 78 now' }, 'call [number] now'],
  ['a birth date', { detail: 'born 1990-01-31' }, 'born [number]'],
  ['a token', { detail: 'Bearer abc, eyJhbGciOi.x' }, '[secret] [secret]'],
  ['a short number', { detail: 'limit 12345' }, 'limit 12345'],
])('of %s a refusal passes on what may be read', async (_, body, detail) => {
  const { failure } = await errorOf(422, { body: JSON.stringify(body) });
  expect(failure).toMatchObject({ code: 'rental_refused', status: 422, detail, leadsTo: null });
});

test.each([
  ['text', 'no JSON', true],
  ['a page', '<html>', false],
  ['JSON that is sent as text', '{"detail":"x"}', false],
  ['another shape', '{"detail":{"a":1},"title":7}', true],
  ['a list', '[1]', true],
  ['nothing', '', true],
  ['blanks', '{"detail":"  "}', true],
])('of %s it passes on nothing', async (_, body, isJson) => {
  expect((await errorOf(400, { body, isJson })).failure).toMatchObject({ detail: null });
});

test('a detail is cut after two hundred signs, and none is read of a body beyond 8 KB', async () => {
  const { failure } = await errorOf(400, { body: JSON.stringify({ detail: 'é'.repeat(500) }) });
  expect(failure).toMatchObject({ detail: 'é'.repeat(200) });
  const fits = JSON.stringify({ detail: 'x', more: 'y'.repeat(8_192 - 24) });
  expect(Buffer.byteLength(fits)).toBe(8_192);
  expect((await errorOf(400, { body: fits })).failure).toMatchObject({ detail: 'x' });
  expect((await errorOf(400, { body: `${fits} ` })).failure).toMatchObject({ detail: null });
});

test('a detail is not cut within a sign', async () => {
  const { failure } = await errorOf(400, {
    body: JSON.stringify({ detail: `${'x'.repeat(199)}🏠🏠` }),
  });
  expect(failure).toMatchObject({ detail: 'x'.repeat(199) });
});

test('a body that does not come is waited for a second', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const body = new Readable({ read: () => {} });
  const headers = refusalHeaders(REQUESTED, undefined, true, body, '');
  await vi.advanceTimersByTimeAsync(999);
  expect(body.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([body.destroyed, [...(await headers)]]).toEqual([true, []]);
});

test.each([
  ['/v2/files?token=secret', 'https://api.example.com/v2/files'],
  ['http://other.example/login#x', 'http://other.example/login'],
  ['https://x.example/anna@agence.fr', '[e-mail]'],
  ['mailto:anna@agence.fr', null],
  ['ftp://x.example/', null],
  ['https://', null],
  [['https://a.example', 'https://b.example'], null],
  [undefined, null],
])('a redirect to %j leads to %s', async (location, leadsTo) => {
  const { failure, message } = await errorOf(302, { location });
  expect(failure).toMatchObject({ leadsTo });
  expect(message.includes('it leads to')).toBe(leadsTo !== null);
});

const SECRET = 'q7Jk+2/Zx9vB3mN0pRsT8uWy==';
const PERCENT = encodeURIComponent(SECRET);

test.each([
  ['percent signs in lower case', PERCENT.replaceAll(/%../g, (code) => code.toLowerCase())],
  ['some of them only', SECRET.replace('/', '%2F').replace('=', '%3D')],
  ['percent signs twice', encodeURIComponent(PERCENT)],
  ['numbers of HTML', SECRET.replaceAll('+', '&#43;').replaceAll('=', '&#x3D;')],
  ['numbers of JSON', SECRET.replaceAll('+', String.raw`\u002b`).replace('/', String.raw`\/`)],
  ['only its end', SECRET.slice(9)],
  ['other case', SECRET.toUpperCase()],
])('a secret is not passed on in another spelling: %s', async (_, spelled) => {
  const body = JSON.stringify({ detail: `token ${spelled} is not known` });
  const { failure, message } = await errorOf(302, {
    body,
    location: `/login/${spelled}`,
    secret: SECRET,
  });
  expect(failure).toMatchObject({ code: 'rental_refused', detail: '[secret]' });
  expect(message).not.toMatch(/zx9vb3|pRsT8/iu);
});

test('what shares a few letters with a secret is passed on', async () => {
  const body = JSON.stringify({ detail: 'no q7Jk2Zx9vB3 here, and nothing of the role' });
  const { failure } = await errorOf(400, { body, secret: SECRET });
  expect(failure).toMatchObject({ detail: 'no q7Jk2Zx9vB3 here, and nothing of the role' });
});
