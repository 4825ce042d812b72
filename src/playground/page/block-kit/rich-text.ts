import { z } from 'zod';

/** Inline element of `rich_text`: text, a mention, a link, a date. */
const Inline = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  name: z.string().optional(),
  url: z.string().optional(),
  timestamp: z.number().optional(),
  format: z.string().optional(),
  fallback: z.string().optional(),
  style: z.looseObject({}).optional(),
});
export type Inline = z.output<typeof Inline>;
export type InlineStyle = NonNullable<Inline['style']>;

/** A part of `rich_text`: a section, a quote, preformatted text, or a list of sections. */
export interface RichTextPart {
  readonly type: string;
  readonly elements: readonly (RichTextPart | Inline)[];
}

export const RichTextPart: z.ZodType<RichTextPart> = z.looseObject({
  type: z.string(),
  elements: z.array(z.lazy(() => z.union([RichTextPart, Inline]))),
});
