import { isObject, objectsIn } from '../blocks/json-walk.ts';
import { channelIn } from '../bot/interactions.ts';
import type { ServerContext } from '../context.ts';
import type { Json, Place } from '../page-protocol.ts';
import { messageObject, type StoredMessage } from '../store/messages.ts';
import type { Member } from '../store/people.ts';
import type { Source } from '../store/response-urls.ts';
import { stateValues, viewObject } from '../store/view-object.ts';
import { UserActionError, roomOf } from './user-action.ts';

/** Where an element stands: what Slack says of it, and what the element itself holds. */
export interface ActionSource {
  /** The fields of the payload that name the place. */
  readonly payload: Json;
  /** Everything that is shown there. */
  readonly container: Json;
  /** The modal it stands in. */
  readonly screen: string | null;
  /** The message it stands in, for its response URL; `null` for a view. */
  readonly message: Omit<Source, 'person'> | null;
}

/**
 * Finds a surface that the person can see, with the values of its inputs.
 *
 * @throws {UserActionError} when it is gone, or not theirs to see
 */
export function actionSource(
  context: ServerContext,
  person: Member,
  place: Place,
  values: Json,
): ActionSource {
  if ('ts' in place) return inMessage(context, person, place, values);
  if ('panel' in place) throw new UserActionError('A panel has no fields.');
  const { screens } = context.store;
  const found =
    'home' in place
      ? screens.homes().get(person.id)
      : screens.modals().find(({ id }) => id === place.modal);
  if (found === undefined || found.person !== person.id)
    throw new UserActionError('That view is gone.');
  const screen = screens.note(found, { values: { ...found.values, ...values } });
  const container = { type: 'view', view_id: screen.id };
  return {
    payload: { container, view: viewObject(screen) },
    container: screen.view,
    screen: 'home' in place ? null : screen.id,
    message: null,
  };
}

interface MessagePlace {
  readonly channel: string;
  readonly ts: string;
  readonly attachment?: number;
}

function inMessage(
  context: ServerContext,
  person: Member,
  { channel, ts, attachment: id }: MessagePlace,
  values: Json,
): ActionSource {
  const room = roomOf(context, person, channel);
  const message = context.store.messages.find(channel, ts);
  const isHidden = message?.onlyFor !== null && message?.onlyFor !== person.id;
  if (message === undefined || isHidden) throw new UserActionError('That message is gone.');
  const attachment = message.attachments.find((one) => one['id'] === id);
  if (id !== undefined && attachment === undefined)
    throw new UserActionError('That preview is gone.');
  const shown = attachment ?? { blocks: message.blocks };
  const state = { values: stateValues(shown, values) };
  const isUnfurl = attachment?.['is_app_unfurl'] === true;
  return {
    payload: {
      container: containerOf(message, attachment),
      channel: channelIn(room),
      state,
      ...subject(message, attachment),
    },
    container: shown,
    screen: null,
    // An answer to a preview must not replace the message of the person who posted the link.
    message: { channel, ts: isUnfurl ? null : ts, thread: message.thread },
  };
}

function containerOf({ channel, ts, onlyFor, thread }: StoredMessage, attachment?: Json): Json {
  const preview =
    attachment === undefined
      ? { type: 'message' }
      : {
          type: 'message_attachment',
          attachment_id: attachment['id'],
          is_app_unfurl: attachment['is_app_unfurl'] ?? false,
          ...(attachment['is_app_unfurl'] === true
            ? { app_unfurl_url: attachment['app_unfurl_url'] }
            : {}),
        };
  return {
    ...preview,
    message_ts: ts,
    channel_id: channel,
    is_ephemeral: onlyFor !== null,
    ...(thread === null ? {} : { thread_ts: thread }),
  };
}

/** Payload of the place: the message, the preview alone, or nothing of an ephemeral one. */
function subject(message: StoredMessage, attachment?: Json): Json {
  if (attachment?.['is_app_unfurl'] === true) return { app_unfurl: attachment };
  return message.onlyFor === null ? { message: messageObject(message) } : {};
}

/**
 * An element by its names.
 *
 * @throws {UserActionError} when nothing of that name stands there
 */
export function elementIn({ container }: ActionSource, blockId: unknown, actionId: unknown): Json {
  const blocks = Array.from(objectsIn(container), ({ object }) => object).filter(
    (object) => object['block_id'] === blockId && object['type'] !== 'container',
  );
  for (const block of blocks) {
    for (const { object } of objectsIn(block)) {
      if (isObject(object) && object['action_id'] === actionId) return object;
    }
  }
  throw new UserActionError('There is no such element there any more.');
}
