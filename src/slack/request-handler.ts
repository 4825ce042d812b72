import { setTimeout as delay } from 'node:timers/promises';

import type { Place } from '../commands/command.ts';
import type { RequestInfo, Dispatcher } from '../commands/dispatcher.ts';
import { FormError, isUserError } from '../commands/errors.ts';
import { newReference } from '../lib/reference-code.ts';
import { yieldToEventLoop } from '../lib/yield.ts';
import type { Log } from '../log.ts';
import type { Answer, Message, Action } from '../views/message.ts';
import { toUndeliverable } from './api-errors.ts';
import type { Authorizer, Authorization } from './authorize.ts';
import type { Messenger } from './post/messenger.ts';
import {
  createThrottle,
  THROTTLE_LIMITS,
  type ThrottleLimits,
  type Rejection,
} from './rate-limit.ts';
import type { Responder } from './respond/responder.ts';
import { deliverOrFallBack } from './respond/response-url.ts';

/** Answers requests that Slack has been told of. */
export interface RequestHandler {
  /** Decides, answers, and never lets an error pass in silence; never throws. */
  handle(request: Request): Promise<void>;
  /**
   * Does what somebody's link or typing asks for, where nothing can be said to them: a refusal and
   * an error are for the log alone.
   *
   * @param what how metrics and the log call it
   * @returns `null` when nothing came of it; never throws
   */
  handleSilently<Value>(
    request: Origin,
    what: string,
    work: (requestInfo: RequestInfo) => Promise<Value>,
  ): Promise<Value | null>;
  /** Has `idle` wait for work that no way of an answer leads to, whatever becomes of it. */
  track(work: Promise<unknown>): Promise<void>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
  /**
   * Gives what is under way so long, in milliseconds. Whoever still waits then is told that they
   * wait in vain, and hears nothing more.
   */
  finish(ms: number): Promise<void>;
}

export interface RequestHandlerOptions {
  readonly dispatcher: Dispatcher;
  readonly access: Authorizer;
  readonly messenger: Messenger;
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
  | Rejection['why'];

/** So long a window may stay unopened, or a form unanswered; Slack allows three seconds. */
const HOLD_MS = 800;

/** Answers one request at a time to begin with, and all at once from then on. */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { dispatcher, access, messenger, log, onAnswered, monotonic = () => 0 } = options;
  const turn = createEventLoopQueue();
  const throttle = createThrottle({ ...THROTTLE_LIMITS, ...options.throttle }, monotonic);
  const inFlight = createInFlight<Request>();
  const { waiting } = inFlight;

  function askingOf(
    { person, reader }: Authorization,
    { userId, channelId, surface, audience }: Origin,
    reference: string,
  ): RequestInfo {
    const sharing = async () => access.sharing(channelId, userId);
    return {
      person,
      reader,
      place: { channelId, surface, audience, sharing },
      reference,
    };
  }

  async function send(answer: Answer, request: Request): Promise<void> {
    // Somebody who was told that nothing comes is not to hear something after all.
    if (!waiting.has(request)) return;
    waiting.sent(request, answer.kind === 'message' && answer.isPassing);
    const { responder, userId, channelId, responseUrl } = request;
    switch (answer.kind) {
      case 'message':
        return responder.message(answer);
      case 'form':
        return responder.form(answer);
      case 'document':
        return messenger.document(answer, userId);
      case 'post':
        return messenger.post(answer.message, channelId ?? userId, responseUrl);
    }
  }

  /** Whoever asks hears why there is no answer, also where Slack stands in the way of it. */
  async function tellSurely(request: Request, message: Message): Promise<void> {
    if (!waiting.has(request)) return;
    const { responder, userId } = request;
    await deliverOrFallBack(
      async () => responder.tell(message),
      async () => messenger.direct(message, userId),
    );
  }

  async function settle(request: Request): Promise<void> {
    const { userId, responder, name: what } = request;
    const fields = { reference: newReference(), what, userId };
    const { reference } = fields;
    const startedAt = monotonic();
    const ended = (outcome: Outcome) => onAnswered?.(what, outcome, monotonic() - startedAt);
    waiting.begin(request);
    const holding = setTimeout(() => {
      responder.hold?.().catch((error: unknown) => log.warn({ ...fields, err: error }, 'not held'));
    }, HOLD_MS);
    try {
      await turn();
      const authorization = await access.authorize(request);
      const requestInfo = askingOf(authorization, request, reference);
      if (!authorization.isAllowed) {
        tellOfRefusal(authorization, fields);
        ended('refused');
        // Two that answer each other would never end.
        if (authorization.reason === 'bot') return;
        await tellSurely(request, await dispatcher.refused(authorization.reason, requestInfo));
        return;
      }
      ended(await settleAdmitted(request, requestInfo, fields));
    } catch (error) {
      ended('failed');
      log.error({ ...fields, err: error }, 'the person could not be told');
    } finally {
      clearTimeout(holding);
      waiting.end(request);
    }
  }

  function tellOfRefusal(
    verdict: Extract<Authorization, { isAllowed: false }>,
    fields: object,
  ): void {
    const { reason, failure } = verdict;
    if (failure === null) log.info({ ...fields, reason }, 'refused');
    else log.warn({ ...fields, failure }, 'refused, for it could not be checked who asks');
  }

  async function settleAdmitted(
    request: Request,
    requestInfo: RequestInfo,
    fields: object,
  ): Promise<Outcome> {
    const { responder, again, answer } = request;
    try {
      let trouble: unknown;
      for await (const part of answer(requestInfo)) {
        await send(part, request).catch((error: unknown) => {
          throw toUndeliverable(error);
        });
        trouble = part.kind === 'message' ? part.trouble : trouble;
      }
      if (trouble === undefined) log.info(fields, 'answered');
      else log.warn({ ...fields, err: trouble }, 'answered, with trouble on the way');
      return trouble === undefined ? 'answered' : 'troubled';
    } catch (error) {
      if (error instanceof FormError && (await responder.correct?.(error.fields))) {
        log.info(fields, 'handed back to be mended');
        return 'mended';
      }
      // A slip of the person's is no fault of ours, and needs no operator.
      if (isUserError(error)) log.info({ ...fields, slip: error.name }, 'not understood');
      else log.error({ ...fields, err: error }, 'not answered');
      await tellSurely(request, await dispatcher.failed(error, again, requestInfo));
      return isUserError(error) ? 'slip' : 'failed';
    }
  }

  /** Says that there is no time for it, or nothing. A form then stays open, for Slack says so itself. */
  async function turnAway(request: Request, turned: Rejection): Promise<void> {
    onAnswered?.(request.name, turned.why, 0);
    if (turned.isTold) await tellWhyNot(request, turned);
  }

  async function tellWhyNot(request: Request, turned: Parameters<Dispatcher['rejected']>[0]) {
    const { userId, channelId, responder, name: what, again } = request;
    const fields = { what, userId, why: turned.why };
    log.info(fields, 'turned away');
    try {
      const glance = { reader: access.knownReader(userId), channelId };
      await responder.tell(dispatcher.rejected(turned, again, glance));
    } catch (error) {
      log.warn({ ...fields, err: error }, 'the person could not be told');
    }
  }

  return {
    idle: async () => inFlight.idle(),
    async finish(ms) {
      await inFlight.idle(ms);
      const inVain = waiting.inVain();
      for (const request of inVain) waiting.end(request);
      const turned = { why: 'closing', waitSeconds: 0 } as const;
      await Promise.all(inVain.map(async (request) => tellWhyNot(request, turned)));
    },
    track: async (work) => inFlight.track(work),
    async handle(request) {
      const turned = throttle.turnedAway(request, inFlight.count());
      await inFlight.track(turned === null ? settle(request) : turnAway(request, turned));
    },
    async handleSilently(request, what, work) {
      const fields = { reference: newReference(), what, userId: request.userId };
      const startedAt = monotonic();
      const ended = (outcome: Outcome) => onAnswered?.(what, outcome, monotonic() - startedAt);
      if (throttle.isLeftOut(request.userId, inFlight.count())) {
        ended('limited');
        return null;
      }
      try {
        const authorization = await access.authorize(request);
        if (!authorization.isAllowed) {
          tellOfRefusal(authorization, fields);
          ended('refused');
          return null;
        }
        const value = await work(askingOf(authorization, request, fields.reference));
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
  readonly responder: Responder;
  /** For the log: a command's name, never its arguments. */
  readonly name: string;
  /** What “Try again” asks for. */
  readonly again: Action | null;
  readonly answer: (requestInfo: RequestInfo) => AsyncIterable<Answer>;
}

/** Who asks, where, and for whom. */
type Origin = Pick<Request, 'userId' | 'teamId' | 'channelId' | 'surface' | 'audience'>;

/** Work that is under way, and those who wait for what comes of it. */
interface InFlight<Who> {
  count(): number;
  /** Resolves when the work has ended, whatever becomes of it. */
  track(work: Promise<unknown>): Promise<void>;
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
function createInFlight<Who>(): InFlight<Who> {
  const work = new Set<Promise<unknown>>();
  const waiting = new Map<Who, 'waiting' | 'answered'>();

  async function allDone(): Promise<void> {
    while (work.size > 0) await Promise.allSettled(work);
  }

  return {
    count: () => work.size,
    async track(promise) {
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
function createEventLoopQueue(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => yieldToEventLoop());
    return last;
  };
}
