import { once } from 'node:events';
import type { Socket } from 'node:net';

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** In place of a method: what is posted to a response URL. */
export const RESPONSE_URL = 'response_url';

/** One-time fault of the Web API, for testing how an app handles it. */
export interface Interruption {
  /** The method it happens to, or `RESPONSE_URL`. */
  readonly method: string;
  /** Whether the call has taken effect by then: an app cannot tell. */
  readonly moment: 'before' | 'after';
  /**
   * `silence`: the call is never answered; `busy`: 429 without a word of when to come again;
   * `gateway_page`: 200, with what some proxy has to say.
   */
  readonly trouble:
    | 'busy'
    | 'channel_not_found'
    | 'fatal_error'
    | 'gateway_page'
    | 'hang_up'
    | 'http_500'
    | 'invalid_blocks'
    | 'is_archived'
    | 'missing_scope'
    | 'ratelimited'
    | 'silence'
    | 'token_revoked';
}

export interface Interruptions {
  add(interruption: Interruption): void;
  /** Takes the next fault of a method at a moment, if there is any. */
  take(method: string, moment: Interruption['moment']): Interruption['trouble'] | undefined;
  /** Takes back those that no call has met. */
  clear(): void;
}

/** Queue of faults; each applies to one call. */
export function interruptionList(): Interruptions {
  let waiting: Interruption[] = [];
  return {
    add: (interruption) => void waiting.push(interruption),
    take(method, moment) {
      const index = waiting.findIndex((one) => one.method === method && one.moment === moment);
      return index === -1 ? undefined : waiting.splice(index, 1)[0]?.trouble;
    },
    clear() {
      waiting = [];
    },
  };
}

/** Page of a proxy in place of Slack's answer. */
export const GATEWAY_PAGE = '<!doctype html><title>Please wait</title><h1>Please wait</h1>';

/** HTTP response to a post to a response URL while a fault is injected. */
export async function responseUrlFault(
  context: Context<{ Bindings: HttpBindings }>,
  trouble: Interruption['trouble'],
): Promise<Response> {
  const { socket } = context.env.incoming;
  switch (trouble) {
    case 'busy':
      return context.text('rate_limited', 429);
    case 'ratelimited':
      return context.text('rate_limited', 429, { 'retry-after': '1' });
    case 'http_500':
      return context.text('Internal Server Error', 500);
    case 'gateway_page':
      return context.html(GATEWAY_PAGE);
    case 'hang_up':
      socket.destroy();
      return context.body(null);
    case 'silence':
      await hungUp(socket);
      return context.body(null);
    case 'channel_not_found':
    case 'fatal_error':
    case 'invalid_blocks':
    case 'is_archived':
    case 'token_revoked':
    case 'missing_scope':
      return context.text(trouble, 400);
  }
}

/** Resolves when the other side waits no longer. */
export async function hungUp(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close');
}
