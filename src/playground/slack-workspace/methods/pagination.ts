import { count, MethodError, text } from './method.ts';

/** The arguments of a list that comes in pages. */
export const pageArgs = { limit: count.optional(), cursor: text.optional() };

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 999;

interface PageArgs {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * The page of a list that a cursor asks for, and the cursor of the next.
 *
 * @throws {MethodError} `invalid_cursor`
 * @see https://docs.slack.dev/apis/web-api/pagination
 */
export function pageOf<Item>(all: readonly Item[], { limit = 0, cursor = '' }: PageArgs) {
  const size = Math.min(limit === 0 ? LIMIT_DEFAULT : limit, LIMIT_MAX);
  const start = cursor === '' ? 0 : Number(/^next:(\d+)$/.exec(atobOrEmpty(cursor))?.[1]);
  if (!Number.isInteger(start)) throw new MethodError('invalid_cursor');
  const end = start + size;
  const hasMore = end < all.length;
  return {
    items: all.slice(start, end),
    has_more: hasMore,
    response_metadata: { next_cursor: hasMore ? btoa(`next:${end}`) : '' },
  };
}

function atobOrEmpty(cursor: string): string {
  return Buffer.from(cursor, 'base64').toString();
}
