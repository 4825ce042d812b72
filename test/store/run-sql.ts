import type { DigestStore } from '../../src/store/store.ts';

/** What a statement gives, asked beside the store: for what no caller of the store may do. */
export async function runSql(
  { engine }: Pick<DigestStore, 'engine'>,
  statement: string,
  values: unknown[] = [],
): Promise<readonly unknown[]> {
  const { rows } =
    engine.kind === 'pglite'
      ? await engine.pglite.query(statement, values)
      : await engine.executeSql(statement, values);
  return rows;
}

/**
 * Removes all rows of these tables, and of those that refer to them. To truncate a table of the
 * embedded database takes a hundred times as long: it makes the files of the table anew.
 */
export async function emptyTables(
  store: Pick<DigestStore, 'engine'>,
  ...tables: readonly string[]
): Promise<void> {
  const names = await runSql(
    store,
    `with recursive emptied as (
       select to_regclass('rental_desk.' || name)::oid as id from unnest($1::text[]) as name
       union
       select conrelid from pg_constraint join emptied on confrelid = id where contype = 'f'
     ) select id::regclass::text as name from emptied`,
    [tables],
  );
  const deletes = names.map((row, index) => `d${index} as (delete from ${nameIn(row)})`);
  // References are checked at the end of a statement: in one, the order does not matter.
  await runSql(store, `with ${deletes.join(', ')} select`);
}

function nameIn(row: unknown): string {
  return typeof row === 'object' && row !== null && 'name' in row ? String(row.name) : '';
}
