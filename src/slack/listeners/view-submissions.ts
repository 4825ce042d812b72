import type { ViewStateValue, ViewSubmitAction } from '@slack/bolt';

import type { FormValues } from '../../commands/command.ts';
import type { Action } from '../../views/message.ts';
import { type ActionScope, MODAL_CALLBACK } from '../respond/payload.ts';
import { type ListenerContext, NO_ACTION } from './listener.ts';

/**
 * Forms that are handed in.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
export function registerViewSubmissionListener({
  app,
  dispatcher,
  requestHandler,
  modals,
  tokens,
}: ListenerContext): void {
  app.view<ViewSubmitAction>(
    { type: 'view_submission', callback_id: MODAL_CALLBACK },
    async (args) => {
      const { ack, body } = args;
      const { user, view } = body;
      const sealed = tokens.decode(view.private_metadata);
      const isTheirs = sealed !== null && sealed.userId === user.id;
      // A form that nobody can read any more closes with a word, not as if it had been heard.
      const action: Action = (isTheirs ? sealed.action : null) ?? NO_ACTION;
      const { channelId = null, responseUrl } = isTheirs ? sealed : {};
      const scope: ActionScope = { userId: user.id, channelId, responseUrl };
      const responder = modals.responder(
        {
          kind: 'acknowledge',
          viewId: view.id,
          ack: async (shown) => ack({ response_action: 'update', view: shown }),
        },
        scope,
        user.id,
        action,
      );
      await requestHandler.handle({
        userId: user.id,
        teamId: user.team_id ?? body.team?.id ?? '',
        channelId,
        surface: 'form',
        audience: 'person',
        responseUrl,
        responder: {
          ...responder,
          correct: async (fields) =>
            responder.insteadOfFirst(async () =>
              ack({ response_action: 'errors', errors: { ...fields } }),
            ),
        },
        name: action.command || 'unknown',
        again: null,
        answer: (requestInfo) =>
          dispatcher.submit(action, filledIn(view.state.values), requestInfo),
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
): FormValues {
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
