import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import { commandHelpView, helpView } from '../../src/views/home.ts';
import { failureView, readingView, refusalView, sentenceView } from '../../src/views/notices.ts';
import { expectGood, hostile, PRESS as action } from '../support/hostile.ts';

const languages = fc.constantFrom('en', 'fr');

test('no failure can be told in a way that Slack refuses', () => {
  const failure = fc.record(
    {
      happened: hostile,
      remedy: hostile,
      copy: hostile.map((typed) => `/rental list ${typed}`),
    },
    { requiredKeys: ['happened', 'remedy'] },
  );
  const button = { label: 'Try again', spoken: 'Try the same again', action };
  const again = fc.option(fc.constant(button));
  fc.assert(
    fc.property(failure, again, languages, (said, retry, language) => {
      expectGood(failureView(said, 'K7M2XP', retry, wordsIn(language)));
    }),
    { numRuns: 100 },
  );
});

test.each(['en', 'fr'] as const)('everything else in %s is taken by Slack too', (language) => {
  const all = wordsIn(language);
  const help = {
    name: 'list',
    usage: '/rental list',
    summary: 'List',
    examples: ['/rental list'],
    details: [],
  };
  const messages = [
    helpView([{ group: 'look', commands: [help] }], all),
    commandHelpView(help, all),
    sentenceView(all.share.done, all.share.title),
    readingView({ read: 0, count: null }, all),
    readingView({ read: 300, count: 1_200 }, all),
    readingView({ read: 300, count: 100 }, all),
    ...Object.values(all.refusal).map((words) => refusalView(words)),
  ];
  for (const message of messages) expectGood(message);
  expect(messages.length).toBeGreaterThan(8);
});

test.each([
  [{ read: 0, count: 1_200 }, 'Reading the rental files… They come as soon as all are read.'],
  [{ read: 300, count: 1_200 }, 'Reading the rental files… 300 of 1,200'],
  [{ read: 300, count: 100 }, 'Reading the rental files… 300'],
  [{ read: 300, count: null }, 'Reading the rental files… 300'],
])('a progress of %j is told as “%s”', (progress, text) => {
  expect(readingView(progress, wordsIn('en')).text).toBe(text);
});

test.each([
  ['/rental list property:lyon', 1],
  // Slack may cut the label of a button: the command stands beside it, too, to be read whole.
  ['/rental list property:lyon decision:ready rent:<900', 2],
])('“%s” stands beside a button with it only where the button may be cut', (copy, times) => {
  const button = { label: copy, spoken: 'Run it', action: { command: 'list', args: {} } };
  const said = {
    happened: 'There is no key “proprety:”.',
    remedy: 'Did you mean “property”?',
    copy,
  };
  const { text, blocks } = failureView(said, null, button, wordsIn('en'));
  expect(text).toContain(copy.replace('<', '&lt;'));
  expect(JSON.stringify(blocks).split(copy)).toHaveLength(times + 1);
});
