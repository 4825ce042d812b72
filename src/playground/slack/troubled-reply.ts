import { once } from 'node:events';
import type { Socket } from 'node:net';

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

import type { Interruption } from './interruptions.ts';

/** What comes from between us and Slack, in place of Slack's answer. */
export const GATEWAY_PAGE = '<!doctype html><title>Please wait</title><h1>Please wait</h1>';

/** What becomes of an answer through a response URL while there is trouble. */
export async function troubledReply(
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
    case 'missing_scope':
      return context.text(trouble, 400);
  }
}

/** Resolves when the other side waits no longer. */
export async function hungUp(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close');
}
