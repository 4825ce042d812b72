import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type {
  DeliveriesTable,
  DigestEscalationsTable,
  DigestMemoryTable,
  DigestsTable,
  DigestTellingsTable,
} from './digest-tables.ts';

/** The schema of all tables, so that Rental Desk may share a database with others. */
export const SCHEMA = 'rental_desk';

/** An instant that the database's own clock sets. */
type Stamp = ColumnType<Date, undefined, Date>;

/** The tables after all migrations. They hold ids, times and the texts of queries: no persons. */
export interface Tables {
  readonly channelSettings: ChannelSettingsTable;
  readonly savedViews: SavedViewsTable;
  readonly accessLog: AccessLogTable;
  readonly digests: DigestsTable;
  readonly deliveries: DeliveriesTable;
  readonly digestMemory: DigestMemoryTable;
  readonly digestEscalations: DigestEscalationsTable;
  readonly digestTellings: DigestTellingsTable;
  readonly posts: PostsTable;
  readonly migrations: MigrationsTable;
}

interface ChannelSettingsTable {
  channelId: string;
  language: string | null;
  privacy: string;
  pageSize: number;
  retentionDays: number | null;
  retentionManner: Generated<string>;
  redactClosed: Generated<boolean>;
  changedBy: string;
  changedAt: Stamp;
}

interface SavedViewsTable {
  channelId: string;
  /** The name without regard to case. */
  nameKey: string;
  name: string;
  query: string;
  savedBy: string;
  savedAt: Stamp;
}

interface AccessLogTable {
  id: GeneratedAlways<number>;
  at: Stamp;
  userId: string;
  kind: string;
  fileId: string | null;
  channelId: string | null;
  surface: string;
}

/** What was posted for a channel, or may have been. */
interface PostsTable {
  /** Opaque; stands in the message's metadata, too. */
  key: string;
  channelId: string;
  /** `null` while nobody knows whether it was posted. */
  ts: string | null;
  kind: string;
  /** Ids of the rental files in it that were not closed then. */
  files: readonly string[];
  postedAt: Generated<Date>;
  /** When a sentence took its place. */
  redactedAt: Date | null;
  /** Until then nobody else tries to do anything about it. */
  tryAt: Generated<Date>;
}

interface MigrationsTable {
  number: number;
  ranAt: Stamp;
}
