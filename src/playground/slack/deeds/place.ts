import { isObject, objectsIn } from '../blocks/walk.ts';
import { channelIn } from '../interactions.ts';
import { messageObject } from '../messages.ts';
import type { Member } from '../people.ts';
import type { Json, Place } from '../protocol.ts';
import { stateValues, viewObject } from '../view-object.ts';
import type { Workings } from '../workings.ts';
import { DeedError, roomOf } from './deed.ts';

/** Where an element stands: what Slack says of it, and what the element itself holds. */
export interface Standing {
  /** The fields of the payload that name the place. */
  readonly payload: Json;
  /** Everything that is shown there. */
  readonly container: Json;
  /** The modal it stands in. */
  readonly screen: string | null;
  /** The message it stands in, for its response URL. */
  readonly message: { readonly channel: string; readonly ts: string } | null;
}

/**
 * Finds a place that somebody can see, with what was filled in there.
 *
 * @throws {DeedError} when it is gone, or not theirs to see
 */
export function standingAt(
  workings: Workings,
  person: Member,
  place: Place,
  values: Json,
): Standing {
  if ('ts' in place) return inMessage(workings, person, place, values);
  const { screens } = workings.store;
  const found =
    'home' in place
      ? screens.homes().get(person.id)
      : screens.modals().find(({ id }) => id === place.modal);
  if (found === undefined || found.person !== person.id) throw new DeedError('That view is gone.');
  const screen = screens.note(found, { values: { ...found.values, ...values } });
  const container = { type: 'view', view_id: screen.id };
  return {
    payload: { container, view: viewObject(screen) },
    container: screen.view,
    screen: 'home' in place ? null : screen.id,
    message: null,
  };
}

function inMessage(
  workings: Workings,
  person: Member,
  { channel, ts }: { readonly channel: string; readonly ts: string },
  values: Json,
): Standing {
  const room = roomOf(workings, person, channel);
  const message = workings.store.messages.find(channel, ts);
  const isHidden = message?.onlyFor !== null && message?.onlyFor !== person.id;
  if (message === undefined || isHidden) throw new DeedError('That message is gone.');
  const isEphemeral = message.onlyFor !== null;
  const container = {
    type: 'message',
    message_ts: ts,
    channel_id: channel,
    is_ephemeral: isEphemeral,
    ...(message.thread === null ? {} : { thread_ts: message.thread }),
  };
  const state = { values: stateValues({ blocks: message.blocks }, values) };
  const shown = isEphemeral ? {} : { message: messageObject(message) };
  return {
    payload: { container, channel: channelIn(room), state, ...shown },
    container: { blocks: message.blocks },
    screen: null,
    message: { channel, ts },
  };
}

/**
 * An element by its names.
 *
 * @throws {DeedError} when nothing of that name stands there
 */
export function elementIn({ container }: Standing, blockId: unknown, actionId: unknown): Json {
  const blocks = Array.from(objectsIn(container), ({ object }) => object).filter(
    (object) => object['block_id'] === blockId && object['type'] !== 'container',
  );
  for (const block of blocks) {
    for (const { object } of objectsIn(block)) {
      if (isObject(object) && object['action_id'] === actionId) return object;
    }
  }
  throw new DeedError('There is no such element there any more.');
}
