import type { RichTextElement } from '@slack/types';

import type { DigestPart, Messages } from '../../i18n/types.ts';
import type { Entry } from '../../portfolio/entry.ts';
import type { Unseen } from '../../portfolio/search/results.ts';
import type { Inconsistency } from '../../portfolio/snapshot.ts';
import { bold, plain, escaped, lineWithEnd, oneLine } from '../block-kit.ts';
import { barsOf, chartOf, type Figure, LABEL_LENGTH_MAX } from '../figures/statistics.ts';
import {
  type FileLine,
  type PropertyName,
  inWords,
  listedWithMore,
  peopleOf,
  referenceOf,
  type Showing,
  shownManager,
  titleOf,
} from '../files/line.ts';
import { type Counted, type Outcome, linesOf, type RowLine, rowsText } from '../files/lines.ts';
import type { Action, Block } from '../message.ts';

/** Heading of a section of files. Text is as the service sent it. */
export type DigestHeading =
  | { readonly kind: DigestPart | 'gone' }
  | { readonly kind: 'property'; readonly property: PropertyName | null }
  | {
      readonly kind: 'manager';
      readonly names: readonly string[];
      /** Whether the service sent managers that cannot be read. */
      readonly isUnreadable: boolean;
    };

/**
 * The heading of a group of files, by one of them.
 *
 * @param nameOf what a property is called among the others; `null` for what is none
 */
export function headingOf(
  kind: 'property' | 'manager',
  { property, managers: { names }, facts }: Entry,
  nameOf: (property: Entry['property']) => PropertyName | null,
): DigestHeading {
  return kind === 'property'
    ? { kind, property: nameOf(property) }
    : { kind, names, isUnreadable: facts.unreadable.names.includes('managers') };
}

/** A file of a digest; one that was done with after the digest was posted says so. */
export interface DigestLine extends FileLine {
  readonly outcome?: Outcome | null;
  /** What is new about it. */
  readonly note?: string | null;
}

/** Files of a digest under one heading. */
export interface DigestSection {
  readonly heading: DigestHeading;
  /** Files that belong under it, shown or not; in an updated post, when it was posted. */
  readonly count: number;
  /** Whether overdue files have a section of their own. */
  readonly isBesideOverdue: boolean;
  readonly isUpdated: boolean;
  /** Whether the line above it says what its heading would. */
  readonly isNamedAbove?: boolean;
  readonly lines: readonly DigestLine[];
}

/** Progress of a digest since it was posted. */
interface DigestProgress {
  readonly accepted: number;
  readonly rejected: number;
  /** Closed without a decision. */
  readonly dropped: number;
  /** Files that came later, and are not in it. */
  readonly added: number;
}

/** Changes since the previous post, with a few example lines each. */
export interface DigestChanges {
  readonly added: Changed;
  readonly becameReady: Changed;
  readonly decided: Changed;
  readonly dropped: Changed;
}

/** Files to which the same has happened. */
export interface Changed {
  readonly count: number;
  readonly lines: readonly FileLine[];
}

/** Number of files overdue within a range of working days. */
export interface Bucket {
  readonly from: number;
  /** `null` is and more. */
  readonly to: number | null;
  readonly count: number;
}

/** Counts of one post. */
export interface BacklogPoint {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly ready: number;
  readonly waiting: number;
}

/** What has happened to the files of an alert. */
interface AlertHeading {
  readonly on: 'enters' | 'leaves' | 'changes';
  /** Files among them that the service no longer lists. */
  readonly gone: number;
  /** Files that are in no list, as they may not have been read. */
  readonly unread: number;
}

/** A digest as its channel sees it. */
export interface DigestPage {
  /** As it was typed. */
  readonly name: string;
  /** Epoch milliseconds, like every instant here. */
  readonly dueAt: number;
  readonly zone: string;
  readonly readAt: number;
  /** Files in all. */
  readonly total: number;
  /** Files that its query finds now: of a post that is kept up to date, others than `total`. */
  readonly matching: number;
  /** `null` for one that is as it was posted; else `parts` and `buckets` count what still waits. */
  readonly progress: DigestProgress | null;
  /** Whether it is of files that await a decision. */
  readonly isOnAwaiting: boolean;
  /** Whether its query leaves out some of those: that it finds none says nothing of the others. */
  readonly isFiltered: boolean;
  readonly parts: Readonly<Record<DigestPart, number>>;
  /** Decisions that the specification does not name, of files that the digest may lack. */
  readonly unknown: readonly Counted[];
  /** Files of which it cannot be read whether they are archived. */
  readonly unreadableArchives: number;
  /** Since when changes were seen, where the query asks for times of which some were not. */
  readonly unseen: Unseen | null;
  readonly targetDays: number | null;
  readonly buckets: readonly Bucket[];
  readonly sections: readonly DigestSection[];
  /** Files that no section shows. */
  readonly hidden: number;
  readonly hasThread: boolean;
  /** `null` when unknown. */
  readonly changes: DigestChanges | null;
  /** The oldest first; a chart takes two. */
  readonly backlog: readonly BacklogPoint[];
  readonly timing: 'on time' | 'late' | 'catch-up';
  /** Why files may be missing; `null` when none should be. */
  readonly inconsistency: Inconsistency | null;
  /** Files that could not be read. */
  readonly skipped: number;
  /** Whether an empty one says why it speaks up. */
  readonly isHeartbeat: boolean;
  /** Whether one person alone sees it. */
  readonly isPreview: boolean;
  /** Whether it would not be posted, as it has found nothing. */
  readonly isSilent: boolean;
  /** `null` for a digest. */
  readonly alert: AlertHeading | null;
  /** Files that rest, and so are in none of its numbers. */
  readonly snoozed: number;
  /** Files that are free since the last post, as their takers have left. */
  readonly freed: number;
  /** Overdue files that are not escalated because they are taken. */
  readonly notEscalated: number;
  /** Ids of people and user groups. */
  readonly mentions: readonly string[];
  /** The query in words. */
  readonly asked: string;
  /** The command for the same list; `null` where it may not be shown. */
  readonly again: string | null;
  readonly all: Action;
  /** Snoozes a digest, pauses an alert. */
  readonly stop: Action;
  readonly settings: Action;
}

const HEADING_LENGTH_MAX = 60;
const MANAGERS_MAX = 2;

/** Sections of files as rows, each with the button that opens it; a heading stands in the first. */
export function sectionBlocks(sections: readonly DigestSection[], showing: Showing): Block[] {
  return linesOf(rowsOf(sections, showing, HEADING_LENGTH_MAX), showing);
}

/** The same as plain text, a line each; only the first `linesMax` files. */
export function sectionTexts(
  sections: readonly DigestSection[],
  first: number,
  showing: Showing,
  nameLengthMax: number,
  linesMax: number,
): string[] {
  const rows = rowsOf(sections, showing, nameLengthMax);
  const texts = rowsText(rows, showing, nameLengthMax);
  return rows
    .slice(0, linesMax)
    .flatMap(({ section = null }, index) => [
      ...(section === null ? [] : [escaped(section)]),
      `${first + index}. ${texts[index]}`,
    ]);
}

/** The rows of all sections; the first of each has its heading. */
function rowsOf(
  sections: readonly DigestSection[],
  showing: Showing,
  headingLengthMax: number,
): RowLine[] {
  return sections.flatMap((section) =>
    section.lines.map((line, index) => ({
      ...line,
      // The heading says it: below it, rows say the stage.
      readiness: section.heading.kind === line.readiness ? null : line.readiness,
      section:
        index === 0 && section.isNamedAbove !== true
          ? headingText(section, showing, headingLengthMax)
          : null,
      isUnderProperty: section.heading.kind === 'property',
    })),
  );
}

function headingText(section: DigestSection, showing: Showing, lengthMax: number): string {
  const { digest } = showing.words;
  const { heading, count, isUpdated, isBesideOverdue } = section;
  if (heading.kind === 'gone') return digest.goneSection;
  const bound = Math.min(HEADING_LENGTH_MAX, lengthMax * 2);
  const title = titleOfSection(heading, showing, bound);
  const isOther = isBesideOverdue && heading.kind !== 'overdue';
  const whole = isOther ? digest.notOverdue(title) : title;
  return isUpdated ? digest.sectionThen(whole) : digest.section(whole, count);
}

function titleOfSection(heading: DigestHeading, showing: Showing, lengthMax: number): string {
  if (heading.kind === 'property') return propertyIn(heading, showing, lengthMax);
  if (heading.kind === 'manager') return oneLine(managersIn(heading, showing), lengthMax);
  const { digest } = showing.words;
  const words = heading.kind === 'gone' ? digest.goneSection : digest.sections[heading.kind];
  return oneLine(words, lengthMax);
}

function propertyIn(
  heading: Extract<DigestHeading, { kind: 'property' }>,
  { words }: Showing,
  lengthMax: number,
): string {
  const { property } = heading;
  const name = property && { title: property.title, reference: property.reference };
  const reference = referenceOf({ property: name }, HEADING_LENGTH_MAX);
  const title = titleOf({ property: name }, words, HEADING_LENGTH_MAX);
  const whole = reference === null ? title : `${title} · ${reference}`;
  return lineWithEnd(whole, property?.idEnd, lengthMax);
}

function managersIn(
  { names: managers, isUnreadable }: Extract<DigestHeading, { kind: 'manager' }>,
  { privacy, words }: Showing,
): string {
  const { digest } = words;
  const names = managers
    .map((manager) => oneLine(shownManager(manager, privacy) ?? '', HEADING_LENGTH_MAX))
    .filter((name) => name !== '');
  if (names.length === 0) {
    if (managers.length > 0) return digest.managerNotShown;
    return isUnreadable ? digest.managersUnreadable : digest.noManager;
  }
  return listedWithMore(names.slice(0, MANAGERS_MAX), names.length, words);
}

const KINDS = ['added', 'becameReady', 'decided', 'dropped'] as const;
const NAME_LENGTH_MAX = 24;
/** Enough to know a file again. */
const PEOPLE_MAX = 2;

/** Changes since the previous post in words, with a few files each; empty when unknown. */
export function changesElements(
  changes: DigestChanges | null,
  showing: Showing,
): RichTextElement[][] {
  if (changes === null) return [];
  const { digest } = showing.words;
  const rows = changeRows(changes, showing, NAME_LENGTH_MAX);
  if (rows.length === 0) return [[plain(`${digest.changes} ${digest.noChanges}`)]];
  return [
    [
      bold(digest.changes),
      ...rows.flatMap(({ count, files }): RichTextElement[] => [
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
  const { digest, card } = showing.words;
  const rows = changeRows(changes, showing, Math.min(NAME_LENGTH_MAX, nameLengthMax));
  const parts = rows.map(({ count, files }) => (files === '' ? count : `${count} (${files})`));
  return [escaped(`${digest.changes} ${card.joined(parts) || digest.noChanges}`)];
}

function changeRows(changes: DigestChanges, showing: Showing, lengthMax: number) {
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
  const { digest, card } = showing.words;
  const hidden = count - lines.length;
  const shown = lines.map((line) => fileOf(line, isDecided, showing, lengthMax));
  const more = hidden > 0 && lines.length > 0 ? [digest.more(hidden)] : [];
  return card.joined([...shown, ...more]);
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

/** One point is no chart. */
const POINTS_LEAST = 2;
const BAR_CELLS = 6;

/** Backlog by post; nothing with fewer than two points. */
export function backlogOf(
  { backlog: all, zone }: Pick<DigestPage, 'backlog' | 'zone'>,
  words: Messages,
): Figure[] {
  const { digest, card } = words;
  const dayOf = ({ at }: BacklogPoint) => digest.day(at, zone).slice(0, LABEL_LENGTH_MAX);
  // A chart has one point for each of its labels: the last of a day.
  const backlog = [...new Map(all.map((point) => [dayOf(point), point])).values()];
  if (backlog.length < POINTS_LEAST) return [];
  const days = backlog.map(dayOf);
  const series = (name: string, read: (point: BacklogPoint) => number) => ({
    name,
    data: backlog.map((point, index) => ({ label: days[index] ?? '', value: read(point) })),
  });
  const counts = backlog.map(({ ready, waiting }) => ready + waiting);
  const rows = backlog.map(({ ready, waiting }, index) =>
    digest.backlogPoint(days[index] ?? '', ready, waiting),
  );
  return [
    {
      chart: chartOf(
        digest.backlog,
        [
          series(digest.readySeries, ({ ready }) => ready),
          series(digest.waitingSeries, ({ waiting }) => waiting),
        ],
        null,
      ),
      drawn: barsOf(counts, rows, BAR_CELLS),
      text: digest.backlogInWords(card.joined(rows)),
    },
  ];
}

/** Screen readers and notifications are given so much of it, in bytes. */
const TEXT_BYTES_MAX = 4_000;
const TEXT_NAME_LENGTHS = [40, 20, 10, 5] as const;

/**
 * Lines that are shortened together until they fit; when even that is too much, the last files are
 * left out of the text, which says so.
 *
 * @param files that there are
 * @param written the lines, with names of so many characters at most and so many files
 */
export function fittedLines(
  files: number,
  { digest }: Messages,
  written: (nameLengthMax: number, linesMax: number) => readonly string[],
): string {
  const attempt = (nameLengthMax: number, linesMax: number) =>
    [
      ...written(nameLengthMax, linesMax),
      ...(linesMax < files ? [digest.cut(files - linesMax)] : []),
    ].join('\n');
  const least = TEXT_NAME_LENGTHS.at(-1) ?? 1;
  const length = TEXT_NAME_LENGTHS.find((each) => fits(attempt(each, files)));
  if (length !== undefined) return attempt(length, files);
  let linesMax = files - 1;
  while (linesMax > 0 && !fits(attempt(least, linesMax))) linesMax -= 1;
  return attempt(least, Math.max(0, linesMax));
}

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= TEXT_BYTES_MAX;
}
