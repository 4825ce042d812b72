import type { Json } from '../../../src/playground/slack-workspace/page-protocol.ts';

const plain = (text: string) => ({ type: 'plain_text', text, emoji: true });

/** A digest as the bot posts it, with a chart, a table and its buttons. */
export function digestBlocks(): readonly Json[] {
  const categories = ['0-1 d', '2-3 d', '4-5 d', '6+ d'];
  const data = categories.map((label, index) => ({ label, value: [9, 14, 11, 8][index] }));
  return [
    { type: 'header', text: plain(':sunrise: Morning: 42 rental files await a decision') },
    {
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: '*12 are ready to decide.* The oldest has waited _6 working days_; see <https://example.com/files|all files>.',
      },
      accessory: {
        type: 'static_select',
        action_id: 'group',
        placeholder: plain('Group by'),
        options: ['Property', 'Manager', 'Age'].map((name) => ({ text: plain(name), value: name })),
      },
    },
    {
      type: 'section',
      fields: ['*Ready*\n12', '*Pending*\n30', '*Oldest*\n6 working days', '*Score 80+*\n17'].map(
        (text) => ({ type: 'mrkdwn', text }),
      ),
    },
    {
      type: 'data_visualization',
      title: 'Waiting, in working days',
      chart: {
        type: 'bar',
        series: [{ name: 'Files', data }],
        axis_config: { categories, x_label: 'Working days', y_label: 'Files' },
      },
    },
    { type: 'divider' },
    {
      type: 'table',
      rows: [
        ['Property', 'Files', 'Oldest'],
        ['T3 with balcony, rue des Lilas', '5', '6 days'],
        ['Studio *under* the roof', '3', '3 days'],
      ].map((row) => row.map((text) => ({ type: 'raw_text', text }))),
    },
    {
      type: 'markdown',
      text: 'Wait **times** are _working days_:\n\n- Monday to Friday\n- without holidays',
    },
    {
      type: 'context',
      elements: [
        { type: 'mrkdwn', text: 'Digest *Morning* · <!date^1795161600^{time}|09:00> · initials' },
      ],
    },
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'see',
          text: plain('See the list'),
          value: 'see',
          style: 'primary',
        },
        { type: 'button', action_id: 'open', text: plain('Open'), url: 'https://example.com/' },
        { type: 'button', action_id: 'pause', text: plain('Pause'), value: 'p', style: 'danger' },
        { type: 'datepicker', action_id: 'until', initial_date: '2026-11-23' },
      ],
    },
  ];
}
