import * as fc from 'fast-check';

import { generateFiles } from '../../../src/playground/rental-service/data/files.ts';
import type { WireFile } from '../../../src/playground/rental-service/files-api/schema.ts';
import { NOW_MS } from './operator.ts';

/** As many as the playground has. */
export const COUNT = 420;

/** The portfolio of the playground. */
export const FILES = generateFiles({ count: COUNT, seed: 1, nowMs: NOW_MS });

export function isOdd(file: WireFile): boolean {
  return 'oddity' in file.meta;
}

/** Holds a rule against portfolios of many seeds: all of their files, and those not odd. */
export function inEveryPortfolio(
  check: (files: readonly WireFile[], ordinary: readonly WireFile[]) => void,
): void {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const files = generateFiles({ count: COUNT, seed, nowMs: NOW_MS });
      check(
        files,
        files.filter((file) => !isOdd(file)),
      );
    }),
    { numRuns: 8, examples: [[1]] },
  );
}

/** Epoch milliseconds; a date-time without an offset is UTC. */
export function epochMs(dateTime: string): number {
  return Date.parse(/Z|\+/.test(dateTime) ? dateTime : `${dateTime}Z`);
}
