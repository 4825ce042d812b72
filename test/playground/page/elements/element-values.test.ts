import { expect, test } from 'vitest';

import { readBlocks } from '../../../../src/playground/page/block-kit/read-blocks.ts';
import {
  missingIn,
  textsIn,
  valuesFor,
} from '../../../../src/playground/page/elements/element-values.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const input = (blockId: string, element: object, rest: object = {}) => ({
  type: 'input',
  block_id: blockId,
  label: plain(blockId),
  element,
  ...rest,
});
const name = (initial_value?: string) => ({
  type: 'plain_text_input',
  action_id: 'name',
  ...(initial_value !== undefined && { initial_value }),
});

test('what is on a surface holds what Slack would send, touched or not', () => {
  const option = { text: plain('One'), value: '1' };
  const blocks = readBlocks([
    input('a', name('Zoé')),
    input('b', { type: 'checkboxes', action_id: 'c', options: [option] }),
    {
      type: 'actions',
      block_id: 'c',
      elements: [
        { type: 'button', action_id: 'go', text: plain('Go') },
        { type: 'static_select', action_id: 's', options: [option], initial_option: option },
        { type: 'datepicker', action_id: 'd' },
      ],
    },
    {
      type: 'section',
      block_id: 'd',
      text: plain('x'),
      accessory: { type: 'multi_users_select', action_id: 'u', initial_users: ['U1'] },
    },
  ]);
  expect(valuesFor(blocks)).toEqual({
    a: { name: { type: 'plain_text_input', value: 'Zoé' } },
    b: { c: { type: 'checkboxes', selected_options: [] } },
    c: {
      s: { type: 'static_select', selected_option: option },
      d: { type: 'datepicker', selected_date: null },
    },
    d: { u: { type: 'multi_users_select', selected_users: ['U1'] } },
  });
});

test('an update keeps what was typed where block and action are the same', () => {
  const typed = { a: { name: { type: 'plain_text_input', value: 'typed' } } };
  expect(valuesFor(readBlocks([input('a', name('new'))]), typed)).toEqual(typed);
  expect(valuesFor(readBlocks([input('b', name('new'))]), typed)).toEqual({
    b: { name: { type: 'plain_text_input', value: 'new' } },
  });
});

test('an input that must be filled in is missed, an optional one is not', () => {
  const blocks = readBlocks([
    input('a', name()),
    input('b', name(), { optional: true }),
    input('c', name('there')),
    input('d', { type: 'multi_users_select', action_id: 'u' }),
  ]);
  const said = 'Please complete this required field.';
  expect(missingIn(blocks, valuesFor(blocks), said)).toEqual({ a: said, d: said });
});

test('blocks without an id get one by their place, and inner ones by their frame', () => {
  const blocks = readBlocks([
    { type: 'divider' },
    { type: 'container', child_blocks: [{ type: 'divider' }] },
    { type: 'unheard_of' },
  ]);
  expect(blocks.map(({ block_id }) => block_id)).toEqual(['block-0', 'block-1', 'block-2']);
  expect(blocks[1]).toMatchObject({ children: [{ block_id: 'block-1-0' }] });
  expect(blocks[2]).toMatchObject({ type: 'other', raw: { type: 'unheard_of' } });
});

test('a content is one thing, many, or nothing', () => {
  expect(textsIn('U1')).toEqual(['U1']);
  expect(textsIn(['U1', 'U2'])).toEqual(['U1', 'U2']);
  expect(textsIn(null)).toEqual([]);
});
