import { z } from 'zod';

import { actionable, dispatchable, focusable, placeholdable } from './element-parts.ts';
import { button, choices, overflow, workflowButton } from './elements.ts';
import { richText } from './rich-text.ts';

const typed = { ...actionable, ...dispatchable, ...focusable, ...placeholdable };
const LINES_MAX = 3_000;

const richTextInput = z.strictObject({
  ...typed,
  type: z.literal('rich_text_input'),
  initial_value: richText.optional(),
  min_lines: z.int().min(1).optional(),
  max_lines: z.int().min(1).optional(),
});

const plainTextInput = z
  .strictObject({
    ...typed,
    type: z.literal('plain_text_input'),
    initial_value: z.string().max(LINES_MAX).optional(),
    multiline: z.boolean().optional(),
    min_length: z.int().min(0).max(LINES_MAX).optional(),
    max_length: z.int().min(1).max(LINES_MAX).optional(),
  })
  .refine(({ min_length: min = 0, max_length: max = LINES_MAX }) => min <= max, {
    error: 'must not be more than max_length',
    path: ['min_length'],
  });

/**
 * Elements of an input block.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks/input-block
 */
export const inputElement = z.discriminatedUnion('type', [
  plainTextInput,
  richTextInput,
  z.strictObject({
    ...typed,
    type: z.literal('email_text_input'),
    initial_value: z.string().optional(),
  }),
  z.strictObject({
    ...typed,
    type: z.literal('url_text_input'),
    initial_value: z.string().optional(),
  }),
  z.strictObject({
    ...typed,
    type: z.literal('number_input'),
    is_decimal_allowed: z.boolean(),
    initial_value: z.string().optional(),
    min_value: z.string().optional(),
    max_value: z.string().optional(),
  }),
  z.strictObject({
    ...actionable,
    type: z.literal('file_input'),
    filetypes: z.array(z.string()).optional(),
    max_files: z.int().min(1).max(10).optional(),
  }),
  ...choices,
]);

/** Elements of an actions block. */
export const actionElement = z.discriminatedUnion('type', [
  button,
  workflowButton,
  overflow,
  richTextInput,
  ...choices,
]);
