import type { Json, Message } from '../page-protocol.ts';
import type { ChangeFeed } from './change-feed.ts';
import { fileObject } from './files.ts';
import type { Identifiers } from './identifiers.ts';
import { APP, TEAM } from './team.ts';

/** A message as the workspace keeps it. */
export interface StoredMessage extends Omit<Message, 'metadata'> {
  readonly metadata: Json | null;
  /** When it was edited last, as a `ts`. */
  readonly editedTs: string | null;
}

type NewMessage = Pick<StoredMessage, 'channel' | 'author' | 'text'> &
  Partial<
    Pick<StoredMessage, 'onlyFor' | 'blocks' | 'attachments' | 'files' | 'thread' | 'metadata'>
  >;

type Edit = Partial<Pick<StoredMessage, 'text' | 'blocks' | 'attachments' | 'metadata'>>;

export interface MessageBook {
  all(): readonly StoredMessage[];
  find(channel: string, ts: string): StoredMessage | undefined;
  add(message: NewMessage): StoredMessage;
  /** Changes a message that is there; gives it as it is now. */
  edit(message: StoredMessage, edit: Edit): StoredMessage;
  /** Changes what hangs on a message, which does not make it an edited one. */
  amend(
    message: StoredMessage,
    fields: Partial<Pick<StoredMessage, 'attachments' | 'files'>>,
  ): void;
  remove(message: StoredMessage): void;
}

/** The messages of every channel, in the order they were written. */
export function messageBook(feed: ChangeFeed, ids: Identifiers): MessageBook {
  let messages: readonly StoredMessage[] = [];

  function replace(message: StoredMessage, changed: StoredMessage): StoredMessage {
    messages = messages.map((one) => (isSame(one, message) ? changed : one));
    feed.emit({ kind: 'message', message: shownMessage(changed) });
    return changed;
  }

  return {
    all: () => messages,

    find(channel, ts) {
      return messages.find((message) => message.channel === channel && message.ts === ts);
    },

    add(message) {
      const added = {
        onlyFor: null,
        blocks: [],
        attachments: [],
        files: [],
        thread: null,
        metadata: null,
        editedTs: null,
        isEdited: false,
        ...message,
        ts: ids.ts(),
      };
      messages = [...messages, added];
      feed.emit({ kind: 'message', message: shownMessage(added) });
      return added;
    },

    edit(message, edit) {
      return replace(message, { ...message, ...edit, isEdited: true, editedTs: ids.ts() });
    },

    amend(message, fields) {
      replace(message, { ...message, ...fields });
    },

    remove(message) {
      messages = messages.filter((one) => !isSame(one, message));
      feed.emit({ kind: 'message_gone', channel: message.channel, ts: message.ts });
    },
  };
}

function isSame(one: StoredMessage, other: StoredMessage): boolean {
  return one.channel === other.channel && one.ts === other.ts;
}

/** A message as the page shows it. */
export function shownMessage(message: StoredMessage): Message {
  const { metadata, editedTs: _, ...shown } = message;
  return metadata === null ? shown : { ...shown, metadata };
}

/**
 * A message as the Web API gives it.
 *
 * @see https://docs.slack.dev/reference/events/message
 */
export function messageObject(message: StoredMessage, replyCount = 0): Json {
  const { author, text, ts, blocks, attachments, files, thread, editedTs, metadata } = message;
  const isOwn = author === APP.userId;
  return {
    type: 'message',
    user: author,
    text,
    ts,
    team: TEAM.id,
    ...(isOwn ? { bot_id: APP.botId, app_id: APP.id } : {}),
    ...(blocks.length > 0 ? { blocks } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(files.length > 0 ? { files: files.map(fileObject) } : {}),
    ...(editedTs === null ? {} : { edited: { user: author, ts: editedTs } }),
    ...(thread === null ? {} : { thread_ts: thread }),
    ...(replyCount > 0 ? { thread_ts: ts, reply_count: replyCount } : {}),
    ...(metadata === null ? {} : { metadata }),
  };
}
