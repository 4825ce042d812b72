import type { Json } from '../../src/playground/slack/protocol.ts';

const FILES = [
  [
    'T3 with balcony, rue des Lilas',
    'LIL-0142',
    'Amélie Roux + Karim Haddad',
    'Analyzed · *Ready*',
    92,
    100,
    '6 working days',
  ],
  [
    'Studio under the roof, place Kléber',
    'KLE-0007',
    'Jonas Weber',
    'Collected · Pending',
    71,
    84,
    '3 working days',
  ],
  [
    'House <b>with</b> garden & <!channel> :house:',
    'GAR-1180',
    'Ines *Martín* + 1 guarantor',
    'Open · Pending',
    null,
    42,
    '1 working day',
  ],
  [
    'Loft, quai des Bateliers',
    'BAT-0031',
    'Oumou Diallo, Léa Petit, Noé Blanc',
    'Processing · Pending',
    64,
    64,
    'today',
  ],
] as const;

const plain = (text: string) => ({ type: 'plain_text', text, emoji: true });
const words = (text: string, style: Json = {}) => ({ type: 'text', text, style });

/** A page of the list as the bot sends it; `page` is 1 to 6. */
export function listBlocks(page: number): readonly Json[] {
  return [
    { type: 'header', text: plain('42 rental files') },
    {
      type: 'context',
      elements: [
        {
          type: 'mrkdwn',
          text: `awaiting decision · read <!date^1795161480^{ago}|2 min ago> · page ${page} of 6`,
        },
      ],
    },
    ...FILES.map(fileBlock),
    { type: 'actions', block_id: 'turn', elements: turnButtons(page) },
  ];
}

type File = (typeof FILES)[number];

function fileBlock([title, reference, people, state, score, percent, age]: File): Json {
  const bar = '▰'.repeat(Math.round(percent / 20)).padEnd(5, '▱');
  const points = score === null ? 'no score' : `score ${score}`;
  const elements = [
    words(title, { bold: true }),
    words(
      `  ${reference}\n${people}\n${state.replaceAll('*', '')} · ${points} · ${bar} ${percent} % · ${age}`,
    ),
  ];
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function turnButtons(page: number): readonly Json[] {
  const button = (id: string, text: string, to: number) => ({
    type: 'button',
    action_id: id,
    text: plain(text),
    value: String(to),
  });
  return [
    ...(page > 1 ? [button('prev', '‹ Prev', page - 1)] : []),
    button('where', `${page}/6`, page),
    ...(page < 6 ? [button('next', 'Next ›', page + 1)] : []),
    button('refresh', 'Refresh', page),
    {
      type: 'button',
      action_id: 'share',
      text: plain('Share'),
      style: 'primary',
      confirm: {
        title: plain('Share this list?'),
        text: plain('Everybody in #leasing will see it, with initials instead of names.'),
        confirm: plain('Share'),
        deny: plain('Keep it to myself'),
      },
    },
    {
      type: 'overflow',
      action_id: 'more',
      options: [
        { text: plain('Save as a view'), value: 'save' },
        { text: plain('Make it a digest'), value: 'digest' },
      ],
    },
  ];
}

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
