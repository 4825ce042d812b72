import { z } from 'zod';

import { table } from './data-blocks.ts';
import { button } from './elements.ts';
import { richText } from './rich-text.ts';
import {
  actions,
  context,
  divider,
  file,
  header,
  image,
  input,
  named,
  section,
  video,
} from './standard-blocks.ts';
import { anyText, imageElement, plainText } from './text.ts';

/** @see https://docs.slack.dev/reference/block-kit/blocks/card-block */
export const card = z
  .strictObject({
    ...named,
    type: z.literal('card'),
    hero_image: imageElement.optional(),
    icon: imageElement.optional(),
    slack_icon: z.strictObject({ type: z.literal('icon'), name: z.string().min(1) }).optional(),
    title: anyText(150).optional(),
    subtitle: anyText(150).optional(),
    body: anyText(200).optional(),
    subtext: anyText(200).optional(),
    actions: z.array(button).min(1).max(3).optional(),
  })
  .refine(
    (fields) =>
      [fields.hero_image, fields.title, fields.actions, fields.body].some(
        (field) => field !== undefined,
      ),
    'must have one of hero_image, title, actions and body',
  )
  .refine(
    ({ icon, slack_icon: slackIcon }) => icon === undefined || slackIcon === undefined,
    'must not have both icon and slack_icon',
  );

export const carousel = z.strictObject({
  ...named,
  type: z.literal('carousel'),
  elements: z.array(card).min(1).max(10),
});

/** @see https://docs.slack.dev/reference/block-kit/blocks/container-block */
export const container = z
  .strictObject({
    ...named,
    type: z.literal('container'),
    title: plainText(150).optional(),
    rich_text_title: richText.optional(),
    subtitle: anyText(150).optional(),
    icon: imageElement.optional(),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
    child_blocks: z
      .array(
        z.discriminatedUnion('type', [
          actions,
          context,
          divider,
          file,
          header,
          image,
          input,
          richText,
          section,
          table,
          video,
        ]),
      )
      .min(1)
      .max(10),
  })
  .refine(
    ({ title, rich_text_title: richTitle }) => title !== undefined || richTitle !== undefined,
    'missing required field: title',
  )
  .refine((fields) => fields.default_collapsed !== true || fields.is_collapsible === true, {
    error: 'requires is_collapsible',
    path: ['default_collapsed'],
  });

export const alert = z.strictObject({
  ...named,
  type: z.literal('alert'),
  text: anyText(200),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
});

export const markdown = z.strictObject({
  ...named,
  type: z.literal('markdown'),
  text: z.string().min(1).max(12_000),
});

const task = {
  ...named,
  type: z.literal('task_card'),
  task_id: z.string().min(1),
  title: z.string().min(1),
  details: richText.optional(),
  output: richText.optional(),
  sources: z
    .array(
      z.strictObject({ type: z.literal('url'), url: z.string().min(1), text: z.string().min(1) }),
    )
    .optional(),
};

/** A task that stands alone has begun: only a plan may hold one that is pending. */
export const taskCard = z.strictObject({
  ...task,
  status: z.enum(['in_progress', 'complete', 'error']),
});

export const plan = z.strictObject({
  ...named,
  type: z.literal('plan'),
  title: z.string().min(1),
  tasks: z
    .array(
      z.strictObject({
        ...task,
        status: z.enum(['pending', 'in_progress', 'complete', 'error']),
      }),
    )
    .optional(),
});
