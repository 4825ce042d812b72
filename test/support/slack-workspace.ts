import { App, type Logger, LogLevel, SocketModeReceiver, webApi } from '@slack/bolt';
import { onTestFinished } from 'vitest';

import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import type {
  Json,
  Message,
  Modal,
  Place,
} from '../../src/playground/slack-workspace/page-protocol.ts';
import {
  type SlackWorkspace,
  type SlackWorkspaceOptions,
  startSlackWorkspace,
} from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import type { Answer } from '../../src/playground/slack-workspace/user-actions/user-action.ts';
import { portOf } from '../../src/slack/receivers/http-receiver.ts';
import { SIGNING_SECRET } from './text-cipher.ts';

export { SIGNING_SECRET } from './text-cipher.ts';

export const BOT_TOKEN = 'xoxb-for-tests';
export const APP_TOKEN = 'xapp-for-tests';

const MANIFEST = `
display_information: { name: Rental Desk }
features:
  app_home: { home_tab_enabled: true, messages_tab_enabled: true }
  bot_user: { display_name: rental-desk }
  slash_commands:
    - { command: /rental, description: Rental files, usage_hint: list, should_escape: true }
    - { command: /raw, description: What was typed }
  shortcuts:
    - { name: New rental, type: global, callback_id: new_rental, description: New }
    - { name: Take it, type: message, callback_id: take_it, description: Take }
  unfurl_domains: [console.example]
oauth_config:
  scopes:
    bot:
      [commands, chat:write, users:read, channels:read, groups:read, im:read, channels:history,
       groups:history, im:history, im:write, usergroups:read, app_mentions:read, links:read,
       links:write]
settings:
  interactivity: { is_enabled: true, message_menu_options_url: 'https://bot.example/slack/events' }
  event_subscriptions:
    bot_events:
      [app_home_opened, app_mention, message.im, link_shared, user_change, subteam_updated,
       subteam_members_changed, channel_archive, channel_rename, channel_shared, channel_unshared,
       member_left_channel, channel_left]
`;

const manifest = readManifest(MANIFEST);

/** A manifest for tests, with other bot scopes if they are given. */
export function testManifest(scopes?: readonly string[]) {
  if (scopes === undefined) return manifest;
  return { ...manifest, oauth_config: { scopes: { bot: [...scopes], bot_optional: [] } } };
}

/** A clock that moves only when it is told to, from the moment the test began. */
export interface TestClock {
  readonly now: () => number;
  readonly advance: (byMs: number) => void;
}

export function testClock(startMs = Date.now()): TestClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(byMs) {
      nowMs += byMs;
    },
  };
}

/** A workspace that is stopped when the test is over. */
export async function testWorkspace(
  options: Partial<SlackWorkspaceOptions> = {},
): Promise<SlackWorkspace> {
  const workspace = await startSlackWorkspace({
    port: 0,
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    appToken: APP_TOKEN,
    manifest: testManifest(),
    // A slow machine may take its time: neither triggers nor patience run out on their own.
    now: testClock().now,
    ackWithinMs: PATIENCE_MS,
    botEventsUrl: () => null,
    transport: 'http',
    serviceKind: 'playground',
    ...options,
  });
  onTestFinished(() => workspace.stop());
  return workspace;
}

/** Slack's clients tell the log of every error they also throw. */
const SILENT: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

/** The official client, which tries once and tells at once. */
export function testClient(
  workspace: SlackWorkspace,
  token = BOT_TOKEN,
  options: webApi.WebClientOptions = {},
): webApi.WebClient {
  return new webApi.WebClient(token, {
    slackApiUrl: workspace.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: SILENT,
    ...options,
  });
}

const RECONNECT_MS = 2_000;
export const PATIENCE_MS = 60_000;

type Register = (app: App) => void;

/** A workspace and a real Bolt app in it that takes signed requests over HTTP. */
export async function workspaceWithHttpApp(
  register: Register,
  options: Partial<SlackWorkspaceOptions> = {},
): Promise<SlackWorkspace> {
  let eventsUrl: URL | null = null;
  const workspace = await testWorkspace({ botEventsUrl: () => eventsUrl, ...options });
  const app = new App({
    token: BOT_TOKEN,
    signingSecret: SIGNING_SECRET,
    clientOptions: { slackApiUrl: workspace.apiUrl },
    logLevel: LogLevel.ERROR,
  });
  register(app);
  const server = await app.start(0);
  eventsUrl = new URL(`http://127.0.0.1:${portOf(server)}/slack/events`);
  onTestFinished(async () => {
    await app.stop();
  });
  return workspace;
}

/** A workspace and a real Bolt app in it that holds a socket. */
export async function workspaceWithSocketApp(
  register: Register,
  options: Partial<SlackWorkspaceOptions> = {},
): Promise<{ workspace: SlackWorkspace; startAnother: () => Promise<void> }> {
  const workspace = await testWorkspace({ transport: 'socket', ...options });

  async function startAnother(): Promise<void> {
    const clientOptions = { slackApiUrl: workspace.apiUrl };
    const receiver = new SocketModeReceiver({
      appToken: APP_TOKEN,
      installerOptions: { clientOptions },
      // Bolt reconnects after as long as it waits for a pong.
      clientPingTimeout: RECONNECT_MS,
      logLevel: LogLevel.ERROR,
    });
    const app = new App({ token: BOT_TOKEN, receiver, clientOptions, logLevel: LogLevel.ERROR });
    register(app);
    await app.start();
    onTestFinished(async () => {
      await receiver.client.disconnect();
    });
  }

  await startAnother();
  return { workspace, startAnother };
}

/** The first message that fits, as soon as there is one. */
export async function messageThat(
  workspace: SlackWorkspace,
  fits: (message: Message) => boolean,
): Promise<Message> {
  const { promise, resolve } = Promise.withResolvers<Message>();
  const stop = workspace.subscribe((change) => {
    if (change.kind === 'message' && fits(change.message)) resolve(change.message);
  });
  const there = workspace.state().messages.find((message) => fits(message));
  if (there !== undefined) resolve(there);
  try {
    return await promise;
  } finally {
    stop();
  }
}

/** Everything that somebody sees in a channel, oldest first. */
export function seenBy(workspace: SlackWorkspace, person: string, channel: string): Message[] {
  return workspace
    .state()
    .messages.filter((message) => message.channel === channel)
    .filter(({ onlyFor }) => onlyFor === null || onlyFor === person);
}

/** Somebody at their screen. */
export interface Visitor {
  say(text: string, channel?: string): Promise<Answer>;
  /** Writes into the thread under a message. */
  reply(text: string, to: Pick<Message, 'channel' | 'ts'>): Promise<Answer>;
  /** Uses a global shortcut, or one on a message. */
  shortcut(callbackId: string, on?: Pick<Message, 'channel' | 'ts'>): Promise<Answer>;
  press(place: Place, action: Json, values?: Json): Promise<Answer>;
  /** The modal in front of them. */
  modal(): Modal | undefined;
  submit(values: Json): Promise<Answer>;
  close(options?: { readonly all: boolean }): Promise<Answer>;
  openHome(): Promise<Answer>;
}

/** Plays the part of somebody; channels default to #leasing. */
export function visitor(workspace: SlackWorkspace, person: string): Visitor {
  const modal = () => workspace.state().modals.findLast((one) => one.person === person);
  return {
    modal,
    say: async (text, channel = CHANNELS.leasing) =>
      workspace.perform('say', { person, channel, text }),
    reply: async (text, { channel, ts }) =>
      workspace.perform('say', { person, channel, text, thread: ts }),
    shortcut: async (callbackId, on) =>
      workspace.perform('shortcut', {
        person,
        callbackId,
        channel: on?.channel ?? null,
        ts: on?.ts ?? null,
      }),
    press: async (place, action, values = {}) =>
      workspace.perform('act', { person, place, action, values }),
    submit: async (values) =>
      workspace.perform('submit', { person, modal: modal()?.id ?? '', values }),
    close: async ({ all } = { all: false }) =>
      workspace.perform('close', { person, modal: modal()?.id ?? '', all }),
    openHome: async () => workspace.perform('open_home', { person }),
  };
}

/** Where a message stands. */
export function placeOf({ channel, ts }: Message) {
  return { channel, ts };
}

/** What Slack would say of the press of that button. */
export function buttonOf({ blocks }: Message, label: string): Json {
  for (const { block_id, elements, accessory } of blocks) {
    const all = [...(Array.isArray(elements) ? elements : []), ...(accessory ? [accessory] : [])];
    for (const element of all) {
      if (element.type === 'button' && element.text.text === label) return { ...element, block_id };
      if (element.type !== 'overflow') continue;
      const chosen = element.options.find(
        ({ text }: { text: { text: string } }) => text.text === label,
      );
      if (chosen !== undefined) return { ...element, block_id, selected_option: chosen };
    }
  }
  throw new Error(`there is no button ${label}`);
}
