import { UndeliverableError } from '../commands/errors.ts';
import { NotYetError } from '../digests/delivery/errors.ts';
import type { PostMemory, PostNote } from '../digests/delivery/ports.ts';
import { postTrouble } from './post-trouble.ts';

/**
 * Posts something that is remembered from before it can be there. A message that is there stays
 * one whatever becomes of its note: that is looked up later, by its key.
 *
 * @param post gives the message's `ts`, or `null` for one that cannot be changed by anybody
 * @throws whatever `post` throws, and the store before anything is posted
 */
export async function remembering<Ts extends string | null>(
  memory: PostMemory | undefined,
  note: PostNote,
  post: () => Promise<Ts>,
): Promise<Ts> {
  if (memory === undefined) return post();
  await memory.intend(note);
  // What cannot be written now is looked up later, and found or not.
  const kept = async (ts: string | null) => {
    await (ts === null ? memory.withdraw(note.key) : memory.posted(note.key, ts)).catch(() => {});
  };
  try {
    const ts = await post();
    await kept(ts);
    return ts;
  } catch (error) {
    const cause = error instanceof UndeliverableError ? error.cause : error;
    if (isCertain(cause)) await kept(null);
    throw error;
  }
}

/** Whether nothing was posted for sure. */
function isCertain(error: unknown): boolean {
  if (error instanceof NotYetError) return true;
  return postTrouble(error).outcome !== 'unclear';
}
