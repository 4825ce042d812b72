import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { blockErrors } from '../../src/playground/slack-workspace/blocks/check.ts';
import { type StatsPage, statsView } from '../../src/views/figures/statistics.ts';
import type { Block } from '../../src/views/message.ts';
import { expectGood, hostile, NOW, PRESS, reading, shownTo } from '../support/hostile.ts';

const WEEKS = [
  '2026-09-28',
  '2026-10-05',
  '2026-10-12',
  '2026-10-19',
  '2026-10-26',
  '2026-11-02',
  '2026-11-09',
  '2026-11-16',
];
const STATUSES = ['NEW', 'OPEN', 'PROCESSING', 'COLLECTED', 'ANALYZED', 'CLOSED'];

const page: StatsPage = {
  total: 60,
  archived: 0,
  asked: null,
  funnel: STATUSES.map((value, index) => ({ value, count: index * 4 })),
  weeks: WEEKS.map((monday, index) => ({
    monday,
    accepted: index,
    rejected: index % 2,
    seen: 'all',
  })),
  medianWorkingDays: 2.5,
  standIns: 'all',
  undatedDecisions: 0,
  gaps: [],
  awaiting: 12,
  unknownDecisions: [],
  oldest: { property: { title: 'T3 lumineux', reference: 'LY-0342' }, workingDays: 34 },
  readAt: NOW,
  skipped: 0,
  notices: [],
  waits: PRESS,
  all: null,
  share: PRESS,
  refresh: PRESS,
};
const english = shownTo({ language: 'en', privacy: 'full' });
const french = shownTo({ language: 'fr', privacy: 'full' });

const anyGap = fc.record({
  afterMs: fc.nat({ max: NOW }),
  beforeMs: fc.constantFrom(NOW, Infinity),
});
const anyPage: fc.Arbitrary<StatsPage> = fc.record({
  total: fc.nat(),
  archived: fc.nat(),
  asked: fc.option(hostile),
  funnel: fc
    .array(
      fc.record({
        value: fc.oneof(hostile, fc.constantFrom('toString', '__proto__', 'ON_HOLD')),
        count: fc.nat(),
      }),
      { maxLength: 30 },
    )
    .map((others) => [...page.funnel, ...others]),
  weeks: fc
    .tuple(
      ...WEEKS.map(() =>
        fc.tuple(
          fc.nat(),
          fc.nat(),
          fc.constantFrom('all' as const, 'partly' as const, 'nothing' as const),
        ),
      ),
    )
    .map((counts) =>
      counts.map(([accepted, rejected, seen], index) => ({
        monday: WEEKS[index] ?? '',
        accepted,
        rejected,
        seen,
      })),
    ),
  medianWorkingDays: fc.option(fc.double({ min: 0, max: 1e4, noNaN: true })),
  gaps: fc.array(anyGap, { maxLength: 5 }),
  standIns: fc.oneof(fc.constant('all' as const), fc.nat()),
  undatedDecisions: fc.nat(),
  awaiting: fc.nat(),
  unknownDecisions: fc.array(fc.record({ value: hostile, count: fc.nat() }), { maxLength: 3 }),
  oldest: fc.option(
    fc.record({
      property: fc.option(fc.record({ title: fc.option(hostile), reference: fc.option(hostile) })),
      workingDays: fc.nat(),
    }),
  ),
  readAt: fc.integer({ min: 0, max: NOW }),
  skipped: fc.nat(),
  notices: fc.array(fc.constantFrom('A notice.', 'Another notice.'), { maxLength: 2 }),
  waits: fc.constant(PRESS),
  all: fc.option(fc.constant(PRESS)),
  share: fc.option(fc.constant(PRESS)),
  refresh: fc.constant(PRESS),
});

test('no figures can make a message that Slack refuses, with charts or without', () => {
  fc.assert(
    fc.property(anyPage, reading, (figures, showing) => {
      const message = statsView(figures, shownTo(showing));
      expectGood(message);
      expectGood({ ...message, blocks: message.plainBlocks ?? [] });
    }),
    { numRuns: 60 },
  );
});

test('the plain text says every figure of both charts', () => {
  expect(statsView(page, english).text).toBe(
    [
      'Statistics · 60 rental files · As of 01:00',
      '12 files await a decision. The oldest of them: T3 lumineux (LY-0342), for 34 working days.',
      'Of the decisions of the last eight weeks, 28 of 32 were approvals (88%).',
      'Half of the decisions of the last eight weeks took 2.5 working days or less.',
      'Files by status: New 0, Open 4, Processing 8, Collected 12, Analysed 16, Closed 20',
      'Decisions per week: week of 28 Sept: 0 approved, 0 declined; ' +
        'week of 5 Oct: 1 approved, 1 declined; week of 12 Oct: 2 approved, 0 declined; ' +
        'week of 19 Oct: 3 approved, 1 declined; week of 26 Oct: 4 approved, 0 declined; ' +
        'week of 2 Nov: 5 approved, 1 declined; week of 9 Nov: 6 approved, 0 declined; ' +
        'week of 16 Nov: 7 approved, 1 declined',
      'The last week shown is not over yet.',
      'The service does not say when a file was decided: the last change of a decided file stands for it.',
    ].join('\n'),
  );
});

test('the running week is said not to be over in French, too', () => {
  expect(statsView(page, french).text).toContain(
    'La dernière semaine affichée n’est pas terminée.',
  );
});

test('one approval of very many is no 0%', () => {
  const weeks = [{ monday: '2026-11-16', accepted: 1, rejected: 299, seen: 'all' as const }];
  const { text } = statsView({ ...page, weeks }, english);
  expect(text).toContain('Of the decisions of the last eight weeks, 1 of 300 was an approval.');
});

test('one decline of very many is no 100%', () => {
  const weeks = [{ monday: '2026-11-16', accepted: 299, rejected: 1, seen: 'all' as const }];
  const { text } = statsView({ ...page, weeks }, english);
  expect(text).toContain('299 of 300 were approvals (99%).');
});

test('where charts are refused, bars of text say the same', () => {
  const { blocks, plainBlocks = [] } = statsView(page, french);
  expect(blocks.filter(({ type }) => type === 'data_visualization')).toHaveLength(2);
  expect(plainBlocks.filter(({ type }) => type === 'data_visualization')).toEqual([]);
  expect(blockErrors(plainBlocks.filter(isSlacks), 'modal')).toEqual([]);
  const lines = textsIn(plainBlocks).flatMap((text) => text.split('\n'));
  expect(lines).toContain('▱▱▱▱▱▱▱▱▱▱  Nouveau 0');
  expect(lines).toContain('▰▰▱▱▱▱▱▱▱▱  Ouvert 4');
  expect(lines).toContain('▰▰▰▰▰▰▰▰▰▰  Clos 20');
  expect(lines).toContain('▰▰▰▰▰  16 nov.\u00a0: acceptés 7, refusés 1');
});

test('values that are new to us are counted together, and named below', () => {
  const funnel = [...page.funnel, { value: 'ON_HOLD', count: 3 }, { value: 'LOST', count: 2 }];
  const { text } = statsView({ ...page, funnel }, english);
  expect(text).toContain('Closed 20, Unknown status 5');
  expect(text).toContain(
    '5 files have a status that Rental Desk does not know yet (ON_HOLD, LOST).',
  );
});

test('weeks without decisions need no chart', () => {
  const weeks = page.weeks.map((week) => ({ ...week, accepted: 0, rejected: 0 }));
  const { text, blocks } = statsView({ ...page, weeks, medianWorkingDays: null }, english);
  expect(text).toContain('Nothing was decided in the last eight weeks.');
  expect(text).not.toContain('not over');
  expect(blocks.filter(({ type }) => type === 'data_visualization')).toHaveLength(1);
});

test('figures of nothing are a sentence', () => {
  const { text, blocks } = statsView({ ...page, total: 0, asked: 'tagged “x”' }, english);
  expect(text).toContain('No rental file fits.');
  expect(blocks.map(({ type }) => type)).not.toContain('data_visualization');
});

function isSlacks({ type }: Block): boolean {
  return type !== 'buttons' && type !== 'picker';
}

/** All texts in blocks, wherever they stand. */
function textsIn(blocks: readonly Block[]): string[] {
  return Array.from(JSON.stringify(blocks).matchAll(/"text":("(?:[^"\\]|\\.)*")/g), ([, text]) =>
    String(JSON.parse(text ?? '""')),
  );
}

function textOf(standIns: number | 'all'): string {
  return statsView({ ...page, standIns }, english).text;
}

test('what decisions are dated by is said', () => {
  expect(textOf('all')).toContain('the last change of a decided file stands for it.');
  expect(textOf(0)).toMatch(/Decisions are dated by when Rental Desk saw them\.$/);
  expect(textOf(2)).toContain(
    'It did not see 2 of them: the last change of the file stands for that, and reports do not count them.',
  );
});

test.each([
  [
    english,
    ['9 Nov (not seen)', '16 Nov (partly)'],
    '(not seen);',
    'recorded nothing from 6 Nov 2026, 18:00 to 16 Nov 2026, 08:00: what',
  ],
  [
    french,
    ['9 nov. (non suivi)', '16 nov. (en partie)'],
    '(non suivi)\u00a0;',
    'n’a rien enregistré du 6 nov. 2026 à 18:00 au 16 nov. 2026 à 08:00\u00a0: ce qui',
  ],
] as const)(
  'a week without a reading has no figure, and others are marked',
  (showing, names, _end, said) => {
    const gap = {
      afterMs: Date.parse('2026-11-06T17:00:00Z'),
      beforeMs: Date.parse('2026-11-16T07:00:00Z'),
    };
    const weeks = page.weeks.map((week, at) =>
      at === 6
        ? { ...week, accepted: 0, rejected: 0, seen: 'nothing' as const }
        : { ...week, seen: at === 7 ? ('partly' as const) : ('all' as const) },
    );
    const message = statsView({ ...page, weeks, gaps: [gap] }, showing);
    expectGood(message);
    expect(message.text).toContain(said);
    const drawn = JSON.stringify(message.blocks);
    for (const name of names) {
      expect(message.text).toContain(name);
      expect(drawn).toContain(name);
    }
    expect(message.text).not.toMatch(/\((?:not seen|non suivi)\)[^;]*0/u);
    const none = page.weeks.map((week) => ({ ...week, accepted: 0, rejected: 0 }));
    const { text } = statsView({ ...page, weeks: none, gaps: [gap] }, showing);
    expect(text).not.toMatch(/Nothing was decided|Rien n’a été décidé/u);
  },
);
