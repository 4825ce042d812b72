import { z } from 'zod';

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    code: z.boolean().optional(),
    underline: z.boolean().optional(),
    highlight: z.boolean().optional(),
    client_highlight: z.boolean().optional(),
    unlink: z.boolean().optional(),
  })
  .optional();

const words = z.string().min(1);
const text = z.strictObject({ type: z.literal('text'), text: words, style });
const link = z.strictObject({
  type: z.literal('link'),
  url: words,
  text: z.string().optional(),
  unsafe: z.boolean().optional(),
  style,
});

const inline = z.discriminatedUnion('type', [
  text,
  link,
  z.strictObject({
    type: z.literal('emoji'),
    name: words,
    unicode: z.string().optional(),
    skin_tone: z.int().min(1).max(6).optional(),
    url: z.string().optional(),
    style,
  }),
  z.strictObject({ type: z.literal('user'), user_id: words, style }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: words, style }),
  z.strictObject({ type: z.literal('channel'), channel_id: words, style }),
  z.strictObject({ type: z.literal('team'), team_id: words, style }),
  z.strictObject({ type: z.literal('color'), value: words, style }),
  z.strictObject({
    type: z.literal('broadcast'),
    range: z.enum(['here', 'channel', 'everyone']),
    style,
  }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.int(),
    format: words,
    url: z.string().optional(),
    fallback: z.string().optional(),
    style,
  }),
]);

const border = z.union([z.literal(0), z.literal(1)]).optional();
const section = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(inline),
});

/**
 * Rich text, as a block and as a cell of a table.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
export const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: z.string().max(255).optional(),
  elements: z.array(
    z.discriminatedUnion('type', [
      section,
      z.strictObject({
        type: z.literal('rich_text_list'),
        elements: z.array(section),
        style: z.enum(['bullet', 'ordered']),
        indent: z.int().min(0).max(8).optional(),
        offset: z.int().min(0).optional(),
        border,
      }),
      z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(inline), border }),
      z.strictObject({
        type: z.literal('rich_text_preformatted'),
        elements: z.array(z.discriminatedUnion('type', [text, link])),
        language: z.string().optional(),
        border,
      }),
    ]),
  ),
});
