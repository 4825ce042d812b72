import { bold, buttons, context, header, paragraph, plain, richText } from './blocks.ts';
import { propertyText, type Showing } from './file-line.ts';
import { freshness } from './freshness.ts';
import type { Block, Button, Message, Press } from './message.ts';
import { escaped, oneLine } from './service-text.ts';
import { type Counted, funnelOf, weeksOf } from './stats-figures.ts';
import type { Words } from './words/words.ts';

/** Figures about the files that a query finds, from one reading. */
export interface StatsPage extends Counted {
  readonly total: number;
  /** What was asked for, in words; `null` for everything. */
  readonly asked: string | null;
  readonly medianWorkingDays: number | null;
  readonly awaiting: number;
  /** Of those that await a decision; text as the service sent it. */
  readonly oldest: {
    readonly title: string | null;
    readonly reference: string | null;
    readonly workingDays: number | null;
  } | null;
  /** When the reading ended, epoch milliseconds. */
  readonly readAt: number;
  readonly skipped: number;
  readonly notices: readonly string[];
  readonly waits: Press;
  readonly share: Press | null;
  readonly refresh: Press;
}

const ASKED_LENGTH_MAX = 300;
const TITLE_LENGTH_MAX = 80;
const REFERENCE_LENGTH_MAX = 30;
const VALUE_LENGTH_MAX = 20;
const OTHERS_TOLD_MAX = 5;

/** What waits and how long it takes, then two charts; where charts are refused, the same in bars of text. */
export function statsView(page: StatsPage, showing: Showing): Message {
  const { words } = showing;
  const { stats } = words;
  const title = stats.title(page.total);
  const asked = oneLine(page.asked ?? '', ASKED_LENGTH_MAX);
  const facts = freshness(page, showing);
  const isEmpty = page.total === 0;
  const figures = isEmpty ? [] : [funnelOf(page, words), ...weeksOf(page, words)];
  const told = isEmpty ? [emptiness(page, words)] : toldOf(page, words);
  const othersAre = othersOf(page, words);
  const print = isEmpty ? [] : [...othersAre, stats.smallPrint];
  const around = (middle: readonly Block[]): Block[] => [
    header(title),
    ...(asked === '' ? [] : [richText([plain(asked)])]),
    ...page.notices.map((notice) => paragraph(notice)),
    context(...facts),
    richText([plain(told.join('\n'))]),
    ...middle,
    ...print.map((line) => context(line)),
    buttons(...waysOn(page, words)),
  ];
  const drawn = figures.map(({ chart, drawn: lines }) =>
    richText([bold(chart.title), plain(`\n${lines.join('\n')}`)]),
  );
  return {
    kind: 'message',
    title: words.home.stats,
    isPassing: false,
    text: escaped(
      [
        [title, ...(asked === '' ? [] : [asked]), ...facts].join(' · '),
        ...page.notices,
        ...told,
        ...figures.map((figure) => figure.told),
        ...print,
      ].join('\n'),
    ),
    blocks: around(figures.map(({ chart }) => chart)),
    plainBlocks: around(drawn),
  };
}

function emptiness({ asked, skipped }: StatsPage, { list }: Words): string {
  return asked === null && skipped === 0 ? list.empty : list.noneFound;
}

/** What the charts do not say. */
function toldOf(page: StatsPage, words: Words): string[] {
  const { stats, file } = words;
  const { weeks, medianWorkingDays: median, oldest } = page;
  const isDecided = weeks.some(({ accepted, rejected }) => accepted + rejected > 0);
  const title = oneLine(oldest?.title ?? '', TITLE_LENGTH_MAX) || file.noProperty;
  const reference = oneLine(oldest?.reference ?? '', REFERENCE_LENGTH_MAX);
  const property = propertyText(title, reference);
  return [
    [
      stats.awaiting(page.awaiting),
      ...(oldest === null ? [] : [stats.oldest(property, oldest.workingDays)]),
    ].join(' '),
    ...(isDecided
      ? [median === null ? stats.noMedian : stats.median(median)]
      : [stats.noDecisions]),
  ];
}

/** The values of the service that are new to us. */
function othersOf({ funnel }: StatsPage, { stats, file, ...words }: Words): string[] {
  const others = funnel.filter(({ value }) => !Object.hasOwn(file.status, value));
  const told = others
    .slice(0, OTHERS_TOLD_MAX)
    .map(({ value, count }) => `${oneLine(value, VALUE_LENGTH_MAX) || '?'} ${words.number(count)}`);
  const rest = others.length > OTHERS_TOLD_MAX ? ['…'] : [];
  return told.length === 0 ? [] : [stats.othersAre([...told, ...rest].join(', '))];
}

function waysOn({ waits, share, refresh }: StatsPage, { stats, list }: Words): Button[] {
  return [
    { label: stats.waits, spoken: stats.waitsSpoken, press: waits },
    { label: list.refresh, spoken: list.refreshSpoken, press: refresh },
    ...(share ? [{ label: stats.share, spoken: stats.shareSpoken, press: share }] : []),
  ];
}
