import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import { NoHistoryError, PostError } from '../../delivery/errors.ts';
import { isHistoryClosed } from '../../slack-errors.ts';
import { toPostError } from '../api-errors.ts';
import { isOurs } from './post-message.ts';

interface Lookup {
  readonly key: string;
  readonly sinceMs: number;
  readonly thread: string | undefined;
}

/** Max difference between Slack's clock and ours. */
const CLOCK_SKEW_MS = 60_000;
/** Messages a page. */
const PAGE_SIZE = 200;
const PAGES_MAX = 100;

const Page = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      metadata: z
        .object({
          event_type: z.string(),
          event_payload: z.object({ slot: z.unknown() }).optional(),
        })
        .optional()
        .catch(undefined),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

/**
 * Searches the messages of a channel or a thread for the metadata of one of the app's posts.
 *
 * @returns its `ts`; `null` when it is not there
 * @throws {NoHistoryError} when the app may not read the history
 * @throws {PostError} when the search failed, so that nothing is known
 * @see https://docs.slack.dev/reference/methods/conversations.history
 */
export async function findPost(
  client: WebClient,
  channel: string,
  lookup: Lookup,
): Promise<string | null> {
  const { key, sinceMs, thread } = lookup;
  const range = {
    channel,
    oldest: ((sinceMs - CLOCK_SKEW_MS) / 1000).toFixed(6),
    include_all_metadata: true,
    limit: PAGE_SIZE,
  };
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { ...range, ...(cursor === '' ? {} : { cursor }) };
    const { messages, response_metadata: more } = await pageOf(async () =>
      thread === undefined
        ? client.conversations.history(query)
        : client.conversations.replies({ ...query, ts: thread }),
    );
    const found = messages.find(
      ({ metadata }) => isOurs(metadata?.event_type) && metadata?.event_payload?.slot === key,
    );
    if (found !== undefined) return found.ts;
    cursor = more?.next_cursor ?? '';
    if (cursor === '') return null;
  }
  throw new PostError('wait', 'history_too_long');
}

async function pageOf(call: () => Promise<unknown>): Promise<z.output<typeof Page>> {
  try {
    return Page.parse(await call());
  } catch (error) {
    const { code } = toPostError(error);
    if (isHistoryClosed(code)) throw new NoHistoryError(`the channel's history is closed: ${code}`);
    throw new PostError('wait', code);
  }
}
