import type { RichTextElement } from '@slack/types';

import { bold, code, plain } from './blocks.ts';
import {
  decisionMark,
  type FileLine,
  inWords,
  propertyText,
  referenceOf,
  type Showing,
  titleOf,
} from './file-line.ts';
import { peopleOf } from './file-people.ts';
import { escaped } from './service-text.ts';

/** What has become of a file since its digest was posted; `closed` is a status of the service. */
export type Outcome = 'decided' | 'archived' | 'closed' | 'gone';

const WORD_LENGTH_MAX = 30;
const STRUCK = { strike: true } as const;

/** A file that is done with as Slack draws it: struck through, and in words what became of it. */
export function doneElements(
  file: FileLine,
  outcome: Outcome,
  number: number,
  showing: Showing,
  nameLengthMax: number,
): RichTextElement[] {
  const { words } = showing;
  const told = outcomeIn(file, outcome, showing);
  if (outcome === 'gone') return [bold(`${number}. `), plain(told)];
  const title = titleOf(file, words, nameLengthMax * 2);
  const reference = referenceOf(file, WORD_LENGTH_MAX);
  return [
    bold(`${number}. `),
    file.link === null
      ? { type: 'text', text: title, style: STRUCK }
      : { type: 'link', url: file.link, text: title, style: STRUCK },
    ...(reference === null ? [] : [plain('  '), code(reference)]),
    plain('\n'),
    { type: 'text', text: peopleOf(file.applicants, showing, nameLengthMax), style: STRUCK },
    plain('\n'),
    ...(outcome === 'decided'
      ? [{ type: 'emoji' as const, name: decisionMark(file.decision) }, plain(` ${told}`)]
      : [plain(told)]),
  ];
}

/** The same file as one line of plain text; what became of it stands first. */
export function doneText(
  file: FileLine,
  outcome: Outcome,
  showing: Showing,
  nameLengthMax: number,
): string {
  const told = outcomeIn(file, outcome, showing);
  if (outcome === 'gone') return escaped(told);
  const title = titleOf(file, showing.words, nameLengthMax * 2);
  const reference = referenceOf(file, nameLengthMax);
  return escaped(
    [told, propertyText(title, reference), peopleOf(file.applicants, showing, nameLengthMax)].join(
      ', ',
    ),
  );
}

function outcomeIn({ decision }: FileLine, outcome: Outcome, { words }: Showing): string {
  const { outcome: told } = words.digest;
  return outcome === 'decided'
    ? told.decided(inWords(words.file.decision, decision, WORD_LENGTH_MAX))
    : told[outcome];
}
