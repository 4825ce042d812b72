import { setImmediate as yieldToEventLoop, setTimeout as delay } from 'node:timers/promises';

import { FormError, isSlip, type Place } from '../commands/command.ts';
import type { Asking, Desk } from '../commands/dispatcher.ts';
import { newReference } from '../lib/reference-code.ts';
import type { Log } from '../log.ts';
import type { Answer, Message, Press } from '../views/message.ts';
import { undelivered } from './api-errors.ts';
import type { Access, Verdict } from './authorize.ts';
import type { Outbox } from './post/messenger.ts';
import {
  createThrottle,
  THROTTLE_LIMITS,
  type ThrottleLimits,
  type TurnedAway,
} from './rate-limit.ts';
import type { Way } from './respond/responder.ts';
import { lastWord } from './respond/response-url.ts';

/** Answers requests that Slack has been told of. */
export interface Answering {
  /** Decides, answers, and never lets an error pass in silence; never throws. */
  answer(request: Request): Promise<void>;
  /**
   * Does what somebody's link or typing asks for, where nothing can be said to them: a refusal and
   * an error are for the log alone.
   *
   * @param what how metrics and the log call it
   * @returns `null` when nothing came of it; never throws
   */
  attend<Value>(
    request: Origin,
    what: string,
    work: (asking: Asking) => Promise<Value>,
  ): Promise<Value | null>;
  /** Has `idle` wait for work that no way of an answer leads to, whatever becomes of it. */
  during(work: Promise<unknown>): Promise<void>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
  /**
   * Gives what is under way so long, in milliseconds. Whoever still waits then is told that they
   * wait in vain, and hears nothing more.
   */
  finish(ms: number): Promise<void>;
}

export interface AnsweringOptions {
  readonly desk: Desk;
  readonly access: Access;
  readonly outbox: Outbox;
  readonly log: Log;
  /** Hears what became of each request, by the name of the command, and how long it took. */
  readonly onAnswered?: (what: string, outcome: Outcome, elapsedMs: number) => void;
  readonly monotonic?: () => number;
  readonly throttle?: Partial<ThrottleLimits>;
}

/** What became of a request. */
type Outcome =
  | 'answered'
  | 'troubled'
  | 'mended'
  | 'slip'
  | 'failed'
  | 'refused'
  | TurnedAway['why'];

/** So long a window may stay unopened, or a form unanswered; Slack allows three seconds. */
const HOLD_MS = 800;

/** Answers one request at a time to begin with, and all at once from then on. */
export function createAnswering(options: AnsweringOptions): Answering {
  const { desk, access, outbox, log, onAnswered, monotonic = () => 0 } = options;
  const turn = createTurns();
  const throttle = createThrottle({ ...THROTTLE_LIMITS, ...options.throttle }, monotonic);
  const underWay = createUnderWay<Request>();
  const { waiting } = underWay;

  function askingOf(
    { person, reader }: Verdict,
    { userId, channelId, surface, audience }: Origin,
    reference: string,
  ): Asking {
    const exposure = async () => access.exposure(channelId, userId);
    return { person, reader, place: { channelId, surface, audience, exposure }, reference };
  }

  async function send(answer: Answer, request: Request): Promise<void> {
    // Somebody who was told that nothing comes is not to hear something after all.
    if (!waiting.has(request)) return;
    waiting.sent(request, answer.kind === 'message' && answer.isPassing);
    const { way, userId, channelId, responseUrl } = request;
    switch (answer.kind) {
      case 'message':
        return way.message(answer);
      case 'form':
        return way.form(answer);
      case 'document':
        return outbox.document(answer, userId);
      case 'post':
        return outbox.post(answer.message, channelId ?? userId, responseUrl);
    }
  }

  /** Whoever asks hears why there is no answer, also where Slack stands in the way of it. */
  async function tellSurely(request: Request, message: Message): Promise<void> {
    if (!waiting.has(request)) return;
    const { way, userId } = request;
    await lastWord(
      async () => way.tell(message),
      async () => outbox.direct(message, userId),
    );
  }

  async function settle(request: Request): Promise<void> {
    const { userId, way, what } = request;
    const fields = { reference: newReference(), what, userId };
    const { reference } = fields;
    const startedAt = monotonic();
    const ended = (outcome: Outcome) => onAnswered?.(what, outcome, monotonic() - startedAt);
    waiting.begin(request);
    const holding = setTimeout(() => {
      way.hold?.().catch((error: unknown) => log.warn({ ...fields, err: error }, 'not held'));
    }, HOLD_MS);
    try {
      await turn();
      const verdict = await access.decide(request);
      const asking = askingOf(verdict, request, reference);
      if (!verdict.isAllowed) {
        tellOfRefusal(verdict, fields);
        ended('refused');
        // Two that answer each other would never end.
        if (verdict.reason === 'bot') return;
        await tellSurely(request, await desk.refused(verdict.reason, asking));
        return;
      }
      ended(await settleAdmitted(request, asking, fields));
    } catch (error) {
      ended('failed');
      log.error({ ...fields, err: error }, 'the person could not be told');
    } finally {
      clearTimeout(holding);
      waiting.end(request);
    }
  }

  function tellOfRefusal(verdict: Extract<Verdict, { isAllowed: false }>, fields: object): void {
    const { reason, failure } = verdict;
    if (failure === null) log.info({ ...fields, reason }, 'refused');
    else log.warn({ ...fields, failure }, 'refused, for it could not be checked who asks');
  }

  async function settleAdmitted(
    request: Request,
    asking: Asking,
    fields: object,
  ): Promise<Outcome> {
    const { way, again, answer } = request;
    try {
      let trouble: unknown;
      for await (const part of answer(asking)) {
        await send(part, request).catch((error: unknown) => {
          throw undelivered(error);
        });
        trouble = part.kind === 'message' ? part.trouble : trouble;
      }
      if (trouble === undefined) log.info(fields, 'answered');
      else log.warn({ ...fields, err: trouble }, 'answered, with trouble on the way');
      return trouble === undefined ? 'answered' : 'troubled';
    } catch (error) {
      if (error instanceof FormError && (await way.correct?.(error.fields))) {
        log.info(fields, 'handed back to be mended');
        return 'mended';
      }
      // A slip of the person's is no fault of ours, and needs no operator.
      if (isSlip(error)) log.info({ ...fields, slip: error.name }, 'not understood');
      else log.error({ ...fields, err: error }, 'not answered');
      await tellSurely(request, await desk.failed(error, again, asking));
      return isSlip(error) ? 'slip' : 'failed';
    }
  }

  /** Says that there is no time for it, or nothing. A form then stays open, for Slack says so itself. */
  async function turnAway(request: Request, turned: TurnedAway): Promise<void> {
    onAnswered?.(request.what, turned.why, 0);
    if (turned.isTold) await tellWhyNot(request, turned);
  }

  async function tellWhyNot(request: Request, turned: Parameters<Desk['turnedAway']>[0]) {
    const { userId, channelId, way, what, again } = request;
    const fields = { what, userId, why: turned.why };
    log.info(fields, 'turned away');
    try {
      const glance = { reader: access.knownReader(userId), channelId };
      await way.tell(desk.turnedAway(turned, again, glance));
    } catch (error) {
      log.warn({ ...fields, err: error }, 'the person could not be told');
    }
  }

  return {
    idle: async () => underWay.idle(),
    async finish(ms) {
      await underWay.idle(ms);
      const inVain = waiting.inVain();
      for (const request of inVain) waiting.end(request);
      const turned = { why: 'closing', waitSeconds: 0 } as const;
      await Promise.all(inVain.map(async (request) => tellWhyNot(request, turned)));
    },
    during: async (work) => underWay.during(work),
    async answer(request) {
      const turned = throttle.turnedAway(request, underWay.count());
      await underWay.during(turned === null ? settle(request) : turnAway(request, turned));
    },
    async attend(request, what, work) {
      const fields = { reference: newReference(), what, userId: request.userId };
      const startedAt = monotonic();
      const ended = (outcome: Outcome) => onAnswered?.(what, outcome, monotonic() - startedAt);
      if (throttle.isLeftOut(request.userId, underWay.count())) {
        ended('limited');
        return null;
      }
      try {
        const verdict = await access.decide(request);
        if (!verdict.isAllowed) {
          tellOfRefusal(verdict, fields);
          ended('refused');
          return null;
        }
        const value = await work(askingOf(verdict, request, fields.reference));
        ended('answered');
        return value;
      } catch (error) {
        ended('failed');
        log.error({ ...fields, err: error }, 'not answered, and nobody is told');
        return null;
      }
    },
  };
}

/** What somebody wants; whether they may, is yet to be decided. */
interface Request {
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
type Origin = Pick<Request, 'userId' | 'teamId' | 'channelId' | 'surface' | 'audience'>;

/** Work that is under way, and those who wait for what comes of it. */
interface UnderWay<Who> {
  count(): number;
  /** Resolves when the work has ended, whatever becomes of it. */
  during(work: Promise<unknown>): Promise<void>;
  /** Resolves when nothing is under way any more, or after so many milliseconds. */
  idle(msMax?: number): Promise<void>;
  readonly waiting: {
    begin(who: Who): void;
    end(who: Who): void;
    /** Whether they are to hear anything yet. */
    has(who: Who): boolean;
    /** They are sent something: a sign of life, or what they wait for. */
    sent(who: Who, isPassing: boolean): void;
    /** Those who were sent nothing but signs of life. */
    inVain(): readonly Who[];
  };
}

/** Nothing is under way yet. */
function createUnderWay<Who>(): UnderWay<Who> {
  const work = new Set<Promise<unknown>>();
  const waiting = new Map<Who, 'waiting' | 'answered'>();

  async function allDone(): Promise<void> {
    while (work.size > 0) await Promise.allSettled(work);
  }

  return {
    count: () => work.size,
    async during(promise) {
      const done = Promise.allSettled([promise]);
      work.add(done);
      await done;
      work.delete(done);
    },
    async idle(msMax) {
      if (msMax === undefined) return allDone();
      const over = new AbortController();
      const late = delay(msMax, null, { signal: over.signal }).catch(() => {});
      await Promise.race([allDone(), late]);
      over.abort();
    },
    waiting: {
      begin: (who) => void waiting.set(who, 'waiting'),
      end: (who) => void waiting.delete(who),
      has: (who) => waiting.has(who),
      sent: (who, isPassing) => void waiting.set(who, isPassing ? 'waiting' : 'answered'),
      inVain: () => [...waiting].filter(([, state]) => state === 'waiting').map(([who]) => who),
    },
  };
}

/**
 * Gives each who waits a turn of the event loop of its own, in order of arrival.
 *
 * Requests that arrive together are all acknowledged before the first of them is answered, and
 * those that arrive meanwhile between two answers: Slack waits three seconds, people a little more.
 */
function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => yieldToEventLoop());
    return last;
  };
}
