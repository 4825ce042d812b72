import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RentalError } from '../../../src/rental-api/errors.ts';
import { nextPage } from '../../../src/rental-api/http/page-fetch.ts';

const FIRST = new URL('https://api.example.com/v1/rental-files?limit=100');
const CURRENT = new URL('https://api.example.com/v1/rental-files?limit=100&offset=100');
const NEXT = 'https://api.example.com/v1/rental-files?limit=100&offset=200';

function follow(link: string | null, current = CURRENT, first = FIRST): string | null {
  return nextPage(link, current, first)?.href ?? null;
}

test.each([[null], ['']])('the list ends where next is %j', (link) => {
  expect(follow(link)).toBeNull();
});

test.each([
  [NEXT],
  ['/v1/rental-files?limit=100&offset=200'],
  ['?limit=100&offset=200'],
  ['rental-files?limit=100&offset=200'],
  ['//api.example.com/v1/rental-files?limit=100&offset=200'],
  ['http://api.example.com/v1/rental-files?limit=100&offset=200'],
  ['http://api.example.com:80/v1/rental-files?limit=100&offset=200'],
  ['https://API.example.com:443/v1/rental-files?limit=100&offset=200'],
  ['https://api.example.com/v1/rental-files?limit=100&offset=200#top'],
])('%s leads to the next page', (link) => {
  expect(follow(link)).toBe(NEXT);
});

test.each([
  ['/v1/rental-files/page/2', '/v1/rental-files/page/2'],
  ['/v2/pages/rental-files?page=2', '/v2/pages/rental-files?page=2'],
  ['/v1/rental-files/../pages/2', '/v1/pages/2'],
  ['/', '/'],
])('a page may stand anywhere on the origin of the list: %s', (link, path) => {
  expect(follow(link)).toBe(`https://api.example.com${path}`);
});

test('a service behind a proxy keeps its port when http is raised to https', () => {
  const first = new URL('https://api.example.com:8443/files');
  expect(follow('http://api.example.com:8443/files?page=2', first, first)).toBe(
    'https://api.example.com:8443/files?page=2',
  );
});

test('a service on this machine is followed over plain http', () => {
  const first = new URL('http://127.0.0.1:4000/files');
  expect(follow('/files?page=2', first, first)).toBe('http://127.0.0.1:4000/files?page=2');
});

test.each([
  ['another origin', 'https://evil.example/v1/rental-files'],
  ['another origin', '//evil.example/v1/rental-files'],
  ['another origin', 'https://api.example.com.evil.example/v1/rental-files'],
  ['another origin', 'https://api.example.com./v1/rental-files'],
  ['another origin', 'https://api.example.com:8443/v1/rental-files'],
  ['another origin', 'http://api.example.com:8080/v1/rental-files'],
  ['another origin', 'http://evil.example/v1/rental-files'],
  ['another origin', 'https://аpi.example.com/v1/rental-files'],
  ['another origin', 'javascript:alert(1)'],
  ['another origin', 'ftp://api.example.com/v1/rental-files'],
  ['another origin', 'data:application/json,{}'],
  ['holds credentials', 'https://api.example.com@evil.example/v1/rental-files'],
  ['holds credentials', 'https://me@api.example.com/v1/rental-files'],
  ['not a link', 'https:\\\\evil.example'],
  ['not a link', '/\\evil.example'],
  ['not a link', 'ht\ntps://evil.example'],
  ['not a link', ' https://evil.example'],
  ['not a link', '/v1/rental-files?\u0000'],
  ['not a link', 'https://api.exam\u00ADple.com/v1/rental-files'],
  ['not a link', 'https://[evil/v1/rental-files'],
  ['too long', `?cursor=${'x'.repeat(2083)}`],
])('a link is refused because of %s: %j', (problem, link) => {
  expect(() => nextPage(link, CURRENT, FIRST)).toThrow(
    expect.objectContaining({ code: 'rental_link', failure: { code: 'rental_link', problem } }),
  );
});

test('the longest link of the specification is followed', () => {
  const link = `?cursor=${'x'.repeat(2083 - '?cursor='.length)}`;
  expect(follow(link)).toBe(`https://api.example.com/v1/rental-files${link}`);
});

/** Links put together from the pieces that confuse URL parsers. */
const trickyLink = fc
  .array(
    fc.oneof(
      fc.constantFrom('https:', 'http:', '//', '/', '\\', '@', ':', '?', '#', '.', '..', '%2e'),
      fc.constantFrom('api.example.com', 'evil.example', '[::1]', '127.0.0.1', ':443', ':80'),
      fc.constantFrom('v1', 'rental-files', 'user', '\t', '\n', ' ', '\u0000', '%2f', '%5c'),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 9 },
  )
  .map((pieces) => pieces.join(''));

test.each(['https://api.example.com/v1/rental-files', 'http://127.0.0.1:4000/v1/rental-files'])(
  'whatever the link, the origin of %s is never left',
  (address) => {
    const first = new URL(address);
    fc.assert(
      fc.property(fc.oneof(trickyLink, fc.webUrl(), fc.string()), (link) => {
        const next = followed(link, first);
        if (next === null) return;
        // What is sent is read anew, as the HTTP client does.
        const sent = new URL(next.href);
        expect(sent.origin).toBe(first.origin);
        expect([sent.username, sent.password, sent.hash]).toEqual(['', '', '']);
      }),
      { numRuns: 3_000 },
    );
  },
);

function followed(link: string, first: URL): URL | null {
  try {
    return nextPage(link, first, first);
  } catch (error) {
    if (error instanceof RentalError && error.code === 'rental_link') return null;
    throw error;
  }
}
