import { beforeAll, describe, expect, test } from 'vitest';

import type { DigestStore } from '../../src/store/store.ts';
import { storeAt } from '../support/open-store.ts';
import { folderPlace, type Place, serverPlace } from '../support/places.ts';
import { runSql } from './run-sql.ts';

let keys = 0;
const fresh = () => `key ${(keys += 1)}`;

async function open(place: Place): Promise<DigestStore> {
  return storeAt(place);
}

describe.each([
  ['the embedded database', folderPlace],
  ['PostgreSQL', serverPlace],
])('claims in %s', (_engine, placeFor) => {
  let store: DigestStore;
  let place: Place;

  beforeAll(async () => {
    place = await placeFor();
    store = await open(place);
    return async () => {
      await store.stop();
      await place[Symbol.asyncDispose]();
    };
  });

  test('a key is claimed once, and again when it was released', async () => {
    const { claims } = store;
    const key = fresh();
    expect([await claims.claim(key), await claims.claim(key)]).toEqual([true, false]);
    await claims.release(key);
    expect([await claims.claim(key), await claims.claim(key)]).toEqual([true, false]);
  });

  test('of many claims at once, each key has one that holds', async () => {
    const wanted = Array.from({ length: 700 }, fresh);
    const twice = [...wanted, ...wanted.toReversed()];
    const claimed = await Promise.all(twice.map(async (key) => store.claims.claim(key)));
    const held = twice.filter((_, index) => claimed[index]);
    expect(held.toSorted()).toEqual(wanted.toSorted());
  });

  test('claims are gone an hour later, and no sooner', async () => {
    const [old, recent] = [fresh(), fresh()];
    await store.claims.claim(old);
    await store.claims.claim(recent);
    const age = `update rental_desk.request_claims set at = at - $2::interval where key = $1`;
    await runSql(store, age, [old, '61 minutes']);
    await runSql(store, age, [recent, '59 minutes']);
    await store.expired.remove({ accessLogDays: 365, historyDays: 400, eventLogDays: 400 });
    expect([await store.claims.claim(old), await store.claims.claim(recent)]).toEqual([
      true,
      false,
    ]);
  });

  test('another process finds what was claimed before', async () => {
    const key = fresh();
    expect(await store.claims.claim(key)).toBe(true);
    await store.stop();
    store = await open(place);
    expect(await store.claims.claim(key)).toBe(false);
  });
});

test('two instances that claim the same keys in any order share them without a deadlock', async () => {
  await using place = await serverPlace();
  const stores = await Promise.all([open(place), open(place)]);
  const [one, other] = stores;
  for (let round = 0; round < 20; round += 1) {
    const wanted = Array.from({ length: 40 }, fresh);
    const [mine, theirs] = await Promise.all([
      Promise.all(wanted.map(async (key) => one?.claims.claim(key))),
      Promise.all(wanted.toReversed().map(async (key) => other?.claims.claim(key))),
    ]);
    const holders = wanted.map((_, index) => [mine[index], theirs.toReversed()[index]]);
    expect(holders.filter(([here, there]) => here === there)).toEqual([]);
  }
  await Promise.all(stores.map((store) => store.stop()));
});
