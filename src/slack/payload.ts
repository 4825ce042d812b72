import type { ActionsBlock, Button, KnownBlock } from '@slack/types';

import type { ButtonRow, Message } from '../views/message.ts';
import type { Seal } from './seal.ts';

/** Starts every action id of ours, so that one listener hears them all. */
export const ACTION_PREFIX = 'desk.';

/** A message as Slack takes it. */
export interface Payload {
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** The message with its buttons sealed for the person who gets it. */
export async function payloadFor(
  { text, blocks }: Message,
  userId: string,
  seal: Seal,
): Promise<Payload> {
  const sealed = blocks.map(async (block) =>
    block.type === 'buttons' ? actions(block, userId, seal) : block,
  );
  return { text, blocks: await Promise.all(sealed) };
}

async function actions({ buttons }: ButtonRow, userId: string, seal: Seal): Promise<ActionsBlock> {
  const elements = buttons.map(async ({ label, spoken, press }, index): Promise<Button> => ({
    type: 'button',
    action_id: `${ACTION_PREFIX}${press.command}.${index}`,
    text: { type: 'plain_text', text: label, emoji: false },
    accessibility_label: spoken,
    value: await seal.close({ press, userId }),
  }));
  return { type: 'actions', elements: await Promise.all(elements) };
}
