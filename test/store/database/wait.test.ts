import { expect, test } from 'vitest';

import { waitForDatabase } from '../../../src/store/database/connection.ts';
import { StoreError } from '../../../src/store/errors.ts';
import { skipPauses } from '../../support/pauses.ts';

/** Waits for a database whose tries end like this, one after another: `null` is connected. */
async function waitThrough(tries: readonly (Error | null)[]) {
  const pausesMs = skipPauses();
  const stop = new AbortController();
  const told: string[] = [];
  const left = [...tries];
  const outcome = await waitForDatabase(
    async () => {
      const error = left.shift();
      if (left.length === 0) stop.abort();
      if (error) throw error;
    },
    ({ message }) => void told.push(message),
    left.at(-1) === null ? new AbortController().signal : stop.signal,
  ).catch((error: unknown) => error);
  return { outcome, told, pausesMs };
}

const away = (reason: string) => new StoreError('unreachable', reason);

test('a database that is away is waited for, and a reason is told when it is another', async () => {
  const refused = away('refused');
  const tries = [refused, refused, refused, away('no such host'), refused, refused, null];
  expect(await waitThrough(tries)).toEqual({
    outcome: true,
    told: ['refused', 'no such host', 'refused'],
    pausesMs: [1_000, 2_000, 4_000, 8_000, 10_000, 10_000],
  });
});

test('waiting ends when it is stopped, and at an answer that no waiting mends', async () => {
  expect(await waitThrough([away('refused'), away('refused')])).toMatchObject({ outcome: false });
  const wrong = new StoreError('failed', 'wrong password');
  expect(await waitThrough([wrong, null])).toEqual({ outcome: wrong, told: [], pausesMs: [] });
});
