import { channelIn, interact, interactionBy } from '../bot/interactions.ts';
import type { Workings } from '../context.ts';
import type { Deeds, Json } from '../page-protocol.ts';
import { messageObject } from '../store/messages.ts';
import type { Member } from '../store/people.ts';
import { actor, type Answer, DeedError, DONE, refusal, roomOf } from './user-action.ts';

/**
 * Uses a shortcut of the app: a global one, or one on a message.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload
 */
export async function shortcut(workings: Workings, deed: Deeds['shortcut']): Promise<Answer> {
  const { ids, manifest, triggers } = workings;
  const person = actor(workings, deed.person);
  const type = deed.ts === null ? 'global' : 'message';
  const isOffered = manifest.features.shortcuts.some(
    (one) => one.type === type && one.callback_id === deed.callbackId,
  );
  if (!isOffered) throw new DeedError('The app has no such shortcut.');
  const outcome = await interact(workings, {
    ...interactionBy(person, type === 'global' ? 'shortcut' : 'message_action'),
    callback_id: deed.callbackId,
    trigger_id: triggers.issue(person.id),
    action_ts: ids.ts(),
    ...onMessage(workings, person, deed),
  });
  return outcome.kind === 'acked' ? DONE : refusal(outcome.error);
}

function onMessage(workings: Workings, person: Member, { channel, ts }: Deeds['shortcut']): Json {
  if (channel === null || ts === null) return {};
  const room = roomOf(workings, person, channel);
  const message = workings.store.messages.find(channel, ts);
  if (message === undefined || message.onlyFor !== null) {
    throw new DeedError('That message is gone.');
  }
  const source = { person: person.id, channel, ts: null, thread: message.thread };
  return {
    message_ts: ts,
    channel: channelIn(room),
    message: messageObject(message),
    response_url: workings.responseUrls.issue('actions', source),
  };
}
