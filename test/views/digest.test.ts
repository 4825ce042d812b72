import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import { viewErrors } from '../../src/playground/slack-workspace/blocks/view.ts';
import { createActionTokens, modalFor } from '../../src/slack/respond/payload.ts';
import { digestForm, type FieldInput } from '../../src/views/digests/form.ts';
import {
  type DigestActions,
  digestsView,
  type DigestDetails,
  digestChangedView,
  digestDetailsView,
} from '../../src/views/digests/manage.ts';
import {
  digestLedgerView,
  digestEscalationView,
  digestMissedView,
  digestOwnerView,
  digestTryingView,
  escalationRefusedView,
  escalationUnclearView,
} from '../../src/views/digests/notices.ts';
import { digestRestView, digestView, timesIn } from '../../src/views/digests/post.ts';
import type { DigestHeading, DigestPage } from '../../src/views/digests/sections.ts';
import type { Form } from '../../src/views/message.ts';
import { expectGood, hostile, line, NOW, PRESS, reading, shownTo } from '../support/hostile.ts';

const language = fc.constantFrom('en', 'fr');
const zone = fc.constantFrom('Europe/Paris', 'Pacific/Apia');
const count = fc.nat({ max: 5_000 });
const instant = fc.integer({ min: NOW - 1e10, max: NOW + 1e10 });
const press = fc.option(fc.constant(PRESS));

const heading: fc.Arbitrary<DigestHeading> = fc.oneof(
  fc.record({ kind: fc.constantFrom('overdue', 'ready', 'review', 'waiting', 'others') }),
  fc.record({
    kind: fc.constant('property' as const),
    property: fc.option(fc.record({ title: fc.option(hostile), reference: fc.option(hostile) })),
  }),
  fc.record({
    kind: fc.constant('manager' as const),
    names: fc.array(hostile, { maxLength: 4 }),
    isUnreadable: fc.boolean(),
  }),
);
const section = (lines: fc.SizeForArbitrary | number) =>
  fc.record({
    heading,
    count,
    isBesideOverdue: fc.boolean(),
    isUpdated: fc.boolean(),
    lines: fc.array(line, { minLength: 1, maxLength: Number(lines) }),
  });
const changed = fc.record({ count, lines: fc.array(line, { maxLength: 3 }) });
const sections = fc.oneof(
  fc.array(section(5), { maxLength: 4 }),
  fc.array(section(1), { minLength: 20, maxLength: 20 }),
);

const page: fc.Arbitrary<DigestPage> = fc.record({
  name: hostile,
  dueAt: instant,
  zone,
  readAt: instant,
  total: count,
  matching: count,
  progress: fc.option(
    fc.record({ accepted: count, rejected: count, dropped: count, added: count }),
  ),
  unknown: fc.array(fc.record({ value: hostile, count }), { maxLength: 5 }),
  unreadableArchives: fc.nat({ max: 3 }),
  unseen: fc.option(
    fc.record({
      hasStandIns: fc.boolean(),
      sinceMs: fc.option(instant),
      gaps: fc.array(fc.record({ afterMs: instant, beforeMs: instant }), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
  ),
  isOnAwaiting: fc.boolean(),
  isFiltered: fc.boolean(),
  parts: fc.record({
    overdue: count,
    ready: count,
    review: count,
    waiting: count,
    others: count,
  }),
  targetDays: fc.option(count),
  buckets: fc.array(fc.record({ from: count, to: fc.option(count), count }), { maxLength: 5 }),
  sections,
  hidden: count,
  hasThread: fc.boolean(),
  changes: fc.option(
    fc.record({ added: changed, becameReady: changed, decided: changed, dropped: changed }),
  ),
  backlog: fc.array(fc.record({ at: instant, ready: count, waiting: count }), { maxLength: 8 }),
  timing: fc.constantFrom('on time', 'late', 'catch-up'),
  inconsistency: fc.constantFrom(null, 'moved', 'count', 'empty'),
  skipped: count,
  isHeartbeat: fc.boolean(),
  isPreview: fc.boolean(),
  isSilent: fc.boolean(),
  freed: fc.nat({ max: 3 }),
  snoozed: fc.nat({ max: 3 }),
  notEscalated: fc.nat({ max: 3 }),
  mentions: fc.array(fc.constantFrom('U0BOB000001', 'S0TEAM0001'), { maxLength: 5 }),
  asked: hostile,
  again: fc.option(hostile.map((typed) => `/rental list ${typed}`)),
  all: fc.constant(PRESS),
  alert: fc.option(
    fc.record({ on: fc.constantFrom('enters', 'leaves', 'changes'), gone: count, unread: count }),
    {
      nil: null,
    },
  ),
  stop: fc.constant(PRESS),
  settings: fc.constant(PRESS),
});

test('no files, names and counts can make a digest that Slack refuses', () => {
  fc.assert(
    fc.property(page, reading, (digest, reader) => {
      const showing = shownTo(reader);
      const message = digestView(digest, showing);
      expectGood(message);
      expect(message.plainBlocks?.some(({ type }) => type === 'data_visualization')).toBe(false);
      expectGood({ ...message, blocks: message.plainBlocks ?? [] });
      expectGood(
        digestRestView(digest, digest.sections, { shown: 10, hidden: digest.hidden }, showing),
      );
    }),
    { numRuns: 60 },
  );
});

test('what the plain text leaves out of a digest, it says', () => {
  fc.assert(
    fc.property(page, reading, (digest, reader) => {
      const { text } = digestView(digest, shownTo(reader));
      const files = digest.sections.reduce((sum, { lines }) => sum + lines.length, 0);
      const shown = text.split('\n').filter((each) => /^\d+\. /u.test(each)).length;
      const cut = wordsIn(reader.language).digest.cut(files - shown);
      expect(shown === files || text.endsWith(cut)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

/** A digest is paused, snoozed or neither. */
const stopped = fc.constantFrom('paused', 'snoozed', 'neither').chain((state) => {
  const pressIn = (...states: string[]) => (states.includes(state) ? press : fc.constant(null));
  return fc.record({
    resume: pressIn('paused'),
    unsnooze: pressIn('snoozed'),
    snooze: pressIn('neither'),
    pause: pressIn('snoozed', 'neither'),
  });
});
const allowed = fc.record({
  edit: press,
  preview: press,
  run: press,
  details: press,
  status: press,
  take: press,
  remove: press,
});
const actions: fc.Arbitrary<DigestActions> = fc
  .tuple(stopped, allowed)
  .map(([one, others]) => ({ ...one, ...others }));
const userId = fc.constant('U0CLAIRE001');
const told: fc.Arbitrary<DigestDetails> = fc.record({
  id: fc.constant('d7k2'),
  name: hostile,
  channelId: fc.constantFrom('C0LEASING01', 'D0CLAIRE001'),
  place: fc.constantFrom('here', 'elsewhere', 'directly'),
  schedule: fc.record({
    times: fc.array(fc.constantFrom('09:00', '14:30'), { minLength: 1, maxLength: 12 }),
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    zone,
    holidays: fc.constantFrom('FR', 'none', 'FR-67'),
    onHoliday: fc.constantFrom('skip', 'next'),
  }),
  readerZone: zone,
  now: instant,
  query: fc.option(hostile),
  isOfAll: fc.boolean(),
  options: fc.subarray(['shows the first 10', 'in French', 'mentions 2 people or groups']),
  paused: fc.option(fc.oneof(fc.record({ by: userId }), fc.record({ why: fc.option(hostile) }))),
  snoozed: fc.option(fc.record({ until: instant, by: fc.option(userId) })),
  next: fc.option(fc.array(instant, { maxLength: 3 })),
  actions,
});
const ledger = fc.record({
  dueAt: instant,
  kind: fc.constantFrom('slot', 'run', 'alert'),
  state: fc.constantFrom(
    'planned' as const,
    'posting' as const,
    'posted' as const,
    'skipped' as const,
    'missed' as const,
    'failed' as const,
    'unknown' as const,
  ),
  reason: fc.option(fc.oneof(hostile, fc.constantFrom('empty', 'constructor'))),
  postedAt: fc.option(instant),
  isIncomplete: fc.boolean(),
  counts: fc.option(fc.record({ ready: count, waiting: count, overdue: count })),
});

test('no digest can be told, listed or followed in a way that Slack refuses', () => {
  const one = fc.record({ told, ledger: fc.array(ledger, { maxLength: 12 }), older: press });
  fc.assert(
    fc.property(one, fc.array(told, { maxLength: 5 }), language, (digest, digests, said) => {
      const words = wordsIn(said);
      expectGood(digestChangedView(words.digestCommands.saved('x'), digest.told, words));
      expectGood(digestDetailsView(digest.told, words));
      expectGood(
        digestLedgerView(
          { details: digest.told, lines: digest.ledger, older: digest.older },
          words,
        ),
      );
      expectGood(
        digestsView(
          {
            digests,
            total: digests.length,
            page: 1,
            pages: 2,
            previous: digest.older,
            next: digest.older,
            add: digest.older,
            notices: [],
            isInChannel: digests.length === 1,
          },
          words,
        ),
      );
    }),
    { numRuns: 50 },
  );
});

test('no name can make a notice that Slack refuses', () => {
  const news = fc.record({
    name: hostile,
    zone,
    line: ledger,
    reference: fc.constant('7F3K2Q'),
    isPaused: fc.boolean(),
    reader: fc.constantFrom('owner', 'channel', 'admin'),
    actions: actions.map((all) => ({ ...all, status: PRESS })),
  });
  fc.assert(
    fc.property(news, language, (told_, said) => {
      const words = wordsIn(said);
      expectGood(digestTryingView(told_, NOW, words));
      expectGood(digestMissedView(told_, NOW, words));
      expectGood(digestOwnerView(told_, words));
      expectGood(escalationRefusedView(told_.name, 'not there', words));
      expectGood(escalationUnclearView(told_.name, words));
    }),
    { numRuns: 50 },
  );
});

test('no file can make an escalation that Slack refuses', () => {
  const escalation = fc.record({
    name: hostile,
    afterDays: count,
    targetDays: fc.option(count),
    total: count,
    lines: fc.array(line, { minLength: 1, maxLength: 10 }),
    all: fc.constant(PRESS),
  });
  fc.assert(
    fc.property(escalation, reading, (page_, shown) => {
      expectGood(digestEscalationView(page_, shownTo(shown)));
    }),
    { numRuns: 50 },
  );
});

const tokens = createActionTokens('a secret of tests');

function refusalsOfForm(form: Form) {
  const bearing = { userId: 'U0HANNAH001', channelId: 'C0LEASING01' };
  return viewErrors({ ...modalFor(form, bearing, 'Close', tokens) }, 'modal');
}

const CHOICES = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];
const inputs: readonly FieldInput[] = [
  { kind: 'text', text: '', lengthMax: 60 },
  { kind: 'text', text: 'x', lengthMax: 60 },
  { kind: 'select', choices: CHOICES, chosen: 'b' },
  { kind: 'radio', choices: CHOICES, chosen: '' },
  { kind: 'checkboxes', choices: CHOICES, chosen: [] },
  { kind: 'checkboxes', choices: CHOICES, chosen: ['a', 'b'] },
  { kind: 'conversation', chosen: null },
  { kind: 'conversation', chosen: 'C0LEASING01' },
  { kind: 'users', chosen: [], countMax: 5 },
  { kind: 'users', chosen: ['U0BOB000001'], countMax: 1 },
];

test.each(['en', 'fr'] as const)('Slack accepts fields of every kind in %s', (said) => {
  const words = wordsIn(said);
  const fields = inputs.map((input, index) => ({
    name: `field${index}`,
    label: 'Label',
    ...(index % 2 === 0 ? {} : { hint: 'Hint' }),
    isOptional: index % 2 === 0,
    input,
  }));
  const form = { name: 'Morning', report: null, fields };

  for (const report of ['week', 'month'] as const) {
    const added = digestForm({ ...form, isNew: true, report }, PRESS, null, words);
    expect(refusalsOfForm(added)).toEqual([]);
    expect(added.title).toBe(words.report.name[report]);
  }
  expect(refusalsOfForm(digestForm({ ...form, isNew: true }, PRESS, null, words))).toEqual([]);
  expect(refusalsOfForm(digestForm({ ...form, isNew: false }, PRESS, PRESS, words))).toEqual([]);
  const { blocks } = digestForm({ ...form, isNew: false }, PRESS, PRESS, words);
  expect(blocks.flatMap((block) => (block.type === 'input' ? block.block_id : []))).toEqual(
    fields.map(({ name }) => name),
  );
});

test('days are told in words: a run from first to last, others one by one', () => {
  const words = wordsIn('en');
  const text = (days: readonly number[]) =>
    digestChangedView(
      'Done.',
      {
        id: 'd7k2',
        name: 'Morning',
        channelId: 'C1',
        place: 'here',
        schedule: {
          times: ['09:00', '14:00'],
          days,
          zone: 'Europe/Paris',
          holidays: 'none',
          onHoliday: 'skip',
        },
        readerZone: 'Europe/Paris',
        now: 0,
        query: 'everything',
        isOfAll: true,
        options: ['shows the first 10'],
        paused: null,
        snoozed: null,
        next: [],
        actions: {
          edit: null,
          preview: null,
          run: null,
          snooze: null,
          unsnooze: null,
          pause: null,
          resume: null,
          details: null,
          status: null,
          take: null,
          remove: null,
        },
      },
      words,
    ).text.split('\n')[1];

  expect([[1, 2, 3, 4, 5], [1, 3, 5], [6, 7], [2], [1, 2, 3, 4, 5, 6, 7]].map(text)).toEqual([
    'Every weekday at 09:00 and 14:00 in this channel. Nothing is due.',
    'Every Monday, Wednesday and Friday at 09:00 and 14:00 in this channel. Nothing is due.',
    'Every Saturday and Sunday at 09:00 and 14:00 in this channel. Nothing is due.',
    'Every Tuesday at 09:00 and 14:00 in this channel. Nothing is due.',
    'Every day at 09:00 and 14:00 in this channel. Nothing is due.',
  ]);
});

test.each([
  ['en', 'updated <date_short|20 Nov 2026>, <time|21:48>'],
  ['fr', 'mis à jour le <date_short|20 nov. 2026> à <time|21:48>'],
] as const)('a digest of files that were read on another day says the day (%s)', (reader, read) => {
  const times = {
    dueAt: Date.UTC(2026, 10, 21, 8),
    readAt: Date.UTC(2026, 10, 20, 20, 48),
    zone: 'Europe/Paris',
    progress: null,
  };
  const drawn = JSON.stringify(timesIn(times, [], wordsIn(reader)));
  expect(drawn.replaceAll(/<!date\^\d+\^\{(\w+)\}\|/gu, '<$1|')).toContain(read);
});
