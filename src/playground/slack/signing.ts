import { createHmac } from 'node:crypto';

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
