import { z } from 'zod';

import type { Json, Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import type { Answer } from '../../src/playground/slack-workspace/user-actions/user-action.ts';
import { placeOf, visitor, type Visitor } from './slack-workspace.ts';

/** Somebody at their screen who reads labels. */
export interface Screen extends Visitor {
  readonly id: string;
  pressIn(message: Message, label: string): Promise<Answer>;
  pressInModal(label: string): Promise<Answer>;
  pressAtHome(label: string): Promise<Answer>;
  /** Types into the field of the modal that offers something. */
  suggest(value: string): Promise<Answer>;
  /** Takes what that field offers. */
  pick(value: string): Promise<Answer>;
  /** Everything that stands in the modal, as JSON; empty without one. */
  inModal(): string;
  /** How many modals lie over one another. */
  depth(): number;
  atHome(): string;
  /** The newest of what they see that holds this text. */
  seen(text: string): Message;
}

const Element = z.looseObject({
  type: z.string(),
  action_id: z.string().optional(),
  text: z.object({ text: z.string() }).optional(),
  options: z.array(z.looseObject({ text: z.object({ text: z.string() }) })).optional(),
});
const Blocks = z.array(
  z.looseObject({
    block_id: z.string().optional(),
    elements: z.array(Element.catch({ type: '' })).optional(),
    accessory: Element.optional(),
    element: Element.optional().catch(undefined),
  }),
);

/** Plays the part of somebody who reads what they press. */
export function screenOf(workspace: SlackWorkspace, person: string): Screen {
  const who = visitor(workspace, person);
  const view = () => who.modal()?.view ?? {};
  const inModal = () => ({ modal: who.modal()?.id ?? '' });
  return {
    ...who,
    id: person,
    pressIn: async (message, label) => who.press(placeOf(message), buttonIn(message.blocks, label)),
    pressInModal: async (label) => who.press(inModal(), buttonIn(view()['blocks'], label)),
    pressAtHome: async (label) =>
      who.press({ home: true }, buttonIn(workspace.state().homes[person]?.['blocks'], label)),
    async suggest(value) {
      const { action_id: actionId = '', block_id: blockId = '' } = pickerIn(view()['blocks']);
      return workspace.perform('suggest', { person, place: inModal(), actionId, blockId, value });
    },
    pick: async (value) =>
      who.press(inModal(), { ...pickerIn(view()['blocks']), selected_option: { value } }),
    inModal: () => JSON.stringify(who.modal()?.view ?? ''),
    depth: () => workspace.state().modals.filter((one) => one.person === person).length,
    atHome: () => JSON.stringify(workspace.state().homes[person] ?? ''),
    seen(text) {
      const found = workspace
        .state()
        .messages.filter(({ onlyFor }) => onlyFor === null || onlyFor === person)
        .findLast((message) => message.text.includes(text));
      if (found === undefined) throw new Error(`${person} sees nothing that says ${text}`);
      return found;
    },
  };
}

/** What Slack would say of the press of that button. */
function buttonIn(blocks: unknown, label: string): Json {
  const buttons = Blocks.parse(blocks ?? []).flatMap(({ block_id, elements = [], accessory }) =>
    [...elements, ...(accessory === undefined ? [] : [accessory])].flatMap((element) => {
      if (element.type === 'button') return [{ ...element, block_id }];
      return (element.options ?? []).map((option) => ({
        ...element,
        block_id,
        text: option.text,
        selected_option: option,
      }));
    }),
  );
  const found = buttons.find(({ text }) => text?.text === label);
  if (found !== undefined) return found;
  const labels = buttons.map(({ text }) => text?.text).join(', ');
  throw new Error(`there is no button ${label} among ${labels}`);
}

function pickerIn(blocks: unknown) {
  for (const { block_id, accessory, element } of Blocks.parse(blocks ?? [])) {
    const picker = accessory ?? element;
    if (picker?.type === 'external_select') return { ...picker, block_id };
  }
  throw new Error('there is no field that offers anything');
}

/**
 * All that stands in messages, as JSON: without times and what buttons carry, which may hold any
 * letters and digits.
 */
export function shownIn(workspace: SlackWorkspace): string {
  return JSON.stringify(
    workspace.state().messages.map(({ text, blocks, attachments }) => [text, blocks, attachments]),
    (key, value: unknown) => (key === 'value' ? undefined : value),
  );
}
