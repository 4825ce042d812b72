import { type AccessLogStore, createAccessLog } from './access-log.ts';
import { type ChannelSettingsStore, createSettings } from './channel-settings.ts';
import {
  limitedQueries,
  createConnection,
  withQueryTimeout,
  type DatabaseOptions,
  type Engine,
  openDatabase,
  ping,
  waitForDatabase,
} from './database/connection.ts';
import { createDeliveries, type DeliveriesStore } from './deliveries.ts';
import { type LeaseStore, createLeases } from './delivery-leases.ts';
import { createDigests, type DigestsStore } from './digests.ts';
import { createPlanning, type PlanningStore } from './due-slots.ts';
import type { StoreError } from './errors.ts';
import { createLivePosts, type LivePostStore } from './live-posts.ts';
import { migrations } from './migrations/index.ts';
import {
  createEscalations,
  createNotifications,
  type EscalationsStore,
  type NotificationsStore,
} from './notifications.ts';
import { createPosts, type PostsStore } from './posts.ts';
import { createExpired, type ExpiredStore } from './retention.ts';
import { createSavedViews, type SavedViewsStore } from './saved-views.ts';

/**
 * What survives a restart. Every call may reject with a `StoreError`: `unreachable` while
 * PostgreSQL is away, and the next call tries again; `late` after too long a wait.
 */
export interface Store {
  readonly settings: ChannelSettingsStore;
  readonly views: SavedViewsStore;
  readonly accessLog: AccessLogStore;
  /** What stands in channels. */
  readonly posts: Pick<PostsStore, 'outlook'>;
  /** Whether the last call reached the database. When it did not, asking knocks there again. */
  isReady(): boolean;
  /** Waits for the calls under way and closes the database. */
  stop(): Promise<void>;
}

/** The store with everything that digests need. */
export interface DigestStore extends Store {
  readonly digests: DigestsStore;
  /** What became of slots; `planning` and `claims` are how it comes about. */
  readonly deliveries: DeliveriesStore;
  readonly planning: PlanningStore;
  readonly leases: LeaseStore;
  readonly escalations: EscalationsStore;
  readonly notifications: NotificationsStore;
  readonly live: LivePostStore;
  readonly posts: PostsStore;
  readonly expired: ExpiredStore;
  /** For the job engine alone, which is to stop before the store does. */
  readonly engine: Engine;
  /**
   * When the database has answered for the first time, its tables up to date: `true`, or `false`
   * when the store was stopped before. Rejects as `openStore` does when it cannot be used.
   */
  readonly reached: Promise<boolean>;
}

/** The bot opens without a database that lets it wait for longer. */
const OPEN_WAIT_MS = 3_000;

/** Longer than connecting and one statement may take; people wait no longer for the database. */
const INTERACTIVE_TIMEOUT_MS = 20_000;
const BACKGROUND_TIMEOUT_MS = 60_000;

/**
 * Opens the store and brings its tables up to date. A PostgreSQL that does not answer is told to
 * `onError` and knocked at until it does; every call tries again, too.
 *
 * @throws {StoreError} `locked` when another process uses the folder of the embedded database,
 * `newer` when a newer Rental Desk has changed the tables, `unknown_there` when PostgreSQL does not
 * know what DATABASE_URL names, `failed` when the tables cannot be made
 */
export async function openStore(options: DatabaseOptions): Promise<DigestStore> {
  const database = await openDatabase(options);
  const asking = createConnection(database, migrations);
  const { runQuery } = asking;
  const stopping = new AbortController();
  const { promise: waited, resolve: open } = Promise.withResolvers<void>();
  const onAway = (error: StoreError) => {
    options.onError(error);
    open();
  };
  const reached = waitForDatabase(async () => runQuery(ping), onAway, stopping.signal);
  const timer = setTimeout(open, OPEN_WAIT_MS);
  try {
    await Promise.race([reached, waited]);
  } catch (error) {
    await asking.stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  // Whoever does not ask when it is reached is told by each question.
  reached.catch(() => {});
  let isKnocking = false;

  /** Without it, a bot that is asked nothing while it is not ready would never be ready again. */
  async function knockAgain(): Promise<void> {
    if (isKnocking) return;
    isKnocking = true;
    // Whoever asked learns of it by asking again.
    await runQuery(ping).catch(() => {});
    isKnocking = false;
  }

  const promptly = withQueryTimeout(runQuery, INTERACTIVE_TIMEOUT_MS);
  const aside = limitedQueries(withQueryTimeout(runQuery, BACKGROUND_TIMEOUT_MS));

  return {
    settings: createSettings(promptly),
    views: createSavedViews(promptly),
    accessLog: createAccessLog(promptly),
    digests: createDigests(promptly),
    deliveries: createDeliveries(aside),
    planning: createPlanning(aside),
    leases: createLeases(aside),
    escalations: createEscalations(aside),
    notifications: createNotifications(aside),
    live: createLivePosts(aside),
    posts: createPosts(aside),
    expired: createExpired(aside),
    engine: database.engine,
    reached,
    isReady() {
      const isReady = asking.isReady();
      if (!isReady) void knockAgain();
      return isReady;
    },
    async stop() {
      stopping.abort();
      await asking.stop();
    },
  };
}
