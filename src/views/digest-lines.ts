import type { RichTextElement } from '@slack/types';

import { bold, buttons, plain, richText } from './blocks.ts';
import type { DigestHeading, DigestLine, DigestSection } from './digest-page.ts';
import { doneElements, doneText } from './done-line.ts';
import { fileElements, fileText, type Showing, titleOf } from './file-line.ts';
import type { Block } from './message.ts';
import { shownName } from './privacy.ts';
import { escaped, oneLine } from './service-text.ts';

const NAME_LENGTHS = [40, 20, 10] as const;
const NAME_LENGTH_LEAST = 5;
/** Of what Slack takes in one message, what is left when all else has its share. */
const LINES_LENGTH_MAX = 8_000;
const SPOKEN_TITLE_LENGTH_MAX = 40;
const HEADING_LENGTH_MAX = 60;
const MANAGERS_MAX = 2;
/** Clients fold a longer row. */
const ROW_MAX = 15;

interface Numbered {
  readonly line: DigestLine;
  readonly number: number;
  /** Of the section that begins with it. */
  readonly section: DigestSection | null;
  /** What it is headed with: its property only where the section does not name it. */
  readonly under: 'property' | 'people';
}

/** Sections of files, numbered through from `first`, and rows of buttons with the same numbers. */
export function sectionBlocks(
  sections: readonly DigestSection[],
  first: number,
  showing: Showing,
): Block[] {
  const all = numbered(sections, first);
  const drawn = (nameLengthMax: number) =>
    all.map(({ line, number, section, under }) => [
      ...(section === null ? [] : [bold(headingOf(section, showing, nameLengthMax)), plain('\n')]),
      ...(line.outcome
        ? doneElements(line, line.outcome, number, showing, nameLengthMax)
        : fileElements(line, number, showing, nameLengthMax, under)),
    ]);
  const length = NAME_LENGTHS.find((each) => lengthOf(drawn(each).flat()) <= LINES_LENGTH_MAX);
  const { words } = showing;
  const details = all.map(({ line, number }) => ({
    label: String(number),
    spoken: words.list.details(number, titleOf(line, words, SPOKEN_TITLE_LENGTH_MAX)),
    press: line.details,
  }));
  const rows = Array.from({ length: Math.ceil(details.length / ROW_MAX) }, (_, row) =>
    details.slice(row * ROW_MAX, (row + 1) * ROW_MAX),
  );
  return [
    ...drawn(length ?? NAME_LENGTH_LEAST).map((elements) => richText(elements)),
    ...rows.map((row) => buttons(...row)),
  ];
}

/** The same as plain text, a line each; only the first `linesMax` files. */
export function sectionTexts(
  sections: readonly DigestSection[],
  first: number,
  showing: Showing,
  nameLengthMax: number,
  linesMax: number,
): string[] {
  return numbered(sections, first)
    .slice(0, linesMax)
    .flatMap(({ line, number, section, under }) => [
      ...(section === null ? [] : [escaped(headingOf(section, showing, nameLengthMax))]),
      `${number}. ${
        line.outcome
          ? doneText(line, line.outcome, showing, nameLengthMax)
          : fileText(line, showing, nameLengthMax, under)
      }`,
    ]);
}

function numbered(sections: readonly DigestSection[], first: number): Numbered[] {
  return sections
    .flatMap((section) =>
      section.lines.map((line, index) => ({
        line,
        section: index === 0 ? section : null,
        under: section.heading.kind === 'property' ? ('people' as const) : ('property' as const),
      })),
    )
    .map((each, index) => ({ ...each, number: first + index }));
}

function headingOf({ heading, count }: DigestSection, showing: Showing, lengthMax: number): string {
  const { digest } = showing.words;
  return digest.section(
    oneLine(titleOfSection(heading, showing), Math.min(HEADING_LENGTH_MAX, lengthMax * 2)),
    count,
  );
}

function titleOfSection(heading: DigestHeading, showing: Showing): string {
  if (heading.kind === 'property') return propertyIn(heading, showing);
  if (heading.kind === 'manager') return managersIn(heading.names, showing);
  const { digest } = showing.words;
  return heading.kind === 'gone' ? digest.goneSection : digest.sections[heading.kind];
}

function propertyIn(
  { title, reference }: Extract<DigestHeading, { kind: 'property' }>,
  { words }: Showing,
): string {
  const shown = oneLine(title ?? '', HEADING_LENGTH_MAX) || words.file.noProperty;
  const quoted = oneLine(reference ?? '', HEADING_LENGTH_MAX);
  return quoted === '' ? shown : `${shown} · ${quoted}`;
}

/** Managers go by their addresses, which are nobody’s business here. */
function managersIn(managers: readonly string[], { privacy, words }: Showing): string {
  const names = managers
    .map((name) => oneLine(name.split('@')[0] ?? '', HEADING_LENGTH_MAX))
    .map((name) => shownName(name, privacy) ?? '')
    .filter((name) => name !== '');
  const hidden = names.length - MANAGERS_MAX;
  return (
    [...names.slice(0, MANAGERS_MAX), ...(hidden > 0 ? [words.digest.more(hidden)] : [])].join(
      ', ',
    ) || words.digest.noManager
  );
}

/** As Slack counts it. */
function lengthOf(elements: readonly RichTextElement[]): number {
  const texts = elements.map((element) => ('text' in element ? (element.text ?? '') : ''));
  return escaped(texts.join('')).length;
}
