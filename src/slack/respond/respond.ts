import { scheduler, setTimeout as delay } from 'node:timers/promises';

import type { AckFn, AnyMiddlewareArgs, Context, Middleware } from '@slack/bolt';

import { hasCredentials } from '../../lib/http.ts';
import type { Log } from '../../log.ts';
import type { Form, Message } from '../../views/message.ts';
import type { Messenger } from '../post/messenger.ts';
import { isResponseClosed, ReplyLostError, ReplyRefusedError } from '../web-api.ts';
import { type ActionTokens, type ActionScope, payloadFor, withPlainFallback } from './payload.ts';

/**
 * How often a response URL may be used.
 *
 * @see https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
const USES_MAX = 5;

/**
 * Sends a message to a response URL; to the person's direct message when there is none, or when it
 * is used up.
 *
 * @param fields how Slack shows it: `response_type` and `replace_original`
 * @param direct what is sent to the direct message in its place
 * @returns how it was sent
 */
export async function respondOrDirect(
  message: Message,
  fields: object,
  { responseUrl, scope, userId, tokens, messenger }: ResponseTarget,
  direct: Message = message,
): Promise<'response_url' | 'direct_message'> {
  try {
    if (responseUrl !== undefined) {
      await withPlainFallback(message, async (form) =>
        respondTo(responseUrl, { ...fields, ...payloadFor(form, scope, tokens) }),
      );
      return 'response_url';
    }
  } catch (error) {
    if (!isResponseClosed(error)) throw error;
  }
  await messenger.direct(direct, userId);
  return 'direct_message';
}

type ResponseTarget = Pick<
  RespondOptions,
  'responseUrl' | 'scope' | 'userId' | 'tokens' | 'messenger'
>;

export interface RespondOptions {
  /** `undefined` where Slack gave none. */
  readonly responseUrl: string | undefined;
  /** `command`: its messages cannot be replaced, so there is only one sign of life. */
  readonly origin: 'command' | 'action';
  /** Whether everybody in the channel sees the message with the button. */
  readonly isPublic: boolean;
  readonly scope: ActionScope;
  readonly userId: string;
  readonly tokens: ActionTokens;
  readonly messenger: Messenger;
  /** Adds to what replaces a message for the whole channel what stays of that. */
  readonly keep?: (message: Message) => Message;
  /** Called with the message that replaced one for the whole channel. */
  readonly onReplaced?: (message: Message) => Promise<void>;
  /** Opens a form in a modal; gives the message to show when it could not. */
  readonly openForm: (form: Form) => Promise<Message | null>;
}

/** A responder by the response URL of a command or a button, or by direct message after that. */
export function createRespond(options: RespondOptions): Responder {
  const { responseUrl, origin, isPublic, scope, userId, tokens, messenger } = options;
  const { keep = (message) => message, onReplaced, openForm } = options;
  const progressMax = origin === 'command' ? 1 : USES_MAX - 2;
  const isShared = scope.userId === null;
  let progressSent = 0;

  const respond = async (message: Message, fields: object, to: ActionScope, direct = message) =>
    respondOrDirect(message, fields, { responseUrl, scope: to, userId, tokens, messenger }, direct);

  const newEphemeral = { response_type: 'ephemeral', replace_original: false };

  return {
    async message(message) {
      const { isProgress } = message;
      if (isProgress && (isShared || progressSent === progressMax)) return;
      if (isProgress) progressSent += 1;
      const fields = { response_type: 'ephemeral', replace_original: true };
      const sentBy = isShared
        ? await respond(keep(message), { replace_original: true }, scope, message)
        : await respond(message, fields, scope);
      // After a direct message, the one for the channel shows what it did.
      if (isShared && sentBy === 'response_url') await onReplaced?.(message);
    },
    async form(form) {
      const late = await openForm(form);
      if (late !== null) await respond(late, newEphemeral, { ...scope, userId });
    },
    async sendPrivately(message) {
      const fields = isPublic ? newEphemeral : { ...newEphemeral, replace_original: true };
      await respond(message, fields, { ...scope, userId });
    },
  };
}

const RESPONSE_MS_MAX = 10_000;
/** Characters of Slack's answer that are read: an error code is in the first of them. */
const ANSWER_LENGTH_MAX = 200;

/** After a 429 with a short `Retry-After`. */
const TRIES_MAX = 3;
const RETRY_AFTER_SECONDS_MAX = 3;
const RETRY_AFTER_SECONDS = 1;
const TOO_MANY_REQUESTS = 429;

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds: number;
}

/**
 * Sends a message to a response URL, which Slack takes five times within 30 minutes. After a 429
 * with a `Retry-After` of at most 3 s the message is sent again: Slack has not taken it.
 *
 * @throws {ReplyRefusedError} also for an error in an answer with status 200
 * @throws {ReplyLostError} when there is no answer, so that Slack may have taken it
 * @see https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export async function respondTo(responseUrl: string, body: object): Promise<void> {
  const { status, text } = await postPatiently(responseUrl, body).catch((error: unknown) => {
    throw new ReplyLostError(error);
  });
  if (isPageOfProxy(status, text)) throw new ReplyLostError(new Error('what answers is not Slack'));
  const [, code] = /"error"\s*:\s*"(\w+)"/.exec(text) ?? [];
  if (status >= 200 && status < 300 && code === undefined) return;
  throw new ReplyRefusedError(code ?? (/^\w+$/.test(text) ? text : String(status)));
}

/** Whether a success is a web page, such as the login page of a proxy: Slack says `ok`, or JSON. */
function isPageOfProxy(status: number, text: string): boolean {
  return status >= 200 && status < 300 && /^\s*</.test(text);
}

async function postPatiently(url: string, body: object): Promise<Reply> {
  const json = JSON.stringify(body);
  let reply = await post(url, json);
  for (let tries = 1; reply.status === TOO_MANY_REQUESTS && tries < TRIES_MAX; tries += 1) {
    if (!(reply.retryAfterSeconds <= RETRY_AFTER_SECONDS_MAX)) break;
    await scheduler.wait(reply.retryAfterSeconds * 1_000);
    reply = await post(url, json);
  }
  return reply;
}

/** Posts JSON without following redirects, which might lead away from Slack. */
async function post(url: string, json: string): Promise<Reply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: json,
    redirect: 'manual',
    signal: AbortSignal.timeout(RESPONSE_MS_MAX),
  });
  return {
    status: response.status,
    text: await startOf(response),
    retryAfterSeconds: Number(response.headers.get('retry-after') ?? RETRY_AFTER_SECONDS),
  };
}

/** The start of a body; the rest is not read. */
async function startOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length >= ANSWER_LENGTH_MAX) break;
  }
  return text.slice(0, ANSWER_LENGTH_MAX);
}

/** Slack's and GovSlack's: response URLs and those for files are on these, or on subdomains. */
const SLACK_DOMAINS = ['slack.com', 'slack-gov.com'];

/**
 * A URL to send something to if it is Slack's, as messages and files are for Slack alone; otherwise
 * none. A response then goes to the direct message.
 *
 * @param apiUrl base of the Web API: a test workspace has all its URLs there
 */
export function trustedSlackUrl(url: string | undefined, apiUrl: string): string | undefined {
  const parsed = URL.parse(url ?? '');
  if (parsed === null || hasCredentials(parsed)) return undefined;
  const isSlack =
    parsed.protocol === 'https:' &&
    parsed.port === '' &&
    SLACK_DOMAINS.some((domain) => `.${parsed.hostname}`.endsWith(`.${domain}`));
  return isSlack || parsed.origin === URL.parse(apiUrl)?.origin ? url : undefined;
}

/** A text of Slack's with its entities decoded and its links unchanged. */
export function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Slack is rarely busy for longer than a second. */
const RETRY_DELAYS_MS = [300, 1_200] as const;

/**
 * Delivers a message that must arrive, such as why there is no answer: three tries on the first
 * path, then the other. If Slack took a try without confirming it, the message appears twice, which
 * is better than a request without any response; answers themselves are not sent like this.
 *
 * @throws {AggregateError} the last error of the first path, and that of the other
 */
export async function deliverOrFallBack(
  send: () => Promise<unknown>,
  fallback: () => Promise<unknown>,
): Promise<void> {
  let failure: unknown;
  for (const delayMs of [0, ...RETRY_DELAYS_MS]) {
    if (delayMs > 0) await delay(delayMs);
    try {
      await send();
      return;
    } catch (error) {
      failure = error;
    }
  }
  await fallback().catch((error: unknown) => {
    throw new AggregateError([failure, error], 'not delivered on either path');
  });
}

/** How a listener acknowledges a request. */
interface Acknowledging<Response> {
  readonly ack: AckFn<Response>;
  readonly context: Context;
}

/** Acknowledges a request. A closed socket is only logged: responses go by other paths. */
export async function acknowledge<Response>(
  request: Acknowledging<Response>,
  log: Log,
  response?: Response,
): Promise<void> {
  await ackOf(request)(response).catch((error: unknown) =>
    log.warn({ err: error }, 'not acknowledged'),
  );
}

/**
 * The request's `ack`, which notes in Bolt's context that it was called: in Socket Mode Bolt logs a
 * warning for each that is called twice.
 */
export function ackOf<Response>({ ack, context }: Acknowledging<Response>): AckFn<Response> {
  return async (response) => {
    context[ACKNOWLEDGED] = true;
    await ack(response);
  };
}

/** Whether a listener has acknowledged the request, or tried to. */
function isAcknowledged(context: Context): boolean {
  return context[ACKNOWLEDGED] === true;
}

const ACKNOWLEDGED = 'isAcknowledged';

/**
 * A middleware that acknowledges what no listener has heard, such as a closed modal or an element of
 * another version: the person reads no error, and Slack does not send it again.
 */
export function acknowledgingUnheard(): Middleware<AnyMiddlewareArgs> {
  return async ({ next, context, ...heard }) => {
    await next();
    if (!('ack' in heard) || isAcknowledged(context)) return;
    await Promise.resolve(heard.ack?.()).catch(() => {});
  };
}

/** Delivers the answer to one request. */
export interface Responder {
  /** Shows a message, in place of the one before where Slack can replace it. */
  message(message: Message): Promise<void>;
  /** Opens a form. */
  form(form: Form): Promise<void>;
  /** Shows a message to the person alone, although the answer may be for the channel. */
  readonly sendPrivately: (message: Message) => Promise<void>;
  /** Shows that the answer is being prepared. */
  showWaiting?(): Promise<void>;
  /**
   * Shows errors in the submitted form: a sentence for each field.
   *
   * @returns `false`, with nothing shown, when the form is closed
   */
  correct?(fields: Readonly<Record<string, string>>): Promise<boolean>;
  /** Says why a submitted form was not taken, and leaves what was filled in where it can be. */
  readonly returnForm?: Responder['sendPrivately'];
}

/**
 * A responder by messages that cannot be replaced: one sign of life, then the answer.
 *
 * @param send shows a message to the person
 * @param formByButton the message that stands for a form, which needs a trigger id
 */
export function createEphemeralResponder(
  send: (message: Message) => Promise<void>,
  formByButton: (form: Form) => Message,
): Responder {
  let hasShownProgress = false;
  return {
    async message(message) {
      if (message.isProgress && hasShownProgress) return;
      hasShownProgress ||= message.isProgress === true;
      await send(message);
    },
    form: async (form) => send(formByButton(form)),
    sendPrivately: send,
  };
}
