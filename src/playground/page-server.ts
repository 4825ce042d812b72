import { fileURLToPath } from 'node:url';

import { build, type Rolldown } from 'vite';

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

/**
 * Builds the page in memory, in about a second, and serves it: `/`, and its files under `/assets/`.
 *
 * @throws {Error} when the page does not build
 */
export async function servePage(): Promise<PageServer> {
  const files = new Map((await buildPage()).map((file) => [`/${file.fileName}`, file]));

  return (request) => {
    const { pathname } = new URL(request.url);
    const file = files.get(pathname === '/' ? '/index.html' : pathname);
    if (file === undefined || !['GET', 'HEAD'].includes(request.method)) return null;
    const headers = headersFor(file.fileName);
    if (request.method === 'HEAD') return new Response(null, { headers });
    return new Response(file.type === 'chunk' ? file.code : Buffer.from(file.source), { headers });
  };
}

async function buildPage(): Promise<Rolldown.RolldownOutput['output'][number][]> {
  const output = await build({
    root: FOLDER,
    configFile: false,
    envFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, modulePreload: { polyfill: false }, reportCompressedSize: false },
  });
  if (!('output' in output)) throw new Error('The page was built as something else than a page');
  return output.output;
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
