import type { ChartBlock } from './message.ts';

/** What a chart draws, and what is said where none can be drawn. */
export interface Figure {
  readonly chart: ChartBlock;
  /** One line each: a bar, and what it stands for. */
  readonly drawn: readonly string[];
  readonly told: string;
}

/** Of a chart's label, in characters. */
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

/** A bar of so many cells, for where no chart can be drawn; whatever is not nothing has one at least. */
export function bar(count: number, most: number, cells: number): string {
  const filled = most === 0 ? 0 : Math.ceil((count / most) * cells);
  return `${'▰'.repeat(filled)}${'▱'.repeat(cells - filled)}`;
}
