import { UndeliverableError } from '../../commands/errors.ts';
import { RetryLaterError } from '../../digests/delivery/errors.ts';
import type { PostLog, PostRecord } from '../../digests/delivery/ports.ts';
import { toPostError } from '../api-errors.ts';

/**
 * Posts a message that is recorded before it can exist. If its record cannot be completed, the
 * message is looked up later by its key.
 *
 * @param post gives the message's `ts`; `null` for a message that cannot be changed
 * @throws the errors of `post`; those of the store only before anything is posted
 */
export async function trackedPost<Ts extends string | null>(
  postLog: PostLog | undefined,
  record: PostRecord,
  post: () => Promise<Ts>,
): Promise<Ts> {
  if (postLog === undefined) return post();
  await postLog.intend(record);
  const complete = async (ts: string | null) => {
    await (ts === null ? postLog.withdraw(record.key) : postLog.posted(record.key, ts)).catch(
      () => {},
    );
  };
  try {
    const ts = await post();
    await complete(ts);
    return ts;
  } catch (error) {
    const cause = error instanceof UndeliverableError ? error.cause : error;
    if (isNotPosted(cause)) await complete(null);
    throw error;
  }
}

/** Whether certainly nothing was posted. */
function isNotPosted(error: unknown): boolean {
  if (error instanceof RetryLaterError) return true;
  return toPostError(error).outcome !== 'unclear';
}

/** Metadata types of the app's messages, by which they are found again. */
export const DIGEST = 'rental_desk_digest';
export const SHARED = 'rental_desk_shared';

/** Metadata of a message: an opaque key, as everybody in the channel can read it. */
export interface PostMetadata {
  readonly event_type: string;
  readonly event_payload: { readonly slot: string };
}

/** @see https://docs.slack.dev/messaging/message-metadata */
export function metadataOf(key: string, type: typeof DIGEST | typeof SHARED): PostMetadata {
  return { event_type: type, event_payload: { slot: key } };
}

/** Whether a metadata type is the app's. */
export function isOurs(type: string | undefined): boolean {
  return type === DIGEST || type === SHARED;
}
