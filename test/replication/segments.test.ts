import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createTableBuilder, type Table, tableOf } from '../../src/portfolio/search/table.ts';
import type { WordColumn } from '../../src/portfolio/search/word-index.ts';
import {
  type CipherContext,
  createSnapshotCipher,
  FORMAT,
  manifestOf,
} from '../../src/replication/publication.ts';
import {
  createSegmentReader,
  createSegmentWriter,
  type PlacedEntry,
  SegmentError,
  type SegmentReader,
} from '../../src/replication/segments.ts';
import { entries } from '../portfolio/query/random-entries.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';

const placed: fc.Arbitrary<PlacedEntry[]> = fc
  .uniqueArray(entries(100), { selector: ({ id }) => id, maxLength: 12 })
  .map((all) =>
    all.map((entry, index) => ({
      entry,
      row: index,
      page: new URL(`https://api.example.com/v1/rental-files?offset=${index % 3}`),
    })),
  );

type Listed = ReturnType<SegmentReader['listed']>;

function placedIn({ entries: all, seenOn }: Listed): PlacedEntry[] {
  return all.flatMap((entry, row) => {
    const page = seenOn[row];
    return page === undefined ? [] : [{ entry, row, page }];
  });
}

function tableWith(all: readonly PlacedEntry[]): Table {
  return tableOf(all.map(({ entry }) => entry));
}

/** What was listed, without the rows, which another instance has of its own. */
function listedIn(all: readonly PlacedEntry[]) {
  return all.map(({ entry, page }) => ({ entry, page })).toSorted(byId);
}

/** The words of each file by its id, spelled out. */
function wordsIn(table: Table) {
  const spelled = ({ packed, changed }: WordColumn, place = 0) =>
    Array.from(changed.get(place) ?? packed.at(place), (number) => table.lexicon.words[number]);
  return new Map(
    table.entries.map(({ id }, row) => [
      id,
      [
        spelled(table.names, row),
        spelled(table.guarantors, row),
        spelled(table.property.words, table.property.at[row]),
      ],
    ]),
  );
}

function byId(one: Pick<PlacedEntry, 'entry'>, other: Pick<PlacedEntry, 'entry'>): number {
  return one.entry.id < other.entry.id ? -1 : 1;
}

async function jsonOf(...written: readonly (readonly PlacedEntry[])[]) {
  const writer = createSegmentWriter();
  const all: string[] = [];
  for (const each of written) {
    for await (const json of writer.write(tableWith(each), each)) all.push(json);
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
        for await (const json of writer.write(tableWith(version), version, gone)) reader.read(json);
        snapshots.push(reader.listed());
        before = version;
      }
      // All words come with the first list.
      expect(snapshots[0]?.words.names).toHaveLength(versions[0]?.length ?? 0);
      for (const [index, listed] of snapshots.entries()) {
        expect(listedIn(placedIn(listed))).toEqual(listedIn(versions[index] ?? []));
        const builder = createTableBuilder(undefined, listed.words);
        for (const [row, entry] of listed.entries.entries()) builder.put(row, entry);
        expect(wordsIn(builder.finish())).toEqual(wordsIn(tableOf(listed.entries)));
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
  const [last] = (first ?? []).slice(-1);
  if (last === undefined) throw new Error('no entry');
  const each = { ...last, row: 0 };
  const twin = { ...each, entry: { ...each.entry, id: `${each.entry.id} again` } };
  const reader = createSegmentReader();
  for (const json of await jsonOf([each], [twin])) reader.read(json);
  const [one, other] = placedIn(reader.listed());
  expect(one?.entry.property).toBe(other?.entry.property);
  expect(one?.entry.facts).toBe(other?.entry.facts);
  expect(one?.page).toBe(other?.page);
});

test('more words than two bytes can number come back', async () => {
  const [first = []] = fc.sample(
    placed.filter(({ length }) => length > 0),
    { numRuns: 1, seed: 5 },
  );
  const [{ entry, page } = expect.fail('no entry')] = first;
  const many = Array.from({ length: 18 }, (_, row) => {
    const guarantors = Array.from({ length: 4_000 }, (__, word) => `w${row}x${word}`).join(' ');
    return { entry: { ...entry, id: `file ${row}`, guarantors }, row, page };
  });
  const reader = createSegmentReader();
  for (const json of await jsonOf(many)) reader.read(json);
  const listed = reader.listed();
  const builder = createTableBuilder(undefined, listed.words);
  for (const [row, each] of listed.entries.entries()) builder.put(row, each);
  const table = builder.finish();
  expect(table.lexicon.words.length).toBeGreaterThan(0x1_0000);
  expect(wordsIn(table)).toEqual(wordsIn(tableWith(many)));
});

test('a segment without the one before it, and what is none, are refused', async () => {
  const [first = []] = fc.sample(
    placed.filter(({ length }) => length > 0),
    { numRuns: 1, seed: 7 },
  );
  const twins = first.map((each) => ({
    ...each,
    entry: { ...each.entry, id: `${each.entry.id}2` },
  }));
  const [whole = '', second = ''] = await jsonOf(first, twins);
  const words = { ...JSON.parse(whole), words: [] };
  const numbers = { ...JSON.parse(whole), numbers: 'AAAA' };
  const wrong = [words, numbers].map((each) => JSON.stringify(each));
  for (const json of [...wrong, second, '', '{', '[]', 'null', '{"entries":[]}']) {
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

test('JSON comes back with the same values, whatever letters its texts have', () => {
  const cipher = createSnapshotCipher(CONTEXT);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      const json = JSON.stringify(texts);
      const decrypted = cipher.decrypt(cipher.encrypt(json, 'segment 1'), 'segment 1');
      expect(JSON.parse(decrypted ?? '')).toEqual(texts);
    }),
  );
  // Of one kind each: one byte, two bytes of UTF-16, and four.
  const json = JSON.stringify(['Lefèvre', 'Dvořák', '🏙']);
  expect(JSON.parse(cipher.decrypt(cipher.encrypt(json, 'it'), 'it') ?? '')).toEqual([
    'Lefèvre',
    'Dvořák',
    '🏙',
  ]);
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

/** The names in what is written, and how many columns a property has, whatever the values are. */
function formOf(json: string): Record<string, unknown> {
  const { properties, facts, entries: columns, people, ...others } = JSON.parse(json);
  return {
    segment: Object.keys({ properties, facts, entries: columns, people, ...others }).toSorted(),
    property: properties[0].length,
    facts: Object.keys(facts[0][1]).toSorted(),
    entries: Object.keys(columns).toSorted(),
    people: Object.keys(people).toSorted(),
  };
}

// Of another form, an instance of an earlier build would take fields for absent: raise `FORMAT` with it.
test('what is published has the form that belongs to the number of its format', async () => {
  const snapshot = readingOfFiles({ id: 'a', applicants: [{ first_name: 'Anne' }] });
  const { table } = snapshot;
  const page = new URL('https://api.example.com/v1/rental-files');
  const all = table.entries.map((entry, row) => ({ entry, row, page }));
  const [json = ''] = await jsonOf(all);
  const writer = createSegmentWriter();
  const base = { segments: 1, entries: 1, startedAt: 0 };
  const publication = { lineage: '', writer, segments: [], base, changed: 0, snapshot };
  const manifest = Object.keys(manifestOf(publication, [1, 1])).toSorted();
  expect({ format: FORMAT, manifest, ...formOf(json) }).toMatchInlineSnapshot(`
    {
      "entries": [
        "archivedMs",
        "completion",
        "createdMs",
        "decision",
        "facts",
        "guarantors",
        "id",
        "managers",
        "organisations",
        "page",
        "people",
        "profiles",
        "property",
        "records",
        "score",
        "situation",
        "status",
        "tags",
        "tenants",
        "updatedMs",
        "validatedMs",
      ],
      "facts": [
        "areApplicantsUnreadable",
        "areGuarantorsUnread",
        "areOrganisationsUnread",
        "guarantors",
        "hasApplicantMeta",
        "hasApplicants",
        "hasBirthDates",
        "hasDocument",
        "hasEmails",
        "hasForms",
        "hasFullApplicant",
        "hasGuarantors",
        "hasMeta",
        "hasOrganisationMeta",
        "hasPhones",
        "hasPreApplicant",
        "hasProfiles",
        "isCompletionUnreadable",
        "isInsured",
        "isPreApplication",
        "isPreApplicationValidated",
        "isScoreUnreadable",
        "mayEngage",
        "organisations",
        "unreadable",
        "unreadableOfPeople",
      ],
      "format": 18,
      "manifest": [
        "completionScale",
        "databaseAheadMs",
        "endedAt",
        "files",
        "id",
        "inconsistency",
        "isWhole",
        "lineage",
        "oddities",
        "segments",
        "sequence",
        "servedAt",
        "skipped",
        "startedAt",
        "unknown",
      ],
      "people": [
        "completion",
        "firstName",
        "isGuarantor",
        "lastName",
        "score",
        "status",
      ],
      "property": 36,
      "segment": [
        "entries",
        "facts",
        "gone",
        "labels",
        "numbers",
        "pages",
        "people",
        "properties",
        "texts",
        "width",
        "words",
      ],
    }
  `);
});
