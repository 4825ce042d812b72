import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import {
  savedViewsView,
  type ViewLine,
  viewRemovedView,
  viewSavedView,
  type ViewsPage,
  viewTakenView,
} from '../../src/views/saved-views.ts';
import { expectGood, hostile, PRESS } from '../support/hostile.ts';

const line: fc.Arbitrary<ViewLine> = fc.record({
  name: hostile,
  query: fc.option(hostile),
  run: fc.constant(PRESS),
  remove: fc.constant(PRESS),
});
const page: fc.Arbitrary<ViewsPage> = fc.record({
  lines: fc.array(line, { maxLength: 10 }),
  total: fc.nat(),
  page: fc.integer({ min: 1, max: 99 }),
  pages: fc.integer({ min: 1, max: 99 }),
  previous: fc.option(fc.constant(PRESS)),
  next: fc.option(fc.constant(PRESS)),
});
const language = fc.constantFrom('en', 'fr');

test('no names and queries can make a list of views that Slack refuses', () => {
  fc.assert(
    fc.property(page, language, (views, said) => {
      const message = savedViewsView(views, wordsIn(said));
      expectGood(message);
      const lines = message.text.split('\n').filter((text) => text.startsWith('• '));
      expect(lines).toHaveLength(views.lines.length);
    }),
    { numRuns: 60 },
  );
});

test('no name and query can make a confirmation that Slack refuses', () => {
  fc.assert(
    fc.property(line, hostile, fc.boolean(), language, (view, query, flag, said) => {
      const words = wordsIn(said);
      expectGood(
        viewSavedView(view, flag ? 'saved' : 'unchanged', flag ? [query.slice(0, 200)] : [], words),
      );
      expectGood(viewTakenView(view, query, flag ? PRESS : null, words));
      expectGood(viewRemovedView(view.name, PRESS, words));
    }),
    { numRuns: 60 },
  );
});

test('a view whose query can no longer be read says so, and offers no way to run it', () => {
  const broken = { name: 'Old', query: null, run: PRESS, remove: PRESS };
  const views = { lines: [broken], total: 1, page: 1, pages: 1, previous: null, next: null };
  const { text, blocks } = savedViewsView(views, wordsIn('en'));
  expect(text).toContain(
    '• Old: the query can no longer be read; remove the view, or save it again',
  );
  const labels = blocks.flatMap((block) =>
    block.type === 'buttons' ? block.buttons.map(({ label }) => label) : [],
  );
  expect(labels).toEqual(['Remove']);
});

test('a page of the longest views in accented letters fits into the text of a message', () => {
  const long = { name: 'é'.repeat(60), query: 'é'.repeat(300), run: PRESS, remove: PRESS };
  const views = { total: 10, page: 1, pages: 1, previous: null, next: null };
  const { text } = savedViewsView(
    { lines: Array.from({ length: 10 }, () => long), ...views },
    wordsIn('en'),
  );
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_000);
  expect(text.match(/• é{20}/gu)).toHaveLength(10);
});
