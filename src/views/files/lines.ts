import { isKnownValue, NOT_GIVEN } from '../../i18n/format.ts';
import type { Messages } from '../../i18n/types.ts';
import type { Backlog } from '../../portfolio/lifecycle.ts';
import { escaped, oneLine } from '../block-kit.ts';
import type { Choice } from '../inputs.ts';
import type { Action, Block, Button, Row } from '../message.ts';
import {
  type FileLine,
  figureText,
  hasReference,
  idEndOf,
  inWords,
  peopleIn,
  propertyText,
  referenceOf,
  type Showing,
  statusText,
  titleOf,
  triageText,
  waitingText,
} from './line.ts';

const NAME_LENGTHS = [40, 20, 10] as const;
/** Share of Slack's limit for one message that is left for the lines. */
const LINES_LENGTH_MAX = 9_000;
/** One line on a telephone. */
const TITLE_LENGTH_MAX = 25;
const SPOKEN_TITLE_LENGTH_MAX = 40;
/** Of what a button opens: title and people. */
const SPOKEN_LENGTH_MAX = 65;
const WORD_LENGTH_MAX = 30;
/** Of rent and people, one line on a telephone. */
const WHO_LENGTH_MAX = 30;
const PEOPLE_MAX = 4;
const SEPARATOR = ' · ';

/** A file as a row of a list or of a digest. */
export interface RowLine extends FileLine {
  /** What became of it since the row was posted: it is struck through. */
  readonly outcome?: Outcome | null;
  /** What is new about it. */
  readonly note?: string | null;
  /** Heading of a section that begins with the row. */
  readonly section?: string | null;
  /** Whether the section names the property, so that the row begins with the people. */
  readonly isUnderProperty?: boolean;
}

/** Files one below the other, each with the button that opens it at its side. */
export function linesOf(files: readonly RowLine[], showing: Showing): Block[] {
  const lines = underOneProperty(files, showing);
  let rows: readonly Row[] = [];
  for (const length of NAME_LENGTHS) {
    const all = partsOf(lines, showing, length);
    rows = lines.flatMap((line, index) => {
      const parts = all[index];
      return parts === undefined ? [] : [rowOf(line, parts, showing)];
    });
    const drawn = rows.reduce((sum, { text }) => sum + escaped(text.text).length, 0);
    if (drawn <= LINES_LENGTH_MAX) break;
  }
  return [...rows];
}

const SECTION_LENGTH_MAX = 60;

/** Files of one property that have no sections: its name stands once above them, not in each. */
function underOneProperty(
  lines: readonly RowLine[],
  { privacy, words }: Showing,
): readonly RowLine[] {
  const [first] = lines;
  if (first === undefined || lines.length < 2) return lines;
  const nameOf = ({ property, town, outcome, section, isUnderProperty }: RowLine) =>
    JSON.stringify([property?.title, property?.reference, town, outcome, section, isUnderProperty]);
  // Two properties may have one title.
  const isNamed = Boolean(first.property?.reference);
  const isOnItsOwn = !first.outcome && !first.section && !first.isUnderProperty;
  const isOne = lines.every((line) => nameOf(line) === nameOf(first));
  if (!isNamed || !isOnItsOwn || !isOne) return lines;
  const title = titleOf(first, words, SECTION_LENGTH_MAX);
  const town = townBeside(title, first, privacy, SECTION_LENGTH_MAX);
  const heading = [title, ...referenceIn(first, SECTION_LENGTH_MAX), ...town].join(SEPARATOR);
  return lines.map((line, index) => ({
    ...line,
    isUnderProperty: true,
    section: index === 0 ? heading : null,
  }));
}

/** A town, unless the title beside it has it; where people are not named, an address may say too much. */
export function townBeside(
  title: string,
  { town: given }: Pick<FileLine, 'town'>,
  privacy: Showing['privacy'],
  lengthMax: number,
): string[] {
  const town = privacy === 'reference' ? '' : oneLine(given ?? '', lengthMax);
  return title.includes(town.replace(/^\d+ /, '')) ? [] : [town];
}

function referenceIn(file: FileLine, lengthMax: number): string[] {
  const reference = referenceOf(file, lengthMax);
  return reference === null ? [] : [reference];
}

/** A mark beside the words of a decision, never instead of them. */
const DECISION_MARKS: ReadonlyMap<string, string> = new Map([
  ['READY', 'large_green_circle'],
  ['PENDING', 'hourglass_flowing_sand'],
  ['ACCEPTED', 'white_check_mark'],
  ['REJECTED', 'no_entry'],
]);
const UNKNOWN_MARK = 'grey_question';

/** The emoji beside the words of a decision. */
function decisionMark(decision: string): string {
  return DECISION_MARKS.get(decision) ?? UNKNOWN_MARK;
}

/** What Slack might take for markup: where a text of the service has it, the row has none. */
const MARKUP = /[*_~\x60<>&|]|:[^\s:]+:/u;

/** A heading in bold and lines under it; where a text of the service might be markup, none is bold. */
export function headedText([heading = '', ...lines]: readonly string[]): Row['text'] {
  const text = [heading, ...lines].join('\n');
  return MARKUP.test(text)
    ? { type: 'plain_text', text, emoji: false }
    : { type: 'mrkdwn', text: [`*${heading}*`, ...lines].join('\n'), verbatim: true };
}

/** One file in three lines: title; reference, town, rent and people; status and waiting time. */
function rowOf(line: RowLine, parts: LineParts, showing: Showing): Row {
  const { words } = showing;
  const { file, title, people, idEnd } = parts;
  const { outcome = null, section = null } = line;
  const heading = line.isUnderProperty ? people : title;
  const [first = '', ...further] = rowTexts(line, parts, showing);
  const outcomeText = outcome === null ? [] : [outcomeIn(line, outcome, showing)];
  const plainText = [...(section === null ? [] : [section]), first, ...further, ...outcomeText];
  const isPlain = MARKUP.test(plainText.join('\n')) || /[<>|\s]/u.test(file.link ?? '');
  const opens = file.link === null ? `*${heading}*` : `*<${file.link}|${heading}>*`;
  // A mention of a person is our own markup.
  const [firstMarked = '', ...furtherMarked] = rowTexts(
    line,
    parts,
    showing,
    (userId) => `<@${userId}>`,
  );
  const struck = (text: string) => (outcome === null ? text : `~${text}~`);
  const mark = outcome === null || outcome === 'decided' ? `:${decisionMark(file.decision)}: ` : '';
  const marked = [
    ...(section === null ? [] : [`*${section}*`]),
    ...(outcome === 'gone'
      ? []
      : [
          (outcome === null ? mark : '') + struck(opens + firstMarked.slice(heading.length)),
          ...furtherMarked.map(struck),
        ]),
    ...outcomeText.map((text) => mark + text),
  ];
  const { view: label, viewSpoken } = words.list;
  const spokenTitle = titleOf(file, words, SPOKEN_TITLE_LENGTH_MAX);
  return {
    type: 'row',
    text: isPlain
      ? { type: 'plain_text', text: plainText.join('\n'), emoji: false }
      : { type: 'mrkdwn', text: marked.join('\n'), verbatim: true },
    button: {
      label,
      spoken: viewSpoken(oneLine([spokenTitle, ...idEnd, people].join(', '), SPOKEN_LENGTH_MAX)),
      action: file.details,
    },
  };
}

/** The lines of a row; of a file that is gone none. */
function rowTexts(
  { outcome, isUnderProperty, note }: RowLine,
  { title, reference, town, rent, who, people, standing, idEnd, file }: LineParts,
  { words }: Showing,
  nameOf?: (userId: string) => string,
): string[] {
  if (outcome === 'gone') return [];
  const state = [...standing, ...triageText(file, words, nameOf)];
  const isDone = outcome !== undefined && outcome !== null;
  return [
    ...(isUnderProperty
      ? [[people, ...rent, ...idEnd].join(SEPARATOR)]
      : [title, [...reference, ...town, ...idEnd, who].join(SEPARATOR)]),
    // Its outcome takes the place of where it stood.
    ...(isDone ? [] : [state.join(SEPARATOR)]),
    ...(note ? [note] : []),
  ];
}

/**
 * The parts of rows; those of files that would be drawn alike, or of which no reference is known, have
 * the ends of their ids.
 */
function partsOf(files: readonly RowLine[], showing: Showing, nameLengthMax: number): LineParts[] {
  const all = files.map((file) => {
    const parts = visibleParts(file, showing, nameLengthMax);
    const { title, reference, town, who, standing } = parts;
    return { file, parts, drawn: JSON.stringify([title, reference, town, who, standing]) };
  });
  const alike = Map.groupBy(all, ({ drawn }) => drawn);
  return all.map(({ file, parts, drawn }) => {
    const isIdentified = hasReference(file) && alike.get(drawn)?.length === 1;
    return { ...parts, file, idEnd: isIdentified ? [] : [idEndOf(file, showing.words)] };
  });
}

interface LineParts extends ReturnType<typeof visibleParts> {
  readonly file: RowLine;
  readonly idEnd: readonly string[];
}

/** Texts of the service are one line each. */
function visibleParts(file: FileLine, showing: Showing, nameLengthMax: number) {
  const { currency, privacy, words } = showing;
  const wordLengthMax = Math.min(WORD_LENGTH_MAX, nameLengthMax);
  const title = titleOf(file, words, Math.min(TITLE_LENGTH_MAX, nameLengthMax * 2));
  const isRent = file.rent !== null && currency !== undefined;
  const rent = isRent ? [words.card.money(file.rent ?? 0, currency ?? null)] : [];
  const sorted = file.sortedBy ? figureText(file, file.sortedBy, words) : [];
  return {
    title,
    reference: referenceIn(file, wordLengthMax),
    town: townBeside(title, file, privacy, wordLengthMax),
    rent,
    who: whoFitting(rent, file, showing, nameLengthMax),
    people: peopleIn(file, showing, nameLengthMax),
    standing: [statusText(file, showing, wordLengthMax), ...sorted, ...waitingText(file, showing)],
  };
}

/** As many people as a line has room for beside what stands before them; the first at least. */
function whoFitting(
  before: readonly string[],
  file: FileLine,
  showing: Showing,
  nameLengthMax: number,
): string {
  const drawn = (lengthMax: number, shown: number) =>
    [...before, peopleIn(file, showing, lengthMax, shown)].join(SEPARATOR);
  let who = '';
  for (let shown = PEOPLE_MAX; shown > 0; shown -= 1) {
    who = drawn(nameLengthMax, shown);
    if (who.length <= WHO_LENGTH_MAX) return who;
  }
  if (showing.privacy === 'reference') return oneLine(who, WHO_LENGTH_MAX);
  // The first name and surname stay whole, and so does the number of further people behind them.
  return drawn(Math.min(nameLengthMax, WHO_LENGTH_MAX), 1);
}

/** The same as plain text, a line each. */
export function linesText(
  lines: readonly RowLine[],
  showing: Showing,
  nameLengthMax: number,
): string[] {
  return rowsText(lines, showing, nameLengthMax).map((text, index) => `${index + 1}. ${text}`);
}

/** What each row shows, as one line of plain text without a number; what became of a file comes first. */
export function rowsText(
  lines: readonly RowLine[],
  showing: Showing,
  nameLengthMax: number,
): string[] {
  const { words, privacy, currency = null } = showing;
  const { card } = words;
  return partsOf(lines, showing, nameLengthMax).map((parts) => {
    const { reference, people, standing, idEnd, file } = parts;
    // What is read aloud or in a notification has room for more of a title than a row.
    const title = titleOf(file, words, nameLengthMax * 2);
    const town = townBeside(title, file, privacy, Math.min(WORD_LENGTH_MAX, nameLengthMax));
    const { outcome = null, isUnderProperty = false, note = null } = file;
    if (outcome === 'gone') return escaped(outcomeIn(file, outcome, showing));
    // Read aloud between a town and a name, an amount without a currency could be anything.
    const rent =
      currency === null
        ? parts.rent.map((amount) => card.fact(card.property.rent, amount))
        : parts.rent;
    const texts = [
      ...(outcome === null ? [] : [outcomeIn(file, outcome, showing)]),
      ...(isUnderProperty
        ? [people, ...rent, ...idEnd]
        : [propertyText(title, reference[0] ?? null), ...town, ...idEnd, ...rent, people]),
      ...(outcome === null ? [...standing, ...triageText(file, words)] : []),
      ...(note ? [note] : []),
    ];
    return escaped(texts.join(', '));
  });
}

/** Files to choose from: property and place; people, status and who has taken each. */
export function choicesOf(lines: readonly FileLine[], showing: Showing): Choice[] {
  return partsOf(lines, showing, NAME_LENGTHS[1]).map(
    ({ title, reference, town, people, standing, idEnd, file }) => {
      const state = [...standing, ...triageText(file, showing.words)];
      return {
        value: file.id,
        label: oneLine(
          [propertyText(title, reference[0] ?? null), ...town, ...idEnd].join(SEPARATOR),
          CHOICE_LENGTH_MAX,
        ),
        says: oneLine([people, ...state].join(SEPARATOR), CHOICE_LENGTH_MAX),
      };
    },
  );
}

/** Slack's limit for an option. */
const CHOICE_LENGTH_MAX = 75;

/** Number of files with a value, in the service's spelling. */
export interface Counted {
  readonly value: string;
  readonly count: number;
}

const VALUES_MAX = 2;
const VALUE_LENGTH_MAX = 20;
const VALUE_LENGTH_LEAST = 6;

/** A sentence on the decisions that the specification does not name, and one on the statuses. */
export function unknownSentences(
  { decisions = [], statuses = [] }: Partial<Record<'decisions' | 'statuses', readonly Counted[]>>,
  { list }: Messages,
): string[] {
  const say = (all: readonly Counted[], sentence: typeof list.unknownDecision) => {
    const counts = all.filter(({ value }) => value !== NOT_GIVEN);
    const count = counts.reduce((sum, each) => sum + each.count, 0);
    const values = counts.map(({ value }) => unknownValue(value)).slice(0, VALUES_MAX);
    const more = counts.length > VALUES_MAX ? ['…'] : [];
    return count === 0 ? [] : [sentence(count, [...values, ...more].join(', '))];
  };
  const sayNone = (all: readonly Counted[], sentence: typeof list.decisionNotGiven) => {
    const none = all.filter(({ value }) => value === NOT_GIVEN);
    return none.map(({ count }) => sentence(count));
  };
  return [
    ...say(decisions, list.unknownDecision),
    ...sayNone(decisions, list.decisionNotGiven),
    ...say(statuses, list.unknownStatus),
    ...sayNone(statuses, list.statusNotGiven),
  ];
}

/** A value that has no words, as it came; one that grows when it is escaped is shortened more. */
export function unknownValue(value: string): string {
  const line = oneLine(value, VALUE_LENGTH_MAX) || '?';
  const isLong = Buffer.byteLength(escaped(line)) > VALUE_LENGTH_MAX * 2;
  return isLong ? oneLine(value, VALUE_LENGTH_LEAST) : line;
}

/** The same sentences on the files of a page. */
export function unknownAmong(lines: readonly FileLine[], words: Messages): string[] {
  const { decision, status } = words.file;
  const decisions = lines.map((line) => line.decision);
  const statuses = lines.map((line) => line.status);
  return unknownSentences(
    { decisions: withoutWords(decisions, decision), statuses: withoutWords(statuses, status) },
    words,
  );
}

function withoutWords(
  values: readonly string[],
  known: Readonly<Record<string, string>>,
): readonly Counted[] {
  const unknown = values.filter((value) => !isKnownValue(known, value));
  const byValue = Map.groupBy(unknown, (value) => value);
  return Array.from(byValue, ([value, { length }]) => ({ value, count: length }));
}

const BACKLOG_PARTS = ['ready', 'review', 'waiting'] as const;

/** “48 ready to decide · 22 in review”; nothing without files. */
export function backlogText(backlog: Backlog, { digest }: Messages): string[] {
  const parts = BACKLOG_PARTS.filter((part) => backlog[part] > 0);
  const text = parts.map((part) => digest.parts[part](backlog[part])).join(' · ');
  return text === '' ? [] : [text];
}

/** Outcome of a file since its digest was posted; `closed` is a status of the service. */
export type Outcome = 'decided' | 'archived' | 'closed' | 'gone';

function outcomeIn({ decision }: FileLine, outcome: Outcome, { words }: Showing): string {
  const { outcome: outcomeText } = words.digest;
  return outcome === 'decided'
    ? outcomeText.decided(inWords(words.file.decision, decision, WORD_LENGTH_MAX))
    : outcomeText[outcome];
}

/** As many checkboxes as Slack allows. */
export const SEVERAL_MAX = 10;

/** Of the ids in an encrypted button. */
const IDS_BYTES_MAX = 1_000;

/**
 * The button of the form that takes, watches or snoozes several files of a message; none where all
 * of them are over.
 */
export function severalButton(
  lines: readonly (FileLine & { readonly outcome?: unknown })[],
  { triage: { several } }: Messages,
): Button[] {
  let ids = '';
  const open = lines.filter(({ isOver, outcome }) => isOver !== true && !outcome);
  for (const { id } of open.slice(0, SEVERAL_MAX)) {
    const more = ids === '' ? id : `${ids}\n${id}`;
    if (Buffer.byteLength(JSON.stringify(more)) > IDS_BYTES_MAX) continue;
    ids = more;
  }
  if (ids === '') return [];
  const action: Action = { command: 'triage', args: { ids }, opens: 'modal' };
  return [{ label: several.label, spoken: several.spoken, action }];
}
