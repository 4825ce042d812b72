import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { generateFiles } from '../../../../src/playground/rental-service/data/files.ts';
import { createLife } from '../../../../src/playground/rental-service/data/lifecycle.ts';
import type { WireFile } from '../../../../src/playground/rental-service/files-api/schema.ts';
import { NOW_MS } from '../operator.ts';
import { COUNT, epochMs, FILES, isOdd } from '../portfolios.ts';
import { ListRentalFile } from '../specification.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function lifeOf(seed: number) {
  const files = generateFiles({ count: COUNT, seed, nowMs: NOW_MS });
  return { files, life: createLife(files, { seed, startMs: NOW_MS }) };
}

/** Holds a rule against what has become of several portfolios after some days. */
function afterSomeDays(
  check: (after: readonly WireFile[], before: readonly WireFile[], nowMs: number) => void,
): void {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.integer({ min: 1, max: 14 }),
      (seed, days) => {
        const { files, life } = lifeOf(seed);
        const nowMs = NOW_MS + days * DAY_MS;
        check(life.filesAt(nowMs), files, nowMs);
      },
    ),
    { numRuns: 6, examples: [[1, 7]] },
  );
}

test('in the first minutes nothing happens: the list is the very same', () => {
  const { files, life } = lifeOf(1);
  expect(life.filesAt(NOW_MS + 9 * MINUTE_MS)).toBe(files);
});

test('one stride or many small ones come to the same, and time does not go back', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 40 * 60 }), { maxLength: 20 }), (minutes) => {
      const { life: walked } = lifeOf(3);
      let nowMs = NOW_MS;
      for (const step of minutes) walked.filesAt((nowMs += step * MINUTE_MS));
      const { life: leapt } = lifeOf(3);
      const there = leapt.filesAt(nowMs);
      expect(walked.filesAt(nowMs)).toEqual(there);
      expect(leapt.filesAt(NOW_MS)).toBe(there);
    }),
    { numRuns: 5 },
  );
});

test('within a week files come in, come on, become ready and are decided', () => {
  const { files, life } = lifeOf(1);
  const after = life.filesAt(NOW_MS + 7 * DAY_MS);
  const before = new Map(files.map((file) => [file.id, file]));
  const known = after.filter(({ id }) => before.has(id));
  const became = (decision: string) =>
    known.filter(
      (file) => file.decision === decision && before.get(file.id)?.decision !== decision,
    );

  expect(known).toHaveLength(files.length);
  expect(after.length - files.length).toBeGreaterThan(10);
  for (const decision of ['READY', 'ACCEPTED', 'REJECTED']) {
    expect(became(decision).length).toBeGreaterThan(3);
  }
  const statuses = new Set(
    known.filter((file) => file.status !== before.get(file.id)?.status).map(({ status }) => status),
  );
  expect(statuses).toEqual(new Set(['OPEN', 'PROCESSING', 'COLLECTED', 'ANALYZED', 'CLOSED']));
});

test('whatever becomes of a file, it fits the specification and its own past', () => {
  afterSomeDays((after, files, nowMs) => {
    const before = new Map(files.map((file) => [file.id, file]));
    for (const file of after) {
      expect(ListRentalFile.parse(file)).toEqual(file);
      const was = before.get(file.id);
      const createdMs = epochMs(file.created_at ?? '2000-01-01T00:00:00Z');
      const updatedMs = epochMs(file.updated_at ?? '2000-01-01T00:00:00Z');
      expect(updatedMs).toBeLessThanOrEqual(nowMs);
      expect(createdMs).toBeLessThanOrEqual(updatedMs);
      expect(createdMs > NOW_MS).toBe(was === undefined);
      expect(file.completion_rate ?? 0).toBeGreaterThanOrEqual(was?.completion_rate ?? 0);
    }
  });
});

test('a file that changed says when, and one that did not is left alone', () => {
  afterSomeDays((after, files) => {
    const before = new Map(files.map((file) => [file.id, file]));
    for (const { product: _, ...file } of after) {
      const was = before.get(file.id);
      if (was === undefined) continue;
      const { product: __, ...old } = was;
      const isTouched = epochMs(file.updated_at ?? '2000-01-01T00:00:00Z') > NOW_MS;
      expect(JSON.stringify(file) === JSON.stringify(old)).toBe(!isTouched);
    }
  });
});

test('a decision fits its status, and a property is let to one household', () => {
  const statuses: Record<string, readonly string[]> = {
    PENDING: ['NEW', 'OPEN', 'PROCESSING', 'COLLECTED', 'ANALYZED'],
    READY: ['COLLECTED', 'ANALYZED'],
    ACCEPTED: ['ANALYZED', 'CLOSED'],
    REJECTED: ['ANALYZED', 'CLOSED'],
  };
  afterSomeDays((after) => {
    const ordinary = after.filter((file) => !isOdd(file));
    for (const file of ordinary) expect(statuses[file.decision]).toContain(file.status);
    const accepted = ordinary.filter(({ decision }) => decision === 'ACCEPTED');
    expect(new Set(accepted.map((file) => file.product_id)).size).toBe(accepted.length);
    expect(accepted.filter(({ product }) => product?.available)).toEqual([]);
    const products = Map.groupBy(ordinary, (file) => file.product_id);
    for (const files of products.values()) {
      expect(new Set(files.map(({ product }) => product)).size).toBe(1);
    }
  });
});

test('the odd files rest as they are, and new ones come first', () => {
  const { life } = lifeOf(1);
  const after = life.filesAt(NOW_MS + 5 * DAY_MS);

  expect(after.filter(isOdd)).toEqual(FILES.filter(isOdd));
  const ages = after.slice(0, 10).map(({ created_at }) => epochMs(created_at ?? ''));
  expect(ages.every((createdMs, place) => createdMs <= (ages[place - 1] ?? Infinity))).toBe(true);
});
