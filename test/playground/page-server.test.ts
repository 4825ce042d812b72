import { beforeAll, expect, test } from 'vitest';

import { type PageServer, servePage } from '../../src/playground/page-server.ts';

let serve: PageServer;

beforeAll(async () => {
  serve = await servePage();
});

function get(path: string, method = 'GET'): Response | null {
  return serve(new Request(new URL(path, 'http://localhost:3000'), { method }));
}

async function page(): Promise<string> {
  return (await get('/')?.text()) ?? '';
}

test('the page comes with all of its files, and none of them from elsewhere', async () => {
  const html = await page();
  const links = Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, link = '']) => link);
  expect(links).toHaveLength(3);
  const types = links.map((link) => get(link)?.headers.get('content-type'));
  expect(new Set(types)).toEqual(
    new Set(['image/svg+xml', 'text/css; charset=utf-8', 'text/javascript; charset=utf-8']),
  );
});

test('nothing runs in the page but its own files', async () => {
  const html = await page();
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|style="/);
  const policy = get('/')?.headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: https:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

test('no style sheet asks for anything from elsewhere', async () => {
  const [link = ''] = /\/assets\/[^"]+\.css/.exec(await page()) ?? [];
  const css = (await get(link)?.text()) ?? '';
  expect(css).toContain('--paper');
  expect(css).not.toMatch(/@import|@font-face|url\((?!["']?data:)/);
});

test('what is no file of the page is left to others', () => {
  expect(get('/playground/stream')).toBeNull();
  expect(get('/assets/../page-server.ts')).toBeNull();
  expect(get('/', 'POST')).toBeNull();
});

test('a HEAD request gets the headers alone', async () => {
  const head = get('/', 'HEAD');
  expect(head?.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await head?.text()).toBe('');
});
