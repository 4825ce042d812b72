/** One request for which a server was asked something. */
interface ServiceCall {
  readonly call: 'page' | 'token';
  /** A status, or `no_answer`. */
  readonly result: string;
  readonly tookMs: number;
}

/** One call of Slack’s Web API. */
interface SlackCall {
  readonly method: string;
  /** `ok`, Slack’s word for why it refused, a status, or `no_answer`. */
  readonly result: string;
}

const NO_ANSWER = 'no_answer';

/**
 * A `fetch` for the Rental File Service that tells of each request, and how long `send` took for it:
 * a page has come whole by then, of a token only the headers.
 *
 * @param monotonic milliseconds that only ever grow
 */
export function toldServiceFetch(
  send: typeof fetch,
  monotonic: () => number,
  tell: (call: ServiceCall) => void,
): typeof fetch {
  return async (input, init) => {
    const call = urlOf(input).pathname.endsWith('/oauth/v2/token') ? 'token' : 'page';
    const startedAt = monotonic();
    let result = NO_ANSWER;
    try {
      const response = await send(input, init);
      result = String(response.status);
      return response;
    } finally {
      tell({ call, result, tookMs: monotonic() - startedAt });
    }
  };
}

/**
 * A `fetch` for Slack’s Web API that tells of each call. Slack refuses with status 200 and a word in
 * the body: that is told when the caller reads it.
 *
 * @see https://docs.slack.dev/apis/web-api/#responses
 */
export function toldSlackFetch(send: typeof fetch, tell: (call: SlackCall) => void): typeof fetch {
  return async (input, init) => {
    const method = urlOf(input).pathname.split('/').at(-1) ?? '';
    let response: Response;
    try {
      response = await send(input, init);
    } catch (error) {
      tell({ method, result: NO_ANSWER });
      throw error;
    }
    if (!response.ok) {
      tell({ method, result: `status_${response.status}` });
      return response;
    }
    const text = response.text.bind(response);
    return Object.assign(response, {
      async text() {
        const said = await text();
        tell({ method, result: resultIn(said) });
        return said;
      },
    });
  };
}

function urlOf(input: Parameters<typeof fetch>[0]): URL {
  return new URL(input instanceof Request ? input.url : input);
}

/** Not parsed, for whoever asked does that. */
function resultIn(body: string): string {
  if (!/"ok":\s*false/.test(body.slice(0, START))) return 'ok';
  return /"error":\s*"([^"]{1,60})"/.exec(body.slice(0, START))?.[1] ?? 'unknown';
}

/** What Slack says of a refusal stands at the start of its answer. */
const START = 500;
