import type { RichTextElement } from '@slack/types';

import { buttons, richText } from './blocks.ts';
import { fileElements, type FileLine, fileText, type Showing, titleOf } from './file-line.ts';
import type { Block, Button } from './message.ts';
import { escaped } from './service-text.ts';
import type { Words } from './words/words.ts';

const NAME_LENGTHS = [40, 20, 10] as const;
/** Of what Slack takes in one message, what is left when all else has its share. */
const LINES_LENGTH_MAX = 9_000;
const SPOKEN_TITLE_LENGTH_MAX = 40;

/** Files one below the other, numbered, and a row of buttons with the same numbers. */
export function linesOf(lines: readonly FileLine[], showing: Showing): Block[] {
  if (lines.length === 0) return [];
  let drawn: readonly RichTextElement[][] = [];
  for (const length of NAME_LENGTHS) {
    drawn = lines.map((line, index) => fileElements(line, index + 1, showing, length));
    if (lengthOf(drawn.flat()) <= LINES_LENGTH_MAX) break;
  }
  return [
    ...drawn.map((elements) => richText(elements)),
    buttons(...detailsOf(lines, showing.words)),
  ];
}

/** As Slack counts it. */
function lengthOf(elements: readonly RichTextElement[]): number {
  const texts = elements.map((element) => ('text' in element ? (element.text ?? '') : ''));
  return escaped(texts.join('')).length;
}

/** The same as plain text, a line each. */
export function linesText(
  lines: readonly FileLine[],
  showing: Showing,
  nameLengthMax: number,
): string[] {
  return lines.map((line, index) => `${index + 1}. ${fileText(line, showing, nameLengthMax)}`);
}

/** How many files say something that no dictionary has. */
export function unknownAmong(lines: readonly FileLine[], { file, list }: Words): string[] {
  const count = lines.filter(
    ({ status, decision }) =>
      !Object.hasOwn(file.status, status) || !Object.hasOwn(file.decision, decision),
  ).length;
  return count > 0 ? [list.unknown(count)] : [];
}

function detailsOf(lines: readonly FileLine[], words: Words): Button[] {
  return lines.map((line, index) => ({
    label: String(index + 1),
    spoken: words.list.details(index + 1, titleOf(line, words, SPOKEN_TITLE_LENGTH_MAX)),
    press: line.details,
  }));
}
