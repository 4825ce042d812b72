import type { BacklogPoint, DigestPage } from './digest-page.ts';
import { bar, chartOf, type Figure, LABEL_LENGTH_MAX } from './figure.ts';
import type { Words } from './words/words.ts';

/** One point is no chart. */
const POINTS_LEAST = 2;
const BAR_CELLS = 6;

/** How many files have waited, post by post; nothing while there is too little to compare. */
export function backlogOf(
  { backlog: all, zone }: Pick<DigestPage, 'backlog' | 'zone'>,
  words: Words,
): Figure[] {
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
      chart: chartOf(
        digest.backlog,
        [
          series(digest.readySeries, ({ ready }) => ready),
          series(digest.waitingSeries, ({ waiting }) => waiting),
        ],
        null,
      ),
      drawn: backlog.map(
        ({ ready, waiting }, index) => `${bar(ready + waiting, most, BAR_CELLS)}  ${told[index]}`,
      ),
      told: digest.backlogTold(told.join('; ')),
    },
  ];
}
