import type { RichTextElement } from '@slack/types';

import { bold, plain } from './blocks.ts';
import type { Changed, DigestChanges } from './digest-page.ts';
import { type FileLine, inWords, referenceOf, type Showing, titleOf } from './file-line.ts';
import { peopleOf } from './file-people.ts';
import { escaped } from './service-text.ts';

const KINDS = ['added', 'becameReady', 'decided', 'dropped'] as const;
const NAME_LENGTH_MAX = 24;
/** Enough to know a file again. */
const PEOPLE_MAX = 2;

/** What happened since the post before, in words and a few of the files each; none when unknown. */
export function changesElements(
  changes: DigestChanges | null,
  showing: Showing,
): RichTextElement[][] {
  if (changes === null) return [];
  const { digest } = showing.words;
  const told = toldOf(changes, showing, NAME_LENGTH_MAX);
  if (told.length === 0) return [[plain(`${digest.changes} ${digest.noChanges}`)]];
  return [
    [
      bold(digest.changes),
      ...told.flatMap(({ count, files }): RichTextElement[] => [
        plain('\n'),
        bold(count),
        plain(files === '' ? '' : ` – ${files}`),
      ]),
    ].filter((element) => !('text' in element) || element.text !== ''),
  ];
}

/** The same as plain text. */
export function changesTexts(
  changes: DigestChanges | null,
  showing: Showing,
  nameLengthMax: number,
): string[] {
  if (changes === null) return [];
  const { digest } = showing.words;
  const told = toldOf(changes, showing, Math.min(NAME_LENGTH_MAX, nameLengthMax));
  const parts = told.map(({ count, files }) => (files === '' ? count : `${count} (${files})`));
  return [escaped(`${digest.changes} ${parts.join('; ') || digest.noChanges}`)];
}

function toldOf(changes: DigestChanges, showing: Showing, lengthMax: number) {
  const { digest } = showing.words;
  return KINDS.filter((kind) => changes[kind].count > 0).map((kind) => ({
    count: digest[kind](changes[kind].count),
    files: filesOf(changes[kind], kind === 'decided', showing, lengthMax),
  }));
}

function filesOf(
  { count, lines }: Changed,
  isDecided: boolean,
  showing: Showing,
  lengthMax: number,
): string {
  const { digest } = showing.words;
  const hidden = count - lines.length;
  const shown = lines.map((line) => fileOf(line, isDecided, showing, lengthMax));
  return [...shown, ...(hidden > 0 && lines.length > 0 ? [digest.more(hidden)] : [])].join('; ');
}

function fileOf(line: FileLine, isDecided: boolean, showing: Showing, lengthMax: number): string {
  const { words } = showing;
  const people = line.applicants.filter(({ isGuarantor }) => !isGuarantor).slice(0, PEOPLE_MAX);
  return [
    // A title that is cut is the same for many; a reference is short, and the team knows it.
    referenceOf(line, lengthMax) ?? titleOf(line, words, lengthMax),
    ...(people.length === 0 ? [] : [peopleOf(people, showing, lengthMax)]),
    ...(isDecided ? [inWords(words.file.decision, line.decision, lengthMax)] : []),
  ].join(', ');
}
