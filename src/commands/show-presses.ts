import type { Press } from '../views/message.ts';

/** Looks for a rental file while somebody types. */
export const FIND: Press = { command: 'show', args: { find: 1 }, opens: 'modal' };

/** All rental files. */
export const LIST: Press = { command: 'list', args: { page: 1 } };

/** The card of a rental file, in the place of what the button stands in. */
export function cardPress(id: string): Press {
  return { command: 'show', args: { id } };
}

/** Its e-mail addresses and telephone numbers. */
export function contactPress(id: string): Press {
  return { command: 'show', args: { id, reveal: 1 } };
}
