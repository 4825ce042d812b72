import type { PostsStore } from '../store/posts.ts';

/**
 * Remembers what stands in channels, so that it can go when it has stood for long enough: before
 * something is posted, and once it is there.
 */
export type PostMemory = Pick<PostsStore, 'intend' | 'posted' | 'withdraw' | 'changed' | 'removed'>;

/** Something that is to be posted in a room of Slack’s, which a person's id is none of. */
export type PostNote = Parameters<PostMemory['intend']>[0];
