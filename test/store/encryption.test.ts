import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { DEFAULT_DIGEST_OPTIONS, type DigestChoice } from '../../src/store/digest.ts';
import { createTextCipher, UNREADABLE_QUERY } from '../../src/store/encryption.ts';
import { openStore } from '../../src/store/store.ts';
import { folderPlace, type Place, serverPlace } from '../support/places.ts';
import { runSql } from './run-sql.ts';

const NAME = { column: 'digests.name', channelId: 'C1' } as const;
const VIEW = { channelId: 'C1', name: 'Théâtre', query: 'manager:Camille', by: 'U1' };
const CHOICE: DigestChoice = {
  channelId: 'C1',
  name: '',
  query: 'decision:pending',
  schedule: {
    times: ['09:00'],
    days: [1],
    zone: 'Europe/Paris',
    holidays: 'none',
    onHoliday: 'skip',
  },
  options: DEFAULT_DIGEST_OPTIONS,
};
const SECRETS = ['first secret', 'second secret', 'third secret'] as const;

describe('the cipher of stored texts', () => {
  test('gives back any text, under today’s secret and the one before, and tells which it is', () => {
    const before = createTextCipher(SECRETS[0], null);
    const after = createTextCipher(SECRETS[1], SECRETS[0]);
    const later = createTextCipher(SECRETS[2], SECRETS[1]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const stored = before.encrypt(text, NAME);
        expect([before.decrypt(stored, NAME), after.decrypt(stored, NAME)]).toEqual([
          text.toWellFormed(),
          text.toWellFormed(),
        ]);
        expect([before.isCurrent(stored, NAME), after.isCurrent(stored, NAME)]).toEqual([
          true,
          false,
        ]);
        expect(later.decrypt(stored, NAME)).toBeNull();
      }),
    );
  });

  test('reads no text in another column or channel, and none that was changed anywhere', () => {
    const cipher = createTextCipher(SECRETS[0], null);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, place) => {
        const stored = cipher.encrypt(text, NAME);
        expect(cipher.decrypt(stored, { ...NAME, column: 'digests.query' })).toBeNull();
        expect(cipher.decrypt(stored, { ...NAME, column: 'saved_views.name' })).toBeNull();
        expect(cipher.decrypt(stored, { ...NAME, channelId: 'C2' })).toBeNull();
        const at = 12 + (place % (stored.length - 12));
        const changed = stored[at] === 'A' ? 'B' : 'A';
        const forged = stored.slice(0, at) + changed + stored.slice(at + 1);
        expect(cipher.decrypt(forged, NAME)).toBeNull();
      }),
    );
  });

  test('compares names without regard to case, within a channel', () => {
    const cipher = createTextCipher(SECRETS[0], null);
    expect(cipher.nameKeys('ÉTÉ', 'C1')).toEqual(cipher.nameKeys('été', 'C1'));
    expect(cipher.nameKeys('été', 'C1')[0]).not.toBe(cipher.nameKeys('été', 'C2')[0]);
  });
});

describe.each([
  ['the embedded database', folderPlace],
  ['PostgreSQL', serverPlace],
])('over %s', (_engine, placeFor) => {
  test('what was typed is found by its name through two changes of the secret', async () => {
    await using place = await placeFor();
    const first = await openedWith(place, SECRETS[0], null);
    await first.store.views.save(VIEW);
    const digest = await first.store.digests.add({ ...CHOICE, name: 'Matin' }, 'U1', null);
    const rows = await runSql(
      first.store,
      'select name, name_key, query from rental_desk.saved_views union all select name, name_key, query from rental_desk.digests',
    );
    expect(JSON.stringify(rows)).not.toMatch(/théâtre|matin|camille|decision:/iu);
    await first.store.stop();

    for (const [secret, previous] of [
      [SECRETS[1], SECRETS[0]],
      [SECRETS[2], SECRETS[1]],
    ] as const) {
      const { store, unreadable } = await openedWith(place, secret, previous);
      expect(unreadable()).toBe(0);
      expect(await store.views.find('C1', 'THÉÂTRE')).toMatchObject({ query: VIEW.query });
      expect(await store.digests.list({ channelId: CHOICE.channelId })).toEqual([digest]);
      expect(await store.digests.add({ ...CHOICE, name: 'matin' }, 'U1', null)).toBeNull();
      await store.stop();
    }
  });

  test('without the secret nothing is lost: a view can be removed, a digest edited', async () => {
    await using place = await placeFor();
    const first = await openedWith(place, SECRETS[0], null);
    await first.store.views.save(VIEW);
    const digest = await first.store.digests.add({ ...CHOICE, name: 'Matin' }, 'U1', null);
    if (digest === null) throw new Error('it is free');
    await first.store.stop();

    const { store, unreadable } = await openedWith(place, SECRETS[1], null);
    expect(unreadable()).toBe(2);
    const [view] = await store.views.list('C1');
    expect(view).toMatchObject({ name: expect.stringMatching(/^\?/), query: UNREADABLE_QUERY });
    expect(await store.views.remove('C1', view?.name ?? '')).toBe(true);
    const lost = await store.digests.find(digest.id);
    expect(lost).toMatchObject({ name: digest.id, query: UNREADABLE_QUERY });
    const edited = await store.digests.edit(digest, { ...CHOICE, name: 'Soir' }, 'U1', null);
    expect(edited).toMatchObject({ name: 'Soir', query: CHOICE.query });
    await store.stop();
  });
});

test('a view that was saved anew is kept when the secret before it comes back', async () => {
  await using place = await serverPlace();
  const first = await openedWith(place, SECRETS[0], null);
  await first.store.views.save({ ...VIEW, query: 'decision:pending' });
  await first.store.stop();
  const second = await openedWith(place, SECRETS[1], null);
  await second.store.views.save({ ...VIEW, query: 'decision:ready' });
  expect(await second.store.views.list('C1')).toHaveLength(2);
  await second.store.stop();

  const { store } = await openedWith(place, SECRETS[1], SECRETS[0]);
  expect(await store.views.list('C1')).toMatchObject([{ query: 'decision:ready' }]);
  await store.stop();
});

test('two instances with two secrets keep one view and one digest of a name', async () => {
  await using place = await serverPlace();
  const after = await openedWith(place, SECRETS[1], SECRETS[0]);
  const before = await openedWith(place, SECRETS[0], null);
  await before.store.views.save({ ...VIEW, query: 'decision:ready' });
  const digest = await before.store.digests.add({ ...CHOICE, name: 'Matin' }, 'U1', null);

  const instead = await after.store.views.find('C1', VIEW.name);
  await after.store.views.save({ ...VIEW, query: 'decision:accepted', instead });
  expect(await after.store.views.list('C1')).toMatchObject([{ query: 'decision:accepted' }]);
  expect(await after.store.digests.list({ channelId: 'C1' })).toEqual([digest]);
  expect(await after.store.digests.add({ ...CHOICE, name: 'MATIN' }, 'U1', null)).toBeNull();
  await Promise.all([before.store.stop(), after.store.stop()]);
});

async function openedWith(place: Place, secret: string, previous: string | null) {
  let unreadable = 0;
  const store = await openStore({
    ...place,
    cipher: createTextCipher(secret, previous),
    onUnreadable(texts) {
      unreadable = texts;
    },
    onError: (error) => {
      throw error;
    },
  });
  return { store, unreadable: () => unreadable };
}
