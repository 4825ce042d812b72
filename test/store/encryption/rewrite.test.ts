import { beforeAll, beforeEach, expect, test } from 'vitest';

import { createTextCipher } from '../../../src/store/encryption.ts';
import { openStore, type DigestStore } from '../../../src/store/store.ts';
import { serverPlace, type Place } from '../../support/places.ts';
import { choiceOf } from '../fixture.ts';
import { runSql } from '../run-sql.ts';

const [FIRST, SECOND, THIRD] = ['first secret', 'second secret', 'third secret'];
const [HERE, THERE] = ['C0HERE', 'C0THERE'];

let place: Place;

beforeAll(async () => {
  place = await serverPlace();
  return () => place[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await opened(FIRST, null, async (store) => {
    await runSql(store, 'delete from rental_desk.saved_views');
    await runSql(store, 'delete from rental_desk.digests');
  });
});

/**
 * Opens the store under a secret for some work.
 *
 * @returns the number of texts that could not be read, and what the work gives
 */
async function opened<Value>(
  secret: string | undefined,
  previous: string | null | undefined,
  work: (store: DigestStore) => Promise<Value>,
): Promise<{ readonly unreadable: number; readonly value: Value }> {
  let unreadable = 0;
  const store = await openStore({
    ...place,
    cipher: createTextCipher(secret ?? '', previous ?? null),
    onUnreadable(texts) {
      unreadable = texts;
    },
    onError(error) {
      throw error;
    },
  });
  try {
    return { unreadable, value: await work(store) };
  } finally {
    await store.stop();
  }
}

/** Names and queries of the views of a channel, in the order of their names. */
async function viewsIn(store: DigestStore, channelId: string): Promise<string[]> {
  const views = await store.views.list(channelId);
  return views.map(({ name, query }) => `${name}: ${query}`);
}

async function addNamed(store: DigestStore, channelId: string, name: string): Promise<string> {
  const digest = await store.digests.add(choiceOf({ channelId, name }), 'U1', null);
  if (digest === null) throw new Error('the name is taken');
  return digest.id;
}

/** The id of the digest that has a name: another one cannot be called so. */
async function idNamed(store: DigestStore, channelId: string, name: string) {
  const choice = choiceOf({ channelId, name });
  if ((await store.digests.add(choice, 'U1', null)) !== null) return null;
  for (const digest of await store.digests.list({ channelId })) {
    if ((await store.digests.edit(digest, choice, 'U1', null)) !== 'taken') return digest.id;
  }
  return null;
}

/** Saves views with their name as their query. */
async function save(store: DigestStore, channelId: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    await store.views.save({ channelId, name, query: `tag:${name}`, by: 'U1' });
  }
}

/** What stands for the texts in the tables. */
async function rowsOf(store: DigestStore) {
  return runSql(
    store,
    `select name, query, name_key from rental_desk.saved_views
     union all select name, query, name_key from rental_desk.digests order by 1`,
  );
}

test('each view and each digest that cannot be read counts, and none that can', async () => {
  await opened(FIRST, null, async (store) => {
    await save(store, HERE, 'a', 'b');
    await addNamed(store, HERE, 'a');
    await addNamed(store, HERE, 'b');
    await addNamed(store, THERE, 'a');
    const removed = await addNamed(store, THERE, 'removed');
    await store.digests.remove(removed, 'U1');
  });
  const { unreadable } = await opened(SECOND, null, async (store) => {
    await save(store, THERE, 'read');
    await addNamed(store, THERE, 'read');
  });
  expect(unreadable).toBe(5);
  expect((await opened(SECOND, FIRST, async () => null)).unreadable).toBe(0);
  expect((await opened(SECOND, null, async () => null)).unreadable).toBe(0);
});

test('what cannot be read is as it was once its secret is there again', async () => {
  const { value: id } = await opened(FIRST, null, async (store) => {
    await save(store, HERE, 'a');
    return addNamed(store, HERE, 'Matin');
  });
  await opened(SECOND, null, async () => null);
  const { unreadable, value } = await opened(FIRST, null, async (store) => ({
    views: await viewsIn(store, HERE),
    digest: await idNamed(store, HERE, 'matin'),
  }));
  expect(unreadable).toBe(0);
  expect(value.views).toEqual(['a: tag:a']);
  expect(value.digest).toBe(id);
});

test('after one start under a new secret the one before is not needed any more', async () => {
  const { value: id } = await opened(FIRST, null, async (store) => {
    await save(store, HERE, 'a', 'b');
    await save(store, THERE, 'a');
    return addNamed(store, HERE, 'a');
  });
  await opened(SECOND, FIRST, async () => null);
  const { unreadable, value } = await opened(THIRD, SECOND, async (store) => ({
    here: await viewsIn(store, HERE),
    there: await viewsIn(store, THERE),
    found: (await store.views.find(HERE, 'B'))?.query,
    digests: await store.digests.list({ channelId: HERE }),
    named: await idNamed(store, HERE, 'A'),
  }));
  expect(unreadable).toBe(0);
  expect(value).toEqual({
    here: ['a: tag:a', 'b: tag:b'],
    there: ['a: tag:a'],
    found: 'tag:b',
    digests: [expect.objectContaining({ id, name: 'a' })],
    named: id,
  });
});

test('what is encrypted as it should be is not written again', async () => {
  const { value: before } = await opened(FIRST, null, async (store) => {
    await save(store, HERE, 'a');
    await addNamed(store, HERE, 'a');
    return rowsOf(store);
  });
  expect((await opened(FIRST, null, rowsOf)).value).toEqual(before);
  // Each encryption differs, so that one that was repeated would show.
  expect((await opened(SECOND, FIRST, rowsOf)).value).not.toEqual(before);
});

test.each(['name', 'query'])('a text with a stored %s in plain is encrypted', async (column) => {
  await opened(FIRST, null, async (store) => {
    await save(store, HERE, 'a');
    await addNamed(store, HERE, 'a');
    for (const table of ['saved_views', 'digests']) {
      await runSql(store, `update rental_desk.${table} set ${column} = 'plain'`);
    }
  });
  const { value } = await opened(FIRST, null, async (store) => ({
    stored: await runSql(
      store,
      `select ${column} as stored from rental_desk.saved_views
       union all select ${column} from rental_desk.digests`,
    ),
    views: await viewsIn(store, HERE),
  }));
  expect(JSON.stringify(value.stored)).not.toContain('plain');
  expect(value.views).toEqual([column === 'name' ? 'plain: tag:a' : 'a: plain']);
});

test.each([
  ['new', [FIRST, SECOND], 'of the second'],
  ['former', [SECOND, FIRST], 'of the first'],
])(
  'of two views that two secrets have kept under one name the later stays, here that of the %s secret',
  async (_which, order, kept) => {
    for (const secret of order) {
      await opened(secret, null, async (store) => {
        const query = secret === FIRST ? 'of the first' : 'of the second';
        await store.views.save({ channelId: HERE, name: 'a', query, by: 'U1' });
        await save(store, HERE, secret === FIRST ? 'one' : 'other');
        await save(store, THERE, secret === FIRST ? 'a' : 'b');
      });
    }
    const { value } = await opened(SECOND, FIRST, async (store) => [
      await viewsIn(store, HERE),
      await viewsIn(store, THERE),
    ]);
    expect(value).toEqual([
      [`a: ${kept}`, 'one: tag:one', 'other: tag:other'],
      ['a: tag:a', 'b: tag:b'],
    ]);
  },
);

test('of two digests that two secrets have kept under one name, both stay and the name is one’s', async () => {
  const {
    value: [there, earlier],
  } = await opened(FIRST, null, async (store) => [
    await addNamed(store, THERE, 'Matin'),
    await addNamed(store, HERE, 'Matin'),
  ]);
  const { value: later } = await opened(SECOND, null, async (store) =>
    addNamed(store, HERE, 'Matin'),
  );
  const { value, unreadable } = await opened(SECOND, FIRST, async (store) => ({
    all: (await store.digests.list({ channelId: HERE })).map(({ id, name }) => `${id} ${name}`),
    there: (await store.digests.list({ channelId: THERE })).map(({ name }) => name),
    named: await idNamed(store, HERE, 'matin'),
    namedThere: await idNamed(store, THERE, 'matin'),
  }));
  expect(unreadable).toBe(0);
  expect(value.named).toBe(later);
  expect(value.all.toSorted()).toEqual([`${earlier} Matin`, `${later} Matin`].toSorted());
  expect(value.there).toEqual(['Matin']);
  expect(value.namedThere).toBe(there);
});

test('a removed digest does not keep the name of one that is there', async () => {
  await opened(SECOND, null, async (store) => {
    const removed = await addNamed(store, HERE, 'Matin');
    await store.digests.remove(removed, 'U1');
  });
  const { value: id } = await opened(FIRST, null, async (store) => {
    const removed = await addNamed(store, HERE, 'Matin');
    await store.digests.remove(removed, 'U1');
    return addNamed(store, HERE, 'Matin');
  });
  const { value: found } = await opened(SECOND, FIRST, async (store) =>
    idNamed(store, HERE, 'Matin'),
  );
  expect(found).toBe(id);
});

test('while instances have two secrets, a view is what was saved last under its name', async () => {
  await opened(FIRST, null, async (older) =>
    opened(SECOND, FIRST, async (newer) => {
      await save(newer, HERE, 'Lyon');
      await older.views.save({ channelId: HERE, name: 'lyon', query: 'tag:late', by: 'U1' });
      expect(await newer.views.find(HERE, 'Lyon')).toMatchObject({ query: 'tag:late' });
      expect(await viewsIn(newer, HERE)).toEqual(['lyon: tag:late']);
    }),
  );
});
