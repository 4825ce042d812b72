import { createHmac } from 'node:crypto';

import { SECRETS } from '../../src/playground/playground.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { TEAM } from '../../src/playground/slack-workspace/store/team.ts';
import { startSlackFront } from '../support/slack-front.ts';
import { startBot } from './bot.ts';
import { startChild } from './child.ts';
import { type Figure, inTurn } from './figure.ts';

const PARALLEL = 16;
const BURSTS = 50;
const ROUNDS = 6;

/** Acknowledging 16 `/rental list` at once, against a Bolt app that does nothing else. */
export async function acknowledging(): Promise<Figure> {
  const answers = await answerSink();
  const bare = await startChild('test/bench/bare-bolt.ts', [], {
    SLACK_SIGNING_SECRET: SECRETS.signingSecret,
  });
  const bareUrl = new URL(`http://127.0.0.1:${JSON.parse(bare.line).port}/slack/events`);
  const ours = await startBot(answers);

  const result = await inTurn(
    ROUNDS,
    0.99,
    () => bursts(bareUrl, answers.answersUrl, async () => {}),
    () => bursts(ours.url, answers.answersUrl, () => answers.next(PARALLEL)),
  );

  await Promise.all([ours.stop(), bare.stop()]);
  answers.stop();
  return {
    what: `acknowledging /rental list, ${PARALLEL} at once, p99`,
    floor: 'a Bolt app that acknowledges with a constant',
    ratioMax: 1.5,
    ...result,
  };
}

/** How long each of many requests, sent 16 at once, took to be acknowledged. */
export async function bursts(
  url: URL,
  responseUrl: string,
  answered: () => Promise<void>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let burst = 0; burst < BURSTS; burst += 1) {
    const settled = answered();
    const sent = Array.from({ length: PARALLEL }, () => acknowledgedAfter(url, responseUrl));
    times.push(...(await Promise.all(sent)));
    await settled;
  }
  return times;
}

export async function acknowledgedAfter(url: URL, responseUrl: string): Promise<number> {
  return acknowledged(url, signedCommand(responseUrl));
}

/** A request as Slack signs it. */
interface SignedRequest {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** `/rental list`, unlike any before. */
export function signedCommand(responseUrl: string): SignedRequest {
  const body = new URLSearchParams({
    command: '/rental',
    text: 'list',
    user_id: PEOPLE.hannah,
    team_id: TEAM.id,
    channel_id: CHANNELS.leasing,
    response_url: responseUrl,
    // The same body is heard once.
    trigger_id: crypto.randomUUID(),
    api_app_id: 'A1',
  }).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SECRETS.signingSecret)
    .update(`v0:${timestamp}:${body}`)
    .digest('hex');
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  };
}

/** How long a request took to be acknowledged. */
export async function acknowledged(url: URL, request: SignedRequest): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { method: 'POST', ...request });
  const elapsed = performance.now() - start;
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`not acknowledged: ${response.status}`);
  return elapsed;
}

/** Takes what is posted to response URLs, and counts it. */
export async function answerSink() {
  let wanted = 0;
  let arrived = Promise.withResolvers<void>();
  const front = await startSlackFront(() => {
    wanted -= 1;
    if (wanted === 0) arrived.resolve();
  });
  return {
    ...front,
    next(count: number): Promise<void> {
      wanted = count;
      arrived = Promise.withResolvers();
      return arrived.promise;
    },
  };
}
