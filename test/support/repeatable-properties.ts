import { vi } from 'vitest';

/**
 * Property tests draw the same values on every run, so that a run can be repeated. `PROPERTY_SEED`
 * draws others, and `PROPERTY_RUNS` draws that many times more of them.
 */
const seed = positive('PROPERTY_SEED', 20_261_121);
const factor = positive('PROPERTY_RUNS', 1);

const RUNS_USUAL = 100;
const TIMEOUT_MS = 180_000;

// The seed is set where fast-check is loaded: test files that draw nothing do not pay for it.
vi.mock(import('fast-check'), async (load) => {
  const fc = await load();
  fc.configureGlobal({ seed });
  const assert = new Proxy(fc.assert, {
    apply: (target, self, [property, parameters = {}]: [unknown, { numRuns?: number }?]) =>
      Reflect.apply(target, self, [
        property,
        { ...parameters, numRuns: (parameters.numRuns ?? RUNS_USUAL) * factor },
      ]),
  });
  return { ...fc, assert };
});

if (factor > 1) vi.setConfig({ testTimeout: TIMEOUT_MS * factor });

function positive(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new Error(`${name} must be a whole number above 0`);
  }
  return value;
}
