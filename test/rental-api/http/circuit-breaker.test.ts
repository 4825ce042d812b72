import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';

import { RentalError, type RentalFailure } from '../../../src/rental-api/errors.ts';
import {
  type CircuitBreaker,
  createCircuitBreaker,
} from '../../../src/rental-api/http/circuit-breaker.ts';

const START = Date.UTC(2026, 10, 21, 9);
const LIMITS = { unansweredMax: 3, openMs: 2_000, openMsMax: 60_000 };
const MINUTE_MS = 60_000;

const SILENCES: readonly RentalFailure[] = [
  { code: 'rental_down', status: 503 },
  { code: 'rental_down', status: null },
  { code: 'rental_slow' },
  { code: 'rental_token_unavailable', status: null },
];
const REFUSALS: readonly RentalFailure[] = [
  { code: 'rental_unauthorized' },
  { code: 'rental_forbidden' },
  { code: 'rental_not_found', status: 404 },
  { code: 'rental_refused', status: 400, detail: null, leadsTo: null },
  { code: 'rental_busy', retryAfterSeconds: 60 },
  { code: 'rental_key_refused', status: 400, likely: 'key', clockAheadSeconds: null },
  { code: 'rental_unreadable' },
];

/** A breaker under a clock that the test sets. */
function watched(limits = LIMITS) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let passed = 0;
  let rested = 0;
  const breaker = createCircuitBreaker({
    limits,
    now: () => START + passed,
    monotonic: () => passed,
    onHalfOpen: () => {
      rested += 1;
    },
  });
  return {
    ...breaker,
    breaker,
    rested: () => rested,
    pass(ms: number) {
      passed += ms;
      vi.advanceTimersByTime(ms);
    },
  };
}

function failure(of: RentalFailure): RentalError {
  return new RentalError('GET rental files page', 'as the test says', of);
}

/** The code with which a call ends; `null` when it is answered. */
async function outcome(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof RentalError) return error.code;
      throw error;
    },
  );
}

async function silence({ run: through }: Pick<CircuitBreaker, 'run'>, of = SILENCES[0]) {
  return outcome(through(async () => Promise.reject(failure(of ?? { code: 'rental_slow' }))));
}

async function silent(): Promise<ReturnType<typeof watched>> {
  const it = watched();
  for (let call = 0; call < LIMITS.unansweredMax; call += 1) await silence(it);
  return it;
}

test.each(SILENCES)('three calls in a row that end with $code are followed by none', async (of) => {
  const it = watched();
  const codes = [await silence(it, of), await silence(it, of), await silence(it, of)];
  expect(codes).toEqual([of.code, of.code, 'rental_resting']);

  const call = vi.fn<() => Promise<void>>();
  await expect(it.run(call)).rejects.toMatchObject({ code: 'rental_resting' });
  expect(() => it.assertClosed()).toThrow('rental_resting');
  expect(call).not.toHaveBeenCalled();
});

test.each(REFUSALS)('$code is an answer', async (of) => {
  const it = watched();
  await silence(it);
  await silence(it);
  expect(await silence(it, of)).toBe(of.code);
  await silence(it);
  await silence(it);
  expect(it.openCircuit()).toBeNull();
  it.assertClosed();
});

test('a rest says since when nothing was answered, and when it ends', async () => {
  const it = watched();
  it.pass(MINUTE_MS);
  await silence(it);
  it.pass(MINUTE_MS);
  await silence(it);
  it.pass(MINUTE_MS);
  const told = it.run(async () => Promise.reject(failure({ code: 'rental_slow' })));
  await expect(told).rejects.toThrow(/no answer \(rental_slow\), tried again in [12] s/);

  const rest = it.openCircuit();
  expect(rest?.since).toBe(START + MINUTE_MS);
  expect(rest?.again).toBeGreaterThanOrEqual(START + 3 * MINUTE_MS + 1_000);
  expect(rest?.again).toBeLessThanOrEqual(START + 3 * MINUTE_MS + 2_000);
});

test.each([
  [300, 300_000],
  [86_400, 600_000],
  [0, 1_000],
])(
  'a service that asks for %i s is left alone for as long, up to ten minutes',
  async (seconds, ms) => {
    const it = watched();
    const of = { code: 'rental_down', status: 503, retryAfterSeconds: seconds } as const;
    for (let call = 0; call < LIMITS.unansweredMax; call += 1) await silence(it, of);
    it.pass(ms - 1);
    expect([it.rested(), await silence(it)]).toEqual([0, 'rental_resting']);
    expect(it.openCircuit()?.again).toBeGreaterThanOrEqual(START + ms);
  },
);

test('after the rest one call is the trial, and nobody else waits for its end', async () => {
  const it = await silent();
  it.pass(LIMITS.openMs);
  expect(it.rested()).toBe(1);

  const gate = Promise.withResolvers<string>();
  const calls: boolean[] = [];
  const call = async (isTrial: boolean) => {
    calls.push(isTrial);
    return gate.promise;
  };
  const trial = it.run(call);
  expect(await outcome(it.run(call))).toBe('rental_resting');
  expect(calls).toEqual([true]);
  gate.resolve('answered');
  expect(await trial).toBe('answered');

  expect(it.openCircuit()).toBeNull();
  expect(await it.run(async (isTrial) => isTrial)).toBe(false);
});

test('rests grow to a minute, and begin small again after an answer', async () => {
  const it = await silent();
  for (let trial = 0; trial < 10; trial += 1) {
    it.pass(LIMITS.openMsMax);
    expect(await silence(it)).toBe('rental_resting');
  }
  expect(it.rested()).toBe(10);
  await expect(it.run(async () => {})).rejects.toThrow(/tried again in (?:[3-5]\d|60) s/);
  it.pass(LIMITS.openMsMax / 2 - 1);
  expect(await silence(it)).toBe('rental_resting');
  expect(it.rested()).toBe(10);
  it.pass(LIMITS.openMsMax / 2 + 1);
  await it.run(async () => {});

  for (let call = 0; call < LIMITS.unansweredMax; call += 1) await silence(it);
  it.pass(LIMITS.openMs);
  expect(it.rested()).toBe(12);
});

test('what was asked before the rest neither prolongs it nor opens it twice; its answer ends it', async () => {
  const it = watched();
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const calls = gates.map(async ({ promise }) => outcome(it.run(async () => promise)));
  const [first, ...later] = gates;
  for (const gate of later.slice(0, 3)) gate.reject(failure({ code: 'rental_slow' }));
  await Promise.all(calls.slice(1, 4));
  const rest = it.openCircuit();
  later[3]?.reject(failure({ code: 'rental_slow' }));
  expect(await calls[4]).toBe('rental_resting');
  expect(it.openCircuit()).toEqual(rest);

  first?.resolve();
  expect(await calls[0]).toBeNull();
  expect(it.openCircuit()).toBeNull();
  it.pass(MINUTE_MS);
  expect(it.rested()).toBe(0);
});

test('whoever gives up, and a fault of ours, say nothing of the service; the next call is the trial', async () => {
  const it = await silent();
  it.pass(LIMITS.openMs);
  const left = new AbortController();
  left.abort(failure({ code: 'rental_slow' }));
  const given = it.run(async () => left.signal.throwIfAborted(), left.signal);
  expect(await outcome(given)).toBe('rental_slow');
  await expect(it.run(async () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  expect(it.openCircuit()).not.toBeNull();

  expect(await it.run(async (isTrial) => isTrial)).toBe(true);
});

type Step =
  | { readonly kind: 'call'; readonly failure: RentalFailure | null }
  | { readonly kind: 'pass'; readonly ms: number };

const steps = fc.array(
  fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...SILENCES) },
      { weight: 1, arbitrary: fc.constantFrom(null, ...REFUSALS) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
    )
    .map((drawn): Step =>
      typeof drawn === 'number' ? { kind: 'pass', ms: drawn } : { kind: 'call', failure: drawn },
    ),
  { maxLength: 60 },
);

test('whatever happens, a silent service is asked once a rest, and an answer is never overlooked', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      const it = watched();
      let inARow = 0;
      for (const step of drawn) {
        if (step.kind === 'pass') {
          it.pass(step.ms);
          continue;
        }
        const rest = it.openCircuit();
        expect(rest !== null).toBe(inARow >= LIMITS.unansweredMax);
        let isMade = false;
        await outcome(
          it.run(async () => {
            isMade = true;
            if (step.failure !== null) throw failure(step.failure);
          }),
        );
        const isSilence = step.failure !== null && SILENCES.includes(step.failure);
        if (isMade) inARow = isSilence ? inARow + 1 : 0;
        // A rest that a call was refused in goes on; one that let it through has grown, or ended.
        expect(isMade || it.openCircuit()?.again === rest?.again).toBe(true);
        const isLonger = (it.openCircuit()?.again ?? 0) > (rest?.again ?? Infinity);
        expect(isLonger).toBe(isMade && isSilence && rest !== null);
        expect(it.openCircuit() !== null).toBe(inARow >= LIMITS.unansweredMax);
      }
    }),
  );
});
