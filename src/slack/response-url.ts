import { setTimeout } from 'node:timers/promises';

/** How long a reply may take. */
const REPLY_MS_MAX = 10_000;
const SAID_LENGTH_MAX = 200;
const BUSY = 429;

/** Slack asks for a moment when it is asked too much: a longer one is not waited for. */
const TRIES_MAX = 3;
const WAIT_SECONDS_MAX = 3;
const WAIT_SECONDS = 1;

/** Slack did not take a reply; `code` is its word for it. */
export class ReplyRefusedError extends Error {
  override readonly name = 'ReplyRefusedError';
  readonly code: string;

  constructor(code: string) {
    super(`the reply was refused: ${code}`);
    this.code = code;
  }
}

/** Nobody knows whether Slack took a reply. */
export class ReplyLostError extends Error {
  override readonly name = 'ReplyLostError';

  constructor(cause: unknown) {
    // The cause itself may name the address, which lets anybody write.
    super(`nothing was heard of the reply: ${cause instanceof Error ? cause.name : 'unknown'}`);
  }
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
  const { status, isWell, said } = await replied(responseUrl, body).catch((error: unknown) => {
    throw new ReplyLostError(error);
  });
  const [, named] = /"error"\s*:\s*"(\w+)"/.exec(said) ?? [];
  if (isWell && named === undefined) return;
  throw new ReplyRefusedError(named ?? (/^\w+$/.test(said) ? said : String(status)));
}

/** What Slack says to a reply in the end. */
async function replied(responseUrl: string, body: object) {
  let response = await post(responseUrl, body);
  for (let tries = 1; response.status === BUSY && tries < TRIES_MAX; tries += 1) {
    const seconds = Number(response.headers.get('retry-after') ?? WAIT_SECONDS);
    if (!(seconds <= WAIT_SECONDS_MAX)) break;
    await response.body?.cancel();
    await setTimeout(seconds * 1_000);
    response = await post(responseUrl, body);
  }
  const said = (await response.text()).slice(0, SAID_LENGTH_MAX);
  return { status: response.status, isWell: response.ok, said };
}

async function post(responseUrl: string, body: object): Promise<Response> {
  return fetch(responseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(REPLY_MS_MAX),
  });
}
