import type { Place } from '../commands/command.ts';
import type { Asking } from '../commands/dispatcher.ts';
import type { Answer, Press } from '../views/message.ts';
import type { Way } from './ways/way.ts';

/** What somebody wants; whether they may, is yet to be decided. */
export interface Request {
  readonly userId: string;
  /** The workspace that the request names as the person's. */
  readonly teamId: string;
  readonly channelId: string | null;
  readonly surface: Place['surface'];
  readonly audience: Place['audience'];
  /** Reaches the channel where the app is not in it. */
  readonly responseUrl?: string | undefined;
  readonly way: Way;
  /** For the log: a command's name, never its arguments. */
  readonly what: string;
  /** What “Try again” asks for. */
  readonly again: Press | null;
  readonly answer: (asking: Asking) => AsyncIterable<Answer>;
}

/** Who asks, where, and for whom. */
export type Origin = Pick<Request, 'userId' | 'teamId' | 'channelId' | 'surface' | 'audience'>;
