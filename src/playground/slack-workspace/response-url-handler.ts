import type { ServerContext } from './context.ts';
import { contentOf } from './message-content.ts';
import type { Json } from './page-protocol.ts';
import { messageErrorsHere } from './rejected-blocks.ts';
import type { StoredMessage } from './store/messages.ts';
import type { Source } from './store/response-urls.ts';
import { APP } from './store/team.ts';

/**
 * Shows what the app says in answer to a command or an interaction.
 *
 * An answer is for the person alone unless it says `in_channel`. It may replace or delete the
 * message whose button was pressed; a typed command is nothing that could be replaced.
 *
 * @returns `ok`, or the code with which Slack refuses the answer
 * @see https://docs.slack.dev/interactivity/handling-user-interaction
 */
export function reply(context: ServerContext, source: Source, body: Json): string {
  const { ids, store } = context;
  const original = sourceMessage(context, source);
  const { delete_original: deletes, replace_original: replaces } = body;
  const isGone = source.ts !== null && original === undefined;
  if ((deletes === true || replaces === true) && isGone) return 'message_not_found';
  if (deletes === true && isNothingElse(body)) {
    if (original) store.messages.remove(original);
    return 'ok';
  }

  const [error] = messageErrorsHere(context, body, 'response');
  if (error !== undefined) return error.code;
  const content = contentOf(body, ids);
  if (deletes === true && original) store.messages.remove(original);
  if (replaces === true && deletes !== true && original) {
    store.messages.edit(original, content);
    return 'ok';
  }
  const isPublic = body['response_type'] === 'in_channel';
  store.messages.add({
    ...content,
    channel: source.channel,
    author: APP.userId,
    onlyFor: isPublic ? null : source.person,
    thread: isPublic ? threadOf(body) : (source.thread ?? original?.thread ?? null),
  });
  return 'ok';
}

/** A thread is answered in the channel only, and only by what says it replaces nothing. */
function threadOf({ thread_ts: thread, replace_original: replaces }: Json): string | null {
  return typeof thread === 'string' && replaces === false ? thread : null;
}

function isNothingElse(body: Json): boolean {
  return Object.keys(body).every((key) => key === 'delete_original');
}

function sourceMessage(
  { store }: ServerContext,
  { channel, ts }: Source,
): StoredMessage | undefined {
  return ts === null ? undefined : store.messages.find(channel, ts);
}
