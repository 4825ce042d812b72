import { WebAPIPlatformError } from '@slack/web-api';
import { expect, test } from 'vitest';

import {
  ReplyRefusedError,
  isResponseClosed,
  isBlocksRejected,
  toPostError,
  errorCode,
  toUndeliverable,
} from '../../src/slack/api-errors.ts';

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
  expect([isBlocksRejected(error), isResponseClosed(error)]).toEqual([isPlainer, isClosed]);
});

test.each([
  ['a page of a proxy', '<!doctype html><title>Please wait</title>'],
  ['nothing', undefined],
  ['something else', { code: 'is_archived' }],
])('%s in place of Slack’s word is no word of Slack’s', (_, answer) => {
  const error = new WebAPIPlatformError(Object({ ok: false, error: answer }));
  expect(errorCode(error)).toBeNull();
  expect(toPostError(error)).toMatchObject({ outcome: 'unclear', code: 'unreadable_answer' });
});

test('what is not a refusal of Slack’s is neither', () => {
  const error = new TypeError('fetch failed');
  expect([isBlocksRejected(error), isResponseClosed(error)]).toEqual([false, false]);
});

test('a Slack that is busy without end has taken nothing, and is no fault of ours', () => {
  const error = new Error('Retry header did not contain a valid timeout (url: …)');
  expect(toPostError(error)).toMatchObject({ outcome: 'wait', code: 'ratelimited' });
  expect(toUndeliverable(error)).toMatchObject({ name: 'UndeliverableError', obstacle: 'refused' });
  const ours = new Error('something else');
  expect(toUndeliverable(ours)).toBe(ours);
});
