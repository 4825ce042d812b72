import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { scheduler, setTimeout as delay } from 'node:timers/promises';

import { ReplyLostError, ReplyRefusedError } from '../api-errors.ts';

/** How long a reply may take. */
const REPLY_MS_MAX = 10_000;
const SAID_LENGTH_MAX = 200;
const BUSY = 429;

/** Slack asks for a moment when it is asked too much: a longer one is not waited for. */
const TRIES_MAX = 3;
const WAIT_SECONDS_MAX = 3;
const WAIT_SECONDS = 1;

/** What was said to one attempt. */
interface Reply {
  readonly status: number;
  readonly said: string;
  readonly retryAfter: string;
}

/**
 * Answers through a response URL, which Slack takes five times within half an hour. One that Slack
 * is too busy for, it has not taken: that is sent again.
 *
 * @throws {ReplyRefusedError} also when Slack says 200 and means no
 * @throws {ReplyLostError} when Slack does not say whether it took it
 * @see https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export async function respondTo(responseUrl: string, body: object): Promise<void> {
  const { status, said } = await replied(responseUrl, body).catch((error: unknown) => {
    throw new ReplyLostError(error);
  });
  const [, named] = /"error"\s*:\s*"(\w+)"/.exec(said) ?? [];
  if (status >= 200 && status < 300 && named === undefined) return;
  throw new ReplyRefusedError(named ?? (/^\w+$/.test(said) ? said : String(status)));
}

/** What Slack says to a reply in the end. */
async function replied(responseUrl: string, body: object): Promise<Reply> {
  const url = new URL(responseUrl);
  const json = JSON.stringify(body);
  let reply = await post(url, json);
  for (let tries = 1; reply.status === BUSY && tries < TRIES_MAX; tries += 1) {
    const seconds = Number(reply.retryAfter);
    if (!(seconds <= WAIT_SECONDS_MAX)) break;
    await scheduler.wait(seconds * 1_000);
    reply = await post(url, json);
  }
  return reply;
}

/** Redirects are not followed. `fetch` takes three times as long, and every answer waits for this. */
async function post(url: URL, json: string): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const send = url.protocol === 'http:' ? requestPlain : request;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
  const sent = send(url, { method: 'POST', headers }, (response) => {
    let said = '';
    response
      .setEncoding('utf8')
      .on('data', (part: string) => {
        said = (said + part).slice(0, SAID_LENGTH_MAX);
      })
      .on('end', () => resolve(replyOf(response, said)))
      .on('error', reject);
  });
  sent.on('error', reject).end(json);
  // A signal with a time would keep the whole message until its time has come.
  const timer = setTimeout(() => sent.destroy(new Error('no reply in time')), REPLY_MS_MAX);
  return promise.finally(() => clearTimeout(timer));
}

function replyOf({ statusCode: status = 0, headers }: IncomingMessage, said: string): Reply {
  return { status, said, retryAfter: String(headers['retry-after'] ?? WAIT_SECONDS) };
}

/** Slack's own, and its own for governments: answers go to hosts below them. */
const OF_SLACK = ['slack.com', 'slack-gov.com'];

/**
 * The response URL of a request, if it is Slack's: answers hold what only Slack may have. Any other
 * is as if there were none, and whoever asked is answered in the direct message.
 *
 * @param apiUrl base of the Web API: a workspace for tests takes its answers where its API is
 */
export function replyAddress(url: string | undefined, apiUrl: string): string | undefined {
  const address = URL.parse(url ?? '');
  if (address === null || address.username !== '' || address.password !== '') return undefined;
  const isOfSlack =
    address.protocol === 'https:' &&
    address.port === '' &&
    OF_SLACK.some((domain) => address.hostname.endsWith(`.${domain}`));
  return isOfSlack || address.origin === URL.parse(apiUrl)?.origin ? url : undefined;
}

/** Slack seldom refuses for longer than it says, which is a second more often than not. */
const WAITS_MS = [300, 1_200] as const;

/**
 * Says what must not be left unsaid, such as why there is no answer: on the way of the answer, there
 * again after a moment, and then on the other way. What Slack took without saying so is said twice,
 * which is less bad than a question without any answer; that is why no answer is sent like this.
 *
 * @throws what stood in the other way
 */
export async function deliverOrFallBack(
  say: () => Promise<unknown>,
  otherwise: () => Promise<unknown>,
): Promise<void> {
  for (const waitMs of [0, ...WAITS_MS]) {
    if (waitMs > 0) await delay(waitMs);
    try {
      await say();
      return;
    } catch {
      // The next try tells.
    }
  }
  await otherwise();
}
