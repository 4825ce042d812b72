import { UndeliverableError } from '../../commands/errors.ts';
import { RetryLaterError } from '../../digests/delivery/errors.ts';
import type { PostLog, PostRecord } from '../../digests/delivery/ports.ts';
import { toPostError } from '../api-errors.ts';

/**
 * Posts something that is remembered from before it can be there. A message that is there stays
 * one whatever becomes of its note: that is looked up later, by its key.
 *
 * @param post gives the message's `ts`, or `null` for one that cannot be changed by anybody
 * @throws whatever `post` throws, and the store before anything is posted
 */
export async function trackedPost<Ts extends string | null>(
  postLog: PostLog | undefined,
  note: PostRecord,
  post: () => Promise<Ts>,
): Promise<Ts> {
  if (postLog === undefined) return post();
  await postLog.intend(note);
  // What cannot be written now is looked up later, and found or not.
  const kept = async (ts: string | null) => {
    await (ts === null ? postLog.withdraw(note.key) : postLog.posted(note.key, ts)).catch(() => {});
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
  if (error instanceof RetryLaterError) return true;
  return toPostError(error).outcome !== 'unclear';
}

/** The types of our messages' metadata, by which they are found again. */
export const DIGEST = 'rental_desk_digest';
export const SHARED = 'rental_desk_shared';

/** What stands in the metadata of a message: an opaque key, for anybody in the channel can read it. */
export interface PostMetadata {
  readonly event_type: string;
  readonly event_payload: { readonly slot: string };
}

/** @see https://docs.slack.dev/messaging/message-metadata */
export function metadataOf(key: string, type: typeof DIGEST | typeof SHARED): PostMetadata {
  return { event_type: type, event_payload: { slot: key } };
}

/** Whether a type of metadata is one of ours. */
export function isOurs(type: string | undefined): boolean {
  return type === DIGEST || type === SHARED;
}
