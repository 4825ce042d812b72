import { z } from 'zod';

import type { Block } from '../block-kit/block.ts';
import type { Element } from '../block-kit/element.ts';
import { Option } from '../block-kit/objects.ts';

/** Slack's `state.values`: by block id, then by action id. */
export type Values = Readonly<Record<string, Readonly<Record<string, Value>>>>;
export type Value = Readonly<Record<string, unknown>>;

interface Kind {
  /** Where the payload has what was chosen. */
  readonly field: string;
  readonly initial: string;
  readonly isList: boolean;
}

const single = (field: string, initial: string): Kind => ({ field, initial, isList: false });
const many = (field: string, initial: string): Kind => ({ field, initial, isList: true });

/** @see https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const KINDS: Readonly<Record<string, Kind>> = {
  plain_text_input: single('value', 'initial_value'),
  email_text_input: single('value', 'initial_value'),
  url_text_input: single('value', 'initial_value'),
  number_input: single('value', 'initial_value'),
  rich_text_input: single('rich_text_value', 'initial_value'),
  file_input: many('files', 'initial_files'),
  static_select: single('selected_option', 'initial_option'),
  external_select: single('selected_option', 'initial_option'),
  users_select: single('selected_user', 'initial_user'),
  conversations_select: single('selected_conversation', 'initial_conversation'),
  channels_select: single('selected_channel', 'initial_channel'),
  multi_static_select: many('selected_options', 'initial_options'),
  multi_external_select: many('selected_options', 'initial_options'),
  multi_users_select: many('selected_users', 'initial_users'),
  multi_conversations_select: many('selected_conversations', 'initial_conversations'),
  multi_channels_select: many('selected_channels', 'initial_channels'),
  radio_buttons: single('selected_option', 'initial_option'),
  checkboxes: many('selected_options', 'initial_options'),
  datepicker: single('selected_date', 'initial_date'),
  timepicker: single('selected_time', 'initial_time'),
  datetimepicker: single('selected_date_time', 'initial_date_time'),
};

/** Initial value of an element; `null` for one without a value. */
function initialValue(element: Element): Value | null {
  const kind = KINDS[element.type];
  if (kind === undefined) return null;
  const given = element[kind.initial];
  return { type: element.type, [kind.field]: given ?? (kind.isList ? [] : null) };
}

/** The value of an element that now holds `content`. */
export function valueOf(element: Element, content: unknown): Value {
  const field = KINDS[element.type]?.field ?? 'value';
  return { type: element.type, [field]: content };
}

/** Value without its wrapper. */
export function contentOf(element: Element, value: Value | null | undefined): unknown {
  return value?.[KINDS[element.type]?.field ?? 'value'];
}

/**
 * The values of a surface whose blocks are new: what has kept its block id, action id and type
 * keeps what was typed, everything else starts afresh.
 *
 * @see https://docs.slack.dev/surfaces/modals#updating_views
 */
export function valuesFor(blocks: readonly Block[], previous: Values = {}): Values {
  const values: Record<string, Record<string, Value>> = {};
  for (const { blockId, element } of elementsOf(blocks)) {
    const initial = initialValue(element);
    const actionId = element.action_id;
    if (initial === null || actionId === undefined) continue;
    const kept = previous[blockId]?.[actionId];
    const value = kept !== undefined && kept['type'] === element.type ? kept : initial;
    values[blockId] = { ...values[blockId], [actionId]: value };
  }
  return values;
}

/**
 * The inputs that must be filled in and are not.
 *
 * @param words of Slack for that
 */
export function missingIn(
  blocks: readonly Block[],
  values: Values,
  words: string,
): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const block of blocks) {
    if (block.type !== 'input' || block.optional) continue;
    const { element, block_id: blockId } = block;
    const content = contentOf(element, values[blockId]?.[element.action_id ?? '']);
    const isList = Array.isArray(content);
    const isEmpty = isList ? content.length === 0 : content === null || content === '';
    if (isEmpty) missing[blockId] = words;
  }
  return missing;
}

const ListOrOne = <Item>(item: z.ZodType<Item>) =>
  z.union([z.array(item), item.transform((alone) => [alone])]).catch([]);
const Options = ListOrOne(Option);
const Texts = ListOrOne(z.string());

/** The options that a content is made of: some, one, or none. */
export function optionsIn(content: unknown): readonly Option[] {
  return Options.parse(content);
}

/** The ids or words that a content is made of: some, one, or none. */
export function textsIn(content: unknown): readonly string[] {
  return Texts.parse(content);
}

interface BlockElement {
  readonly blockId: string;
  readonly element: Element;
}

function elementsOf(blocks: readonly Block[]): readonly BlockElement[] {
  return blocks.flatMap((block) => {
    if (block.type === 'container') return elementsOf(block.children);
    const elements = elementsIn(block);
    return elements.map((element) => ({ blockId: block.block_id, element }));
  });
}

function elementsIn(block: Block): readonly Element[] {
  if (block.type === 'actions') return block.elements;
  if (block.type === 'input') return [block.element];
  if (block.type === 'section' && block.accessory) return [block.accessory];
  return [];
}
