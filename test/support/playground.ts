import { onTestFinished } from 'vitest';

import { readEnvironment } from '../../src/playground/environment.ts';
import { type PlaygroundOptions, startPlayground } from '../../src/playground/playground.ts';
import type { RentalService } from '../../src/playground/rental-service/service.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { COMPILED } from './compiled.ts';
import { folderPlace } from './places.ts';

interface OpenPlayground {
  readonly url: string;
  readonly service: RentalService;
  readonly workspace: SlackWorkspace;
  readonly restart: () => Promise<void>;
}

/**
 * The whole playground, with the bot in a process of its own, until the test is over.
 *
 * @param options differ from how it is started otherwise
 * @param placeFor where the bot's database is
 */
export async function openPlayground(
  options: Partial<PlaygroundOptions> = {},
  placeFor = folderPlace,
): Promise<OpenPlayground> {
  const place = await placeFor();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const environment = readEnvironment({ PATH: process.env['PATH'], ACCESS_BURST: '0' });
  const running = await startPlayground({
    historyDays: 0,
    ...environment,
    machine: { ...environment.machine, ...COMPILED },
    port: 0,
    now: () => Date.now(),
    output: 'ignore',
    ...options,
    given: { ...environment.given, DATA_DIR: place.dataDir, ...options.given },
  });
  onTestFinished(() => running.stop());
  const { url, service, workspace } = running;
  if (url === null || !service || !workspace) throw new Error('a side is not the playground’s');
  return { url, service, workspace, restart: () => running.restart() };
}
