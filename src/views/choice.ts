import { buttons, context, paragraph } from './blocks.ts';
import type { FileLine, Showing } from './file-line.ts';
import { linesOf, linesText } from './file-lines.ts';
import { fitted } from './fitting.ts';
import type { Button, Message, Press } from './message.ts';
import { escaped, oneLine } from './service-text.ts';
import type { Words } from './words/words.ts';

/** The files that somebody may mean. */
export interface Choice {
  /** As it was typed. */
  readonly asked: string;
  /** At most 10, the likeliest first. */
  readonly lines: readonly FileLine[];
  /** Files that answer to it. */
  readonly total: number;
  /** Looks for a file while somebody types. */
  readonly find: Press;
  /** All files that answer to it, or all there are when none does. */
  readonly list: Press | null;
}

const ASKED_LENGTH_MAX = 80;

/** Several files answer to what was typed: each with its number, and a button with the same. */
export function choiceView({ lines, total, ...choice }: Choice, showing: Showing): Message {
  const { words } = showing;
  const title = words.choice.title(oneLine(choice.asked, ASKED_LENGTH_MAX), total);
  const hidden = total - lines.length;
  const more = hidden > 0 ? [words.choice.more(hidden)] : [];
  const { listAll: label, listAllSpoken: spoken } = words.choice;
  const all = choice.list && hidden > 0 ? [{ label, spoken, press: choice.list }] : [];
  return {
    kind: 'message',
    title: words.card.title,
    isPassing: false,
    text: fitted((nameLengthMax) =>
      [escaped(title), ...linesText(lines, showing, nameLengthMax), ...more].join('\n'),
    ),
    blocks: [
      paragraph(title),
      ...linesOf(lines, showing),
      ...more.map((sentence) => context(sentence)),
      buttons(findButton(choice.find, words), ...all),
    ],
  };
}

/** No file answers to what was typed: what to try instead. */
export function noneView(
  { asked, find, list }: Omit<Choice, 'lines' | 'total'>,
  words: Words,
): Message {
  const none = words.choice.none(oneLine(asked, ASKED_LENGTH_MAX));
  const { tryList: label, tryListSpoken: spoken } = words.help;
  return {
    kind: 'message',
    title: words.card.title,
    isPassing: false,
    text: escaped(`${none} ${words.choice.tips}`),
    blocks: [
      paragraph(`${none}\n${words.choice.tips}`),
      buttons(findButton(find, words), ...(list ? [{ label, spoken, press: list }] : [])),
    ],
  };
}

/** The button that looks for a file while somebody types. */
export function findButton(press: Press, { find }: Words): Button {
  return { label: find.find, spoken: find.findSpoken, press };
}
