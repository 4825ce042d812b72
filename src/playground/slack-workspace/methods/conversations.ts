import { z } from 'zod';

import type { Workings } from '../context.ts';
import { conversationObject, directMessageWith } from '../store/channels.ts';
import { READ_SCOPES, readableRoom } from './channel-access.ts';
import { defineMethod, flag, MethodError, text } from './method.ts';
import { pageArgs, pageOf } from './pagination.ts';

/** @see https://docs.slack.dev/reference/methods/conversations.info */
export const conversationsInfo = defineMethod({
  scopes: READ_SCOPES,
  args: z.object({ channel: text, include_num_members: flag.optional() }),
  run(workings, { channel, include_num_members: withMemberCount = false }) {
    const room = readableRoom(workings, channel, 'read');
    return { channel: conversationObject(room, withMemberCount) };
  },
});

/** @see https://docs.slack.dev/reference/methods/conversations.list */
export const conversationsList = defineMethod({
  scopes: READ_SCOPES,
  args: z.object({
    ...pageArgs,
    types: text.optional(),
    exclude_archived: flag.optional(),
  }),
  run(workings, { types = 'public_channel', exclude_archived: withoutArchived, ...page }) {
    const wanted = new Set(types.split(',').map((type) => KINDS[type.trim()]));
    const rooms = workings.store
      .rooms()
      .filter(
        (room) =>
          wanted.has(room.kind) &&
          !(withoutArchived === true && room.isArchived) &&
          canRead(workings, room.id),
      );
    const { items, response_metadata } = pageOf(rooms, page);
    return { channels: items.map((room) => conversationObject(room, true)), response_metadata };
  },
});

/** @see https://docs.slack.dev/reference/methods/conversations.members */
export const conversationsMembers = defineMethod({
  scopes: READ_SCOPES,
  args: z.object({ ...pageArgs, channel: text }),
  run(workings, { channel, ...page }) {
    const { members } = readableRoom(workings, channel, 'read');
    const { items, response_metadata } = pageOf(members, page);
    return { members: items, response_metadata };
  },
});

/** @see https://docs.slack.dev/reference/methods/conversations.open */
export const conversationsOpen = defineMethod({
  scopes: ['im:write', 'mpim:write', 'channels:manage', 'groups:write'],
  args: z.object({
    users: text.optional(),
    channel: text.optional(),
    return_im: flag.optional(),
    prevent_creation: flag.optional(),
  }),
  run({ store }, { users, channel, return_im: isWhole = false }) {
    if (users?.includes(',')) throw new MethodError('method_not_supported_for_channel_type');
    const person = store.person(users ?? '');
    if (users !== undefined && person === undefined) throw new MethodError('user_not_found');
    if (person?.isBot) throw new MethodError('cannot_dm_bot');
    if (person?.isDeleted) throw new MethodError('user_disabled');
    const id = person === undefined ? channel : directMessageWith(person.id);
    const room = store.room(id ?? '');
    if (room?.kind !== 'dm') throw new MethodError('channel_not_found');
    const shown = isWhole ? conversationObject(room, false) : { id: room.id };
    return { no_op: true, already_open: true, channel: shown };
  },
});

const KINDS: Readonly<Record<string, string>> = {
  public_channel: 'public',
  private_channel: 'private',
  im: 'dm',
};

function canRead(workings: Workings, id: string): boolean {
  try {
    readableRoom(workings, id, 'read');
    return true;
  } catch (error) {
    if (error instanceof MethodError) return false;
    throw error;
  }
}
