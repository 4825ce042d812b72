import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Inline, RichTextPart } from '../../../../src/playground/page/block-kit/rich-text.ts';
import { readMrkdwn, readPlainText } from '../../../../src/playground/page/text/mrkdwn.ts';

function lines(source: string, isVerbatim = false): readonly (Inline | RichTextPart)[] {
  return readMrkdwn(source, isVerbatim).flatMap(({ elements }) => elements);
}

test.each([
  ['*bold*', [{ type: 'text', text: 'bold', style: { bold: true } }]],
  ['_so *and* so_', ['so ', 'and', ' so']],
  ['snake_case_word 2*3*4', [{ type: 'text', text: 'snake_case_word 2*3*4' }]],
  ['* not bold *', [{ type: 'text', text: '* not bold *' }]],
  ['`*code*`', [{ type: 'text', text: '*code*', style: { code: true } }]],
  ['<@U123>', [{ type: 'user', user_id: 'U123' }]],
  ['<@U123|zoe>', [{ type: 'user', user_id: 'U123' }]],
  ['<#C123|leasing>', [{ type: 'channel', channel_id: 'C123' }]],
  ['<!here>', [{ type: 'broadcast', range: 'here' }]],
  ['<!subteam^S1>', [{ type: 'usergroup', usergroup_id: 'S1' }]],
  [
    '<https://a.example/?a=1&amp;b=2|A &lt;b&gt;>',
    [{ type: 'link', url: 'https://a.example/?a=1&b=2', text: 'A <b>' }],
  ],
  ['see https://a.example/x.', ['see ', { type: 'link', url: 'https://a.example/x' }, '.']],
  [':wave: at 10:30:00', [{ type: 'emoji', name: 'wave' }, ' at 10:30:00']],
  ['&amp;lt; 3', [{ type: 'text', text: '&lt; 3' }]],
])('%s is read as Slack reads it', (source, expected) => {
  const read = lines(source);
  expect(read).toHaveLength(expected.length);
  for (const [index, part] of expected.entries()) {
    expect(read[index]).toMatchObject(typeof part === 'string' ? { text: part } : part);
  }
});

test('a quote and a piece of code are parts of their own', () => {
  expect(readMrkdwn('before\n&gt; said\nafter ```a *b*``` end').map(({ type }) => type)).toEqual([
    'rich_text_section',
    'rich_text_quote',
    'rich_text_section',
    'rich_text_preformatted',
    'rich_text_section',
  ]);
});

test('a date keeps its moment, its format, its link and its fallback', () => {
  expect(lines('<!date^1795161600^{date} at {time}^https://a.example/|then>')).toMatchObject([
    {
      type: 'date',
      timestamp: 1_795_161_600,
      format: '{date} at {time}',
      url: 'https://a.example/',
      fallback: 'then',
    },
  ]);
});

test('no link is made of what is verbatim', () => {
  expect(lines('see https://a.example/x', true)).toEqual([
    { type: 'text', text: 'see https://a.example/x' },
  ]);
});

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const hostile = fc
  .array(
    fc.constantFrom(
      '<!channel>',
      '<@U123>',
      '<script>',
      '&lt;',
      '&',
      '<https://x.example|y>',
      'é',
      ' ',
    ),
  )
  .map((words) => words.join(''));

test('what is escaped never becomes a mention or a link, and reads as it was written', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const escaped = text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? '');
      const read = lines(`.${escaped}`, true);
      expect(new Set(read.map(({ type }) => type))).toEqual(new Set(['text']));
      expect(read.map((element) => ('text' in element ? element.text : '')).join('')).toBe(
        `.${text}`,
      );
    }),
  );
});

test('any text is read without an error', () => {
  const marks = fc.constantFrom('*', '_', '~', '`', '```', '<', '>', ':', '\n', '&gt;', 'a', ' ');
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
      expect(readMrkdwn(parts.join(''))).toBeInstanceOf(Array);
    }),
  );
});

test('plain text has emoji when the bot says so, and nothing else', () => {
  const [withEmoji] = readPlainText('*x* :wave: <!channel>', true);
  expect(withEmoji?.elements).toEqual([
    { type: 'text', text: '*x* ' },
    { type: 'emoji', name: 'wave' },
    { type: 'text', text: ' <!channel>' },
  ]);
  const [without] = readPlainText(':wave:', false);
  expect(without?.elements).toEqual([{ type: 'text', text: ':wave:' }]);
});
