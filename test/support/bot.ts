import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import { onTestFinished, vi } from 'vitest';

import type { RentalService } from '../../src/playground/rental-service/service.ts';
import { freePort } from './free-port.ts';
import { bundle, type Program } from './programs.ts';
import { APP_TOKEN, BOT_TOKEN, SIGNING_SECRET } from './slack-workspace.ts';

/** A line of its log. */
interface Logged {
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** The real bot, in a process of its own. */
export interface BotChild {
  readonly url: URL;
  readonly eventsUrl: URL;
  readonly logged: readonly Logged[];
  /** The code it ended with, and what it said to the terminal. */
  readonly ended: Promise<{ code: number | null; said: string }>;
  /** What `/readyz` says; `null` while nothing answers there. */
  state(): Promise<{
    status: number;
    body: { degraded: string[]; [part: string]: unknown };
  } | null>;
  /** Resolves when `/readyz` says 200. */
  ready(): Promise<void>;
  /** Resolves when a line of its log says that. */
  says(message: string): Promise<void>;
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void;
}

/** A busy machine may need so long for anything. */
export const WAIT = { timeout: 120_000, interval: 20 };

/** Starts the bot with this environment, and ends it with the test. */
export async function startBot(
  environment: Readonly<Record<string, string>>,
  program?: Program,
): Promise<BotChild> {
  const { path, environment: compiled } = program ?? (await bundle('bot'));
  const port = environment['PORT'] ?? String(await freePort());
  const child = spawn(execPath, [path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      ...compiled,
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      ...environment,
      PORT: port,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const logged: Logged[] = [];
  createInterface(child.stdout).on('line', (line) => void logged.push(JSON.parse(line)));
  const said = text(child.stderr);
  const exit = once(child, 'exit');
  const url = new URL(`http://127.0.0.1:${port}`);

  const state: BotChild['state'] = async () => {
    try {
      const answer = await fetch(new URL('/readyz', url), { headers: { connection: 'close' } });
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    } catch {
      return null;
    }
  };
  const says: BotChild['says'] = async (message) => {
    await vi.waitUntil(() => logged.some(({ msg }) => msg === message), WAIT);
  };
  return {
    url,
    eventsUrl: new URL('/slack/events', url),
    logged,
    ended: exit.then(async ([code]) => ({ code, said: await said })),
    state,
    async ready() {
      // To look into the log costs less than to ask a port that is not open.
      await says('Rental Desk is open');
      await vi.waitUntil(async () => (await state())?.status === 200, WAIT);
    },
    says,
    signal: (name) => void child.kill(name),
  };
}

/** What the bot is told of a model service, and of a workspace over HTTP. */
export function environmentFor(
  service: RentalService,
  apiUrl: string,
): Readonly<Record<string, string>> {
  return {
    RENTAL_FILES_URL: service.filesUrl,
    RENTAL_AUTH_URL: service.authUrl,
    RENTAL_IDP: service.idp,
    RENTAL_PROJECT_ID: service.projectId,
    RENTAL_KEY: JSON.stringify(service.keyFile),
    SLACK_API_URL: apiUrl,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
  };
}

/** Makes the bot hold a socket instead. */
export const OVER_SOCKET = { SLACK_APP_TOKEN: APP_TOKEN };
