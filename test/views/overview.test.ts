import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Overview, overviewView } from '../../src/views/figures/overview.ts';
import type { Counted } from '../../src/views/files/lines.ts';
import { type Home, homeView } from '../../src/views/home.ts';
import { expectGood, hostile, line, NOW, PRESS, reading, shownTo } from '../support/hostile.ts';

const counted: fc.Arbitrary<Counted> = fc.record({
  value: fc.oneof(hostile, fc.constantFrom('READY', 'NEW', 'toString', '__proto__')),
  count: fc.nat(),
});
const read = {
  readAt: fc.integer({ min: 0, max: NOW }),
  skipped: fc.nat(),
  notices: fc.array(fc.constantFrom('A notice.', 'Another notice.'), { maxLength: 2 }),
};

const parts = fc.record({ ready: fc.nat(), review: fc.nat(), waiting: fc.nat() });

const overview: fc.Arbitrary<Overview> = fc.record({
  ...read,
  awaiting: fc.nat(),
  backlog: parts,
  listOf: fc.constant(() => PRESS),
  decisions: fc.array(counted, { maxLength: 30 }),
  statuses: fc.array(counted, { maxLength: 30 }),
  arrived: fc.nat(),
  stale: fc.nat(),
  archived: fc.nat(),
  longest: fc.array(line, { maxLength: 5 }),
  refresh: fc.constant(PRESS),
  share: fc.option(fc.constant(PRESS)),
});

const home: fc.Arbitrary<Home> = fc.record({
  ...read,
  taken: fc.option(
    fc.record({ total: fc.nat(), lines: fc.array(line, { minLength: 1, maxLength: 3 }) }),
  ),
  listedAbove: fc.nat({ max: 3 }),
  isMine: fc.boolean(),
  awaiting: fc.nat(),
  backlog: parts,
  agency: fc.option(fc.record({ awaiting: fc.nat(), backlog: parts })),
  unknown: fc.array(counted, { maxLength: 5 }),
  lines: fc.array(line, { maxLength: 5 }),
  alerts: fc.nat({ max: 40 }),
  watched: fc.nat({ max: 2_000 }),
  digests: fc.option(
    ownDigests(
      fc.record({
        name: hostile,
        channelId: fc.constant('C0LEASING01'),
        place: fc.constantFrom('here', 'elsewhere', 'directly'),
        schedule: fc.record({
          times: fc.constant(['09:00', '14:30']),
          days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
          zone: fc.constantFrom('Europe/Paris', 'America/New_York'),
          holidays: fc.constantFrom('FR', 'none'),
          onHoliday: fc.constantFrom('skip' as const, 'next' as const),
        }),
        readerZone: fc.constant('Europe/Paris'),
        now: fc.constant(NOW),
        paused: fc.option(hostile.map((why) => ({ why }))),
        snoozed: fc.option(
          fc.record({ until: fc.integer({ min: 0, max: NOW }), by: fc.constant('U0CLAIRE001') }),
        ),
        next: fc.option(fc.array(fc.integer({ min: 0, max: NOW }), { maxLength: 3 })),
      }),
    ),
  ),
});

/** The first five of a person's digests, and how many there are. */
function ownDigests<T>(one: fc.Arbitrary<T>) {
  const all = fc.tuple(fc.array(one, { maxLength: 5 }), fc.nat({ max: 95 }));
  return all.map(([shown, hidden]) => {
    return { shown, total: shown.length === 5 ? shown.length + hidden : shown.length };
  });
}

test('no rental file can make an overview or a Home tab that Slack refuses', () => {
  fc.assert(
    fc.property(overview, home, reading, (shown, tab, reader) => {
      expectGood(overviewView(shown, shownTo(reader)));
      expectGood(homeView(tab, shownTo(reader)));
    }),
    { numRuns: 100 },
  );
});

test('values that nobody knows are counted together, said as they came, and listed by a button', () => {
  const counts = [
    { value: 'READY', count: 2 },
    { value: '<!channel>', count: 3 },
    { value: 'constructor', count: 4 },
  ];
  const { text, blocks } = overviewView(
    {
      awaiting: 2,
      backlog: { ready: 1, review: 0, waiting: 1 },
      listOf: (key, value) => ({ command: 'list', args: { key, value } }),
      decisions: counts,
      statuses: [],
      archived: 0,
      arrived: 0,
      stale: 0,
      longest: [],
      notices: [],
      readAt: NOW,
      skipped: 0,
      refresh: PRESS,
      share: null,
    },
    shownTo({ language: 'en', privacy: 'full' }),
  );
  expect(text).toContain('By decision: Ready to decide 2, Other 7.');
  expect(text).toContain('2 rental files await a decision · 1 ready to decide · 1 waiting for');
  expect(text).toContain(
    '7 files have a decision that Rental Desk does not know yet (&lt;!channel&gt;, constructor).',
  );
  const rows = blocks.flatMap((block) => (block.type === 'buttons' ? block.buttons : []));
  expect(rows.filter(({ label }) => label.startsWith('constr'))).toEqual([
    {
      label: 'constructor (4)',
      spoken: 'List the files: constructor (4)',
      action: { command: 'list', args: { key: 'decision', value: 'constructor' } },
    },
  ]);
});

test('every button of the Home tab opens a window over it', () => {
  fc.assert(
    fc.property(home, reading, (tab, reader) => {
      const { blocks } = homeView({ ...tab, lines: [], taken: null }, shownTo(reader));
      const rows = blocks.flatMap((block) => (block.type === 'buttons' ? block.buttons : []));
      const opens = rows.map((button) => ('action' in button ? button.action.opens : 'nothing'));
      expect(opens).toEqual(rows.map(() => 'modal'));
      expect(rows.length).toBeGreaterThan(5);
    }),
  );
});
