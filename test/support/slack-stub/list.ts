import type { Json } from '../../../src/playground/slack-workspace/page-protocol.ts';

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
