import { channelIn, interact, interactionBy } from '../bot/interactions.ts';
import type { ServerContext } from '../context.ts';
import type { UserActions, Json } from '../page-protocol.ts';
import { messageObject } from '../store/messages.ts';
import type { Member } from '../store/people.ts';
import { actor, type Answer, UserActionError, DONE, refusal, roomOf } from './user-action.ts';

/**
 * Uses a shortcut of the app: a global one, or one on a message.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload
 */
export async function shortcut(
  context: ServerContext,
  input: UserActions['shortcut'],
): Promise<Answer> {
  const { ids, manifest, triggers } = context;
  const person = actor(context, input.person);
  const type = input.ts === null ? 'global' : 'message';
  const isOffered = manifest.features.shortcuts.some(
    (one) => one.type === type && one.callback_id === input.callbackId,
  );
  if (!isOffered) throw new UserActionError('The app has no such shortcut.');
  const outcome = await interact(context, {
    ...interactionBy(person, type === 'global' ? 'shortcut' : 'message_action'),
    callback_id: input.callbackId,
    trigger_id: triggers.issue(person.id),
    action_ts: ids.ts(),
    ...onMessage(context, person, input),
  });
  return outcome.kind === 'acked' ? DONE : refusal(outcome.error);
}

function onMessage(
  context: ServerContext,
  person: Member,
  { channel, ts }: UserActions['shortcut'],
): Json {
  if (channel === null || ts === null) return {};
  const room = roomOf(context, person, channel);
  const message = context.store.messages.find(channel, ts);
  if (message === undefined || message.onlyFor !== null) {
    throw new UserActionError('That message is gone.');
  }
  const source = { person: person.id, channel, ts: null, thread: message.thread };
  return {
    message_ts: ts,
    channel: channelIn(room),
    message: messageObject(message),
    response_url: context.responseUrls.issue('actions', source),
  };
}
