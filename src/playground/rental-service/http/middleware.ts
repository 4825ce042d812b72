import { setTimeout as sleep } from 'node:timers/promises';

import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';

import type { RecordedRequest, RequestLog } from '../request-log.ts';

/** Hono environment of both servers. */
export interface HonoEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Why a call was refused: for the log only. */
    reason?: string;
    /** The page's parameters that are worth logging. */
    query?: string;
    dropped?: boolean;
  };
}

export interface MiddlewareOptions {
  readonly server: RecordedRequest['server'];
  readonly now: () => number;
  readonly log: RequestLog;
  /** How long every answer takes, at least. */
  readonly delayMs: number;
  /** Ends every delay at once. */
  readonly stopped: AbortSignal;
}

/** Middleware of both servers: the given clock in `Date`, a delay, the request log. */
export function requestMiddleware(
  middlewareOptions: MiddlewareOptions,
): MiddlewareHandler<HonoEnv> {
  const { server, now, log, delayMs, stopped } = middlewareOptions;
  return async (c, next) => {
    // Before the answer exists: setting headers on a finished one costs a copy of it.
    c.header('Date', new Date(now()).toUTCString());
    if (delayMs > 0) await pause(delayMs, stopped);
    await next();
    log.record({
      server,
      method: c.req.method,
      path: c.req.path,
      query: c.get('query') ?? '',
      status: c.get('dropped') ? 0 : c.res.status,
      reason: c.get('reason') ?? null,
    });
  };
}

/** Waits; a server that is being stopped waits no longer. */
export async function pause(forMs: number, stopped: AbortSignal): Promise<void> {
  await sleep(forMs, undefined, { signal: stopped }).catch(() => undefined);
}

/** Ends the connection without a word, as a host does whose process has gone. */
export function hangUp(c: Context<HonoEnv>): Response {
  c.set('dropped', true);
  c.env.incoming.socket.destroy();
  return c.body(null);
}
