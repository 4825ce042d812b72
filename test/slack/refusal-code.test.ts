import { expect, test } from 'vitest';

import { isWayClosed, mayBeBlocks } from '../../src/slack/refusal-code.ts';
import { ReplyRefusedError } from '../../src/slack/response-url.ts';

test.each([
  ['invalid_blocks', { isPlainer: true, isClosed: false }],
  ['only_one_table_allowed', { isPlainer: true, isClosed: false }],
  ['expired_url', { isPlainer: false, isClosed: true }],
  ['exchanged_trigger_id', { isPlainer: false, isClosed: true }],
  ['fatal_error', { isPlainer: false, isClosed: false }],
  ['internal_error', { isPlainer: false, isClosed: false }],
  ['ratelimited', { isPlainer: false, isClosed: false }],
  ['500', { isPlainer: false, isClosed: false }],
])('%s: %j', (code, { isPlainer, isClosed }) => {
  const error = new ReplyRefusedError(code);
  expect([mayBeBlocks(error), isWayClosed(error)]).toEqual([isPlainer, isClosed]);
});

test('what is not a refusal of Slack’s is neither', () => {
  const error = new TypeError('fetch failed');
  expect([mayBeBlocks(error), isWayClosed(error)]).toEqual([false, false]);
});
