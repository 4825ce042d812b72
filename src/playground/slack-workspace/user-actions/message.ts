import type { Workings } from '../context.ts';
import { domainOf, escapeText, linksIn, withLinks, withMentions } from '../message-text.ts';
import type { Deeds } from '../page-protocol.ts';
import type { Room } from '../store/channels.ts';
import { messageObject, type StoredMessage } from '../store/messages.ts';
import type { Member } from '../store/people.ts';
import { APP } from '../store/team.ts';
import { runCommand } from './slash-command.ts';
import { actor, type Answer, DeedError, DONE, roomOf } from './user-action.ts';

/** Sends what somebody typed: a slash command, or a message that the app may hear of. */
export async function say(workings: Workings, deed: Deeds['say']): Promise<Answer> {
  const person = actor(workings, deed.person);
  const room = roomOf(workings, person, deed.channel);
  const text = deed.text.trim();
  if (text === '') throw new DeedError('There is nothing to send.');
  const thread = deed.thread ?? null;
  if (text.startsWith('/')) {
    await runCommand(workings, { person, room, text, thread });
    return DONE;
  }
  if (room.isArchived) throw new DeedError(`#${room.name} is archived.`);
  if (thread !== null) checkThread(workings, room, thread);
  await sayAloud(workings, person, room, text, thread);
  return DONE;
}

/** A thread hangs on a message that lasts, and that is no reply itself. */
function checkThread({ store }: Workings, room: Room, thread: string): void {
  const root = store.messages.find(room.id, thread);
  if (root === undefined || root.onlyFor !== null || root.thread !== null) {
    throw new DeedError('There is no message to reply to.');
  }
}

async function sayAloud(
  workings: Workings,
  person: Member,
  room: Room,
  text: string,
  thread: string | null,
): Promise<void> {
  const { store } = workings;
  const message = store.messages.add({
    channel: room.id,
    author: person.id,
    text: withLinks(withMentions(escapeText(text), store)),
    thread,
  });
  await Promise.all([
    tellOfMessage(workings, room, message),
    tellOfLinks(workings, room, message, linksIn(text)),
  ]);
}

async function tellOfMessage(
  { events }: Workings,
  room: Room,
  message: StoredMessage,
): Promise<void> {
  if (!room.members.includes(APP.userId)) return;
  const event = { ...messageObject(message), channel: room.id };
  const typed = { ...event, channel_type: channelType(room) };
  const told = [events.tell(`message.${subscriptionOf(room)}`, typed, room)];
  const isMention = message.text.includes(`<@${APP.userId}>`) && room.kind !== 'dm';
  if (isMention) told.push(events.tell('app_mention', { ...event, type: 'app_mention' }, room));
  await Promise.all(told);
}

/**
 * Tells of links under the app's domains, wherever they are posted.
 *
 * @see https://docs.slack.dev/reference/events/link_shared
 */
async function tellOfLinks(
  { events, manifest, unfurls }: Workings,
  room: Room,
  { author, ts, thread }: StoredMessage,
  links: readonly string[],
): Promise<void> {
  const own = links.flatMap((url) => {
    const domain = domainOf(url, manifest.features.unfurl_domains);
    return domain === undefined ? [] : [{ url, domain }];
  });
  if (own.length === 0) return;
  const { id } = unfurls.issue({ channel: room.id, ts, links: own.map(({ url }) => url) });
  const event = {
    type: 'link_shared',
    user: author,
    channel: room.id,
    message_ts: ts,
    ...(thread === null ? {} : { thread_ts: thread }),
    unfurl_id: id,
    source: 'conversations_history',
    links: own,
    is_bot_user_member: room.members.includes(APP.userId),
  };
  await events.tell('link_shared', event, room);
}

function channelType({ kind }: Room): string {
  switch (kind) {
    case 'public':
      return 'channel';
    case 'private':
      return 'group';
    case 'dm':
      return 'im';
  }
}

function subscriptionOf(room: Room): string {
  return room.kind === 'dm' ? 'im' : `${channelType(room)}s`;
}
