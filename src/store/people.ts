import { sql } from 'kysely';

import type { Ask } from './asking.ts';
import { SCHEMA } from './schema.ts';

/** Where somebody of the workspace is remembered, by their id. */
export interface Remembered {
  /** Lines of the access log about what they did. */
  readonly opened: number;
  /** Settings, saved views and digests that they changed last. */
  readonly changed: number;
  /** Digests that are theirs: these are not forgotten with them. */
  readonly owned: number;
}

/** What is remembered of the people who ask. */
export interface PeopleStore {
  of(userId: string): Promise<Remembered>;
  /** Forgets what they did: their lines of the log go, and what they changed was nobody. */
  forget(userId: string): Promise<Remembered>;
}

const table = (name: string) => sql.table(`${SCHEMA}.${name}`);

/** Stands for whoever is forgotten. */
const NOBODY = '';

/** What is remembered of people in the database that `ask` asks. */
export function createPeople(ask: Ask): PeopleStore {
  async function of(userId: string): Promise<Remembered> {
    const { rows } = await ask((kysely) =>
      sql<Remembered>`
        select
          (select count(*) from ${table('access_log')} where user_id = ${userId})::int as opened,
          ((select count(*) from ${table('channel_settings')} where changed_by = ${userId})
            + (select count(*) from ${table('saved_views')} where saved_by = ${userId})
            + (select count(*) from ${table('digests')} where changed_by = ${userId}))::int as changed,
          (select count(*) from ${table('digests')}
            where owner_id = ${userId} and removed_at is null)::int as owned
      `.execute(kysely),
    );
    return rows[0] ?? { opened: 0, changed: 0, owned: 0 };
  }

  return {
    of,
    async forget(userId) {
      const before = await of(userId);
      await ask((kysely) =>
        kysely.transaction().execute(async (transaction) => {
          await transaction.deleteFrom('accessLog').where('userId', '=', userId).execute();
          await transaction
            .updateTable('channelSettings')
            .set({ changedBy: NOBODY })
            .where('changedBy', '=', userId)
            .execute();
          await transaction
            .updateTable('savedViews')
            .set({ savedBy: NOBODY })
            .where('savedBy', '=', userId)
            .execute();
          await transaction
            .updateTable('digests')
            .set({ changedBy: NOBODY })
            .where('changedBy', '=', userId)
            .execute();
          await transaction
            .updateTable('digests')
            .set({ ownerId: NOBODY })
            .where('ownerId', '=', userId)
            .where('removedAt', 'is not', null)
            .execute();
        }),
      );
      return before;
    },
  };
}
