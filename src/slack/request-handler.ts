import type { Place } from '../commands/command.ts';
import type { Dispatcher, RequestInfo } from '../commands/dispatcher.ts';
import { AdminsOnlyError, FormError, isUserError, SharingError } from '../commands/errors.ts';
import { newReference } from '../lib/crypto.ts';
import type { Log } from '../log.ts';
import type { Action, Answer, Message } from '../views/message.ts';
import {
  type ReplayGuard,
  type Rejection,
  THROTTLE_LIMITS,
  type ThrottleLimits,
  createEventLoopQueue,
  createInFlight,
  createThrottle,
} from './admission.ts';
import { AccessLostError, type Authorization, type Authorizer, type Refusal } from './authorize.ts';
import { type Messenger, sendDirect } from './post/messenger.ts';
import { deliverOrFallBack, type Responder } from './respond/respond.ts';
import { toUndeliverable } from './web-api.ts';

/** Answers acknowledged requests. */
export interface RequestHandler {
  /** Authorizes, answers, and reports every error to the person; never throws. */
  handle(request: Request): Promise<void>;
  /**
   * Handles a request without a response, such as a link or typing: refusals and errors are only
   * logged.
   *
   * @param what name in metrics and the log
   * @returns `null` after a refusal or an error; never throws
   */
  handleSilently<Value>(
    request: Origin,
    what: string,
    work: (requestInfo: RequestInfo, confirm: Confirm) => Promise<Value>,
  ): Promise<Value | null>;
  /**
   * Handles a request whose response is its answer, such as a tool call of an assistant; never
   * throws.
   *
   * @param what name in metrics and the log
   */
  handleCall<Value extends Answered>(
    request: Origin,
    what: string,
    work: (requestInfo: RequestInfo) => Promise<Value>,
  ): Promise<CallAnswer<Value>>;
  /** Makes `idle` wait for work outside requests; its errors are ignored. */
  track(work: Promise<unknown>): Promise<void>;
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
  /**
   * Gives requests in flight this many milliseconds. Requests still open then get a "shutting down"
   * reply, and nothing after it.
   */
  finish(ms: number): Promise<void>;
}

export interface RequestHandlerOptions {
  readonly dispatcher: Dispatcher;
  readonly access: Authorizer;
  readonly messenger: Messenger;
  readonly replayGuard: Pick<ReplayGuard, 'settled'>;
  readonly log: Log;
  /** Called for each request with the name of the command and its duration. */
  readonly onAnswered?: (what: string, outcome: Outcome, elapsedMs: number) => void;
  readonly monotonic?: () => number;
  readonly throttle?: Partial<ThrottleLimits>;
}

/** What a call answers, with an error that it reports beside, for the log. */
interface Answered {
  readonly warning?: unknown;
}

/** The answer of a call, or why there is none: in words for the person, and the error if one is to blame. */
type CallAnswer<Value> =
  | { readonly value: Value }
  | { readonly refusal: Message; readonly error: unknown; readonly reference: string };

/**
 * Asks Slack afresh, right before something is shown to a channel.
 *
 * @throws {AccessLostError} when the person may not have it any more
 * @throws {SharingError} when the channel may not, or Slack does not say
 */
type Confirm = (shown: { readonly isForOutside?: true }) => Promise<void>;

/** An answer for the person who asks, or for their channel. */
type OwnAnswer = Exclude<Answer, { kind: 'direct' }>;

/** How a request ended, as metrics name it. */
type Outcome =
  | 'answered'
  | 'troubled'
  | 'mended'
  | 'slip'
  | 'failed'
  | 'refused'
  | Rejection['why'];

/** Delay before a modal or a submitted form shows a waiting message; Slack allows 3 s. */
const SHOW_WAITING_AFTER_MS = 800;

/** A handler that starts requests one by one, and then answers them concurrently. */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { dispatcher, access, messenger, replayGuard, log, onAnswered } = options;
  const { monotonic = () => 0 } = options;
  const nextTurn = createEventLoopQueue(replayGuard);
  const throttle = createThrottle({ ...THROTTLE_LIMITS, ...options.throttle }, monotonic);
  const inFlight = createInFlight<Request>();
  const { waiting } = inFlight;

  function requestInfoOf(
    { person, reader }: Authorization,
    { userId, channelId, surface, audience, privacy, language }: Origin,
    reference: string,
  ): RequestInfo {
    const sharing = async () => access.sharing(channelId, userId);
    return {
      person,
      reader,
      place: { channelId, surface, audience, sharing, language, ...(privacy && { privacy }) },
      reference,
    };
  }

  /**
   * Checks right before an answer is sent that it may still be. What leaves Slack's ephemeral messages
   * is checked afresh; other answers see what Slack has reported meanwhile.
   */
  async function confirmAnswer(
    answer: OwnAnswer,
    request: Request,
    { person }: RequestInfo,
  ): Promise<void> {
    if (answer.kind === 'message' && answer.isProgress) return;
    const isForChannel = answer.kind === 'post' || request.audience === 'channel';
    const isFresh =
      isForChannel ||
      answer.kind === 'document' ||
      request.surface === 'mention' ||
      (answer.kind === 'message' && answer.isConfidential === true);
    const authorization = await confirmPerson(request, isFresh);
    if (answer.kind === 'document' && person.isAdmin && !authorization.person.isAdmin) {
      throw new AdminsOnlyError();
    }
    if (isForChannel && answer.kind !== 'form' && answer.kind !== 'document') {
      await confirmSharing(answer.kind === 'post' ? answer.message : answer, request);
    }
  }

  async function confirmPerson(request: Origin, isFresh: boolean): Promise<Authorization> {
    const authorization = await access.authorize(request, isFresh);
    if (!authorization.isAllowed) throw new AccessLostError(authorization);
    return authorization;
  }

  async function confirmSharing(
    { isForOutside }: { readonly isForOutside?: true | undefined },
    { channelId, userId }: Origin,
  ): Promise<void> {
    if (isForOutside) return;
    const sharing = await access.freshSharing(channelId, userId).catch((cause: unknown) => {
      throw new SharingError('unknown', { cause });
    });
    if (sharing === 'external') throw new SharingError('changed');
  }

  async function send(
    answer: OwnAnswer,
    request: Request,
    requestInfo: RequestInfo,
  ): Promise<void> {
    await confirmAnswer(answer, request, requestInfo);
    // Nothing may follow the notice that there will be no answer.
    if (!waiting.has(request)) return;
    waiting.sent(request, answer.kind === 'message' && answer.isProgress === true);
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

  /** A request that begins now: what the log names of it, and what tells metrics how it ended. */
  function begin(what: string, userId: string) {
    const startedAt = monotonic();
    return {
      fields: { reference: newReference(), what, userId },
      report: (outcome: Outcome) => onAnswered?.(what, outcome, monotonic() - startedAt),
    };
  }

  function logAnswer(fields: object, warning: unknown): Outcome {
    if (warning === undefined) log.info(fields, 'answered');
    else log.warn({ ...fields, err: warning }, 'answered, with trouble on the way');
    return warning === undefined ? 'answered' : 'troubled';
  }

  /** A user error needs no operator. */
  function logFailure(fields: object, error: unknown): Outcome {
    if (isUserError(error)) log.info({ ...fields, slip: error.name }, 'not understood');
    else log.error({ ...fields, err: error }, 'not answered');
    return isUserError(error) ? 'slip' : 'failed';
  }

  /** Reports why there is no answer, by direct message when the response fails. */
  async function notify(
    request: Request,
    message: Message,
    respond = request.responder.sendPrivately,
  ): Promise<void> {
    if (!waiting.has(request)) return;
    await deliverOrFallBack(
      async () => respond(message),
      async () => messenger.direct(message, request.userId),
    );
  }

  async function answerRequest(request: Request): Promise<void> {
    const { userId, responder, name: what } = request;
    const { fields, report } = begin(what, userId);
    waiting.begin(request);
    const waitingTimer = setTimeout(() => {
      responder
        .showWaiting?.()
        .catch((err: unknown) => log.warn({ ...fields, err }, 'waiting message not shown'));
    }, SHOW_WAITING_AFTER_MS);
    try {
      await nextTurn();
      const authorization = await access.authorize(request);
      const requestInfo = requestInfoOf(authorization, request, fields.reference);
      if (!authorization.isAllowed) {
        logRefusal(authorization, fields);
        report('refused');
        await refuse(request, authorization, requestInfo, null);
        return;
      }
      report(await answerAuthorized(request, requestInfo, fields));
    } catch (error) {
      report('failed');
      log.error({ ...fields, err: error }, 'the person could not be notified');
    } finally {
      clearTimeout(waitingTimer);
      waiting.end(request);
    }
  }

  function logRefusal(refusal: Refusal, fields: object): void {
    const { reason, failure } = refusal;
    if (failure === null) log.info({ ...fields, reason }, 'refused');
    else log.warn({ ...fields, err: failure }, 'refused, for it could not be checked who asks');
  }

  /** A form comes back when it could not be checked who asks, unless only its answer is unsent. */
  async function refuse(
    request: Request,
    refusal: Refusal,
    requestInfo: RequestInfo,
    unsent: Answer['kind'] | null,
  ): Promise<void> {
    const { reason } = refusal;
    // Two bots that answer each other would never stop.
    if (reason === 'bot') return;
    const message = await dispatcher.refused(reason, requestInfo, unsent);
    const respond = reason === 'unknown' && unsent === null ? replyFor(request) : undefined;
    await notify(request, message, respond);
  }

  async function answerAuthorized(
    request: Request,
    requestInfo: RequestInfo,
    fields: object,
  ): Promise<Outcome> {
    const { responder, again, answer } = request;
    let unsent: Answer['kind'] | null = null;
    try {
      let warning: unknown;
      for await (const part of answer(requestInfo)) {
        unsent = part.kind;
        if (part.kind === 'direct') {
          part.onOutcome(await sendDirect(part, options, fields));
          continue;
        }
        await send(part, request, requestInfo).catch((error: unknown) => {
          throw toUndeliverable(error);
        });
        warning = part.kind === 'message' ? part.warning : warning;
      }
      return logAnswer(fields, warning);
    } catch (error) {
      if (error instanceof AccessLostError) {
        logRefusal(error.authorization, fields);
        await refuse(request, error.authorization, requestInfo, unsent);
        return 'refused';
      }
      if (error instanceof FormError && (await responder.correct?.(error.fields))) {
        log.info(fields, 'form returned with errors');
        return 'mended';
      }
      const outcome = logFailure(fields, error);
      await notify(request, await dispatcher.failed(error, again, requestInfo), replyFor(request));
      return outcome;
    }
  }

  async function answerCall<Value extends Answered>(
    request: Origin,
    what: string,
    work: (requestInfo: RequestInfo) => Promise<Value>,
  ): Promise<CallAnswer<Value>> {
    const { fields, report } = begin(what, request.userId);
    const { reference } = fields;
    await nextTurn();
    const authorization = await access.authorize(request);
    const requestInfo = requestInfoOf(authorization, request, reference);
    const refused = async (refusal: Refusal) => {
      logRefusal(refusal, fields);
      report('refused');
      return {
        refusal: await dispatcher.refused(refusal.reason, requestInfo),
        error: null,
        reference,
      };
    };
    if (!authorization.isAllowed) return refused(authorization);
    try {
      const value = await work(requestInfo);
      await confirmPerson(request, false);
      report(logAnswer(fields, value.warning));
      return { value };
    } catch (error) {
      if (error instanceof AccessLostError) return refused(error.authorization);
      report(logFailure(fields, error));
      return { refusal: await dispatcher.failed(error, null, requestInfo), error, reference };
    }
  }

  /** Without a notice a submitted form stays open, and Slack itself says that it failed. */
  async function reject(request: Request, rejection: Rejection): Promise<void> {
    onAnswered?.(request.name, rejection.why, 0);
    if (rejection.isNotified) await sendRejection(request, rejection);
  }

  async function sendRejection(request: Request, rejection: Parameters<Dispatcher['rejected']>[0]) {
    const { userId, channelId, name: what, again } = request;
    const fields = { what, userId, why: rejection.why };
    log.info(fields, 'turned away');
    try {
      const readerInfo = { reader: access.knownReader(userId), channelId };
      await replyFor(request)(dispatcher.rejected(rejection, again, readerInfo));
    } catch (error) {
      log.warn({ ...fields, err: error }, 'the person could not be notified');
    }
  }

  return {
    idle: async () => inFlight.idle(),
    async finish(ms) {
      await inFlight.idle(ms);
      const unanswered = waiting.unanswered();
      for (const request of unanswered) waiting.end(request);
      const rejection = { why: 'closing', waitSeconds: 0 } as const;
      await Promise.all(unanswered.map(async (request) => sendRejection(request, rejection)));
    },
    track: async (work) => inFlight.track(work),
    async handle(request) {
      const rejection = throttle.reject(request, inFlight.count());
      await inFlight.track(
        rejection === null ? answerRequest(request) : reject(request, rejection),
      );
    },
    async handleCall(request, what, work) {
      const { userId, channelId } = request;
      const rejection = throttle.reject(request, inFlight.count());
      if (rejection !== null) {
        onAnswered?.(what, rejection.why, 0);
        const readerInfo = { reader: access.knownReader(userId), channelId };
        const refusal = dispatcher.rejected(rejection, null, readerInfo);
        return { refusal, error: null, reference: newReference() };
      }
      const answer = answerCall(request, what, work);
      await inFlight.track(answer);
      return answer;
    },
    async handleSilently(request, what, work) {
      const { fields, report } = begin(what, request.userId);
      const refused = (refusal: Refusal) => {
        logRefusal(refusal, fields);
        report('refused');
        return null;
      };
      if (throttle.isSuppressed(request.userId, inFlight.count())) {
        report('limited');
        return null;
      }
      try {
        const authorization = await access.authorize(request);
        if (!authorization.isAllowed) return refused(authorization);
        const requestInfo = requestInfoOf(authorization, request, fields.reference);
        const value = await work(requestInfo, async (shown) => {
          await confirmPerson(request, true);
          await confirmSharing(shown, request);
        });
        await confirmPerson(request, false);
        report('answered');
        return value;
      } catch (error) {
        if (error instanceof AccessLostError) return refused(error.authorization);
        report('failed');
        log.error({ ...fields, err: error }, 'failed without a notification');
        return null;
      }
    },
  };
}

/** How the person learns why a request failed: a form comes back with what was filled in. */
function replyFor({ responder }: Request): Responder['sendPrivately'] {
  return responder.returnForm ?? responder.sendPrivately;
}

/** A request that is not authorized yet. */
interface Request extends Pick<
  Place,
  'channelId' | 'surface' | 'audience' | 'privacy' | 'language'
> {
  readonly userId: string;
  /** The workspace that the request names as the person's. */
  readonly teamId: string;
  /** Reaches the channel when the app is not in it. */
  readonly responseUrl?: string | undefined;
  readonly responder: Responder;
  /** Name of the command in metrics and the log, never its arguments. */
  readonly name: string;
  readonly again: Action | null;
  readonly answer: (requestInfo: RequestInfo) => AsyncIterable<Answer>;
}

/** Person, place and audience of a request. */
type Origin = Omit<Request, 'responseUrl' | 'responder' | 'name' | 'again' | 'answer'>;
