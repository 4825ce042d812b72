import type { Room } from '../channels.ts';
import { messageObject } from '../messages.ts';
import type { Member } from '../people.ts';
import type { Deeds } from '../protocol.ts';
import { escapeText, withMentions } from '../references.ts';
import { APP } from '../team.ts';
import type { Workings } from '../workings.ts';
import { runCommand } from './command.ts';
import { actor, type Answer, DeedError, DONE, roomOf } from './deed.ts';

/** Sends what somebody typed: a slash command, or a message that the app may hear of. */
export async function say(workings: Workings, deed: Deeds['say']): Promise<Answer> {
  const person = actor(workings, deed.person);
  const room = roomOf(workings, person, deed.channel);
  const text = deed.text.trim();
  if (text === '') throw new DeedError('There is nothing to send.');
  if (text.startsWith('/')) {
    await runCommand(workings, { person, room, text, isInThread: deed.thread !== undefined });
    return DONE;
  }
  if (room.isArchived) throw new DeedError(`#${room.name} is archived.`);
  await sayAloud(workings, person, room, text, deed.thread ?? null);
  return DONE;
}

async function sayAloud(
  workings: Workings,
  person: Member,
  room: Room,
  text: string,
  thread: string | null,
): Promise<void> {
  const { store, events } = workings;
  const message = store.messages.add({
    channel: room.id,
    author: person.id,
    text: withMentions(escapeText(text), store),
    thread,
  });
  if (!room.members.includes(APP.userId)) return;
  const event = { ...messageObject(message), channel: room.id, channel_type: channelType(room) };
  const told = [events.tell(`message.${subscriptionOf(room)}`, event, room)];
  const isMention = message.text.includes(`<@${APP.userId}>`) && room.kind !== 'dm';
  if (isMention) told.push(events.tell('app_mention', { ...event, type: 'app_mention' }, room));
  await Promise.all(told);
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
