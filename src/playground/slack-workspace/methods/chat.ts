import { z } from 'zod';

import type { MessageKind } from '../blocks/message.ts';
import type { ServerContext } from '../context.ts';
import { contentOf } from '../message-content.ts';
import type { Json } from '../page-protocol.ts';
import { messageErrorsHere } from '../rejected-blocks.ts';
import { messageObject, type StoredMessage } from '../store/messages.ts';
import { APP, TEAM } from '../store/team.ts';
import { writableRoom } from './channel-access.ts';
import { defineMethod, flag, json, MethodError, text, withMessages } from './method.ts';

const draft = {
  channel: text,
  text: text.optional(),
  markdown_text: text.optional(),
  blocks: json.optional(),
  attachments: json.optional(),
  metadata: json.optional(),
};

/** @see https://docs.slack.dev/reference/methods/chat.postMessage */
export const postMessage = defineMethod({
  scopes: ['chat:write'],
  args: z.object({ ...draft, thread_ts: text.optional(), reply_broadcast: flag.optional() }),
  run(context, args) {
    const { ids, store } = context;
    const room = writableRoom(context, args.channel);
    refuseBad(context, args, 'post');
    const thread = args.thread_ts ?? null;
    if (thread !== null && store.messages.find(room.id, thread) === undefined) {
      throw new MethodError('thread_not_found');
    }
    const content = contentOf(args, ids);
    const author = APP.userId;
    const message = store.messages.add({ ...content, channel: room.id, author, thread });
    return { channel: room.id, ts: message.ts, message: messageObject(message) };
  },
});

/** @see https://docs.slack.dev/reference/methods/chat.postEphemeral */
export const postEphemeral = defineMethod({
  scopes: ['chat:write'],
  args: z.object({ ...draft, user: text, thread_ts: text.optional() }),
  run(context, args) {
    const { ids, store } = context;
    const room = writableRoom(context, args.channel);
    const person = store.person(args.user);
    if (person === undefined || person.isDeleted || !room.members.includes(person.id)) {
      throw new MethodError('user_not_in_channel');
    }
    refuseBad(context, args, 'ephemeral');
    const message = store.messages.add({
      ...contentOf(args, ids),
      channel: room.id,
      author: APP.userId,
      onlyFor: person.id,
      thread: args.thread_ts ?? null,
    });
    return { message_ts: message.ts };
  },
});

/** Fields that an update leaves out keep their values, except the text. */
export const update = defineMethod({
  scopes: ['chat:write'],
  args: z.object({ ...draft, ts: text }),
  run(context, args) {
    const message = ownMessage(context, args.channel, args.ts, 'cant_update_message');
    refuseBad(context, args, 'update');
    const content = contentOf(args, context.ids);
    const edited = context.store.messages.edit(message, {
      text: content.text,
      blocks: args.blocks === undefined ? message.blocks : content.blocks,
      attachments: args.attachments === undefined ? message.attachments : content.attachments,
      metadata: args.metadata === undefined ? message.metadata : content.metadata,
    });
    const { channel, ts } = edited;
    return { channel, ts, text: edited.text, message: messageObject(edited) };
  },
});

/** @see https://docs.slack.dev/reference/methods/chat.delete */
export const deleteMessage = defineMethod({
  scopes: ['chat:write'],
  args: z.object({ channel: text, ts: text }),
  run(context, { channel, ts }) {
    const message = ownMessage(context, channel, ts, 'cant_delete_message');
    context.store.messages.remove(message);
    return { channel: message.channel, ts };
  },
});

/** @see https://docs.slack.dev/reference/methods/chat.getPermalink */
export const getPermalink = defineMethod({
  scopes: [],
  args: z.object({ channel: text, message_ts: text }),
  run({ store }, { channel, message_ts: ts }) {
    const room = store.room(channel);
    if (room === undefined) throw new MethodError('channel_not_found');
    const message = store.messages.find(room.id, ts);
    if (message === undefined || message.onlyFor !== null) {
      throw new MethodError('message_not_found');
    }
    const permalink = `https://${TEAM.domain}.slack.com/archives/${room.id}/p${ts.replace('.', '')}`;
    return { channel: room.id, permalink };
  },
});

function refuseBad(context: ServerContext, message: Json, kind: MessageKind): void {
  const errors = messageErrorsHere(context, message, kind);
  const [first] = errors;
  if (first === undefined) return;
  if (!first.code.startsWith('invalid_')) throw new MethodError(first.code);
  throw withMessages(
    first.code,
    errors.filter(({ code }) => code === first.code),
  );
}

/** A message that the app wrote; the ts of an ephemeral one is of no use. */
function ownMessage(
  context: ServerContext,
  channel: string,
  ts: string,
  refusal: string,
): StoredMessage {
  const room = writableRoom(context, channel);
  const message = context.store.messages.find(room.id, ts);
  if (message === undefined || message.onlyFor !== null) {
    throw new MethodError('message_not_found');
  }
  if (message.author !== APP.userId) throw new MethodError(refusal);
  return message;
}
