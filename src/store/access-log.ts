import { sql } from 'kysely';

import type { RunQuery } from './database/connection.ts';

/** Somebody has seen something that is not for everybody. */
interface AccessEvent {
  readonly userId: string;
  /** What was done, for example `reveal`. */
  readonly kind: string;
  /** `null` when it was not about one rental file. */
  readonly fileId: string | null;
  /** `null` where there is no channel, on the Home tab for example. */
  readonly channelId: string | null;
  /** Where it was asked for, for example `button`. */
  readonly surface: string;
}

export interface AccessEntry extends AccessEvent {
  /** Grows from entry to entry. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface AccessQuery {
  readonly limit: number;
  /** Only entries older than the one of that id: the next page. */
  readonly before?: number;
  readonly userId?: string;
  readonly fileId?: string;
}

export interface AccessLogStore {
  record(access: AccessEvent): Promise<void>;
  /** The newest entries first. */
  list(query: AccessQuery): Promise<AccessEntry[]>;
  /** How many entries went. */
  removeOlderThan(epochMs: number): Promise<number>;
}

const COLUMNS = ['id', 'at', 'userId', 'kind', 'fileId', 'channelId', 'surface'] as const;

/** Who has seen what, in the database that `ask` asks. */
export function createAccessLog(runQuery: RunQuery): AccessLogStore {
  return {
    async record({ userId, kind, fileId, channelId, surface }) {
      const entry = { userId, kind, fileId, channelId, surface };
      await runQuery((kysely) => kysely.insertInto('accessLog').values(entry).execute());
    },
    async list({ limit, before, userId, fileId }) {
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('accessLog')
          .select(COLUMNS)
          .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
          .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
          .$if(fileId !== undefined, (query) => query.where('fileId', '=', fileId ?? ''))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      );
      return rows.map(({ at, ...entry }) => ({ ...entry, at: at.getTime() }));
    },
    async removeOlderThan(epochMs) {
      const end = sql<Date>`to_timestamp(${epochMs}::float8 / 1000)`;
      const { numDeletedRows } = await runQuery((kysely) =>
        kysely.deleteFrom('accessLog').where('at', '<', end).executeTakeFirst(),
      );
      return Number(numDeletedRows);
    },
  };
}
