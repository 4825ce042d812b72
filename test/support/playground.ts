import { onTestFinished } from 'vitest';

import { readEnvironment } from '../../src/playground/environment.ts';
import { type PlaygroundOptions, startPlayground } from '../../src/playground/playground.ts';
import type { RentalService } from '../../src/playground/rental-service/service.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';

interface OpenPlayground {
  readonly url: string;
  readonly service: RentalService;
  readonly workspace: SlackWorkspace;
  readonly restart: () => Promise<void>;
}

/** The whole playground, with the bot in a process of its own, until the test is over. */
export async function openPlayground(
  options: Partial<PlaygroundOptions> = {},
): Promise<OpenPlayground> {
  const running = await startPlayground({
    ...readEnvironment({ PATH: process.env['PATH'], ACCESS_BURST: '0' }),
    port: 0,
    now: () => Date.now(),
    output: 'ignore',
    ...options,
  });
  onTestFinished(() => running.stop());
  const { url, service, workspace } = running;
  if (url === null || !service || !workspace) throw new Error('a side is not the playground’s');
  return { url, service, workspace, restart: () => running.restart() };
}
