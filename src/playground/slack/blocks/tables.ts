import { z } from 'zod';

import { named } from './classic.ts';
import { richText } from './rich-text.ts';

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
