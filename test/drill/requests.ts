import type { Json } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { Disturbances } from './disturbances.ts';

/** One thing that somebody wanted of the bot. */
export interface Request {
  readonly who: string;
  readonly what: string;
  readonly askedAt: number;
  /** How many answers it should have; one less for each that nobody can see any more. */
  wanted: number;
  /** When Slack told the bot of it once more; `null` when it never did. */
  toldAgainAt: number | null;
  /** When the answers came, the first of them first. */
  readonly answeredAt: number[];
  /** What the answers said, in plain text. */
  readonly said: string[];
  /** The bot did not hear of it: Slack showed an error, or gave up to tell of it. */
  isUnheard: boolean;
  /** Nobody waits for it any more. */
  endedAt: number | null;
}

/** By what event Slack tells of them: once more, and later, when the bot was not there. */
const EVENTS: Readonly<Record<string, string>> = {
  home: 'app_home_opened',
  mention: 'app_mention',
};

/** Whether Slack tells of it again later when the bot was not there. */
export function isToldAgain({ what }: Pick<Request, 'what'>): boolean {
  return EVENTS[what] !== undefined;
}

/** Takes note that Slack tells of an event again, unless nothing was amiss: then the bot was slow. */
export function noteToldAgain(
  { type, user }: Json,
  requests: readonly Request[],
  disturbances: Disturbances,
  nowMs: number,
): void {
  const asked = askedBy({ type, user }, requests);
  if (asked === undefined) return;
  const since = asked.toldAgainAt ?? asked.askedAt;
  if (disturbances.namesIn(since, nowMs).length > 0) asked.toldAgainAt = nowMs;
}

/** Takes note that Slack does not tell of an event any more, and that the bot never took it. */
export function noteGivenUp(event: Json, requests: readonly Request[]): void {
  const asked = askedBy(event, requests);
  if (asked !== undefined && asked.answeredAt.length < asked.wanted) asked.isUnheard = true;
}

function askedBy({ type, user }: Json, requests: readonly Request[]): Request | undefined {
  return requests.findLast(({ who, what }) => who === user && EVENTS[what] === type);
}

/** What became of a request. */
export type Fate =
  /** With what was asked for, or with why not. */
  | 'answered'
  | 'told why'
  /** Slack said so at once. */
  | 'not heard'
  /** The process was killed in the middle of it. */
  | 'cut off'
  | 'lost';

/** Says why, with a reference, and shows nothing of what was asked for. */
const REASON = /\((?:Reference|Référence)\s*:?\s*[2-9A-Z]{6}\)/;
const GUESTS = /does not answer guests|ne répond pas aux invités/;
const SHOWN_ALL_THE_SAME = /These are the files as last read|Voici les dossiers tels que lus/;

/** Whether something says why there is no answer, and is none. */
export function isReason(text: string): boolean {
  return GUESTS.test(text) || (REASON.test(text) && !SHOWN_ALL_THE_SAME.test(text));
}

/** @param kills when processes were killed */
export function fateOf(request: Request, kills: readonly number[]): Fate {
  const { askedAt, endedAt, answeredAt, said, isUnheard, wanted } = request;
  if (isUnheard) return 'not heard';
  if (answeredAt.length >= wanted) {
    const [first = ''] = said;
    return isReason(first) ? 'told why' : 'answered';
  }
  const until = endedAt ?? Infinity;
  return kills.some((at) => at >= askedAt && at <= until) ? 'cut off' : 'lost';
}

/** Milliseconds to the last answer that was wanted; `null` without one. */
export function tookMs({ askedAt, answeredAt, wanted }: Request): number | null {
  const last = answeredAt[wanted - 1];
  return last === undefined ? null : last - askedAt;
}

/** The same, without the time in which something was amiss or the bot had not been told yet. */
export function tookInCalmMs(request: Request, disturbances: Disturbances): number | null {
  const { askedAt, toldAgainAt, answeredAt, wanted } = request;
  const last = answeredAt[wanted - 1];
  if (last === undefined) return null;
  const isTold = toldAgainAt !== null && toldAgainAt <= last;
  return last - disturbances.lastIn(isTold ? toldAgainAt : askedAt, last);
}
