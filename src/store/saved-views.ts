import { sql } from 'kysely';

import type { RunQuery } from './database/connection.ts';
import { keyOf, storable } from './database/schema.ts';

/** A named query of a channel. */
export interface SavedView {
  readonly channelId: string;
  /** In the spelling of the last save. */
  readonly name: string;
  readonly query: string;
  /** Id of the person who saved it last. */
  readonly savedBy: string;
  /** Epoch milliseconds. */
  readonly savedAt: number;
}

interface NewView {
  readonly channelId: string;
  readonly name: string;
  readonly query: string;
  readonly by: string;
}

/** Saved views; names are case-insensitive. */
export interface SavedViewsStore {
  /** Replaces the view of that name. */
  save(view: NewView): Promise<SavedView>;
  /** All views of a channel, by name. */
  list(channelId: string): Promise<SavedView[]>;
  find(channelId: string, name: string): Promise<SavedView | null>;
  /** @returns whether there was one */
  remove(channelId: string, name: string): Promise<boolean>;
}

const COLUMNS = ['channelId', 'name', 'query', 'savedBy', 'savedAt'] as const;

/** Creates the store of saved views. */
export function createSavedViews(runQuery: RunQuery): SavedViewsStore {
  return {
    async save({ channelId, name, query, by }) {
      const view = { name: storable(name), query: storable(query), savedBy: by };
      const row = await runQuery((kysely) =>
        kysely
          .insertInto('savedViews')
          .values({ channelId, nameKey: keyOf(name), ...view })
          .onConflict((conflict) =>
            conflict
              .columns(['channelId', 'nameKey'])
              .doUpdateSet({ ...view, savedAt: sql`clock_timestamp()` }),
          )
          .returning(COLUMNS)
          .executeTakeFirstOrThrow(),
      );
      return viewOf(row);
    },
    async list(channelId) {
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('savedViews')
          .select(COLUMNS)
          .where('channelId', '=', channelId)
          .orderBy('nameKey')
          .execute(),
      );
      return rows.map(viewOf);
    },
    async find(channelId, name) {
      const row = await runQuery((kysely) =>
        kysely
          .selectFrom('savedViews')
          .select(COLUMNS)
          .where('channelId', '=', channelId)
          .where('nameKey', '=', keyOf(name))
          .executeTakeFirst(),
      );
      return row === undefined ? null : viewOf(row);
    },
    async remove(channelId, name) {
      const { numDeletedRows } = await runQuery((kysely) =>
        kysely
          .deleteFrom('savedViews')
          .where('channelId', '=', channelId)
          .where('nameKey', '=', keyOf(name))
          .executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
  };
}

function viewOf({ savedAt, ...view }: Omit<SavedView, 'savedAt'> & { savedAt: Date }): SavedView {
  return { ...view, savedAt: savedAt.getTime() };
}
