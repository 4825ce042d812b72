import { expect, test } from 'vitest';

import type { WireFile } from '../../../../src/playground/rental-service/files-api/schema.ts';
import { FILES, inEveryPortfolio, isOdd } from '../portfolios.ts';

test('a couple is two candidates, roommates are more, guarantors not counted', () => {
  const counts: Record<string, readonly number[]> = {
    SINGLE: [1],
    COUPLE: [2],
    ROOMATES: [3, 4],
    SOLID_ROOMATES: [2, 3],
  };

  inEveryPortfolio((_files, ordinary) => {
    for (const { applicants, applicants_situation } of ordinary) {
      const candidates = applicants.filter((person) => !person.is_guarantor);
      expect(counts[applicants_situation ?? '']).toContain(candidates.length);
    }
  });
});

test('a decision fits the status that it stands beside', () => {
  const statuses: Record<string, readonly string[]> = {
    PENDING: ['NEW', 'OPEN', 'PROCESSING', 'COLLECTED', 'ANALYZED'],
    READY: ['COLLECTED', 'ANALYZED'],
    ACCEPTED: ['ANALYZED', 'CLOSED'],
    REJECTED: ['ANALYZED', 'CLOSED'],
  };

  inEveryPortfolio((_files, ordinary) => {
    for (const file of ordinary) expect(statuses[file.decision]).toContain(file.status);
    const complete = ordinary.filter(({ decision }) => ['READY', 'ACCEPTED'].includes(decision));
    expect(new Set(complete.map((file) => file.completion_rate))).toEqual(new Set([100]));
  });
});

test('most files that were decided on are closed', () => {
  const decided = FILES.filter(({ decision }) => ['ACCEPTED', 'REJECTED'].includes(decision));
  const closed = decided.filter(({ status }) => status === 'CLOSED');

  expect(closed.length / decided.length).toBeGreaterThan(0.8);
});

test('completion follows the status', () => {
  const bounds: Record<string, readonly [number, number]> = {
    NEW: [0, 10],
    OPEN: [10, 75],
    PROCESSING: [80, 100],
    COLLECTED: [90, 100],
    ANALYZED: [100, 100],
    CLOSED: [5, 100],
  };

  inEveryPortfolio((_files, ordinary) => {
    for (const { status, completion_rate } of ordinary) {
      const [least, most] = bounds[status] ?? [101, 101];
      expect(completion_rate).toBeGreaterThanOrEqual(least);
      expect(completion_rate).toBeLessThanOrEqual(most);
    }
  });
});

test('scores come with the analysis, for nearly all', () => {
  const early = FILES.filter(({ status }) => ['NEW', 'OPEN', 'PROCESSING'].includes(status));
  const analyzed = FILES.filter(({ status }) => status === 'ANALYZED');

  expect(scored(early).filter((file) => !isOdd(file))).toEqual([]);
  expect(scored(analyzed).length / analyzed.length).toBeGreaterThan(0.9);
});

function scored(files: readonly WireFile[]): readonly WireFile[] {
  return files.filter(({ score }) => score !== null);
}

test('at most one file of a property is accepted', () => {
  inEveryPortfolio((_files, ordinary) => {
    const accepted = ordinary.filter(({ decision }) => decision === 'ACCEPTED');
    expect(new Set(accepted.map((file) => file.product_id)).size).toBe(accepted.length);
  });
});

test('most properties have five to eight files, all of one and the same property', () => {
  const groups = [...Map.groupBy(FILES, (file) => file.product_id).entries()].filter(
    ([id]) => id !== null,
  );
  const sizes = groups.map(([, files]) => files.length);

  expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
  expect(sizes.filter((size) => size >= 5).length).toBeGreaterThan(groups.length / 2);
  for (const [id, files] of groups) {
    const known = files.flatMap(({ product, meta }) =>
      product && !('oddity' in meta) ? [product] : [],
    );
    expect(new Set(known).size).toBeLessThanOrEqual(1);
    for (const product of known) expect(product._id).toBe(id);
  }
});
