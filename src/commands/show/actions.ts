import { mayNameFiles } from '../../portfolio/lookup.ts';
import type { Action } from '../../views/message.ts';

/** Opens the search for a rental file. */
export const FIND: Action = { command: 'show', args: { find: 1 }, opens: 'modal' };

/** All rental files. */
export const LIST: Action = { command: 'list', args: { page: 1 } };

/** Shows the card of a rental file in place of the message with the button. */
export function cardAction(id: string): Action {
  return { command: 'show', args: { id } };
}

/** Offers its card to the channel. */
export function shareAction(id: string): Action {
  return { command: 'share', args: { file: id }, opens: 'modal' };
}

/** Its e-mail addresses and telephone numbers, a page at a time. */
export function contactAction(id: string, page = 1): Action {
  return { command: 'show', args: { id, reveal: 1, ...(page === 1 ? {} : { page }) } };
}

/** Every field of it, a page at a time. */
export function detailsAction(id: string, page = 1): Action {
  return { command: 'show', args: { id, details: page } };
}

const MENTION_BYTES_MAX = 400;

/**
 * Finds the file that a message mentions. Only the part that fits a button is kept, and no snapshot is
 * needed yet.
 */
export function mentionAction(text: string): Action {
  return { command: 'show', args: { said: withinBytes(mayNameFiles(text), MENTION_BYTES_MAX) } };
}

/** The whole words of a text that fit: half a reference might be that of another file. */
function withinBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  return bytes.subarray(0, bytesMax).toString().replace(/\S*$/u, '').trimEnd();
}
