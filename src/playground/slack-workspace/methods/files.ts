import { z } from 'zod';

import type { ServerContext } from '../context.ts';
import type { SharedFile } from '../page-protocol.ts';
import { fileObject } from '../store/files.ts';
import { APP } from '../store/team.ts';
import { writableRoom } from './channel-access.ts';
import { count, defineMethod, json, MethodError, text } from './method.ts';

const Uploaded = z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1);

/** @see https://docs.slack.dev/reference/methods/files.getUploadURLExternal */
export const getUploadUrl = defineMethod({
  scopes: ['files:write'],
  args: z.object({ filename: text.min(1), length: count.min(1) }),
  run({ store }, { filename, length }) {
    const { file, url } = store.files.expect(filename, length);
    return { upload_url: url, file_id: file.id };
  },
});

/**
 * Shows uploaded files in a channel, or keeps them private without one. Only the id of a channel
 * or of a direct message will do: a person's id names no place for a file.
 *
 * @see https://docs.slack.dev/reference/methods/files.completeUploadExternal
 */
export const completeUpload = defineMethod({
  scopes: ['files:write'],
  args: z.object({
    files: json.pipe(Uploaded),
    channel_id: text.optional(),
    initial_comment: text.optional(),
    thread_ts: text.optional(),
  }),
  run(context, args) {
    const { store } = context;
    const { channel_id: channel, initial_comment: comment = '', thread_ts: thread = null } = args;
    if (args.files.some(({ id }) => !store.files.isComplete(id))) {
      throw new MethodError('file_not_found');
    }
    if (channel !== undefined) placeFor(context, channel, thread);
    const files = args.files.flatMap(({ id, title }) => titled(context, id, title));
    if (channel !== undefined) {
      store.messages.add({ channel, author: APP.userId, text: comment, thread, files });
    }
    return { files: files.map((file) => fileObject(file)) };
  },
});

/** @see https://docs.slack.dev/reference/methods/files.delete */
export const deleteFile = defineMethod({
  scopes: ['files:write'],
  args: z.object({ file: text }),
  run({ store }, { file: id }) {
    const file = store.files.find(id);
    if (file === undefined) throw new MethodError('file_not_found');
    if (file.url === null) throw new MethodError('file_deleted');
    const left = store.files.remove(id);
    for (const message of store.messages.all()) {
      if (left === undefined || message.files.every((one) => one.id !== id)) continue;
      const files = message.files.map((one) => (one.id === id ? left : one));
      store.messages.amend(message, { files });
    }
    return {};
  },
});

function placeFor(context: ServerContext, channel: string, thread: string | null): void {
  if (context.store.room(channel)?.id !== channel) throw new MethodError('channel_not_found');
  const room = writableRoom(context, channel);
  if (thread === null || context.store.messages.find(room.id, thread) !== undefined) return;
  throw new MethodError('thread_not_found');
}

function titled({ store }: ServerContext, id: string, title: string | undefined): SharedFile[] {
  const file = title === undefined ? store.files.find(id) : store.files.retitle(id, title);
  return file === undefined ? [] : [file];
}
