import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { createRentalFiles, type RentalFiles } from '../../src/rental-api/client.ts';
import type { Limits } from '../../src/rental-api/limits.ts';
import { portOf } from '../../src/slack/receivers/http-receiver.ts';
import { NOW, serviceAccount } from './service-account.ts';

export interface Ask {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** How many requests of this kind there were, this one included. */
  readonly count: number;
  /** Path and query. */
  readonly path: string;
}

export interface LoopbackService extends AsyncDisposable {
  readonly origin: string;
  /** Path and query of every request for a page, and the bearer it carried. */
  readonly asked: { path: string; bearer: string | undefined }[];
  /** The forms that were posted for tokens. */
  readonly grants: URLSearchParams[];
  client(limits?: Partial<Limits>, onHalfOpen?: () => void): RentalFiles;
}

export const FILES_PATH = '/v1/rental-files';
const TOKEN_PATH = '/oauth/v2/token';

/** Waits are short in tests, and never the reason for an outcome. */
const QUICK: Partial<Limits> = { retryMs: 1 };

/**
 * A Rental File Service and its authorization server on this machine, over real sockets. Tokens are
 * `token-1`, `token-2`, …; what a page is answered is for the test to say.
 */
export async function loopbackService(
  onPage: (ask: Ask) => void,
  onToken: (ask: Ask) => void = grant,
): Promise<LoopbackService> {
  const asked: { path: string; bearer: string | undefined }[] = [];
  const grants: URLSearchParams[] = [];

  async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    grants.push(new URLSearchParams(await text(request)));
    onToken({ request, response, count: grants.length, path: TOKEN_PATH });
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === TOKEN_PATH) {
      void answerToken(request, response);
      return;
    }
    asked.push({ path, bearer: request.headers.authorization });
    onPage({ request, response, count: asked.length, path });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  const origin = `http://127.0.0.1:${port}`;

  return {
    origin,
    asked,
    grants,
    client: (limits, onHalfOpen) =>
      createRentalFiles({
        firstPage: new URL(`${origin}${FILES_PATH}`),
        authUrl: origin,
        idp: 'idp',
        projectId: '42',
        account: serviceAccount(),
        now: () => NOW,
        limits: { ...QUICK, ...limits },
        ...(onHalfOpen === undefined ? {} : { onHalfOpen }),
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function grant({ response, count }: Ask): void {
  const body = { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 43_199 };
  reply(response, 200, body);
}

export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
