import { context } from './blocks.ts';
import type { Message } from './message.ts';
import type { Words } from './words/words.ts';

/** Stands until the service has given the rental file. */
export function openingView({ card }: Words): Message {
  return {
    kind: 'message',
    title: card.title,
    isPassing: true,
    text: card.opening,
    blocks: [context(card.opening)],
  };
}
