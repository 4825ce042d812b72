import { z } from 'zod';

import { Element, Picture } from './element.ts';
import { TextObject } from './objects.ts';
import { RichTextPart } from './rich-text.ts';

const named = { block_id: z.string().default('') };
const level = z.union([z.string(), z.number()]).optional();

const Header = z.object({ ...named, type: z.literal('header'), text: TextObject, level });
const Alert = z.object({ ...named, type: z.literal('alert'), text: TextObject, level });
const Divider = z.object({ ...named, type: z.literal('divider') });

const Section = z.object({
  ...named,
  type: z.literal('section'),
  text: TextObject.optional(),
  fields: z.array(TextObject).default([]),
  accessory: Element.optional(),
});
export type Section = z.output<typeof Section>;

const Context = z.object({
  ...named,
  type: z.literal('context'),
  elements: z.array(z.union([TextObject, Picture])),
});
export type Context = z.output<typeof Context>;

const RichText = z.object({
  ...named,
  type: z.literal('rich_text'),
  elements: z.array(RichTextPart),
});

const Actions = z.object({
  ...named,
  type: z.enum(['actions', 'context_actions']),
  elements: z.array(Element),
});
export type Actions = z.output<typeof Actions>;

const Input = z.object({
  ...named,
  type: z.literal('input'),
  label: TextObject,
  element: Element,
  hint: TextObject.optional(),
  optional: z.boolean().default(false),
  dispatch_action: z.boolean().default(false),
});
export type Input = z.output<typeof Input>;

const Cell = z.object({
  text: z.string().default(''),
  elements: z.array(RichTextPart).optional(),
});
export type Cell = z.output<typeof Cell>;

const Table = z.looseObject({
  ...named,
  type: z.enum(['table', 'data_table']),
  rows: z.array(z.array(Cell)),
  caption: z.string().optional(),
});
export type Table = z.output<typeof Table>;

const Card = z.object({
  ...named,
  type: z.literal('card'),
  title: TextObject.optional(),
  subtitle: TextObject.optional(),
  body: TextObject.optional(),
  hero_image: Picture.optional(),
  actions: z.array(Element).default([]),
});
export type Card = z.output<typeof Card>;

const Carousel = z.object({
  ...named,
  type: z.literal('carousel'),
  elements: z.array(Card.extend({ type: z.string().default('card') })),
});
export type Carousel = z.output<typeof Carousel>;

const Container = z.object({
  ...named,
  type: z.literal('container'),
  title: TextObject.optional(),
  subtitle: TextObject.optional(),
  is_collapsible: z.boolean().default(false),
  default_collapsed: z.boolean().default(false),
  // Read one by one, as the blocks of a message are.
  child_blocks: z.array(z.unknown()),
});

/** The blocks that the page draws by itself. */
export const KnownBlock = z.discriminatedUnion('type', [
  Header,
  Alert,
  Divider,
  Section,
  Context,
  RichText,
  Actions,
  Input,
  Table,
  Card,
  Carousel,
  Container,
]);

/** Blocks in a frame of their own. */
export interface ContainerBlock extends z.output<typeof Container> {
  readonly children: readonly Block[];
}

/** A block without interactive elements; the library draws it as the bot sent it. */
interface OtherBlock {
  readonly type: 'other';
  readonly block_id: string;
  readonly raw: object;
}

export type Block =
  | Exclude<z.output<typeof KnownBlock>, { readonly type: 'container' }>
  | ContainerBlock
  | OtherBlock;

/** A modal or a Home tab. */
export const View = z.object({
  title: TextObject.optional(),
  submit: TextObject.nullish(),
  close: TextObject.nullish(),
  blocks: z.array(z.unknown()).default([]),
});
export type View = z.output<typeof View>;
