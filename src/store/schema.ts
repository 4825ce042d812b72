import type { ColumnType, GeneratedAlways } from 'kysely';

import type {
  DeliveriesTable,
  DigestEscalationsTable,
  DigestMemoryTable,
  DigestsTable,
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
  readonly migrations: MigrationsTable;
}

interface ChannelSettingsTable {
  channelId: string;
  language: string | null;
  privacy: string;
  pageSize: number;
  retentionDays: number | null;
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

interface MigrationsTable {
  number: number;
  ranAt: Stamp;
}
