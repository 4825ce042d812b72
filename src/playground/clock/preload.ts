import process from 'node:process';

import { z } from 'zod';

import { shiftClock } from './shift-clocks.ts';

/**
 * Loaded before the bot, so that the playground can put its clock forward; the bot knows nothing
 * of it. How far it is ahead stands in this module's own address (`?aheadMs=3600000`), and later
 * in messages from the playground, each of which is answered once it holds.
 */
const Told = z.object({ aheadMs: z.number().nonnegative() });

const clock = shiftClock();
clock.setAhead(Number(new URL(import.meta.url).searchParams.get('aheadMs') ?? 0));

process.on('message', (message) => {
  const { data: told } = Told.safeParse(message);
  if (told === undefined) return;
  clock.setAhead(told.aheadMs);
  process.send?.(told);
});
// The bot must end by itself, as if nobody listened here.
process.channel?.unref();
