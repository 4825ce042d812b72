import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn, PRIVACIES } from '../../src/i18n/index.ts';
import {
  type Choice,
  choiceView,
  noneView,
  findView,
  suggestionLabel,
  suggestionSays,
} from '../../src/views/files/picker.ts';
import { shownButtons } from '../support/desk.ts';
import { expectGood, hostile, line, PRESS, reading, shownTo } from '../support/hostile.ts';

const choice: fc.Arbitrary<Choice> = fc.record({
  asked: hostile,
  lines: fc.array(line, { minLength: 2, maxLength: 8 }),
  total: fc.integer({ min: 8, max: 99_999 }),
  find: fc.constant(PRESS),
  list: fc.option(fc.constant(PRESS)),
  notices: fc.subarray(['Nothing has been done yet.', 'These are the files as last read.']),
});

test('no choice between files can be one that Slack refuses', () => {
  fc.assert(
    fc.property(choice, reading, (offered, reader) => {
      expectGood(choiceView(offered, shownTo(reader)));
      expectGood(noneView(offered, wordsIn(reader.language)));
    }),
    { numRuns: 100 },
  );
});

test('files of one property are told apart at each level, by the ends of their ids if by nothing else', () => {
  const [first] = fc.sample(line, 1);
  if (first === undefined) throw new Error('no line');
  const property = { title: 'Two rooms near the station', reference: 'LY-0342' };
  const of = (id: string, name: string) => ({
    ...first,
    id,
    property,
    applicants: [{ name, isGuarantor: false }],
  });
  const lines = [
    of('5c3f0e52-19f661', 'Anne Dupont'),
    of('5c3f0e52-aa0b12', 'Paul Costa'),
    of('5c3f0e52-c7d9e3', 'Paul Costa'),
  ];
  for (const privacy of PRIVACIES) {
    const offered = { asked: 'LY-0342', lines, total: 3, find: PRESS, list: null, notices: [] };
    const { text, blocks } = choiceView(offered, shownTo({ language: 'en', privacy }));
    const rows = blocks.filter((block) => block.type === 'row');
    expect(new Set(rows.map((row) => row.text.text)).size).toBe(3);
    expect(new Set(rows.map(({ button }) => button.spoken)).size).toBe(3);
    const ends = text.match(/file …\w{6}/g);
    expect(ends).toHaveLength(privacy === 'reference' ? 3 : 2);
  }
});

test('files beyond those that are offered are counted, and lead to all of them', () => {
  const [lines = []] = fc.sample(fc.array(line, { minLength: 3, maxLength: 3 }), 1);
  const offered = { asked: 'rue <b>', lines, total: 12, find: PRESS, list: PRESS, notices: [] };
  const { text, blocks } = choiceView(offered, shownTo({ language: 'en', privacy: 'full' }));
  expect(text).toMatch(/^12 files match “rue &lt;b&gt;”\n1\. /);
  expect(text).toMatch(/\nand 9 more: type another word to narrow them down\.$/);
  const labels = shownButtons(blocks).map(({ label }) => label);
  expect(labels).toEqual(['View', 'View', 'View', 'Find…', 'List them all']);
});

test.each(['en', 'fr'] as const)('the search while typing in %s is taken by Slack', (language) => {
  const message = findView('show', wordsIn(language));
  expectGood(message);
  expect(message.title?.length).toBeLessThanOrEqual(24);
  expectGood(findView('show', wordsIn(language), 'unrecognised'));
  expect(message.blocks[0]).toMatchObject({ type: 'picker', command: 'show' });
});

test('a suggestion has two lines that Slack takes, whatever the file holds', () => {
  fc.assert(
    fc.property(line, fc.nat(), reading, (file, count, reader) => {
      const showing = shownTo(reader);
      for (const text of [suggestionLabel(file, showing), suggestionSays(file, count, showing)]) {
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThanOrEqual(75);
        expect(text).not.toMatch(/[\r\n\u2028\u2029]/);
      }
    }),
  );
});
