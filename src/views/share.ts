import type { Messages } from '../i18n/messages.ts';
import type { ChannelLevel } from '../i18n/privacy.ts';
import type { PrivacyReason } from '../i18n/types.ts';
import { paragraph } from './block-kit.ts';
import type { Block, Form, Message, Action } from './message.ts';

/** A message to be shared, and what it shows. */
export interface Sharing {
  readonly message: Message;
  readonly level: ChannelLevel;
  readonly reason: PrivacyReason;
  /** Shares it. */
  readonly action: Action;
}

/** A form holds at most 100 blocks; a message at most 50, and some stand above it here. */
const PREVIEW_BLOCKS_MAX = 50;

/** Preview for confirmation: what the channel will see, and why at this level. */
export function shareForm({ message, level, reason, action }: Sharing, { share }: Messages): Form {
  const text = `${share.level[level]} ${share.reason[reason]}`;
  return {
    kind: 'form',
    title: share.title,
    text,
    submit: share.submit,
    action,
    blocks: [
      paragraph(text),
      { type: 'divider' },
      paragraph(share.preview),
      ...(message.plainBlocks ?? message.blocks)
        .filter(canPreview)
        .slice(0, PREVIEW_BLOCKS_MAX)
        .map(withoutButton),
    ],
  };
}

/** Says that it is done. */
export function sharedView({ share }: Messages): Message {
  const { title, done } = share;
  return { kind: 'message', title, isPassing: false, text: done, blocks: [paragraph(done)] };
}

/** Blocks that a preview can show: buttons and inputs work only once shared. */
function canPreview({ type }: Block): boolean {
  return type !== 'buttons' && type !== 'picker' && type !== 'actions' && type !== 'input';
}

/** A line with a button beside it, without the button. */
function withoutButton(block: Block): Block {
  return block.type === 'row' ? { type: 'section', text: block.text } : block;
}
