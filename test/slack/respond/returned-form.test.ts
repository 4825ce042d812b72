import type { ViewOutput } from '@slack/bolt';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { readBlocks } from '../../../src/playground/page/block-kit/read-blocks.ts';
import { valuesFor } from '../../../src/playground/page/elements/element-values.ts';
import { returnedForm } from '../../../src/slack/listeners/view-submissions.ts';

const option = (value: string) => ({ text: { type: 'plain_text', text: value }, value });
const OPTIONS = ['one', 'two', 'three'].map(option);
const some = <Item>(items: readonly Item[]) => fc.subarray([...items]);
const maybe = <Item>(arbitrary: fc.Arbitrary<Item>) => fc.option(arbitrary);

/** An element of each type that holds something from the start, and what may be made of it. */
const ELEMENTS = [
  [{ type: 'plain_text_input', initial_value: 'old' }, maybe(fc.string({ minLength: 1 })), 'value'],
  [
    { type: 'static_select', options: OPTIONS, initial_option: OPTIONS[0] },
    maybe(fc.constantFrom(...OPTIONS)),
    'selected_option',
  ],
  [
    { type: 'radio_buttons', options: OPTIONS, initial_option: OPTIONS[1] },
    fc.constantFrom(...OPTIONS),
    'selected_option',
  ],
  [
    { type: 'checkboxes', options: OPTIONS, initial_options: OPTIONS },
    some(OPTIONS),
    'selected_options',
  ],
  [
    { type: 'multi_static_select', options: OPTIONS, initial_options: OPTIONS },
    some(OPTIONS),
    'selected_options',
  ],
  [
    { type: 'conversations_select', initial_conversation: 'C1' },
    maybe(fc.constantFrom('C2', 'C3')),
    'selected_conversation',
  ],
  [{ type: 'users_select', initial_user: 'U1' }, maybe(fc.constant('U2')), 'selected_user'],
  [{ type: 'multi_users_select', initial_users: ['U1'] }, some(['U1', 'U2']), 'selected_users'],
  [{ type: 'timepicker', initial_time: '09:00' }, maybe(fc.constant('17:30')), 'selected_time'],
  [
    { type: 'datepicker', initial_date: '2026-01-01' },
    maybe(fc.constant('2026-02-28')),
    'selected_date',
  ],
] as const;

test('each input holds what was filled in, and what was emptied is empty', () => {
  fc.assert(
    fc.property(fc.tuple(...ELEMENTS.map(([, values]) => values)), (values) => {
      const blocks = ELEMENTS.map(([element], place) => ({
        type: 'input',
        block_id: `b${place}`,
        label: { type: 'plain_text', text: 'Label' },
        element: { ...element, action_id: 'input' },
      }));
      const state = Object.fromEntries(
        ELEMENTS.map(([{ type }, , key], place) => [
          `b${place}`,
          { input: { type, [key]: values[place] } },
        ]),
      );
      const form = returnedForm(submitted(blocks, state), [reason('Not saved.')]);

      expect(form.blocks[0]).toMatchObject(reason('Not saved.'));
      // What the playground would submit, which reads initial values as Slack's clients do.
      expect(valuesFor(readBlocks(form.blocks))).toEqual(state);
      // Slack refuses an empty initial value.
      expect(JSON.stringify(form.blocks)).not.toMatch(/"initial_\w+":(?:null|""|\[\])/);
    }),
  );
});

function reason(text: string) {
  return { type: 'section', text: { type: 'plain_text', text } } as const;
}

test('a form that comes back once more says the last reason only', () => {
  const input = { type: 'input', block_id: 'b0', element: { type: 'plain_text_input' } };

  const once = returnedForm(submitted([input], {}), [reason('Not saved.'), reason('Try again.')]);
  const twice = returnedForm(submitted(once.blocks, {}), [reason('Still not saved.')]);

  expect(twice.blocks).toMatchObject([reason('Still not saved.'), { block_id: 'b0' }]);
  expect(twice.blocks).toHaveLength(2);
});

function submitted(blocks: ViewOutput['blocks'], values: object): ViewOutput {
  const title = { type: 'plain_text', text: 'Title', emoji: false } as const;
  const close = title;
  const view = { callback_id: 'desk', title, close, submit: title, private_metadata: 'token' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only what a form is made of.
  return { type: 'modal', blocks, state: { values }, ...view } as ViewOutput;
}
