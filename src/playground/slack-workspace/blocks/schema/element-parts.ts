import { z } from 'zod';

import { anyText, plainText } from './text.ts';

const style = z.enum(['primary', 'danger']);

/** Every interactive element may be named; Slack names those that are not. */
export const actionable = { action_id: z.string().min(1).max(255).optional() };

/** @see https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object */
export const confirmable = {
  confirm: z
    .strictObject({
      title: plainText(100).optional(),
      text: anyText(300),
      confirm: plainText(30).optional(),
      deny: plainText(30).optional(),
      style: style.optional(),
    })
    .optional(),
};

export const styled = { style: style.optional() };
export const labelled = { accessibility_label: z.string().max(75).optional() };
export const focusable = { focus_on_load: z.boolean().optional() };
export const placeholdable = { placeholder: plainText(150).optional() };

export const dispatchable = {
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z
        .array(z.enum(['on_enter_pressed', 'on_character_entered']))
        .min(1)
        .optional(),
    })
    .optional(),
};

/** Fields of every select menu. */
export const menu = { ...actionable, ...confirmable, ...focusable, ...placeholdable };

/** Fields of every multi-select menu. */
export const multiMenu = { ...menu, max_selected_items: z.int().min(1).optional() };
