import type { Messages } from '../i18n/messages.ts';
import { bold, buttons, context, fitted, header, paragraph, plain, richText } from './block-kit.ts';
import type { FileLine, Showing } from './files/line.ts';
import { linesOf, linesText, unknownAmong } from './files/lines.ts';
import type { Action, Block, Button, Message } from './message.ts';
import { freshness, type Read } from './notices.ts';

/** Number of files with a value, in the service's spelling. */
export interface Counted {
  readonly value: string;
  readonly count: number;
}

/** Counts over all rental files, from one snapshot. */
export interface Overview extends Read {
  /** Files that await a decision, and those of them that are ready for one. */
  readonly awaiting: number;
  readonly ready: number;
  readonly decisions: readonly Counted[];
  readonly statuses: readonly Counted[];
  /** Files that are counted nowhere here. */
  readonly archived: number;
  /** In the last 24 hours. */
  readonly arrived: number;
  /** Awaiting files without a recent change. */
  readonly stale: number;
  /** Those that wait longest, the oldest first. */
  readonly longest: readonly FileLine[];
  /** Notices above. */
  readonly notices: readonly string[];
  readonly refresh: Action;
  readonly share: Action | null;
}

interface CountLine {
  readonly count: string;
  readonly what: string;
}

interface Counts {
  readonly title: string;
  readonly lines: readonly CountLine[];
}

const NO_BREAK = '\u00a0';
const GAP = '\u2003';

/** Awaiting files, the counts, those that wait longest, and the main actions. */
export function overviewView(overview: Overview, showing: Showing): Message {
  const { words } = showing;
  const { awaiting, ready, longest, notices } = overview;
  const title = words.list.awaiting(awaiting);
  const parts = awaiting > 0 ? [words.list.awaitingParts(ready, awaiting - ready)] : [];
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
  const facts = [...freshness(overview, showing), ...unknownAmong(longest, words)];
  return {
    kind: 'message',
    title: words.overview.heading,
    isPassing: false,
    text: fitted((nameLengthMax) =>
      [
        [title, ...parts, ...facts].join(' · '),
        ...notices,
        ...counts.map(({ title: of, lines }) =>
          words.overview.spoken(
            of,
            lines.map(({ count, what }) => `${count} ${what}`),
          ),
        ),
        ...news,
        ...(longest.length === 0 ? [] : [words.overview.longest]),
        ...linesText(longest, showing, nameLengthMax),
        words.overview.moreHelp,
      ].join('\n'),
    ),
    blocks: [
      header(title),
      ...parts.map((part) => richText([plain(part)])),
      ...notices.map((notice) => paragraph(notice)),
      context(...facts),
      ...counts.map(countsOf),
      ...(news.length === 0 ? [] : [context(...news)]),
      ...(longest.length === 0 ? [] : [richText([bold(words.overview.longest)])]),
      ...linesOf(longest, showing),
      buttons(...actions(overview, words)),
      context(words.overview.moreHelp),
    ],
  };
}

/** All counts of one kind, side by side; a line that is broken ends with a word. */
function countsOf({ title, lines }: Counts): Block {
  return richText([
    bold(title),
    plain('\n'),
    ...lines.flatMap(({ count, what }, index) => [
      ...(index === 0 ? [] : [plain(GAP)]),
      bold(count),
      plain(`${NO_BREAK}${what.replaceAll(' ', NO_BREAK)}`),
    ]),
  ]);
}

/** A line for each value that we have words for, and one for all others together. */
function linesFor(
  counts: readonly Counted[],
  known: Readonly<Record<string, string>>,
  words: Messages,
): CountLine[] {
  const isKnown = ({ value }: Counted) => Object.hasOwn(known, value);
  const others = counts.filter((one) => !isKnown(one)).reduce((sum, { count }) => sum + count, 0);
  return [
    ...counts
      .filter(isKnown)
      .map(({ value, count }) => ({ count: words.number(count), what: known[value] ?? value })),
    ...(others > 0 ? [{ count: words.number(others), what: words.overview.other }] : []),
  ];
}

function newsIn({ arrived, stale, archived }: Overview, { overview }: Messages): string[] {
  return [
    ...(arrived > 0 ? [overview.arrived(arrived)] : []),
    ...(stale > 0 ? [overview.stale(stale)] : []),
    ...(archived > 0 ? [overview.archived(archived)] : []),
  ];
}

function actions({ refresh, share }: Overview, words: Messages): Button[] {
  const { list } = words;
  return [
    ...mainActions(words).filter(({ action }) => action.command !== 'help'),
    { label: list.refresh, spoken: list.refreshSpoken, action: refresh },
    ...(share ? [{ label: list.share, spoken: list.shareSpoken, action: share }] : []),
  ];
}

/** The most used actions. */
export function mainActions({ overview }: Messages): Button[] {
  return [
    {
      label: overview.waits,
      spoken: overview.waitsSpoken,
      action: { command: 'pending', args: { page: 1 } },
      style: 'primary',
    },
    {
      label: overview.all,
      spoken: overview.allSpoken,
      action: { command: 'list', args: { page: 1 } },
    },
    {
      label: overview.find,
      spoken: overview.findSpoken,
      action: { command: 'show', args: { find: 1 }, opens: 'modal' },
    },
    { label: overview.help, spoken: overview.helpSpoken, action: { command: 'help', args: {} } },
  ];
}
