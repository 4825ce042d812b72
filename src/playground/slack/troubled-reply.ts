import { once } from 'node:events';
import type { Socket } from 'node:net';

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

import type { Interruption } from './interruptions.ts';

/** What becomes of an answer through a response URL while there is trouble. */
export async function troubledReply(
  context: Context<{ Bindings: HttpBindings }>,
  trouble: Interruption['trouble'],
): Promise<Response> {
  const { socket } = context.env.incoming;
  switch (trouble) {
    case 'ratelimited':
      return context.text('rate_limited', 429, { 'retry-after': '1' });
    case 'http_500':
      return context.text('Internal Server Error', 500);
    case 'hang_up':
      socket.destroy();
      return context.body(null);
    case 'silence':
      await hungUp(socket);
      return context.body(null);
    case 'channel_not_found':
    case 'fatal_error':
    case 'invalid_blocks':
    case 'missing_scope':
      return context.text(trouble, 400);
  }
}

/** Resolves when the other side waits no longer. */
export async function hungUp(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close');
}
