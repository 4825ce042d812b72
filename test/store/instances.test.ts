import { expect, test } from 'vitest';

import { instanceName } from '../../src/store/shared-snapshots.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { runSql } from './run-sql.ts';

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

const one = { id: 'a1b2c3d4e5f6', version: '1.0.0', secret: 's1', settings: { PORT: 'p1' } };
const other = { id: 'f6e5d4c3b2a1', version: '1.1.0', secret: 's2', settings: {} };

/** Lets time pass since an instance was last heard of. */
async function wait(id: string, seconds: number): Promise<void> {
  const sql = `update rental_desk.instances
    set seen_at = seen_at - make_interval(secs => $2) where id = $1`;
  await runSql(store, sql, [id, seconds]);
}

async function running() {
  const all = (await store.instances?.running()) ?? [];
  return all.toSorted((a, b) => a.id.localeCompare(b.id));
}

test('an instance runs until it stops, or until nothing is heard of it for three minutes', async () => {
  await store.instances?.renew(one);
  await store.instances?.renew(other);
  expect(await running()).toEqual([one, other]);

  const upgraded = { ...one, version: '1.1.0', secret: 's2', settings: { PORT: 'p2', HOST: 'h' } };
  await store.instances?.renew(upgraded);
  expect(await running()).toEqual([upgraded, other]);

  await wait(other.id, 170);
  expect(await running()).toEqual([upgraded, other]);
  await wait(other.id, 20);
  expect(await running()).toEqual([upgraded]);
  await store.instances?.renew(upgraded);
  expect(await runSql(store, 'select id from rental_desk.instances')).toEqual([{ id: one.id }]);

  await store.instances?.remove(other.id);
  expect(await running()).toEqual([upgraded]);
  await store.instances?.remove(one.id);
  expect(await running()).toEqual([]);
  expect(instanceName(one.id)).toBe('a1b2c3d4');
});
