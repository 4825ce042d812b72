import type { RichTextElement } from '@slack/types';
import { formatDistanceStrict } from 'date-fns';

import { bold, code, plain } from './blocks.ts';
import { escaped, oneLine } from './service-text.ts';
import type { Words } from './words/words.ts';

/** What a list tells of one rental file. Text is as the service sent it. */
export interface FileLine {
  /** `null` when the file has no property. */
  readonly property: { readonly title: string | null; readonly reference: string | null } | null;
  readonly applicants: readonly { readonly name: string | null; readonly isGuarantor: boolean }[];
  readonly status: string;
  readonly decision: string;
  readonly score: number | null;
  /** 0 to 100. */
  readonly completionPercent: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly isArchived: boolean;
  /** Where the file opens for people. */
  readonly link: string | null;
}

/** A mark beside the words of a decision, never instead of them. */
const DECISION_MARKS: ReadonlyMap<string, string> = new Map([
  ['READY', 'large_green_circle'],
  ['PENDING', 'hourglass_flowing_sand'],
  ['ACCEPTED', 'white_check_mark'],
  ['REJECTED', 'no_entry'],
]);
const UNKNOWN_MARK = 'grey_question';

const APPLICANTS_SHOWN_MAX = 4;
const BAR_CELLS = 5;
const TITLE_LENGTH_MAX = 80;
const NAME_LENGTH_MAX = 40;
const WORD_LENGTH_MAX = 30;
const DAY_MS = 86_400_000;
/** Up to here days tell more than months. */
const DAYS_MAX = 60;

/** One file as Slack draws it: property, then people and since when, then where it stands. */
export function fileElements(file: FileLine, now: number, words: Words): RichTextElement[] {
  const title = titleOf(file, words, TITLE_LENGTH_MAX);
  const reference = referenceOf(file, WORD_LENGTH_MAX);
  return [
    file.link === null
      ? bold(title)
      : { type: 'link', url: file.link, text: title, style: { bold: true } },
    ...(reference === null ? [] : [plain('  '), code(reference)]),
    plain(
      `\n${[peopleOf(file, words, NAME_LENGTH_MAX), ...drawnAge(file, now, words)].join(' · ')}\n`,
    ),
    { type: 'emoji', name: DECISION_MARKS.get(file.decision) ?? UNKNOWN_MARK },
    plain(` ${[...standing(file, words), ...drawnFigures(file, words)].join(' · ')}`),
  ];
}

/** The same file as one line of plain text, its names at most `nameLengthMax` characters each. */
export function fileText(file: FileLine, now: number, words: Words, nameLengthMax: number): string {
  const reference = referenceOf(file, nameLengthMax);
  const title = titleOf(file, words, nameLengthMax * 2);
  const property = reference === null ? title : `${title} (${reference})`;
  return escaped(
    [
      property,
      peopleOf(file, words, nameLengthMax),
      ...standing(file, words),
      ...spokenFigures(file, words),
      ...spokenAge(file, now, words),
    ].join(', '),
  );
}

function titleOf({ property }: FileLine, words: Words, lengthMax: number): string {
  return oneLine(property?.title ?? '', lengthMax) || words.file.noProperty;
}

function referenceOf({ property }: FileLine, lengthMax: number): string | null {
  return oneLine(property?.reference ?? '', lengthMax) || null;
}

function peopleOf({ applicants }: FileLine, words: Words, lengthMax: number): string {
  if (applicants.length === 0) return words.file.noApplicants;
  const shown = applicants.slice(0, APPLICANTS_SHOWN_MAX).map(({ name, isGuarantor }) => {
    const line = oneLine(name ?? '', lengthMax) || words.file.unnamed;
    return isGuarantor ? words.file.guarantor(line) : line;
  });
  const hidden = applicants.length - shown.length;
  return [...shown, ...(hidden > 0 ? [words.file.more(hidden)] : [])].join(', ');
}

function standing({ decision, status, isArchived }: FileLine, { file }: Words): string[] {
  return [
    known(file.decision, decision),
    known(file.status, status),
    ...(isArchived ? [file.archived] : []),
  ];
}

/** A value of the service in people's words, or as it came when there are none for it. */
function known(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value)
    ? (words[value] ?? value)
    : oneLine(value, WORD_LENGTH_MAX) || '?';
}

/** For the eye: the bar says what the percentage is of. */
function drawnFigures({ score, completionPercent }: FileLine, { file, ...words }: Words): string[] {
  return [
    ...(score === null ? [] : [file.score(words.number(score))]),
    ...(completionPercent === null
      ? []
      : [`${bar(completionPercent)} ${words.percent(completionPercent)}`]),
  ];
}

/** For the ear: every figure with its name. */
function spokenFigures(
  { score, completionPercent }: FileLine,
  { file, ...words }: Words,
): string[] {
  return [
    ...(score === null ? [] : [file.score(words.number(score))]),
    ...(completionPercent === null ? [] : [file.complete(words.percent(completionPercent))]),
  ];
}

function bar(percent: number): string {
  const filled = Math.min(BAR_CELLS, Math.max(0, Math.floor((percent / 100) * BAR_CELLS)));
  return `${'▰'.repeat(filled)}${'▱'.repeat(BAR_CELLS - filled)}`;
}

/** Never torn in two where a line ends. */
function drawnAge(line: FileLine, now: number, words: Words): string[] {
  const age = ageOf(line, now, words);
  if (age === null) return [];
  return [age === 0 ? words.file.todayShort : age.replaceAll(' ', '\u00a0')];
}

function spokenAge(line: FileLine, now: number, words: Words): string[] {
  const age = ageOf(line, now, words);
  if (age === null) return [];
  return [age === 0 ? words.file.today : words.file.age(age)];
}

/** In words; 0 within the first day, `null` when it is not known. */
function ageOf({ createdAt }: FileLine, now: number, { locale }: Words): string | 0 | null {
  if (createdAt === null) return null;
  if (now - createdAt < DAY_MS) return 0;
  const unit = now - createdAt < DAYS_MAX * DAY_MS ? ({ unit: 'day' } as const) : {};
  return formatDistanceStrict(createdAt, now, { locale, roundingMethod: 'floor', ...unit });
}
