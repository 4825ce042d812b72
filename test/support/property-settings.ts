import { registerHooks } from 'node:module';
import process from 'node:process';

/** What property tests draw: the same values on every run, so that a run can be repeated. */
export const SEED = positive('PROPERTY_SEED', 20_261_121);

/**
 * How many times as many values they draw as they name. What most runs of all tests draw is less:
 * the whole is for `PROPERTY_RUNS=1` and more.
 */
export const RUNS_FACTOR = process.env['PROPERTY_RUNS'] ? positive('PROPERTY_RUNS', 1) : 0.4;

const FAST_CHECK = new URL('fast-check.ts', import.meta.url).href;

// Each test that imports fast-check gets the one beside this file. A mock of Vitest’s in a setup
// file holds only where Vite loads the modules, and test files that draw nothing need not load it.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'fast-check' && context.parentURL !== FAST_CHECK
      ? next(FAST_CHECK, context)
      : next(specifier, context),
});

function positive(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new Error(`${name} must be a whole number above 0`);
  }
  return value;
}
