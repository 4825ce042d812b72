import type {
  ActionsBlock,
  Button as SlackButton,
  KnownBlock,
  ModalView,
  SectionBlock,
} from '@slack/types';

import type {
  Block,
  Button,
  ButtonRow,
  ChartBlock,
  Form,
  LinkButton,
  Message,
  Picker,
} from '../../views/message.ts';
import { mayBeBlocks } from '../api-errors.ts';
import type { Seal, Sealed } from './action-token.ts';

/** Starts the action id of every button of ours, so that one listener hears them all. */
export const ACTION_PREFIX = 'desk.';
/** Starts the action id of every field that offers rental files; the command's name follows. */
export const PICK_PREFIX = 'pick.';
/** The callback id of every modal of ours. */
export const MODAL_CALLBACK = 'desk';

/** For whom something is sealed, and where it can be answered. */
export type Bearing = Omit<Sealed, 'press'>;

/** A message as Slack takes it. */
export interface Payload {
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** The message with its buttons sealed for those who get it. */
export function payloadFor(
  { text, blocks }: Pick<Message, 'text' | 'blocks'>,
  bearing: Bearing,
  seal: Seal,
): Payload {
  return { text, blocks: sealedBlocks(blocks, bearing, seal) };
}

const MODAL_TITLE = 'Rental Desk';
// https://docs.slack.dev/reference/block-kit/blocks says which blocks a modal does not take.
const NOT_IN_MODALS: ReadonlySet<string> = new Set(['table', 'data_table', 'data_visualization']);

/** The message, or the form, as a modal. */
export function modalFor(
  answer: Message | Form,
  bearing: Bearing,
  close: string,
  seal: Seal,
): ModalView {
  const blocks = answer.kind === 'form' ? answer.blocks : blocksWithout(NOT_IN_MODALS, answer);
  const press = answer.kind === 'form' ? answer.press : null;
  return {
    type: 'modal',
    callback_id: MODAL_CALLBACK,
    title: { type: 'plain_text', text: answer.title ?? MODAL_TITLE, emoji: false },
    close: { type: 'plain_text', text: close, emoji: false },
    ...(answer.kind === 'form'
      ? { submit: { type: 'plain_text', text: answer.submit, emoji: false } }
      : {}),
    private_metadata: seal.close({ ...bearing, press }),
    blocks: sealedBlocks(blocks, bearing, seal),
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

function sealedBlocks(blocks: readonly Block[], bearing: Bearing, seal: Seal): KnownBlock[] {
  return blocks.map((block, place) => {
    if (block.type === 'buttons') return actions(block, place, bearing, seal);
    if (block.type === 'picker') return pickerBlock(block, place);
    return block.type === 'data_visualization' ? chartBlock(block) : block;
  });
}

function actions({ buttons }: ButtonRow, row: number, bearing: Bearing, seal: Seal): ActionsBlock {
  const elements = buttons.map((button, index): SlackButton => {
    const drawn = {
      type: 'button',
      text: { type: 'plain_text', text: button.label, emoji: false },
      accessibility_label: button.spoken,
    } as const;
    const place = `${row}.${index}`;
    if ('url' in button)
      return { ...drawn, action_id: `${ACTION_PREFIX}link.${place}`, url: linkOf(button) };
    return {
      ...drawn,
      action_id: `${ACTION_PREFIX}${button.press.command}.${place}`,
      value: seal.close({
        press: button.press,
        userId: bearing.userId,
        channelId: bearing.channelId,
      }),
      ...manner(button),
    };
  });
  return { type: 'actions', elements };
}

function linkOf({ url }: LinkButton): string {
  return url;
}

function manner({ style, question }: Button): Partial<SlackButton> {
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

function pickerBlock({ label, placeholder, command }: Picker, place: number): SectionBlock {
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

/** The library's types lack the chart; Slack has it. */
function chartBlock(chart: ChartBlock): KnownBlock {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no type of the library fits.
  return chart as unknown as KnownBlock;
}

/** Sends a message; where Slack refuses one of its blocks, the plain form of it. */
export async function sendEitherForm(
  message: Message,
  bearing: Bearing,
  seal: Seal,
  send: (payload: Payload) => Promise<unknown>,
): Promise<void> {
  try {
    await send(payloadFor(message, bearing, seal));
  } catch (error) {
    const { text, plainBlocks: blocks } = message;
    if (blocks === undefined || !mayBeBlocks(error)) throw error;
    await send(payloadFor({ text, blocks }, bearing, seal));
  }
}
