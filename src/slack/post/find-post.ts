import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import { NoHistoryError, PostError } from '../../digests/delivery/errors.ts';
import { isHistoryClosed } from '../../slack-errors.ts';
import { toPostError } from '../api-errors.ts';
import { isOurs } from './tracked-post.ts';

/** What is looked for. */
interface Wanted {
  readonly key: string;
  readonly sinceMs: number;
  readonly thread: string | undefined;
}

/** Slack's clock and ours may differ by so much. */
const MARGIN_MS = 60_000;
const PAGE = 200;
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
 * Looks through what was said in a channel, or below a message, for the metadata of one of ours.
 *
 * @returns its `ts`, or `null` when it is not there
 * @throws {NoHistoryError} where the app may not read what was said
 * @throws {PostError} when the look-up failed: that says nothing
 * @see https://docs.slack.dev/reference/methods/conversations.history
 */
export async function findPost(
  client: WebClient,
  channel: string,
  wanted: Wanted,
): Promise<string | null> {
  const { key, sinceMs, thread } = wanted;
  const span = {
    channel,
    oldest: ((sinceMs - MARGIN_MS) / 1000).toFixed(6),
    include_all_metadata: true,
    limit: PAGE,
  };
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const asked = { ...span, ...(cursor === '' ? {} : { cursor }) };
    const { messages, response_metadata: more } = await pageOf(async () =>
      thread === undefined
        ? client.conversations.history(asked)
        : client.conversations.replies({ ...asked, ts: thread }),
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

async function pageOf(ask: () => Promise<unknown>): Promise<z.output<typeof Page>> {
  try {
    return Page.parse(await ask());
  } catch (error) {
    const { code } = toPostError(error);
    if (isHistoryClosed(code)) throw new NoHistoryError(`the channel's history is closed: ${code}`);
    throw new PostError('wait', code);
  }
}
