import type { ViewStateValue, ViewSubmitAction } from '@slack/bolt';

import type { Filled } from '../../commands/command.ts';
import type { Press } from '../../views/message.ts';
import { type Bearing, MODAL_CALLBACK } from '../respond/payload.ts';
import { type Hearing, NO_PRESS } from './listener.ts';

/**
 * Forms that are handed in.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
export function hearForms({ app, desk, answering, windows, seal }: Hearing): void {
  app.view<ViewSubmitAction>(
    { type: 'view_submission', callback_id: MODAL_CALLBACK },
    async (args) => {
      const { ack, body } = args;
      const { user, view } = body;
      const sealed = seal.open(view.private_metadata);
      const isTheirs = sealed !== null && sealed.userId === user.id;
      // A form that nobody can read any more closes with a word, not as if it had been heard.
      const press: Press = (isTheirs ? sealed.press : null) ?? NO_PRESS;
      const { channelId = null, responseUrl } = isTheirs ? sealed : {};
      const bearing: Bearing = { userId: user.id, channelId, responseUrl };
      const way = windows.way(
        {
          kind: 'acknowledge',
          viewId: view.id,
          ack: async (shown) => ack({ response_action: 'update', view: shown }),
        },
        bearing,
        user.id,
        press,
      );
      await answering.answer({
        userId: user.id,
        teamId: user.team_id ?? body.team?.id ?? '',
        channelId,
        surface: 'form',
        audience: 'person',
        responseUrl,
        way: {
          ...way,
          correct: async (fields) =>
            way.insteadOfFirst(async () =>
              ack({ response_action: 'errors', errors: { ...fields } }),
            ),
        },
        what: press.command || 'unknown',
        again: null,
        answer: (asking) => desk.submitted(press, filledIn(view.state.values), asking),
      });
    },
  );
}

/**
 * What was filled into the inputs of a modal, by the name of the field; what is empty is absent.
 *
 * @see https://docs.slack.dev/reference/views#view-state
 */
function filledIn(
  values: Readonly<Record<string, Readonly<Record<string, ViewStateValue>>>>,
): Filled {
  // Not by assignment: a field may go by the name of something that every object has.
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, elements]) => {
      const [element] = Object.values(elements);
      const value = element === undefined ? null : valueOf(element);
      return value !== null && value.length > 0 ? [[name, value] as const] : [];
    }),
  );
}

function valueOf(element: ViewStateValue): string | readonly string[] | null {
  const {
    selected_options: options,
    selected_conversations: conversations,
    selected_users: users,
  } = element;
  return (
    options?.map(({ value }) => value ?? '') ??
    conversations ??
    users ??
    element.value ??
    element.selected_option?.value ??
    element.selected_time ??
    element.selected_date ??
    element.selected_conversation ??
    element.selected_channel ??
    element.selected_user ??
    null
  );
}
