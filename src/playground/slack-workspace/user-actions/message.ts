import type { ServerContext } from '../context.ts';
import { domainOf, escapeText, linksIn, withLinks, withMentions } from '../message-text.ts';
import type { UserActions } from '../page-protocol.ts';
import type { Room } from '../store/channels.ts';
import { messageObject, type StoredMessage } from '../store/messages.ts';
import type { Member } from '../store/people.ts';
import { APP } from '../store/team.ts';
import { runCommand } from './slash-command.ts';
import { actor, type Answer, UserActionError, DONE, roomOf } from './user-action.ts';

/** Sends a typed text: a slash command, or a message of which the app may receive an event. */
export async function say(context: ServerContext, input: UserActions['say']): Promise<Answer> {
  const person = actor(context, input.person);
  const room = roomOf(context, person, input.channel);
  const text = input.text.trim();
  if (text === '') throw new UserActionError('There is nothing to send.');
  const thread = input.thread ?? null;
  if (text.startsWith('/')) {
    await runCommand(context, { person, room, text, thread });
    return DONE;
  }
  if (room.isArchived) throw new UserActionError(`#${room.name} is archived.`);
  if (thread !== null) checkThread(context, room, thread);
  await postMessage(context, person, room, text, thread);
  return DONE;
}

/** A thread hangs on a message that lasts, and that is no reply itself. */
function checkThread({ store }: ServerContext, room: Room, thread: string): void {
  const root = store.messages.find(room.id, thread);
  if (root === undefined || root.onlyFor !== null || root.thread !== null) {
    throw new UserActionError('There is no message to reply to.');
  }
}

async function postMessage(
  context: ServerContext,
  person: Member,
  room: Room,
  text: string,
  thread: string | null,
): Promise<void> {
  const { store } = context;
  const message = store.messages.add({
    channel: room.id,
    author: person.id,
    text: withLinks(withMentions(escapeText(text), store)),
    thread,
  });
  await Promise.all([
    sendMessageEvents(context, room, message),
    sendLinkEvent(context, room, message, linksIn(text)),
  ]);
}

async function sendMessageEvents(
  { events }: ServerContext,
  room: Room,
  message: StoredMessage,
): Promise<void> {
  if (!room.members.includes(APP.userId)) return;
  const event = { ...messageObject(message), channel: room.id };
  const typed = { ...event, channel_type: channelType(room) };
  const sent = [events.send(`message.${subscriptionOf(room)}`, typed, room)];
  const isMention = message.text.includes(`<@${APP.userId}>`) && room.kind !== 'dm';
  if (isMention) sent.push(events.send('app_mention', { ...event, type: 'app_mention' }, room));
  await Promise.all(sent);
}

/**
 * Tells of links under the app's domains, wherever they are posted.
 *
 * @see https://docs.slack.dev/reference/events/link_shared
 */
async function sendLinkEvent(
  { events, manifest, unfurls }: ServerContext,
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
  await events.send('link_shared', event, room);
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
