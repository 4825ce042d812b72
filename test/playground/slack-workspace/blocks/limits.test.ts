import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { blockErrors } from '../../../../src/playground/slack-workspace/blocks/check.ts';
import type { Json } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import { BLOCK_LIMITS } from './block-limits.ts';
import { ELEMENT_LIMITS } from './element-limits.ts';
import { NEWER_LIMITS } from './newer-limits.ts';

const LIMITS = [...BLOCK_LIMITS, ...ELEMENT_LIMITS, ...NEWER_LIMITS];

test.each(LIMITS)('$what: $max and no more', ({ max, at, of, on = 'message' }) => {
  expect(blockErrors(of(max), on)).toEqual([]);
  expect(blockErrors(of(max + 1), on).map(({ pointer }) => pointer)).toContain(`/blocks${at}`);
});

test('however far over any limit, the blocks are refused', () => {
  const limit = fc.constantFrom(...LIMITS);
  fc.assert(
    fc.property(limit, fc.integer({ min: 1, max: 300 }), ({ max, of, on = 'message' }, over) => {
      expect(blockErrors(of(max + over), on)).not.toEqual([]);
    }),
  );
});

test('anything that stays within the limits is taken', () => {
  const kinds = LIMITS.filter(({ on, at }) => on === undefined && at.startsWith('/0'));
  const some = fc
    .constantFrom(...kinds)
    .chain(({ of, max }) =>
      fc
        .integer({ min: Math.max(2, Math.ceil(max / 50)), max: Math.max(2, Math.ceil(max / 12)) })
        .map((size) => of(Math.min(size, max))),
    );
  const message = fc
    .array(some, { maxLength: 20 })
    .map((list) => list.flat())
    .filter(canStandTogether);
  fc.assert(
    fc.property(message, (blocks) => {
      expect(blockErrors(blocks, 'message')).toEqual([]);
    }),
  );
});

function canStandTogether(blocks: Json[]): boolean {
  const count = (...types: string[]) =>
    blocks.filter(({ type }) => types.includes(String(type))).length;
  const names = new Set(blocks.map((block) => block['block_id'] ?? block));
  return (
    count('table', 'data_table') < 2 &&
    count('data_visualization') < 3 &&
    names.size === blocks.length
  );
}
