import type { Messages } from '../../i18n/messages.ts';
import type { Durations, PeriodFigures, Report } from '../../reports/report.ts';
import {
  bold,
  buttonsWithMenu,
  context,
  header,
  paragraph,
  plain,
  richText,
} from '../block-kit.ts';
import { propertyText, referenceOf, type Showing, shownManager, titleOf } from '../files/line.ts';
import type { Action, Block, Message } from '../message.ts';
import { freshness, freshnessLine, type Read } from '../notices.ts';
import { escaped, oneLine } from '../text.ts';
import { bar, chartOf, type Figure } from './statistics.ts';

/** A report on a week or a month. */
export interface ReportPage extends Report, Read {
  readonly kind: 'week' | 'month';
  readonly targetDays: number | null;
  /** The query in words; `null` for all files. */
  readonly asked: string | null;
  /** When recording began, in epoch milliseconds; `null` before that. */
  readonly sinceMs: number | null;
  readonly notices: readonly string[];
  readonly earlier: Action;
  /** `null` for the period under way. */
  readonly later: Action | null;
  readonly refresh: Action;
  readonly share: Action | null;
}

/** A label in bold and what is said of it. */
interface Line {
  readonly label: string;
  readonly value: string;
}

const ASKED_LENGTH_MAX = 300;
const NAME_LENGTH_MAX = 40;
/** Managers and properties shown. */
const SHARES_MAX = 5;
const AGE_CELLS = 10;

/** The figures of the period against the one before, ages of what waits, and who has how much. */
export function reportView(page: ReportPage, showing: Showing): Message {
  const { words } = showing;
  const { report, card, list } = words;
  const day = (date: string) => card.day(Date.parse(date), 'UTC');
  const title = report.title[page.kind](day(page.period.from), day(page.period.to));
  const asked = oneLine(page.asked ?? '', ASKED_LENGTH_MAX);
  const lines = linesIn(page, words);
  const notices = [...page.notices, ...unseenIn(page, showing)];
  const ages = agesOf(page, words);
  const groups = groupsIn(page, showing);
  const around = (middle: readonly Block[]): Block[] => [
    header(title),
    ...(asked === '' ? [] : [richText([plain(asked)])]),
    ...notices.map((notice) => paragraph(notice)),
    richText(
      lines.flatMap(({ label, value }, at) => [
        bold(`${at === 0 ? '' : '\n'}${label}`),
        plain(`  ${value}`),
      ]),
    ),
    ...middle,
    ...groups.map(({ heading, texts }) =>
      richText([bold(heading), plain(`\n${texts.join('\n')}`)]),
    ),
    buttonsWithMenu(
      [
        { label: report.earlier, spoken: report.earlierSpoken, action: page.earlier },
        ...(page.later === null
          ? []
          : [{ label: report.later, spoken: report.laterSpoken, action: page.later }]),
      ],
      [
        { label: list.refresh, spoken: list.refreshSpoken, action: page.refresh },
        ...(page.share === null
          ? []
          : [{ label: list.share, spoken: list.shareSpoken, action: page.share }]),
      ],
    ),
    context(report.print),
    freshnessLine(page, showing),
  ];
  return {
    kind: 'message',
    title: report.heading,
    isPassing: false,
    text: escaped(
      [
        [title, ...(asked === '' ? [] : [asked]), ...freshness(page, showing)].join(' · '),
        ...notices,
        ...lines.map(({ label, value }) => card.fact(label, value)),
        ages.text,
        ...groups.map(({ heading, texts }) => card.fact(heading, texts.join('; '))),
        report.print,
      ].join('\n'),
    ),
    blocks: around([ages.chart]),
    plainBlocks: around([richText([bold(ages.chart.title), plain(`\n${ages.drawn.join('\n')}`)])]),
  };
}

function linesIn(page: ReportPage, words: Messages): Line[] {
  const { period, before, kind, targetDays } = page;
  const { report, number } = words;
  const { against, notSeen } = report;
  const beside = (read: (figures: PeriodFigures) => number | null, said?: string) => {
    const [now, then] = [read(period), read(before)].map((count) =>
      count === null ? notSeen : number(count),
    );
    return [said ?? now, against[kind](then ?? notSeen)].join(' · ');
  };
  const { decided } = period;
  const decisions =
    decided === null
      ? undefined
      : report.decisions(
          number(decided.accepted + decided.rejected),
          number(decided.accepted),
          number(decided.rejected),
        );
  return [
    { label: report.arrived, value: beside(({ arrived }) => arrived) },
    { label: report.ready, value: beside(({ ready }) => ready) },
    {
      label: report.decided,
      value: beside(({ decided: of }) => of && of.accepted + of.rejected, decisions),
    },
    ...(decided === null
      ? []
      : [
          { label: report.toReady, value: durationsText(decided.toReady, words) },
          { label: report.toDecision, value: durationsText(decided.toDecision, words) },
        ]),
    ...(targetDays === null || decided === null || decided.toDecision === null
      ? []
      : [
          {
            label: report.within(targetDays),
            value: report.share(decided.withinTarget ?? 0, decided.toDecision.count),
          },
        ]),
    {
      label: report.awaiting,
      value: report.awaitingOf(number(page.awaiting), number(page.ready)),
    },
  ];
}

function durationsText(durations: Durations | null, { report }: Messages): string {
  if (durations === null) return report.noDurations;
  return report.durations(durations.median, durations.ninetieth, durations.count);
}

/** Since when changes were seen, where the figures of a period need more. */
function unseenIn({ sinceMs, period, before }: ReportPage, showing: Showing): string[] {
  const { report, card } = showing.words;
  if (period.decided !== null && before.decided !== null) return [];
  if (sinceMs === null) return [report.never];
  return [report.since(card.day(sinceMs, showing.zone ?? 'UTC'))];
}

function agesOf({ ages }: Report, words: Messages): Figure {
  const { report, stats, card } = words;
  const points = ages.map(({ from, count }, step) => {
    const next = ages[step + 1];
    return { label: report.age(from, next === undefined ? null : next.from - 1), value: count };
  });
  const most = Math.max(...points.map(({ value }) => value));
  const counted = points.map(({ label, value }) => card.fact(label, words.number(value)));
  return {
    chart: chartOf(report.ages, [{ name: stats.files, data: points }], null),
    drawn: points.map(({ value }, at) => `${bar(value, most, AGE_CELLS)}  ${counted[at]}`),
    text: card.fact(report.ages, counted.join(', ')),
  };
}

function groupsIn({ managers, properties }: Report, showing: Showing) {
  const { report, card, number } = showing.words;
  const { privacy, words } = showing;
  const rowsOf = (
    rows: readonly {
      name: string | null;
      of: Report['managers'][number] | Report['properties'][number];
    }[],
  ) => {
    const shown = rows.filter(({ name }) => name !== null);
    const hidden = shown.length - SHARES_MAX;
    return [
      ...shown
        .slice(0, SHARES_MAX)
        .map(({ name, of }) =>
          card.fact(
            name ?? '',
            report.shares(
              number(of.arrived),
              of.decided === null ? null : number(of.decided),
              number(of.awaiting),
            ),
          ),
        ),
      ...(hidden > 0 ? [report.more(hidden)] : []),
    ];
  };
  const groups = [
    {
      heading: report.managers,
      texts: rowsOf(
        managers.map((of) => {
          const shown = shownManager(of.manager, privacy);
          return { name: shown === null ? null : oneLine(shown, NAME_LENGTH_MAX), of };
        }),
      ),
    },
    {
      heading: report.properties,
      texts: rowsOf(
        properties.map((of) => {
          const { title, reference } = of.property;
          const named = { property: { title, reference } };
          const text = propertyText(
            titleOf(named, words, NAME_LENGTH_MAX),
            referenceOf(named, NAME_LENGTH_MAX),
          );
          return { name: text, of };
        }),
      ),
    },
  ];
  return groups.filter(({ texts }) => texts.length > 0);
}
