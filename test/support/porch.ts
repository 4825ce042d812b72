import { onTestFinished } from 'vitest';

import type { Desk } from '../../src/commands/desk.ts';
import type { Transport } from '../../src/playground/slack/protocol.ts';
import type { SlackWorkspace } from '../../src/playground/slack/server.ts';
import { createAccess } from '../../src/slack/access.ts';
import { listen } from '../../src/slack/listen.ts';
import { createPorch } from '../../src/slack/porch.ts';
import { createSeal } from '../../src/slack/seal.ts';
import { APP_TOKEN, BOT_TOKEN, SIGNING_SECRET, testWorkspace } from './slack-workspace.ts';

/** A line of the log, with the fields it was written with. */
interface Logged {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

interface OpenPorch {
  readonly workspace: SlackWorkspace;
  readonly logged: readonly Logged[];
  /** Where `/healthz` and `/readyz` are. */
  readonly url: URL;
  /** Resolves when no answer is under way any more. */
  readonly idle: () => Promise<void>;
}

/** The real porch, in a workspace of its own, with this desk behind it. */
export async function porchWith(desk: Desk, transport: Transport = 'http'): Promise<OpenPorch> {
  let url: URL | null = null;
  const workspace = await testWorkspace({
    transport,
    botEventsUrl: () => url && new URL('/slack/events', url),
  });
  const logged: Logged[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void logged.push({ ...fields, level, message });
  const log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
  const porch = createPorch({
    botToken: BOT_TOKEN,
    apiUrl: workspace.apiUrl,
    transport:
      transport === 'http'
        ? { kind: 'http', signingSecret: SIGNING_SECRET }
        : { kind: 'socket', appToken: APP_TOKEN },
    port: 0,
    host: '127.0.0.1',
    log,
  });
  const { idle } = listen(porch.app, {
    desk,
    access: createAccess({
      client: porch.app.client,
      now: () => Date.now(),
      usergroups: [],
      channels: [],
    }),
    seal: createSeal(SIGNING_SECRET),
    log,
  });
  url = new URL(`http://127.0.0.1:${await porch.start()}`);
  onTestFinished(() => porch.stop());
  return { workspace, logged, url, idle };
}
