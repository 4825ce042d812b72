import { z } from 'zod';

import { Confirmation, Option, OptionGroup, TextObject } from './objects.ts';

export const Picture = z.object({
  image_url: z.string().optional(),
  alt_text: z.string().optional(),
});

const FeedbackButton = z.object({
  text: TextObject,
  value: z.string().optional(),
  accessibility_label: z.string().optional(),
});

/** Any interactive element, or an image beside a text. */
export const Element = z.looseObject({
  type: z.string(),
  action_id: z.string().optional(),
  text: TextObject.optional(),
  value: z.string().optional(),
  url: z.string().optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().optional(),
  confirm: Confirmation.optional(),
  placeholder: TextObject.optional(),
  options: z.array(Option).optional(),
  option_groups: z.array(OptionGroup).optional(),
  min_query_length: z.number().optional(),
  filter: z
    .object({
      include: z.array(z.string()).optional(),
      exclude_external_shared_channels: z.boolean().optional(),
    })
    .optional(),
  max_selected_items: z.number().optional(),
  multiline: z.boolean().optional(),
  max_length: z.number().optional(),
  focus_on_load: z.boolean().optional(),
  dispatch_action_config: z
    .object({ trigger_actions_on: z.array(z.string()).optional() })
    .optional(),
  positive_button: FeedbackButton.optional(),
  negative_button: FeedbackButton.optional(),
  ...Picture.shape,
});
export type Element = z.output<typeof Element>;
