import { expect, test } from 'vitest';

import { composeDigest } from '../../../src/digests/compose/composer.ts';
import { digestQuery } from '../../../src/digests/query.ts';
import { PRIVACIES } from '../../../src/i18n/index.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import type { FileHistory } from '../../../src/portfolio/search/recorded.ts';
import { NOW_MS } from '../../portfolio/query/random-entries.ts';
import { readingOfFiles } from '../../portfolio/reading-of.ts';
import { buttonsOf, menuOf, pressOf } from '../../support/desk.ts';
import { expectGood } from '../../support/hostile.ts';
import { composing, digestOf } from './fixture.ts';

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);

function file(id: string, created: string, decision: string) {
  return {
    id,
    status: decision === 'ACCEPTED' ? 'CLOSED' : 'ANALYZED',
    decision,
    managers: ['anna.ruiz@agence.example'],
    created_at: new Date(at(created)).toISOString(),
    applicants: [{ first_name: 'Zoé', last_name: 'Quillfeather', email: 'zoe@home.example' }],
    product: { title: 'Loft', reference: 'MO-1' },
  };
}

const READING = readingOfFiles(
  file('approved', '04T09:00', 'ACCEPTED'),
  file('ready', '10T09:00', 'READY'),
  file('new', '17T09:00', 'PENDING'),
);

const SEEN = { knownMs: 0, appearedMs: null, statusMs: null, changedMs: null };
const TIMES: Readonly<Record<string, ReturnType<FileHistory['timesOf']>>> = {
  approved: { ...SEEN, decision: 'ACCEPTED', readyMs: at('09T09:00'), decidedMs: at('12T09:00') },
  ready: { ...SEEN, decision: 'READY', readyMs: at('13T09:00'), decidedMs: null },
};
const HISTORY: FileHistory = {
  version: 1,
  sinceMs: 0,
  gapsUntil: () => [],
  timesOf: (id) => TIMES[id] ?? null,
};
const JOURNAL = { history: () => HISTORY, eventsOf: async () => [] };

const WEEKLY = { ...digestOf().schedule, report: 'week' } as const;
const digest = digestOf({ name: 'Weekly report', schedule: WEEKLY }, { targetDays: 2 });

function composed(over: Parameters<typeof composing>[1] = {}) {
  return composeDigest(composing(READING, { digest, journal: JOURNAL, ...over }));
}

test('a report is posted with the figures of the last whole week, decided files among them', () => {
  const { message, isEmpty, threadReply, live, counts } = composed();

  expect(message.text).toMatchInlineSnapshot(`
    "Weekly report: 9–15 Nov 2026 · Fri 20 Nov, 09:30 (Europe/Paris) · updated 09:30
    Arrived: 1 · week before: 1
    Became ready: 2 · week before: 0
    Decided: 1 · 1 approved · 0 declined · week before: 0
    From arrival to ready: median 2.5 working days, 90% within 3 working days (2 files)
    From ready to decision: median 2 working days, 90% within 2 working days (1 file)
    Decided within 2 working days of being ready: 1 of 1
    Awaiting decision now: 2, 1 of them ready
    Awaiting decision, by age in working days: 0 to 3: 1 file, 4 to 7: 1 file, 8 to 14: 0 files, 15 to 30: 0 files, 31 or more: 0 files
    By manager: A. R.: 1 arrived, 1 decided, 2 awaiting
    By property: Loft (MO-1): 1 arrived, 1 decided, 2 awaiting
    Times are those at which Rental Desk saw a change. Files that the service no longer lists are not counted."
  `);
  expect({ isEmpty, threadReply, live, counts }).toEqual({
    isEmpty: false,
    threadReply: null,
    live: null,
    counts: { ready: 1, waiting: 1, overdue: 0 },
  });
  expect(buttonsOf(message)).toEqual(['View report']);
  expect(menuOf(message)).toEqual(['Snooze…', 'Settings']);
  expect(pressOf(message, 'View report')).toEqual({
    command: 'report',
    args: { period: 'week', from: '2026-11-09', target: 2 },
    opens: 'modal',
  });
  expect(message.files?.toSorted()).toEqual(['new', 'ready']);
  expectGood(message);
});

test('a posted report says of a week without a reading that it was not seen, in its language', () => {
  const gap = { afterMs: at('06T17:00'), beforeMs: at('16T07:00') };
  const history = { ...HISTORY, version: 2, gapsUntil: () => [gap] };
  const journal = { ...JOURNAL, history: () => history };
  const { message } = composed({ journal, audience: { level: 'initials', language: 'fr' } });

  expect(message.text.replaceAll('\u00a0', ' ')).toContain('Décidés : non suivi · semaine d’avant');
  expect(message.text).toContain('n’a rien enregistré du 6 nov. 2026 à 18:00 au 16 nov.');
  expectGood(message);
});

test.each(PRIVACIES)('no applicant stands in a report at the level %s', (level) => {
  const { message } = composed({ audience: { level, language: 'en' } });

  expect(JSON.stringify(message)).not.toMatch(/Quillfeather|Zoé|home\.example/u);
  expect(message.text.includes('anna.ruiz@agence.example')).toBe(level === 'full');
});

test('where other organisations read along, only properties and how many files wait', () => {
  const { message } = composed({ audience: { level: 'outside', language: 'en' } });

  expect(message.isForOutside).toBe(true);
  expect(message.text).toContain('MO-1');
  expect(message.text).not.toMatch(/Decided|approved|median|anna/iu);
});

test('late at night, a snapshot from before midnight is of the day that has begun', () => {
  const midnight = Temporal.ZonedDateTime.from('2026-11-23T00:00[Europe/Paris]').epochMilliseconds;
  const before = { ...READING, startedAt: midnight - 40_000, endedAt: midnight - 30_000 };
  const { message } = composeDigest(
    composing(before, { digest, journal: JOURNAL, dueAt: midnight, now: midnight + 5_000 }),
  );

  expect(message.text).toContain('Weekly report: 16–22 Nov 2026');
});

test('moved by a holiday into the next week, a report is on the week before its own day', () => {
  const monday = Temporal.ZonedDateTime.from('2026-11-23T09:00[Europe/Paris]').epochMilliseconds;
  const late = { ...READING, startedAt: monday, endedAt: monday };
  const weekOf = (slot?: string) => {
    const request = { digest, journal: JOURNAL, dueAt: monday, now: monday + 5_000 };
    const { message } = composeDigest(
      composing(late, slot === undefined ? request : { ...request, slot }),
    );
    return {
      title: message.text.split(' · ')[0],
      opened: pressOf(message, 'View report')?.args['from'],
    };
  };

  expect(weekOf('2026-11-20T09:00')).toEqual({
    title: 'Weekly report: 9–15 Nov 2026',
    opened: '2026-11-09',
  });
  expect(weekOf('2026-11-23T09:00').opened).toBe('2026-11-16');
  // A preview has no slot.
  expect(weekOf().opened).toBe('2026-11-16');
});

test('where the service lists no file, a report says so, too', () => {
  const { message } = composed({ snapshot: { ...READING, inconsistency: 'empty' } });
  expect(message.text).toContain('The service lists no rental file at all');
  expect(message.text).not.toContain('Incomplete: files moved');
});

test('its query narrows it down; an incomplete or late report says so, in its language', () => {
  const query = formatQuery(digestQuery(parseQuery('property:nowhere')), 'en');
  const { message } = composed({
    digest: { ...digest, query, schedule: { ...WEEKLY, report: 'month' } },
    snapshot: { ...READING, inconsistency: 'moved' },
    audience: { level: 'initials', language: 'fr' },
    now: NOW_MS + 600_000,
  });

  expect(message.text).toContain('\u00a0: octobre 2026');
  expect(message.text).toMatch(/Arrivés\u00a0: 0/u);
  expect(message.text).toContain('En retard');
  expect(message.text).toContain('Incomplet');
});
