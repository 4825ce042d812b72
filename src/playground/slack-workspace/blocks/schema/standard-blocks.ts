import { z } from 'zod';

import { actionable, confirmable, labelled } from './element-parts.ts';
import { accessory } from './elements.ts';
import { actionElement, inputElement } from './inputs.ts';
import {
  anyText,
  hasOneSource,
  imageElement,
  imageFields,
  mrkdwn,
  ONE_SOURCE,
  plainText,
} from './text.ts';

/** Every block may be named; Slack names those that are not. */
export const named = { block_id: z.string().max(255).optional() };

export const section = z
  .strictObject({
    ...named,
    type: z.literal('section'),
    text: anyText().optional(),
    fields: z.array(anyText(2_000)).min(1).max(10).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine(({ text, fields }) => text !== undefined || fields !== undefined, {
    error: 'missing required field: text or fields',
  });

export const header = z.strictObject({
  ...named,
  type: z.literal('header'),
  text: plainText(150),
  level: z.int().min(1).max(4).optional(),
});

export const divider = z.strictObject({ ...named, type: z.literal('divider') });

export const context = z.strictObject({
  ...named,
  type: z.literal('context'),
  elements: z
    .array(z.discriminatedUnion('type', [plainText(), mrkdwn(), imageElement]))
    .min(1)
    .max(10),
});

export const actions = z.strictObject({
  ...named,
  type: z.literal('actions'),
  elements: z.array(actionElement).min(1).max(25),
});

export const image = z
  .strictObject({ ...named, ...imageFields, title: plainText(2_000).optional() })
  .refine(hasOneSource, ONE_SOURCE);

export const input = z.strictObject({
  ...named,
  type: z.literal('input'),
  label: plainText(2_000),
  hint: plainText(2_000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: inputElement,
});

export const file = z.strictObject({
  ...named,
  type: z.literal('file'),
  source: z.literal('remote'),
  external_id: z.string().min(1),
});

const link = z.string().regex(/^https:\/\//, 'must be an https URL');

export const video = z.strictObject({
  ...named,
  type: z.literal('video'),
  alt_text: z.string().min(1),
  title: plainText(199),
  title_url: link.optional(),
  description: plainText(200).optional(),
  thumbnail_url: z.string().min(1),
  video_url: link,
  author_name: z.string().max(49).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: z.string().optional(),
});

const feedback = z.strictObject({
  ...labelled,
  text: plainText(75),
  value: z.string().max(2_000),
});

export const contextActions = z.strictObject({
  ...named,
  type: z.literal('context_actions'),
  elements: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          ...actionable,
          type: z.literal('feedback_buttons'),
          positive_button: feedback,
          negative_button: feedback,
        }),
        z.strictObject({
          ...actionable,
          ...confirmable,
          ...labelled,
          type: z.literal('icon_button'),
          icon: z.string().min(1),
          text: plainText(75),
          value: z.string().max(2_000).optional(),
          visible_to_user_ids: z.array(z.string()).optional(),
        }),
      ]),
    )
    .min(1)
    .max(5),
});
