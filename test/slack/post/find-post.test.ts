import { type WebClient, WebAPIRateLimitedError } from '@slack/web-api';
import { expect, test } from 'vitest';

import { DIGEST } from '../../../src/slack/post/messenger.ts';
import { findPost } from '../../../src/slack/post/poster.ts';

/** A channel with so many pages, of which one has the post. */
function channelWith(pages: number, postOn: number | null, lastCursor?: string) {
  const asked: Record<string, unknown>[] = [];
  const page = async (query: Record<string, unknown>) => {
    asked.push(query);
    const number = asked.length;
    const next = number < pages ? `page ${number + 1}` : lastCursor;
    return {
      messages: [
        { ts: `${number}.1` },
        { ts: `${number}.2`, metadata: { event_type: 'others', event_payload: { slot: 'key' } } },
        ...(number === postOn
          ? [{ ts: 'found', metadata: { event_type: DIGEST, event_payload: { slot: 'key' } } }]
          : []),
      ],
      ...(next === undefined ? {} : { response_metadata: { next_cursor: next } }),
    };
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
  const client = { conversations: { history: page, replies: page } } as unknown as WebClient;
  const find = async (thread?: string, untilMs?: number) =>
    findPost(client, 'C1', { key: 'key', sinceMs: 1_000_000_000, untilMs, thread });
  return { find, asked };
}

test('a post is looked for from a quarter of an hour before it on, page after page, in its thread if it has one', async () => {
  const { find, asked } = channelWith(3, 3);
  expect(await find('7.0')).toBe('found');
  const range = { channel: 'C1', oldest: '999100.000000', include_all_metadata: true, limit: 200 };
  expect(asked).toEqual([
    { ...range, ts: '7.0' },
    { ...range, ts: '7.0', cursor: 'page 2' },
    { ...range, ts: '7.0', cursor: 'page 3' },
  ]);
});

test('what came more than a day after the last try is not read', async () => {
  const { find, asked } = channelWith(1, 1);
  expect(await find(undefined, 1_000_060_000)).toBe('found');
  expect(asked).toMatchObject([{ oldest: '999100.000000', latest: '1086460.000000' }]);
});

test.each([undefined, ''])('with a last cursor of %j it is not there', async (last) => {
  const { find, asked } = channelWith(2, null, last);
  expect(await find()).toBeNull();
  expect(asked).toHaveLength(2);
});

test('after a hundred pages nothing is known, and it is looked for again later', async () => {
  expect(await channelWith(100, 100).find()).toBe('found');
  const { find, asked } = channelWith(101, 101);
  await expect(find()).rejects.toMatchObject({ outcome: 'wait', code: 'history_too_long' });
  expect(asked).toHaveLength(100);
});

test('a history that Slack limits is read again when Slack says so', async () => {
  const conversations = { history: async () => Promise.reject(new WebAPIRateLimitedError(30)) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
  const client = { conversations } as unknown as WebClient;
  await expect(
    findPost(client, 'C1', { key: 'key', sinceMs: 1_000_000_000, thread: undefined }),
  ).rejects.toMatchObject({ outcome: 'wait', code: 'ratelimited', retryAfterMs: 30_000 });
});
