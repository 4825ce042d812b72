import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import { progressView } from '../../src/views/notices.ts';
import { type Status, statusView } from '../../src/views/status.ts';
import { expectGood, hostile, PRESS } from '../support/hostile.ts';

/** 09:00 in Paris. */
const READ = { at: Date.UTC(2026, 10, 21, 8), time: '09:00', day: null };

const failure = fc.option(fc.record({ happened: hostile, remedy: hostile }));
const status: fc.Arbitrary<Status> = fc.record({
  serviceFailure: failure,
  degraded: fc.array(fc.constant('The clock is off.'), { maxLength: 2 }),
  readAt: fc.option(fc.constant(READ)),
  reading: fc.array(fc.constantFrom('1,200 files', 'None is missing'), { maxLength: 3 }),
  instance: fc.option(fc.constant('This instance, 3f2a91c0, reads the files for all.')),
  completionScale: fc.option(
    fc.record({
      max: fc.constantFrom(1 as const, 100 as const),
      because: fc.constantFrom('configured' as const, 'rates' as const, 'unclear' as const),
      rates: fc.record({ highest: fc.option(fc.double()) }),
    }),
  ),
  filesReadSoFar: fc.option(fc.nat()),
  readingFailure: failure,
  isStoreReady: fc.boolean(),
  digests: fc.option(
    fc.array(
      hostile.map((name) => name.slice(0, 80)),
      { maxLength: 3 },
    ),
  ),
  version: fc.constant('0.1.0'),
  reference: fc.option(fc.constant('7F3K2Q')),
  again: fc.constant(PRESS),
});

test('no state of things can be told in a way that Slack refuses', () => {
  fc.assert(
    fc.property(status, fc.constantFrom('en', 'fr'), (told, language) => {
      expectGood(statusView(told, wordsIn(language)));
    }),
    { numRuns: 60 },
  );
});

test.each(['en', 'fr'] as const)('the sign of life in %s is taken too', (language) => {
  expectGood(progressView(wordsIn(language).status.checking));
});

test('every part says in words how it is doing', () => {
  const told: Status = {
    serviceFailure: { happened: 'The key was refused.', remedy: 'Look at the key.' },
    degraded: [],
    readAt: READ,
    reading: ['1,200 files'],
    instance: null,
    completionScale: { max: 100, because: 'rates', rates: { highest: 99.6 } },
    filesReadSoFar: null,
    readingFailure: null,
    isStoreReady: false,
    digests: ['Morning, Mon 23 Nov, 09:00', 'Evening, Mon 23 Nov, 18:00'],
    version: '0.1.0',
    reference: null,
    again: PRESS,
  };
  const lines = statusView(told, wordsIn('en')).text.split('\n');
  expect(lines[1]).toBe('• Service: needs attention · The key was refused. Look at the key.');
  expect(lines[2]).toBe(
    '• Rental files: OK · 1,200 files · A completion rate of 100 is complete, since rates up to 99.6 were served',
  );
  expect(lines[3]).toMatch(/^• Database: needs attention · The database does not answer/);
  expect(lines[4]).toBe('• Next digests: Morning, Mon 23 Nov, 09:00; Evening, Mon 23 Nov, 18:00');
  expect(lines.slice(5)).toEqual(['As of 09:00', 'Rental Desk 0.1.0']);
  // Each client writes the time as its reader does.
  expect(JSON.stringify(statusView(told, wordsIn('en')).blocks)).toContain('^{time}|09:00>');
});

test('a failure that both the service and the refresh have is said once, and no mark follows a full stop', () => {
  const refused = { happened: 'The key was refused.', remedy: 'Look at the key.' };
  const failed: Status = {
    serviceFailure: refused,
    degraded: [],
    readAt: null,
    reading: ['12 files', 'One file is missing here.', 'New alerts do not start'],
    instance: null,
    completionScale: null,
    filesReadSoFar: null,
    readingFailure: refused,
    isStoreReady: true,
    digests: null,
    version: '0.1.0',
    reference: null,
    again: PRESS,
  };
  expect(readingOf(failed)).toBe(
    '• Rental files: needs attention · 12 files · One file is missing here. New alerts do not start. The last refresh failed for the same reason.',
  );
  expect(readingOf(failed, 'fr')).toMatch(
    /La dernière actualisation a échoué pour la même raison\.$/,
  );
  const other = { ...refused, happened: 'It was late.' };
  expect(readingOf({ ...failed, readingFailure: other })).toMatch(
    /The last refresh failed: It was late\. Look at the key\.$/,
  );
});

function readingOf(told: Status, language: 'en' | 'fr' = 'en'): string | undefined {
  return statusView(told, wordsIn(language)).text.split('\n')[2];
}
