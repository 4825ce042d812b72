import { z } from 'zod';

import type { ServerContext } from '../context.ts';
import { conversationObject, directMessageWith } from '../store/channels.ts';
import { READ_SCOPES, readableRoom } from './channel-access.ts';
import { defineMethod, flag, MethodError, text } from './method.ts';
import { pageArgs, pageOf } from './pagination.ts';

/** @see https://docs.slack.dev/reference/methods/conversations.info */
export const conversationsInfo = defineMethod({
  scopes: READ_SCOPES,
  args: z.object({ channel: text, include_num_members: flag.optional() }),
  run(context, { channel, include_num_members: withMemberCount = false }) {
    const room = readableRoom(context, channel, 'read');
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
  run(context, { types = 'public_channel', exclude_archived: withoutArchived, ...page }) {
    const wanted = new Set(types.split(',').map((type) => KINDS[type.trim()]));
    const rooms = context.store
      .rooms()
      .filter(
        (room) =>
          wanted.has(room.kind) &&
          !(withoutArchived === true && room.isArchived) &&
          canRead(context, room.id),
      );
    const { items, response_metadata } = pageOf(rooms, page);
    return { channels: items.map((room) => conversationObject(room, true)), response_metadata };
  },
});

/** @see https://docs.slack.dev/reference/methods/conversations.members */
export const conversationsMembers = defineMethod({
  scopes: READ_SCOPES,
  args: z.object({ ...pageArgs, channel: text }),
  run(context, { channel, ...page }) {
    const { members } = readableRoom(context, channel, 'read');
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

function canRead(context: ServerContext, id: string): boolean {
  try {
    readableRoom(context, id, 'read');
    return true;
  } catch (error) {
    if (error instanceof MethodError) return false;
    throw error;
  }
}
