import { z } from 'zod';

import { named } from './classic.ts';

const PARTS_MAX = 12;
const POINTS_MAX = 20;

const label = z.string().min(1).max(20);
const axisLabel = z.string().min(1).max(50).optional();

const pie = z.strictObject({
  type: z.literal('pie'),
  segments: z
    .array(z.strictObject({ label, value: z.number().positive() }))
    .min(1)
    .max(PARTS_MAX),
});

const axes = {
  series: z
    .array(
      z.strictObject({
        name: label,
        data: z
          .array(z.strictObject({ label, value: z.number() }))
          .min(1)
          .max(POINTS_MAX),
      }),
    )
    .min(1)
    .max(PARTS_MAX),
  axis_config: z.strictObject({
    categories: z.array(label).min(1).max(POINTS_MAX),
    x_label: axisLabel,
    y_label: axisLabel,
  }),
};

/**
 * A chart: a pie, or series over the same categories, one point for each.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
 */
export const dataVisualization = z
  .strictObject({
    ...named,
    type: z.literal('data_visualization'),
    title: z.string().min(1).max(50),
    chart: z.discriminatedUnion('type', [
      pie,
      z.strictObject({ type: z.literal('bar'), ...axes }),
      z.strictObject({ type: z.literal('line'), ...axes }),
      z.strictObject({ type: z.literal('area'), ...axes }),
    ]),
  })
  .superRefine(({ chart }, context) => {
    if (chart.type === 'pie') return;
    const names = chart.series.map(({ name }) => name);
    if (new Set(names).size < names.length) {
      const message = 'names must be unique';
      context.addIssue({ code: 'custom', message, path: ['chart', 'series'] });
    }
    const categories = new Set(chart.axis_config.categories);
    for (const [position, { data }] of chart.series.entries()) {
      const labels = new Set(data.map((point) => point.label));
      if (labels.size === data.length && labels.symmetricDifference(categories).size === 0)
        continue;
      const message = 'must have exactly one point for each category';
      context.addIssue({ code: 'custom', message, path: ['chart', 'series', position, 'data'] });
    }
  });
