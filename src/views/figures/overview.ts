import { isKnownValue } from '../../i18n/format.ts';
import type { Messages } from '../../i18n/types.ts';
import type { Overview as Counts } from '../../portfolio/statistics.ts';
import {
  againButtons,
  bold,
  buttonFor,
  buttons,
  buttonsWithMenu,
  context,
  escaped,
  fitted,
  header,
  paragraph,
  plain,
  richText,
} from '../block-kit.ts';
import type { FileLine, Showing } from '../files/line.ts';
import {
  backlogText,
  type Counted,
  linesOf,
  linesText,
  unknownSentences,
  unknownValue,
} from '../files/lines.ts';
import type { Action, Block, Button, Message } from '../message.ts';
import { freshness, freshnessLine, type Read } from '../notices.ts';

/** Counts over all rental files, from one snapshot. */
export interface Overview extends Read, Omit<Counts, 'longest'> {
  /** Those that wait longest, the oldest first. */
  readonly longest: readonly FileLine[];
  /** Notices above. */
  readonly notices: readonly string[];
  /** Lists the files with a value that the specification does not name. */
  readonly listOf: (key: 'decision' | 'status', value: string) => Action;
  readonly refresh: Action;
  readonly share: Action | null;
}

interface CountLine {
  readonly count: string;
  readonly what: string;
}

interface CountedLines {
  readonly title: string;
  readonly lines: readonly CountLine[];
}

const NO_BREAK = '\u00a0';
const GAP = '\u2003';

/** How many files await a decision, the main actions, those that wait longest, and the counts. */
export function overviewView(overview: Overview, showing: Showing): Message {
  const { words } = showing;
  const { awaiting, backlog, longest } = overview;
  const title = words.list.awaiting(awaiting);
  const parts = backlogText(backlog, words);
  const counts = [
    {
      title: words.overview.byDecision,
      lines: linesFor(overview.decisions, words.file.decision, words),
    },
    {
      title: words.overview.byStatus,
      lines: linesFor(overview.statuses, words.file.status, words),
    },
  ];
  const news = newsIn(overview, words);
  const facts = freshness(overview, showing);
  const unknown = {
    decisions: unknownAmong(overview.decisions, words.file.decision),
    statuses: unknownAmong(overview.statuses, words.file.status),
  };
  const unknownTexts = unknownSentences(unknown, words);
  const unknownButtons = buttonsFor(unknown, overview, words);
  return {
    kind: 'message',
    title: words.overview.heading,
    text: fitted((nameLengthMax) =>
      [
        [title, ...parts, ...facts].join(' · '),
        ...overview.notices.map(escaped),
        ...(longest.length === 0 ? [] : [words.overview.longest]),
        ...linesText(longest, showing, nameLengthMax),
        ...counts.map(({ title: of, lines }) =>
          words.overview.spoken(
            of,
            lines.map(({ count, what }) => `${what} ${count}`),
          ),
        ),
        ...unknownTexts.map(escaped),
        ...news,
        words.overview.moreHelp,
      ].join('\n'),
    ),
    blocks: [
      header(title),
      ...parts.map((part) => richText([plain(part)])),
      ...overview.notices.map((notice) => paragraph(notice)),
      // On top, as a telephone shows what is below only to those who scroll.
      buttonsWithMenu(entryActions(words), againButtons(overview.refresh, overview.share, words)),
      ...(longest.length === 0 ? [] : [richText([bold(words.overview.longest)])]),
      ...linesOf(longest, showing),
      ...counts.map(countsOf),
      ...unknownTexts.map((text) => paragraph(text)),
      ...(unknownButtons.length === 0 ? [] : [buttons(...unknownButtons)]),
      ...(news.length === 0 ? [] : [context(...news)]),
      freshnessLine(overview, showing, words.overview.moreHelp),
    ],
  };
}

/** All counts of one kind, side by side, each after its label: no label has to agree with a number. */
function countsOf({ title, lines }: CountedLines): Block {
  return richText([
    bold(title),
    plain('\n'),
    ...lines.flatMap(({ count, what }, index) => [
      ...(index === 0 ? [] : [plain(GAP)]),
      plain(`${what.replaceAll(' ', NO_BREAK)}${NO_BREAK}`),
      bold(count),
    ]),
  ]);
}

/** A line for each value that we have words for, and one for all others together. */
function linesFor(
  counts: readonly Counted[],
  known: Readonly<Record<string, string>>,
  words: Messages,
): CountLine[] {
  const isKnown = ({ value }: Counted) => isKnownValue(known, value);
  const others = counts.filter((one) => !isKnown(one)).reduce((sum, { count }) => sum + count, 0);
  return [
    ...counts
      .filter(isKnown)
      .map(({ value, count }) => ({ count: words.number(count), what: known[value] ?? value })),
    ...(others > 0 ? [{ count: words.number(others), what: words.overview.other }] : []),
  ];
}

function unknownAmong(
  counts: readonly Counted[],
  known: Readonly<Record<string, string>>,
): readonly Counted[] {
  return counts.filter(({ value, count }) => count > 0 && !isKnownValue(known, value));
}

/** Of each kind. */
const UNKNOWN_BUTTONS_MAX = 3;

/** One button for each value without words, since no other list is of these files alone. */
function buttonsFor(
  unknown: Readonly<Record<'decisions' | 'statuses', readonly Counted[]>>,
  { listOf }: Overview,
  { overview, number }: Messages,
): Button[] {
  const buttonsOf = (key: 'decision' | 'status', counts: readonly Counted[]) =>
    counts.slice(0, UNKNOWN_BUTTONS_MAX).map(({ value, count }) => {
      const label = overview.count(unknownValue(value), number(count));
      return { label, spoken: overview.listSpoken(label), action: listOf(key, value) };
    });
  return [...buttonsOf('decision', unknown.decisions), ...buttonsOf('status', unknown.statuses)];
}

function newsIn({ arrived, stale, archived }: Overview, { overview }: Messages): string[] {
  return [
    ...(arrived > 0 ? [overview.arrived(arrived)] : []),
    ...(stale > 0 ? [overview.stale(stale)] : []),
    ...(archived > 0 ? [overview.archived(archived)] : []),
  ];
}

/** The main actions without help. */
export function entryActions(words: Messages): Button[] {
  return mainActions(words).filter(({ action }) => action.command !== 'help');
}

/** The most used actions. */
export function mainActions({ overview }: Messages): Button[] {
  return [
    {
      ...buttonFor(overview, 'waits', { command: 'pending', args: { typed: '' } }),
      style: 'primary',
    },
    buttonFor(overview, 'all', { command: 'list', args: { typed: '' } }),
    buttonFor(overview, 'find', { command: 'show', args: { find: 1 }, opens: 'modal' }),
    buttonFor(overview, 'help', { command: 'help', args: {} }),
  ];
}
