import process from 'node:process';

import { z } from 'zod';

import { shiftClock } from './shift-clocks.ts';

/**
 * Loaded before the bot, so that the playground can move its clock; the bot knows nothing
 * of it. How far it is ahead stands in this module's own address (`?aheadMs=3600000`), and later
 * in messages from the playground, each of which is answered once it holds.
 */
const ClockMessage = z.object({ aheadMs: z.number() });

const clock = shiftClock();
clock.setAhead(Number(new URL(import.meta.url).searchParams.get('aheadMs') ?? 0));

process.on('message', (message) => {
  const { data: received } = ClockMessage.safeParse(message);
  if (received === undefined) return;
  clock.setAhead(received.aheadMs);
  process.send?.(received);
});
// This listener must not keep the bot running.
process.channel?.unref();
