import { z } from 'zod';

import type { Room } from '../channels.ts';
import type { Member } from '../people.ts';
import type { Json } from '../protocol.ts';
import { SLACKBOT_ID } from '../team.ts';
import type { Workings } from '../workings.ts';

export type Answer =
  | ({ readonly ok: true } & Json)
  | { readonly ok: false; readonly error: string };

/** What the page is told when a deed is done and there is nothing to add. */
export const DONE: Answer = { ok: true };

/** A deed that cannot be done, in a sentence for the visitor. */
export class DeedError extends Error {
  override readonly name = 'DeedError';
}

/** JSON from the page that is passed on as it is. */
export const AnyJson = z.record(z.string(), z.unknown());

/**
 * Somebody who can act: neither a bot nor deactivated.
 *
 * @throws {DeedError} when nobody like that is here
 */
export function actor({ store }: Workings, id: string): Member {
  const person = store.person(id);
  if (person === undefined) throw new DeedError('There is nobody with that id.');
  if (person.isBot || person.id === SLACKBOT_ID) throw new DeedError('A bot cannot be played.');
  if (person.isDeleted) throw new DeedError(`${person.name} is deactivated and cannot sign in.`);
  return person;
}

/**
 * A channel that somebody is in.
 *
 * @throws {DeedError} when they are not
 */
export function roomOf({ store }: Workings, person: Member, id: string): Room {
  const room = store.room(id);
  if (room === undefined) throw new DeedError('There is no such channel.');
  if (!room.members.includes(person.id)) {
    throw new DeedError(`${person.name} is not in #${room.name}.`);
  }
  return room;
}
