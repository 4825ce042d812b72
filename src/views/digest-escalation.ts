import { bold, buttons, context, plain, richText } from './blocks.ts';
import { fittedLines } from './digest-fitting.ts';
import { digestName } from './digest.ts';
import type { FileLine, Showing } from './file-line.ts';
import { linesOf, linesText } from './file-lines.ts';
import type { Message, Press } from './message.ts';
import { escaped } from './service-text.ts';
import type { Words } from './words/words.ts';

/** What a second channel is told of what a digest finds overdue by much. */
export interface EscalationPage {
  /** As somebody typed it. */
  readonly name: string;
  /** By how many working days files are overdue at least. */
  readonly afterDays: number;
  /** Working days within which a file is to be decided; `null` where nobody said so. */
  readonly targetDays: number | null;
  /** Files in all; some of them are shown. */
  readonly total: number;
  readonly lines: readonly FileLine[];
  readonly all: Press;
}

/** Files that nobody has decided for long, each told once. */
export function digestEscalationView(page: EscalationPage, showing: Showing): Message {
  const { words } = showing;
  const { digest, digestEscalation } = words;
  const { lines, total, afterDays, targetDays, all } = page;
  const name = digestName(page.name, words);
  const title = digestEscalation.title(name, total, afterDays, targetDays);
  const more = total > lines.length ? [digestEscalation.more(total - lines.length)] : [];
  return {
    kind: 'message',
    isPassing: false,
    text: fittedLines(lines.length, words, (nameLengthMax, linesMax) => [
      escaped(title),
      ...linesText(lines.slice(0, linesMax), showing, nameLengthMax),
      ...more,
      digestEscalation.once,
    ]),
    blocks: [
      richText([bold(title)]),
      ...linesOf(lines, showing),
      ...more.map((line) => richText([plain(line)])),
      buttons({ label: digest.showAll, spoken: digest.showAllSpoken, press: all }),
      context(digestEscalation.once),
    ],
  };
}

/** Tells the owner that the second channel could not be told, and why in words. */
export function escalationRefusedView(name: string, why: string, words: Words): Message {
  const { digestEscalation } = words;
  const happened = digestEscalation.refused(digestName(name, words), why);
  return told(happened, digestEscalation.refusedRemedy);
}

/** Tells the owner that nobody knows whether the second channel was told. */
export function escalationUnclearView(name: string, words: Words): Message {
  const { digestEscalation } = words;
  return told(
    digestEscalation.unclear(digestName(name, words)),
    digestEscalation.unclearRemedy(words.digest.showAll),
  );
}

function told(happened: string, remedy: string): Message {
  return {
    kind: 'message',
    isPassing: false,
    text: escaped(`${happened} ${remedy}`),
    blocks: [richText([bold(happened), plain(`\n${remedy}`)])],
  };
}
