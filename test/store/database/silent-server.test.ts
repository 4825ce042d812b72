import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, test, vi } from 'vitest';

import { portOf } from '../../../src/slack/receivers/http-receiver.ts';
import { openDatabase, ping } from '../../../src/store/database/connection.ts';
import { mayBeDone } from '../../../src/store/errors.ts';
import { useOwnServer } from './own-server.ts';

/** A slow machine may need long to find out that a database is back. */
const WAIT = { timeout: 60_000, interval: 50 };

/** Several times what it takes to give something up. */
const GIVEN_UP_MS = 30_000;

/** Longer than a socket may be silent. */
const STANDS_MS = 9_000;

const { postgres, openAt, clientAt, closeLater } = useOwnServer();

describe.concurrent('a server that does not do its work', () => {
  test('a password that it refuses is told, and not printed', async () => {
    const url = new URL(postgres().url('postgres'));
    url.password = 'wrong-horse';
    const error: unknown = await openAt(url.href).catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'StoreError', code: 'unknown_there' });
    expect(String(error)).toContain('password authentication failed for user "desk" (28P01)');
    expect(JSON.stringify(error) + String(error)).not.toMatch(/horse/);
  });

  test('a database that is not there is told', async () => {
    await expect(openAt(postgres().url('nowhere'))).rejects.toMatchObject({
      code: 'unknown_there',
      message: expect.stringContaining('database "nowhere" does not exist (3D000)'),
    });
  });

  test('a statement that waits for too long is given up', async () => {
    const url = await postgres().newDatabase();
    const { store } = await openAt(url);
    const client = await clientAt(url);
    await client.query('begin; lock table rental_desk.channel_settings');

    await expect(store.settings.of('C1')).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('57014'),
    });
    expect(await store.views.list('C1')).toEqual([]);
  });

  test('one that hangs at the start is not waited for, and found when it answers', async () => {
    const line = await openLine(postgres().port);
    closeLater(async () => line[Symbol.asyncDispose]());
    const url = new URL(await postgres().newDatabase());
    url.port = String(line.port);
    line.cut();
    const { store, errors } = await openAt(url.href);
    // Opened before it was given up for the first time.
    expect([errors, store.isReady()]).toEqual([[], false]);
    await vi.waitUntil(() => errors.length > 0, { ...WAIT, timeout: GIVEN_UP_MS });
    line.mend();
    expect(await store.reached).toBe(true);
    expect(errors).toEqual([expect.objectContaining({ code: 'unreachable' })]);
  });

  test('a network that swallows everything is given up, and its connections are not used again', async () => {
    const line = await openLine(postgres().port);
    closeLater(async () => line[Symbol.asyncDispose]());
    const url = new URL(await postgres().newDatabase());
    url.port = String(line.port);
    const { store } = await openAt(url.href);
    await store.settings.save('C1', {}, 'U1');

    line.cut();
    await expect(store.settings.of('C1')).rejects.toMatchObject({
      code: 'lost',
      message: expect.stringContaining('no answer in time'),
    });
    line.mend();
    expect(await store.settings.of('C1')).not.toBeNull();
  });

  test.each(['swallowAnswers', 'resetOnAnswer'] as const)(
    'a change whose answer is lost is not said to be undone: %s',
    async (fault) => {
      const line = await openLine(postgres().port);
      closeLater(async () => line[Symbol.asyncDispose]());
      const url = new URL(await postgres().newDatabase());
      url.port = String(line.port);
      const { store } = await openAt(url.href);
      await store.settings.of('C1');

      line[fault]();
      const error: unknown = await store.settings.save('C1', {}, 'U1').catch((reason) => reason);
      expect(error).toMatchObject({ name: 'StoreError', code: 'lost' });
      expect(mayBeDone(error)).toBe(true);
      line.mend();
      expect(await store.settings.of('C1')).not.toBeNull();
    },
  );

  test('connections that nobody uses are given back before they look dead', async () => {
    const url = await postgres().newDatabase();
    const { store, errors } = await openAt(url);
    const client = await clientAt(url);
    const open = async () => {
      const { rows } = await client.query(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'rental-desk'`,
      );
      return rows.length;
    };
    await Promise.all(['C1', 'C2'].map((id) => store.settings.of(id)));
    expect(await open()).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await open()).toBe(0), { ...WAIT, timeout: GIVEN_UP_MS });
    expect(errors).toEqual([]);
    expect(await store.settings.of('C1')).toBeNull();
  });
});

test('an idle connection that a process closes late, as it stood still, is no trouble to report', async () => {
  const databaseUrl = await postgres().newDatabase();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere', onError });
  closeLater(async () => database.close());
  const { kysely } = database;
  await kysely.connection().execute(async (connection) => {
    await ping(connection);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDS_MS);
  });
  await delay(STANDS_MS / 10);
  expect(errors).toEqual([]);
  await ping(kysely);
});

interface Line extends AsyncDisposable {
  readonly port: number;
  /** Drops all packets from now on, silently. */
  cut(): void;
  /** Drops what the server sends from now on, silently. */
  swallowAnswers(): void;
  /** Resets each connection as soon as the server sends something. */
  resetOnAnswer(): void;
  /** New connections come through again; the old ones stay dead. */
  mend(): void;
}

/** A line to a port of this machine. */
async function openLine(port: number): Promise<Line> {
  const ends = new Set<Socket>();
  const answers: { readonly near: Socket; readonly far: Socket }[] = [];
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => end.destroy());
    }
    if (!isCut) near.pipe(far).pipe(near);
    answers.push({ near, far });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    cut() {
      isCut = true;
      for (const end of ends) end.unpipe();
    },
    swallowAnswers() {
      for (const { far } of answers) far.unpipe().resume();
    },
    resetOnAnswer() {
      for (const { near, far } of answers) {
        far.unpipe().once('data', () => near.resetAndDestroy());
      }
    },
    mend() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
