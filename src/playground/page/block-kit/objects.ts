import { z } from 'zod';

/*
 * The parts of Block Kit that the page draws by itself. What an action must hand back as it came
 * is loose, so that nothing of it is lost on the way.
 *
 * See https://docs.slack.dev/reference/block-kit
 */

export const TextObject = z.looseObject({
  type: z.enum(['plain_text', 'mrkdwn']),
  text: z.string(),
  emoji: z.boolean().optional(),
  verbatim: z.boolean().optional(),
});
export type TextObject = z.output<typeof TextObject>;

export const Option = z.looseObject({
  text: TextObject,
  value: z.string().optional(),
  description: TextObject.optional(),
  url: z.string().optional(),
});
export type Option = z.output<typeof Option>;

export const OptionGroup = z.object({ label: TextObject, options: z.array(Option) });
export type OptionGroup = z.output<typeof OptionGroup>;

export const Confirmation = z.object({
  title: TextObject,
  text: TextObject,
  confirm: TextObject,
  deny: TextObject,
  style: z.enum(['primary', 'danger']).optional(),
});
export type Confirmation = z.output<typeof Confirmation>;
