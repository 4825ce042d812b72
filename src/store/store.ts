import { type AccessLogStore, createAccessLog } from './access-log.ts';
import { type AlertStore, createAlertStore } from './alerts/alerts.ts';
import { type ChannelSettingsStore, createSettings } from './channel-settings.ts';
import { type ClaimStore, createClaims } from './claims.ts';
import {
  limitedQueries,
  createConnection,
  withQueryTimeout,
  type DatabaseOptions,
  type Engine,
  openDatabase,
  ping,
  poolsTransactions,
  waitForDatabase,
} from './database/connection.ts';
import { createDeliveries, type DeliveriesStore } from './deliveries/deliveries.ts';
import { createPlanning, type PlanningStore } from './deliveries/due-slots.ts';
import { type LeaseStore, createLeases } from './deliveries/leases.ts';
import { createLivePosts, type LivePostStore } from './deliveries/live-posts.ts';
import {
  createEscalations,
  createNotifications,
  type EscalationsStore,
  type NotificationsStore,
} from './deliveries/notifications.ts';
import { createDigests, type DigestsStore } from './digests.ts';
import { type TextCipher, encryptStoredTexts } from './encryption.ts';
import type { StoreError } from './errors.ts';
import { createJournalStore, type JournalStore } from './journal.ts';
import { migrate, migrations } from './migrations/index.ts';
import { type PostsStore, createPosts } from './posts.ts';
import { type ReductionsStore, createReductions } from './reductions.ts';
import { createExpired, type ExpiredStore } from './retention.ts';
import { createSavedViews, type SavedViewsStore } from './saved-views.ts';
import {
  type InstanceStore,
  type SharedSnapshotStore,
  createInstances,
  createSharedSnapshots,
} from './shared-snapshots.ts';
import { createTriageStore, type TriageStore } from './triage.ts';

/**
 * Data that survives a restart. Every call may reject with a `StoreError`: `unreachable` while
 * PostgreSQL is down, and the next call connects again; `late` after a timeout.
 */
export interface Store {
  readonly settings: ChannelSettingsStore;
  readonly views: SavedViewsStore;
  readonly accessLog: AccessLogStore;
  /** Posts in channels. */
  readonly posts: Pick<PostsStore, 'outlook'>;
  /** Whether the last call reached the database; if not, this tries to connect again in the background. */
  isReady(): boolean;
  /** Waits for running queries and closes the database. */
  stop(): Promise<void>;
}

export interface DigestStore extends Store {
  readonly digests: DigestsStore;
  /** The history of digests. */
  readonly deliveries: DeliveriesStore;
  readonly planning: PlanningStore;
  readonly leases: LeaseStore;
  readonly escalations: EscalationsStore;
  readonly notifications: NotificationsStore;
  readonly live: LivePostStore;
  readonly posts: PostsStore;
  readonly reductions: ReductionsStore;
  readonly expired: ExpiredStore;
  /** What happened to rental files. */
  readonly journal: JournalStore;
  readonly alerts: AlertStore;
  /** What people do about files. */
  readonly triage: TriageStore;
  /** Requests, events and forms that an instance has taken. */
  readonly claims: ClaimStore;
  /** What one instance reads for all; `null` on the embedded database, which is for one alone. */
  readonly sharedSnapshots: SharedSnapshotStore | null;
  /** Those that run; `null` on the embedded database. */
  readonly instances: InstanceStore | null;
  /** For the job engine, which must be stopped before the store. */
  readonly engine: Engine;
  /**
   * Resolves with `true` once the database has answered and its tables are up to date, or with `false`
   * when the store was stopped before. Rejects as `openStore` does when it cannot be used.
   */
  readonly reached: Promise<boolean>;
  /** What is wrong with a connection pooler, for the operator; `null` where nothing is known to be. */
  poolerProblem(): Promise<string | null>;
}

/** Where the store is, and what encrypts the texts in it. */
export interface StoreOptions extends DatabaseOptions {
  readonly cipher: TextCipher;
  /** Receives the number of saved views and digests that cannot be decrypted, if there are any. */
  readonly onUnreadable?: (texts: number) => void;
  /** Whether the stored texts stay as they are, instead of being encrypted under today's secret. */
  readonly leavesTexts?: boolean;
}

const POOLS_TRANSACTIONS =
  'The connection pooler in DATABASE_URL pools transactions, so timeouts of Rental Desk pass to other applications, and theirs to it: have it pool sessions (PgBouncer: pool_mode = session).';

/** How long the start waits for the database. */
const OPEN_WAIT_MS = 3_000;

/** Timeout of queries that a person waits for: more than connecting and one statement may take. */
const INTERACTIVE_TIMEOUT_MS = 20_000;
const BACKGROUND_TIMEOUT_MS = 60_000;

/**
 * Opens the store and brings its tables up to date. A PostgreSQL that does not answer is reported to
 * `onError`, and connected to again until it does; every call tries again, too.
 *
 * @throws {StoreError} `locked` when another process uses the folder of the embedded database,
 * `newer` when a newer version has changed the tables, `unknown_there` when PostgreSQL does not
 * accept what DATABASE_URL names, `failed` when the tables cannot be made
 */
export async function openStore(options: StoreOptions): Promise<DigestStore> {
  const { cipher } = options;
  const database = await openDatabase(options);
  const connection = createConnection(database, async (kysely) => {
    await migrate(kysely, migrations, async (tables) => {
      if (options.leavesTexts === true) return;
      const unreadable = await encryptStoredTexts(tables, cipher);
      if (unreadable > 0) options.onUnreadable?.(unreadable);
    });
  });
  const { runQuery } = connection;
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
    await connection.stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  // Callers that ignore `reached` get the same error from each query.
  reached.catch(() => {});
  const interactive = withQueryTimeout(runQuery, INTERACTIVE_TIMEOUT_MS);
  const background = limitedQueries(withQueryTimeout(runQuery, BACKGROUND_TIMEOUT_MS));

  return {
    settings: createSettings(interactive),
    views: createSavedViews(interactive, cipher),
    accessLog: createAccessLog(interactive),
    digests: createDigests(interactive, cipher),
    deliveries: createDeliveries(background),
    planning: createPlanning(background, cipher),
    leases: createLeases(background, cipher),
    escalations: createEscalations(background),
    notifications: createNotifications(background),
    live: createLivePosts(background, cipher),
    posts: createPosts(background),
    reductions: createReductions(background),
    expired: createExpired(background),
    journal: createJournalStore(interactive, background),
    alerts: createAlertStore(interactive, background, cipher),
    triage: createTriageStore(interactive),
    claims: createClaims(interactive, connection.isReady),
    sharedSnapshots:
      database.engine.kind === 'postgres' ? createSharedSnapshots(interactive, background) : null,
    instances: database.engine.kind === 'postgres' ? createInstances(background) : null,
    engine: database.engine,
    reached,
    isReady: connection.isReady,
    async poolerProblem() {
      if (database.engine.kind === 'pglite') return null;
      const isPooled = await background(poolsTransactions).catch(() => false);
      return isPooled ? POOLS_TRANSACTIONS : null;
    },
    async stop() {
      stopping.abort();
      await connection.stop();
    },
  };
}
