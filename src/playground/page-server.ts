import { fileURLToPath } from 'node:url';

import { build } from 'vite';

/** Answers a request for the page or one of its files, `null` for anything else. */
export type PageServer = (request: Request) => Response | null;

const FOLDER = fileURLToPath(new URL('page/', import.meta.url));

/** Nothing comes from elsewhere but pictures in messages, and no script but the page's own runs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The files of the page by their names. */
export type PageFiles = Readonly<Record<string, string>>;

/**
 * Builds the page in memory, in about a second, and serves it: `/`, and its files under `/assets/`.
 *
 * @throws {Error} when the page does not build
 */
export async function servePage(): Promise<PageServer> {
  return serveFiles(await buildPage());
}

/** Serves a page that is built. */
export function serveFiles(files: PageFiles): PageServer {
  const byPath = new Map(Object.entries(files).map((file) => [`/${file[0]}`, file]));

  return (request) => {
    const { pathname } = new URL(request.url);
    const file = byPath.get(pathname === '/' ? '/index.html' : pathname);
    if (file === undefined || !['GET', 'HEAD'].includes(request.method)) return null;
    const [name, content] = file;
    const headers = headersFor(name);
    return new Response(request.method === 'HEAD' ? null : content, { headers });
  };
}

/**
 * Builds the page, all of which is text.
 *
 * @throws {Error} when the page does not build, or a file of it is no text
 */
export async function buildPage(): Promise<PageFiles> {
  const output = await build({
    root: FOLDER,
    configFile: false,
    envFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, modulePreload: { polyfill: false }, reportCompressedSize: false },
  });
  if (!('output' in output)) throw new Error('The page was built as something else than a page');
  return Object.fromEntries(
    output.output.map((file) => [
      file.fileName,
      file.type === 'chunk' ? file.code : textOf(file.source),
    ]),
  );
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string'
    ? source
    : new TextDecoder('utf-8', { fatal: true }).decode(source);
}

function headersFor(fileName: string): Record<string, string> {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1);
  return {
    'content-type': TYPES[ending] ?? 'application/octet-stream',
    // Names of assets carry their content's hash; the page itself names the newest ones.
    'cache-control': fileName.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-store',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
