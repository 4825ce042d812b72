import type { Json } from '../../../src/playground/slack-workspace/page-protocol.ts';

const plain = (text: string) => ({ type: 'plain_text', text, emoji: true });

/** The form in which a digest is made. */
export function digestForm(): Json {
  const input = (block_id: string, label: string, element: Json, rest: Json = {}) => ({
    type: 'input',
    block_id,
    label: plain(label),
    element,
    ...rest,
  });
  const days = ['Monday', 'Tuesday', 'Wednesday'].map((day) => ({ text: plain(day), value: day }));
  const people = {
    type: 'multi_users_select',
    action_id: 'people',
    placeholder: plain('Choose people'),
  };
  return {
    type: 'modal',
    title: plain('New digest'),
    submit: plain('Create'),
    close: plain('Cancel'),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: 'What we say *unasked*, and when.' } },
      input('name', 'Name', {
        type: 'plain_text_input',
        action_id: 'name',
        initial_value: 'Morning',
      }),
      input(
        'times',
        'Times',
        { type: 'plain_text_input', action_id: 'times', placeholder: plain('09:00, 14:00') },
        { hint: plain('Separated by commas, in your time zone.') },
      ),
      input('days', 'Days', {
        type: 'checkboxes',
        action_id: 'days',
        options: days,
        initial_options: days,
      }),
      input(
        'style',
        'Style',
        {
          type: 'radio_buttons',
          action_id: 'style',
          options: [
            {
              text: plain('Compact'),
              value: 'compact',
              description: plain('One line for each file'),
            },
            { text: plain('Full'), value: 'full' },
          ],
        },
        { optional: true },
      ),
      input('people', 'Mention', people, { optional: true }),
      input('first', 'First day', { type: 'datepicker', action_id: 'first' }, { optional: true }),
    ],
  };
}

/** The Home tab of somebody with a digest. */
export function homeView(): Json {
  return {
    type: 'home',
    blocks: [
      { type: 'header', text: plain('Good morning, Zoé') },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'You have *2 digests* and *3 files* in hand.' },
      },
      { type: 'divider' },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '*Morning*\n09:00, Monday to Friday · <#C0LEASING>' },
        accessory: { type: 'button', action_id: 'edit', text: plain('Edit'), value: '1' },
      },
      {
        type: 'actions',
        elements: [
          { type: 'button', action_id: 'add', text: plain('New digest'), style: 'primary' },
        ],
      },
    ],
  };
}
