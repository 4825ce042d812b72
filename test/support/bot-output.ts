import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';

import { onTestFinished } from 'vitest';

/** The bot itself, as `npm start` runs it, and everything that it prints. */
interface PrintingBot {
  /** All that it has printed. */
  printed(): string;
  /** Lets it close; resolves when it has. */
  stop(): Promise<void>;
}

/** Starts the bot in a process of its own, which knows nothing but these variables. */
export function startPrintingBot(environment: Readonly<Record<string, string>>): PrintingBot {
  const child = spawn(execPath, ['src/main.ts'], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  }
  const ended = once(child, 'close');
  return {
    printed: () => printed.join(''),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
