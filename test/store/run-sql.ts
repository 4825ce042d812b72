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
