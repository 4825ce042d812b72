import type { MiddlewareHandler } from 'hono';

import type { ServiceMode } from '../../slack-workspace/page-protocol.ts';
import { type HonoEnv, hangUp, pause } from './middleware.ts';

/** State that a visitor can choose; for tests also a service that drops every connection. */
export type OutageMode = ServiceMode | 'unreachable';

export interface OutageOptions {
  readonly mode: () => OutageMode;
  /** How long each answer takes when the service is slow. */
  readonly slowMs: number;
  readonly stopped: AbortSignal;
}

const SIGN_IN_PAGE = '<!doctype html><title>Sign in</title><h1>Please sign in to continue</h1>';

/** Middleware for the mode that is set. `refused` needs none: all tokens are revoked. */
export function outageMiddleware(outage: OutageOptions): MiddlewareHandler<HonoEnv> {
  let unreadable = 0;
  return async (c, next) => {
    switch (outage.mode()) {
      case 'fair':
      case 'refused':
        return next();
      case 'slow':
        await pause(outage.slowMs, outage.stopped);
        return next();
      case 'down':
        return c.json({ detail: 'Service Unavailable' }, 503);
      case 'unreachable':
        return hangUp(c);
      case 'unreadable':
        await next();
        if (!c.res.ok) return;
        unreadable += 1;
        // In turns: a proxy's page where JSON was asked for, and JSON that breaks off.
        c.res = unreadable % 2 === 1 ? c.html(SIGN_IN_PAGE) : await brokenOff(c.res);
    }
  };
}

async function brokenOff(page: Response): Promise<Response> {
  const body = await page.arrayBuffer();
  return new Response(body.slice(0, body.byteLength / 2), { headers: page.headers });
}
