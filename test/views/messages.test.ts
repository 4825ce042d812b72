import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { failureView, refusalView } from '../../src/views/failure.ts';
import { fileText, type FileLine } from '../../src/views/file-line.ts';
import { helpView } from '../../src/views/help.ts';
import { type ListPage, listView } from '../../src/views/list.ts';
import type { Message } from '../../src/views/message.ts';
import { readingView } from '../../src/views/reading.ts';
import { wordsIn } from '../../src/views/words/languages.ts';
import { refusalsOf } from '../support/payload.ts';

const NOW = Date.UTC(2026, 10, 21);
const press = { command: 'list', args: { page: 1, reading: 'mi4x2' } };

/** Text as bad as it comes: markup, mentions, bidi marks, emoji, nothing, or a great deal. */
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  fc.constantFrom(
    '<!channel>',
    '<@U0HANNAH001> & <https://evil.example|Anne>',
    '*bold* _it_ ~no~ `code` ```fence```',
    ':smile: @here #general',
    '\u202eright to left',
    '',
    '&'.repeat(5_000),
    '<'.repeat(200),
    'é'.repeat(5_000),
    '👩‍👩‍👧'.repeat(2_000),
    'e' + '\u0301'.repeat(3_000),
    '\u200b',
  ),
);
const instant = fc.option(fc.integer({ min: -1e14, max: 1e14 }));
const figure = fc.option(
  fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
);

const line: fc.Arbitrary<FileLine> = fc.record({
  property: fc.option(fc.record({ title: fc.option(hostile), reference: fc.option(hostile) })),
  applicants: fc.array(fc.record({ name: fc.option(hostile), isGuarantor: fc.boolean() }), {
    maxLength: 12,
  }),
  status: fc.oneof(hostile, fc.constantFrom('NEW', 'ANALYZED', 'constructor', '__proto__')),
  decision: fc.oneof(hostile, fc.constantFrom('READY', 'PENDING', 'toString')),
  score: figure,
  completionPercent: figure,
  createdAt: instant,
  isArchived: fc.boolean(),
  link: fc.option(fc.webUrl()),
});

const page: fc.Arbitrary<ListPage> = fc.record({
  lines: fc.array(line, { maxLength: 8 }),
  total: fc.nat(),
  asked: fc.option(hostile),
  page: fc.integer({ min: 1, max: 99_999 }),
  pages: fc.integer({ min: 1, max: 99_999 }),
  readAt: fc.integer({ min: 0, max: NOW }),
  skipped: fc.nat(),
  notices: fc.array(fc.constantFrom('A notice.', 'Another notice.'), { maxLength: 2 }),
  previous: fc.option(fc.constant(press)),
  next: fc.option(fc.constant(press)),
  refresh: fc.constant(press),
  first: fc.constant(press),
  all: fc.option(fc.constant(press)),
});

const languages = fc.constantFrom('en', 'fr');

/** Slack takes it; the plain text is whole, short enough, and can mention nobody. */
async function expectGood(message: Message): Promise<void> {
  expect(await refusalsOf(message)).toEqual([]);
  expect(Buffer.byteLength(message.text)).toBeLessThanOrEqual(4_000);
  expect(message.text).not.toMatch(/[<>]/);
  expect(message.text.trim()).not.toBe('');
}

test('no rental file can make a list that Slack refuses', async () => {
  await fc.assert(
    fc.asyncProperty(page, languages, async (list, language) => {
      await expectGood(listView(list, NOW, wordsIn(language)));
    }),
    { numRuns: 150 },
  );
});

test('the plain text of a list has a line for every file, and one for the rest', () => {
  fc.assert(
    fc.property(page, languages, (list, language) => {
      const lines = listView(list, NOW, wordsIn(language)).text.split('\n');
      const files = lines.filter((text) => text.startsWith('• '));
      expect(files).toHaveLength(list.lines.length);
      expect(lines[0]).toContain(wordsIn(language).list.title(list.total));
    }),
  );
});

test('a file as plain text is one line, whatever its names', () => {
  fc.assert(
    fc.property(line, languages, fc.integer({ min: 4, max: 60 }), (file, language, lengthMax) => {
      expect(fileText(file, NOW, wordsIn(language), lengthMax)).not.toMatch(/[\r\n\u2028\u2029]/);
    }),
  );
});

test('no failure can be told in a way that Slack refuses', async () => {
  const failure = fc.record({ happened: hostile, remedy: hostile });
  const button = { label: 'Try again', spoken: 'Try the same again', press };
  const again = fc.option(fc.constant(button));
  await fc.assert(
    fc.asyncProperty(failure, again, languages, async (said, retry, language) => {
      await expectGood(failureView(said, 'K7M2XP', retry, wordsIn(language)));
    }),
    { numRuns: 100 },
  );
});

test.each(['en', 'fr'] as const)(
  'everything else in %s is taken by Slack too',
  async (language) => {
    const all = wordsIn(language);
    const help = [
      { usage: '/rental list', summary: 'List', examples: ['/rental list'], details: [] },
    ];
    const messages = [
      helpView(help, press, all),
      readingView({ read: 0, count: null }, all),
      readingView({ read: 300, count: 1_200 }, all),
      readingView({ read: 300, count: 100 }, all),
      ...Object.values(all.refusal).map((words) => refusalView(words)),
    ];
    await Promise.all(messages.map((message) => expectGood(message)));
    expect(messages.length).toBeGreaterThan(8);
  },
);

test.each([
  [{ read: 0, count: 1_200 }, 'Reading the rental files… They come as soon as all are read.'],
  [{ read: 300, count: 1_200 }, 'Reading the rental files… 300 of 1,200'],
  [{ read: 300, count: 100 }, 'Reading the rental files… 300'],
  [{ read: 300, count: null }, 'Reading the rental files… 300'],
])('a progress of %j is told as “%s”', (progress, text) => {
  expect(readingView(progress, wordsIn('en')).text).toBe(text);
});
