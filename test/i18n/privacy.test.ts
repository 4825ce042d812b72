import { expect, test } from 'vitest';

import { channelLevel, PRIVACIES, stricter } from '../../src/i18n/index.ts';

test.each([
  ['full', 'full', 'full'],
  ['full', 'initials', 'initials'],
  ['full', 'reference', 'reference'],
  ['full', 'outside', 'outside'],
  ['initials', 'initials', 'initials'],
  ['initials', 'reference', 'reference'],
  ['initials', 'outside', 'outside'],
  ['reference', 'reference', 'reference'],
  ['reference', 'outside', 'outside'],
  ['outside', 'outside', 'outside'],
] as const)('of %s and %s, %s shows less', (one, other, less) => {
  expect(stricter(one, other)).toBe(less);
  expect(stricter(other, one)).toBe(less);
});

test('where people of other organisations are, no setting shows more than they may see', () => {
  for (const chosen of PRIVACIES) {
    expect(channelLevel(chosen, 'external')).toBe('outside');
    expect(channelLevel(chosen, 'internal')).toBe(chosen);
  }
});
