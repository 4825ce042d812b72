import { bar, chartOf, type Figure } from './figure.ts';
import type { Words } from './words/words.ts';

/** What is counted of files and decisions. */
export interface Counted {
  /** By status, in the service's spelling: those the specification knows come first, in its order. */
  readonly funnel: readonly { readonly value: string; readonly count: number }[];
  /** The oldest first, each named by its Monday, `2026-11-16`. */
  readonly weeks: readonly {
    readonly monday: string;
    readonly accepted: number;
    readonly rejected: number;
  }[];
}

const FUNNEL_CELLS = 10;
/** Fewer: what stands beside them is longer, and a telephone is narrow. */
const WEEK_CELLS = 5;

/** The files by status; all values that are new to us together. */
export function funnelOf({ funnel }: Counted, words: Words): Figure {
  const { stats, file } = words;
  const known = funnel.filter(({ value }) => Object.hasOwn(file.status, value));
  const others = sum(funnel) - sum(known);
  const points = [
    ...known.map(({ value, count }) => ({ label: file.status[value] ?? value, value: count })),
    ...(others === 0 ? [] : [{ label: stats.others, value: others }]),
  ];
  const most = Math.max(...points.map(({ value }) => value));
  const counted = points.map(({ label, value }) => `${label} ${words.number(value)}`);
  return {
    chart: chartOf(stats.funnel, [{ name: stats.files, data: points }], null),
    drawn: points.map(({ value }, index) => `${bar(value, most, FUNNEL_CELLS)}  ${counted[index]}`),
    told: `${stats.funnel}: ${counted.join(', ')}`,
  };
}

/** The decisions of each week; nothing when there are none. */
export function weeksOf({ weeks }: Counted, words: Words): Figure[] {
  const { stats } = words;
  const most = Math.max(...weeks.map(({ accepted, rejected }) => accepted + rejected));
  if (weeks.length === 0 || most === 0) return [];
  const seriesOf = (name: string, read: (week: (typeof weeks)[number]) => number) => ({
    name,
    data: weeks.map((week) => ({ label: stats.week(week.monday), value: read(week) })),
  });
  const say = (sentence: typeof stats.weekTold) =>
    weeks.map(({ monday, accepted, rejected }) =>
      sentence(stats.week(monday), words.number(accepted), words.number(rejected)),
    );
  const short = say(stats.weekDrawn);
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
      drawn: weeks.map(
        ({ accepted, rejected }, index) =>
          `${bar(accepted + rejected, most, WEEK_CELLS)}  ${short[index]}`,
      ),
      told: `${stats.weekly}: ${say(stats.weekTold).join('; ')}`,
    },
  ];
}

function sum(counts: Counted['funnel']): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
