import type { Table } from './query/table.ts';

/**
 * Those of the rows whose files name exactly that e-mail address among their managers, without
 * regard for case. No query says so: an address has no place in a button or a saved text.
 */
export function rowsManagedBy(rows: Uint32Array, table: Table, email: string): Uint32Array {
  const wanted = plain(email);
  const { distinct, at } = table.managers;
  const answers = Uint8Array.from(distinct, ({ names }) =>
    wanted !== '' && names.some((name) => plain(name) === wanted) ? 1 : 0,
  );
  return rows.filter((row) => answers[at[row] ?? 0] === 1);
}

function plain(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
