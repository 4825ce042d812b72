import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

import { preloadAhead, sendAhead } from '../../../src/playground/clock/bot-clock.ts';

const PROGRAM = fileURLToPath(new URL('all-clocks.ts', import.meta.url));
const DAY_MS = 86_400_000;

/** A slow machine takes its time between two looks at a clock. */
const SLOWNESS_MS = 60_000;

const ms = z.number();
const Clocks = z.object({
  kind: z.literal('clocks'),
  now: ms,
  date: ms,
  copied: ms,
  words: ms,
  isDate: z.literal(true),
  given: z.literal(5),
  instant: ms,
  zoned: ms,
  plain: ms,
  day: ms,
  counted: ms,
  database: ms.nullable(),
});

function start(aheadMs: number, ...rest: readonly string[]): ChildProcess {
  // Code of the embedded database that runs once is compiled once.
  const flags = ['--liftoff-only', ...preloadAhead(aheadMs)];
  const child = spawn(process.execPath, [...flags, PROGRAM, ...rest], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function clocksOf(child: ChildProcess): Promise<z.output<typeof Clocks>> {
  const [told] = await once(child, 'message');
  return Clocks.parse(told);
}

function expectAhead({ day, ...clocks }: z.output<typeof Clocks>, aheadMs: number): void {
  const realMs = Date.now();
  const { now, date, copied, words, instant, zoned, plain, counted, database } = clocks;
  const all = [now, date, copied, words, instant, zoned, plain, counted, database ?? now];
  for (const epochMs of all) {
    const offMs = epochMs - realMs - aheadMs;
    expect(Math.abs(offMs)).toBeLessThan(SLOWNESS_MS);
  }
  expect(now - day).toBeLessThan(DAY_MS + SLOWNESS_MS);
}

test('every clock of a program is put forward, also that of the embedded database', async () => {
  const child = start(3 * DAY_MS, '--database');
  expectAhead(await clocksOf(child), 3 * DAY_MS);

  await sendAhead(child, 10 * DAY_MS);
  const later = clocksOf(child);
  child.kill('SIGUSR2');

  expectAhead(await later, 10 * DAY_MS);
});

test('a program that was not told of any offset keeps the time of the machine', async () => {
  const child = start(0);
  expectAhead(await clocksOf(child), 0);
});

test('listening for the clock keeps no program alive', async () => {
  const child = spawn(process.execPath, [...preloadAhead(0), '--eval', ''], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a program that ends before it answers is told of', async () => {
  const child = start(0);
  await clocksOf(child);
  child.kill('SIGSTOP');
  const told = sendAhead(child, DAY_MS);
  child.kill('SIGKILL');
  await expect(told).rejects.toThrow('the bot did not move its clock');
});
