import { setTimeout as delay } from 'node:timers/promises';

import { expect, test, vi } from 'vitest';

import { useOwnServer } from './own-server.ts';

const { postgres, openAt, clientAt } = useOwnServer();

test('a database that takes no changes, as after a failover, is not ready, whatever can be read of it', async () => {
  const url = await postgres().newDatabase();
  const { store } = await openAt(url);
  expect(await store.reached).toBe(true);
  expect(store.isReady()).toBe(true);
  const client = await clientAt(url);
  await client.query('alter system set default_transaction_read_only = on');
  await client.query('select pg_reload_conf()');
  await vi.waitFor(
    async () => {
      await expect(store.settings.save('C1', { privacy: 'full' }, 'U1')).rejects.toThrow(
        'read-only',
      );
    },
    { timeout: 10_000 },
  );
  const seen: boolean[] = [];
  for (let look = 0; look < 5; look += 1) {
    seen.push(store.isReady());
    await store.settings.of('C1');
    seen.push(store.isReady());
    // The server answers, if only that it takes no such text.
    await expect(store.settings.of('C\0')).rejects.toThrow('22021');
    seen.push(store.isReady());
    await delay(50);
  }
  expect(seen).not.toContain(true);
  const late = await openAt(url);
  expect(late.store.isReady()).toBe(false);
  expect(late.errors).toEqual([expect.objectContaining({ code: 'unreachable' })]);

  await client.query('alter system reset default_transaction_read_only');
  await client.query('select pg_reload_conf()');
  await vi.waitFor(() => expect(store.isReady()).toBe(true), { timeout: 10_000 });
  await store.settings.save('C1', { privacy: 'full' }, 'U1');
  expect(await late.store.reached).toBe(true);
});

test('a database without room is not ready until it has some, whatever can be read and written meanwhile', async () => {
  const url = await postgres().newDatabase();
  const { store } = await openAt(url);
  expect(await store.reached).toBe(true);
  const client = await clientAt(url);
  await client.query(`
    create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left' using errcode = '53100'; end $$;
    create trigger full_disk before insert on rental_desk.channel_settings
      execute function full_disk();
    create function no_room() returns event_trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left' using errcode = '53100'; end $$;
    create event trigger no_room on ddl_command_start execute function no_room();
  `);
  const seen: boolean[] = [];
  for (let look = 0; look < 5; look += 1) {
    await expect(store.settings.save('C1', { privacy: 'full' }, 'U1')).rejects.toThrow('53100');
    seen.push(store.isReady());
    await store.settings.of('C1');
    seen.push(store.isReady());
    // A little may still fit into what is there.
    await store.views.save({ channelId: 'C1', name: `v${look}`, query: 'city:lyon', by: 'U1' });
    seen.push(store.isReady());
    await delay(300);
  }
  expect(seen).not.toContain(true);

  await client.query(
    'drop event trigger no_room; drop trigger full_disk on rental_desk.channel_settings',
  );
  await vi.waitFor(() => expect(store.isReady()).toBe(true), { timeout: 10_000 });
  await store.settings.save('C1', { privacy: 'full' }, 'U1');
  expect(store.isReady()).toBe(true);
});
