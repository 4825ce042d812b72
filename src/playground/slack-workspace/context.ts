import type { Bot } from './bot/bot.ts';
import type { Events } from './bot/events.ts';
import type { ToolReply } from './bot/mcp.ts';
import type { Manifest } from './manifest.ts';
import type { UnfurlBook } from './message-text.ts';
import type { Json, UserActions } from './page-protocol.ts';
import type { RefusedBlocks } from './rejected-blocks.ts';
import type { Identifiers } from './store/identifiers.ts';
import type { ResponseUrls } from './store/response-urls.ts';
import type { Store } from './store/store.ts';
import type { Triggers } from './store/triggers.ts';

/** Callbacks of the process that runs the workspace and the bot. */
export interface ServerHooks {
  /** Called before the settings change; its errors are shown in the page. */
  onSettings(change: UserActions['settings']): Promise<void>;
  /** Moves every clock forward by that many milliseconds. */
  onClock(byMs: number): Promise<void>;
  /** Changes the state of a rental file; its errors are shown in the page. */
  onChangeFile(change: UserActions['change_file']): Promise<void>;
  /** Stops the bot and starts it anew. */
  onRestart(): Promise<void>;
}

/** State and services that user actions and Web API methods work with. */
export interface ServerContext {
  readonly manifest: Manifest;
  readonly now: () => number;
  readonly ids: Identifiers;
  readonly store: Store;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  /** Links of which the app received an event. */
  readonly unfurls: UnfurlBook;
  readonly refused: RefusedBlocks;
  /** The app, over whichever transport is set. */
  readonly bot: Bot;
  /** Calls a tool of the app over HTTP, as Slackbot does. */
  readonly callTool: (params: Json) => Promise<ToolReply>;
  readonly events: Events;
  /** The WebSocket address for one more connection of the app. */
  readonly socketUrl: () => string;
  readonly hooks: ServerHooks;
}
