import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';

import { type HonoEnv, hangUp } from './middleware.ts';

/** Faults that a server of the service shows while they are set. */
export const SERVER_FAULTS = [
  'unauthorized',
  'forbidden',
  'busy',
  'busy_for_a_second',
  'fault',
  'bad_gateway',
  'cut',
  'broken_json',
  'wrong_shape',
  'silence',
  'reset',
] as const;
export type ServerFault = (typeof SERVER_FAULTS)[number];

/** Fault of one server. */
export interface ServerFaults {
  /** From now on; silence that is taken back is followed by the answer. */
  set(fault: ServerFault | null): void;
  /** Middleware that answers with the fault; without one it passes the request on. */
  readonly answer: MiddlewareHandler<HonoEnv>;
}

const BROKEN_JSON = '{"count": 3, "next": null, "results": [{"id": ';
const GATEWAY_PAGE = '<!doctype html><title>502</title><h1>Bad Gateway</h1>';

/** JSON that is neither a page nor a token, though a hasty reader might take it for an empty list. */
const WRONG_SHAPES = [{ total: 0, items: [] }, [], { count: 0, results: null }];

/** Creates the state of a server without a fault. */
export function createServerFaults(): ServerFaults {
  let fault: ServerFault | null = null;
  let changed = Promise.withResolvers<void>();
  let shapes = 0;

  const answer: MiddlewareHandler<HonoEnv> = async (c, next) => {
    switch (fault) {
      case null:
        return next();
      case 'unauthorized':
        return refuse(c, 401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
      case 'forbidden':
        return refuse(c, 403, { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' });
      case 'busy':
        return refuse(c, 429, {});
      case 'busy_for_a_second':
        return refuse(c, 429, { 'Retry-After': '1' });
      case 'fault':
        return refuse(c, 500, {});
      case 'bad_gateway':
        return c.html(GATEWAY_PAGE, 502);
      case 'cut':
        return breakOff(c);
      case 'broken_json':
        return c.body(BROKEN_JSON, 200, { 'Content-Type': 'application/json' });
      case 'wrong_shape':
        shapes += 1;
        return c.json(WRONG_SHAPES[shapes % WRONG_SHAPES.length] ?? null);
      case 'silence':
        await changed.promise;
        return next();
      case 'reset':
        return hangUp(c);
    }
  };

  return {
    answer,
    set(wanted) {
      fault = wanted;
      changed.resolve();
      changed = Promise.withResolvers<void>();
    },
  };
}

function refuse(
  c: Context<HonoEnv>,
  status: 401 | 403 | 429 | 500,
  headers: Record<string, string>,
): Response {
  c.set('reason', 'trouble');
  return c.json({ detail: 'Trouble' }, status, headers);
}

/** Promises more than it sends, and ends the connection in the middle. */
function breakOff(c: Context<HonoEnv>): Response {
  const { outgoing } = c.env;
  c.set('dropped', true);
  outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': String(BROKEN_JSON.length * 2),
  });
  outgoing.write(BROKEN_JSON, () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}
