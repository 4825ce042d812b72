import { once } from 'node:events';
import { Server } from 'node:http';

import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';

import type { HonoEnv } from './middleware.ts';

/** A server that only this machine can reach. */
export interface LoopbackServer {
  /** `http://127.0.0.1:49152`, without a slash at the end. */
  readonly origin: string;
  /** Ends every connection, those under way too. */
  readonly stop: () => Promise<void>;
}

/**
 * Serves the app on 127.0.0.1; port 0 takes a free one. Rejects when the port is taken.
 *
 * @param ownProcess whether `Request` and `Response` of the whole process may be replaced by the
 *   adapter's, which do not copy a page before they send it
 */
export async function onLoopback(
  app: Hono<HonoEnv>,
  port: number,
  ownProcess: boolean,
): Promise<LoopbackServer> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: ownProcess });
  if (!(server instanceof Server)) throw new Error('not an HTTP/1.1 server');
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
