import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/messages.ts';
import type { Privacy } from '../../i18n/privacy.ts';
import type { Entry } from '../../portfolio/entry.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import { bold, code, plain } from '../block-kit.ts';
import type { Action } from '../message.ts';
import { escaped, oneLine } from '../text.ts';
import { spokenAge, waitedAge } from './age.ts';
import { type LinePerson, peopleOf } from './people.ts';

/** One rental file in a list. Text is as the service sent it. */
export interface FileLine {
  readonly id: string;
  /** `null` when the file has no property. */
  readonly property: { readonly title: string | null; readonly reference: string | null } | null;
  readonly applicants: readonly LinePerson[];
  readonly status: string;
  readonly decision: string;
  readonly score: number | null;
  /** 0 to 100. */
  readonly completionPercent: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  /** Age in working days; `null` where only calendar days are shown. */
  readonly workingDays: number | null;
  readonly isArchived: boolean;
  /** URL of the file in the console. */
  readonly link: string | null;
  /** Opens the card. */
  readonly details: Action;
}

/** Options for rendering files. */
export interface Showing {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly privacy: Privacy;
  readonly words: Messages;
}

/** A mark beside the words of a decision, never instead of them. */
const DECISION_MARKS: ReadonlyMap<string, string> = new Map([
  ['READY', 'large_green_circle'],
  ['PENDING', 'hourglass_flowing_sand'],
  ['ACCEPTED', 'white_check_mark'],
  ['REJECTED', 'no_entry'],
]);
const UNKNOWN_MARK = 'grey_question';

const BAR_CELLS = 5;
const NO_BREAK = '\u00a0';
const SEPARATOR = ' · ';
/** Between groups: a line that is broken there ends and begins with a word. */
const GAP = '\u2003';
const WORD_LENGTH_MAX = 30;
const WORD_LENGTH_LEAST = 5;

/**
 * One file as Slack draws it: number and property, then people and since when, then its standing.
 * Names have at most `nameLengthMax` characters each.
 *
 * @param heading `people` where the property stands above it already
 */
export function fileElements(
  file: FileLine,
  number: number,
  showing: Showing,
  nameLengthMax: number,
  heading: 'property' | 'people' = 'property',
): RichTextElement[] {
  const { words } = showing;
  const wordLengthMax = wordLengthFor(nameLengthMax);
  const title = titleOf(file, words, nameLengthMax * 2);
  const reference = referenceOf(file, wordLengthMax);
  const people = peopleOf(file.applicants, showing, nameLengthMax);
  const age = waitedAge(file, showing);
  const opens = (text: string): RichTextElement =>
    file.link === null ? bold(text) : { type: 'link', url: file.link, text, style: { bold: true } };
  return [
    bold(`${number}. `),
    ...(heading === 'people'
      ? [opens(people), plain(`${['', ...age].join(GAP)}\n`)]
      : [
          opens(title),
          ...(reference === null ? [] : [plain('  '), code(reference)]),
          plain(`\n${[people, ...age].join(GAP)}\n`),
        ]),
    { type: 'emoji', name: decisionMark(file.decision) },
    plain(` ${standing(file, words, wordLengthMax).join(SEPARATOR)}${drawnFigures(file, words)}`),
  ];
}

/** The same file as one line of plain text, its names at most `nameLengthMax` characters each. */
export function fileText(
  file: FileLine,
  showing: Showing,
  nameLengthMax: number,
  heading: 'property' | 'people' = 'property',
): string {
  const { words } = showing;
  const reference = referenceOf(file, nameLengthMax);
  const title = titleOf(file, words, nameLengthMax * 2);
  return escaped(
    [
      ...(heading === 'people' ? [] : [propertyText(title, reference)]),
      peopleOf(file.applicants, showing, nameLengthMax),
      ...standing(file, words, wordLengthFor(nameLengthMax)),
      ...spokenFigures(file, words),
      ...spokenAge(file, showing),
    ].join(', '),
  );
}

/** A property in plain text: its title, and its reference where it has one. */
export function propertyText(title: string, reference: string | null): string {
  return reference ? `${title} (${reference})` : title;
}

/** The emoji beside the words of a decision. */
export function decisionMark(decision: string): string {
  return DECISION_MARKS.get(decision) ?? UNKNOWN_MARK;
}

function wordLengthFor(nameLengthMax: number): number {
  return Math.min(WORD_LENGTH_MAX, Math.max(WORD_LENGTH_LEAST, nameLengthMax));
}

/** Title of the property, or a text that there is none. */
export function titleOf({ property }: FileLine, words: Messages, lengthMax: number): string {
  return oneLine(property?.title ?? '', lengthMax) || words.file.noProperty;
}

/** The reference of its property as one line; `null` where there is none. */
export function referenceOf({ property }: FileLine, lengthMax: number): string | null {
  return oneLine(property?.reference ?? '', lengthMax) || null;
}

function standing(
  { decision, status, isArchived }: FileLine,
  { file }: Messages,
  lengthMax: number,
): string[] {
  return [
    inWords(file.decision, decision, lengthMax),
    inWords(file.status, status, lengthMax),
    ...(isArchived ? [file.archived] : []),
  ];
}

/** A value of the service in people's words, or as it came when there are none for it. */
export function inWords(
  words: Readonly<Record<string, string>>,
  value: string,
  lengthMax: number,
): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : oneLine(value, lengthMax) || '?';
}

/** For the eye, in one piece: the bar says what the percentage is of. */
function drawnFigures({ score, completionPercent }: FileLine, words: Messages): string {
  const figures = [
    ...(score === null ? [] : [words.file.score(words.number(score))]),
    ...(completionPercent === null
      ? []
      : [`${bar(completionPercent)} ${words.percent(completionPercent)}`]),
  ];
  return figures.length === 0 ? '' : GAP + figures.join(SEPARATOR).replaceAll(' ', NO_BREAK);
}

/** For the ear: every figure with its name. */
function spokenFigures({ score, completionPercent }: FileLine, words: Messages): string[] {
  return [
    ...(score === null ? [] : [words.file.score(words.number(score))]),
    ...(completionPercent === null ? [] : [words.file.complete(words.percent(completionPercent))]),
  ];
}

function bar(percent: number): string {
  const filled = Math.min(BAR_CELLS, Math.max(0, Math.floor((percent / 100) * BAR_CELLS)));
  return `${'▰'.repeat(filled)}${'▱'.repeat(BAR_CELLS - filled)}`;
}

/**
 * The list line of an entry.
 *
 * @param workingDays age in working days; `null` where they are not shown
 * @param linkTo URL of a file in the console; `null` without one
 */
export function entryLine(
  entry: Entry,
  { completionMax }: Pick<Snapshot, 'completionMax'>,
  workingDays: number | null,
  linkTo: (id: string) => string | null,
): FileLine {
  const { id, property, applicants, completion } = entry;
  return {
    id,
    property: { title: property.title, reference: property.reference },
    applicants: applicants.map(({ firstName, lastName, isGuarantor }) => ({
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      isGuarantor,
    })),
    status: entry.status,
    decision: entry.decision,
    score: entry.score,
    completionPercent: completion === null ? null : (completion / completionMax) * 100,
    createdAt: entry.createdMs,
    workingDays,
    isArchived: entry.archivedMs !== null,
    link: linkTo(id),
    details: { command: 'show', args: { id }, opens: 'modal' },
  };
}
