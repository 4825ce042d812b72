import { createHmac } from 'node:crypto';

import { isObject } from '../blocks/json-walk.ts';
import type { Json } from '../page-protocol.ts';
import { acked, type Bot, type Envelope, type Outcome, refused } from './bot.ts';

interface HttpOptions {
  readonly signingSecret: string;
  /** Where the app listens; `null` while it does not. */
  readonly url: () => URL | null;
  readonly ackWithinMs: number;
  /** The clock that the app checks the signature with, in milliseconds since the epoch. */
  readonly signedAt: () => number;
}

/**
 * Posts signed requests to the app, as Slack does to an app's request URLs.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function botOverHttp(options: HttpOptions): Bot & { verify(): Promise<boolean> } {
  const { signingSecret, url, ackWithinMs, signedAt } = options;

  async function post(body: string, headers: Record<string, string>): Promise<Response> {
    const target = url();
    if (target === null) throw new Error('The app has no address.');
    return fetch(target, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ackWithinMs),
      headers: {
        // A connection kept from before the app was restarted would fail.
        connection: 'close',
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        ...headers,
        ...signedHeaders(signingSecret, body, signedAt()),
      },
    });
  }

  return {
    async send(envelope) {
      try {
        const response = await post(bodyOf(envelope), headersOf(envelope));
        return await outcomeOf(response);
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        return refused(isLate ? 'operation_timeout' : 'dispatch_failed');
      }
    },

    async verify() {
      const challenge = crypto.randomUUID();
      const body = JSON.stringify({ type: 'url_verification', challenge });
      try {
        const response = await post(body, { 'content-type': 'application/json' });
        return response.ok && (await response.text()).includes(challenge);
      } catch {
        return false;
      }
    },
  };
}

function bodyOf({ kind, payload }: Envelope): string {
  switch (kind) {
    case 'slash_commands':
      return new URLSearchParams(payload).toString();
    case 'interactive':
      return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    case 'events_api':
      return JSON.stringify(payload);
  }
}

function headersOf(envelope: Envelope): Record<string, string> {
  // Without a charset: Slack sends none, and some apps compare the whole value.
  if (envelope.kind !== 'events_api')
    return { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  if (envelope.retry === undefined) return json;
  const { number, reason } = envelope.retry;
  return { ...json, 'x-slack-retry-num': String(number), 'x-slack-retry-reason': reason };
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const isFinal = response.headers.get('x-slack-no-retry') === '1';
  if (response.status >= 500) return refused('http_service_error', isFinal);
  if (!response.ok) return refused('http_client_error', isFinal);
  const text = await response.text();
  if (text.trim() === '') return acked(null);
  return acked(parsed(text) ?? text);
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The headers that prove a request to come from Slack.
 *
 * @param nowMs milliseconds since the epoch; the receiver refuses what is five minutes old
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function signedHeaders(secret: string, body: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` };
}
