import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { isObject } from './blocks/json-walk.ts';
import type { ServerContext } from './context.ts';
import type { Streams } from './event-stream.ts';
import { GATEWAY_PAGE, hungUp, RESPONSE_URL, responseUrlFault } from './fault-injection.ts';
import { answerCall, type Caller, readArguments } from './methods/api-call.ts';
import { reply } from './response-url-handler.ts';
import type { FileBook } from './store/files.ts';
import { isUserAction, perform } from './user-actions/index.ts';

export type PageFiles = (request: Request) => Response | Promise<Response>;

interface Served {
  readonly server: ServerContext;
  readonly caller: Caller;
  readonly streams: Streams;
  readonly pageFiles: PageFiles | undefined;
}

const BODY_BYTES_MAX = 5_000_000;
const UPLOAD_BYTES_MAX = 200_000_000;

/** Everything that the workspace answers over HTTP: to the app, and to the page. */
export function routes({ server, caller, streams, pageFiles }: Served) {
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use(async (context, next) => {
    if (isLoopbackHost(context.req.header('host'))) return next();
    return context.text('This workspace is for this machine alone.', 403);
  });
  app.post('/upload/*', bodyLimit({ maxSize: UPLOAD_BYTES_MAX }), async (context) =>
    takeUpload(server.store.files, context.req.raw),
  );
  app.use(bodyLimit({ maxSize: BODY_BYTES_MAX }));

  app.on(['GET', 'POST'], '/api/:method', async (context) => {
    const { token, args } = await readArguments(context.req.raw);
    const answer = answerCall(server, caller, {
      method: context.req.param('method'),
      token,
      args,
    });
    if (answer.ending === 'hung_up') context.env.incoming.socket.destroy();
    if (answer.ending === 'garbled') return context.html(GATEWAY_PAGE);
    if (answer.ending === 'silent') await hungUp(context.env.incoming.socket);
    return context.json(answer.body, answer.status, answer.headers);
  });

  app.on('POST', ['/commands/*', '/actions/*'], async (context) => {
    const { interruptions } = caller;
    const before = interruptions.take(RESPONSE_URL, 'before');
    if (before !== undefined) return responseUrlFault(context, before);
    const source = server.responseUrls.use(context.req.path);
    if (typeof source === 'string') return context.text(source, 404);
    const body: unknown = await context.req.json().catch(() => undefined);
    if (!isObject(body)) return context.text('invalid_payload', 400);
    const answer = reply(server, source, body);
    const after = interruptions.take(RESPONSE_URL, 'after');
    if (after !== undefined) return responseUrlFault(context, after);
    if (answer === 'message_not_found') return context.text(answer, 404);
    return context.text(answer, answer === 'ok' ? 200 : 400);
  });

  app.get('/files-pri/*', (context) => {
    const isOwn = isOwnOrigin(context.req.raw.headers);
    if (isOwn) return giveDownload(server.store.files, new URL(context.req.url).pathname);
    return context.text('Only the page itself may ask for this.', 403);
  });

  app.use('/playground/*', async (context, next) => {
    if (isOwnOrigin(context.req.raw.headers)) return next();
    return context.text('Only the page itself may ask for this.', 403);
  });
  app.get('/playground/stream', () => streams.open(server.store));
  app.post('/playground/:action', async (context) => {
    const name = context.req.param('action');
    const isJson = context.req.header('content-type')?.startsWith('application/json') ?? false;
    if (!isUserAction(name) || !isJson)
      return context.json({ ok: false, error: 'There is no such action.' }, 404);
    const input: unknown = await context.req.json().catch(() => undefined);
    return context.json(await perform(server, name, input));
  });

  if (pageFiles !== undefined) app.get('*', (context) => pageFiles(context.req.raw));
  return app;
}

/** Takes the bytes of a file, bare or as a form, as Slack's upload URLs do. */
async function takeUpload(files: FileBook, request: Request): Promise<Response> {
  const bytes = await bytesIn(request);
  const outcome = files.receive(new URL(request.url).pathname, bytes);
  switch (outcome) {
    case 'ok':
      return new Response(`OK - ${bytes.byteLength}`);
    case 'unknown_url':
      return new Response('This URL takes no file, or has taken one.', { status: 404 });
    case 'wrong_size':
      return new Response('That is not the length that was announced.', { status: 400 });
  }
}

/** Hands out a file to be saved, never to be shown: what is in it may be anything. */
function giveDownload(files: FileBook, path: string): Response {
  const found = files.read(path);
  if (found === undefined) return new Response('There is no such file.', { status: 404 });
  const name = encodeURIComponent(found.file.name).replaceAll("'", '%27');
  return new Response(Buffer.from(found.bytes), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

async function bytesIn(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return new Uint8Array(await request.arrayBuffer());
  const parts = [...(await request.formData()).values()];
  const file = parts.find((part) => part instanceof Blob);
  return new Uint8Array((await file?.arrayBuffer()) ?? []);
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * True when a request names this machine as its host. A page elsewhere whose name resolves to
 * 127.0.0.1 names its own.
 */
export function isLoopbackHost(host: string | null | undefined): boolean {
  return LOOPBACK.test(host ?? '');
}

/** True when a request comes from the page itself, or from no page at all. */
function isOwnOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site') ?? 'none';
  if (site === 'cross-site' || site === 'same-site') return false;
  const origin = headers.get('origin');
  return origin === null || origin === `http://${headers.get('host')}`;
}
