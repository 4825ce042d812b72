import { context } from './blocks.ts';
import type { Message } from './message.ts';
import type { Words } from './words/words.ts';

/**
 * A field that offers rental files while somebody types.
 *
 * @param command the command that shows what is picked
 */
export function findView(command: string, { find }: Words): Message {
  return {
    kind: 'message',
    title: find.title,
    isPassing: false,
    text: `${find.title}. ${find.tips}`,
    blocks: [
      { type: 'picker', label: find.label, placeholder: find.placeholder, command },
      context(find.tips),
    ],
  };
}
