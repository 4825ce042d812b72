import type { ViewOutput, ViewStateValue } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';

/** Blocks that a modal takes. */
const BLOCKS_MAX = 100;

/**
 * A submitted form once more, with what was filled in, below why it was not taken. It keeps its
 * metadata, so that it can be submitted again.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
export function returnedForm(view: ViewOutput, reason: readonly KnownBlock[]): ModalView {
  const { callback_id, title, close, submit, private_metadata, state } = view;
  const blocks = view.blocks.map((block) => refilled(block, state.values[block.block_id ?? '']));
  return {
    type: 'modal',
    callback_id,
    title,
    ...(close === null ? {} : { close }),
    ...(submit === null ? {} : { submit }),
    private_metadata,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Slack's own blocks come back.
    blocks: [...reason, ...(blocks as KnownBlock[])].slice(0, BLOCKS_MAX),
  };
}

/** Where each value of a view's state is set as the initial one of its element. */
const INITIAL = {
  value: 'initial_value',
  selected_option: 'initial_option',
  selected_options: 'initial_options',
  selected_conversation: 'initial_conversation',
  selected_conversations: 'initial_conversations',
  selected_channel: 'initial_channel',
  selected_user: 'initial_user',
  selected_users: 'initial_users',
  selected_time: 'initial_time',
  selected_date: 'initial_date',
} as const satisfies Partial<Record<keyof ViewStateValue, string>>;

/** The block with what was filled in; what was emptied stays empty. */
function refilled<Block extends object>(
  block: Block,
  values: Readonly<Record<string, ViewStateValue>> | undefined,
): Block {
  if (values === undefined || !('element' in block)) return block;
  const [value] = Object.values(values);
  const element = Object.entries(Object(block.element)).filter(([key]) => !isInitial(key));
  const initial = Object.entries(INITIAL).flatMap(([key, name]) => {
    const filledIn: unknown = Object(value)[key];
    return isEmpty(filledIn) ? [] : [[name, filledIn] as const];
  });
  return { ...block, element: Object.fromEntries([...element, ...initial]) };
}

/** Slack refuses an initial value that is empty. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

function isInitial(key: string): boolean {
  return key.startsWith('initial_');
}
