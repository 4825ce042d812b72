import { WebAPIPlatformError } from '@slack/web-api';
import { expect, test } from 'vitest';

import {
  createActionTokens,
  modalFor,
  payloadFor,
  plainOf,
  withPlainFallback,
} from '../../../src/slack/respond/payload.ts';
import type { Block, Button, Form, Message } from '../../../src/views/message.ts';
import { skipPauses } from '../../support/pauses.ts';

const tokens = createActionTokens('secret of tests');
const SCOPE = { userId: 'U1', channelId: 'C1' };

const open = (id: string): Button['action'] => ({ command: 'show', args: { id } });
const SECTION = { type: 'section', text: { type: 'plain_text', text: 'plain' } } as const;
const CHART: Block = {
  type: 'data_visualization',
  title: 'Backlog',
  chart: { type: 'line', series: [], axis_config: { categories: [] } },
};
const QUESTION = { title: 'Remove?', text: 'It is gone then.', yes: 'Remove', no: 'Keep' };

const BLOCKS: readonly Block[] = [
  SECTION,
  {
    type: 'buttons',
    buttons: [
      { label: 'View', spoken: 'View a', action: open('a'), style: 'primary' },
      { label: 'Console', spoken: 'Open the console', url: 'https://a.example', style: 'primary' },
      { label: 'Help', spoken: 'Open help', url: 'https://b.example' },
      {
        label: 'Remove',
        spoken: 'Remove a',
        action: open('b'),
        style: 'danger',
        question: QUESTION,
      },
      { label: 'Ask', spoken: 'Ask', action: open('c'), question: QUESTION },
    ],
    menu: [
      { label: 'Short', action: open('d') },
      { label: 'Long', action: open('x'.repeat(200)), spoken: 'Spoken' },
      { label: 'Long, unspoken', action: open('y'.repeat(200)) },
    ],
  },
  { type: 'buttons', buttons: [], menu: [{ label: 'Long', action: open('z'.repeat(200)) }] },
  {
    type: 'row',
    text: { type: 'plain_text', text: 'a row' },
    button: { label: 'View', spoken: 'View e', action: open('e') },
  },
  { type: 'picker', label: 'File', placeholder: 'Choose…', command: 'show' },
  CHART,
];

const message = (fields: Partial<Message> = {}): Message => ({
  kind: 'message',
  text: 'text',
  blocks: BLOCKS,
  ...fields,
});

/** A payload with what its values carry in place of them. */
function opened(payload: object): unknown {
  return JSON.parse(JSON.stringify(payload), (key, value: unknown) => {
    if ((key !== 'value' && key !== 'private_metadata') || typeof value !== 'string') return value;
    const token = tokens.decode(value);
    return { ...token, action: token?.action };
  });
}

test('each kind of block is sent as Slack takes it, with what its buttons carry', () => {
  expect(opened(payloadFor(message(), SCOPE, tokens))).toMatchSnapshot('of one person');
  const { blocks } = payloadFor(message(), { userId: null, channelId: 'C1' }, tokens);
  expect(JSON.stringify(opened(blocks))).not.toContain('U1');
});

test('a message is a modal without what modals do not take; a form is one with a button', () => {
  const plain = message({ blocks: [CHART], plainBlocks: [SECTION], title: 'Title' });
  expect(opened(modalFor(plain, SCOPE, 'Close', tokens))).toMatchSnapshot('a message');
  const other = { ...plain, blocks: [SECTION], plainBlocks: [SECTION, SECTION] };
  expect(modalFor(other, SCOPE, 'Close', tokens).blocks).toEqual([SECTION]);
  expect(modalFor(message(), SCOPE, 'Close', tokens).title.text).toBe('Rental Desk');
  const form: Form = {
    kind: 'form',
    title: 'Form',
    text: 'Fill it in.',
    submit: 'Save',
    blocks: [SECTION],
    action: open('f'),
  };
  expect(opened(modalFor(form, SCOPE, 'Cancel', tokens))).toMatchSnapshot('a form');
  expect([plainOf(form), plainOf(message()), plainOf(plain)?.blocks]).toEqual([
    null,
    null,
    [SECTION],
  ]);
});

test.each(['table', 'data_table', 'data_visualization'])(
  'a modal takes no %s, where a message also has plain blocks',
  (type) => {
    const drawn = message({
      blocks: [Object({ ...SECTION, type })],
      plainBlocks: [SECTION],
    });
    expect(modalFor(drawn, SCOPE, 'Close', tokens).blocks).toEqual([SECTION]);
  },
);

const refusal = (code: string) => new WebAPIPlatformError(Object({ ok: false, error: code }));

test.each([
  ['invalid_blocks', true, 'sent', ['drawn', 'plain']],
  ['invalid_blocks', false, 'invalid_blocks', ['drawn']],
  ['is_archived', true, 'is_archived', ['drawn']],
  ['fatal_error', true, 'fatal_error', ['drawn']],
] as const)('after %s, with plain blocks: %s, it is %s', async (code, hasPlain, outcome, steps) => {
  const pausesMs = skipPauses();
  const drawn = message(hasPlain ? { plainBlocks: [SECTION] } : {});
  const tries: string[] = [];
  const send = async ({ blocks }: Message) => {
    tries.push(blocks.length === 1 ? 'plain' : 'drawn');
    if (blocks.length > 1) throw refusal(code);
    return 'sent';
  };
  const told = await withPlainFallback(drawn, send, 1_000).catch(String);
  expect(told).toContain(outcome);
  expect(tries).toEqual(steps);
  expect(pausesMs).toEqual(steps.length > 1 ? [1_000] : []);
  await withPlainFallback(drawn, send).catch(() => {});
  expect(pausesMs).toHaveLength(steps.length - 1);
});
