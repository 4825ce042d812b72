import { z } from 'zod';

import { richText } from './rich-text.ts';
import { named } from './standard-blocks.ts';

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

const COLUMNS_MAX = 20;

const words = z.string().min(1);
const plainCell = z.strictObject({ type: z.literal('raw_text'), text: words });
const numberCell = z.strictObject({
  type: z.literal('raw_number'),
  value: z.number(),
  text: words,
});
const cell = z.discriminatedUnion('type', [plainCell, numberCell, richText]);
const row = z.array(cell).min(1).max(COLUMNS_MAX);

/**
 * A table: at most 100 rows of 20 cells, the header among them.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks/table-block
 */
export const table = z.strictObject({
  ...named,
  type: z.literal('table'),
  rows: z.array(row).min(1).max(100),
  column_settings: z
    .array(
      z
        .strictObject({
          align: z.enum(['left', 'center', 'right']).optional(),
          is_wrapped: z.boolean().optional(),
        })
        .nullable(),
    )
    .max(COLUMNS_MAX)
    .optional(),
});

/**
 * A table that people sort and page in their client: a header and at most 200 rows.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks/data-table-block
 */
export const dataTable = z
  .strictObject({
    ...named,
    type: z.literal('data_table'),
    caption: words,
    rows: z.array(row).min(2).max(201),
    page_size: z.int().min(1).max(100).optional(),
    row_header_column_index: z.int().min(0).optional(),
  })
  .superRefine(({ rows, row_header_column_index: index = 0 }, context) => {
    const columns = rows[0]?.length ?? 0;
    for (const [position, cells] of rows.entries()) {
      if (cells.length === columns) continue;
      const message = `must have ${columns} cells like the first row`;
      context.addIssue({ code: 'custom', message, path: ['rows', position] });
    }
    for (const [position, { type }] of (rows[0] ?? []).entries()) {
      if (type !== 'rich_text') continue;
      const message = 'header cells must not be rich_text';
      context.addIssue({ code: 'custom', message, path: ['rows', 0, position] });
    }
    if (index < columns) return;
    const message = 'must be the index of a column';
    context.addIssue({ code: 'custom', message, path: ['row_header_column_index'] });
  });
