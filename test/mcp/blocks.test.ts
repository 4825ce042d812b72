import { expect, test } from 'vitest';

import { readOnlyBlocks } from '../../src/mcp/server.ts';
import type { Block, Message } from '../../src/views/message.ts';

const action = { command: 'show', args: { id: 'a' } };
const button = { label: 'View', spoken: 'View the file', action };
const text = { type: 'plain_text', text: 'Flat 1', emoji: false } as const;

function messageWith(...blocks: Block[]): Message {
  return { kind: 'message', text: 'An answer', blocks };
}

test('of all blocks only what is read is left, and links that leave Slack', () => {
  const link = { label: 'Open', spoken: 'Open in the console', url: 'https://console.example/1' };
  const blocks = readOnlyBlocks(
    messageWith(
      { type: 'header', text },
      { type: 'row', text, button },
      { type: 'buttons', buttons: [button, link], menu: [{ label: 'Share', action }] },
      { type: 'buttons', buttons: [button] },
      { type: 'picker', label: 'File', placeholder: 'Search…', command: 'show' },
      { type: 'actions', elements: [{ type: 'button', text, action_id: 'a', value: 'v' }] },
      { type: 'context_actions', elements: [] },
      { type: 'input', label: text, element: { type: 'plain_text_input', action_id: 'b' } },
    ),
  );
  expect(blocks).toEqual([
    { type: 'header', text },
    { type: 'section', text },
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          text: { type: 'plain_text', text: 'Open', emoji: false },
          accessibility_label: 'Open in the console',
          action_id: 'desk.link.2.1',
          url: 'https://console.example/1',
        },
      ],
    },
  ]);
});

test('plain blocks stand in for those that not every Slack draws, and no more than fit', () => {
  const many = Array.from({ length: 60 }, (): Block => ({ type: 'divider' }));
  const message = { ...messageWith({ type: 'header', text }), plainBlocks: many };
  expect(readOnlyBlocks(message)).toEqual(many.slice(0, 50));
});
