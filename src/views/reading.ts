import type { Progress } from '../portfolio/snapshot.ts';
import { context } from './blocks.ts';
import type { Message } from './message.ts';
import type { Words } from './words/words.ts';

/** “Reading the rental files… 300 of 1,200”, until the answer takes its place. */
export function readingView({ read, count }: Progress, words: Words): Message {
  // A count below what has been read was the page's, not the total.
  const total = count !== null && count >= read && count > 0 ? words.number(count) : null;
  const text = read === 0 ? words.reading.begun : words.reading.progress(words.number(read), total);
  return { kind: 'message', isPassing: true, text, blocks: [context(text)] };
}
