import { readEnvironment } from '../../src/playground/environment.ts';
import { type RunningPlayground, startPlayground } from '../../src/playground/playground.ts';

/** The real bot, before the service of another process, without a limit for each person. */
export async function startBot(
  serviceLine: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: URL; readonly stop: RunningPlayground['stop'] }> {
  const { filesUrl, authUrl, idp, projectId, keyFile } = JSON.parse(serviceLine);
  const playground = await startPlayground({
    ...readEnvironment({
      PATH: process.env['PATH'],
      ACCESS_BURST: '0',
      RENTAL_FILES_URL: filesUrl,
      RENTAL_AUTH_URL: authUrl,
      RENTAL_IDP: idp,
      RENTAL_PROJECT_ID: projectId,
      RENTAL_KEY: JSON.stringify(keyFile),
      ...environment,
    }),
    port: 0,
    now: Date.now,
    output: 'ignore',
  });
  const url = new URL('/slack/events', playground.botUrl() ?? undefined);
  return { url, stop: async () => playground.stop() };
}
