import { readFileSync } from 'node:fs';

import { expect, onTestFinished, vi } from 'vitest';

import type { Dispatcher } from '../../src/commands/dispatcher.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { signedHeaders } from '../../src/playground/slack-workspace/bot/http.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import type { Transport } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { createReplayGuard, type ThrottleLimits } from '../../src/slack/admission.ts';
import { createSlackApp } from '../../src/slack/app.ts';
import { createAuthorizer } from '../../src/slack/authorize.ts';
import { registerListeners } from '../../src/slack/listeners/index.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import { overheard } from './overheard.ts';
import {
  APP_TOKEN,
  BOT_TOKEN,
  SIGNING_SECRET,
  type TestClock,
  testWorkspace,
} from './slack-workspace.ts';

/** A line of the log, with the fields it was written with. */
interface Logged {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

interface SlackAppSettings {
  readonly transport?: Transport;
  /** Who gets answers, and where; changes hold at once. */
  readonly usergroups?: readonly string[];
  readonly channels?: readonly string[];
  readonly adminUsergroups?: readonly string[];
  /** What assistants may be shown of people; without it there is no endpoint for them. */
  readonly assistants?: 'initials' | 'reference';
  /** The signing secret of before. */
  readonly previousSecret?: string | null;
  /** Optional scopes that were not granted. */
  readonly withoutScopes?: readonly string[];
  /** The workspace's clock. */
  readonly clock?: TestClock;
  /** The only calls that the workspace must refuse, each as in `refused`; `null` for any. */
  readonly refusals?: readonly string[] | null;
  /** How much is answered at once, and to one person by this clock; no person has a limit without it. */
  readonly throttle?: Partial<ThrottleLimits>;
  readonly monotonic?: () => number;
  /** Whether links are shown as Work Objects. */
  readonly workObjects?: boolean;
}

interface OpenSlackApp {
  readonly workspace: SlackWorkspace;
  readonly logged: readonly Logged[];
  /** Calls that the workspace has refused: the method or path, and the error code. */
  readonly refused: readonly string[];
  /** The bodies of all requests that the workspace has sent, the newest last. */
  readonly requests: readonly string[];
  /** Where `/healthz` and `/readyz` are. */
  readonly url: URL;
  /** Resolves when no answer is in flight. */
  readonly idle: () => Promise<void>;
  /** Gives requests in flight this many milliseconds, then notifies those still open. */
  readonly finish: (ms: number) => Promise<void>;
  /** Resolves when the log has `count` more lines than before `act`, and nothing is in flight. */
  readonly settled: (act: () => Promise<unknown>, count?: number) => Promise<void>;
  /** Sends a request once more, as Slack would sign it. */
  readonly deliver: (body: string) => Promise<Response>;
}

const TIMEOUT_MS = 60_000;
const SECOND_MS = 1_000;

/** As it is installed. */
const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

/** The real app in a workspace of its own, with this dispatcher. */
export async function openSlackApp(
  dispatcher: Dispatcher,
  over: SlackAppSettings = {},
): Promise<OpenSlackApp> {
  const { transport = 'http', usergroups = [], channels = [], adminUsergroups = [] } = over;
  const { previousSecret = null, withoutScopes = [] } = over;
  const { scopes } = manifest.oauth_config;
  const granted = scopes.bot_optional.filter((scope) => !withoutScopes.includes(scope));
  let url: URL | null = null;
  const eventsUrl = () => url && new URL('/slack/events', url);
  const workspace = await testWorkspace({
    transport,
    manifest: {
      ...manifest,
      oauth_config: { scopes: { ...scopes, bot_optional: granted } },
    },
    botEventsUrl: eventsUrl,
    ...(over.clock === undefined ? {} : { now: over.clock.now, signedAt: () => Date.now() }),
  });
  const { refused, heard } = overheard(new URL(workspace.url), eventsUrl);
  const { refusals = [] } = over;
  if (refusals !== null) onTestFinished(() => expect(refused).toEqual(refusals));
  let delivered = 0;
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
  const replayGuard = createReplayGuard({ claims: null, now: () => Date.now(), log });
  const tokens = createActionTokens(SIGNING_SECRET, { previousSecret, now: () => Date.now() });
  const { assistants } = over;
  const endpoint =
    assistants === undefined
      ? undefined
      : createMcpServer({
          level: assistants,
          contextOf: async (requestInfo) => dispatcher.contextOf(requestInfo),
          handleCall: async (...call) => handleCall(...call),
          cursors: tokens,
          claims: replayGuard,
        });
  const slackApp = createSlackApp({
    botToken: BOT_TOKEN,
    apiUrl: workspace.apiUrl,
    transport:
      transport === 'http'
        ? { kind: 'http', signingSecret: SIGNING_SECRET }
        : { kind: 'socket', appToken: APP_TOKEN },
    previousSecret,
    port: 0,
    host: '127.0.0.1',
    replayGuard,
    endpoint,
    log,
    now: () => Date.now(),
    drainMs: 0,
  });
  const { idle, finish, handleCall } = registerListeners(slackApp.app, {
    dispatcher,
    access: createAuthorizer({
      client: slackApp.app.client,
      now: () => Date.now(),
      usergroups,
      channels,
      adminUsergroups,
    }),
    tokens,
    replayGuard,
    log,
    workObjects: over.workObjects ?? false,
    ...(over.throttle === undefined ? {} : { throttle: over.throttle }),
    ...(over.monotonic === undefined ? {} : { monotonic: over.monotonic }),
  });
  url = new URL(`http://127.0.0.1:${await slackApp.start()}`);
  onTestFinished(() => slackApp.stop());
  return {
    workspace,
    logged,
    refused,
    requests: heard,
    url,
    idle,
    finish,
    async settled(act, count = 1) {
      const before = logged.length;
      await act();
      await vi.waitUntil(() => logged.length >= before + count, {
        timeout: TIMEOUT_MS,
        interval: 5,
      });
      await idle();
    },
    async deliver(body) {
      const isForm = !body.startsWith('{');
      // Later than before: the same signature is not heard twice.
      delivered += 1;
      return fetch(new URL('/slack/events', url ?? ''), {
        method: 'POST',
        body,
        headers: {
          connection: 'close',
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
          ...signedHeaders(SIGNING_SECRET, body, Date.now() + delivered * SECOND_MS),
        },
      });
    },
  };
}
