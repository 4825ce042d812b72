import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { preloadAhead, sendAhead } from './clock/bot-clock.ts';

/** The bot itself, as `npm start` runs it, in a process of its own. */
export interface BotProcess {
  /** Stops the one that runs, if any, and resolves when the new one hears Slack or has ended. */
  restart(): Promise<void>;
  /**
   * Puts its clock that far ahead of the machine's; resolves once that holds.
   *
   * @throws {Error} when it does not answer: then it holds from the next start on
   */
  setAhead(ms: number): Promise<void>;
  /** Stops it for good, and forgets what it kept. */
  stop(): Promise<void>;
  /** Where it listens; `null` while it does not run. */
  url(): URL | null;
}

export interface BotProcessOptions {
  /** The environment of the bot, made anew at every start. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly onState: (state: 'starting' | 'ready' | 'stopped') => void;
  /** Where it listens; 0 is any free port. */
  readonly port: number;
  /** Whether its clock can be put forward. */
  readonly hasMovableClock: boolean;
  /** Where its output goes: `inherit` shows it on the terminal. */
  readonly output: 'inherit' | 'ignore';
  /** The program that is the bot; default: what `npm start` runs. */
  readonly program: string | undefined;
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const ASK_EVERY_MS = 50;

/** A bot that is not started yet. */
export function createBotProcess(options: BotProcessOptions): BotProcess {
  let running: { readonly child: ChildProcess; readonly url: URL } | null = null;
  let order: Promise<void> = Promise.resolve();
  /** Data folder of the bot; it outlives restarts, not the playground. */
  let dataFolder: Promise<string> | null = null;
  let aheadMs = 0;

  async function stopNow(): Promise<void> {
    const { child } = running ?? {};
    running = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async function startNow(): Promise<void> {
    options.onState('starting');
    const port = options.port === 0 ? await freePort() : options.port;
    const url = new URL(`http://127.0.0.1:${port}`);
    dataFolder ??= mkdtemp(join(tmpdir(), 'rental-desk-playground-'));
    const folder = await dataFolder;
    const { output, hasMovableClock, program = MAIN } = options;
    const preload = hasMovableClock ? preloadAhead(aheadMs) : [];
    const child = spawn(process.execPath, [...preload, program], {
      env: {
        DATA_DIR: folder,
        ...options.environment(),
        HOST: url.hostname,
        PORT: String(port),
      },
      stdio: ['ignore', output, output, ...(hasMovableClock ? (['ipc'] as const) : [])],
    });
    running = { child, url };
    const gone = new AbortController();
    child.once('exit', () => {
      gone.abort();
      if (running?.child === child) running = null;
      options.onState('stopped');
    });
    while (!gone.signal.aborted && !(await isReady(url))) await setTimeout(ASK_EVERY_MS);
    if (!gone.signal.aborted) options.onState('ready');
  }

  function inOrder(work: () => Promise<void>): Promise<void> {
    order = order.then(work, work);
    return order;
  }

  return {
    restart: () =>
      inOrder(async () => {
        await stopNow();
        await startNow();
      }),
    setAhead: (ms) =>
      inOrder(async () => {
        aheadMs = ms;
        if (running !== null) await sendAhead(running.child, ms);
      }),
    stop: () =>
      inOrder(async () => {
        await stopNow();
        if (dataFolder !== null) await rm(await dataFolder, { recursive: true, force: true });
        dataFolder = null;
      }),
    url: () => running?.url ?? null,
  };
}

async function isReady(url: URL): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/readyz', url));
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
