import { expect, test } from 'vitest';

import { createDigestSnapshot } from '../../../src/digests/compose/shared-work.ts';
import type { Snapshot } from '../../../src/portfolio/snapshot.ts';
import { readingOfFiles } from '../../portfolio/reading-of.ts';

const MINUTE_MS = 60_000;
const FAILURE_SHARED_MS = 5_000;

/** A clock, and a portfolio that reads one snapshot after the other; an error is thrown. */
function readingFrom(...outcomes: readonly (Snapshot | Error)[]) {
  const clock = { nowMs: 1_000_000 };
  let reads = 0;
  const readSnapshot = createDigestSnapshot(
    {
      async read() {
        const outcome = outcomes[reads] ?? new Error('it has been read too often');
        reads += 1;
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    },
    () => clock.nowMs,
    new AbortController().signal,
  );
  return { clock, readSnapshot, reads: () => reads };
}

test('digests that are due within a minute share a reading, and the next ones get another', async () => {
  const [first, second] = [readingOfFiles({ id: 'a' }), readingOfFiles({ id: 'b' })];
  const { clock, readSnapshot, reads } = readingFrom(first, second);
  const together = await Promise.all(Array.from({ length: 50 }, readSnapshot));
  expect(new Set(together)).toEqual(new Set([first]));

  clock.nowMs += MINUTE_MS - 1;
  expect(await readSnapshot()).toBe(first);
  expect(reads()).toBe(1);
  clock.nowMs += 1;
  expect(await readSnapshot()).toBe(second);
});

test('a failure is shared for five seconds, and then the service is asked again', async () => {
  const snapshot = readingOfFiles({ id: 'a' });
  const { clock, readSnapshot, reads } = readingFrom(new Error('down'), snapshot);
  await expect(readSnapshot()).rejects.toThrow('down');

  clock.nowMs += FAILURE_SHARED_MS - 1;
  await expect(readSnapshot()).rejects.toThrow('down');
  expect(reads()).toBe(1);
  clock.nowMs += 1;
  expect(await readSnapshot()).toBe(snapshot);
});
