import type { RunQuery } from './database/connection.ts';
import { storable } from './database/schema.ts';

interface AccessEvent {
  readonly userId: string;
  /** The action, for example `reveal`. */
  readonly kind: string;
  /** `null` when it concerns no single rental file. */
  readonly fileId: string | null;
  /** `null` outside channels, on the Home tab for example. */
  readonly channelId: string | null;
  /** The part of Slack that was used, for example `button`. */
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
  /** Id of the last entry of the page before: only older ones are listed. */
  readonly before?: number;
  readonly userId?: string;
  readonly fileId?: string;
}

export interface AccessLogStore {
  record(access: AccessEvent): Promise<void>;
  /** Newest entries first. */
  list(query: AccessQuery): Promise<AccessEntry[]>;
}

const COLUMNS = ['id', 'at', 'userId', 'kind', 'fileId', 'channelId', 'surface'] as const;

/** Creates the store of the access log. */
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
          .$if(fileId !== undefined, (query) => query.where('fileId', '=', storable(fileId ?? '')))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      );
      return rows.map(({ at, ...entry }) => ({ ...entry, at: at.getTime() }));
    },
  };
}
