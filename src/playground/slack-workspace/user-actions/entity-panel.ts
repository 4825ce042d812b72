import { z } from 'zod';

import { channelIn, interact, interactionBy } from '../bot/interactions.ts';
import type { ServerContext } from '../context.ts';
import { domainOf } from '../message-text.ts';
import type { DetailsPanel, UserActions } from '../page-protocol.ts';
import type { Member } from '../store/people.ts';
import { actor, type Answer, DONE, refusal, roomOf, UserActionError } from './user-action.ts';

const Names = z.object({
  url: z.string(),
  external_ref: z.object({ id: z.string(), type: z.string().optional() }),
  app_unfurl_url: z.string(),
});
const Attachment = z.object({ entity: Names });

/**
 * Opens the panel of a Work Object under a message, or reads it again.
 *
 * @see https://docs.slack.dev/reference/events/entity_details_requested
 */
export async function openEntity(
  context: ServerContext,
  input: UserActions['open_entity'],
): Promise<Answer> {
  const { store, triggers, events, manifest } = context;
  const person = actor(context, input.person);
  const { channel, ts, attachment: id } = input;
  const room = roomOf(context, person, channel);
  const attachment = store.messages.find(channel, ts)?.attachments.find((one) => one['id'] === id);
  const { data } = Attachment.safeParse(attachment);
  if (data === undefined) throw new UserActionError('That preview is gone.');
  const names = data.entity;
  const before = store.panels.of(person.id);
  const isSame = before?.channel === channel && before.ts === ts && before.attachment === id;
  const shown = isSame ? before : { entity: null, error: null };
  store.panels.show({
    ...shown,
    person: person.id,
    channel,
    ts,
    attachment: id,
    names,
    isLoading: true,
  });
  const { url, external_ref: reference, app_unfurl_url: posted } = names;
  await events.send(
    'entity_details_requested',
    {
      type: 'entity_details_requested',
      user: person.id,
      external_ref: reference,
      entity_url: url,
      link: { url, domain: domainOf(url, manifest.features.unfurl_domains) ?? '' },
      app_unfurl_url: posted,
      trigger_id: triggers.issue(person.id),
      user_locale: person.locale,
      channel,
      message_ts: ts,
    },
    room,
  );
  return DONE;
}

/** Closes the panel. */
export async function closeEntity(
  context: ServerContext,
  { person }: UserActions['close_entity'],
): Promise<Answer> {
  context.store.panels.close(person);
  return DONE;
}

/**
 * Uses an action of the panel.
 *
 * @see https://docs.slack.dev/messaging/work-objects-implementation
 */
export async function actInPanel(
  context: ServerContext,
  person: Member,
  actionId: unknown,
): Promise<Answer> {
  const { ids, store, triggers } = context;
  const panel = store.panels.of(person.id);
  const action = actionsIn(panel).find(({ action_id: id }) => id === actionId);
  if (panel === undefined || action === undefined) {
    throw new UserActionError('There is no such action there any more.');
  }
  const { channel, ts, names } = panel;
  const outcome = await interact(context, {
    ...interactionBy(person, 'block_actions'),
    container: {
      type: 'entity_detail',
      message_ts: ts,
      channel_id: channel,
      is_ephemeral: false,
      entity_url: names.url,
      external_ref: names.external_ref,
      app_unfurl_url: names.app_unfurl_url,
    },
    channel: channelIn(roomOf(context, person, channel)),
    trigger_id: triggers.issue(person.id),
    actions: [
      {
        type: 'button',
        text: { type: 'plain_text', text: action.text, emoji: true },
        action_id: action.action_id,
        block_id: ids.name(),
        ...(action.value === undefined ? {} : { value: action.value }),
        ...(action.style === undefined ? {} : { style: action.style }),
        action_ts: ids.ts(),
      },
    ],
  });
  return outcome.kind === 'acked' ? DONE : refusal(outcome.error);
}

function actionsIn(panel: DetailsPanel | undefined) {
  const actions = panel?.entity?.entity_payload.actions;
  return [
    ...(actions?.primary_actions ?? []),
    ...(actions?.overflow_actions ?? []),
    ...(panel?.error?.actions ?? []),
  ];
}
