import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openDatabase } from '../../../src/store/database/connection.ts';
import { migrate, type Migration } from '../../../src/store/database/migrate.ts';
import { migrations } from '../../../src/store/migrations/index.ts';
import { type DigestStore, openStore } from '../../../src/store/store.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { TEXT_CIPHER } from '../../support/text-cipher.ts';

/** A slow machine may need long to find out that a database is back. */
const WAIT = { timeout: 60_000, interval: 50 };

/** A table that is made, the same once more, and another one. */
const FIRST: Migration = async ({ schema }) => schema.createTable('first').execute();
const BROKEN: Migration = async ({ schema }) => schema.createTable('first').execute();
const MENDED: Migration = async ({ schema }) => schema.createTable('second').execute();

let postgres: Postgres;

/** What is closed before the server ends: tests that run at the same time share it. */
const leftovers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(async () => {
  await Promise.all(leftovers.map((end) => end()));
  await postgres[Symbol.asyncDispose]();
});

async function openAt(databaseUrl: string): Promise<{ store: DigestStore; errors: unknown[] }> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const store = await openStore({ cipher: TEXT_CIPHER, databaseUrl, dataDir: '/nowhere', onError });
  leftovers.push(() => store.stop());
  return { store, errors };
}

async function clientAt(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  // The server may go away under it.
  client.on('error', () => {});
  await client.connect();
  leftovers.push(() => client.end());
  return client;
}

describe('tables', () => {
  test('instances that start together on an empty database make them once', async () => {
    const url = await postgres.newDatabase();
    const opened = await Promise.all(Array.from({ length: 5 }, () => openAt(url)));

    await Promise.all(
      opened.map(({ store }, index) => store.settings.save('C1', { pageSize: index }, 'U1')),
    );
    expect(opened.flatMap(({ errors }) => errors)).toEqual([]);
    expect(opened.map(({ store }) => store.isReady())).not.toContain(false);
    const client = await clientAt(url);
    const { rows } = await client.query('select number from rental_desk.migrations');
    expect(rows).toEqual(migrations.map((_step, index) => ({ number: index + 1 })));
  });

  test('a database that a newer version has used is left alone', async () => {
    const url = await postgres.newDatabase();
    await openAt(url);
    const client = await clientAt(url);
    await client.query('insert into rental_desk.migrations values (99)');

    await expect(openAt(url)).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining('A newer Rental Desk has used this database (step 99'),
    });
  });

  test('a step that fails leaves nothing, and runs again when it is mended', async () => {
    const databaseUrl = await postgres.newDatabase();
    const database = await openDatabase({ databaseUrl, dataDir: '/nowhere', onError: () => {} });
    leftovers.push(() => database.close());
    const isThere = async (name: string) => {
      const { rows } = await sql`select to_regclass(${name})::text as name`.execute(
        database.kysely,
      );
      return rows;
    };

    await expect(migrate(database.kysely, [FIRST, BROKEN])).rejects.toThrow('already exists');
    expect(await isThere('first')).toEqual([{ name: null }]);
    await migrate(database.kysely, [FIRST, MENDED]);
    await migrate(database.kysely, [FIRST, MENDED]);
    expect(await isThere('second')).toEqual([{ name: 'second' }]);
  });

  test('a role that may do nothing but use its own schema is enough', async () => {
    const url = await postgres.newDatabase();
    const client = await clientAt(url);
    await client.query(`
      create role clerk login password 'clerk';
      create schema rental_desk authorization clerk;
    `);
    const clerk = Object.assign(new URL(url), { username: 'clerk', password: 'clerk' });

    const { store } = await openAt(clerk.href);
    expect(await store.settings.of('C1')).toBeNull();
  });
});

describe('a server that comes and goes', () => {
  test('away at the start, it is found when it comes, whoever asks first', async () => {
    const urls = [await postgres.newDatabase(), await postgres.newDatabase()];
    await postgres.crash();
    const [asked, onlyLookedAt] = await Promise.all(urls.map(openAt));

    expect(asked?.errors).toEqual([expect.objectContaining({ code: 'unreachable' })]);
    await expect(asked?.store.settings.of('C1')).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The database that DATABASE_URL names is not reached: ECONNREFUSED',
    });
    expect(asked?.store.isReady()).toBe(false);

    await postgres.restart();
    expect(await asked?.store.settings.of('C1')).toBeNull();
    expect(asked?.store.isReady()).toBe(true);
    await vi.waitFor(() => expect(onlyLookedAt?.store.isReady()).toBe(true), WAIT);
  });

  test('away at the start, it is knocked at until it answers; its tables are made then', async () => {
    const url = await postgres.newDatabase();
    await postgres.crash();
    const opened = await Promise.all([openAt(url), openAt(url)]);
    await postgres.restart();

    expect(await Promise.all(opened.map(({ store }) => store.reached))).toEqual([true, true]);
    expect(opened.map(({ store }) => store.isReady())).toEqual([true, true]);
    const { rows } = await (await clientAt(url)).query('select number from rental_desk.migrations');
    expect(rows).toHaveLength(migrations.length);
  });

  test('away at the start, what turns out to be wrong later is told as at the start', async () => {
    const databaseUrl = postgres.url('nowhere');
    await postgres.crash();
    const { store } = await openAt(databaseUrl);
    await postgres.restart();
    await expect(store.reached).rejects.toMatchObject({ code: 'unknown_there' });
  });

  test('stopped before it was reached, nothing is left of knocking', async () => {
    const url = await postgres.newDatabase();
    await postgres.crash();
    const { store } = await openAt(url);
    await store.stop();
    expect(await store.reached).toBe(false);
    await postgres.restart();
  });

  test('restarted, it ends connections and not the process', async () => {
    const { store, errors } = await openAt(await postgres.newDatabase());
    // Several connections, all idle when the server goes.
    await Promise.all(['C1', 'C2', 'C3'].map((id) => store.settings.save(id, {}, 'U1')));
    await postgres.crash();

    await vi.waitFor(() => expect(errors).not.toEqual([]), WAIT);
    await expect(store.settings.of('C1')).rejects.toMatchObject({ code: 'unreachable' });
    expect(store.isReady()).toBe(false);

    await postgres.restart();
    expect(await store.settings.of('C1')).not.toBeNull();
    expect(store.isReady()).toBe(true);
    const codes = new Set(errors.map((error) => error instanceof Error && error.name));
    expect([...codes]).toEqual(['StoreError']);
  });

  test('questions under way when it goes are answered with an error, all of them', async () => {
    const url = await postgres.newDatabase();
    const { store } = await openAt(url);
    const client = await clientAt(url);
    await client.query('begin; lock table rental_desk.channel_settings');
    const waiting = Promise.allSettled(['C1', 'C2'].map((id) => store.settings.of(id)));
    await postgres.crash();

    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await postgres.restart();
    expect(await store.settings.of('C1')).toBeNull();
  });
});

describe.concurrent('a server that does not do its work', () => {
  test('a password that it refuses is told, and not printed', async () => {
    const url = new URL(postgres.url('postgres'));
    url.password = 'wrong-horse';
    const error: unknown = await openAt(url.href).catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'StoreError', code: 'unknown_there' });
    expect(String(error)).toContain('password authentication failed for user "desk" (28P01)');
    expect(JSON.stringify(error) + String(error)).not.toMatch(/horse/);
  });

  test('a database that is not there is told', async () => {
    await expect(openAt(postgres.url('nowhere'))).rejects.toMatchObject({
      code: 'unknown_there',
      message: expect.stringContaining('database "nowhere" does not exist (3D000)'),
    });
  });

  test('a statement that waits for too long is given up', async () => {
    const url = await postgres.newDatabase();
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
    const line = await openLine(postgres.port);
    leftovers.push(async () => line[Symbol.asyncDispose]());
    const url = new URL(await postgres.newDatabase());
    url.port = String(line.port);
    line.cut();
    const { store, errors } = await openAt(url.href);
    // Opened before it was given up for the first time.
    expect([errors, store.isReady()]).toEqual([[], false]);
    await vi.waitUntil(() => errors.length > 0, WAIT);
    line.mend();
    expect(await store.reached).toBe(true);
    expect(errors).toEqual([expect.objectContaining({ code: 'unreachable' })]);
  });

  test('a network that swallows everything is given up, and its connections are not used again', async () => {
    const line = await openLine(postgres.port);
    leftovers.push(async () => line[Symbol.asyncDispose]());
    const url = new URL(await postgres.newDatabase());
    url.port = String(line.port);
    const { store } = await openAt(url.href);
    await store.settings.save('C1', {}, 'U1');

    line.cut();
    await expect(store.settings.of('C1')).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('no answer in time'),
    });
    line.mend();
    expect(await store.settings.of('C1')).not.toBeNull();
  });
});

interface Line extends AsyncDisposable {
  readonly port: number;
  /** Drops all packets from now on, silently. */
  cut(): void;
  /** New connections come through again; the old ones stay dead. */
  mend(): void;
}

/** A line to a port of this machine. */
async function openLine(port: number): Promise<Line> {
  const ends = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => end.destroy());
    }
    if (!isCut) near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut() {
      isCut = true;
      for (const end of ends) end.unpipe();
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
