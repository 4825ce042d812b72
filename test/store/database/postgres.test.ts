import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';

import { openDatabase } from '../../../src/store/database/connection.ts';
import { type Migration, migrate, migrations } from '../../../src/store/migrations/index.ts';
import { useOwnServer } from './own-server.ts';

/** A slow machine may need long to find out that a database is back. */
const WAIT = { timeout: 60_000, interval: 50 };

/** A table that is made, the same once more, and another one. */
const FIRST: Migration = async ({ schema }) => schema.createTable('first').execute();
const BROKEN: Migration = async ({ schema }) => schema.createTable('first').execute();
const MENDED: Migration = async ({ schema }) => schema.createTable('second').execute();

const { postgres, openAt, clientAt, closeLater } = useOwnServer();

describe('tables', () => {
  test('instances that start together on an empty database make them once', async () => {
    const url = await postgres().newDatabase();
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
    const url = await postgres().newDatabase();
    await openAt(url);
    const client = await clientAt(url);
    await client.query('insert into rental_desk.migrations values (99)');

    await expect(openAt(url)).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining('A newer Rental Desk has used this database (step 99'),
    });
  });

  test('a step that fails leaves nothing, and runs again when it is mended', async () => {
    const databaseUrl = await postgres().newDatabase();
    const database = await openDatabase({ databaseUrl, dataDir: '/nowhere', onError: () => {} });
    closeLater(() => database.close());
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
    const url = await postgres().newDatabase();
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
    const urls = [await postgres().newDatabase(), await postgres().newDatabase()];
    await postgres().crash();
    const [asked, onlyLookedAt] = await Promise.all(urls.map(openAt));

    expect(asked?.errors).toEqual([expect.objectContaining({ code: 'unreachable' })]);
    await expect(asked?.store.settings.of('C1')).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        /^The database that DATABASE_URL names cannot be reached: ECONNREFUSED\. Check that PostgreSQL runs/,
      ),
    });
    expect(asked?.store.isReady()).toBe(false);

    await postgres().restart();
    // Whoever asks shares a connection attempt that has begun before the server could answer it.
    await vi.waitFor(async () => expect(await asked?.store.settings.of('C1')).toBeNull(), WAIT);
    expect(asked?.store.isReady()).toBe(true);
    await vi.waitFor(() => expect(onlyLookedAt?.store.isReady()).toBe(true), WAIT);
  });

  test('away at the start, it is knocked at until it answers; its tables are made then', async () => {
    const url = await postgres().newDatabase();
    await postgres().crash();
    const opened = await Promise.all([openAt(url), openAt(url)]);
    await postgres().restart();

    expect(await Promise.all(opened.map(({ store }) => store.reached))).toEqual([true, true]);
    expect(opened.map(({ store }) => store.isReady())).toEqual([true, true]);
    const { rows } = await (await clientAt(url)).query('select number from rental_desk.migrations');
    expect(rows).toHaveLength(migrations.length);
  });

  test('away at the start, what turns out to be wrong later is told as at the start', async () => {
    const databaseUrl = postgres().url('nowhere');
    await postgres().crash();
    const { store } = await openAt(databaseUrl);
    await postgres().restart();
    await expect(store.reached).rejects.toMatchObject({ code: 'unknown_there' });
  });

  test('with a certificate that cannot be read, it is not reached, and what to do is said', async () => {
    const url = new URL(await postgres().newDatabase());
    url.searchParams.set('sslrootcert', '/nowhere/authority.pem');
    const { store } = await openAt(url.href);
    await expect(store.settings.of('C1')).rejects.toMatchObject({
      code: 'unreachable',
      remedy: expect.stringContaining('names a file'),
    });
  });

  test('stopped before it was reached, nothing is left of knocking', async () => {
    const url = await postgres().newDatabase();
    await postgres().crash();
    const { store } = await openAt(url);
    await store.stop();
    expect(await store.reached).toBe(false);
    await postgres().restart();
  });

  test('restarted, it ends connections and not the process', async () => {
    const { store, errors } = await openAt(await postgres().newDatabase());
    // Several connections, all idle when the server goes.
    await Promise.all(['C1', 'C2', 'C3'].map((id) => store.settings.save(id, {}, 'U1')));
    await postgres().crash();

    await vi.waitFor(() => expect(errors).not.toEqual([]), WAIT);
    // A connection whose end has not arrived yet is still asked: that answer is lost.
    await vi.waitFor(
      async () => expect(store.settings.of('C1')).rejects.toMatchObject({ code: 'unreachable' }),
      WAIT,
    );
    expect(store.isReady()).toBe(false);

    await postgres().restart();
    expect(await store.settings.of('C1')).not.toBeNull();
    expect(store.isReady()).toBe(true);
    const codes = new Set(errors.map((error) => error instanceof Error && error.name));
    expect([...codes]).toEqual(['StoreError']);
  });

  test('questions under way when it goes are answered with an error, all of them', async () => {
    const url = await postgres().newDatabase();
    const { store } = await openAt(url);
    const client = await clientAt(url);
    await client.query('begin; lock table rental_desk.channel_settings');
    const waiting = Promise.allSettled(['C1', 'C2'].map((id) => store.settings.of(id)));
    await postgres().crash();

    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await postgres().restart();
    expect(await store.settings.of('C1')).toBeNull();
  });
});
