import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { createGzip, gzipSync } from 'node:zlib';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RentalError } from '../../src/rental-api/errors.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import { type Ask, FILES_PATH, loopbackService, reply } from '../support/loopback-service.ts';
import { brokenJson } from './broken-json.ts';
import { fuzzing } from './fuzzing.ts';

const PERSON = {
  id: 'p1',
  first_name: 'Anne',
  last_name: 'Lefèvre',
  email: 'anne@example.com',
  birth_date: '1990-02-03',
  is_guarantor: false,
  physical_guarantors: [{ id: 'p2', first_name: 'Paul', last_name: 'Petit' }],
};
const FILE = {
  id: 'file-1',
  status: 'NEW',
  decision: { status: 'PENDING', comment: null },
  situation: 'ROOMATES',
  score: 71.5,
  completion_rate: 0.8,
  created_at: '2026-11-20T10:00:00.123456',
  updated_at: '2026-11-20T10:00:00+00:00',
  achived_at: null,
  tags: ['lyon', 'balcony'],
  applicants: [PERSON],
  product: { id: 'r1', title: 'Flat', reference: 'LY-1', rent: '900.50', photos: ['https://a.b'] },
};
const PAGE = {
  count: 3,
  next: `${FILES_PATH}?page=2`,
  previous: null,
  results: [FILE, FILE, FILE],
};
const GRANT = { access_token: 'token-1', token_type: 'Bearer', expires_in: 43_199, scope: 'a b' };

/** What became of an answer; anything but a `RentalError` is a fault. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'fine';
  } catch (error) {
    if (error instanceof RentalError) return inspect(error);
    throw error;
  }
}

const LIMITS = { retriesMax: 0, pagesMax: 4, attemptMsMax: 10_000 };
const status = fc.constantFrom(...Array<number>(20).fill(200), 204, 206, 400, 401, 403, 404, 500);

/** A body, and the status it comes with. */
interface Answered {
  readonly body: string;
  readonly code: number;
}
const GOOD: Answered = { body: '{"results":[]}', code: 200 };

/** A service whose answers are put into `next`, for pages or for tokens. */
async function answering(kind: 'pages' | 'tokens') {
  const next = { ...GOOD };
  const give = ({ response }: Ask) =>
    reply(response, next.code, next.code === 204 ? '' : next.body);
  const service = await loopbackService(
    kind === 'pages' ? give : ({ response }) => reply(response, 200, GOOD.body),
    kind === 'tokens' ? give : undefined,
  );
  return { next, service };
}

test('any answer of the service is a page or an error that prints nothing of it', async () => {
  const { next, service } = await answering('pages');
  await using _ = service;
  await fc.assert(
    fc.asyncProperty(brokenJson(PAGE), status, fc.boolean(), async (body, code, isInFull) => {
      Object.assign(next, { body, code });
      const client = service.client(LIMITS);
      const walk = isInFull ? client.pages() : client.summaries();
      const outcome = await outcomeOf(Array.fromAsync<unknown>(walk));
      expect(outcome).not.toMatch(/Lefèvre|anne@|token-1/);
    }),
    fuzzing(250),
  );
});

test('any answer of the authorization server is a token or an error that prints nothing of it', async () => {
  const { next, service } = await answering('tokens');
  await using _ = service;
  await fc.assert(
    fc.asyncProperty(brokenJson(GRANT), status, async (body, code) => {
      Object.assign(next, { body, code });
      const outcome = await outcomeOf(service.client(LIMITS).checkToken());
      expect(outcome).not.toContain('token-1');
    }),
    fuzzing(150),
  );
});

const deep = (open: string, close: string, depth = 200_000) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;
const manyKeys = () =>
  `{${Array.from({ length: 1_000_000 }, (_, index) => `"key${index}":${index}`).join(',')}}`;

/**
 * Bodies that cost much or confuse, and what must come of them: so many files, an item that is left
 * out and counted, or an error.
 */
const COSTLY: readonly (readonly [string, () => string, number | string])[] = [
  ['arrays, 200,000 deep', () => deep('[', ']'), 'rental_unreadable'],
  ['objects, 200,000 deep', () => deep('{"results":', '}'), 'rental_unreadable'],
  ['results as deep', () => `{"results":[${deep('[', ']')},{"id":"a"}]}`, 1],
  ['a field as deep', () => `{"results":[{"id":"a","tags":${deep('[', ']')}}]}`, 1],
  [
    'people as deep',
    () => `{"results":[{"id":"a","applicants":[${deep('{"physical_guarantors":[', ']}')}]}]}`,
    '1 left out',
  ],
  ['a next as deep', () => `{"results":[],"next":${deep('[', ']')}}`, 'rental_unreadable'],
  [
    'a count of 10,000,000 digits',
    () => `{"count":${'9'.repeat(10_000_000)},"results":[{"id":"a"}]}`,
    'rental_unreadable',
  ],
  [
    'a number of 10,000 digits',
    () => `{"count":${'9'.repeat(10_000)},"results":[{"id":"a","score":${'9'.repeat(10_000)}}]}`,
    1,
  ],
  [
    'a fraction of 10,000,000 digits',
    () => `{"results":[{"id":"a","score":0.${'1'.repeat(10_000_000)}}]}`,
    '1 left out',
  ],
  [
    'a text of 10,000,000 letters',
    () => `{"results":[{"id":"a","status":"${'a'.repeat(10_000_000)}"}]}`,
    '1 left out',
  ],
  ['1,000,000 keys', () => `{"results":[${manyKeys()},{"id":"a"}]}`, 1],
  [
    '1,000,000 items that are none',
    () => `{"results":[${'1,'.repeat(1_000_000)}{"id":"a"}]}`,
    'rental_unreadable',
  ],
  [
    'the same key twice',
    () => '{"results":null,"results":[{"id":"a","id":"b"}],"next":"/x","next":null}',
    1,
  ],
  [
    'names of prototypes',
    () =>
      '{"__proto__":{"results":[]},"results":[{"__proto__":{"id":"x"}},{"id":"a","constructor":{"prototype":{"p":1}}}]}',
    1,
  ],
  [
    'no results but inherited ones',
    () => '{"__proto__":{"results":[{"id":"a"}]}}',
    'rental_unreadable',
  ],
  ['nothing', () => '', 'rental_unreadable'],
  ['spaces', () => ' '.repeat(1_000_000), 'rental_unreadable'],
  ['two values', () => '{"results":[]}{"results":[]}', 'rental_unreadable'],
  ['half a character in a name', () => '{"results":[{"id":"a","applicants":["\\ud800"]}]}', 1],
  ['half a character in an id', () => '{"results":[{"id":"\\ud800"}]}', '1 left out'],
];

test.each(COSTLY)('%s', async (_, body, expected) => {
  const text = body();
  await using service = await loopbackService(({ response }) => reply(response, 200, text));
  const walks = [() => service.client(LIMITS).summaries(), () => service.client(LIMITS).pages()];
  // What takes seconds to parse is parsed once.
  for (const walk of text.length < 1_000_000 ? walks : walks.slice(0, 1)) {
    const found = await Array.fromAsync<FilePage<unknown>>(walk()).then(
      ([page]) => (page?.files.length === 0 ? `${page.skipped} left out` : page?.files.length),
      (error: unknown) => (error instanceof RentalError ? error.code : String(error)),
    );
    expect(found).toBe(expected);
  }
  expect(Object.prototype).not.toHaveProperty('p');
});

const HUNDRED_MEGABYTES = 100 * 1024 * 1024;

/** A page that goes on and on. */
function* endless() {
  yield '{"results":["';
  for (let sent = 0; sent < HUNDRED_MEGABYTES; sent += 65_536) yield 'a'.repeat(65_536);
  yield '"]}';
}

test.each(['plain', 'gzip', 'gzip at once', 'gzip in gzip'])(
  'a body of 100 MB is left after its first part: %s',
  async (packing) => {
    let written = 0;
    const bomb = packing.startsWith('gzip ') ? gzipSync('a'.repeat(HUNDRED_MEGABYTES)) : null;
    await using service = await loopbackService(({ response }) => {
      if (packing !== 'plain') {
        response.setHeader('content-encoding', packing === 'gzip in gzip' ? 'gzip, gzip' : 'gzip');
      }
      if (bomb !== null) {
        response.end(packing === 'gzip in gzip' ? gzipSync(bomb) : bomb);
        return;
      }
      const body = Readable.from(endless()).on('data', (part: string) => (written += part.length));
      response.on('close', () => body.destroy());
      (packing === 'gzip' ? body.pipe(createGzip()) : body).pipe(response);
    });

    const reading = Array.fromAsync<unknown>(service.client(LIMITS).pages());

    await expect(reading).rejects.toMatchObject({ code: 'rental_unreadable' });
    // Packed, all of it may be on its way before the first part is unpacked.
    expect(written).toBeLessThan(packing === 'plain' ? HUNDRED_MEGABYTES : Infinity);
  },
);

test.each([
  ['deep', () => deep('[', ']', 20_000)],
  ['a deep token', () => `{"access_token":${deep('[', ']', 20_000)},"token_type":"Bearer"}`],
  ['huge', () => `{"access_token":"${'a'.repeat(1_000_000)}","token_type":"Bearer"}`],
  ['a header of its own', () => '{"access_token":"a\\r\\nx-evil: 1","token_type":"Bearer"}'],
  ['inherited', () => '{"__proto__":{"access_token":"a","token_type":"Bearer"}}'],
])('a grant that is no grant: %s', async (_, body) => {
  await using service = await loopbackService(
    ({ response }) => reply(response, 200, { results: [] }),
    ({ response }) => reply(response, 200, body()),
  );
  const asked = service.client({ ...LIMITS, retryMs: 1 }).checkToken();
  await expect(asked).rejects.toMatchObject({ code: 'rental_token_unavailable' });
  expect(service.asked).toEqual([]);
});

test.each(['1e999', '-1', '0', 'null', '[]', '"Infinity"', '{"__proto__":1}'])(
  'a token serves though its life is odd: %s',
  async (life) => {
    await using service = await loopbackService(
      ({ response }) => reply(response, 200, { results: [] }),
      ({ response }) =>
        reply(response, 200, `{"access_token":"t","token_type":"Bearer","expires_in":${life}}`),
    );
    expect(await Array.fromAsync<unknown>(service.client(LIMITS).pages())).toHaveLength(1);
  },
);
