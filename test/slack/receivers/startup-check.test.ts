import { getEventListeners } from 'node:events';

import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { expect, test } from 'vitest';

import { connectPatiently, NotReachedError } from '../../../src/slack/receivers/http-receiver.ts';
import { skipPauses } from '../../support/pauses.ts';

const nothing = (): void => {};

/** Connects while the tries end like this; further ones succeed. */
async function connectThrough(...failures: readonly unknown[]) {
  const pausesMs = skipPauses();
  const left = [...failures];
  const logged: { err: unknown; againInSeconds?: unknown }[] = [];
  const outcome = await connectPatiently(
    async () => {
      if (left.length > 0) throw left.shift();
    },
    {
      variable: 'SLACK_BOT_TOKEN',
      log: {
        debug: nothing,
        info: nothing,
        error: nothing,
        fatal: nothing,
        warn: (fields: { err: unknown }) => void logged.push(fields),
      },
      signal: new AbortController().signal,
    },
  ).catch((error: unknown) => error);
  return { outcome, pausesMs, logged };
}

const refusal = (error: unknown) => new WebAPIPlatformError(Object({ ok: false, error }));
const status = (code: number) => new WebAPIHTTPError(code, 'status', {});

test('a Slack that is not reached is tried again, ever later, but at least every half minute', async () => {
  const away = new WebAPIRequestError(new Error('fetch failed'));
  const { outcome, pausesMs, logged } = await connectThrough(
    ...Array.from({ length: 7 }, () => away),
  );
  expect(outcome).toBe(true);
  expect(pausesMs).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(logged.map(({ againInSeconds }) => againInSeconds)).toEqual([1, 2, 4, 8, 16, 30, 30]);
});

test.each([
  [0, 1_000],
  [7, 7_000],
  [3_600, 3_600_000],
  [3_601, 3_600_000],
])('a Retry-After of %i s is waited for %i ms', async (seconds, ms) => {
  const { pausesMs } = await connectThrough(new WebAPIRateLimitedError(seconds));
  expect(pausesMs).toEqual([ms]);
});

test.each([
  ['a server error', status(503)],
  ['an answer that breaks off', new TypeError('terminated')],
  ['a page of a proxy', refusal('<!doctype html>')],
  ['an error that passes', refusal('internal_error')],
  ['no hello', new NotReachedError('the connection ended')],
  ['a limit without a delay', new Error('Retry header did not contain a valid timeout')],
])('%s passes', async (_, failure) => {
  const { outcome, pausesMs } = await connectThrough(failure);
  expect([outcome, pausesMs]).toEqual([true, [1_000]]);
});

test.each([
  ['a status that no waiting mends', status(403), 'status'],
  ['another error', new TypeError('no idea'), 'no idea'],
])('%s ends it', async (_, failure) => {
  const { outcome, pausesMs } = await connectThrough(failure);
  expect([outcome, pausesMs]).toEqual([failure, []]);
});

test('a token that Slack refuses is named with its variable and what to do', async () => {
  const { outcome } = await connectThrough(refusal('invalid_auth'));
  expect(String(outcome)).toContain('does not accept SLACK_BOT_TOKEN (invalid_auth): copy it anew');
});

test('what a proxy answers is not logged', async () => {
  const { logged } = await connectThrough(refusal('<!doctype html>secret'), status(500));
  expect(logged.map(({ err }) => String(err))).toEqual([
    'Error: what answers is not Slack',
    expect.stringContaining('status'),
  ]);
});

test('a connection that is opened again and again leaves nothing behind', async () => {
  const { signal } = new AbortController();
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing };
  for (let count = 0; count < 20; count += 1) {
    await connectPatiently(async () => {}, { variable: 'SLACK_APP_TOKEN', log, signal });
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
