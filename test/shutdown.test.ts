import { expect, test } from 'vitest';

import { createShutdown } from '../src/shutdown.ts';

/** A shutdown of parts that are named, and what came of it. */
function shutdownOf(parts: Readonly<Record<string, () => Promise<void> | void>>, msMax = 60_000) {
  const lines: string[] = [];
  const exits: number[] = [];
  const note = (_: object, message: string) => void lines.push(message);
  const shutdown = createShutdown(
    { debug: note, info: note, warn: note, error: note, fatal: note },
    (code) => void exits.push(code),
  );
  const closed: string[] = [];
  for (const [part, close] of Object.entries(parts)) {
    shutdown.add(part, msMax, async () => {
      await close();
      closed.push(part);
    });
  }
  return { shutdown, closed, exits, lines };
}

test('what was added last is closed first, and the process ends well', async () => {
  const { shutdown, closed, exits } = shutdownOf({ store() {}, jobs() {}, slack() {} });
  await shutdown.begin('SIGTERM');
  expect([closed, exits]).toEqual([['slack', 'jobs', 'store'], [0]]);
});

test('a part that cannot be closed keeps no other open, and the process says so', async () => {
  const { shutdown, closed, exits, lines } = shutdownOf({
    store() {},
    jobs() {
      throw new Error('no such connection');
    },
    slack() {},
  });
  await shutdown.begin('SIGTERM');
  expect([closed, exits]).toEqual([['slack', 'store'], [1]]);
  expect(lines).toEqual(['closing', 'closed', 'closing failed', 'closed']);
});

test('a part that hangs is left behind when its time is over', async () => {
  const { shutdown, closed, exits } = shutdownOf(
    { store() {}, slack: async () => new Promise<void>(() => {}) },
    20,
  );
  await shutdown.begin('SIGTERM');
  expect([closed, exits]).toEqual([['store'], [1]]);
});

test('a second signal ends the process at once, whatever is being closed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { shutdown, closed, exits } = shutdownOf({ store() {}, slack: async () => promise });
  const closing = shutdown.begin('SIGTERM');
  await shutdown.begin('SIGINT');
  expect([closed, exits]).toEqual([[], [1]]);
  resolve();
  await closing;
  expect(closed).toEqual(['slack', 'store']);
});
