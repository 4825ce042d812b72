import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import type { Timeline } from '../../src/journal/journal.ts';
import { detailsView } from '../../src/views/files/card/details.ts';
import { expectGood, NOW, PRESS } from '../support/hostile.ts';
import { rentalFile } from '../support/rental-files.ts';

const at = (text: string) => Date.parse(`${text}+01:00`);
const READY = at('2026-11-17T14:05');

const TIMELINE: Timeline = {
  knownMs: at('2026-11-02T08:00'),
  readyMs: READY,
  decidedMs: null,
  daysToReady: 6,
  daysToDecision: null,
  events: [
    {
      fileId: 'a',
      aspect: 'decision',
      from: 'PENDING',
      to: 'READY',
      afterMs: READY - 300_000,
      beforeMs: READY,
    },
    {
      fileId: 'a',
      aspect: 'completion',
      from: '0.4',
      to: '1',
      afterMs: at('2026-11-13T18:00'),
      beforeMs: at('2026-11-16T08:10'),
    },
    {
      fileId: 'a',
      aspect: 'applicants',
      from: '1 NEW',
      to: '2 NEW, 1 ANALYZED',
      afterMs: at('2026-11-10T09:00'),
      beforeMs: at('2026-11-10T09:05'),
    },
    {
      fileId: 'a',
      aspect: 'score',
      from: null,
      to: '70',
      afterMs: at('2026-11-10T08:00'),
      beforeMs: at('2026-11-10T08:05'),
    },
    {
      fileId: 'a',
      aspect: 'appeared',
      from: null,
      to: null,
      afterMs: at('2026-11-09T09:00'),
      beforeMs: at('2026-11-09T09:05'),
    },
  ],
};

function detailsWith(timeline: Timeline | 'away' | null, language: 'en' | 'fr' = 'en') {
  const message = detailsView(
    rentalFile({ id: 'a', decision: 'READY' }),
    {
      now: NOW,
      zone: 'Europe/Paris',
      completionMax: 1,
      currency: null,
      timeline,
      page: 1,
      turnTo: () => PRESS,
      back: PRESS,
    },
    wordsIn(language),
  );
  expectGood(message);
  const lines = message.text.split('\n');
  const title = wordsIn(language).timeline.title;
  return lines.slice(lines.indexOf(title) + 1);
}

test.each([
  ['0.992', '0.996', 'Completion: 99.2% → 99.6%'],
  ['0.3333', null, 'Completion: 33% → none'],
  ['0.99', '1', 'Completion: 99% → 100%'],
])('a completion of %s that becomes %j is told as a change', (from, to, told) => {
  const event = { fileId: 'a', aspect: 'completion' as const, from, to };
  const events = [{ ...event, afterMs: READY - 300_000, beforeMs: READY }];
  expect(detailsWith({ ...TIMELINE, events }).join('\n')).toContain(told);
});

test('what happened to a file is told with its times, newest first, and since when it is known', () => {
  expect(detailsWith(TIMELINE)).toEqual([
    '• Ready to decide, first seen on 17 Nov 2026, 14:05 · ready after 6 working days',
    '• 17 Nov 2026, 14:05: Decision: Pending → Ready to decide',
    '• Between 13 Nov 2026, 18:00 and 16 Nov 2026, 08:10: Completion: 40% → 100%',
    '• 10 Nov 2026, 09:05: Applicants: 1 New → 2 New, 1 Analysed',
    '• 10 Nov 2026, 08:05: Score: none → 70',
    '• 9 Nov 2026, 09:05: New in the list of files',
    '• Known since 2 Nov 2026, 08:00; what happened before, Rental Desk has not seen.',
  ]);
});

test.each([
  [
    'en',
    '• Between 13 Nov 2026, 18:00 and 16 Nov 2026, 08:10: Completion: 40% → 100%; Score: 40 → 70; Status: Open → Processing',
  ],
  [
    'fr',
    '• Entre le 13 nov. 2026 à 18:00 et le 16 nov. 2026 à 08:10\u00a0: Complétude\u00a0: 40\u00a0% → 100\u00a0%\u00a0; Note\u00a0: 40 → 70\u00a0; Statut\u00a0: Ouvert → En traitement',
  ],
] as const)('when changes of one reading happened is said once (%s)', (language, said) => {
  const found = { afterMs: at('2026-11-13T18:00'), beforeMs: at('2026-11-16T08:10') };
  const before = { afterMs: at('2026-11-12T18:00'), beforeMs: at('2026-11-13T18:00') };
  const score = { fileId: 'a', aspect: 'score' as const, from: '40', to: '70' };
  const lines = detailsWith(
    {
      ...TIMELINE,
      events: [
        { fileId: 'a', aspect: 'completion', from: '0.4', to: '1', ...found },
        { ...score, ...found },
        { fileId: 'a', aspect: 'status', from: 'OPEN', to: 'PROCESSING', ...found },
        { ...score, ...before },
      ],
    },
    language,
  );
  expect(lines[1]).toBe(said);
  // The reading before has a line of its own.
  expect(lines).toHaveLength(4);
});

test('a decided file tells how long each part took', () => {
  const decided = { ...TIMELINE, decidedMs: at('2026-11-20T10:00'), daysToDecision: 3 };
  const [english] = detailsWith(decided);
  expect(english).toBe(
    '• Decided, first seen on 20 Nov 2026, 10:00 · ready after 6 working days · decided in 3 working days',
  );
  const [french] = detailsWith(decided, 'fr');
  expect(french).toBe(
    '• Décidé, constaté le 20 nov. 2026 à 10:00 · prêt après 6 jours ouvrés · décidé en 3 jours ouvrés',
  );
});

test('a file of which nothing has happened says since when that is known', () => {
  const quiet = { ...TIMELINE, events: [], readyMs: null, daysToReady: null };
  expect(detailsWith(quiet)).toEqual([
    '• No change so far. Known since 2 Nov 2026, 08:00; what happened before, Rental Desk has not seen.',
  ]);
});

test('a history that is not there is not an empty one', () => {
  expect(detailsWith(null)).toEqual([
    '• Nothing is recorded of this file yet; that begins when all files have been read.',
  ]);
  expect(detailsWith('away').join(' ')).toContain('the database does not answer');
});
