import { scheduler, setTimeout as delay } from 'node:timers/promises';

import { ReplyLostError, ReplyRefusedError } from '../api-errors.ts';

const RESPONSE_MS_MAX = 10_000;
/** Characters of Slack's answer that are read: an error code is in the first of them. */
const ANSWER_LENGTH_MAX = 200;

/** After a 429 with a short `Retry-After`. */
const TRIES_MAX = 3;
const RETRY_AFTER_SECONDS_MAX = 3;
const RETRY_AFTER_SECONDS = 1;
const TOO_MANY_REQUESTS = 429;

/** Slack's answer to one try. */
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
  const [, code] = /"error"\s*:\s*"(\w+)"/.exec(text) ?? [];
  if (status >= 200 && status < 300 && code === undefined) return;
  throw new ReplyRefusedError(code ?? (/^\w+$/.test(text) ? text : String(status)));
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

/** Response URLs are on subdomains of Slack's, and of GovSlack's. */
const SLACK_DOMAINS = ['slack.com', 'slack-gov.com'];

/**
 * The response URL of a request if it is Slack's, as messages are for Slack alone; otherwise none,
 * and the response goes to the direct message.
 *
 * @param apiUrl base of the Web API: a test workspace has its response URLs there
 */
export function trustedResponseUrl(url: string | undefined, apiUrl: string): string | undefined {
  const parsed = URL.parse(url ?? '');
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return undefined;
  const isSlack =
    parsed.protocol === 'https:' &&
    parsed.port === '' &&
    SLACK_DOMAINS.some((domain) => parsed.hostname.endsWith(`.${domain}`));
  return isSlack || parsed.origin === URL.parse(apiUrl)?.origin ? url : undefined;
}

/** Slack is rarely busy for longer than a second. */
const RETRY_DELAYS_MS = [300, 1_200] as const;

/**
 * Delivers a message that must arrive, such as why there is no answer: three tries on the first
 * path, then the other. If Slack took a try without confirming it, the message appears twice, which
 * is better than a request without any response; answers themselves are not sent like this.
 *
 * @throws the error of the other path
 */
export async function deliverOrFallBack(
  send: () => Promise<unknown>,
  fallback: () => Promise<unknown>,
): Promise<void> {
  for (const delayMs of [0, ...RETRY_DELAYS_MS]) {
    if (delayMs > 0) await delay(delayMs);
    try {
      await send();
      return;
    } catch {
      // The next try, or the other path, decides.
    }
  }
  await fallback();
}
