import { z } from 'zod';

import {
  actionable,
  confirmable,
  focusable,
  labelled,
  placeholdable,
  styled,
} from './element-parts.ts';
import { INITIAL_IS_OFFERED, initialIsOffered, linkOption, richOption } from './options.ts';
import { selects } from './selects.ts';
import { imageElement, plainText } from './text.ts';

/** @see https://docs.slack.dev/reference/block-kit/block-elements/button-element */
export const button = z.strictObject({
  ...actionable,
  ...confirmable,
  ...styled,
  ...labelled,
  type: z.literal('button'),
  text: plainText(75),
  value: z.string().max(2_000).optional(),
  url: z.string().min(1).max(3_000).optional(),
});

export const workflowButton = z.strictObject({
  ...actionable,
  ...confirmable,
  ...styled,
  ...labelled,
  type: z.literal('workflow_button'),
  text: plainText(75),
  workflow: z.strictObject({
    trigger: z.strictObject({
      url: z.string().min(1),
      customizable_input_parameters: z
        .array(z.strictObject({ name: z.string(), value: z.string() }))
        .optional(),
    }),
  }),
});

export const overflow = z.strictObject({
  ...actionable,
  ...confirmable,
  type: z.literal('overflow'),
  options: z.array(linkOption).min(1).max(5),
});

/** Elements that hold a choice or a moment, wherever they stand. */
export const choices = [
  z
    .strictObject({
      ...actionable,
      ...confirmable,
      ...focusable,
      type: z.literal('checkboxes'),
      options: z.array(richOption).min(1).max(10),
      initial_options: z.array(richOption).min(1).max(10).optional(),
    })
    .refine(initialIsOffered, { error: INITIAL_IS_OFFERED, path: ['initial_options'] }),
  z
    .strictObject({
      ...actionable,
      ...confirmable,
      ...focusable,
      type: z.literal('radio_buttons'),
      options: z.array(richOption).min(1).max(10),
      initial_option: richOption.optional(),
    })
    .refine(initialIsOffered, { error: INITIAL_IS_OFFERED, path: ['initial_option'] }),
  z.strictObject({
    ...actionable,
    ...confirmable,
    ...focusable,
    ...placeholdable,
    type: z.literal('datepicker'),
    initial_date: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date, YYYY-MM-DD')
      .optional(),
  }),
  z.strictObject({
    ...actionable,
    ...confirmable,
    ...focusable,
    ...placeholdable,
    type: z.literal('timepicker'),
    initial_time: z
      .string()
      .regex(/^\d{2}:\d{2}$/, 'must be a time, HH:mm')
      .optional(),
    timezone: z.string().optional(),
  }),
  z.strictObject({
    ...actionable,
    ...confirmable,
    ...focusable,
    type: z.literal('datetimepicker'),
    initial_date_time: z.int().min(1_000_000_000).max(9_999_999_999).optional(),
  }),
  ...selects,
] as const;

/** @see https://docs.slack.dev/reference/block-kit/blocks/section-block */
export const accessory = z.discriminatedUnion('type', [
  button,
  workflowButton,
  overflow,
  imageElement,
  ...choices,
]);
