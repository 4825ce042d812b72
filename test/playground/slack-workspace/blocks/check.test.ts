import { expect, test } from 'vitest';

import { blockErrors } from '../../../../src/playground/slack-workspace/blocks/check.ts';
import type { Json } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import {
  actions,
  button,
  card,
  cell,
  chart,
  container,
  dataTable,
  group,
  markup,
  menu,
  option,
  plain,
  richText,
  section,
  table,
  times,
  words,
} from './samples.ts';

test.each<[string, Json]>([
  ['a section', section({ text: markup(0) })],
  ['a field', section({ fields: [markup(0)] })],
  ['a header', { type: 'header', text: plain(0) }],
  ['a button', actions(button({ text: plain(0) }))],
  ['a cell', { type: 'table', rows: [[cell(0)]] }],
  ['a rich text', richText('')],
])('an empty text is refused in %s', (_, block) => {
  expect(blockErrors([block], 'message')).toMatchObject([
    { code: 'invalid_blocks', message: 'must be more than 0 characters' },
  ]);
});

test.each<[string, Json, string, string]>([
  ['an unknown block', { type: 'banner' }, '/0/type', 'unsupported type: banner'],
  ['no type at all', {}, '/0', 'missing required field: type'],
  ['an unknown property', section({ colour: 'red' }), '/0', 'invalid additional property: colour'],
  ['a bare string for a text', card({ title: 'bare' }), '/0/title', 'must provide an object'],
  ['neither text nor fields', { type: 'section' }, '/0', 'missing required field: text or fields'],
  [
    'markup in a header',
    { type: 'header', text: markup() },
    '/0/text/type',
    'must be one of: plain_text',
  ],
  [
    'both options and groups',
    menu({ options: [option()], option_groups: [group(1)] }),
    '/0/elements/0',
    'must have one of options and option_groups',
  ],
  [
    'a chosen option that is not offered',
    menu({ options: [option()], initial_option: option({ value: 'other' }) }),
    '/0/elements/0/initial_option',
    'initial option must exactly match one of the options',
  ],
  [
    'a date and time beside a section',
    section({ accessory: { type: 'datetimepicker' } }),
    '/0/accessory/type',
    'unsupported type: datetimepicker',
  ],
  [
    'rows of unequal length',
    { ...dataTable(2), rows: [[cell()], [cell(), cell()]] },
    '/0/rows/1',
    'must have 1 cells like the first row',
  ],
  [
    'rich text over a data table',
    { ...dataTable(2), rows: [[richText()], [cell()]] },
    '/0/rows/0/0',
    'header cells must not be rich_text',
  ],
  [
    'a table in a carousel',
    { type: 'carousel', elements: [table(1)] },
    '/0/elements/0/type',
    'must be one of: card',
  ],
  [
    'a container in a container',
    container([container([section()])]),
    '/0/child_blocks/0/type',
    'unsupported type: container',
  ],
  [
    'a segment of nothing',
    {
      type: 'data_visualization',
      title: 'x',
      chart: { type: 'pie', segments: [{ label: 'a', value: 0 }] },
    },
    '/0/chart/segments/0/value',
    'must be more than 0',
  ],
  [
    'a pending task on its own',
    { type: 'task_card', task_id: 'x', title: 'x', status: 'pending' },
    '/0/status',
    'must be one of: in_progress, complete, error',
  ],
])('%s is refused, and Slack says where', (_, block, pointer, message) => {
  expect(blockErrors([block], 'message')).toContainEqual({
    code: 'invalid_blocks',
    pointer: `/blocks${pointer}`,
    message,
  });
});

test('a chart needs exactly one point for each category', () => {
  const block = chart('bar', { points: 2 });
  const odd = {
    ...block,
    chart: { ...Object(block['chart']), axis_config: { categories: ['0'] } },
  };

  expect(blockErrors([odd], 'message')).toMatchObject([
    { pointer: '/blocks/0/chart/series/0/data' },
  ]);
});

test.each([
  [[table(1), table(1)]],
  [[table(1), dataTable(2)]],
  [[dataTable(2), container([table(1)])]],
])('a message has one table of either kind', (blocks) => {
  expect(blockErrors(blocks, 'message')).toMatchObject([
    { code: 'invalid_attachments', message: 'only_one_table_allowed' },
  ]);
});

test('a block id names one block, an action id one element of its block', () => {
  const twice = [section({ block_id: 'a' }), section({ block_id: 'a' })];
  const inOne = [actions(button({ action_id: 'x' }), button({ action_id: 'x' }))];
  const inTwo = times(2, () => actions(button({ action_id: 'x' })));

  expect(blockErrors(twice, 'message')).toMatchObject([{ pointer: '/blocks/1/block_id' }]);
  expect(blockErrors(inOne, 'message')).toMatchObject([
    { pointer: '/blocks/0/elements/1/action_id' },
  ]);
  expect(blockErrors(inTwo, 'message')).toEqual([]);
});

test('a message that keeps every other limit may still be too long once it is rendered', () => {
  expect(blockErrors(sections(4, words(3000)), 'message')).toEqual([]);
  expect(blockErrors(sections(5, words(3000)), 'message')).toMatchObject([
    { code: 'msg_blocks_too_long', pointer: '/blocks' },
  ]);
  expect(blockErrors(sections(5, words(3000)), 'modal')).toEqual([]);
  expect(blockErrors(sections(1, '&'.repeat(2640)), 'message')).toEqual([]);
  expect(blockErrors(sections(1, '&'.repeat(2641)), 'message')).not.toEqual([]);
  expect(blockErrors(sections(1, '&amp;'.repeat(600)), 'message')).toEqual([]);
});

function sections(count: number, text: string): Json[] {
  return times(count, () => section({ text: { type: 'mrkdwn', text } }));
}
