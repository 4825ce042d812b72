import { inspect } from 'node:util';

import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { expect, test } from 'vitest';

import { isPausing, isUnsent } from '../../src/delivery/ports.ts';
import { isPermanent, SLACK_ERRORS, slackError } from '../../src/slack-errors.ts';
import {
  ReplyLostError,
  ReplyRefusedError,
  isResponseClosed,
  isBlocksRejected,
  toPostError,
  errorCode,
  toUndeliverable,
  undeliverableError,
} from '../../src/slack/web-api.ts';

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
  expect(toUndeliverable(error)).toMatchObject({ name: 'UndeliverableError', obstacle: 'limited' });
  const ours = new Error('something else');
  expect(toUndeliverable(ours)).toBe(ours);
});

/** What becomes of a post that got a code, by what the table says of the code. */
const OUTCOMES = { now: 'refused', never: 'refused', later: 'wait' } as const;

const OBSTACLES: Readonly<Record<string, string>> = {
  channel: 'not_in_channel',
  url: 'not_in_channel',
  archived: 'archived',
  permission: 'not_allowed',
  token: 'token',
  limit: 'limited',
  length: 'too_long',
};

test.each([...SLACK_ERRORS.keys()].filter((code) => !/^\d/.test(code)))(
  'a post that got %s is refused, waits, or may have arrived, as the table says',
  (code) => {
    const { sent, retry, cause } = slackError(code);
    const error = new WebAPIPlatformError(Object({ ok: false, error: code }));
    const outcome = sent === 'maybe' ? 'unclear' : OUTCOMES[retry];
    expect(toPostError(error)).toMatchObject({ outcome, code, retryAfterMs: null });
    expect(isUnsent(toPostError(error))).toBe(outcome === 'wait');
    expect(isPausing({ state: 'failed', reason: code })).toBe(isPermanent(code));
    expect(isPausing({ state: 'missed', reason: code })).toBe(false);
    const obstacle = OBSTACLES[cause];
    const otherwise = outcome === 'unclear' ? 'unclear' : 'refused';
    expect(undeliverableError(error).obstacle).toBe(obstacle ?? otherwise);
    expect(undeliverableError(new ReplyRefusedError(code)).obstacle).toBe(obstacle ?? otherwise);
    expect(toUndeliverable(error)).toMatchObject({ name: 'UndeliverableError' });
  },
);

const original = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

test.each<[string, Error, string, string]>([
  ['a limit', new WebAPIRateLimitedError(7), 'wait', 'ratelimited'],
  ['a gateway that is down', new WebAPIHTTPError(502, 'Bad Gateway', {}), 'unclear', 'http_502'],
  ['a server error', new WebAPIHTTPError(500, 'Error', {}), 'unclear', 'http_500'],
  ['a proxy that forbids', new WebAPIHTTPError(403, 'Forbidden', {}), 'wait', 'http_403'],
  ['a redirect', new WebAPIHTTPError(302, 'Found', {}), 'wait', 'http_302'],
  ...['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'].map(
    (code): [string, Error, string, string] => [
      `${code}, never connected`,
      new WebAPIRequestError(original(code)),
      'wait',
      code,
    ],
  ),
  ...['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'UND_ERR_SOCKET'].map(
    (code): [string, Error, string, string] => [
      `${code}, cut off`,
      new WebAPIRequestError(original(code)),
      'unclear',
      code,
    ],
  ),
  ['anything else', new TypeError('no idea'), 'unclear', 'unknown'],
])('a post that met %s: %s', (_, error, outcome, code) => {
  expect(toPostError(error)).toMatchObject({ outcome, code });
  expect(isUnsent(toPostError(error))).toBe(outcome === 'wait');
  const otherwise = outcome === 'unclear' ? 'unclear' : 'refused';
  expect(undeliverableError(error).obstacle).toBe(code === 'ratelimited' ? 'limited' : otherwise);
});

test.each([
  [7, 7_000],
  [86_400, 86_400_000],
  [86_401, 86_400_000],
])('a Retry-After of %i s is waited for, but for no more than a day', (seconds, retryAfterMs) => {
  expect(toPostError(new WebAPIRateLimitedError(seconds))).toMatchObject({ retryAfterMs });
});

test('a reply of which nothing was heard may have arrived, and its URL is nowhere', () => {
  const url = 'https://hooks.slack.com/actions/T1/2/secret';
  const cause = Object.assign(new TypeError(`fetch ${url} failed`), { code: 'ECONNRESET' });
  const error = new ReplyLostError(cause);
  expect(undeliverableError(error).obstacle).toBe('unclear');
  expect(inspect(error, { depth: 10 })).not.toContain(url);
  expect(error.message).toContain('ECONNRESET');
});
