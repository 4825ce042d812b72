import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createRandom } from '../../src/playground/rental-service/data/random.ts';
import { type Fault, faultsOf } from './faults.ts';
import { ROOMS, sourcesOf } from './rooms.ts';

/** A fault that was drawn, and its place. */
export interface Mutant extends Fault {
  /** Stays the same whatever number is asked for. */
  readonly id: number;
  readonly room: string;
  readonly file: string;
}

/** After so many draws a small room has no further line. */
const DRAWS_MAX = 2_000;

/**
 * Draws about `count` faults from the sources below a folder, as many from each room: first the
 * kind, then the place, so that rare kinds come up as often as common ones. They come in turns, so
 * that the first of them are a sample of all rooms as well.
 */
export function drawMutants(root: string, seed: number, count: number): Mutant[] {
  const rooms = Object.keys(ROOMS);
  const each = Math.ceil(count / rooms.length);
  const drawn = rooms.map((room, index) => drawRoom(root, room, seed * rooms.length + index, each));
  return Array.from({ length: each }, (_, turn) =>
    drawn.flatMap((mutants, index) => {
      const mutant = mutants[turn];
      return mutant ? [{ ...mutant, id: turn * rooms.length + index + 1 }] : [];
    }),
  ).flat();
}

function drawRoom(root: string, room: string, seed: number, count: number): Omit<Mutant, 'id'>[] {
  const places = sourcesOf(room, root).flatMap((file) =>
    faultsOf(readFileSync(join(root, file), 'utf8')).map((fault) => ({ ...fault, room, file })),
  );
  const byKind = [...Map.groupBy(places, ({ kind }) => kind)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const random = createRandom(seed);
  const drawn = new Map<string, Omit<Mutant, 'id'>>();
  for (let draws = 0; drawn.size < count && draws < DRAWS_MAX; draws += 1) {
    const [, alike = []] = byKind[random.between(0, byKind.length - 1)] ?? [];
    const mutant = alike[random.between(0, alike.length - 1)];
    // Two on one line would measure the same tests.
    const place = `${mutant?.file}:${mutant?.line}`;
    if (mutant && !drawn.has(place)) drawn.set(place, mutant);
  }
  return [...drawn.values()];
}
