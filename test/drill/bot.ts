import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

import { freePort } from '../support/free-port.ts';
import { bundle } from '../support/programs.ts';

/** One process of the bot, from its start to its end. */
interface Life {
  readonly startedAt: number;
  readyAt: number | null;
  endedAt: number | null;
  /** Whether we ended it, and how. */
  end: 'killed' | 'stopped' | null;
  exitCode: number | null;
}

/** The real bot, in processes that come and go. */
export interface Bot {
  /** Starts it, and resolves when it hears Slack; rejects when it ends instead. */
  start(): Promise<void>;
  /** Ends it at once, in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
  /** Suspends it, in the middle of whatever it does; gives what wakes it up. */
  suspend(): () => void;
  /** Where it listens; `null` while it does not run. */
  url(): URL | null;
  readonly lives: readonly Life[];
  /** All that it has ever written. */
  readonly output: { readonly stdout: string[]; readonly stderr: string[] };
}

const ASK_EVERY_MS = 50;

type Process = ChildProcessByStdio<null, Readable, Readable>;

/**
 * @param environment everything the bot is told, asked for at every start
 * @param readyPath what is well once it hears Slack
 */
export function createBot(
  environment: () => Readonly<Record<string, string>>,
  readyPath = '/readyz',
): Bot {
  const lives: Life[] = [];
  const output = { stdout: [] as string[], stderr: [] as string[] };
  let running: { readonly child: Process; readonly url: URL; readonly life: Life } | null = null;

  async function end(how: 'killed' | 'stopped'): Promise<void> {
    if (running === null) return;
    const { child, life } = running;
    running = null;
    if (life.endedAt !== null) return;
    life.end = how;
    const ended = once(child, 'exit');
    child.kill(how === 'killed' ? 'SIGKILL' : 'SIGTERM');
    await ended;
  }

  return {
    lives,
    output,
    url: () => running?.url ?? null,
    kill: async () => end('killed'),
    stop: async () => end('stopped'),
    suspend() {
      const { child } = running ?? {};
      child?.kill('SIGSTOP');
      return () => void child?.kill('SIGCONT');
    },
    async start() {
      if (running?.life.endedAt === null) return;
      const url = new URL(`http://127.0.0.1:${await freePort()}`);
      const program = await bundle('bot');
      const child = spawn(process.execPath, [program.path], {
        env: {
          PATH: process.env['PATH'] ?? '',
          ...program.environment,
          ...environment(),
          HOST: url.hostname,
          PORT: url.port,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.setEncoding('utf8').on('data', (text: string) => output.stdout.push(text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => output.stderr.push(text));
      const life: Life = {
        startedAt: Date.now(),
        readyAt: null,
        endedAt: null,
        end: null,
        exitCode: null,
      };
      lives.push(life);
      running = { child, url, life };
      child.once('exit', (code) => {
        life.endedAt = Date.now();
        life.exitCode = code;
      });
      while (life.endedAt === null && !(await isWell(new URL(readyPath, url))))
        await setTimeout(ASK_EVERY_MS);
      if (life.endedAt !== null) throw new Error('the bot ended before it was ready');
      life.readyAt = Date.now();
    },
  };
}

/**
 * Several bots as one: `start` starts those that do not run, and `kill` and `suspend` meet one of
 * them, each time another one. `url` is the next one's, as behind a proxy without sticky sessions.
 */
export function createFleet(bots: readonly Bot[]): Bot {
  let turn = 0;
  let victim = 0;

  function nextOf(which: (bot: Bot) => boolean, from: number): Bot | null {
    const after = [...bots.slice(from % bots.length), ...bots.slice(0, from % bots.length)];
    return after.find(which) ?? null;
  }

  const isRunning = (bot: Bot) => bot.url() !== null;
  return {
    get lives() {
      return bots.flatMap(({ lives }) => lives);
    },
    get output() {
      return {
        stdout: bots.flatMap(({ output }) => output.stdout),
        stderr: bots.flatMap(({ output }) => output.stderr),
      };
    },
    async start() {
      await Promise.all(bots.map(async (bot) => bot.start()));
    },
    async stop() {
      await Promise.all(bots.map(async (bot) => bot.stop()));
    },
    async kill() {
      victim += 1;
      await nextOf(isRunning, victim)?.kill();
    },
    suspend() {
      victim += 1;
      return nextOf(isRunning, victim)?.suspend() ?? (() => {});
    },
    url() {
      turn += 1;
      return nextOf(isRunning, turn)?.url() ?? null;
    },
  };
}

async function isWell(url: URL): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
