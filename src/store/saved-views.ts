import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';

import { inTransaction, type RunQuery } from './database/connection.ts';
import { byName, clock, keyOf, storable, type Tables } from './database/schema.ts';
import { type TextCipher, UNREADABLE_QUERY } from './encryption.ts';

/** A named query of a channel. */
export interface SavedView {
  readonly channelId: string;
  /** In the spelling of the last save; a code when it was encrypted under a secret that is gone. */
  readonly name: string;
  /** {@link UNREADABLE_QUERY} in that case. */
  readonly query: string;
  /** Id of the person who saved it last. */
  readonly savedBy: string;
  /** Epoch milliseconds. */
  readonly savedAt: number;
}

interface NewView extends Pick<SavedView, 'channelId' | 'name' | 'query'> {
  readonly by: string;
  /** What it takes the place of. Default: nothing. */
  readonly instead?: SavedView | null;
}

/** Saved views; names are case-insensitive. */
export interface SavedViewsStore {
  /**
   * Saves a view in place of another, which may have another name.
   *
   * @returns `null`, with nothing saved, where somebody has saved, changed or removed one meanwhile
   */
  save(view: NewView): Promise<SavedView | null>;
  /** All views of a channel, by name. */
  list(channelId: string): Promise<SavedView[]>;
  find(channelId: string, name: string): Promise<SavedView | null>;
  /**
   * @param seen what is to be removed, and nothing that was saved since. Default: whatever is there
   * @returns whether there was one
   */
  remove(channelId: string, name: string, seen?: SavedView | null): Promise<boolean>;
}

const COLUMNS = ['channelId', 'nameKey', 'name', 'query', 'savedBy', 'savedAt'] as const;

type ViewRow = Pick<Selectable<Tables['savedViews']>, (typeof COLUMNS)[number]>;

/** Creates the store of saved views. */
export function createSavedViews(runQuery: RunQuery, cipher: TextCipher): SavedViewsStore {
  function isNamed(name: string, channelId: string) {
    const start = UNREADABLE_NAME.exec(name)?.groups?.['start'];
    return (build: ExpressionBuilder<Tables, 'savedViews'>) =>
      build.or([
        build('nameKey', 'in', cipher.nameKeys(name, channelId)),
        ...(start === undefined ? [] : [build(sql`left(name_key, ${KEY_LENGTH})`, '=', start)]),
      ]);
  }

  function viewOf({ savedAt, nameKey, ...row }: ViewRow): SavedView {
    const { channelId } = row;
    const name = cipher.decrypt(row.name, { column: 'saved_views.name', channelId });
    const query = cipher.decrypt(row.query, { column: 'saved_views.query', channelId });
    return {
      ...row,
      name: name ?? `?${nameKey.slice(0, KEY_LENGTH)}`,
      query: query ?? UNREADABLE_QUERY,
      savedAt: savedAt.getTime(),
    };
  }

  /** Locks the rows of a name, which an instance with another secret may have written, too. */
  async function lockedRows(
    transaction: Kysely<Tables>,
    { channelId, name }: Pick<SavedView, 'channelId' | 'name'>,
  ): Promise<readonly ViewRow[]> {
    return transaction
      .selectFrom('savedViews')
      .select(COLUMNS)
      .where('channelId', '=', channelId)
      .where(isNamed(name, channelId))
      .forUpdate()
      .execute();
  }

  const isAmong = (rows: readonly ViewRow[], { query }: SavedView) =>
    rows.some((row) => viewOf(row).query === query);

  return {
    async save({ channelId, name, query, by, instead = null }) {
      const [nameKey] = cipher.nameKeys(name, channelId);
      const view = {
        name: cipher.encrypt(storable(name), { column: 'saved_views.name', channelId }),
        query: cipher.encrypt(storable(query), { column: 'saved_views.query', channelId }),
        savedBy: by,
      };
      return inTransaction(runQuery, async (transaction) => {
        const held = instead === null ? [] : await lockedRows(transaction, instead);
        const isThere = instead === null || isAmong(held, instead);
        const keys = new Set(held.map((row) => row.nameKey));
        // Under a former key: written by an instance that has another secret, or by an earlier version.
        const named = await transaction
          .selectFrom('savedViews')
          .select('nameKey')
          .where('channelId', '=', channelId)
          .where('nameKey', 'in', cipher.nameKeys(name, channelId))
          .execute();
        if (!isThere || named.some((row) => !keys.has(row.nameKey))) return null;
        const row = keys.has(nameKey)
          ? await transaction
              .updateTable('savedViews')
              .set({ ...view, savedAt: clock })
              .where('channelId', '=', channelId)
              .where('nameKey', '=', nameKey)
              .returning(COLUMNS)
              .executeTakeFirst()
          : await transaction
              .insertInto('savedViews')
              .values({ channelId, nameKey, ...view })
              .onConflict((conflict) => conflict.doNothing())
              .returning(COLUMNS)
              .executeTakeFirst();
        if (row === undefined) return null;
        for (const key of keys.difference(new Set([nameKey]))) {
          await transaction
            .deleteFrom('savedViews')
            .where('channelId', '=', channelId)
            .where('nameKey', '=', key)
            .execute();
        }
        return viewOf(row);
      });
    },
    async list(channelId) {
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('savedViews')
          .select(COLUMNS)
          .where('channelId', '=', channelId)
          .orderBy('savedAt')
          .execute(),
      );
      // While instances have two secrets, each may save one under the same name.
      const latest = new Map(rows.map(viewOf).map((view) => [keyOf(view.name), view]));
      return [...latest.values()].toSorted(byName);
    },
    async find(channelId, name) {
      const row = await runQuery((kysely) =>
        kysely
          .selectFrom('savedViews')
          .select(COLUMNS)
          .where('channelId', '=', channelId)
          .where(isNamed(name, channelId))
          .orderBy('savedAt', 'desc')
          .executeTakeFirst(),
      );
      return row === undefined ? null : viewOf(row);
    },
    async remove(channelId, name, seen = null) {
      return inTransaction(runQuery, async (transaction) => {
        const held = await lockedRows(transaction, { channelId, name });
        if (held.length === 0 || (seen !== null && !isAmong(held, seen))) return false;
        await transaction
          .deleteFrom('savedViews')
          .where('channelId', '=', channelId)
          .where(isNamed(name, channelId))
          .execute();
        return true;
      });
    },
  };
}

/** Views whose name cannot be decrypted are called by the start of its key, so that they can go. */
const KEY_LENGTH = 6;
const UNREADABLE_NAME = /^\?(?<start>[\w-]{6})$/;
