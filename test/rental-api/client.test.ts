import { setImmediate as turn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { createRentalFiles } from '../../src/rental-api/client.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import {
  type Ask,
  FILES_PATH,
  grant,
  loopbackService,
  reply,
} from '../support/loopback-service.ts';
import { NOW, serviceAccount } from '../support/service-account.ts';

/** Page `number` of a list of `last` pages, one file each. */
function page(number: number, last = number, link = `${FILES_PATH}?page=${number + 1}`) {
  const next = number < last ? link : null;
  return { count: last, next, previous: null, results: [{ id: `file-${number}` }] };
}

function answer({ response, path }: Ask, last: number): void {
  const number = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
  reply(response, 200, page(number, last));
}

async function read(pages: AsyncIterable<FilePage>): Promise<string[]> {
  const found = await Array.fromAsync(pages);
  return found.flatMap(({ files }) => files.map(({ id }) => id));
}

async function failureOf(work: Promise<unknown>): Promise<RentalError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RentalError) return error;
  throw new Error('A RentalError was expected', { cause: error });
}

test('a list is read to its end with one token', async () => {
  await using service = await loopbackService((ask) => answer(ask, 3));
  const files = service.client();

  expect(await read(files.pages())).toEqual(['file-1', 'file-2', 'file-3']);
  expect(service.asked).toEqual([
    { path: FILES_PATH, bearer: 'Bearer token-1' },
    { path: `${FILES_PATH}?page=2`, bearer: 'Bearer token-1' },
    { path: `${FILES_PATH}?page=3`, bearer: 'Bearer token-1' },
  ]);
  expect(files.requestCounts()).toEqual({ pages: 3, pageRequests: 3, tokenRequests: 1 });
});

test('any page of the list can be fetched by its address', async () => {
  await using service = await loopbackService((ask) => answer(ask, 9));

  const url = new URL(`${service.origin}${FILES_PATH}?page=4`);
  const fetched = await service.client().fetchPage(url);

  expect(fetched).toMatchObject({
    count: 9,
    skipped: 0,
    unknownValues: 0,
    files: [{ id: 'file-4' }],
  });
  expect(fetched.next?.href).toBe(`${service.origin}${FILES_PATH}?page=5`);
});

test.each([
  ['as its date says', { date: 'Sun, 08 Nov 2026 09:00:00 GMT' }, Date.UTC(2026, 10, 8, 9)],
  [
    'also where a cache has kept it since',
    { date: 'Sun, 08 Nov 2026 09:00:00 GMT', age: '60' },
    Date.UTC(2026, 10, 8, 9),
  ],
  ['which a date that cannot be read does not tell', { date: 'in the morning' }, null],
  ['which a service without dates does not tell', {}, null],
])('a page says when it was made, %s', async (_, headers, expected) => {
  await using service = await loopbackService(({ response }) => {
    response.sendDate = false;
    reply(response, 200, page(1), headers);
  });

  const [first] = await Array.fromAsync(service.client().summaries());

  expect(first?.servedAt).toBe(expected);
});

test('JSON is asked for', async () => {
  await using service = await loopbackService(({ request, response }) => {
    reply(response, request.headers.accept === 'application/json' ? 200 : 406, page(1));
  });

  expect(await read(service.client().pages())).toEqual(['file-1']);
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['GZIP', gzipSync],
  ['x-gzip', gzipSync],
])('a page that comes packed by %s and with a byte order mark is read', async (packing, pack) => {
  await using service = await loopbackService(({ request, response }) => {
    expect(request.headers['accept-encoding']).toContain(packing.toLowerCase().replace('x-', ''));
    response.setHeader('content-encoding', packing);
    response.end(pack(`\uFEFF${JSON.stringify(page(1))}`));
  });

  expect(await read(service.client().pages())).toEqual(['file-1']);
});

test.each([
  [503, 'text of another alphabet in its headers', { 'x-note': '’, ж' }],
  [503, 'the same where it says how long to wait', { 'retry-after': '’' }],
  [999, 'a status that does not exist', {}],
])('an answer of %d, with %s, is the trouble of the service', async (status, _, headers) => {
  await using service = await loopbackService(({ response }) => {
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = 'content-length: 0\r\n\r\n';
    response.socket?.end(`HTTP/1.1 ${status} Trouble\r\n${head.join('')}${length}`);
  });

  const { code } = await failureOf(read(service.client({ retriesMax: 0 }).pages()));

  expect(code).toBe('rental_down');
});

test.each([201, 202, 204, 205, 206, 207, 226])(
  'status %d is no whole page, although it is a success',
  async (status) => {
    await using service = await loopbackService(({ response }) => {
      const text = JSON.stringify(page(1));
      response.socket?.end(
        `HTTP/1.1 ${status} Partial\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
    });
    const { code } = await failureOf(read(service.client().pages()));
    expect(code).toBe('rental_unreadable');
  },
);

test('a page that a proxy has changed on its way is one', async () => {
  await using service = await loopbackService(({ response }) => reply(response, 203, page(1)));
  expect(await read(service.client().pages())).toEqual(['file-1']);
});

test('a redirect to what is no address of the web leads nowhere', async () => {
  await using service = await loopbackService(({ response }) => {
    response.writeHead(307, { location: 'javascript:alert(1)' }).end();
  });
  const { message } = await failureOf(read(service.client().pages()));
  expect(message).toBe('GET rental files page failed: status 307 (rental_refused)');
});

test('a page whose packing breaks off is cut short', async () => {
  await using service = await loopbackService(({ response }) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(JSON.stringify(page(1))).subarray(0, -12));
  });

  const { message } = await failureOf(read(service.client().pages()));

  expect(message).toBe('GET rental files page failed: cut short (rental_unreadable)');
});

test('a token that is turned away is renewed once, and the page asked for again', async () => {
  await using service = await loopbackService((ask) => {
    if (ask.request.headers.authorization === 'Bearer token-1') reply(ask.response, 401, {});
    else answer(ask, 2);
  });

  expect(await read(service.client().pages())).toEqual(['file-1', 'file-2']);
  expect(service.asked.map(({ bearer }) => bearer)).toEqual([
    'Bearer token-1',
    'Bearer token-2',
    'Bearer token-2',
  ]);
});

test('twenty pages turned away at once cost one new token', async () => {
  await using service = await loopbackService((ask) => {
    if (ask.request.headers.authorization === 'Bearer token-1') reply(ask.response, 401, {});
    else answer(ask, 1);
  });
  const files = service.client();
  const url = new URL(`${service.origin}${FILES_PATH}`);

  await Promise.all(Array.from({ length: 20 }, () => files.fetchPage(url)));

  expect(service.grants).toHaveLength(2);
});

test.each([
  [401, 'rental_unauthorized', 2],
  [403, 'rental_forbidden', 1],
  [404, 'rental_not_found', 1],
  [410, 'rental_not_found', 1],
  [400, 'rental_refused', 1],
  [422, 'rental_refused', 1],
  [204, 'rental_unreadable', 1],
  [408, 'rental_down', 3],
  [429, 'rental_busy', 3],
  [500, 'rental_down', 3],
  [502, 'rental_down', 3],
  [503, 'rental_down', 3],
  [504, 'rental_down', 3],
  [501, 'rental_down', 1],
])('a service that keeps answering %d is %s after %d requests', async (status, code, requests) => {
  await using service = await loopbackService(({ response }) => {
    reply(response, status, status === 204 ? '' : { detail: 'dupont@example.com' });
  });

  const error = await failureOf(read(service.client().pages()));

  expect(error.code).toBe(code);
  expect(error.message).toMatch(/^GET rental files page failed: [^\n]+ \(rental_\w+\)$/);
  expect(service.asked).toHaveLength(requests);
});

test('the reason of a refusal is passed on, without what is personal', async () => {
  const detail = [
    { loc: ['query', 'limit'], msg: 'at most 100', input: 'Marie Dupont' },
    { loc: ['query', 'q'], msg: 'dupont@example.com, +33 6 12 34 56 78\n, 1990-02-03' },
  ];
  await using service = await loopbackService(({ response }) => {
    reply(response, 422, { detail, seen: 'Marie Dupont' });
  });

  const { failure, message } = await failureOf(read(service.client().pages()));

  const shown = 'query.limit: at most 100; query.q: [e-mail] [number] , [number]';
  expect(failure).toEqual({ code: 'rental_refused', status: 422, detail: shown, leadsTo: null });
  expect(message).toContain(`status 422, “${shown}”`);
});

test.each([400, 403, 302])('a token that a refusal quotes goes no further: %d', async (status) => {
  const token = 'Zx9+kQ0pLm3vT7rUeWq/1aBcDeFgHiJk==';
  await using service = await loopbackService(
    ({ response }) => {
      response.setHeader('location', `/login/${encodeURIComponent(token)}/${token}`);
      reply(response, status, { detail: `${'x'.repeat(170)}: the token '${token}' has no role` });
    },
    ({ response }) => {
      reply(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 43_199 });
    },
  );

  const { message, failure } = await failureOf(read(service.client().pages()));

  expect(service.asked[0]?.bearer).toBe(`Bearer ${token}`);
  expect(`${message} ${JSON.stringify(failure)}`).not.toMatch(/Zx9|kQ0|1aBc/);
  expect(message).toContain('[secret]');
});

test('the reason of a refusal is read behind a byte order mark', async () => {
  await using service = await loopbackService(({ response }) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(`\uFEFF${JSON.stringify({ detail: 'at most 100' })}`);
  });

  const { failure } = await failureOf(read(service.client().pages()));

  expect(failure).toMatchObject({ code: 'rental_refused', detail: 'at most 100' });
});

test.each([
  ['<html>Marie Dupont</html>', 'text/html'],
  ['{"detail":', 'application/json'],
  [JSON.stringify({ message: 'Marie Dupont' }), 'application/json'],
  [JSON.stringify({ detail: { name: 'Marie Dupont' } }), 'application/problem+json'],
  [JSON.stringify({ detail: 'x'.repeat(20_000) }), 'application/json'],
])('a refusal without a problem of the usual form has no reason: %.30s', async (body, type) => {
  await using service = await loopbackService(({ response }) => {
    response.writeHead(400, { 'content-type': type }).end(body);
  });

  const { failure } = await failureOf(read(service.client().pages()));

  expect(failure).toEqual({ code: 'rental_refused', status: 400, detail: null, leadsTo: null });
});

test('a refusal whose body does not end is not waited for', async () => {
  await using service = await loopbackService(({ response }) => {
    response.writeHead(404, { 'content-type': 'application/json' }).write('{"detail":');
  });

  const { failure } = await failureOf(read(service.client().pages()));

  expect(failure).toEqual({ code: 'rental_not_found', status: 404 });
});

test('trouble that passes is waited out', async () => {
  await using service = await loopbackService((ask) => {
    if (ask.count === 1) reply(ask.response, 503, {}, { 'retry-after': '0' });
    else if (ask.count === 2) ask.request.socket.destroy();
    else answer(ask, 1);
  });

  expect(await read(service.client().pages())).toEqual(['file-1']);
});

test.each([429, 503])('a short rest that a %d asks for is kept', async (status) => {
  const askedAt: number[] = [];
  await using service = await loopbackService((ask) => {
    askedAt.push(performance.now());
    if (ask.count === 1) reply(ask.response, status, {}, { 'retry-after': '1' });
    else answer(ask, 1);
  });

  expect(await read(service.client().pages())).toEqual(['file-1']);
  const [first = 0, second = 0] = askedAt;
  expect(second - first).toBeGreaterThanOrEqual(950);
});

test.each([
  ['retry-after', '31', 31],
  ['retry-after', new Date(NOW + 90_000).toUTCString(), 90],
  ['ratelimit-reset', '86400', 86_400],
])('a service that wants to be left alone for long is (%s: %s)', async (name, value, seconds) => {
  await using service = await loopbackService(({ response }) => {
    reply(response, 429, {}, { [name]: value, date: new Date(NOW).toUTCString() });
  });

  const { failure } = await failureOf(read(service.client().pages()));

  expect(failure).toEqual({ code: 'rental_busy', retryAfterSeconds: seconds });
  expect(service.asked).toHaveLength(1);
});

test('when a limit is counted anew, as gateways say with every answer, is no wait', async () => {
  const counted = {
    'ratelimit-limit': '100',
    'ratelimit-remaining': '99',
    'ratelimit-reset': '3000',
  };
  await using service = await loopbackService((ask) => {
    if (ask.count === 1) reply(ask.response, 502, {}, counted);
    else answer(ask, 1);
  });
  expect(await read(service.client().pages())).toEqual(['file-1']);

  await using away = await loopbackService(({ response }) => reply(response, 503, {}, counted));
  const { failure } = await failureOf(read(away.client({ retriesMax: 0 }).pages()));
  expect(failure).toEqual({ code: 'rental_down', status: 503 });
});

test('a body that is cut is fetched again', async () => {
  await using service = await loopbackService((ask) => {
    if (ask.count > 1) answer(ask, 1);
    else cut(ask);
  });

  expect(await read(service.client().pages())).toEqual(['file-1']);
  expect(service.asked).toHaveLength(2);
});

test('a service that cuts every body is unreadable', async () => {
  await using service = await loopbackService(cut);

  const { message } = await failureOf(read(service.client().pages()));

  expect(message).toBe('GET rental files page failed: cut short (rental_unreadable)');
});

function cut({ response }: Ask): void {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"results":[', () => response.destroy());
}

test('a service that does not answer is slow, and its request is given up', async () => {
  const closed = Promise.withResolvers<void>();
  await using service = await loopbackService(({ response }) => {
    response.on('close', closed.resolve);
  });

  const { message } = await failureOf(read(service.client({ attemptMsMax: 1_000 }).pages()));

  expect(message).toBe('GET rental files page failed: timed out (rental_slow)');
  await closed.promise;
});

test('a service that stops in the middle of a page is slow too', async () => {
  const closed = Promise.withResolvers<void>();
  await using service = await loopbackService(({ response }) => {
    response.on('close', closed.resolve);
    response.write('{"results":[');
  });

  const { code } = await failureOf(read(service.client({ attemptMsMax: 1_000 }).pages()));

  expect(code).toBe('rental_slow');
  await closed.promise;
});

test('a service that is not there is down', async () => {
  const service = await loopbackService((ask) => answer(ask, 1));
  const files = service.client();
  await files.checkToken();
  await service[Symbol.asyncDispose]();

  const { message } = await failureOf(read(files.pages()));

  expect(message).toBe(
    'GET rental files page failed: no connection, ECONNREFUSED: nothing listens there (rental_down)',
  );
});

test.each([
  ['plain', (body: string) => body, {}],
  ['compressed', (body: string) => gzipSync(body), { 'content-encoding': 'gzip' }],
])('a %s page that grows without bound is left', async (_, pack, headers) => {
  await using service = await loopbackService(({ response }) => {
    response.writeHead(200, headers);
    response.end(pack(`"${'x'.repeat(2_000_000)}"`));
  });

  const { message } = await failureOf(read(service.client({ pageBytesMax: 1_000_000 }).pages()));

  expect(message).toBe('GET rental files page failed: more than 1000000 bytes (rental_unreadable)');
  expect(service.asked).toHaveLength(1);
});

test.each([
  ['not JSON', '<html>Zoé Dupont</html>'],
  ['not JSON', '{"results":[{"first_name":"Zoé Dupont"'],
  ['unexpected results', '{"detail":"Zoé Dupont"}'],
  ['unexpected next', '{"results":[],"next":{"Zoé Dupont":1}}'],
])('an answer that is no page is %s and never quoted', async (what, body) => {
  await using service = await loopbackService(({ response }) => reply(response, 200, body));

  const error = await failureOf(read(service.client().pages()));

  expect(error.message).toBe(`GET rental files page failed: ${what} (rental_unreadable)`);
  expect(inspect(error, { depth: 12, showHidden: true })).not.toContain('Dupont');
});

test('a redirect is not followed, whatever it leads to', async () => {
  await using elsewhere = await loopbackService((ask) => answer(ask, 1));
  await using service = await loopbackService(({ response }) => {
    reply(response, 302, {}, { location: `${elsewhere.origin}${FILES_PATH}` });
  });

  const { failure } = await failureOf(read(service.client().pages()));

  const leadsTo = `${elsewhere.origin}${FILES_PATH}`;
  expect(failure).toEqual({ code: 'rental_refused', status: 302, detail: null, leadsTo });
  expect(elsewhere.asked).toEqual([]);
});

test('a link to another host is refused before a byte is sent', async () => {
  await using elsewhere = await loopbackService((ask) => answer(ask, 1));
  await using service = await loopbackService(({ response }) => {
    reply(response, 200, page(1, 2, `${elsewhere.origin}${FILES_PATH}?page=2`));
  });

  const { failure } = await failureOf(read(service.client().pages()));

  expect(failure).toEqual({ code: 'rental_link', problem: 'another origin' });
  expect(elsewhere.asked).toEqual([]);
});

test('a page of another host is refused by its address', async () => {
  await using elsewhere = await loopbackService((ask) => answer(ask, 1));
  await using service = await loopbackService((ask) => answer(ask, 1));

  const url = new URL(`${elsewhere.origin}${FILES_PATH}`);
  const { code } = await failureOf(service.client().fetchPage(url));

  expect(code).toBe('rental_link');
  expect([...elsewhere.asked, ...service.grants]).toEqual([]);
});

test('whoever gives up does so at once, and the others still get their token', async () => {
  const given = Promise.withResolvers<Ask>();
  await using service = await loopbackService((ask) => answer(ask, 1), given.resolve);
  const files = service.client();
  const url = new URL(`${service.origin}${FILES_PATH}`);
  const leaving = new AbortController();

  const left = files.fetchPage(url, leaving.signal);
  const stayed = files.fetchPage(url);
  const token = await given.promise;
  leaving.abort(new Error('no longer wanted'));
  await expect(left).rejects.toThrow('no longer wanted');
  grant(token);

  expect(await stayed).toMatchObject({ files: [{ id: 'file-1' }] });
});

test('giving up on a page closes its request', async () => {
  const asked = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  await using service = await loopbackService(({ response }) => {
    response.on('close', closed.resolve);
    asked.resolve();
  });
  const leaving = new AbortController();

  const left = read(service.client().pages(leaving.signal));
  left.catch(() => {});
  await asked.promise;
  leaving.abort(new Error('no longer wanted'));

  await expect(left).rejects.toThrow('no longer wanted');
  await closed.promise;
});

test('what the authorization server says goes for the page too', async () => {
  await using service = await loopbackService(
    (ask) => answer(ask, 1),
    ({ response }) => reply(response, 400, { error: 'invalid_grant' }),
  );
  const files = service.client();

  expect(await failureOf(files.checkToken())).toMatchObject({ code: 'rental_key_refused' });
  expect(await failureOf(read(files.pages()))).toMatchObject({ code: 'rental_key_refused' });
  // The second assertion has the time of the server, which is not that of the test.
  expect(service.grants).toHaveLength(2);
  expect(service.asked).toEqual([]);
});

test.each([
  ['turned away', (ask: Ask) => reply(ask.response, 401, {})],
  ['forbidden', (ask: Ask) => reply(ask.response, 403, {})],
  ['a fault', (ask: Ask) => reply(ask.response, 500, {})],
  ['redirected', (ask: Ask) => reply(ask.response, 302, {}, { location: '/' })],
  ['cut', cut],
  ['silence', () => {}],
  ['disconnected', (ask: Ask) => void ask.request.socket.destroy()],
  ['not JSON', (ask: Ask) => reply(ask.response, 200, ask.request.headers.authorization)],
  ['a bad link', (ask: Ask) => reply(ask.response, 200, page(1, 2, 'https://evil.example/'))],
])('no failure shows the bearer or the query: %s', async (_, onPage) => {
  await using service = await loopbackService(onPage, ({ response }) => {
    reply(response, 200, { access_token: 'secret-token', token_type: 'Bearer' });
  });
  const files = service.client({ attemptMsMax: 1_000 });
  const url = new URL(`${service.origin}${FILES_PATH}?search=dupont`);

  const shown = inspect(await failureOf(files.fetchPage(url)), { depth: 12, showHidden: true });

  expect(service.asked[0]?.bearer).toBe('Bearer secret-token');
  expect(shown).not.toContain('secret-token');
  expect(shown).not.toContain('dupont');
  expect(shown).not.toContain('evil.example');
});

test.each([
  ['firstPage', { firstPage: new URL('http://api.example.com/files') }],
  ['firstPage', { firstPage: new URL('https://me:secret@api.example.com/files') }],
  ['authUrl', { authUrl: 'http://auth.example.com' }],
])('no client is made whose secrets would travel in the open: %s', (_, changes) => {
  const options = {
    firstPage: new URL('https://api.example.com/files'),
    authUrl: 'https://auth.example.com',
    idp: 'idp',
    projectId: '42',
    account: serviceAccount(),
    now: () => NOW,
  };

  expect(() => createRentalFiles({ ...options, ...changes })).toThrow('must be an https URL');
});

test('the next page is on its way while one is looked at', async () => {
  const asked = Promise.withResolvers<void>();
  await using service = await loopbackService((ask) => {
    if (ask.count === 2) asked.resolve();
    answer(ask, 2);
  });
  const walk = service.client().pages();

  await walk.next();
  await asked.promise;
  await walk.return();

  expect(service.asked).toHaveLength(2);
});

test('pages are read six at a time over real connections, and fewer once one is refused', async () => {
  const six = Promise.withResolvers<void>();
  const busiest = { before: 0, after: 0 };
  let underWay = 0;
  async function respond(ask: Ask): Promise<void> {
    underWay += 1;
    if (underWay === 6) six.resolve();
    // What was under way when one was refused has come long before.
    const phase = ask.count > 30 ? 'after' : 'before';
    busiest[phase] = Math.max(busiest[phase], underWay);
    await (ask.count >= 3 && ask.count <= 8 ? six.promise : turn());
    underWay -= 1;
    if (ask.count === 20) reply(ask.response, 429, {}, { 'retry-after': '0' });
    else answer(ask, 40);
  }
  await using service = await loopbackService((ask) => void respond(ask));
  const files = service.client();

  const ids = await read(files.pages());

  expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => `file-${index + 1}`));
  expect(files.requestCounts()).toMatchObject({ pages: 40 });
  expect(busiest.before).toBe(6);
  expect(busiest.after).toBeLessThan(6);
});

test('a renewal that fails while the old token serves is a line in the log', async () => {
  await using service = await loopbackService(
    (ask) => answer(ask, 1),
    (ask) => (ask.count === 1 ? grant(ask) : reply(ask.response, 404, {})),
  );
  const lines: string[] = [];
  let now = NOW;
  const files = createRentalFiles({
    firstPage: new URL(`${service.origin}${FILES_PATH}`),
    authUrl: service.origin,
    idp: 'idp',
    projectId: '42',
    account: serviceAccount(),
    now: () => now,
    log: { warn: (line) => lines.push(line) },
  });
  await files.checkToken();
  now += 43_000_000;

  expect(await read(files.pages())).toEqual(['file-1']);
  await expect
    .poll(() => lines)
    .toEqual(['POST oauth/v2/token failed: status 404 (rental_token_unavailable)']);
});

test.each([
  ['answers', ({ response }: Ask) => reply(response, 200, { results: [] }), 'well', '', 60_000],
  ['has a fault', ({ response }: Ask) => reply(response, 503, {}), 'rental_down', '503', 60_000],
  [
    'sends no page',
    ({ response }: Ask) => reply(response, 200, {}),
    'rental_unreadable',
    'results',
    60_000,
  ],
  ['says nothing', () => {}, 'rental_slow', 'no answer within 0.3 seconds', 300],
] as const)('a look at a service that %s tells so, whatever its token', async (...looked) => {
  const [, onPage, code, says, checkMsMax] = looked;
  await using service = await loopbackService(onPage);
  const files = service.client({ retriesMax: 0, checkMsMax });
  await files.checkToken();

  const outcome = files.checkService().then(
    () => ({ code: 'well', message: '' }),
    (error: unknown) => error,
  );
  expect(await outcome).toMatchObject({ code, message: expect.stringContaining(says) });
  expect(service.asked).toHaveLength(1);
});
