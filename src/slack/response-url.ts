/** How long a reply may take. */
const REPLY_MS_MAX = 10_000;
const SAID_LENGTH_MAX = 200;

/** Slack did not take a reply; `code` is its word for it. */
export class ReplyRefusedError extends Error {
  override readonly name = 'ReplyRefusedError';
  readonly code: string;

  constructor(code: string) {
    super(`the reply was refused: ${code}`);
    this.code = code;
  }
}

/**
 * Answers through a response URL, which Slack takes five times within half an hour.
 *
 * @throws {ReplyRefusedError} also when Slack says 200 and means no
 * @see https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export async function respondTo(responseUrl: string, body: object): Promise<void> {
  const response = await fetch(responseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(REPLY_MS_MAX),
  });
  const said = (await response.text()).slice(0, SAID_LENGTH_MAX);
  const [, named] = /"error"\s*:\s*"(\w+)"/.exec(said) ?? [];
  if (response.ok && named === undefined) return;
  const bare = /^\w+$/.test(said) ? said : String(response.status);
  throw new ReplyRefusedError(named ?? bare);
}
