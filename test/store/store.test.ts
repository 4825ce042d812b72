import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { AccessEntry } from '../../src/store/access-log.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { storeAt } from '../support/open-store.ts';
import { folderPlace, type Place, serverPlace } from '../support/places.ts';

/** A channel or a person that no other test has heard of. */
let ids = 0;
const fresh = (initial: string) => `${initial}${(ids += 1)}`;

describe.each([
  ['the embedded database', folderPlace],
  ['PostgreSQL', serverPlace],
])('over %s', (_engine, placeFor) => {
  let place: Place;
  let store: Store;

  const open = () => storeAt(place);

  beforeAll(async () => {
    place = await placeFor();
    store = await open();
  });

  afterAll(async () => {
    await store.stop();
    await place[Symbol.asyncDispose]();
  });

  test('a channel that chose nothing has no settings', async () => {
    expect(await store.settings.of(fresh('C'))).toBeNull();
  });

  test('a change of one setting leaves the others as they were', async () => {
    const channel = fresh('C');

    expect(await store.settings.save(channel, { language: 'fr' }, 'U1')).toEqual({
      language: 'fr',
      privacy: 'initials',
      pageSize: 5,
      retentionDays: null,
      retentionManner: 'delete',
      redactClosed: false,
    });
    await store.settings.save(channel, { privacy: 'full', retentionDays: 30 }, 'U2');
    await store.settings.save(channel, { pageSize: 20, retentionManner: 'redact' }, 'U1');
    await store.settings.save(channel, { redactClosed: true }, 'U1');
    await store.settings.save(channel, {}, 'U1');
    const settings = {
      language: 'fr',
      privacy: 'full',
      pageSize: 20,
      retentionDays: 30,
      retentionManner: 'redact',
      redactClosed: true,
    };
    expect(await store.settings.of(channel)).toEqual(settings);

    const back = { language: null, retentionDays: null };
    expect(await store.settings.save(channel, back, 'U1')).toEqual({ ...settings, ...back });
  });

  test('changes of one channel by two people at once are both kept', async () => {
    const channel = fresh('C');
    await Promise.all([
      store.settings.save(channel, { language: 'en' }, 'U1'),
      store.settings.save(channel, { pageSize: 15 }, 'U2'),
    ]);
    expect(await store.settings.of(channel)).toMatchObject({ language: 'en', pageSize: 15 });
  });

  test('a saved view is found whatever the capitals, and in its channel only', async () => {
    const [here, there] = [fresh('C'), fresh('C')];
    const query = "property:'); drop table saved_views; --";
    const saved = await store.views.save({ channelId: here, name: 'Été à Lyon', query, by: 'U1' });

    expect(saved).toEqual({
      channelId: here,
      name: 'Été à Lyon',
      query,
      savedBy: 'U1',
      savedAt: expect.any(Number),
    });
    expect(Math.abs(Number(saved?.savedAt) - Date.now())).toBeLessThan(DAY_MS);
    expect(await store.views.find(here, 'ÉTÉ À LYON')).toEqual(saved);
    expect(await store.views.find(there, 'Été à Lyon')).toBeNull();
    expect(await store.views.remove(there, 'Été à Lyon')).toBe(false);
    expect(await store.views.list(here)).toEqual([saved]);
  });

  test('saving again replaces the view, its spelling and its author', async () => {
    const channelId = fresh('C');
    const first = await store.views.save({ channelId, name: 'Été', query: 'age:>1d', by: 'U1' });
    const again = { channelId, name: 'ÉTÉ', query: 'age:>2d', by: 'U2' };
    const second = await store.views.save({ ...again, instead: first });

    expect(second).toMatchObject({ name: 'ÉTÉ', query: 'age:>2d', savedBy: 'U2' });
    expect(second?.savedAt).toBeGreaterThanOrEqual(Number(first?.savedAt));
    expect(await store.views.list(channelId)).toEqual([second]);
  });

  test('a view takes the place of the one that was seen, and of no other', async () => {
    const channelId = fresh('C');
    const seen = { channelId, name: 'One', query: 'age:>1d', by: 'U1' };
    const one = await store.views.save(seen);
    const two = await store.views.save({ ...seen, name: 'Two' });
    expect(await store.views.save({ ...seen, query: 'age:>3d' })).toBeNull();
    expect(await store.views.save({ ...seen, name: 'TWO', instead: one })).toBeNull();
    expect(await store.views.list(channelId)).toEqual([one, two]);

    const three = await store.views.save({ ...seen, name: 'Three', instead: one });
    expect(await store.views.save({ ...seen, name: 'Four', instead: one })).toBeNull();
    const changed = await store.views.save({ ...seen, name: 'two', query: '', instead: two });
    expect(await store.views.save({ ...seen, name: 'Five', instead: two })).toBeNull();
    expect(await store.views.list(channelId)).toEqual([three, changed]);
    expect(await store.views.remove(channelId, 'two', two)).toBe(false);
    expect(await store.views.remove(channelId, 'two', changed)).toBe(true);
    expect(await store.views.list(channelId)).toEqual([three]);
  });

  test('of several at once that take one name or one place, one does', async () => {
    const channelId = fresh('C');
    const wanted = { channelId, name: 'Wanted', by: 'U1' };
    const names = ['a', 'b', 'c', 'd'];
    const views = await Promise.all(
      names.map(async (name) => store.views.save({ ...wanted, name, query: name })),
    );
    const taken = await Promise.all([
      ...views.map(async (instead) => store.views.save({ ...wanted, query: 'x', instead })),
      store.views.save({ ...wanted, query: 'new' }),
    ]);
    const won = taken.filter((view) => view !== null);
    expect(won).toHaveLength(1);
    const left = views.filter((_, index) => taken[index] === null);
    expect(await store.views.list(channelId)).toEqual([...left, ...won]);

    const moved = await Promise.all(
      names.map(async (name) =>
        store.views.save({ ...wanted, name: `to ${name}`, query: 'y', instead: won[0] ?? null }),
      ),
    );
    expect(moved.filter((view) => view !== null)).toHaveLength(1);
    expect(await store.views.list(channelId)).toHaveLength(left.length + 1);
  });

  test('any name is found in capitals and in small letters', async () => {
    const channelId = fresh('C');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 12 }), async (name) => {
        const instead = await store.views.find(channelId, name);
        const view = await store.views.save({ channelId, name, query: '', by: 'U1', instead });
        expect(await store.views.find(channelId, name.toUpperCase())).toEqual(view);
        expect(await store.views.find(channelId, name.toLowerCase())).toEqual(view);
      }),
    );
  });

  test('what no text of PostgreSQL can hold does not stop a view', async () => {
    const channelId = fresh('C');
    await store.views.save({ channelId, name: 'a\0b\ud800', query: '\0', by: 'U1' });
    const [view] = await store.views.list(channelId);
    expect(view).toMatchObject({ name: 'ab\ufffd', query: '' });
    expect(await store.views.find(channelId, 'A\0B\udfff')).toEqual(view);
  });

  test('saved views are what a map would hold', async () => {
    const name = fc.constantFrom(...SPELLINGS.keys());
    const step = fc.oneof(
      fc.record({ name, query: fc.string({ unit: 'grapheme' }) }),
      fc.record({ name, query: fc.constant(null) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const channelId = fresh('C');
        const model = new Map<string, { readonly name: string; readonly query: string }>();
        const removed: boolean[] = [];
        const wereThere: boolean[] = [];

        for (const { name: spelt, query } of steps) {
          const key = SPELLINGS.get(spelt) ?? '';
          if (query === null) {
            removed.push(await store.views.remove(channelId, spelt));
            wereThere.push(model.delete(key));
          } else {
            const instead = await store.views.find(channelId, spelt);
            await store.views.save({ channelId, name: spelt, query, by: 'U1', instead });
            model.set(key, { name: spelt, query });
          }
        }

        expect(removed).toEqual(wereThere);
        for (const [spelt, key] of SPELLINGS) {
          const found = await store.views.find(channelId, spelt);
          expect(found && { name: found.name, query: found.query }).toEqual(model.get(key) ?? null);
        }
        expect(await store.views.list(channelId)).toHaveLength(model.size);
      }),
      { numRuns: 30 },
    );
  });

  test('views are listed by name', async () => {
    const channelId = fresh('C');
    for (const name of ['beta', 'Alpha', 'gamma', 'ALPHA 2']) {
      await store.views.save({ channelId, name, query: '', by: 'U1' });
    }
    const listed = await store.views.list(channelId);
    expect(listed.map(({ name }) => name)).toEqual(['Alpha', 'ALPHA 2', 'beta', 'gamma']);
  });

  test('the access log gives the newest first, in pages that do not overlap', async () => {
    const userId = fresh('U');
    const kinds = ['one', 'two', 'three', 'four', 'five'];
    for (const kind of kinds) {
      await store.accessLog.record({ ...nothing, userId, kind });
    }
    const pages: AccessEntry[][] = [];
    let before: number | undefined;
    do {
      const at = before === undefined ? {} : { before };
      const page = await store.accessLog.list({ limit: 2, userId, ...at });
      pages.push(page);
      before = page.at(-1)?.id;
    } while (before !== undefined);

    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0]);
    const entries = pages.flat();
    expect(entries.map(({ kind }) => kind)).toEqual(kinds.toReversed());
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  test('the access log tells who opened a file, whichever way it was asked for', async () => {
    const [userId, fileId, channelId] = [fresh('U'), fresh('file-'), fresh('C')];
    await store.accessLog.record({ userId, kind: 'show', fileId, channelId, surface: 'command' });
    await store.accessLog.record({ ...nothing, userId, kind: 'export' });
    await store.accessLog.record({ ...nothing, userId: fresh('U'), kind: 'reveal', fileId });

    const ofFile = await store.accessLog.list({ limit: 10, fileId });
    expect(ofFile.map(({ kind }) => kind)).toEqual(['reveal', 'show']);
    // What was typed may hold what no id has, and no database.
    expect(await store.accessLog.list({ limit: 10, fileId: 'a\0b\ud800' })).toEqual([]);
    const [both, ...others] = await store.accessLog.list({ limit: 10, fileId, userId });
    expect(others).toEqual([]);
    expect(both).toEqual({
      id: expect.any(Number),
      at: expect.any(Number),
      userId,
      kind: 'show',
      fileId,
      channelId,
      surface: 'command',
    });
  });

  test('what was saved is there after a restart, and a closed store says that it is', async () => {
    const channel = fresh('C');
    await store.settings.save(channel, { pageSize: 12 }, 'U1');
    expect(store.isReady()).toBe(true);
    await Promise.all([store.stop(), store.stop()]);

    expect(store.isReady()).toBe(false);
    await expect(store.settings.of(channel)).rejects.toThrow(
      new StoreError('failed', 'The store is closed.'),
    );
    store = await open();
    expect(await store.settings.of(channel)).toMatchObject({ pageSize: 12 });
  });
});

const nothing = { fileId: null, channelId: null, surface: 'home' };

const DAY_MS = 86_400_000;

/** Spellings, and the name that each of them means. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['morning', 'morning'],
  ['Morning', 'morning'],
  ['MORNING', 'morning'],
  ['morning ', 'another'],
  ['été', 'été'],
  ['E\u0301TE\u0301', 'été'],
  ['ete', 'plain'],
  ['Straße', 'straße'],
  ['STRASSE', 'straße'],
  ['', 'nothing'],
]);
