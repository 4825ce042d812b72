import * as fc from 'fast-check';
import { vi } from 'vitest';

/**
 * How long hostile input is tried: a number of runs that is always the same, or with
 * `FUZZ_SECONDS` so many seconds for each property, and with `FUZZ_SEED` from another beginning:
 * `npm run drill -- --trial hostile` sets both.
 * A failure names its seed.
 */
const seconds = numberIn('FUZZ_SECONDS');
const seed = numberIn('FUZZ_SEED');

/** Ends a property that no time limit ends. */
const RUNS_MAX = 1_000_000_000;

if (seconds !== null) vi.setConfig({ testTimeout: (seconds + 120) * 1_000 });

/** The parameters of a property that is tried `runs` times when nobody asks for more. */
export function fuzzing(runs: number) {
  return {
    ...(seed === null ? {} : { seed }),
    ...(seconds === null
      ? { numRuns: runs }
      : { numRuns: RUNS_MAX, interruptAfterTimeLimit: seconds * 1_000 }),
  };
}

/**
 * Draws values to be tried side by side, where waiting for each in turn would take too long: one
 * batch of `size`, or batches until the time is over.
 */
export function* batches<Value>(drawn: fc.Arbitrary<Value>, size: number): Generator<Value[]> {
  const end = performance.now() + (seconds ?? 0) * 1_000;
  let batch = seed ?? fc.readConfigureGlobal().seed ?? 0;
  do {
    yield fc.sample(drawn, { numRuns: size, seed: batch });
    batch += 1;
  } while (performance.now() < end);
}

function numberIn(name: string): number | null {
  const { [name]: text } = process.env;
  if (text === undefined || text === '') return null;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${name} must be a whole number above 0`);
}
