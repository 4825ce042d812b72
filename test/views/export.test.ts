import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import {
  exportDocument,
  exportedView,
  progressView,
  sentenceView,
} from '../../src/views/notices.ts';
import { expectGood } from '../support/hostile.ts';

const now = Date.parse('2026-11-21T09:00:00Z');
const readAt = now - 120_000;
const showingIn = (language: 'en' | 'fr') => ({
  now,
  privacy: 'full' as const,
  words: wordsIn(language),
  zone: 'Europe/Paris',
});

test.each(['en', 'fr'] as const)('Slack takes all that is said of an export in %s', (language) => {
  const showing = showingIn(language);
  const { words } = showing;
  const asked = `${'<!channel> *x* '.repeat(100)}<https://evil.example|y>`;
  const some = { asked, count: 1, found: 1, notices: [], readAt };
  const cut = { asked, count: 50_000, found: 62_000, notices: ['The files moved.'], readAt };
  expectGood(progressView(words.export.started(12)));
  expectGood(exportedView(some, showing));
  expectGood(exportedView(cut, showing));
  expectGood(sentenceView(words.export.none(false)));
  expect(exportedView(cut, showing).text).toContain('The files moved.');
});

test('an export that does not hold everything says so', () => {
  const { text } = exportedView(
    { count: 50_000, found: 62_000, asked: null, notices: [], readAt },
    showingIn('en'),
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
    const some = { asked: 'tagged “<!here>”', count: 2, found: 3, notices: ['No answer.'], readAt };
    const { text } = exportDocument('a,b', '2026-11-21', some, showingIn(language));
    const lines = text.replaceAll('\u00a0', ' ').split('\n');
    expect(lines).toMatchObject([
      expect.stringContaining(said),
      expect.stringContaining('&lt;!here&gt;'),
      expect.stringMatching(/2 .* 3 (?:files|dossiers)/u),
      'No answer.',
      expect.stringMatching(/^(?:As of|Actualisé à) 09:58$/u),
    ]);
  },
);

test('the document is named after its day', () => {
  const some = { asked: null, count: 2, found: 2, notices: [], readAt };
  const { fileName, content } = exportDocument('a,b', '2026-11-21', some, showingIn('fr'));
  expect({ fileName, content }).toEqual({ fileName: 'dossiers-2026-11-21.csv', content: 'a,b' });
});
