import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createContentId } from '../../src/portfolio/content-id.ts';
import { type Entry, entryOf } from '../../src/portfolio/entry.ts';
import type { Person } from '../../src/portfolio/facts.ts';
import { rentalFile } from '../support/rental-files.ts';
import { entries } from './query/random-entries.ts';

function idOf(files: readonly Entry[]): string {
  const content = createContentId();
  for (const file of files) content.add(file);
  return content.id();
}

test('two files have the same id when all that is known of them is the same', () => {
  fc.assert(
    fc.property(entries(100), entries(100), (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(idOf([one]) === idOf([other])).toBe(isSame);
    }),
  );
});

test('a change of any one field is another id', () => {
  fc.assert(
    fc.property(entries(100), (file) => {
      const [person] = file.applicants;
      const changed: Entry[] = [
        { ...file, id: `${file.id}x` },
        { ...file, status: `${file.status}x` },
        { ...file, decision: `${file.decision}x` },
        { ...file, situation: file.situation === null ? '' : null },
        {
          ...file,
          property: { ...file.property, title: file.property.title === null ? '' : null },
        },
        { ...file, property: { ...file.property, rent: (file.property.rent ?? 0) + 1 } },
        { ...file, applicants: [...file.applicants, ...(person ? [person] : [])] },
        ...changesOf(person).map((other) => ({
          ...file,
          applicants: [other, ...file.applicants.slice(1)],
        })),
        { ...file, managers: { names: [...file.managers.names, ''] } },
        { ...file, tags: { names: [...file.tags.names, ''] } },
        { ...file, score: (file.score ?? 0) + 0.01 },
        { ...file, completion: (file.completion ?? 0) + 0.01 },
        { ...file, createdMs: (file.createdMs ?? 0) + 1 },
        { ...file, updatedMs: (file.updatedMs ?? 0) + 1 },
        { ...file, archivedMs: file.archivedMs === null ? 0 : null },
      ].filter((other) => JSON.stringify(other) !== JSON.stringify(file));
      const ids = [file, ...changed].map((other) => idOf([other]));
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('what is added and removed in any order from an id leaves the id of the rest', () => {
  const some = fc.array(entries(1), { maxLength: 8 });
  fc.assert(
    fc.property(some, some, (kept, gone) => {
      const content = createContentId(idOf([...gone, ...kept].toReversed()));
      for (const file of gone) content.remove(file);
      expect(content.id()).toBe(idOf(kept));
    }),
  );
});

function halvesOf(id: string) {
  const whole = idOf([entryOf(rentalFile({ id }))]);
  return [whole.slice(0, whole.length / 2), whole.slice(whole.length / 2)] as const;
}

test('each half of an id tells files apart by itself, so that both together hardly ever fail', () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => halvesOf(`file-${index}`));
  // Of two thousand numbers of 32 bits, two are the same once in two thousand times.
  expect(new Set(ids.map(([first]) => first)).size).toBe(ids.length);
  expect(new Set(ids.map(([, second]) => second)).size).toBe(ids.length);
});

/** A person with another value of each field. */
function changesOf(person: Person | undefined): readonly Person[] {
  if (person === undefined) return [];
  const all: Readonly<Record<keyof Person, Person>> = {
    firstName: { ...person, firstName: person.firstName === null ? '' : null },
    lastName: { ...person, lastName: person.lastName === null ? '' : null },
    status: { ...person, status: `${person.status}x` },
    isGuarantor: { ...person, isGuarantor: person.isGuarantor === null ? false : null },
    score: { ...person, score: (person.score ?? 0) + 0.01 },
    completion: { ...person, completion: (person.completion ?? 0) + 0.01 },
  };
  return Object.values(all);
}
