import type { ServerContext } from '../context.ts';
import { grantedScopes } from '../manifest.ts';
import { directMessageWith, type Room } from '../store/channels.ts';
import { APP } from '../store/team.ts';
import { MethodError } from './method.ts';

type Reading = 'read' | 'history';

const SCOPES: Readonly<Record<Room['kind'], Readonly<Record<Reading, string>>>> = {
  public: { read: 'channels:read', history: 'channels:history' },
  private: { read: 'groups:read', history: 'groups:history' },
  dm: { read: 'im:read', history: 'im:history' },
};

/** The scopes of which a method that reads conversations needs one. */
export const READ_SCOPES = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];
export const HISTORY_SCOPES = ['channels:history', 'groups:history', 'im:history', 'mpim:history'];

/**
 * A conversation that the app may read.
 *
 * @throws {MethodError} `channel_not_found`, `missing_scope`, or `not_in_channel` for its history
 */
export function readableRoom(context: ServerContext, id: string, reading: Reading): Room {
  const room = context.store.room(id);
  const isMember = room?.members.includes(APP.userId) ?? false;
  if (room === undefined || (room.kind !== 'public' && !isMember)) {
    throw new MethodError('channel_not_found');
  }
  needScope(context, SCOPES[room.kind][reading]);
  if (reading === 'history' && !isMember) throw new MethodError('not_in_channel');
  return room;
}

/**
 * A conversation that the app may write to; a person's id means their direct message.
 *
 * @throws {MethodError} `channel_not_found`, `not_in_channel`, `is_archived`, `cannot_dm_bot`
 */
export function writableRoom(context: ServerContext, idOrName: string): Room {
  const { manifest, store } = context;
  const person = store.person(idOrName);
  if (person?.isBot) throw new MethodError('cannot_dm_bot');
  const room = store.room(person === undefined ? idOrName : directMessageWith(person.id));
  if (room === undefined || person?.isDeleted) throw new MethodError('channel_not_found');
  if (room.isArchived) throw new MethodError('is_archived');
  if (room.members.includes(APP.userId)) return room;
  if (room.kind !== 'public') throw new MethodError('channel_not_found');
  if (grantedScopes(manifest).includes('chat:write.public')) return room;
  throw new MethodError('not_in_channel');
}

/** @throws {MethodError} `missing_scope` when the manifest does not ask for it */
export function needScope({ manifest }: ServerContext, ...anyOf: readonly string[]): void {
  const granted = grantedScopes(manifest);
  if (anyOf.length === 0 || anyOf.some((scope) => granted.includes(scope))) return;
  throw new MethodError('missing_scope', {
    needed: anyOf.join(','),
    provided: granted.join(','),
  });
}
