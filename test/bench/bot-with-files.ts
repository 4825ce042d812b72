import { setTimeout } from 'node:timers/promises';

import { serviceVariables, startBot } from './bot.ts';
import { startChild } from './child.ts';
import { type Slack, startSlack } from './slack-requests.ts';

interface BotWithFiles extends AsyncDisposable {
  readonly slack: Slack;
  readonly url: URL;
}

/** The real bot, holding so many files of a service in another process. */
export async function botWithFiles(
  count: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<BotWithFiles> {
  const sizes = ['--count', String(count), '--page-size', '100', '--prepared'];
  const service = await startChild('src/playground/rental-service/main.ts', sizes);
  const slack = await startSlack();
  const bot = await startBot(slack, {
    ...serviceVariables(JSON.parse(service.line)),
    ...environment,
  });
  slack.sendTo(bot.url);
  // Until all files are read, answers are about how far that has come.
  for (;;) {
    const { answer } = await slack.typed('list');
    if (answer.text.includes(`${count.toLocaleString('en')} rental files`)) break;
    await setTimeout(1_000);
  }
  return {
    slack,
    url: bot.url,
    async [Symbol.asyncDispose]() {
      slack.stop();
      await Promise.all([bot.stop(), service.stop()]);
    },
  };
}
