import { setImmediate } from 'node:timers/promises';

import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { failureWords } from '../../../src/commands/errors.ts';
import { wordsIn } from '../../../src/i18n/index.ts';
import {
  type RunQuery,
  limitedQueries,
  withQueryTimeout,
} from '../../../src/store/database/connection.ts';
import { StoreError } from '../../../src/store/errors.ts';
import { openStore } from '../../../src/store/store.ts';
import { serverPlace } from '../../support/places.ts';
import { TEXT_CIPHER } from '../../support/text-cipher.ts';

const DELIVERY = '7a0e2f6d-93f4-4b5e-8a69-1b8a1d0e9f22';

/** Never comes to an answer. */
const hanging: RunQuery = async () => Promise.withResolvers<never>().promise;

/** Fails at once. */
const failing: RunQuery = async () => {
  throw new StoreError('failed', 'refused');
};

test('however many digests wait for the database, a person is answered', async () => {
  await using place = await serverPlace();
  const { databaseUrl } = place;
  const store = await openStore({
    cipher: TEXT_CIPHER,
    databaseUrl,
    dataDir: '/nowhere',
    onError: () => {},
  });
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => store.stop());
  const locker = new Client({ connectionString: databaseUrl });
  await locker.connect();
  stack.defer(async () => locker.end());
  await store.settings.save('C1', { pageSize: 12 }, 'U1');

  await locker.query('begin');
  await locker.query('lock table rental_desk.deliveries in access exclusive mode');
  const waiting = Array.from({ length: 75 }, async () => store.deliveries.find(DELIVERY));
  expect(await store.settings.of('C1')).toMatchObject({ pageSize: 12 });
  await locker.query('rollback');
  await Promise.allSettled(waiting);
});

test('a person is told that it takes too long, and of nothing that comes later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { promise, reject } = Promise.withResolvers<never>();
  const waiting = withQueryTimeout(async () => promise, 20_000)(async () => null);
  const rejection = waiting.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  const late = await rejection;
  expect(late).toMatchObject({ name: 'StoreError', code: 'late' });
  expect(failureWords(late, wordsIn('en'), 'UTC').happened).toContain('is slow to answer');
  expect(failureWords(late, wordsIn('fr'), 'UTC').happened).toContain('lente à répondre');
  reject(new Error('much later'));
  await vi.runAllTimersAsync();
});

test('a failure that comes in time is given, and nothing is left that ticks', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await expect(withQueryTimeout(failing, 1)(async () => null)).rejects.toThrow('refused');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that nobody waits for comes after a minute of waiting as if the database were away', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const aside = limitedQueries(hanging);
  for (let count = 0; count < 6; count += 1) void aside(async () => null);
  const late = aside(async () => null).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await late).toMatchObject({ name: 'StoreError', code: 'unreachable' });
  await expect(limitedQueries(failing)(async () => null)).rejects.toThrow('refused');
});

test('more than ten thousand queries that nobody waits for are refused at once', async () => {
  const aside = limitedQueries(hanging);
  const settled: unknown[] = [];
  const ask = () => void aside(async () => null).catch((error: unknown) => settled.push(error));
  for (let count = 0; count < 10_006; count += 1) ask();
  await setImmediate();
  expect(settled).toEqual([]);
  ask();
  await setImmediate();
  expect(settled).toMatchObject([{ name: 'StoreError', code: 'unreachable' }]);
});
