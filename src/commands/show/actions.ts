import { mayNameFiles } from '../../portfolio/resolve.ts';
import type { Action } from '../../views/message.ts';

/** Looks for a rental file while somebody types. */
export const FIND: Action = { command: 'show', args: { find: 1 }, opens: 'modal' };

/** All rental files. */
export const LIST: Action = { command: 'list', args: { page: 1 } };

/** The card of a rental file, in the place of what the button stands in. */
export function cardAction(id: string): Action {
  return { command: 'show', args: { id } };
}

/** Its e-mail addresses and telephone numbers. */
export function contactAction(id: string): Action {
  return { command: 'show', args: { id, reveal: 1 } };
}

const SAID_BYTES_MAX = 400;

/**
 * The file that a message speaks of. The message may be longer than what travels in a button, and
 * nothing is read for it yet.
 */
export function mentionAction(text: string): Action {
  return { command: 'show', args: { said: withinBytes(mayNameFiles(text), SAID_BYTES_MAX) } };
}

/** The words of a text that so many bytes hold: half a reference might be that of another file. */
function withinBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  return bytes.subarray(0, bytesMax).toString().replace(/\S*$/u, '').trimEnd();
}
