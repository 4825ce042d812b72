import { readEnvironment } from '../../src/playground/environment.ts';
import { type RunningPlayground, startPlayground } from '../../src/playground/playground.ts';
import type { RentalService } from '../../src/playground/rental-service/service.ts';
import { freePort } from '../support/free-port.ts';
import type { SlackFront } from '../support/slack-front.ts';

/** The real bot, which answers to `front`, without a limit for each person. */
export async function startBot(
  front: Pick<SlackFront, 'apiUrl' | 'passTo'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: URL; readonly stop: RunningPlayground['stop'] }> {
  const port = await freePort();
  front.passTo(new URL(`http://127.0.0.1:${port}`));
  const playground = await startPlayground({
    historyDays: 0,
    ...readEnvironment({
      PATH: process.env['PATH'],
      ACCESS_BURST: '0',
      SLACK_API_URL: front.apiUrl,
      ...environment,
    }),
    port,
    now: Date.now,
    output: 'ignore',
  });
  const url = new URL('/slack/events', playground.botUrl() ?? undefined);
  return { url, stop: async () => playground.stop() };
}

/** What a bot is told of a service; one in another process prints it as its first line. */
export function serviceVariables({
  filesUrl,
  authUrl,
  idp,
  projectId,
  keyFile,
}: Omit<RentalService, 'stop'>): Readonly<Record<string, string>> {
  return {
    RENTAL_FILES_URL: filesUrl,
    RENTAL_AUTH_URL: authUrl,
    RENTAL_IDP: idp,
    RENTAL_PROJECT_ID: projectId,
    RENTAL_KEY: JSON.stringify(keyFile),
  };
}
