import { paragraph } from './blocks.ts';
import type { Message } from './message.ts';
import type { Words } from './words/words.ts';

/** What stands in the place of a post that was there for so many days. */
export function removedOldView(days: number, { retention }: Words): Message {
  return sentence(retention.removedOld(days));
}

/** What stands in the place of a post about a rental file that is closed. */
export function removedClosedView({ retention }: Words): Message {
  return sentence(retention.removedClosed);
}

function sentence(text: string): Message {
  return { kind: 'message', isPassing: false, text, blocks: [paragraph(text)] };
}
