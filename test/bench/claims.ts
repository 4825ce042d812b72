import { SECRETS } from '../../src/playground/playground.ts';
import { startPostgres } from '../support/postgres.ts';
import { acknowledged, answerSink, bursts, signedCommand } from './acknowledge.ts';
import { startBot } from './bot.ts';
import { startChild } from './child.ts';
import { type Figure, inTurn, quantile } from './figure.ts';

const PARALLEL = 16;
const ROUNDS = 6;
const REPLAYS = 300;
const REPLAY_MS_MAX = 5;

/**
 * Acknowledging 16 `/rental list` at once where two bots claim them in one PostgreSQL, against a Bolt
 * app that does nothing else; and what one bot has answered, sent to the other.
 */
export async function claiming(): Promise<readonly Figure[]> {
  await using postgres = await startPostgres();
  const environment = { DATABASE_URL: await postgres.newDatabase() };
  const [answers, others] = [await answerSink(), await answerSink()];
  const bare = await startChild('test/bench/bare-bolt.ts', [], {
    SLACK_SIGNING_SECRET: SECRETS.signingSecret,
  });
  const bareUrl = new URL(`http://127.0.0.1:${JSON.parse(bare.line).port}/slack/events`);
  const ours = await startBot(answers, environment);
  const other = await startBot(others, environment);

  const result = await inTurn(
    ROUNDS,
    0.99,
    () => bursts(bareUrl, answers.answersUrl, async () => {}),
    () => bursts(ours.url, answers.answersUrl, () => answers.next(PARALLEL)),
  );
  const replays: number[] = [];
  for (let count = 0; count < REPLAYS; count += 1) {
    const request = signedCommand(answers.answersUrl);
    const answered = answers.next(1);
    await acknowledged(ours.url, request);
    await answered;
    replays.push(await acknowledged(other.url, request));
  }

  await Promise.all([ours.stop(), other.stop(), bare.stop()]);
  answers.stop();
  others.stop();
  return [
    {
      what: `the same with the claims of two bots on PostgreSQL, ${PARALLEL} at once, p99`,
      floor: 'a Bolt app that acknowledges with a constant',
      ratioMax: 1.5,
      ...result,
    },
    {
      what: 'a command that the other bot has answered is refused, p95',
      floor: 'the bar',
      floorMs: REPLAY_MS_MAX,
      oursMs: quantile(replays, 0.95),
      ratioMax: 1,
    },
  ];
}
