import { bold, plain, richText } from './blocks.ts';
import { digestName } from './digest.ts';
import type { Message } from './message.ts';
import { escaped } from './service-text.ts';
import type { Words } from './words/words.ts';

/** The digest of which a notice speaks. */
interface Noticed {
  /** As somebody typed it. */
  readonly name: string;
  readonly zone: string;
}

/** The rental files could not be read, and until when that is tried again. */
export function digestTryingView({ name, zone }: Noticed, untilMs: number, words: Words): Message {
  const { digest } = words;
  return notice(
    digest.trying(digestName(name, words), digest.time(untilMs, zone)),
    digest.tryingSays,
  );
}

/** The rental files could not be read until it was too late for a digest. */
export function digestMissedView({ name, zone }: Noticed, dueAt: number, words: Words): Message {
  const { digest } = words;
  return notice(
    digest.missed(digestName(name, words), digest.moment(dueAt, zone)),
    digest.missedSays,
  );
}

function notice(outcome: string, says: string): Message {
  return {
    kind: 'message',
    isPassing: false,
    text: escaped(`${outcome}. ${says}`),
    blocks: [richText([bold(outcome), plain(`\n${says}`)])],
  };
}
