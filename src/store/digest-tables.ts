import type { ColumnType, Generated } from 'kysely';

import type { Delivery, DeliveryState, Digest, Schedule, ShownFile } from './digest.ts';

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
export interface DigestEscalationsTable {
  digestId: string;
  fileId: string;
  deliveryId: string;
  at: Generated<Date>;
}

/** Somebody who is told of a delivery besides the owner of its digest. */
export interface DigestTellingsTable {
  deliveryId: string;
  userId: string;
  triedAt: Date | null;
  toldAt: Date | null;
}

export interface DigestMemoryTable {
  digestId: string;
  files: Json<readonly ShownFile[] | null> | null;
}
