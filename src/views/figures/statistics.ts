import { isKnownValue } from '../../i18n/format.ts';
import type { Messages } from '../../i18n/types.ts';
import type { Stats } from '../../portfolio/statistics.ts';
import {
  askedLine,
  bold,
  buttonFor,
  buttons,
  escaped,
  header,
  paragraph,
  plain,
  richText,
} from '../block-kit.ts';
import { type PropertyName, propertyIn, type Showing } from '../files/line.ts';
import { unknownSentences } from '../files/lines.ts';
import type { Action, Block, Button, ChartBlock, Message } from '../message.ts';
import { freshness, freshnessLine, gapsText, noteOf, type Read } from '../notices.ts';

/** Statistics of the files that a query finds, from one snapshot. */
export interface StatsPage extends Omit<Stats, 'oldestAwaiting'>, Read {
  /** The query in words; `null` for all files. */
  readonly asked: string | null;
  /** The oldest awaiting file; text as the service sent it. `null` where no age is known. */
  readonly oldest: {
    readonly property: PropertyName | null;
    readonly workingDays: number;
  } | null;
  readonly notices: readonly string[];
  readonly waits: Action;
  /** Lists all files, where the query finds none of them; else `null`. */
  readonly all: Action | null;
  readonly share: Action | null;
  readonly refresh: Action;
}

const ASKED_LENGTH_MAX = 300;
const TITLE_LENGTH_MAX = 80;
const REFERENCE_LENGTH_MAX = 30;

/** Backlog and durations, then two charts; bars of text where charts are refused. */
export function statsView(page: StatsPage, showing: Showing): Message {
  const { words } = showing;
  const { stats } = words;
  const title = stats.title(page.total);
  const asked = askedLine(
    page.asked && words.list.agreeing(page.asked, page.total),
    ASKED_LENGTH_MAX,
  );
  const facts = freshness(page, showing);
  const isEmpty = page.total === 0;
  const figures = isEmpty ? [] : [funnelOf(page, words), ...weeksOf(page, words)];
  const sentences = isEmpty ? [emptiness(page, words)] : sentencesOf(page, words);
  const print = isEmpty
    ? []
    : [
        ...(page.undatedDecisions > 0 ? [stats.undatedDecisions(page.undatedDecisions)] : []),
        ...archivedIn(page, words),
        ...unknownIn(page, words),
        ...(figures.length > 1 ? [stats.unfinished] : []),
        smallPrintOf(page, words),
        ...(page.gaps.length === 0
          ? []
          : [words.list.datedLater(gapsText(page.gaps, { words, zone: showing.zone ?? 'UTC' }))]),
      ];
  const around = (middle: readonly Block[]): Block[] => [
    header(title),
    ...asked.map((line) => richText([plain(line)])),
    ...page.notices.map((notice) => paragraph(notice)),
    richText([plain(sentences.join('\n'))]),
    ...middle,
    buttons(...actionsOf(page, words)),
    freshnessLine(page, showing, ...noteOf(print)),
  ];
  return {
    kind: 'message',
    title: words.home.stats,
    text: escaped(
      [
        [title, ...asked, ...facts].join(' · '),
        ...page.notices,
        ...sentences,
        ...figures.map((figure) => figure.text),
        ...print,
      ].join('\n'),
    ),
    blocks: around(figures.map(({ chart }) => chart)),
    plainBlocks: around(figures.map(drawnFigure)),
  };
}

/** How decisions are dated. */
function smallPrintOf({ standIns }: StatsPage, { stats }: Messages): string {
  if (standIns === 'all') return stats.smallPrint;
  return standIns === 0 ? stats.seen : stats.partlySeen(standIns);
}

function emptiness({ asked, skipped }: StatsPage, { list }: Messages): string {
  return asked === null && skipped === 0 ? list.empty : list.noneFound;
}

function sentencesOf(page: StatsPage, words: Messages): string[] {
  const { stats } = words;
  const { weeks, medianWorkingDays: median, oldest } = page;
  const approved = weeks.reduce((all, { accepted }) => all + accepted, 0);
  const decided = weeks.reduce((all, { accepted, rejected }) => all + accepted + rejected, 0);
  const percent = rateOf(approved, decided);
  return [
    [
      stats.awaiting(page.awaiting),
      ...(oldest === null
        ? []
        : [
            stats.oldest(
              propertyIn(oldest, words, TITLE_LENGTH_MAX, REFERENCE_LENGTH_MAX),
              oldest.workingDays,
            ),
          ]),
    ].join(' '),
    ...(decided > 0
      ? [
          stats.rate(
            approved,
            decided,
            approved > 0 && percent === 0 ? null : words.percent(percent),
          ),
          median === null ? stats.noMedian : stats.median(median),
        ]
      : page.undatedDecisions > 0 || page.gaps.length > 0
        ? []
        : [stats.noDecisions]),
  ];
}

/** In whole percent; 100 only where all are approvals. */
function rateOf(approved: number, decided: number): number {
  const percent = Math.round((approved / decided) * 100);
  return approved < decided ? Math.min(99, percent) : percent;
}

/** That archived files are among those counted: the overview leaves them out. */
function archivedIn({ archived, total }: StatsPage, { stats }: Messages): string[] {
  return archived === 0 || archived === total ? [] : [stats.archived(archived)];
}

/** The values of the service that are new to us. */
function unknownIn({ funnel, unknownDecisions }: StatsPage, words: Messages): string[] {
  const statuses = funnel.filter(({ value }) => !isKnownValue(words.file.status, value));
  return unknownSentences({ decisions: unknownDecisions, statuses }, words);
}

function actionsOf(
  { waits, all, share, refresh }: StatsPage,
  { overview, stats, list, help }: Messages,
): Button[] {
  return [
    all === null ? buttonFor(overview, 'waits', waits) : buttonFor(help, 'tryList', all),
    buttonFor(list, 'refresh', refresh),
    ...(share ? [buttonFor(stats, 'share', share)] : []),
  ];
}

const FILES_CELLS = 10;
/** Fewer: what stands beside them is longer, and a telephone is narrow. */
const WEEK_CELLS = 5;

/** The files by status; all values that are new to us together. */
function funnelOf({ funnel }: StatsPage, words: Messages): Figure {
  const { stats, file } = words;
  const known = funnel.filter(({ value }) => isKnownValue(file.status, value));
  const others = sum(funnel) - sum(known);
  const points = [
    ...known.map(({ value, count }) => ({ label: file.status[value] ?? value, value: count })),
    ...(others === 0 ? [] : [{ label: stats.unknown, value: others }]),
  ];
  const counted = points.map(({ label, value }) => `${label} ${words.number(value)}`);
  return filesFigure(stats.funnel, points, counted, words);
}

/** The decisions of each week; nothing when there are none. */
function weeksOf({ weeks }: StatsPage, words: Messages): Figure[] {
  const { stats } = words;
  const decided = weeks.map(({ accepted, rejected }) => accepted + rejected);
  if (decided.every((count) => count === 0)) return [];
  const seriesOf = (name: string, read: (week: (typeof weeks)[number]) => number) => ({
    name,
    data: weeks.map((week) => ({ label: nameOf(week), value: read(week) })),
  });
  const nameOf = ({ monday, seen }: (typeof weeks)[number]) => {
    const name = stats.week(monday);
    return seen === 'all' ? name : `${name} (${stats.seenOfWeek[seen]})`;
  };
  const say = (sentence: typeof stats.weekInWords) =>
    weeks.map((week) =>
      week.seen === 'nothing'
        ? nameOf(week)
        : sentence(nameOf(week), words.number(week.accepted), words.number(week.rejected)),
    );
  return [
    {
      chart: chartOf(
        stats.weekly,
        [
          seriesOf(stats.accepted, ({ accepted }) => accepted),
          seriesOf(stats.rejected, ({ rejected }) => rejected),
        ],
        stats.weekAxis,
      ),
      drawn: barsOf(decided, say(stats.weekDrawn), WEEK_CELLS),
      text: words.card.fact(stats.weekly, words.card.joined(say(stats.weekInWords))),
    },
  ];
}

function sum(counts: Stats['funnel']): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

/** A chart, and its text for where none can be drawn. */
export interface Figure {
  readonly chart: ChartBlock;
  /** One line each: a bar, and what it stands for. */
  readonly drawn: readonly string[];
  readonly text: string;
}

/**
 * Numbers of files, one for each label.
 *
 * @param counted each label and number as one text
 */
export function filesFigure(
  title: string,
  points: Series[number]['data'],
  counted: readonly string[],
  { stats, card }: Messages,
): Figure {
  const counts = points.map(({ value }) => value);
  return {
    chart: chartOf(title, [{ name: stats.files, data: points }], null),
    drawn: barsOf(counts, counted, FILES_CELLS),
    text: card.fact(title, counted.join(', ')),
  };
}

/** A figure where no chart can be drawn. */
export function drawnFigure({ chart, drawn }: Figure): Block {
  return richText([bold(chart.title), plain(`\n${drawn.join('\n')}`)]);
}

/** Max length of a chart's label, in characters. */
export const LABEL_LENGTH_MAX = 20;

type Series = ChartBlock['chart']['series'];

/** A chart of series with one point each for the same labels, as Slack demands it. */
export function chartOf(title: string, series: Series, axis: string | null): ChartBlock {
  const cut = series.map(({ name, data }) => ({
    name,
    data: data.map((point) => ({ ...point, label: point.label.slice(0, LABEL_LENGTH_MAX) })),
  }));
  return {
    type: 'data_visualization',
    title,
    chart: {
      type: 'bar',
      series: cut,
      axis_config: {
        categories: cut[0]?.data.map(({ label }) => label) ?? [],
        ...(axis === null ? {} : { x_label: axis }),
      },
    },
  };
}

/**
 * A bar of `cells` cells for each count, with its text, for where no chart can be drawn; a count above
 * 0 fills at least one cell.
 */
export function barsOf(
  counts: readonly number[],
  texts: readonly string[],
  cells: number,
): readonly string[] {
  const most = Math.max(...counts);
  return counts.map((count, at) => {
    const filled = most === 0 ? 0 : Math.ceil((count / most) * cells);
    return `${'▰'.repeat(filled)}${'▱'.repeat(cells - filled)}  ${texts[at]}`;
  });
}
