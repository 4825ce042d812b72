import { onTestFinished } from 'vitest';

import { readEnvironment } from '../../src/playground/environment.ts';
import { type PlaygroundOptions, startPlayground } from '../../src/playground/playground.ts';
import type { RentalService } from '../../src/playground/rental-service/service.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { folderPlace, type Place } from './places.ts';
import { bundle } from './programs.ts';
import { PATIENCE_MS } from './slack-workspace.ts';

interface OpenPlayground {
  readonly url: string;
  readonly service: RentalService;
  readonly workspace: SlackWorkspace;
  readonly restart: () => Promise<void>;
  /** Where the bot itself listens; `null` while it does not run. */
  readonly botUrl: () => URL | null;
}

/** What tells a bot that its database is there. */
export function variablesOf({ databaseUrl, dataDir }: Place): Readonly<Record<string, string>> {
  return databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
}

/**
 * The whole playground, with the bot in a process of its own, until the test is over.
 *
 * @param options differ from how it is started otherwise
 * @param placeFor where the bot's database is
 */
export async function openPlayground(
  options: Partial<PlaygroundOptions> = {},
  placeFor: () => Promise<Place> = folderPlace,
): Promise<OpenPlayground> {
  const [program, place] = await Promise.all([bundle('bot'), placeFor()]);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const environment = readEnvironment({ PATH: process.env['PATH'], ACCESS_BURST: '0' });
  const running = await startPlayground({
    // With it, what is found would depend on the hour.
    historyDays: 0,
    ...environment,
    machine: { ...environment.machine, ...program.environment },
    port: 0,
    now: () => Date.now(),
    slackWaitsMs: PATIENCE_MS,
    output: 'ignore',
    program: program.path,
    ...options,
    given: { ...environment.given, ...variablesOf(place), ...options.given },
  });
  onTestFinished(() => running.stop());
  const { url, service, workspace } = running;
  if (url === null || !service || !workspace) throw new Error('a side is not the playground’s');
  return {
    url,
    service,
    workspace,
    restart: () => running.restart(),
    botUrl: () => running.botUrl(),
  };
}
