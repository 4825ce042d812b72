import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import { findView } from '../../src/views/files/picker.ts';
import { expectGood } from '../support/hostile.ts';

test.each(['en', 'fr'] as const)('the search while typing in %s is taken by Slack', (language) => {
  const message = findView('show', wordsIn(language));
  expectGood(message);
  expect(message.title?.length).toBeLessThanOrEqual(24);
  expectGood(findView('show', wordsIn(language), 'unrecognised'));
  expect(message.blocks[0]).toMatchObject({ type: 'picker', command: 'show' });
});
