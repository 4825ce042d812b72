import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import {
  type DigestDetails,
  digestChangedView,
  digestDetailsView,
  digestsView,
} from '../../src/views/digests/manage.ts';
import {
  digestEscalationView,
  digestMissedView,
  digestOwnerView,
  digestTryingView,
  escalationRefusedView,
  escalationUnclearView,
} from '../../src/views/digests/notices.ts';
import { digestRestView, digestView, outsideDigestView } from '../../src/views/digests/post.ts';
import {
  type DigestPage,
  type DigestSection,
  sectionBlocks,
} from '../../src/views/digests/sections.ts';
import type { FileLine } from '../../src/views/files/line.ts';
import type { Action, Message } from '../../src/views/message.ts';
import { buttonsOf } from '../support/desk.ts';
import { NOW, shownTo } from '../support/hostile.ts';
import { outlineOf, outlinesInTurn } from '../support/outline.ts';

/** What digests post and how they are managed, each state of theirs in turn; `-u` renews it. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ENGLISH = shownTo({ language: 'en', privacy: 'full' });
const WORDS = wordsIn('en');

const action = (command: string): Action => ({ command, args: {} });

const LOFT: FileLine = {
  id: 'loft',
  property: { title: 'Loft', reference: 'MO-0149' },
  applicants: [
    { name: 'Anne Lefèvre', isGuarantor: false },
    { name: 'Paul Lefèvre', isGuarantor: true },
  ],
  furtherGuarantors: 1,
  organisations: 1,
  status: 'ANALYZED',
  decision: 'READY',
  score: 82,
  completionPercent: 100,
  createdAt: NOW - 30 * DAY_MS,
  workingDays: 16,
  isArchived: false,
  town: '34000 Montpellier',
  rent: 1_250.5,
  readiness: 'ready',
  taken: { userId: 'U0BOB000001' },
  isSnoozed: true,
  link: 'https://console.example.com/loft',
  details: action('show loft'),
};
const BARE: FileLine = {
  ...LOFT,
  id: 'bare',
  property: null,
  applicants: [],
  furtherGuarantors: 0,
  organisations: 0,
  status: 'NEW',
  decision: 'PENDING',
  score: null,
  completionPercent: null,
  createdAt: null,
  workingDays: null,
  town: null,
  rent: null,
  readiness: 'waiting',
  taken: null,
  isSnoozed: false,
  link: null,
  details: action('show bare'),
};

function section(over: Partial<DigestSection> = {}): DigestSection {
  return {
    heading: { kind: 'ready' },
    count: 7,
    isBesideOverdue: false,
    isUpdated: false,
    lines: [LOFT, BARE],
    ...over,
  };
}

const PAGE: DigestPage = {
  name: 'Morning',
  dueAt: NOW,
  zone: 'Europe/Paris',
  readAt: NOW - 30_000,
  total: 12,
  matching: 12,
  progress: null,
  isOnAwaiting: true,
  isFiltered: false,
  parts: { overdue: 1, ready: 7, review: 2, waiting: 3, others: 0 },
  unknown: [],
  unreadableArchives: 0,
  unseen: null,
  targetDays: null,
  buckets: [],
  sections: [section()],
  hidden: 5,
  hasThread: false,
  changes: null,
  backlog: [],
  timing: 'on time',
  inconsistency: null,
  skipped: 0,
  isHeartbeat: false,
  isPreview: false,
  isSilent: false,
  alert: null,
  snoozed: 0,
  freed: 0,
  notEscalated: 0,
  mentions: [],
  asked: 'awaiting decision',
  again: '/rental pending',
  all: action('pending'),
  stop: action('digest stop'),
  settings: action('digest edit'),
};

const NOTHING = {
  total: 0,
  matching: 0,
  sections: [],
  hidden: 0,
  parts: { overdue: 0, ready: 0, review: 0, waiting: 0, others: 0 },
} as const;
const ONLY_READY = {
  total: 2,
  matching: 2,
  sections: [section({ count: 2 })],
  hidden: 0,
  parts: { ...NOTHING.parts, ready: 2 },
} as const;
const changed = (count: number, ...lines: FileLine[]) => ({ count, lines });
const UNCHANGED = changed(0);

const PAGES: Readonly<Record<string, Partial<DigestPage>>> = {
  'as it is usually': {},
  'nothing awaits': NOTHING,
  'nothing fits': { ...NOTHING, isFiltered: true },
  'nothing was read': { ...NOTHING, inconsistency: 'moved' },
  'nothing is known': { ...NOTHING, unknown: [{ value: 'ESCALATED', count: 2 }] },
  'nothing is known to fit': { ...NOTHING, isFiltered: true, unreadableArchives: 2 },
  'nothing can be read of archives': { ...NOTHING, unreadableArchives: 2 },
  'a sign of life': { ...NOTHING, isHeartbeat: true },
  'nothing but what rests': { ...NOTHING, snoozed: 2 },
  'nothing but what was skipped': { ...NOTHING, skipped: 1 },
  'other files': { isOnAwaiting: false },
  'a preview': { isPreview: true },
  'a preview of what is not posted': { ...NOTHING, isPreview: true, isSilent: true },
  late: { timing: 'late' },
  'caught up': { timing: 'catch-up' },
  'files that were skipped': { skipped: 2, inconsistency: 'moved' },
  'times that were not seen': {
    unseen: { hasStandIns: true, sinceMs: NOW - 20 * DAY_MS, gaps: [] },
  },
  'times in gaps': {
    unseen: {
      hasStandIns: false,
      sinceMs: NOW - 20 * DAY_MS,
      gaps: [
        { afterMs: NOW - 9 * DAY_MS, beforeMs: NOW - 3 * DAY_MS },
        { afterMs: NOW - 5_000_000, beforeMs: Infinity },
      ],
    },
  },
  'no time that was seen': { unseen: { hasStandIns: true, sinceMs: null, gaps: [] } },
  'what rests, is free again or taken': { snoozed: 3, freed: 1, notEscalated: 2 },
  'people called': { mentions: ['U0BOB000001', 'S0TEAM0001'] },
  'a thread': { hasThread: true },
  'no further files': { hidden: 0, total: 2, matching: 2 },
  'a target': { targetDays: 5 },
  'files beyond a target': {
    targetDays: 5,
    buckets: [
      { from: 1, to: 2, count: 3 },
      { from: 3, to: 5, count: 0 },
      { from: 6, to: null, count: 1 },
    ],
  },
  'changes since the last': {
    changes: {
      added: changed(2, LOFT),
      becameReady: changed(1, BARE),
      decided: UNCHANGED,
      dropped: changed(9, LOFT, BARE),
    },
  },
  'no changes since the last': {
    changes: {
      added: UNCHANGED,
      becameReady: UNCHANGED,
      decided: UNCHANGED,
      dropped: UNCHANGED,
    },
  },
  'one point of a curve': { backlog: [{ at: NOW - DAY_MS, ready: 1, waiting: 2 }] },
  'a curve': {
    backlog: [
      { at: NOW - 2 * DAY_MS, ready: 0, waiting: 0 },
      { at: NOW - DAY_MS, ready: 3, waiting: 9 },
      { at: NOW, ready: 7, waiting: 5 },
    ],
  },
  'kept up to date': {
    progress: { accepted: 1, rejected: 2, dropped: 3, added: 4 },
    sections: [
      section({
        isUpdated: true,
        lines: [
          { ...LOFT, decision: 'ACCEPTED', outcome: 'decided' },
          { ...BARE, id: 'archived', outcome: 'archived' },
          { ...BARE, id: 'closed', outcome: 'closed' },
          { ...BARE, id: 'gone', outcome: 'gone' },
          { ...BARE, id: 'waits', outcome: null },
        ],
      }),
    ],
  },
  'kept up to date, with nothing done': {
    progress: { accepted: 0, rejected: 0, dropped: 0, added: 0 },
  },
  'nothing but what is ready': ONLY_READY,
  'sections of every kind': {
    sections: [
      section({ heading: { kind: 'overdue' }, count: 1, lines: [LOFT] }),
      section({ heading: { kind: 'ready' }, isBesideOverdue: true, count: 1, lines: [LOFT] }),
      section({ heading: { kind: 'review' }, count: 2, lines: [BARE] }),
      section({ heading: { kind: 'waiting' }, count: 3, isUpdated: true, lines: [BARE] }),
      section({ heading: { kind: 'others' }, count: 1, lines: [BARE] }),
      section({ heading: { kind: 'gone' }, count: 2, lines: [{ ...BARE, note: 'since 9:00' }] }),
      section({ heading: { kind: 'property', property: LOFT.property }, count: 2 }),
      section({ heading: { kind: 'property', property: null }, count: 2 }),
      section({
        heading: { kind: 'manager', names: ['claire', 'hugo'], isUnreadable: false },
        count: 2,
      }),
      section({ heading: { kind: 'manager', names: [], isUnreadable: false }, count: 2 }),
    ],
  },
  'an alert of files that enter': {
    alert: { on: 'enters', gone: 0, unread: 0 },
    isOnAwaiting: false,
  },
  'an alert of files that leave': {
    alert: { on: 'leaves', gone: 2, unread: 0 },
    isOnAwaiting: false,
  },
  'an alert of files that change': {
    alert: { on: 'changes', gone: 0, unread: 0 },
    isOnAwaiting: false,
  },
  'no query': { asked: '', again: null },
  'no command for it': { again: null },
};

function approvedOf(all: Iterable<readonly [string, Message]>): string {
  const inTurn = outlinesInTurn();
  return [...all]
    .flatMap(([title, message]) => ['', `## ${title}`, ...inTurn(title, outlineOf(message))])
    .join('\n');
}

test.each(['en', 'fr'] as const)('in %s, a long heading keeps the end of an id', (language) => {
  const property = { title: 'T2 lumineux'.repeat(6), reference: 'GR-12', idEnd: 'id …b2c4' };
  const one = section({ heading: { kind: 'property', property }, count: 2 });
  const drawn = JSON.stringify(sectionBlocks([one], shownTo({ language, privacy: 'full' })));
  expect(drawn).toMatch(/T2 lumineux[^"]*… id …b2c4/u);
});

test('a digest in each state of its own', () => {
  const pages = Object.entries(PAGES).map(
    ([title, over]) => [title, digestView({ ...PAGE, ...over }, ENGLISH)] as const,
  );
  const initials = shownTo({ language: 'en', privacy: 'initials' });
  const reference = shownTo({ language: 'fr', privacy: 'reference' });
  expect(
    approvedOf([
      ...pages,
      ['in initials', digestView(PAGE, initials)],
      ['by reference alone, in French', digestView(PAGE, reference)],
      ['the rest of it', digestRestView(PAGE, PAGE.sections, { shown: 5, hidden: 0 }, ENGLISH)],
      [
        'the rest of it, read later',
        digestRestView(PAGE, PAGE.sections, { shown: 5, hidden: 0, isUnsure: true }, ENGLISH),
      ],
      [
        'the rest of it, and more',
        digestRestView(PAGE, PAGE.sections, { shown: 5, hidden: 3 }, ENGLISH),
      ],
    ]),
  ).toMatchSnapshot();
});

test.each([
  ['nothing else', {}, false],
  ['an updated post', { progress: { accepted: 1, rejected: 0, dropped: 0, added: 0 } }, true],
  ['other files as well', { parts: { ...ONLY_READY.parts, review: 1 } }, true],
])('a section has a heading unless the line above it says the same: %s', (_, over, isHeaded) => {
  const { text, blocks } = digestView({ ...PAGE, ...ONLY_READY, ...over }, ENGLISH);
  expect(text).toContain('2 ready to decide');
  expect(text.includes('\nReady to decide')).toBe(isHeaded);
  expect(JSON.stringify(blocks).includes('*Ready to decide')).toBe(isHeaded);
});

test('files of a post that all await no decision stand under its title, not under “Others”', () => {
  const others = section({ heading: { kind: 'others' }, count: 1, lines: [LOFT] });
  const alert = { on: 'leaves', gone: 0, unread: 0 } as const;
  const left = { isOnAwaiting: false, total: 1, hidden: 0, alert, sections: [others] };
  for (const showing of [ENGLISH, shownTo({ language: 'fr', privacy: 'full' })]) {
    const { digest } = showing.words;
    const post = digestView({ ...PAGE, ...left }, showing);
    const rest = digestRestView(PAGE, [others], { shown: 5, hidden: 0 }, showing);
    for (const { text, blocks } of [post, rest]) {
      expect(text + JSON.stringify(blocks)).not.toContain(digest.sections.others);
    }
    const beside = digestView({ ...PAGE, ...left, sections: [section(), others] }, showing);
    expect(beside.text).toContain(digest.section(digest.sections.others, 1));
  }
});

test.each([
  ['enters', 'View all that fit now'],
  ['leaves', 'View those that still fit'],
  ['changes', 'View all that fit now'],
] as const)('the button of an alert on %s says which files it lists', (on, label) => {
  const post = digestView({ ...PAGE, alert: { on, gone: 0, unread: 0 } }, ENGLISH);
  expect(buttonsOf(post)).toContain(label);
});

/** Labels of the buttons that list files of a digest. */
const labels = (over: Partial<DigestPage>) =>
  buttonsOf(digestView({ ...PAGE, ...over }, ENGLISH)).filter((label) => label.includes('all'));

test('the button of a digest counts what its list has now, and is left out where that is no more', () => {
  const progress = { accepted: 2, rejected: 0, dropped: 0, added: 0 };
  expect(labels({ total: 99, matching: 97, progress })).toEqual(['View all (97)']);
  expect(labels(ONLY_READY)).toEqual([]);
  const since = { total: 2, matching: 2, hidden: 0 };
  expect(labels({ ...since, progress: { ...progress, added: 1 } })).toEqual(['View all (2)']);
  expect(labels({ ...since, progress, matching: 0 })).toEqual([]);
});

test('a digest where other organisations read along', () => {
  const figures: Parameters<typeof outsideDigestView>[1] = {
    waiting: 12,
    properties: [
      { reference: 'MO-0149', waiting: 7 },
      { reference: null, waiting: 5 },
    ],
    inconsistency: null,
    skipped: 0,
  };
  const many = Array.from({ length: 30 }, (_, index) => ({ reference: `R-${index}`, waiting: 1 }));
  const outside = (page: Partial<DigestPage>, over: Partial<typeof figures> = {}) =>
    outsideDigestView({ ...PAGE, ...page }, { ...figures, ...over }, WORDS);
  expect(
    approvedOf([
      ['as it is usually', outside({})],
      ['nothing', outside(NOTHING, { waiting: 0, properties: [] })],
      ['many properties', outside({}, { waiting: 30, properties: many })],
      ['incomplete', outside({}, { inconsistency: 'moved', skipped: 3 })],
      ['late, and people called', outside({ timing: 'late', mentions: ['U0BOB000001'] })],
      ['not all known', outside({ unknown: [{ value: 'X', count: 1 }], unreadableArchives: 1 })],
    ]),
  ).toMatchSnapshot();
});

const ALL = {
  edit: action('edit'),
  preview: action('preview'),
  run: action('run'),
  snooze: action('snooze'),
  pause: action('pause'),
  details: action('details'),
  status: action('status'),
  remove: action('remove'),
};
const DETAILS: DigestDetails = {
  id: 'd7k2',
  name: 'Morning',
  channelId: 'C0LEASING01',
  place: 'here',
  schedule: {
    times: ['09:00', '14:00'],
    days: [1, 2, 3, 4, 5],
    zone: 'Europe/Paris',
    holidays: 'FR',
    onHoliday: 'skip',
  },
  readerZone: 'Europe/Paris',
  now: NOW,
  query: 'awaiting decision',
  isOfAll: true,
  options: ['shows the first 10', 'in French'],
  paused: null,
  snoozed: null,
  next: [NOW + DAY_MS, NOW + 2 * DAY_MS, NOW + 3 * DAY_MS],
  actions: ALL,
};
const { schedule } = DETAILS;

const STATES: Readonly<Record<string, Partial<DigestDetails>>> = {
  'as it is usually': {},
  elsewhere: { place: 'elsewhere' },
  'to one person': { place: 'directly', channelId: 'D0CLAIRE001' },
  'read in another zone': { readerZone: 'Pacific/Apia' },
  'moved after holidays': { schedule: { ...schedule, onHoliday: 'next', holidays: 'FR-67' } },
  'without holidays': { schedule: { ...schedule, holidays: 'none' } },
  'of a week': { schedule: { ...schedule, times: ['09:00'], report: 'week' } },
  'of a month': { schedule: { ...schedule, times: ['09:00'], days: [2], report: 'month' } },
  'paused by somebody': { paused: { by: 'U0BOB000001' }, next: [] },
  'paused for a reason': { paused: { why: 'channel_not_found' }, next: [] },
  'paused, nobody knows why': { paused: { why: null }, next: [] },
  'snoozed by somebody': {
    snoozed: { until: NOW + DAY_MS, by: 'U0BOB000001' },
    actions: { ...ALL, snooze: null, unsnooze: action('unsnooze') },
  },
  snoozed: { snoozed: { until: NOW + DAY_MS, by: null } },
  'due at times that cannot be said': { next: null },
  'due no more': { next: [] },
  'with a query that cannot be read': { query: null },
  'without options': { options: [] },
  'whose owner has left': { isOwnerGone: true, actions: { ...ALL, take: action('take') } },
  'of somebody else': { actions: {} },
};

test('the details of a digest, what became of it, and lists of them, in each state', () => {
  const states = Object.entries(STATES).map(
    ([title, over]) => [title, { ...DETAILS, ...over }] as const,
  );
  const list = {
    digests: states.slice(0, 5).map(([, details]) => details),
    total: 12,
    page: 2,
    pages: 3,
    previous: action('previous'),
    next: action('next'),
    add: action('add'),
    notices: ['Which one?'],
    isInChannel: true,
  };
  const none = { ...list, digests: [], total: 0, page: 1, pages: 1, previous: null, next: null };
  expect(
    approvedOf([
      ...states.map(([title, details]) => [title, digestDetailsView(details, WORDS)] as const),
      ...states.map(
        ([title, details]) =>
          [`changed: ${title}`, digestChangedView('Saved.', details, WORDS)] as const,
      ),
      ['a page', digestsView(list, WORDS)],
      ['a page on the Home tab', digestsView({ ...list, isInChannel: false }, WORDS)],
      ['none', digestsView(none, WORDS)],
      ['none on the Home tab', digestsView({ ...none, isInChannel: false }, WORDS)],
      ['none, and none can be added', digestsView({ ...none, add: null, notices: [] }, WORDS)],
    ]),
  ).toMatchSnapshot();
});

test('notices to those who wait for a digest, and escalations', () => {
  const line = {
    dueAt: NOW,
    kind: 'slot',
    state: 'failed',
    reason: 'channel_not_found',
    postedAt: null,
    isIncomplete: false,
    counts: null,
  } as const;
  const news = {
    name: 'Morning',
    zone: 'Europe/Paris',
    reference: '7F3K2Q',
    line,
    isPaused: false,
    reader: 'owner',
    actions: ALL,
  } as const;
  const owned = [true, false].flatMap((isAlert) =>
    (['owner', 'channel', 'admin'] as const).flatMap((reader) =>
      (['failed', 'unknown', 'missed'] as const).flatMap((state) =>
        [true, false].map((isPaused) => {
          const kind = isAlert ? 'alert' : 'slot';
          const told = { ...news, reader, isPaused, line: { ...line, state, kind } as const };
          const title = `${isAlert ? 'alert' : 'digest'} ${state}, ${reader}, paused: ${isPaused}`;
          return [title, digestOwnerView(told, WORDS)] as const;
        }),
      ),
    ),
  );
  const escalation = {
    name: 'Morning',
    afterDays: 3,
    targetDays: 5,
    total: 2,
    lines: [LOFT, BARE],
    all: action('all'),
  };
  expect(
    approvedOf([
      ['trying', digestTryingView(news, NOW + HOUR_MS, WORDS)],
      ['missed', digestMissedView(news, NOW, WORDS)],
      ...owned,
      ['escalated', digestEscalationView(escalation, ENGLISH)],
      ['more', digestEscalationView({ ...escalation, total: 9, targetDays: null }, ENGLISH)],
      ['refused', escalationRefusedView('Morning', 'not there', WORDS)],
      ['unclear', escalationUnclearView('Morning', WORDS)],
    ]),
  ).toMatchSnapshot();
});
