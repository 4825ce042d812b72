import { setTimeout } from 'node:timers/promises';

import { answerSink, bursts } from './acknowledge.ts';
import { serviceVariables, startBot } from './bot.ts';
import { startChild } from './child.ts';
import { type Figure, inTurn } from './figure.ts';

const PARALLEL = 16;
const ROUNDS = 4;
/** A thousand pages, six at once: nine seconds or ten. */
const FILES = 100_000;
const DELAY_MS = 50;
/** The least that may be set: as soon as one reading has ended, another begins. */
const POLL_SECONDS = 10;
const DAY_SECONDS = 86_400;
/** For the first reading, on a busy machine. */
const READING_MS = 30_000;

type Answers = Awaited<ReturnType<typeof answerSink>>;

/**
 * Acknowledging while 100,000 files are read, against a bot beside it that has read them: both share
 * the machine, so that what differs is how long a reading keeps others from their turn.
 */
export async function acknowledgingWhileReading(): Promise<Figure> {
  const answers = { resting: await answerSink(), reading: await answerSink() };
  const sizes = ['--count', String(FILES), '--page-size', '100', '--prepared'];
  const delay = ['--delay-ms', String(DELAY_MS)];
  const service = await startChild('src/playground/rental-service/main.ts', [...sizes, ...delay]);
  const started = async (front: Answers, pollSeconds: number) =>
    startBot(front, {
      ...serviceVariables(JSON.parse(service.line)),
      RENTAL_POLL_SECONDS: String(pollSeconds),
    });
  const resting = await started(answers.resting, DAY_SECONDS);
  const reading = await started(answers.reading, POLL_SECONDS);
  await setTimeout(READING_MS);

  const result = await inTurn(
    ROUNDS,
    0.99,
    async () => asked(resting.url, answers.resting),
    async () => asked(reading.url, answers.reading),
  );

  await Promise.all([resting.stop(), reading.stop(), service.stop()]);
  answers.resting.stop();
  answers.reading.stop();
  return {
    what: `the same while ${FILES.toLocaleString('en')} files are read, p99`,
    floor: 'a bot that reads nothing meanwhile',
    ratioMax: 2,
    ...result,
  };
}

async function asked(bot: URL, answers: Answers): Promise<readonly number[]> {
  return bursts(bot, answers.answersUrl, async () => answers.next(PARALLEL));
}
