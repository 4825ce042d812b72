import type { Action } from '../views/message.ts';
import type { CommandContext } from './command.ts';

/** A press inside a press: so long it still travels in a button, sealed. */
const PRESS_BYTES_MAX = 1_100;

/**
 * Offers what a press shows to everybody in the channel; `null` where there is no channel, where
 * everybody sees it already, and when the press is too long for it.
 */
export function shareOf(action: Action, { place }: Pick<CommandContext, 'place'>): Action | null {
  const of = JSON.stringify(action);
  const isTooLong = Buffer.byteLength(JSON.stringify(of)) > PRESS_BYTES_MAX;
  if (place.audience !== 'person' || !isForOthers(place.channelId) || isTooLong) return null;
  return { command: 'share', args: { of }, opens: 'modal' };
}

/** Nobody reads along in a direct message, whose id starts with a D. */
function isForOthers(channelId: string | null): boolean {
  return channelId !== null && !channelId.startsWith('D');
}
