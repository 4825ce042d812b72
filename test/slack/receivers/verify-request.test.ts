import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import {
  readSignature,
  timestampProblem,
  verifySignature,
} from '../../../src/slack/receivers/http-handler.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9);
const NOW = NOW_MS / 1_000;
const BODY = Buffer.from('command=%2Frental');

function signedAt(seconds: number, secret: string) {
  const timestamp = String(seconds);
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(BODY).digest('hex');
  return { timestamp, signature: `v0=${mac}` };
}

test.each([
  [-301, 'too old'],
  [-300, null],
  [0, null],
  [300, null],
  [301, 'from the future'],
])('a request signed %d seconds from now is %s', (seconds, problem) => {
  const signed = signedAt(NOW + seconds, 'one');
  expect(timestampProblem(signed, NOW_MS + 999)).toBe(problem);
  expect(verifySignature(signed, BODY, ['one'], NOW_MS)).toBe(problem);
});

test('each secret that holds is good enough, and no other', () => {
  const problemWith = (...secrets: readonly string[]) =>
    verifySignature(signedAt(NOW, 'one'), BODY, secrets, NOW_MS);
  expect([problemWith('one'), problemWith('two', 'one'), problemWith('one', 'two')]).toEqual([
    null,
    null,
    null,
  ]);
  expect([problemWith('two'), problemWith()]).toEqual(
    Array.from({ length: 2 }, () => 'signed with another secret'),
  );
  const other = Buffer.from('command=%2Fother');
  expect(verifySignature(signedAt(NOW, 'one'), other, ['one'], NOW_MS)).not.toBeNull();
});

test('only headers as Slack makes them hold a signature', () => {
  const { timestamp, signature } = signedAt(NOW, 'one');
  const headers = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature };
  expect(readSignature(headers)).toEqual({ timestamp, signature });
  for (const wrong of [undefined, '', [timestamp], '1.5', '-1', `${timestamp} `, '1'.repeat(13)]) {
    expect(readSignature({ ...headers, 'x-slack-request-timestamp': wrong })).toBeNull();
  }
  const upper = signature.toUpperCase();
  for (const wrong of [undefined, '', [signature], signature.slice(3), upper, `${signature}0`]) {
    expect(readSignature({ ...headers, 'x-slack-signature': wrong })).toBeNull();
  }
});
