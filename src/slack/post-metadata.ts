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
