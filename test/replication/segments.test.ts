import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type CipherContext, createSnapshotCipher } from '../../src/replication/publication.ts';
import {
  createSegmentReader,
  createSegmentWriter,
  type PlacedEntry,
  SegmentError,
  type SegmentReader,
} from '../../src/replication/segments.ts';
import { entries } from '../portfolio/query/random-entries.ts';

const placed: fc.Arbitrary<PlacedEntry[]> = fc
  .uniqueArray(entries(100), { selector: ({ id }) => id, maxLength: 12 })
  .map((all) =>
    all.map((entry, index) => ({
      entry,
      page: new URL(`https://api.example.com/v1/rental-files?offset=${index % 3}`),
    })),
  );

type Listed = ReturnType<SegmentReader['listed']>;

function placedIn({ entries: all, seenOn }: Listed): PlacedEntry[] {
  return all.flatMap((entry, row) => {
    const page = seenOn[row];
    return page === undefined ? [] : [{ entry, page }];
  });
}

function byId(one: PlacedEntry, other: PlacedEntry): number {
  return one.entry.id < other.entry.id ? -1 : 1;
}

async function jsonOf(...written: Parameters<ReturnType<typeof createSegmentWriter>['write']>[]) {
  const writer = createSegmentWriter();
  const all: string[] = [];
  for (const each of written) {
    for await (const json of writer.write(...each)) all.push(json);
  }
  return all;
}

test('entries come back as they were written, and again after each change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(placed, { minLength: 1, maxLength: 4 }), async (versions) => {
      const writer = createSegmentWriter();
      const reader = createSegmentReader();
      let before: readonly PlacedEntry[] = [];
      const snapshots: Listed[] = [];
      for (const version of versions) {
        const ids = new Set(version.map(({ entry }) => entry.id));
        const gone = before.map(({ entry }) => entry.id).filter((id) => !ids.has(id));
        for await (const json of writer.write(version, gone)) reader.read(json);
        snapshots.push(reader.listed());
        before = version;
      }
      for (const [index, listed] of snapshots.entries()) {
        expect(placedIn(listed).toSorted(byId)).toEqual(versions[index]?.toSorted(byId));
        expect([...listed.rows].toSorted(([, row], [, other]) => row - other)).toEqual(
          listed.entries.map(({ id }, row) => [id, row]),
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('values that many files share are one object, as in the instance that read them', async () => {
  const [first] = fc.sample(placed, { numRuns: 1, seed: 5 });
  const [each] = (first ?? []).slice(-1);
  if (each === undefined) throw new Error('no entry');
  const twin = { ...each, entry: { ...each.entry, id: `${each.entry.id} again` } };
  const reader = createSegmentReader();
  for (const json of await jsonOf([[each]], [[twin]])) reader.read(json);
  const [one, other] = placedIn(reader.listed());
  expect(one?.entry.property).toBe(other?.entry.property);
  expect(one?.entry.facts).toBe(other?.entry.facts);
  expect(one?.page).toBe(other?.page);
});

test('a segment without the one before it, and what is none, are refused', async () => {
  const [first = []] = fc.sample(
    placed.filter(({ length }) => length > 0),
    { numRuns: 1, seed: 7 },
  );
  const twins = first.map(({ entry, page }) => ({ entry: { ...entry, id: `${entry.id}2` }, page }));
  const [, second = ''] = await jsonOf([first], [twins]);
  for (const json of [second, '', '{', '[]', 'null', '{"entries":[]}']) {
    expect(() => createSegmentReader().read(json)).toThrow(SegmentError);
  }
});

const CONTEXT: CipherContext = {
  secret: 'one secret',
  previousSecret: null,
  version: '1.2.3',
  settings: ['https://api.example.com/v1/rental-files', 'null'],
};

test('what is encrypted is decrypted for the same name, version, settings and secret alone', () => {
  const cipher = createSnapshotCipher(CONTEXT);
  const encrypted = cipher.encrypt('Anne Lefèvre', 'segment 1');
  expect(Buffer.from(encrypted).includes('Anne')).toBe(false);
  expect(cipher.decrypt(encrypted, 'segment 1')).toBe('Anne Lefèvre');
  expect(cipher.decrypt(encrypted, 'segment 2')).toBeNull();
  const others: readonly Partial<CipherContext>[] = [
    { version: '1.2.4' },
    { settings: ['https://api.example.com/v2/rental-files', 'null'] },
    { secret: 'another secret' },
  ];
  for (const other of others) {
    expect(
      createSnapshotCipher({ ...CONTEXT, ...other }).decrypt(encrypted, 'segment 1'),
    ).toBeNull();
  }
  const rotated = createSnapshotCipher({
    ...CONTEXT,
    secret: 'a newer secret',
    previousSecret: CONTEXT.secret,
  });
  expect(rotated.decrypt(encrypted, 'segment 1')).toBe('Anne Lefèvre');
});

test('nothing is decrypted that was cut or changed in a single bit', () => {
  const cipher = createSnapshotCipher(CONTEXT);
  const encrypted = cipher.encrypt('{"entries":[]}', 'segment 1');
  for (let length = 0; length < encrypted.length; length += 1) {
    expect(cipher.decrypt(encrypted.slice(0, length), 'segment 1')).toBeNull();
  }
  fc.assert(
    fc.property(
      fc.nat({ max: encrypted.length - 1 }),
      fc.integer({ min: 0, max: 7 }),
      (at, bit) => {
        const forged = Uint8Array.from(encrypted);
        forged[at] = (forged[at] ?? 0) ^ (1 << bit);
        expect(cipher.decrypt(forged, 'segment 1')).toBeNull();
      },
    ),
  );
});
