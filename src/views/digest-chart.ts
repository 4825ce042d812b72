import type { BacklogPoint, DigestPage } from './digest-page.ts';
import type { ChartBlock } from './message.ts';
import type { Words } from './words/words.ts';

/** What a chart draws, and what is said where none can be drawn. */
interface BacklogFigure {
  readonly chart: ChartBlock;
  /** One line each: a bar, and what it stands for. */
  readonly drawn: readonly string[];
  readonly told: string;
}

/** One point is no chart. */
const POINTS_LEAST = 2;
const BAR_CELLS = 6;
const LABEL_LENGTH_MAX = 20;

/** How many files have waited, post by post; nothing while there is too little to compare. */
export function backlogOf(
  { backlog: all, zone }: Pick<DigestPage, 'backlog' | 'zone'>,
  words: Words,
): BacklogFigure[] {
  const { digest } = words;
  const dayOf = ({ at }: BacklogPoint) => digest.day(at, zone).slice(0, LABEL_LENGTH_MAX);
  // A chart has one point for each of its labels: the last of a day.
  const backlog = [...new Map(all.map((point) => [dayOf(point), point])).values()];
  if (backlog.length < POINTS_LEAST) return [];
  const days = backlog.map(dayOf);
  const series = (name: string, read: (point: BacklogPoint) => number) => ({
    name,
    data: backlog.map((point, index) => ({ label: days[index] ?? '', value: read(point) })),
  });
  const most = Math.max(...backlog.map(({ ready, waiting }) => ready + waiting));
  const told = backlog.map(({ ready, waiting }, index) =>
    digest.backlogPoint(days[index] ?? '', words.number(ready), words.number(waiting)),
  );
  return [
    {
      chart: {
        type: 'data_visualization',
        title: digest.backlog,
        chart: {
          type: 'bar',
          series: [
            series(digest.readySeries, ({ ready }) => ready),
            series(digest.waitingSeries, ({ waiting }) => waiting),
          ],
          axis_config: { categories: days },
        },
      },
      drawn: backlog.map(
        ({ ready, waiting }, index) => `${bar(ready + waiting, most)}  ${told[index]}`,
      ),
      told: digest.backlogTold(told.join('; ')),
    },
  ];
}

/** Whatever is not nothing has a cell at least. */
function bar(count: number, most: number): string {
  const filled = most === 0 ? 0 : Math.ceil((count / most) * BAR_CELLS);
  return `${'▰'.repeat(filled)}${'▱'.repeat(BAR_CELLS - filled)}`;
}
