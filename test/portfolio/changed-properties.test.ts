import { expect, test } from 'vitest';

import { createPool } from '../../src/portfolio/entry.ts';
import { referenceMeant } from '../../src/portfolio/lookup.ts';
import { namesApart } from '../../src/portfolio/properties.ts';
import { readAll, readChanges } from '../../src/portfolio/refresh.ts';
import { areNames, isInProperties } from '../../src/portfolio/search/table.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';

const options = { now: () => 0, completionMax: null, onProgress: () => {} };

async function* pages(files: readonly RentalFile[]) {
  yield* pagesOf(files);
}

/** What the service lists at each poll, by kind of reading. */
const READINGS = {
  async whole(polls: readonly (readonly RentalFile[])[], onSnapshot: (one: Snapshot) => void) {
    let [snapshot, pool]: [Snapshot | null, ReturnType<typeof createPool>] = [null, createPool()];
    for (const files of polls) {
      pool = createPool(pool);
      snapshot = await readAll(pages(files), snapshot, pool, options);
      onSnapshot(snapshot);
    }
  },
  async changes(polls: readonly (readonly RentalFile[])[], onSnapshot: (one: Snapshot) => void) {
    const pool = createPool();
    let snapshot = await readAll(pages(polls[0] ?? []), null, pool, options);
    onSnapshot(snapshot);
    for (const files of polls.slice(1)) {
      snapshot = await readChanges(pages(files), snapshot, pool, options);
      onSnapshot(snapshot);
    }
  },
};

/** Of one applicant. */
function fileOf(product: object, firstName: string): RentalFile {
  const applicants = [{ first_name: firstName, last_name: 'Roy' }];
  return rentalFile({ id: 'f1', product, applicants });
}

const FILES = 30;

/** Half of the properties are asked for once more at each poll. */
function requestsOf(number: number, poll: number): number {
  return poll - ((poll + number) % 2);
}

test.each(['whole', 'changes'] as const)(
  'properties that change at each poll do not pile up: %s',
  async (kind) => {
    const polls = Array.from({ length: 150 }, (_, poll) =>
      Array.from({ length: FILES }, (_unused, number) =>
        rentalFile({
          id: `f${number}`,
          product: { _id: `p${number}`, incoming_requests: requestsOf(number, poll) },
        }),
      ),
    );
    const kept: number[] = [];
    await READINGS[kind](polls, ({ table: { entries, property } }) => {
      const poll = kept.push(property.distinct.length) - 1;
      const requests = Array.from(property.at, (place) => property.distinct[place]?.requests);
      expect(requests).toEqual(entries.map((_, number) => requestsOf(number, poll)));
    });
    // Some do: to lay out all rows at each poll would take longer.
    expect(Math.max(...kept)).toBeGreaterThan(500);
    expect(Math.max(...kept)).toBeLessThan(1_100);
  },
);

test.each(['whole', 'changes'] as const)(
  'what a file said before its last change is not known any more: %s',
  async (kind) => {
    const studio = { _id: 'p1', title: 'Studio Carnot', reference: 'MO 12' };
    const loft = { _id: 'p1', title: 'Loft Hugo', reference: 'MO-12' };
    const byId = rentalFile({ id: 'f2', product_id: 'p1' });
    const other = rentalFile({ id: 'f3', product: { ...studio, _id: 'p2', title: 'Studio' } });
    const polls = [
      [fileOf(studio, 'Anne'), byId, other],
      [fileOf(loft, 'Zoé'), byId, other],
      [fileOf(studio, 'Lou'), byId, other],
    ];
    const seen: unknown[] = [];
    await READINGS[kind](polls, (snapshot) => {
      const { table } = snapshot;
      const [, second] = table.entries;
      seen.push({
        title: second && namesApart(snapshot)(second.property)?.title,
        properties: ['carnot', 'hugo'].filter((word) => isInProperties(word, table)),
        names: ['anne roy', 'zoe roy', 'lou roy'].filter((name) => areNames(name, table)),
        reference: referenceMeant('mo12', table),
      });
    });
    const first = { title: 'Studio Carnot', properties: ['carnot'], reference: 'MO 12' };
    expect(seen).toEqual([
      { ...first, names: ['anne roy'] },
      { title: 'Loft Hugo', properties: ['hugo'], names: ['zoe roy'], reference: 'MO-12' },
      { ...first, names: ['lou roy'] },
    ]);
  },
);
