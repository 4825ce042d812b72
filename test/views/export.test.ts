import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import {
  exportDocument,
  exportedView,
  progressView,
  sentenceView,
} from '../../src/views/notices.ts';
import { expectGood } from '../support/hostile.ts';

test.each(['en', 'fr'] as const)('Slack takes all that is said of an export in %s', (language) => {
  const words = wordsIn(language);
  const asked = `${'<!channel> *x* '.repeat(100)}<https://evil.example|y>`;
  const some = { asked, count: 1, found: 1, notices: [] };
  const cut = { asked, count: 50_000, found: 62_000, notices: ['The files moved.'] };
  expectGood(progressView(words.export.started(12)));
  expectGood(exportedView(some, words));
  expectGood(exportedView(cut, words));
  expectGood(sentenceView(words.export.none));
  expect(exportedView(cut, words).text).toContain('The files moved.');
});

test('an export that does not hold everything says so', () => {
  const { text } = exportedView(
    { count: 50_000, found: 62_000, asked: null, notices: [] },
    wordsIn('en'),
  );
  expect(text).toContain('Sent by direct message: 50,000\u00a0files.');
  expect(text).toContain('Only the first 50,000 of 62,000 files were exported.');
});

test.each([
  ['en', 'Your export: 2 files. It contains names: keep it safe.'],
  ['fr', 'Votre export : 2 dossiers.'],
] as const)(
  'the message of the document says what it is of, and what it may lack (%s)',
  (language, said) => {
    const some = { asked: 'tagged “<!here>”', count: 2, found: 3, notices: ['No answer.'] };
    const { text } = exportDocument('a,b', '2026-11-21', some, wordsIn(language));
    const lines = text.replaceAll('\u00a0', ' ').split('\n');
    expect(lines).toMatchObject([
      expect.stringContaining(said),
      expect.stringContaining('&lt;!here&gt;'),
      expect.stringMatching(/2 .* 3 (?:files|dossiers)/u),
      'No answer.',
    ]);
  },
);

test('the document is named after its day', () => {
  const some = { asked: null, count: 2, found: 2, notices: [] };
  const { fileName, content } = exportDocument('a,b', '2026-11-21', some, wordsIn('fr'));
  expect({ fileName, content }).toEqual({ fileName: 'dossiers-2026-11-21.csv', content: 'a,b' });
});
