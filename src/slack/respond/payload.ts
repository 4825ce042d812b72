import { setTimeout as delay } from 'node:timers/promises';

import type {
  ActionsBlock,
  Button as SlackButton,
  KnownBlock,
  ModalView,
  Overflow,
  SectionBlock,
} from '@slack/types';

import type {
  Block,
  Button,
  ButtonRow,
  ChartBlock,
  Form,
  MenuItem,
  Message,
  Picker,
  Row,
  LinkButton,
} from '../../views/message.ts';
import { isBlocksRejected } from '../api-errors.ts';
import type { ActionTokens, ActionToken } from './action-token.ts';

/** Prefix of the action id of every button, so that one listener gets them all. */
export const ACTION_PREFIX = 'desk.';
/** Prefix of the action id of every select of rental files; the command's name follows. */
export const PICK_PREFIX = 'pick.';
/** Callback id of every modal. */
export const MODAL_CALLBACK = 'desk';

/** For whom and where actions are valid. */
export type ActionScope = Omit<ActionToken, 'action'>;

/** A message as Slack takes it. */
export interface Payload {
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** The message with an action token in each button. */
export function payloadFor(
  { text, blocks }: Pick<Message, 'text' | 'blocks'>,
  scope: ActionScope,
  tokens: ActionTokens,
): Payload {
  return { text, blocks: encodeBlocks(blocks, scope, tokens) };
}

/** Over what has no title of its own. */
export const APP_NAME = 'Rental Desk';
// https://docs.slack.dev/reference/block-kit/blocks says which blocks a modal does not take.
const NOT_IN_MODALS: ReadonlySet<string> = new Set(['table', 'data_table', 'data_visualization']);

/** The message, or the form, as a modal. */
export function modalFor(
  answer: Message | Form,
  scope: ActionScope,
  close: string,
  tokens: ActionTokens,
): ModalView {
  const blocks = answer.kind === 'form' ? answer.blocks : blocksWithout(NOT_IN_MODALS, answer);
  const action = answer.kind === 'form' ? answer.action : null;
  return {
    type: 'modal',
    callback_id: MODAL_CALLBACK,
    title: { type: 'plain_text', text: answer.title ?? APP_NAME, emoji: false },
    close: { type: 'plain_text', text: close, emoji: false },
    ...(answer.kind === 'form'
      ? { submit: { type: 'plain_text', text: answer.submit, emoji: false } }
      : {}),
    private_metadata: tokens.encode({ ...scope, action }),
    blocks: encodeBlocks(blocks, scope, tokens),
  };
}

/** The blocks of a message for a place that does not take some kinds of them. */
function blocksWithout(
  kinds: ReadonlySet<string>,
  { blocks, plainBlocks }: Message,
): readonly Block[] {
  return plainBlocks !== undefined && blocks.some(({ type }) => kinds.has(type))
    ? plainBlocks
    : blocks;
}

function encodeBlocks(
  blocks: readonly Block[],
  scope: ActionScope,
  tokens: ActionTokens,
): KnownBlock[] {
  return blocks.map((block, place) => {
    if (block.type === 'buttons') return actions(block, place, scope, tokens);
    if (block.type === 'row') return rowBlock(block, place, scope, tokens);
    if (block.type === 'picker') return selectBlock(block, place);
    return block.type === 'data_visualization' ? chartBlock(block) : block;
  });
}

function actions(
  { buttons, menu = [] }: ButtonRow,
  row: number,
  scope: ActionScope,
  tokens: ActionTokens,
): ActionsBlock {
  const options = menu.map((item) => ({ item, option: optionFor(item, scope, tokens) }));
  const long = options.flatMap(({ item, option }) =>
    option === null ? [{ spoken: item.label, ...item }] : [],
  );
  const elements = [...buttons, ...long].map((button, index) =>
    buttonElement(button, `${row}.${index}`, scope, tokens),
  );
  const short = options.flatMap(({ option }) => (option === null ? [] : [option]));
  return {
    type: 'actions',
    elements: short.length === 0 ? elements : [...elements, overflow(short, row)],
  };
}

function buttonElement(
  button: Button | LinkButton,
  place: string,
  { userId, channelId }: ActionScope,
  tokens: ActionTokens,
): SlackButton {
  const common = {
    type: 'button',
    text: { type: 'plain_text', text: button.label, emoji: false },
    accessibility_label: button.spoken,
  } as const;
  if ('url' in button)
    return {
      ...common,
      action_id: `${ACTION_PREFIX}link.${place}`,
      url: button.url,
      ...(button.style === undefined ? {} : { style: button.style }),
    };
  return {
    ...common,
    action_id: `${ACTION_PREFIX}${button.action.command}.${place}`,
    value: tokens.encode({ action: button.action, userId, channelId }),
    ...buttonStyle(button),
  };
}

function rowBlock(
  { text, button }: Row,
  place: number,
  scope: ActionScope,
  tokens: ActionTokens,
): SectionBlock {
  return { type: 'section', text, accessory: buttonElement(button, String(place), scope, tokens) };
}

/** @see https://docs.slack.dev/reference/block-kit/block-elements/overflow-menu-element */
function overflow(options: Overflow['options'], row: number): Overflow {
  return { type: 'overflow', action_id: `${ACTION_PREFIX}menu.${row}`, options };
}

function optionFor(
  { label, action }: MenuItem,
  { userId, channelId }: ActionScope,
  tokens: ActionTokens,
): Overflow['options'][number] | null {
  try {
    const value = tokens.encodeShort({ action, userId, channelId });
    return { text: { type: 'plain_text', text: label, emoji: false }, value };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function buttonStyle({ style, question }: Button): Partial<SlackButton> {
  return {
    ...(style === undefined ? {} : { style }),
    ...(question === undefined
      ? {}
      : {
          confirm: {
            title: { type: 'plain_text', text: question.title, emoji: false },
            text: { type: 'plain_text', text: question.text, emoji: false },
            confirm: { type: 'plain_text', text: question.yes, emoji: false },
            deny: { type: 'plain_text', text: question.no, emoji: false },
            ...(style === undefined ? {} : { style }),
          },
        }),
  };
}

function selectBlock({ label, placeholder, command }: Picker, place: number): SectionBlock {
  return {
    type: 'section',
    block_id: `${PICK_PREFIX}${place}`,
    text: { type: 'plain_text', text: label, emoji: false },
    accessory: {
      type: 'external_select',
      action_id: `${PICK_PREFIX}${command}`,
      placeholder: { type: 'plain_text', text: placeholder, emoji: false },
      min_query_length: 0,
    },
  };
}

/** The chart block, which the library's types lack. */
function chartBlock(chart: ChartBlock): KnownBlock {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no type of the library fits.
  return chart as unknown as KnownBlock;
}

/**
 * Sends a message; when Slack rejects its blocks, sends it once more with its plain ones.
 *
 * @param pauseMs before the second try: a rejected post counts for Slack's rate limit, too
 */
export async function withPlainFallback<Answer extends Message | Form, Sent>(
  answer: Answer,
  send: (answer: Answer) => Promise<Sent>,
  pauseMs = 0,
): Promise<Sent> {
  try {
    return await send(answer);
  } catch (error) {
    const plain = plainOf(answer);
    if (plain === null || !isBlocksRejected(error)) throw error;
    if (pauseMs > 0) await delay(pauseMs);
    return send(plain);
  }
}

/** The answer with plain blocks; `null` when it has no others. */
export function plainOf<Answer extends Message | Form>(answer: Answer): Answer | null {
  if (answer.kind === 'form' || answer.plainBlocks === undefined) return null;
  return { ...answer, blocks: answer.plainBlocks };
}
