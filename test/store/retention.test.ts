import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { DEFAULT_DIGEST_OPTIONS, type Digest } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { folderPlace, serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { plannedRun } from './fixture.ts';
import { emptyTables, runSql } from './run-sql.ts';

const KEEPING = { accessLogDays: 365, historyDays: 400, eventLogDays: 400 };

let ids = 0;
const fresh = (initial: string) => `${initial}${(ids += 1)}`;

describe.each([
  ['the embedded database', folderPlace],
  ['PostgreSQL', serverPlace],
])('what is kept in %s', (_engine, placeFor) => {
  let store: DigestStore;

  useStore(placeFor, (opened) => (store = opened));

  /** Makes all that stands in a column so many days older. */
  async function age(table: string, columns: readonly string[], days: number): Promise<void> {
    const changes = columns.map((name) => `${name} = ${name} - $1::int * interval '24 hours'`);
    await runSql(store, `update rental_desk.${table} set ${changes.join(', ')}`, [days]);
  }

  async function added(ownerId = 'U1', channelId = fresh('C')): Promise<Digest> {
    const schedule = {
      times: ['09:00'],
      days: [1],
      zone: 'Europe/Paris',
      holidays: 'none',
      onHoliday: 'skip',
    } as const;
    const choice = { channelId, name: 'a', query: '', schedule, options: DEFAULT_DIGEST_OPTIONS };
    const digest = await store.digests.add(choice, ownerId, null);
    if (digest === null) throw new Error('the name is taken');
    return digest;
  }

  test('events of rental files are kept for as many days as are wanted, however many there are', async () => {
    await runSql(
      store,
      `insert into rental_desk.file_events (file_id, aspect, after_at, before_at)
       select 'f', 'appeared', at, at
       from generate_series(1, 12001), (select clock_timestamp() - interval '1 hour' as at) as now`,
    );
    await age('file_events', ['after_at', 'before_at'], 30);
    await runSql(
      store,
      `insert into rental_desk.file_events (file_id, aspect, after_at, before_at)
       values ('f', 'gone', clock_timestamp(), clock_timestamp())`,
    );
    await store.expired.remove({ ...KEEPING, eventLogDays: 31 });
    expect(await store.journal.eventsOf('f', 20_000)).toHaveLength(12_002);

    await store.expired.remove({ ...KEEPING, eventLogDays: 30 });
    const left = await store.journal.eventsOf('f', 20_000);
    expect(left.map(({ aspect }) => aspect)).toEqual(['gone']);
  });

  test('the access log is kept for as many days as are wanted', async () => {
    const userId = fresh('U');
    const entry = { userId, fileId: null, channelId: null, surface: 'home' };
    await store.accessLog.record({ ...entry, kind: 'old' });
    await age('access_log', ['at'], 364);
    await store.expired.remove(KEEPING);
    expect(await store.accessLog.list({ limit: 5, userId })).toHaveLength(1);

    await age('access_log', ['at'], 1);
    await store.accessLog.record({ ...entry, kind: 'new' });
    await store.expired.remove(KEEPING);
    const left = await store.accessLog.list({ limit: 5, userId });
    expect(left.map(({ kind }) => kind)).toEqual(['new']);
  });

  test('what is old goes however much there is, in statements that are done in time', async () => {
    const tables = ['access_log', 'request_claims'];
    await runSql(
      store,
      `create function rental_desk.limit_time() returns trigger language plpgsql as $$ begin
         if (select count(*) from gone) > 5000 then
           raise exception 'canceling statement due to statement timeout' using errcode = '57014';
         end if;
         return null;
       end $$`,
    );
    for (const table of tables) {
      await runSql(
        store,
        `create trigger in_time after delete on rental_desk.${table}
         referencing old table as gone for each statement execute function rental_desk.limit_time()`,
      );
    }
    await runSql(
      store,
      `insert into rental_desk.access_log (user_id, kind, surface, at)
       select 'UOLD', 'show', 'button', clock_timestamp() - interval '366 days'
       from generate_series(1, 12001)`,
    );
    await runSql(
      store,
      `insert into rental_desk.request_claims (key, at)
       select 'old ' || n, clock_timestamp() - interval '2 hours' from generate_series(1, 12001) as n`,
    );
    try {
      await store.expired.remove(KEEPING);
    } finally {
      await runSql(store, 'drop function rental_desk.limit_time() cascade');
    }
    expect(await store.accessLog.list({ limit: 5, userId: 'UOLD' })).toEqual([]);
    const claims = `select key from rental_desk.request_claims where key like 'old %'`;
    expect(await runSql(store, claims)).toEqual([]);
  });

  test('the ledger goes when it is old, but for what is not done with', async () => {
    const { id: digestId } = await added();
    const settled = await store.deliveries.planRun(digestId, '1', 60_000);
    const leased = await store.leases.acquire(settled.id, 60_000);
    if (typeof leased === 'string') throw new Error(leased);
    expect(await store.escalations.choose(leased.lease, ['file-1'])).toEqual(['file-1']);
    await store.leases.settle(leased.lease);
    const open = await plannedRun(store, digestId, '2', 60_000);

    await age('deliveries', ['due_at'], 401);
    await store.expired.remove(KEEPING);
    expect(await store.deliveries.find(settled.id)).not.toBeNull();

    await age('digest_escalations', ['at'], 401);
    await store.expired.remove(KEEPING);
    expect(await store.deliveries.find(settled.id)).toBeNull();
    expect(await store.deliveries.find(open.id)).not.toBeNull();
    expect(await store.digests.find(digestId)).not.toBeNull();
  });

  test('a digest that was removed is there for as long as what became of it', async () => {
    const digest = await added();
    const { id } = await store.deliveries.planRun(digest.id, '1', 60_000);
    await store.digests.remove(digest.id, 'U1');
    const rows = async () =>
      runSql(store, 'select id from rental_desk.digests where id = $1', [digest.id]);
    await age('digests', ['removed_at'], 401);
    await store.expired.remove(KEEPING);
    expect(await rows()).toHaveLength(1);

    const leased = await store.leases.acquire(id, 60_000);
    if (typeof leased === 'string') throw new Error(leased);
    await store.leases.settle(leased.lease);
    await age('deliveries', ['due_at'], 401);
    await store.expired.remove(KEEPING);
    expect(await rows()).toEqual([]);
  });

  test('what took the place of a post is remembered no longer than the ledger', async () => {
    const channelId = fresh('C');
    for (const ts of ['1.1', '2.2']) {
      const key = randomUUID();
      await store.posts.intend({ key, channelId, kind: 'share', files: ['a'] });
      await store.posts.posted(key, ts);
    }
    await store.posts.redacted(channelId, '1.1');
    await age('posts', ['posted_at', 'redacted_at'], 401);
    await store.expired.remove(KEEPING);
    const left = await runSql(
      store,
      'select ts, files from rental_desk.posts where channel_id = $1',
      [channelId],
    );
    expect(left).toEqual([{ ts: '2.2', files: ['a'] }]);
  });

  test.each<[what: string, table: string, column: string, insert: string]>([
    [
      'what took the place of a post',
      'posts',
      'redacted_at',
      `insert into rental_desk.posts (key, channel_id, ts, kind, files, redacted_at)
       values ('k', 'C', '1.1', 'share', '{}', clock_timestamp())`,
    ],
    [
      'an escalated file',
      'digest_escalations',
      'at',
      `insert into rental_desk.digest_escalations (digest_id, file_id, delivery_id)
       select digest_id, 'f', id from rental_desk.deliveries where slot = 'kept'`,
    ],
    [
      'what an alert has announced',
      'alert_entries',
      'at',
      `insert into rental_desk.alert_entries (digest_id, file_id, kind, delivery_id)
       select digest_id, 'f', 'enters', id from rental_desk.deliveries where slot = 'kept'`,
    ],
    [
      'a settled delivery',
      'deliveries',
      'due_at',
      `update rental_desk.deliveries set settled_at = clock_timestamp() where slot = 'kept'`,
    ],
    [
      'a file that is gone',
      'journal_files',
      'changed_at',
      `insert into rental_desk.journal_files (id, generation, status, decision, applicants,
         is_archived, is_gone, known_at, changed_at)
       values ('f', 1, '', '', '', false, true, clock_timestamp(), clock_timestamp())`,
    ],
  ])('%s is kept for 400 days, and not a day longer', async (_what, table, column, insert) => {
    await emptyTables(store, 'digests', table);
    const digest = await added();
    await store.deliveries.planRun(digest.id, 'kept', 60_000);
    await runSql(store, insert);
    const count = async () => (await runSql(store, `select 1 from rental_desk.${table}`)).length;
    await age(table, [column], 399);
    await store.expired.remove(KEEPING);
    expect(await count()).toBe(1);
    await age(table, [column], 2);
    await store.expired.remove(KEEPING);
    expect(await count()).toBe(0);
  });

  test('messages about a settled delivery in direct messages are kept for 400 days, other posts for ever', async () => {
    await emptyTables(store, 'digests', 'posts', 'channel_settings');
    const digest = await added();
    const open = await plannedRun(store, digest.id, 'open', 60_000);
    const done = await plannedRun(store, digest.id, 'done', 60_000);
    await runSql(
      store,
      'update rental_desk.deliveries set settled_at = clock_timestamp() where id = $1',
      [done.id],
    );
    await store.settings.save('D0LIMITED', { retentionDays: 900 }, 'U1');
    await store.settings.save('D0UNLIMITED', { language: 'fr' }, 'U1');
    const posts = [
      [`${done.id}:owner`, 'D0OWNER', 'owner'],
      [`${randomUUID()}:admin:U1`, 'D0ADMIN', 'owner'],
      [`${done.id}:notice`, 'D0UNLIMITED', 'notice'],
      [`${open.id}:owner`, 'D0OWNER', 'owner'],
      [`${done.id}:limited`, 'D0LIMITED', 'owner'],
      [`${done.id}:channel`, 'C0LEASING', 'owner'],
      [done.id, 'D0OWNER', 'digest'],
    ] as const;
    for (const [key, channelId, kind] of posts) {
      await store.posts.intend({ key, channelId, kind, files: [] });
      await store.posts.posted(key, `${fresh('')}.000100`);
    }
    const left = async () => {
      const rows = await runSql(store, 'select key from rental_desk.posts');
      return rows.map((row) => String(Object(row).key)).toSorted();
    };
    await age('posts', ['posted_at'], 399);
    await store.expired.remove(KEEPING);
    expect(await left()).toHaveLength(posts.length);
    await age('posts', ['posted_at'], 2);
    await store.expired.remove(KEEPING);
    expect(await left()).toEqual(
      [`${open.id}:owner`, `${done.id}:limited`, `${done.id}:channel`, done.id].toSorted(),
    );
  });

  test('what is still to be announced, is still there or is still to be removed stays for ever', async () => {
    await emptyTables(store, 'digests', 'journal_files');
    const digest = await added();
    const { id } = await store.deliveries.planRun(digest.id, 'to remove', 60_000);
    await runSql(
      store,
      `update rental_desk.deliveries set settled_at = clock_timestamp(), remove_at = clock_timestamp() where id = $1`,
      [id],
    );
    await runSql(
      store,
      `insert into rental_desk.alert_entries (digest_id, file_id, kind) values ($1, 'f', 'enters')`,
      [digest.id],
    );
    await runSql(
      store,
      `insert into rental_desk.journal_files (id, generation, status, decision, applicants,
         is_archived, is_gone, known_at, changed_at)
       values ('f', 1, '', '', '', false, false, clock_timestamp(), clock_timestamp())`,
    );
    await age('deliveries', ['due_at'], 900);
    await age('alert_entries', ['at'], 900);
    await age('journal_files', ['changed_at'], 900);
    await store.expired.remove(KEEPING);
    expect(await store.deliveries.find(id)).not.toBeNull();
    expect(await runSql(store, 'select file_id from rental_desk.alert_entries')).toHaveLength(1);
    expect(await store.journal.filesSince(-1, '', 5)).toHaveLength(1);

    await store.deliveries.recordRemoval(id);
    await store.expired.remove(KEEPING);
    expect(await store.deliveries.find(id)).toBeNull();
  });

  test('a removed digest stays while an escalation of it is remembered, and goes with what it has shown', async () => {
    const digest = await added();
    const { id } = await store.deliveries.planRun(digest.id, '1', 60_000);
    await runSql(
      store,
      `insert into rental_desk.digest_escalations (digest_id, file_id, delivery_id) values ($1, 'f', $2)`,
      [digest.id, id],
    );
    await runSql(store, `insert into rental_desk.digest_memory (digest_id) values ($1)`, [
      digest.id,
    ]);
    await runSql(
      store,
      'update rental_desk.deliveries set settled_at = clock_timestamp() where id = $1',
      [id],
    );
    await store.digests.remove(digest.id, 'U1');
    await age('digests', ['removed_at'], 401);
    await age('deliveries', ['due_at'], 401);
    const left = async () =>
      runSql(store, 'select id from rental_desk.digests where id = $1', [digest.id]);
    await store.expired.remove(KEEPING);
    expect(await left()).toHaveLength(1);
    await age('digest_escalations', ['at'], 401);
    await store.expired.remove(KEEPING);
    expect(await left()).toEqual([]);
    const kept = await runSql(
      store,
      'select 1 from rental_desk.digest_memory where digest_id = $1',
      [digest.id],
    );
    expect(kept).toEqual([]);
  });
});
