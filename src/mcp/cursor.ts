import { z } from 'zod';

import { ToolInputError } from '../commands/errors.ts';
import type { Action } from '../views/message.ts';

/** Encrypts cursors, so that they can be neither read nor made by others. */
export interface Cursors {
  encode(token: { action: Action; userId: string; channelId: null }): string;
  /** `null` for what was not encrypted here. */
  decode(value: string): {
    readonly action: Action | 'expired' | null;
    readonly userId: string | null;
  } | null;
}

/** A cursor of another tool, and a button, have another name. */
const CURSOR_OF = 'mcp search_files';

const Next = z.object({
  query: z.string(),
  /** Reference to the snapshot of the page before. */
  reading: z.string(),
  page: z.int().min(2),
  size: z.int().min(1).max(10),
});

/** The page after one, with all that finds it. */
export type Next = z.output<typeof Next>;

/** An opaque cursor, valid for one person and 30 days. */
export function cursorFor(next: Next, userId: string, cursors: Cursors): string {
  return cursors.encode({ action: { command: CURSOR_OF, args: next }, userId, channelId: null });
}

/**
 * The page that a cursor leads to.
 *
 * @throws {ToolInputError} when it was made for another person, is older than 30 days or was changed
 */
export function readCursor(cursor: string, userId: string, cursors: Cursors): Next {
  const token = cursors.decode(cursor);
  const action = token?.userId === userId ? token.action : null;
  const isOurs = action !== null && action !== 'expired' && action.command === CURSOR_OF;
  const next = isOurs ? Next.safeParse(action.args) : null;
  if (next?.success === true) return next.data;
  throw new ToolInputError(
    'This cursor cannot be used: it was changed, is too old, or was made for another person. Call search_files again with the query, and without a cursor.',
  );
}
