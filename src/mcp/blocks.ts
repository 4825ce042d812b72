import type { ActionsBlock, KnownBlock } from '@slack/types';

import type { Block, ButtonRow, Message } from '../views/message.ts';

/** @see https://docs.slack.dev/reference/block-kit/blocks */
const BLOCKS_MAX = 50;

/**
 * The blocks of a message for Slack to draw beside an assistant's answer: only to be read. An action
 * would be answered at the level of the person, where the assistant may read along.
 */
export function readOnlyBlocks({ blocks, plainBlocks = blocks }: Message): readonly KnownBlock[] {
  return plainBlocks.flatMap(readOnly).slice(0, BLOCKS_MAX);
}

function readOnly(block: Block, place: number): KnownBlock[] {
  if (block.type === 'buttons') return links(block, place);
  if (block.type === 'row') return [{ type: 'section', text: block.text }];
  if (block.type === 'picker' || block.type === 'data_visualization') return [];
  return WITH_ACTIONS.has(block.type) ? [] : [block];
}

const WITH_ACTIONS: ReadonlySet<string> = new Set(['actions', 'context_actions', 'input']);

/** The buttons of a row that leave Slack. */
function links({ buttons }: ButtonRow, place: number): ActionsBlock[] {
  const elements = buttons.flatMap((button, index) =>
    'url' in button
      ? [
          {
            type: 'button' as const,
            text: { type: 'plain_text' as const, text: button.label, emoji: false },
            accessibility_label: button.spoken,
            action_id: `desk.link.${place}.${index}`,
            url: button.url,
          },
        ]
      : [],
  );
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}
