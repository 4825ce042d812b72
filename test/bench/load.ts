import { setTimeout } from 'node:timers/promises';

import { WORDS } from './answering.ts';
import { botWithFiles } from './bot-with-files.ts';
import { type Figure, quantile } from './figure.ts';

const FILES = 100_000;
const A_SECOND = 200;
/** Ten minutes tell whether memory grows: set BENCH_FULL for them. */
const SECONDS = process.env['BENCH_FULL'] === undefined ? 15 : 600;
/** A reading of everything a minute. */
const POLL_SECONDS = 60;

const LONGEST_MS_MAX = 500;
const USUAL_MS_MAX = 150;
const FLAT_MAX = 1.05;
const MEGABYTE = 1024 * 1024;
const SAMPLE_MS = 1_000;

/** 200 requests a second, all of them answered, while everything is read every minute. */
export async function underLoad(): Promise<readonly Figure[]> {
  await using bot = await botWithFiles(FILES, { RENTAL_POLL_SECONDS: String(POLL_SECONDS) });
  const { slack } = bot;
  const times: number[] = [];
  const held: number[] = [];
  const under = new Set<Promise<void>>();
  const failures: unknown[] = [];

  async function ask(text: string): Promise<void> {
    const { acknowledgedMs } = await slack.typed(text);
    times.push(acknowledgedMs);
  }

  async function watch(until: number): Promise<void> {
    while (performance.now() < until) {
      held.push(await memoryOf(bot.url));
      await setTimeout(SAMPLE_MS);
    }
  }

  const start = performance.now();
  const watching = watch(start + SECONDS * 1_000);
  for (let count = 0; count < SECONDS * A_SECOND; count += 1) {
    const earlyMs = start + (count * 1_000) / A_SECOND - performance.now();
    if (earlyMs > 0) await setTimeout(earlyMs);
    const text = count % 2 === 0 ? 'pending' : `search ${WORDS[count % WORDS.length]}`;
    const asked = ask(text).catch((error: unknown) => void failures.push(error));
    under.add(asked);
    void asked.then(() => under.delete(asked));
  }
  await Promise.all([...under, watching]);
  if (failures.length > 0)
    throw new Error(`${failures.length} requests failed`, { cause: failures[0] });

  const what = `${A_SECOND} requests a second for ${SECONDS} s, a reading a minute`;
  const bar = (name: string, oursMs: number, floorMs: number): Figure => ({
    what: `${what}, ${name}`,
    floor: 'the bar',
    floorMs,
    oursMs,
    ratioMax: 1,
  });
  return [
    bar('longest acknowledgement', Math.max(...times), LONGEST_MS_MAX),
    bar('p99 of acknowledging', quantile(times, 0.99), USUAL_MS_MAX),
    ...(SECONDS < 10 * POLL_SECONDS ? [] : [flatness(what, held)]),
  ];
}

/** What is held once garbage is gone: of each half of the time after the first minute the least. */
function flatness(what: string, held: readonly number[]): Figure {
  const settled = held.slice(POLL_SECONDS);
  const half = Math.floor(settled.length / 2);
  return {
    what: `${what}, memory in the second half`,
    floor: 'in the first',
    unit: 'MB',
    floorMs: Math.min(...settled.slice(0, half)),
    oursMs: Math.min(...settled.slice(half)),
    ratioMax: FLAT_MAX,
  };
}

/** What Node says of its memory, in megabytes. */
async function memoryOf(bot: URL): Promise<number> {
  const text = await (await fetch(new URL('/metrics', bot))).text();
  const [heap = Number.NaN, external = Number.NaN] = [
    'nodejs_heap_size_used_bytes',
    'nodejs_external_memory_bytes',
  ].map((name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]));
  return (heap + external) / MEGABYTE;
}
