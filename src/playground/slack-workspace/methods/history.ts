import { z } from 'zod';

import type { ServerContext } from '../context.ts';
import type { Json } from '../page-protocol.ts';
import { messageObject, type StoredMessage } from '../store/messages.ts';
import { HISTORY_SCOPES, readableRoom } from './channel-access.ts';
import { defineMethod, flag, MethodError, text } from './method.ts';
import { pageArgs, pageOf } from './pagination.ts';

const MICRO_DIGITS = 6;

const span = {
  ...pageArgs,
  channel: text,
  latest: text.optional(),
  oldest: text.optional(),
  inclusive: flag.optional(),
  include_all_metadata: flag.optional(),
};

interface Span {
  readonly latest?: string | undefined;
  readonly oldest?: string | undefined;
  readonly inclusive?: boolean | undefined;
}

/** @see https://docs.slack.dev/reference/methods/conversations.history */
export const conversationsHistory = defineMethod({
  scopes: HISTORY_SCOPES,
  args: z.object(span),
  run(context, args) {
    const room = readableRoom(context, args.channel, 'history');
    const messages = lasting(context, room.id)
      .filter(({ thread }) => thread === null)
      .filter(({ ts }) => isWithin(ts, args))
      .toReversed();
    const { items, ...page } = pageOf(messages, args);
    return {
      messages: items.map((message) => shown(context, message, args.include_all_metadata)),
      ...page,
      pin_count: 0,
    };
  },
});

/** @see https://docs.slack.dev/reference/methods/conversations.replies */
export const conversationsReplies = defineMethod({
  scopes: HISTORY_SCOPES,
  args: z.object({ ...span, ts: text }),
  run(context, args) {
    const room = readableRoom(context, args.channel, 'history');
    const all = lasting(context, room.id);
    const target = all.find(({ ts }) => ts === args.ts);
    if (target === undefined) throw new MethodError('thread_not_found');
    const root = target.thread ?? target.ts;
    const messages = all.filter(
      ({ ts, thread }) => ts === root || (thread === root && isWithin(ts, args)),
    );
    const { items, ...page } = pageOf(messages, args);
    return {
      messages: items.map((message) => shown(context, message, args.include_all_metadata)),
      ...page,
    };
  },
});

/** The messages that a channel keeps: ephemeral ones it does not. */
function lasting({ store }: ServerContext, channel: string): StoredMessage[] {
  return store.messages
    .all()
    .filter((message) => message.channel === channel && message.onlyFor === null);
}

/** Without being asked for more, Slack gives the type of metadata and not what it holds. */
function shown(context: ServerContext, message: StoredMessage, withMetadata = false): Json {
  const replies = lasting(context, message.channel).filter(({ thread }) => thread === message.ts);
  const { metadata, ...rest } = messageObject(message, replies.length);
  if (metadata === undefined || message.metadata === null) return rest;
  const { event_type: type } = message.metadata;
  return { ...rest, metadata: withMetadata ? metadata : { event_type: type } };
}

function isWithin(ts: string, { latest, oldest, inclusive = false }: Span): boolean {
  const at = micros(ts);
  const isEdge = [latest, oldest].some((edge) => edge !== undefined && micros(edge) === at);
  if (isEdge) return inclusive;
  if (latest !== undefined && at > micros(latest)) return false;
  return oldest === undefined || at > micros(oldest);
}

/** A `ts` in microseconds: sixteen digits are more than a fraction can be trusted with. */
function micros(ts: string): bigint {
  const [, seconds, fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(ts) ?? [];
  if (seconds === undefined) throw new MethodError('invalid_ts_latest');
  return BigInt(seconds + fraction.padEnd(MICRO_DIGITS, '0').slice(0, MICRO_DIGITS));
}
