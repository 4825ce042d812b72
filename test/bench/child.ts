import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Those of `npm start`, and that a child can tell what it holds from what it has let go of. */
const FLAGS = [...process.execArgv, '--expose-gc'];

export interface Child {
  /** The first line that it printed. */
  readonly line: string;
  readonly stop: () => Promise<void>;
}

/** Starts a program of ours in a process of its own, and waits for its first line. */
export async function startChild(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const child = spawn(process.execPath, [...FLAGS, file, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await firstLine(child);
  return {
    line,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output');
  const lines = createInterface({ input: child.stdout });
  const [line]: unknown[] = await once(lines, 'line');
  // Whatever else it prints must not fill the pipe.
  child.stdout.resume();
  return String(line);
}
