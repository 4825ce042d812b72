import type { Bot } from './bot.ts';
import type { Events } from './events.ts';
import type { Identifiers } from './identifiers.ts';
import type { UnfurlBook } from './links.ts';
import type { Manifest } from './manifest.ts';
import type { Deeds } from './protocol.ts';
import type { RefusedBlocks } from './refused-blocks.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Store } from './store.ts';
import type { Triggers } from './triggers.ts';

/** Whoever runs the workspace and the bot in it. */
export interface Owner {
  /** Called before the settings change; what it throws is told to the visitor. */
  onSettings(asked: Deeds['settings']): Promise<void>;
  /** Moves the clock of everything forward by so many milliseconds. */
  onClock(byMs: number): Promise<void>;
  /** Stops the bot and starts it anew. */
  onRestart(): Promise<void>;
}

/** Everything that a deed or a method may need. */
export interface Workings {
  readonly manifest: Manifest;
  readonly now: () => number;
  readonly ids: Identifiers;
  readonly store: Store;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  /** Which links the app was told of. */
  readonly unfurls: UnfurlBook;
  readonly refused: RefusedBlocks;
  /** The app, over whichever transport is set. */
  readonly bot: Bot;
  readonly events: Events;
  /** The WebSocket address for one more connection of the app. */
  readonly socketUrl: () => string;
  readonly owner: Owner;
}
