import { type Context, Hono, type MiddlewareHandler } from 'hono';

import type { Tokens } from '../auth/tokens.ts';
import type { ServerFaults } from '../http/faults.ts';
import { requestMiddleware, type HonoEnv, type MiddlewareOptions } from '../http/middleware.ts';
import { type OutageOptions, outageMiddleware } from '../http/outages.ts';
import { type Pages, readWindow, windowQuery } from './pages.ts';

export interface FileServer {
  readonly projectId: string;
  readonly tokens: Tokens;
  readonly pageSize: number;
  readonly pages: () => Pages;
  readonly outage: OutageOptions;
  readonly faults: ServerFaults;
}

/** The path is not shown by the specification (4.2); this one is this fake's. */
export const LIST_PATH = '/v1/rental-files';

/**
 * The Rental File Service: one list, in pages, for holders of a bearer. Errors are FastAPI's.
 *
 * @see Rental File Service specification, sections 2.1, 4.2 and 5.2; RFC 6750, section 3
 */
export function fileServer(
  server: FileServer,
  middlewareOptions: MiddlewareOptions,
): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  app.use(requestMiddleware(middlewareOptions));
  app.use(server.faults.answer);
  app.use(outageMiddleware(server.outage));
  app.use(bearerRequired(server));

  app.all(LIST_PATH, (c) => {
    // Not `app.get`, which would answer HEAD as well.
    if (c.req.method !== 'GET') {
      return c.json({ detail: 'Method Not Allowed' }, 405, { Allow: 'GET' });
    }
    const window = readWindow(new URL(c.req.url).searchParams, server.pageSize);
    if (!('limit' in window)) return c.json({ detail: window }, 422);
    c.set('query', windowQuery(window));
    return c.body(server.pages().page(window), 200, { 'Content-Type': 'application/json' });
  });
  app.notFound((c) => c.json({ detail: 'Not Found' }, 404));
  return app;
}

/** Section 5.2: every call needs a valid bearer, issued for this project. */
function bearerRequired({ tokens, projectId }: FileServer): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const [, token] = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (token === undefined) return refuse(c, 401, 'Not authenticated', 'Bearer');
    const granted = tokens.look(token);
    if (granted === null) {
      return refuse(c, 401, 'Invalid or expired token', 'Bearer error="invalid_token"');
    }
    if (!granted.projects.includes(projectId)) {
      return refuse(c, 403, 'Not enough permissions', 'Bearer error="insufficient_scope"');
    }
    return next();
  };
}

function refuse(c: Context<HonoEnv>, status: 401 | 403, detail: string, challenge: string) {
  c.set('reason', detail);
  return c.json({ detail }, status, { 'WWW-Authenticate': challenge });
}
