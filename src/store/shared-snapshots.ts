import { sql } from 'kysely';

import type { RunQuery } from './database/connection.ts';
import { SCHEMA, clock, clockPlus } from './database/schema.ts';

/** State of the lease, as an instance sees it. */
export interface LeaseState {
  /** The token of this instance; `null` while another one holds the lease. */
  readonly token: number | null;
  /** The database's clock at its renewal, in epoch milliseconds; `null` without a token. */
  readonly nowMs: number | null;
  /** Whether nobody holds it. */
  readonly isFree: boolean;
  /** Id of the instance that holds it, or did last; empty when that one has released it. */
  readonly holder: string;
  /** Number of requests to read the files now. */
  readonly asked: number;
  /** Number of the last published snapshot; 0 before the first. */
  readonly published: number;
}

export interface StoredSnapshot {
  readonly number: number;
  /** What its manifest is encrypted for. */
  readonly name: string;
  /** The requests up to this number were made before it was read. */
  readonly answered: number;
  readonly manifest: Uint8Array;
  /** Ids of its segments, in order. */
  readonly segments: readonly string[];
}

interface StoredSegment {
  readonly id: string;
  readonly content: Uint8Array;
}

/** Snapshots of the instance that reads the service, for all others. What it holds is encrypted. */
export interface SharedSnapshotStore {
  /**
   * Renews this instance’s lease.
   *
   * @param takes whether it takes a lease that nobody holds
   * @param leastToken ends a lease with a smaller token, whose snapshots are refused: a database that took
   *   over from another one, or was put back, may have forgotten tokens
   */
  lease(holder: string, takes: boolean, leastToken?: number): Promise<LeaseState>;
  /** Ends this instance’s lease, so that another one can take it at once. */
  release(holder: string): Promise<void>;
  /** Id of the instance that holds the lease; `null` while none does. */
  holder(): Promise<string | null>;
  /** Asks the reader to read the files now. @returns the number of this request */
  ask(): Promise<number>;
  /** Stores segments, which no snapshot refers to yet. */
  putSegments(segments: readonly StoredSegment[]): Promise<void>;
  /**
   * Publishes a snapshot and removes those that are too old.
   *
   * @returns its number; `expired` when the token is not that of the lease any more, and `lost` when
   *   segments of it are gone, as after a crash of the database
   */
  publish(
    token: number,
    snapshot: Omit<StoredSnapshot, 'number'>,
  ): Promise<number | 'expired' | 'lost'>;
  /** The snapshots after a number that are still there, in order. */
  snapshotsAfter(number: number): Promise<readonly StoredSnapshot[]>;
  /** The segments of these ids that are there. */
  segments(ids: readonly string[]): Promise<readonly StoredSegment[]>;
  /** Removes snapshots that no reader has followed by another for a day. */
  removeExpired(): Promise<void>;
}

/** The reader renews it every second; another one takes it over within ten. */
const LEASE = sql`interval '8 seconds'`;
/** Whole milliseconds, as the clock of each instance has them. */
const nowMs = sql`floor(extract(epoch from clock_timestamp()) * 1000)::float8`;
/** As many as every instance holds in memory for those who page through them. */
const SNAPSHOTS_KEPT = 3;
/** Of encrypted segments in one statement. */
const SEGMENTS_A_STATEMENT = 20;

/** Creates the store of shared snapshots, for PostgreSQL. */
export function createSharedSnapshots(
  interactive: RunQuery,
  background: RunQuery,
): SharedSnapshotStore {
  return {
    async lease(holder, takes, leastToken = 0) {
      const { rows } = await interactive((kysely) =>
        sql<LeaseState>`
          with ended as (
            update ${sql.table(`${SCHEMA}.snapshot_lease`)}
            set token = ${leastToken}, holder = '', expires_at = clock_timestamp()
            where token < ${leastToken}
          ), taken as (
            update ${sql.table(`${SCHEMA}.snapshot_lease`)}
            set token = token + (holder <> ${holder} or expires_at < clock_timestamp())::integer,
              holder = ${holder},
              expires_at = clock_timestamp() + ${LEASE}
            where token >= ${leastToken} and (
              holder = ${holder} and expires_at >= clock_timestamp()
              or ${takes} and expires_at < clock_timestamp()
            )
            returning token, holder, asked, published
          )
          select token, ${nowMs} as "nowMs", false as "isFree", holder, asked, published from taken
          union all
          select null, null, expires_at < clock_timestamp(), holder, asked, published
          from ${sql.table(`${SCHEMA}.snapshot_lease`)}
          where not exists (select from taken)
        `.execute(kysely),
      );
      const [state] = rows;
      return (
        state ?? { token: null, nowMs: null, isFree: false, holder: '', asked: 0, published: 0 }
      );
    },

    async release(holder) {
      await interactive((kysely) =>
        kysely
          .updateTable('snapshotLease')
          .set({ expiresAt: clock, holder: '' })
          .where('holder', '=', holder)
          .execute(),
      );
    },

    async holder() {
      const row = await interactive((kysely) =>
        kysely
          .selectFrom('snapshotLease')
          .select('holder')
          .where('expiresAt', '>=', clock)
          .executeTakeFirst(),
      );
      return row?.holder ?? null;
    },

    async ask() {
      const { asked } = await interactive((kysely) =>
        kysely
          .updateTable('snapshotLease')
          .set(({ eb }) => ({ asked: eb('asked', '+', 1) }))
          .returning('asked')
          .executeTakeFirstOrThrow(),
      );
      return asked;
    },

    async putSegments(segments) {
      for (let from = 0; from < segments.length; from += SEGMENTS_A_STATEMENT) {
        const part = segments.slice(from, from + SEGMENTS_A_STATEMENT);
        await background((kysely) =>
          kysely
            .insertInto('snapshotSegments')
            .values(part.map(({ id, content }) => ({ id, content: Buffer.from(content) })))
            .execute(),
        );
      }
    },

    publish: async (token, { name, answered, manifest, segments }) =>
      background((kysely) =>
        kysely.transaction().execute(async (transaction) => {
          const lease = await transaction
            .updateTable('snapshotLease')
            .set(({ eb }) => ({ published: eb('published', '+', 1) }))
            .where('token', '=', token)
            .where('expiresAt', '>', clock)
            .returning('published')
            .executeTakeFirst();
          if (lease === undefined) return 'expired';
          const { count } = await transaction
            .selectFrom('snapshotSegments')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('id', 'in', [...segments, ''])
            .executeTakeFirstOrThrow();
          if (count < segments.length) return 'lost';
          const { published: number } = lease;
          await transaction
            .insertInto('sharedSnapshots')
            .values({
              number,
              name,
              answered,
              manifest: Buffer.from(manifest),
              segments: [...segments],
            })
            .execute();
          await transaction
            .deleteFrom('sharedSnapshots')
            .where('number', '<=', number - SNAPSHOTS_KEPT)
            .execute();
          await sql`
            delete from ${sql.table(`${SCHEMA}.snapshot_segments`)} where id not in (
              select unnest(segments) from ${sql.table(`${SCHEMA}.shared_snapshots`)}
            )`.execute(transaction);
          return number;
        }),
      ),

    snapshotsAfter: async (number) =>
      interactive((kysely) =>
        kysely
          .selectFrom('sharedSnapshots')
          .select(['number', 'name', 'answered', 'manifest', 'segments'])
          .where('number', '>', number)
          .orderBy('number')
          .execute(),
      ),

    segments: async (ids) =>
      background((kysely) =>
        kysely
          .selectFrom('snapshotSegments')
          .select(['id', 'content'])
          .where('id', 'in', [...ids, ''])
          .execute(),
      ),

    async removeExpired() {
      await background(async (kysely) => {
        const dayBefore = sql<Date>`clock_timestamp() - interval '1 day'`;
        await kysely.deleteFrom('sharedSnapshots').where('publishedAt', '<', dayBefore).execute();
        await kysely
          .deleteFrom('snapshotSegments')
          .where('storedAt', '<', dayBefore)
          .where(
            'id',
            'not in',
            sql<string>`(select unnest(segments) from ${sql.table(`${SCHEMA}.shared_snapshots`)})`,
          )
          .execute();
      });
    },
  };
}

/** An instance of the app on this database. Its settings are fingerprints, never values. */
export interface Instance {
  /** Random. */
  readonly id: string;
  readonly version: string;
  /** Fingerprint of the secret. */
  readonly secret: string;
  /** Fingerprints of the settings, by variable. */
  readonly settings: Readonly<Record<string, string>>;
}

/** What people know an instance by: the beginning of its id. */
export function instanceName(id: string): string {
  return id.slice(0, NAME_LENGTH);
}

const NAME_LENGTH = 8;

/** The instances that run. */
export interface InstanceStore {
  /** Records that an instance runs, for the next three minutes. */
  renew(instance: Instance): Promise<void>;
  /** Records that it has stopped. */
  remove(id: string): Promise<void>;
  running(): Promise<readonly Instance[]>;
}

/** How long an instance counts as running after it was last heard of: two renewals may be missed. */
const RUNNING_MS = 180_000;

/** Creates the store of running instances, for PostgreSQL. */
export function createInstances(runQuery: RunQuery): InstanceStore {
  return {
    async renew({ id, version, secret, settings }) {
      const pairs = JSON.stringify(Object.entries(settings));
      const row = { version, secret, settings: pairs, seenAt: clock };
      await runQuery(async (kysely) => {
        await kysely.deleteFrom('instances').where('seenAt', '<', clockPlus(-RUNNING_MS)).execute();
        await kysely
          .insertInto('instances')
          .values({ id, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
      });
    },
    async remove(id) {
      await runQuery((kysely) => kysely.deleteFrom('instances').where('id', '=', id).execute());
    },
    async running() {
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('instances')
          .select(['id', 'version', 'secret', 'settings'])
          .where('seenAt', '>=', clockPlus(-RUNNING_MS))
          .execute(),
      );
      return rows.map((row) => ({ ...row, settings: Object.fromEntries(row.settings) }));
    },
  };
}
