import { context, paragraph } from './blocks.ts';
import type { Message } from './message.ts';
import type { Words } from './words/words.ts';

/**
 * A field that offers rental files while somebody types.
 *
 * @param command the command that shows what is picked
 * @param why `unrecognised` after a message in which no file was found
 */
export function findView(
  command: string,
  { find }: Words,
  why: 'asked' | 'unrecognised' = 'asked',
): Message {
  const notices = why === 'unrecognised' ? [find.unrecognised] : [];
  return {
    kind: 'message',
    title: find.title,
    isPassing: false,
    text: [`${find.title}.`, ...notices, find.tips].join(' '),
    blocks: [
      ...notices.map((notice) => paragraph(notice)),
      { type: 'picker', label: find.label, placeholder: find.placeholder, command },
      context(find.tips),
    ],
  };
}
