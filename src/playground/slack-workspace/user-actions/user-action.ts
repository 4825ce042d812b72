import { z } from 'zod';

import type { Refusal } from '../bot/bot.ts';
import type { ServerContext } from '../context.ts';
import type { Json } from '../page-protocol.ts';
import type { Room } from '../store/channels.ts';
import type { Member } from '../store/people.ts';
import { SLACKBOT_ID } from '../store/team.ts';

export type Answer =
  | ({ readonly ok: true } & Json)
  | { readonly ok: false; readonly error: string };

/** Answer to an action that succeeded without further data. */
export const DONE: Answer = { ok: true };

/** Refusal of an action, with a sentence for the visitor. */
export class UserActionError extends Error {
  override readonly name = 'UserActionError';
}

/** JSON from the page that is passed on as it is. */
export const AnyJson = z.record(z.string(), z.unknown());

/**
 * Somebody who can act: neither a bot nor deactivated.
 *
 * @throws {UserActionError} when there is no such person
 */
export function actor({ store }: ServerContext, id: string): Member {
  const person = store.person(id);
  if (person === undefined) throw new UserActionError('There is nobody with that id.');
  if (person.isBot || person.id === SLACKBOT_ID)
    throw new UserActionError('A bot cannot be played.');
  if (person.isDeleted)
    throw new UserActionError(`${person.name} is deactivated and cannot sign in.`);
  return person;
}

/**
 * A channel that the person is in.
 *
 * @throws {UserActionError} when they are not
 */
export function roomOf({ store }: ServerContext, person: Member, id: string): Room {
  const room = store.room(id);
  if (room === undefined) throw new UserActionError('There is no such channel.');
  if (!room.members.includes(person.id)) {
    throw new UserActionError(`${person.name} is not in #${room.name}.`);
  }
  return room;
}

/** Error message when the app does not acknowledge an interaction. */
export function refusal(error: Refusal): Answer {
  return { ok: false, error: sentence(error) };
}

function sentence(error: Refusal): string {
  switch (error) {
    case 'operation_timeout':
      return 'The app did not acknowledge in time (operation_timeout).';
    case 'dispatch_failed':
      return 'The app could not be reached (dispatch_failed).';
    case 'http_client_error':
      return 'The app refused the request (http_client_error).';
    case 'http_service_error':
      return 'The app failed on the request (http_service_error).';
  }
}
