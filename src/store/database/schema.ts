import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { Delivery, DeliveryState, Digest, Schedule, ShownFile } from '../digest.ts';

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

/** An array or an object as JSON: the drivers take texts, and give what they hold. */
type Json<Value> = ColumnType<Value, string, string>;

/** @see Digest */
export interface DigestsTable {
  id: string;
  channelId: string;
  ownerId: string;
  name: string;
  /** The name without regard to case. */
  nameKey: string;
  query: string;
  times: readonly string[];
  days: readonly number[];
  zone: string;
  holidays: string;
  onHoliday: Schedule['onHoliday'];
  /** Parsed when read: another version may have written it. */
  options: Json<unknown>;
  state: Digest['state'];
  pauseReason: string | null;
  snoozedUntil: Date | null;
  /** `null` while paused, and when removed. */
  nextRunAt: Date | null;
  version: Generated<number>;
  createdAt: Generated<Date>;
  changedBy: string;
  changedAt: Generated<Date>;
  /** What became of its slots outlives a digest. */
  removedAt: Date | null;
}

/** @see Delivery */
export interface DeliveriesTable {
  id: string;
  digestId: string;
  slot: string;
  kind: Delivery['kind'];
  dueAt: Date;
  giveUpAt: Date;
  /** When the job engine was told. */
  queuedAt: Date | null;
  state: DeliveryState;
  reason: string | null;
  tries: Generated<number>;
  /** Whoever writes must hold it: it changes hands when its holder is silent for too long. */
  claim: string | null;
  claimedAt: Date | null;
  firstTryAt: Date | null;
  lastTryAt: Date | null;
  channelId: string | null;
  ts: string | null;
  postedAt: Date | null;
  noticeTriedAt: Date | null;
  noticeTs: string | null;
  /** When its owner was told of what went wrong. */
  toldAt: Date | null;
  /** When they may have been told last, and where: the id of a person or of a channel. */
  tellTriedAt: Date | null;
  tellTriedIn: string | null;
  /** When nothing was left to do about it. */
  settledAt: Date | null;
  isLate: Generated<boolean>;
  isIncomplete: Generated<boolean>;
  ready: number | null;
  waiting: number | null;
  overdue: number | null;
  /** What a post shows that may have gone out; `digestMemory` takes it when it has. */
  files: Json<readonly ShownFile[] | null> | null;
  /** When its post is to go, and when it went. */
  removeAt: Date | null;
  removedAt: Date | null;
  /** When the second channel may have been told of files last, and when that was done with. */
  escalationTriedAt: Date | null;
  escalatedAt: Date | null;
  /** Of a post that follows what becomes of its files: how it is laid out. */
  live: Json<unknown> | null;
  /** Tells of what it shows of them, and when the reading began that it shows. */
  liveShown: string | null;
  liveReadAt: Date | null;
  /** Until then it is not written again. */
  liveAt: Date | null;
}

/** A file of which the second channel of a digest was told, or is about to be. */
interface DigestEscalationsTable {
  digestId: string;
  fileId: string;
  deliveryId: string;
  at: Generated<Date>;
}

/** Somebody who is told of a delivery besides the owner of its digest. */
interface DigestTellingsTable {
  deliveryId: string;
  userId: string;
  triedAt: Date | null;
  toldAt: Date | null;
}

interface DigestMemoryTable {
  digestId: string;
  files: Json<readonly ShownFile[] | null> | null;
}

/**
 * A name without regard to capitals: by Unicode's rules and not by the server's, which differ with
 * its language. Small letters first: ẞ is the capital of ß, but that has SS for its own.
 */
export function keyOf(name: string): string {
  return storable(name).normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}

/** Without what PostgreSQL's texts cannot hold: NUL, and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
