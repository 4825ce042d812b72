import { createPanelResponder, type EntityNames, REFERENCE_TYPE } from '../respond/entity.ts';
import type { ActionScope } from '../respond/payload.ts';
import type { Responder } from '../respond/respond.ts';
import type { ListenerContext } from './listener.ts';

/** Name of panels in metrics and the log: the same card as that of the command. */
const NAME = 'show';

/**
 * The details panels of Work Objects: the card of a rental file at the level of the person who opens
 * one, whatever the channel shows.
 *
 * @see https://docs.slack.dev/reference/events/entity_details_requested
 */
export function registerPanelListener(context: ListenerContext): void {
  const { app, dispatcher, requestHandler } = context;

  app.event('entity_details_requested', async ({ event, body }) => {
    const { user: userId, channel: channelId = null, trigger_id: triggerId } = event;
    const scope = { userId, channelId };
    const { external_ref: reference } = event;
    const id = reference?.type === REFERENCE_TYPE ? reference.id : null;
    await requestHandler.handle({
      userId,
      teamId: body.team_id,
      channelId,
      surface: 'panel',
      audience: 'person',
      responder: panelResponder(entityNames(event), triggerId, scope, context),
      name: NAME,
      again: null,
      answer: (requestInfo) => dispatcher.panel({ id, link: event.entity_url }, requestInfo),
    });
  });
}

/** How Slack names what a person has opened: it takes an answer under these names alone. */
export function entityNames({
  entity_url: url,
  external_ref: reference,
}: {
  readonly entity_url: string;
  readonly external_ref?: EntityNames['external_ref'] | undefined;
}): EntityNames {
  return { url, external_ref: reference ?? { id: url } };
}

/** Answers in the panel that a trigger belongs to, of an opened one or of a button in it. */
export function panelResponder(
  names: EntityNames,
  triggerId: string,
  scope: ActionScope,
  { app, dispatcher, access, messenger, tokens }: ListenerContext,
): Responder {
  const userId = scope.userId ?? '';
  const readerInfo = () => ({ reader: access.knownReader(userId), channelId: scope.channelId });
  return createPanelResponder({
    names,
    scope,
    tokens,
    present: async (details) =>
      app.client.entity.presentDetails({ trigger_id: triggerId, ...details }),
    late: () => dispatcher.latePanel(readerInfo()),
    formByButton: (form) => dispatcher.windowless(form, null, readerInfo()),
    direct: async (message) => messenger.direct(message, userId),
  });
}
