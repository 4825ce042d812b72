import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { acknowledgedAfter, answerSink } from './acknowledge.ts';
import { startBot } from './bot.ts';
import { type Figure, quantile } from './figure.ts';

const IDLE = 10_000;
const HALF_SENT = 400;
const HALF_BODY = 'x'.repeat(900_000);
/** Between two half-sent bodies: a stranger's network brings no more than 90 MB a second. */
const PAUSE_MS = 10;
const REQUESTS = 100;
const MEGABYTES_MAX = 100;
const DELAY_MS_MAX = 50;

/** What 10,000 idle connections and 400 with half a body cost, and how long Slack waits meanwhile. */
export async function enduringStrangers(): Promise<readonly Figure[]> {
  const answers = await answerSink();
  const bot = await startBot(answers);
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1)
    await acknowledgedAfter(bot.url, answers.answersUrl);
  const before = await megabytesOf(bot.url);
  const sockets = await Promise.all(Array.from({ length: IDLE }, () => opened(bot.url)));
  for (let sender = 0; sender < HALF_SENT; sender += 1) {
    const socket = await opened(bot.url);
    sockets.push(socket);
    socket.write(headOf(bot.url) + HALF_BODY);
    await setTimeout(PAUSE_MS);
  }
  for (let request = 0; request < REQUESTS; request += 1)
    times.push(await acknowledgedAfter(bot.url, answers.answersUrl));
  const after = await megabytesOf(bot.url);
  for (const socket of sockets) socket.destroy();
  await bot.stop();
  answers.stop();
  const what = `${IDLE.toLocaleString('en')} idle and ${HALF_SENT} half-sent connections`;
  return [
    bar(`${what}, memory`, 'MB', after - before, MEGABYTES_MAX),
    bar('the same, acknowledging meanwhile, p99', 'ms', quantile(times, 0.99), DELAY_MS_MAX),
  ];
}

async function opened({ hostname, port }: URL): Promise<Socket> {
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  return socket.resume();
}

/** Headers that only the whole body shows to be forged. */
function headOf({ pathname, host }: URL): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  return [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${2 * HALF_BODY.length}`,
    `x-slack-request-timestamp: ${timestamp}`,
    `x-slack-signature: v0=${'0'.repeat(64)}`,
    '\r\n',
  ].join('\r\n');
}

async function megabytesOf(url: URL): Promise<number> {
  const text = await fetch(new URL('/metrics', url)).then(async (answer) => answer.text());
  return Number(/^process_resident_memory_bytes (\S+)$/mu.exec(text)?.[1]) / 1024 ** 2;
}

function bar(what: string, unit: string, ours: number, max: number): Figure {
  return { what, floor: 'the bar', unit, floorMs: max, oursMs: ours, ratioMax: 1 };
}
