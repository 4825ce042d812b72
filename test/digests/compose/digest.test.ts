import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { composeDigest } from '../../../src/digests/compose/composer.ts';
import { overdueFiles, searchContextFor } from '../../../src/digests/compose/parts.ts';
import { createSharedWork } from '../../../src/digests/compose/sections.ts';
import { digestQuery } from '../../../src/digests/query.ts';
import { PRIVACIES } from '../../../src/i18n/index.ts';
import { createWorkingDays } from '../../../src/portfolio/calendar.ts';
import { awaitingQuery } from '../../../src/portfolio/lifecycle.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';
import { QueryError } from '../../../src/portfolio/query/errors.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import type { Query } from '../../../src/portfolio/query/query.ts';
import { findRows } from '../../../src/portfolio/search/execute.ts';
import type { Snapshot } from '../../../src/portfolio/snapshot.ts';
import type { Message } from '../../../src/views/message.ts';
import { entries, NOW_MS } from '../../portfolio/query/random-entries.ts';
import { readingOf, readingOfFiles } from '../../portfolio/reading-of.ts';
import { buttonsOf, menuOf, pressOf } from '../../support/desk.ts';
import { expectGood } from '../../support/hostile.ts';
import { composing, digestOf, triageOf } from './fixture.ts';

const DAY_MS = 86_400_000;

/** A file of so many days ago. */
function file(id: string, daysAgo: number, fields: Readonly<Record<string, unknown>> = {}) {
  return {
    id,
    status: 'ANALYZED',
    decision: 'READY',
    completion_rate: 100,
    created_at: new Date(NOW_MS - daysAgo * DAY_MS).toISOString(),
    applicants: [{ first_name: 'Anne', last_name: 'Dupont' }],
    product: { title: `Flat ${id}`, reference: `R-${id}` },
    ...fields,
  };
}

/** Four files, one of each kind, the oldest of which waits for documents. */
const FILES = [
  file('ready', 2),
  file('review', 3, { decision: 'PENDING' }),
  file('part', 4, { decision: 'PENDING', completion_rate: 60 }),
  file('open', 20, { decision: 'PENDING', status: 'OPEN' }),
  file('decided', 1, { decision: 'ACCEPTED' }),
  file('closed', 1, { status: 'CLOSED' }),
  file('archived', 1, { archived_at: '2026-11-19T00:00:00Z' }),
];
const READING = readingOfFiles(...FILES);

function titlesIn({ text }: Message): string[] {
  return Array.from(text.matchAll(/^\d+\. Flat (\w+)/gm), ([, id = '']) => id);
}

function linesIn({ text }: Message): string[] {
  return text.split('\n');
}

function sent(threadReply: Message | null): Message {
  if (threadReply === null) throw new Error('there is no thread');
  return threadReply;
}

test('a digest tells what is ready first, then what is in review, then what waits for documents', () => {
  const { message, counts, isEmpty, threadReply } = composeDigest(composing(READING));

  expect(linesIn(message)).toEqual([
    'Morning: 4 rental files await a decision · 1 ready to decide · 1 in review · 2 waiting for documents',
    'Fri 20 Nov, 09:30 (Europe/Paris) · updated 09:30',
    'Ready to decide (1)',
    '1. Flat ready (R-ready), A.\u00a0D., Ready, waiting 2 working days',
    'In review (1)',
    '2. Flat review (R-review), A.\u00a0D., Analysed, waiting 3 working days',
    'Waiting for documents (2)',
    '3. Flat open (R-open), A.\u00a0D., Open, waiting 14 working days',
    '4. Flat part (R-part), A.\u00a0D., Analysed, waiting 4 working days',
    '/rental pending',
  ]);
  expect({ counts, isEmpty, threadReply }).toEqual({
    counts: { ready: 1, waiting: 3, overdue: 0 },
    isEmpty: false,
    threadReply: null,
  });
  // Each of its files is shown, so no list of them all would have more.
  expect(buttonsOf(message)).toEqual(['View', 'View', 'View', 'View', 'Take…']);
  expect(menuOf(message)).toEqual(['Snooze…', 'Settings']);
});

test('its buttons open windows for whoever presses them, and leave the digest alone', () => {
  const { message } = composeDigest(composing(READING, { digest: digestOf({}, { top: 3 }) }));

  expect(
    ['View', 'View all (4)', 'Snooze…', 'Settings'].map((label) => pressOf(message, label)),
  ).toEqual([
    { command: 'show', args: { id: 'ready' }, opens: 'modal' },
    { command: 'pending', args: { page: 1 }, opens: 'modal' },
    { command: 'digest', args: { do: 'snooze', id: 'd7k2' }, opens: 'modal' },
    { command: 'digest', args: { do: 'edit', id: 'd7k2' }, opens: 'modal' },
  ]);
});

test.each([
  ['decision:ready', 'pending', 'decision:ready'],
  ['decision:rejected', 'list', 'archived:no decision:declined sort:oldest'],
])('the button of a digest of %s opens a list that says the same', (typed, command, query) => {
  const files = [1, 2, 3].map((each) =>
    file(`f${each}`, each, { decision: typed === 'decision:ready' ? 'READY' : 'REJECTED' }),
  );
  const stored = formatQuery(digestQuery(parseQuery(typed)), 'en');
  const digest = digestOf({ query: stored }, { top: 1 });
  const { message } = composeDigest(composing(readingOfFiles(...files), { digest }));
  expect(pressOf(message, 'View all (3)')).toEqual({
    command,
    args: { page: 1, query },
    opens: 'modal',
  });
});

test('with a target, what is overdue stands on top, and by how much', () => {
  const digest = digestOf({}, { targetDays: 3 });
  const { message, counts } = composeDigest(composing(READING, { digest }));

  expect(titlesIn(message)).toEqual(['open', 'part', 'ready', 'review']);
  expect(counts).toEqual({ ready: 1, waiting: 3, overdue: 2 });
  expect(linesIn(message)).toContain('Overdue (2)');
  expect(linesIn(message)).toContain(
    'Past the target of 3 working days by: 1–3 days (1) · 8–14 days (1)',
  );
});

test('a file is overdue from the first working day past its target, not on it', () => {
  const snapshot = readingOfFiles(file('five', 7), file('four', 4));
  const overdueWith = (targetDays: number) =>
    composeDigest(composing(snapshot, { digest: digestOf({}, { targetDays }) })).counts.overdue;

  expect([3, 4, 5].map(overdueWith)).toEqual([2, 1, 0]);
});

test('grouped by property or manager, what belongs together stands together, oldest first', () => {
  const snapshot = readingOfFiles(
    file('a', 9, { product: { title: 'North', reference: null }, managers: ['anna@agence.fr'] }),
    file('b', 8, { product: { title: 'South', reference: 'S-1' }, managers: ['Bob Petit'] }),
    file('c', 7, { product: { title: 'North', reference: null }, managers: [] }),
  );
  const headings = (
    group: 'property' | 'manager',
    privacy: 'full' | 'initials' | 'reference',
    of = snapshot,
  ) => {
    const digest = digestOf({}, { group });
    const audience = { level: privacy, language: 'en' } as const;
    const { message } = composeDigest(composing(of, { digest, audience }));
    return linesIn(message)
      .slice(2)
      .filter((line) => /\(\d+\)$/.test(line));
  };

  expect(headings('property', 'initials')).toEqual(['North (2)', 'South · S-1 (1)']);
  expect(headings('manager', 'full')).toEqual([
    'anna@agence.fr (1)',
    'Bob Petit (1)',
    'No manager (1)',
  ]);
  expect(headings('manager', 'initials')).toEqual(['A. (1)', 'B.\u00a0P. (1)', 'No manager (1)']);
  // An id has no initials, and is a manager all the same.
  const withId = readingOfFiles(file('a', 9, { managers: ['7f3c'] }), file('b', 8));
  expect(headings('manager', 'initials', withId)).toEqual([
    'Manager not shown (1)',
    'No manager (1)',
  ]);
  // The order in which the service names them makes no second group; what cannot be read is not nobody.
  const shared = readingOfFiles(
    file('a', 9, { managers: ['anna@agence.fr', 'Bob Petit'] }),
    file('b', 8, { managers: { name: 'Bob' } }),
    file('c', 7, { managers: ['Bob Petit', 'anna@agence.fr'] }),
    file('d', 6, { managers: [] }),
  );
  expect(headings('manager', 'full', shared)).toEqual([
    'anna@agence.fr, Bob Petit (2)',
    'Managers not readable (1)',
    'No manager (1)',
  ]);
  // Of one section without names, the line above it says all: “3 ready to decide”.
  expect(headings('manager', 'reference')).toEqual([]);
});

test('a property that has changed between its files has one heading', () => {
  const product = { title: 'North', reference: 'N-1', incoming_requests: 3 };
  const snapshot = readingOfFiles(
    file('a', 9, { product }),
    file('b', 8),
    file('c', 7, { product: { ...product, incoming_requests: 4 } }),
  );
  const digest = digestOf({}, { group: 'property' });
  const { message } = composeDigest(composing(snapshot, { digest }));

  expect(linesIn(message).filter((line) => line.endsWith(')') && !line.includes(','))).toEqual([
    'North · N-1 (2)',
    'Flat b · R-b (1)',
  ]);
});

function standingsIn(group: 'readiness' | 'property'): readonly (string | undefined)[] {
  const digest = digestOf({}, { group });
  const { message, threadReply } = composeDigest(composing(READING, { digest }));
  return [message, ...(threadReply === null ? [] : [threadReply])]
    .flatMap(linesIn)
    .filter((line) => /^\d+\. /.test(line))
    .map((line) => line.split(', ').at(-2));
}

test('a file has the words of its part of the backlog, and under a heading that has them those of its stage', () => {
  expect(new Set(standingsIn('property'))).toEqual(
    new Set(['Ready', 'In review', 'Waiting for documents']),
  );
  expect(standingsIn('readiness')).toEqual(['Ready', 'Analysed', 'Open', 'Analysed']);
});

test('under its property, a file goes by its people', () => {
  const snapshot = readingOfFiles(file('a', 9), file('b', 8));
  const digest = digestOf({}, { group: 'property' });
  const { message } = composeDigest(composing(snapshot, { digest }));

  expect(linesIn(message).slice(2, 4)).toEqual([
    'Flat a · R-a (1)',
    '1. A.\u00a0D., Ready, waiting 7 working days',
  ]);
  const drawn = JSON.stringify(message.blocks);
  expect(drawn.split('Flat a').length).toBe(3);
});

test('only the first are shown; the rest is a press away, or in the thread', () => {
  const snapshot = readingOfFiles(
    ...Array.from({ length: 50 }, (_, at) => file(`f${at}`, 50 - at)),
  );
  const compact = composeDigest(composing(snapshot));
  const detailed = composeDigest(
    composing(snapshot, { digest: digestOf({}, { style: 'detailed', top: 5 }) }),
  );

  expect(titlesIn(compact.message)).toEqual(Array.from({ length: 5 }, (_, at) => `f${at}`));
  expect(linesIn(compact.message)).toContain('+45 more');
  expect(compact.threadReply).toBeNull();
  expect(linesIn(detailed.message)).toContain('+45 more in the thread.');
  expect(detailed.threadReply && titlesIn(detailed.threadReply)[0]).toBe('f5');
  expect(detailed.threadReply && linesIn(detailed.threadReply)[0]).toBe('Morning: files 6 to 35');
  expect(detailed.threadReply && linesIn(detailed.threadReply).at(-1)).toBe('+15 more');
});

test('a thread that is made later has all files that the post does not list, and those alone', () => {
  const files = Array.from({ length: 8 }, (_, at) => file(`f${at}`, 50 - at));
  const digest = digestOf({}, { style: 'detailed', top: 2 });
  const first = composeDigest(composing(readingOfFiles(...files), { digest }));
  const ids = first.live?.layout.sections.flatMap((section) => section.ids) ?? [];
  expect(ids).toEqual(['f0', 'f1']);

  // One that the post lists is decided, and two that are older have come.
  const later = readingOfFiles(
    file('older', 60),
    file('oldest', 70),
    file('f0', 50, { decision: 'ACCEPTED' }),
    ...files.slice(1),
  );
  const threadOf = (listed: ReadonlySet<string> | null) => {
    const { threadReply } = composeDigest(composing(later, { digest, listed }));
    return { titles: titlesIn(sent(threadReply)), lines: linesIn(sent(threadReply)) };
  };
  const known = threadOf(new Set(ids));
  expect(known.titles).toEqual(['oldest', 'older', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7']);
  expect(known.lines[0]).toBe('Morning: files 3 to 10');
  expect(known.lines.at(-1)).not.toContain('more');

  const unknown = threadOf(null);
  expect(unknown.titles).toEqual(['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7']);
  expect(unknown.lines.at(-1)).toBe(
    'Read later than the post: a file may be in both messages, or in neither.',
  );
});

test('a thread that is made later says how many files are in neither message', () => {
  const files = Array.from({ length: 40 }, (_, at) => file(`f${at}`, 50 - at));
  const digest = digestOf({}, { style: 'detailed', top: 5 });
  const listed = new Set(['f36', 'f37', 'f38', 'f39', 'gone']);
  const { threadReply } = composeDigest(composing(readingOfFiles(...files), { digest, listed }));
  expect(linesIn(sent(threadReply))[0]).toBe('Morning: files 6 to 35');
  expect(linesIn(sent(threadReply)).at(-1)).toBe('+6 more');
});

test('what is new, became ready, was decided and dropped out since the last one is told', () => {
  const before = [
    { id: 'ready', decision: 'PENDING' },
    { id: 'part', decision: 'PENDING' },
    { id: 'decided', decision: 'READY' },
    { id: 'archived', decision: 'READY' },
    { id: 'gone', decision: 'READY' },
  ];
  const { message, files } = composeDigest(composing(READING, { before }));

  expect(linesIn(message)[2]).toBe(
    'Since the last digest: 2 new (R-review, A.\u00a0D.; R-open, A.\u00a0D.); 1 became ready (R-ready, A.\u00a0D.); 1 decided (R-decided, A.\u00a0D., Approved); 2 no longer here (R-archived, A.\u00a0D.; 1 more)',
  );
  expect(files).toEqual([
    { id: 'ready', decision: 'READY' },
    { id: 'review', decision: 'PENDING' },
    { id: 'part', decision: 'PENDING' },
    { id: 'open', decision: 'PENDING' },
  ]);
});

test.each([{ inconsistency: 'moved' } as const, { skipped: 1 }])(
  'a file that %j may have left unread is neither dropped nor new with the next digest',
  (over) => {
    const before = [{ id: 'unread', decision: 'READY' }];
    const { message, files } = composeDigest(composing({ ...READING, ...over }, { before }));
    expect(message.text).not.toContain('no longer here');
    expect(files).toContainEqual(before[0]);

    const next = readingOfFiles(...FILES, file('unread', 3));
    const { message: later } = composeDigest(composing(next, { before: files }));
    expect(linesIn(later)).toContain('Since the last digest: no changes');
    const { message: gone } = composeDigest(composing(READING, { before: files }));
    expect(linesIn(gone)).toContain('Since the last digest: 1 no longer here');
  },
);

test('a decision that the service made up is not remembered as it came', () => {
  const snapshot = readingOfFiles({ id: 'a', status: 'OPEN', decision: 'Anne called' });
  const all = digestOf({ query: 'sort:oldest' });
  const { files } = composeDigest(composing(snapshot, { digest: all }));
  expect(files).toEqual([{ id: 'a', decision: '?' }]);
});

test('nothing has changed where the same is found again', () => {
  const first = composeDigest(composing(READING));
  const { message } = composeDigest(composing(READING, { before: first.files }));

  expect(linesIn(message)).toContain('Since the last digest: no changes');
});

test('of a list that is suddenly empty, nobody claims that nothing has changed', () => {
  const first = composeDigest(composing(READING));
  const empty = { ...readingOfFiles(), inconsistency: 'empty' as const };
  const { message } = composeDigest(composing(empty, { before: first.files }));
  expect(message.text).toContain('lists no rental file at all');
  expect(message.text).not.toContain('Since the last digest');
});

test('of an incomplete reading, nobody claims that a file is gone or that nothing waits', () => {
  const before = [{ id: 'gone', decision: 'READY' }];
  const doubtful = { ...READING, inconsistency: 'moved' } as const;
  const empty = { ...readingOfFiles(), inconsistency: 'count' } as const;
  const some = composeDigest(composing(doubtful, { before }));
  const none = composeDigest(composing(empty));

  expect(some.isIncomplete).toBe(true);
  expect(some.message.text).toContain('Incomplete: files moved');
  expect(some.message.text).not.toContain('no longer here');
  expect(none.isEmpty).toBe(false);
  expect(linesIn(none.message)[0]).toBe('Morning: nothing found, but files may be missing');
  expect(none.message.text).not.toContain('All clear');
});

test.each([
  ['en', 'The service lists no rental file at all', 'Incomplete: files moved'],
  ['fr', 'Le service ne liste aucun dossier', 'Incomplet'],
] as const)(
  'where the service lists no file, a digest says so in %s instead of that some may be missing',
  (language, said, general) => {
    const snapshot = { ...readingOfFiles(), inconsistency: 'empty' } as const;
    for (const level of ['initials', 'outside'] as const) {
      const { message, isEmpty } = composeDigest(
        composing(snapshot, { audience: { level, language } }),
      );
      expect(isEmpty).toBe(false);
      expect(message.text.split(said)).toHaveLength(2);
      expect(message.text).not.toContain(general);
    }
  },
);

test('an empty digest says that all is clear, or why it speaks up', () => {
  const snapshot = readingOfFiles(file('decided', 1, { decision: 'ACCEPTED' }));
  const clear = composeDigest(composing(snapshot));
  const alive = composeDigest(
    composing(snapshot, {
      digest: digestOf({}, { whenEmpty: 'weekly', mentions: ['U0BOB000001'] }),
    }),
  );
  const skipped = composeDigest(composing({ ...snapshot, skipped: 2 }));

  expect(clear.isEmpty).toBe(true);
  expect(linesIn(clear.message).slice(0, 3)).toEqual([
    'Morning: nothing awaits a decision',
    'Fri 20 Nov, 09:30 (Europe/Paris) · updated 09:30',
    'All clear.',
  ]);
  expect([buttonsOf(clear.message), menuOf(clear.message)]).toEqual([[], ['Snooze…', 'Settings']]);
  expect(alive.message.text).toContain('once a week');
  expect(JSON.stringify(alive.message.blocks)).not.toContain('U0BOB000001');
  expect(skipped.message.text).toContain('2 files could not be read and are missing here.');
  expect(skipped.message.text).not.toContain('All clear');
  expect(skipped.message.text).not.toContain('nothing awaits');
  // Otherwise nothing would be posted.
  expect(skipped.isEmpty).toBe(false);
});

test.each([
  ['score:>=99', 'digest', {}],
  ['min age', null, { minAge: '90bd' }],
  ['decision:accepted age:>90d', 'digest', {}],
] as const)(
  'a digest of its own query, %s, claims nothing of other files',
  (typed, of, options) => {
    const query = formatQuery(digestQuery(of === null ? null : parseQuery(typed)), 'en');
    const digest = digestOf({ query }, { whenEmpty: 'clear', ...options });
    const none = composeDigest(composing(READING, { digest }));
    expect(none.isEmpty).toBe(true);
    expect(linesIn(none.message)[0]).toBe('Morning: no rental file fits');
    expect(none.message.text).not.toMatch(/All clear|nothing awaits/);

    const outside = composing(READING, { digest, audience: { level: 'outside', language: 'en' } });
    expect(linesIn(composeDigest(outside).message)[0]).toBe(
      'No rental file in this message awaits a decision',
    );
  },
);

test('a digest of ready files says what was typed, and the command for the same list', () => {
  const query = formatQuery(digestQuery(parseQuery('decision:ready')), 'en');
  const { message } = composeDigest(composing(READING, { digest: digestOf({ query }) }));
  expect(linesIn(message).slice(-2)).toEqual(['ready to decide', '/rental pending decision:ready']);
  const listed = awaitingQuery(parseQuery('decision:ready'));
  const context = searchContextFor({ ...composing(READING), digest: digestOf() });
  const found = (one: Query) => [...findRows(one, READING.table, context)];
  expect(found(listed)).toEqual(found(parseQuery(query)));
});

test('a digest of decided files offers nothing to take', () => {
  const query = formatQuery(digestQuery(parseQuery('decision:approved')), 'en');
  const { message } = composeDigest(composing(READING, { digest: digestOf({ query }) }));
  expect(buttonsOf(message)).toEqual(['View']);
});

test('a digest whose query only sorts is of all that await a decision', () => {
  const query = formatQuery(digestQuery(parseQuery('sort:rent')), 'en');
  const snapshot = readingOfFiles(file('decided', 1, { decision: 'ACCEPTED' }));
  const { message } = composeDigest(composing(snapshot, { digest: digestOf({ query }) }));
  expect(linesIn(message)[0]).toBe('Morning: nothing awaits a decision');
  expect(message.text).toContain('All clear.');
});

test.each([
  ['skip', true],
  ['clear', false],
  ['weekly', false],
] as const)(
  'a preview of nothing, with %s, says whether it would be posted',
  (whenEmpty, isSilent) => {
    const digest = digestOf({}, { whenEmpty });
    const preview = (snapshot: Snapshot) =>
      composeDigest(composing(snapshot, { digest, isPreview: true })).message.text;
    const sentence = 'It would not be posted, as no file is found.';
    expect(preview(readingOfFiles()).includes(sentence)).toBe(isSilent);
    expect(preview(READING)).not.toContain(sentence);
    expect(composeDigest(composing(readingOfFiles(), { digest })).message.text).not.toContain(
      'It would not be posted',
    );
  },
);

test('a digest that comes late says so, and a catch-up says why', () => {
  const late = composeDigest(composing(READING, { now: NOW_MS + 40 * 60_000 }));
  const soon = composeDigest(composing(READING, { now: NOW_MS + 60_000 }));
  const caughtUp = composeDigest(composing(READING, { isCatchUp: true }));

  expect(late.isLate).toBe(true);
  expect(linesIn(late.message)[2]).toBe('Late: this was due at 09:30.');
  expect(soon.isLate).toBe(false);
  expect(soon.message.text).not.toContain('Late');
  expect(caughtUp.isLate).toBe(true);
  expect(linesIn(caughtUp.message)[2]).toContain('when Rental Desk was not running');
});

test('the least age and staleness of a digest narrow what it finds, and what it tells to type', () => {
  const digest = digestOf({}, { minAge: '4bd' });
  const { message } = composeDigest(composing(READING, { digest }));

  expect(titlesIn(message)).toEqual(['open', 'part']);
  expect(message.text).toContain('/rental pending age:&gt;=4bd');
});

test('decided files are counted as files, and not as work', () => {
  const query = formatQuery(digestQuery(parseQuery('decision:approved')), 'en');
  const { message } = composeDigest(composing(READING, { digest: digestOf({ query }) }));

  expect(query).toBe('archived:no decision:approved sort:oldest');
  expect(linesIn(message)[0]).toBe('Morning: 1 rental file');
  expect(linesIn(message)).not.toContain('Others (1)');
  // A file that is decided waits no longer.
  expect(JSON.stringify(message.blocks)).not.toContain('waiting');
});

test.each([
  ['status:closed', '1 rental file'],
  ['status:closed,new archived:no', '1 rental file'],
  ['archived:yes status:analysed', '1 rental file'],
])('closed and archived files are not said to await a decision: %s', (typed, files) => {
  const query = formatQuery(digestQuery(parseQuery(typed)), 'en');
  const { message } = composeDigest(composing(READING, { digest: digestOf({ query }) }));

  expect(linesIn(message)[0]).toBe(`Morning: ${files}`);
});

test('a digest on closed files finds those that were decided', () => {
  const files = readingOfFiles(file('a', 1, { status: 'CLOSED', decision: 'ACCEPTED' }));
  const query = formatQuery(digestQuery(parseQuery('status:closed')), 'en');
  const { message } = composeDigest(composing(files, { digest: digestOf({ query }) }));

  expect(linesIn(message)[0]).toBe('Morning: 1 rental file');
});

test('a digest without one status does not call closed files undecided', () => {
  const files = readingOfFiles(file('a', 1, { status: 'CLOSED' }), file('b', 2));
  const titleOf = (query: string) =>
    linesIn(composeDigest(composing(files, { digest: digestOf({ query }) })).message)[0];

  expect(titleOf(formatQuery(digestQuery(parseQuery('-status:open')), 'en'))).toMatch(
    /^Morning: 1 rental file awaits a decision/,
  );
  // As earlier versions stored it.
  expect(titleOf('decision:pending,ready archived:no -status:open sort:waiting')).toBe(
    'Morning: 2 rental files',
  );
});

test.each([
  [null, 'decision:pending,ready -status:closed archived:no sort:waiting'],
  ['property:lyon', 'decision:pending,ready -status:closed archived:no property:lyon sort:waiting'],
  ['decision:ready sort:score', '-status:closed archived:no decision:ready sort:score'],
  // Neither closed nor archived files await a decision: those found are not limited to undecided ones.
  ['status:new archived:yes', 'status:new archived:yes sort:oldest'],
  ['status:closed', 'archived:no status:closed sort:oldest'],
  ['-status:new', 'decision:pending,ready -status:closed archived:no -status:new sort:waiting'],
  ['-decision:ready', 'archived:no -decision:ready sort:oldest'],
])('a digest of %s asks %s', (typed, whole) => {
  expect(formatQuery(digestQuery(typed === null ? null : parseQuery(typed)), 'en')).toBe(whole);
});

test('the strictest privacy wins, and a manager’s name in the query stays out of sight', () => {
  const digest = digestOf({ query: 'decision:ready manager:anna' }, { privacy: 'full' });
  const textAt = (privacy: (typeof PRIVACIES)[number], of = digest) =>
    composeDigest(
      composing(readingOfFiles(file('a', 1, { managers: ['anna@agence.fr'] })), {
        digest: of,
        audience: { level: privacy, language: 'en' },
      }),
    ).message.text;

  expect(textAt('full')).toContain('Anne Dupont');
  expect(textAt('full')).toContain('manager:anna');
  expect(textAt('initials')).toContain('A.\u00a0D.');
  expect(textAt('initials')).not.toContain('anna');
  expect(textAt('reference')).toContain('1 applicant');
  expect(textAt('reference')).not.toMatch(/Dupont|A\.\sD\.|anna/);
  expect(textAt('full', digestOf({}, { privacy: 'reference' }))).not.toMatch(/Dupont|A\.\sD\./);
});

test('its own language goes before the channel’s', () => {
  const french = composeDigest(composing(READING, { digest: digestOf({}, { language: 'fr' }) }));

  expect(linesIn(french.message)[0]).toBe(
    'Morning : 4 dossiers attendent une décision · 1 prêt à décider · 1 à l’étude · 2 en attente de pièces',
  );
  expect(french.message.text).toContain('/rental attente');
});

test('a query that can no longer be read is refused', () => {
  const digest = digestOf({ query: 'nonsense:yes' });

  expect(() => composeDigest(composing(READING, { digest }))).toThrow(QueryError);
});

const mornings = (daysAgo: readonly number[]) =>
  daysAgo.map((days, index) => ({
    dueAt: NOW_MS - days * DAY_MS,
    counts: { ready: index, waiting: 10, overdue: 0 },
  }));

/** The days that the chart of a digest has, after posts of so many days ago. */
function chartOf(daysAgo: readonly number[], digest = digestOf()): readonly string[] {
  const { message } = composeDigest(composing(READING, { digest, past: mornings(daysAgo) }));
  const chart = message.blocks.find((block) => block.type === 'data_visualization');
  return chart?.type === 'data_visualization' ? chart.chart.axis_config.categories : [];
}

test('the backlog is drawn by days at first, by weeks later, and not before there are two', () => {
  expect(chartOf([])).toEqual([]);
  expect(chartOf([3, 2, 1])).toEqual(['17 Nov', '18 Nov', '19 Nov', '20 Nov']);
  expect(chartOf([90, 28, 22, 21, 14, 8, 7, 1])).toEqual([
    '23 Oct',
    '30 Oct',
    '6 Nov',
    '13 Nov',
    '20 Nov',
  ]);
});

test('decided files are no backlog, and none is drawn of them', () => {
  const query = formatQuery(digestQuery(parseQuery('decision:approved')), 'en');
  expect(chartOf([3, 2, 1], digestOf({ query }))).toEqual([]);
});

test('whatever the files, a digest is one that Slack takes, and counts what it finds', () => {
  const digests = fc.record({
    group: fc.constantFrom('readiness', 'property', 'manager'),
    style: fc.constantFrom('compact', 'detailed'),
    targetDays: fc.constantFrom(null, 1, 10),
    top: fc.integer({ min: 1, max: 20 }),
    whenEmpty: fc.constantFrom('skip', 'clear', 'weekly'),
    language: fc.constantFrom('en', 'fr'),
    privacy: fc.constantFrom(...PRIVACIES),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(entries(100), { maxLength: 60, selector: ({ id }) => id }),
      digests,
      fc.constantFrom('full', 'initials', 'reference'),
      fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 12 }),
      (found, options, privacy, daysAgo) => {
        const composed = composeDigest(
          composing(readingOf(found), {
            digest: digestOf({}, options),
            audience: { level: privacy, language: 'en' },
            before: found.slice(0, 3).map(({ id }) => ({ id, decision: 'PENDING' })),
            past: mornings(daysAgo),
          }),
        );
        const { message, threadReply, counts, files } = composed;

        expectGood(message);
        if (threadReply !== null) expectGood(threadReply);
        expect(files).toHaveLength(counts.ready + counts.waiting);
        expect(message.blocks.length).toBeLessThanOrEqual(50);
      },
    ),
    { numRuns: 120 },
  );
});

test('digests that share their work say what each would say alone', () => {
  const shared = createSharedWork();
  const inputs = [
    digestOf(),
    digestOf({}, { top: 2, style: 'detailed' }),
    digestOf({}, { targetDays: 2 }),
    digestOf({}, { group: 'property' }),
    digestOf({}, { minAge: '3bd' }),
    digestOf({}, { minAge: '3bd' }),
    digestOf(),
  ].map((digest) => composing(READING, { digest }));

  expect(inputs.map((input) => composeDigest(input, shared))).toEqual(
    inputs.map((input) => composeDigest(input)),
  );
});

test('the same query is asked anew where other days are worked', () => {
  const shared = createSharedWork();
  const digest = digestOf({}, { minAge: '14bd' });
  const workingDays = createWorkingDays({ isWorkingDay: () => true });
  const found = (input: ReturnType<typeof composing>) => composeDigest(input, shared).counts;

  // Twenty days ago, of which fourteen are worked in France; everywhere else all of them.
  expect(found(composing(READING, { digest: digestOf({}, { minAge: '15bd' }) })).waiting).toBe(0);
  const anew = composing(READING, { digest: digestOf({}, { minAge: '15bd' }), workingDays });
  expect(found(anew).waiting).toBe(1);
  expect(found(composing(READING, { digest })).waiting).toBe(1);
});

test('a digest is not clear, nor left out as empty, while a decision is not known', () => {
  const snapshot = readingOfFiles(
    file('odd', 2, { decision: 'ON_APPEAL' }),
    file('decided', 1, { decision: 'ACCEPTED' }),
  );
  const { message, isEmpty } = composeDigest(composing(snapshot));
  expect(isEmpty).toBe(false);
  expect(message.text).toContain('Morning: no file is known to await a decision');
  expect(message.text).toContain(
    '1 file has a decision that Rental Desk does not know yet (ON_APPEAL).',
  );
  expect(message.text).not.toMatch(/All clear|nothing awaits/);
});

test('beside overdue files the other sections say that theirs are not', () => {
  const late = file('late', 40, { decision: 'READY' });
  const snapshot = readingOfFiles(late, file('ready', 2));
  const { message } = composeDigest(
    composing(snapshot, { digest: digestOf({}, { targetDays: 5 }) }),
  );
  expect(linesIn(message)[0]).toContain('2 ready to decide · 1 of them overdue');
  expect(linesIn(message)).toContain('Overdue (1)');
  expect(linesIn(message)).toContain('Ready to decide, not overdue (1)');
});

test('files that rest are counted in the footer, and nowhere else; one that is taken says so and names nobody', () => {
  const input = {
    ...composing(READING),
    triage: triageOf({ taken: ['ready'], snoozed: ['open'] }),
  };
  const { message, counts, files } = composeDigest(input);
  expectGood(message);
  expect(titlesIn(message)).toEqual(['ready', 'review', 'part']);
  expect(message.text).toContain('Morning: 3 rental files await a decision');
  expect(counts).toEqual({ ready: 1, waiting: 2, overdue: 0 });
  expect(message.text).toContain('1 snoozed, not shown');
  expect(message.text).toContain('/rental pending -snoozed:yes');
  expect(message.text).toContain('waiting 2 working days, taken');
  expect(JSON.stringify(message)).not.toContain('U0HANNAH01');

  // The next post does not call a file new that only rested.
  expect(files).toContainEqual({ id: 'open', decision: 'PENDING', isSnoozed: true });
  expect(files?.filter(({ isSnoozed }) => isSnoozed)).toHaveLength(1);
  const next = composeDigest({ ...composing(READING), before: files });
  expect(next.message.text).not.toContain('new');
});

test('a digest of which every file rests says so, and is not called clear', () => {
  const all = triageOf({ snoozed: ['ready', 'review', 'part', 'open'] });
  const { message, isEmpty } = composeDigest({ ...composing(READING), triage: all });
  expect(isEmpty).toBe(true);
  expect(message.text).toContain('4 snoozed, not shown');
  expect(message.text).not.toContain('All clear');
  expect(linesIn(message)[0]).toMatch(/^Morning: nothing awaits a decision but snoozed files/);

  const query = 'decision:pending,ready -status:closed archived:no property:t sort:waiting';
  const some = composeDigest({
    ...composing(READING, {
      digest: digestOf({ query: query.replace(' property:t', ' age:>=0bd') }),
    }),
    triage: all,
  });
  expect(linesIn(some.message)[0]).toMatch(/^Morning: no rental file fits but snoozed ones/);
});

test('files that are taken or rest are not escalated, and the digest says how many are taken', () => {
  const digest = digestOf({}, { escalate: { channelId: 'C0SECOND001', afterDays: 1 } });
  const triage = triageOf({ taken: ['part'], snoozed: ['open'] });
  const input = { ...composing(READING), digest };
  const overdue = (more: object) =>
    overdueFiles({ ...input, ...more, shared: createSharedWork() }).toSorted();
  expect(overdue({})).toEqual(['open', 'part', 'ready', 'review']);
  expect(overdue({ triage })).toEqual(['ready', 'review']);
  expect(composeDigest({ ...input, triage }).message.text).toContain(
    '1 overdue but taken, not escalated',
  );
  const escalated = new Set(['part']);
  expect(composeDigest({ ...input, triage, escalated }).message.text).not.toContain('escalated');
});

test('files that are free again since the last post are counted once, and nobody is named', () => {
  const freed = triageOf({ freed: ['ready', 'part', 'decided'] }, NOW_MS - DAY_MS / 2);
  const past = (daysAgo: number) => [
    { dueAt: NOW_MS - daysAgo * DAY_MS, counts: { ready: 0, waiting: 0, overdue: 0 } },
  ];
  const text = (daysAgo: number) =>
    composeDigest({ ...composing(READING), triage: freed, past: past(daysAgo) }).message.text;

  expect(text(1)).toContain('2 free to take again, taken before by people who have left');
  expect(text(0.2)).not.toContain('free to take again');
});
