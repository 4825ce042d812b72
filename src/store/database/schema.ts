import {
  type ColumnType,
  type Generated,
  type GeneratedAlways,
  type RawBuilder,
  sql,
} from 'kysely';

import type { Delivery, DeliveryState, Digest, Schedule, ShownFile } from '../digest.ts';

/** The schema of all tables, so that the database can be shared with other programs. */
export const SCHEMA = 'rental_desk';

/** A timestamp set by the database's clock. */
type Stamp = ColumnType<Date, undefined, Date>;

/** JSON: the drivers take a string and give the value. */
type Json<Value> = ColumnType<Value, string, string>;

/**
 * The tables after all migrations. They hold ids, times, enumerations, numbers and, encrypted, names and
 * queries that people typed and shared snapshots: no readable data of persons.
 */
export interface Tables {
  readonly channelSettings: {
    channelId: string;
    language: string | null;
    privacy: string;
    pageSize: number;
    retentionDays: number | null;
    retentionManner: Generated<string>;
    redactClosed: Generated<boolean>;
    changedBy: string;
    changedAt: Stamp;
  };
  readonly savedViews: {
    channelId: string;
    /** @see TextCipher.nameKeys */
    nameKey: string;
    /** Encrypted. */
    name: string;
    /** Encrypted. */
    query: string;
    savedBy: string;
    savedAt: Stamp;
  };
  readonly accessLog: {
    id: GeneratedAlways<number>;
    at: Stamp;
    userId: string;
    kind: string;
    fileId: string | null;
    channelId: string | null;
    surface: string;
  };
  /** @see Digest */
  readonly digests: {
    id: string;
    channelId: string;
    ownerId: string;
    /** Encrypted. */
    name: string;
    /** @see TextCipher.nameKeys */
    nameKey: string;
    /** Encrypted. */
    query: string;
    times: readonly string[];
    days: readonly number[];
    zone: string;
    holidays: string;
    onHoliday: Schedule['onHoliday'];
    /** `week` or `month`; `null` for the files that wait. */
    report: string | null;
    /** Parsed on reading, since another version may have written it. */
    options: Json<unknown>;
    /** `null` for a digest that is due at set times. */
    alert: Json<unknown> | null;
    state: Digest['state'];
    pauseReason: string | null;
    /** `null` when the app paused it. */
    pausedBy: string | null;
    snoozedUntil: Date | null;
    snoozedBy: string | null;
    /** `null` while paused, and when removed. */
    nextRunAt: Date | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
    changedBy: string;
    changedAt: Generated<Date>;
    /** Removed digests are kept for their deliveries. */
    removedAt: Date | null;
  };
  /** @see Delivery */
  readonly deliveries: {
    id: string;
    digestId: string;
    /** Local date and time, and its zone in brackets since that belongs to the key of a slot. */
    slot: string;
    kind: Delivery['kind'];
    dueAt: Date;
    giveUpAt: Date;
    /** When its job was sent. */
    queuedAt: Date | null;
    state: DeliveryState;
    reason: string | null;
    tries: Generated<number>;
    /** Key of the lease, required for every write. Another worker may take it after a timeout. */
    claim: string | null;
    claimedAt: Date | null;
    firstTryAt: Date | null;
    lastTryAt: Date | null;
    channelId: string | null;
    ts: string | null;
    postedAt: Date | null;
    /** Last attempt to post the message in its thread. */
    threadTriedAt: Date | null;
    /** `ts` of that message. */
    threadTs: string | null;
    noticeTriedAt: Date | null;
    noticeTs: string | null;
    /** Its channel; `null` in rows of older versions. */
    noticeChannelId: string | null;
    /** When its owner was notified of a failure. */
    toldAt: Date | null;
    /** Last attempt to notify the owner. */
    tellTriedAt: Date | null;
    /** The user id or channel id of that attempt. */
    tellTriedIn: string | null;
    /** When nothing was left to do. */
    settledAt: Date | null;
    /** Since when its look-up has failed, or what follows it, and when it did so last. */
    failingSince: Date | null;
    failedAt: Date | null;
    isLate: Generated<boolean>;
    isIncomplete: Generated<boolean>;
    ready: number | null;
    waiting: number | null;
    overdue: number | null;
    /** The files of a post that may be there; moved to `digestMemory` once it is. */
    files: Json<readonly ShownFile[] | null> | null;
    /** When its post is due for removal. */
    removeAt: Date | null;
    /** When Slack first refused to delete it, and when it was deleted, or given up. */
    removeRefusedAt: Date | null;
    removedAt: Date | null;
    /** Last attempt to post in the second channel, and which it was; `null` in rows of older versions. */
    escalationTriedAt: Date | null;
    escalationChannelId: string | null;
    /** When the escalation was done. */
    escalatedAt: Date | null;
    /** The layout of a live post. */
    live: Json<unknown> | null;
    /** Hash of what a live post shows of its files. */
    liveShown: string | null;
    /** Start of the snapshot that it shows. */
    liveReadAt: Date | null;
    /** Until then it is not updated again. */
    liveAt: Date | null;
  };
  readonly digestMemory: {
    digestId: string;
    files: Json<readonly ShownFile[] | null> | null;
  };
  /** A file that was escalated to the second channel of a digest, or is about to be. */
  readonly digestEscalations: {
    digestId: string;
    fileId: string;
    deliveryId: string;
    at: Generated<Date>;
  };
  /** A notification of an admin about a delivery. */
  readonly digestTellings: {
    deliveryId: string;
    userId: string;
    triedAt: Date | null;
    toldAt: Date | null;
  };
  /** Posts that are in a channel, or may be. */
  readonly posts: {
    /** Opaque; part of the message's metadata. */
    key: string;
    channelId: string;
    /** `null` while it is unclear whether it was posted. */
    ts: string | null;
    kind: string;
    /** Since when the look-up of one that is unclear has failed, and when it did so last. */
    failingSince: Date | null;
    failedAt: Date | null;
    /** Ids of the rental files in it that were open when it was posted. */
    files: readonly string[];
    postedAt: Generated<Date>;
    /** When its content was replaced by a sentence. */
    redactedAt: Date | null;
    /** Until then it is leased or left alone. */
    tryAt: Generated<Date>;
    /** Since when it is to be reduced, as other organisations are in the channel. */
    reduceAt: Date | null;
    /** Since when it shows only what they may see. */
    reducedAt: Date | null;
    /** When Slack refused to reduce it for good. */
    reduceFailedAt: Date | null;
    /** When admins were notified of that. */
    reduceToldAt: Date | null;
  };
  readonly requestClaims: {
    /** SHA-256 of what makes a request, an event or a form itself. */
    key: string;
    at: Generated<Date>;
  };
  /** See {@link JournalState}: one row, or none before the first snapshot. */
  readonly journal: {
    only: boolean;
    generation: number;
    baselineAt: Date;
    seenFrom: Date;
    wholeFrom: Date;
    completeFrom: Date | null;
    absentFrom: Date | null;
    readUntil: Date;
    latestAt: Date;
    gaps: Json<readonly { readonly afterMs: number; readonly beforeMs: number }[]>;
  };
  /** See {@link RecordedFile}; enumerations and numbers are in the service's spelling. */
  readonly journalFiles: {
    id: string;
    /** That of the write that recorded it. */
    generation: number;
    status: string;
    decision: string;
    score: number | null;
    completion: number | null;
    applicants: string;
    isArchived: boolean;
    isGone: boolean;
    knownAt: Date;
    appearedAt: Date | null;
    statusAt: Date | null;
    readyAt: Date | null;
    decidedAt: Date | null;
    changedAt: Date | null;
    unseenFrom: Date | null;
    missedAt: Date | null;
  };
  /** Something that happened to a rental file, between two instants. */
  readonly fileEvents: {
    id: GeneratedAlways<number>;
    fileId: string;
    aspect: string;
    fromValue: string | null;
    toValue: string | null;
    afterAt: Date;
    beforeAt: Date;
  };
  /** How far an alert is evaluated: no row before its first evaluation, but for a watch list. */
  readonly alertStates: {
    digestId: string;
    /** The last event of the journal that was looked at. */
    eventId: number;
    /** Start of the last snapshot; of a watch list, when it began. */
    readAt: Date;
  };
  /** A file that fitted an alert when it was last looked at. */
  readonly alertFiles: {
    digestId: string;
    fileId: string;
    /** End of the snapshot in which it no longer fitted; `null` while it fits. */
    leftAt: Date | null;
  };
  /** Something that an alert announces. */
  readonly alertEntries: {
    id: GeneratedAlways<number>;
    digestId: string;
    fileId: string;
    kind: string;
    fromValue: string | null;
    toValue: string | null;
    at: Generated<Date>;
    /** `null` until a delivery takes it. */
    deliveryId: string | null;
  };
  /** One row. */
  readonly triage: {
    only: boolean;
    generation: number;
  };
  readonly takenFiles: {
    fileId: string;
    /** Empty once its taker has left. */
    takenBy: string;
    at: Stamp;
    /** When its taker left; `null` while it is taken. */
    freedAt: Date | null;
    /** Who handed it over, until its taker is notified of it; and when a later process last tried to. */
    handedBy: string | null;
    handTriedAt: Date | null;
  };
  readonly watchedFiles: {
    fileId: string;
    userId: string;
    at: Stamp;
    /** `null` while it is watched. */
    endedAt: Date | null;
  };
  readonly snoozedFiles: {
    fileId: string;
    snoozedBy: string;
    until: Date | null;
    state: string | null;
    at: Stamp;
  };
  /** One row: the instance that reads the rental files for all. */
  readonly snapshotLease: {
    only: boolean;
    /** Id of the process; empty before the first. */
    holder: string;
    /** Grows with each new holder. */
    token: number;
    expiresAt: Date;
    /** Number of requests of other instances to read the files now. */
    asked: number;
    /** Number of the last published snapshot. */
    published: number;
  };
  readonly sharedSnapshots: {
    number: number;
    /** What its manifest is encrypted for. */
    name: string;
    /** The requests up to this number were made before it was read. */
    answered: number;
    /** Encrypted. */
    manifest: Buffer;
    /** Ids of its segments, in order. */
    segments: string[];
    publishedAt: Stamp;
  };
  readonly snapshotSegments: {
    id: string;
    /** Encrypted. */
    content: Buffer;
    storedAt: Stamp;
  };
  /** A running instance: fingerprints of its settings, never values. */
  readonly instances: {
    id: string;
    version: string;
    secret: string;
    /** Pairs, since the case of an object’s names would be changed. */
    settings: Json<readonly (readonly [variable: string, fingerprint: string])[]>;
    seenAt: Date;
  };
  readonly migrations: {
    number: number;
    ranAt: Stamp;
  };
}

/**
 * A name for case-insensitive comparison: by Unicode's rules instead of the server's, which depend on
 * its locale. Lower case first, because ẞ is an upper-case ß, but ß itself becomes SS.
 */
export function keyOf(name: string): string {
  return storable(name).normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}

/** The order of a dictionary: an É stands with the E, and 2 before 10. */
const DICTIONARY = new Intl.Collator('en', { numeric: true });

/**
 * Compares by {@link keyOf} the name, as people sort names; the database cannot, as it has them
 * encrypted.
 */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  const [oneKey, otherKey] = [keyOf(one.name), keyOf(other.name)];
  if (oneKey === otherKey) return 0;
  return DICTIONARY.compare(oneKey, otherKey) || (oneKey < otherKey ? -1 : 1);
}

/** A text without what PostgreSQL cannot store: NUL and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The database's clock, so that instances whose own clocks differ agree. */
export const clock: RawBuilder<Date> = sql<Date>`clock_timestamp()`;

/** The database's clock plus an offset. */
export function clockPlus(ms: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;
}

/** Epoch milliseconds as a column value. */
export function dateOrNull(epochMs: number | null): Date | null {
  return epochMs === null ? null : new Date(epochMs);
}

/** A column value as epoch milliseconds. */
export function msOrNull(date: Date | null): number | null {
  return date?.getTime() ?? null;
}
