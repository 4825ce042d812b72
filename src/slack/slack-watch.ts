import type { WebClient } from '@slack/web-api';

import type { Degradations } from '../degradations.ts';
import { slackError } from '../slack-errors.ts';
import { errorCode } from './api-errors.ts';

const ERROR_CHARACTERS = 500;

/** Requests are refused from five minutes on, and digests must come on time. */
const CLOCK_SECONDS_MAX = 60;

export interface SlackWatch extends Pick<Degradations, 'report'> {
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * A `fetch` for the Web API that reports a token which Slack refuses, and a clock that differs from
 * its `Date`. Failures name the method that was called, which the client library leaves out: in the
 * body of an error of Slack’s, and in the error where no answer came.
 */
export function watchedFetch(send: typeof fetch, { report, now }: SlackWatch): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const method = pathname.split('/').at(-1) ?? '';
    const sentAt = now();
    let response: Response;
    try {
      response = await send(input, init);
    } catch (error) {
      throw error instanceof Error ? Object.assign(error, { method }) : error;
    }
    const ahead = secondsAhead(response.headers, (sentAt + now()) / 2);
    if (ahead !== null) {
      report('clock', Math.abs(ahead) > CLOCK_SECONDS_MAX, { clockAheadSeconds: ahead });
    }
    const text = response.text.bind(response);
    return Object.assign(response, {
      async text() {
        const body = await text();
        const start = body.slice(0, ERROR_CHARACTERS);
        if (!method.includes('.') || !/^\s*\{[\s\S]*"ok":\s*(?:true|false)/.test(start))
          return body;
        const code = /"ok":\s*false/.test(start)
          ? (/"error":\s*"(\w+)"/.exec(start)?.[1] ?? '')
          : null;
        const isRefused = code !== null && slackError(code).cause === 'token';
        report(tokenOf(method), isRefused, { method, slackError: code });
        return code === null ? body : body.replace('{', `{"method":${JSON.stringify(method)},`);
      },
    });
  };
}

function tokenOf(method: string): 'slack token' | 'slack app token' {
  return method === 'apps.connections.open' ? 'slack app token' : 'slack token';
}

/** How far our clock is ahead of the server’s; `null` when it does not tell, or a cache answered. */
function secondsAhead(headers: Headers, ourMs: number): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || headers.has('age')) return null;
  // Half a second, since the header is rounded down to a second.
  return Math.round((ourMs - (date + 500)) / 1000);
}

/**
 * Asks Slack whether the token and the user groups are known, so that `/readyz` is true without
 * requests. Never rejects: the watched `fetch` reports the token and the clock.
 *
 * @see https://docs.slack.dev/reference/methods/usergroups.users.list
 */
export async function checkSlack(
  client: WebClient,
  usergroups: readonly string[],
  report: Degradations['report'],
): Promise<void> {
  const isAccepted = await client.auth.test().then(
    () => true,
    () => false,
  );
  if (!isAccepted || usergroups.length === 0) return;
  const codes = await Promise.all(
    usergroups.map(async (usergroup) =>
      client.usergroups.users.list({ usergroup }).then(
        () => null,
        (error: unknown) => errorCode(error) ?? '',
      ),
    ),
  );
  const unreadable = codes.filter((code) => code !== null);
  const refused = unreadable.find((code) =>
    ['request', 'permission'].includes(slackError(code).cause),
  );
  if (refused !== undefined) report('user groups', true, { slackError: refused });
  else if (unreadable.length === 0) report('user groups', false);
}
