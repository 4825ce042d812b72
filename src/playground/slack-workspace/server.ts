import type { AddressInfo } from 'node:net';

import { createAdaptorServer } from '@hono/node-server';

import { changeChannel, changePerson, changeUserGroup } from './admin-changes.ts';
import type { Bot } from './bot/bot.ts';
import { EVENT_RETRY_DELAYS_MS, eventsApi } from './bot/events.ts';
import { botOverHttp } from './bot/http.ts';
import { toolCaller } from './bot/mcp.ts';
import { type DisconnectReason, socketMode } from './bot/socket-mode.ts';
import type { ServerHooks, ServerContext } from './context.ts';
import { changeStreams } from './event-stream.ts';
import { type Interruption, interruptionList } from './fault-injection.ts';
import type { Manifest } from './manifest.ts';
import { unfurlBook } from './message-text.ts';
import { postingLimit } from './methods/rate-limit.ts';
import type {
  Change,
  ClockSetting,
  UserActions,
  Json,
  Settings,
  State,
  Transport,
} from './page-protocol.ts';
import { CHART, refusedBlocks } from './rejected-blocks.ts';
import { isLoopbackHost, type PageFiles, routes } from './routes.ts';
import { identifiers } from './store/identifiers.ts';
import type { MemberChange } from './store/people.ts';
import { responseUrlBox } from './store/response-urls.ts';
import { createStore, type RoomChange } from './store/store.ts';
import { triggerBox } from './store/triggers.ts';
import type { UserGroup } from './store/user-groups.ts';
import { perform } from './user-actions/index.ts';
import type { Answer } from './user-actions/user-action.ts';

/** Slack waits this long for an acknowledgement. */
const ACK_WITHIN_MS = 3_000;

/** Longer than a client keeps a connection, so that none is cut off when it is used again. */
const KEEP_ALIVE_MS = 75_000;

export interface SlackWorkspaceOptions extends Partial<ServerHooks> {
  /** 0 takes any port that is free. */
  readonly port: number;
  readonly signingSecret: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly manifest: Manifest;
  /** Milliseconds since the epoch: what messages, triggers and response URLs go by. */
  readonly now: () => number;
  /**
   * The clock in the signature of requests; the app refuses what its own clock calls five minutes
   * old. Without it, `now`.
   */
  readonly signedAt?: () => number;
  /** Where the app takes signed requests over HTTP; `null` while it does not listen. */
  readonly botEventsUrl: () => URL | null;
  readonly transport: Transport;
  readonly serviceKind: Settings['service'];
  /** Absent: there is no clock that a visitor could move. */
  readonly clock?: ClockSetting;
  /** Serves the page and its files, for every path that is not the workspace's own. */
  readonly pageFiles?: PageFiles;
  /** How long the app has to acknowledge: 3,000 without it. */
  readonly ackWithinMs?: number;
  /** How long a trigger may be used: 3,000 without it. */
  readonly triggerLifeMs?: number;
  /** How long after a failed try of an event the next one comes. */
  readonly eventRetryDelaysMs?: readonly number[];
  /** Called when an event is sent to the app again. */
  readonly onEventAgain?: (event: Json) => void;
  /** Called when an event is not sent again, though every try of it failed. */
  readonly onEventGivenUp?: (event: Json) => void;
  /** One message a second for each channel, as Slack has it; off without it. */
  readonly isRateLimited?: boolean;
  /** Types of blocks that this workspace does not know. */
  readonly refusedBlocks?: readonly string[];
}

/** A Slack workspace that runs on this machine alone. */
export interface SlackWorkspace {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** For `SLACK_API_URL`: ends with `/api/`. */
  readonly apiUrl: string;
  state(): State;
  /** Calls `listener` with every change from now on; gives what stops that. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Does what the page could ask for. */
  perform<Name extends keyof UserActions>(name: Name, input: UserActions[Name]): Promise<Answer>;
  setSettings(change: Partial<Settings>): void;
  /** Archives, renames or shares a channel, or changes who is in it; resolves once the app has the event. */
  changeChannel(id: string, change: RoomChange): Promise<void>;
  /** Changes a person's role or profile; resolves once the app has the event. */
  changePerson(id: string, change: MemberChange): Promise<void>;
  /** Changes who is in a user group; resolves once the app has the event. */
  changeUserGroup(id: string, change: Partial<Pick<UserGroup, 'members'>>): Promise<void>;
  /** Makes every message and view with a block of these types fail, as unknown types do. */
  refuseBlocks(types: readonly string[]): void;
  /** Makes the next call of a Web API method fail. */
  interrupt(interruption: Interruption): void;
  /** Takes back the failures that no call has met. */
  forgive(): void;
  /** Takes the bot token back, or gives it again. */
  revokeToken(isRevoked: boolean): void;
  /** Sends a URL verification, as Slack does when a request URL is set; true when it is met. */
  verifyUrl(): Promise<boolean>;
  /** Asks the app's sockets to connect anew. */
  disconnectSockets(reason: DisconnectReason): void;
  /** How many sockets the app holds. */
  sockets(): number;
  stop(): Promise<void>;
}

/**
 * Starts a workspace that speaks to an app as Slack does.
 *
 * @throws {Error} when the port is taken
 */
export async function startSlackWorkspace(options: SlackWorkspaceOptions): Promise<SlackWorkspace> {
  const { now, manifest, signedAt = now, ackWithinMs = ACK_WITHIN_MS } = options;
  let url = '';
  const ids = identifiers(now);
  const store = createStore(
    { manifest, now, ids, baseUrl: () => url },
    {
      transport: options.transport,
      serviceMode: 'fair',
      bot: 'stopped',
      service: options.serviceKind,
      ...(options.clock ? { clock: options.clock } : {}),
    },
  );
  const sockets = socketMode(ids, ackWithinMs);
  const { signingSecret, botEventsUrl } = options;
  const http = botOverHttp({ signingSecret, url: botEventsUrl, ackWithinMs, signedAt });
  const bot: Bot = {
    send: (envelope) => (store.settings().transport === 'http' ? http : sockets).send(envelope),
  };
  const retryDelaysMs = options.eventRetryDelaysMs ?? EVENT_RETRY_DELAYS_MS;
  const { onEventAgain: onAgain = () => {}, onEventGivenUp: onGivenUp = () => {} } = options;
  const events = eventsApi({ manifest, bot, ids, now, retryDelaysMs, onAgain, onGivenUp });
  const interruptions = interruptionList();
  const streams = changeStreams();

  const context: ServerContext = {
    manifest,
    now,
    ids,
    store,
    bot,
    callTool: toolCaller({ signingSecret, eventsUrl: botEventsUrl, signedAt }),
    events,
    triggers: triggerBox(now, ids, options.triggerLifeMs),
    responseUrls: responseUrlBox(now, ids, () => url),
    unfurls: unfurlBook(ids),
    refused: refusedBlocks(options.refusedBlocks ?? []),
    socketUrl: () => `${url.replace('http:', 'ws:')}${sockets.ticket()}`,
    hooks: {
      onSettings: async (change) => options.onSettings?.(change),
      onClock: async (byMs) => options.onClock?.(byMs),
      onChangeFile: async (change) => options.onChangeFile?.(change),
      onRestart: async () => options.onRestart?.(),
    },
  };

  const { botToken, appToken, pageFiles } = options;
  const mayPost = options.isRateLimited === true ? postingLimit(now) : () => true;
  let isTokenRevoked = false;
  const isRevoked = () => isTokenRevoked;
  const caller = { botToken, appToken, isRevoked, interruptions, mayPost };
  const app = routes({ server: context, caller, streams, pageFiles });
  const server = createAdaptorServer({
    serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS },
    async fetch(request, env) {
      const response = await app.fetch(request, env);
      // The app compares its own clock with it.
      if (options.clock !== undefined) {
        response.headers.set('date', new Date(now()).toUTCString());
      }
      return response;
    },
  });
  server.on('upgrade', (request, socket, head) => {
    if (isLoopbackHost(request.headers.host)) sockets.upgrade(request, socket, head);
    else socket.destroy();
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(options.port, '127.0.0.1', resolve);
  await listening;
  url = `http://127.0.0.1:${portOf(server.address())}`;

  return {
    url,
    apiUrl: `${url}/api/`,
    state: () => store.state(),
    subscribe: (listener) => store.feed.subscribe(listener),
    perform: async (name, input) => perform(context, name, input),
    setSettings: (change) => store.changeSettings(change),
    changeChannel: async (id, change) => changeChannel(context, id, change),
    changePerson: async (id, change) => changePerson(context, id, change),
    changeUserGroup: async (id, change) => changeUserGroup(context, id, change),
    refuseBlocks(types) {
      context.refused.set(types);
      store.changeSettings({ refusesCharts: types.includes(CHART) });
    },
    interrupt: (interruption) => interruptions.add(interruption),
    forgive: () => interruptions.clear(),
    revokeToken(revoked) {
      isTokenRevoked = revoked;
    },
    verifyUrl: async () => http.verify(),
    disconnectSockets: (reason) => sockets.disconnect(reason),
    sockets: () => sockets.connections(),
    async stop() {
      events.stop();
      streams.stop();
      sockets.stop();
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
