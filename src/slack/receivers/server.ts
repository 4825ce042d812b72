import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** Max time to receive a request, and the same for its headers alone. */
const REQUEST_MS_MAX = 10_000;
const CHECK_EVERY_MS = 2_000;

/** Longer than proxies keep a connection, commonly a minute, so that the proxy closes it. */
const KEEP_ALIVE_MS = 75_000;

/** Slack and a proxy keep a few dozen; 1,000 idle ones take 10 MB. */
const CONNECTIONS_MAX = 1_000;

/**
 * A server that strangers cannot exhaust: it limits connections, and the time for headers, for
 * bodies and between requests.
 *
 * @see https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export function createBoundedServer(listener: RequestListener): Server {
  const server = createServer(
    {
      requestTimeout: REQUEST_MS_MAX,
      headersTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    listener,
  );
  limitConnections(server, CONNECTIONS_MAX);
  return server;
}

/**
 * At the limit the connection that has begun nothing for longest is closed: refusing new ones, as
 * `maxConnections` does, would let idle strangers keep Slack out.
 */
function limitConnections(server: Server, max: number): void {
  /** In the order in which they were opened, or began their latest request. */
  const sockets = new Set<Socket>();

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    for (const oldest of sockets) {
      if (sockets.size <= max) return;
      sockets.delete(oldest);
      oldest.destroy();
    }
  });
  server.on('request', ({ socket }) => {
    if (sockets.delete(socket)) sockets.add(socket);
  });
}
