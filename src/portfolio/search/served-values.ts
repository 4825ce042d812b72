import { fold } from '../../lib/text.ts';
import { type KeyOf, KEYS } from '../query/keys/index.ts';
import type { ServedValues } from '../query/values.ts';
import type { Table } from './table.ts';

type Named = ReadonlyMap<string, readonly string[]>;

/** Values of each key by their folded spelling, found once per table. */
const served = new WeakMap<Table, Map<KeyOf<'choice'>, Named>>();

/**
 * The values that files have, ignoring case and punctuation: `on appeal` gives `ON_APPEAL`. Without a
 * table there are none.
 */
export function servedIn(table: Table | undefined): ServedValues {
  return (key, word) => (table === undefined ? [] : (namedIn(table, key).get(fold(word)) ?? []));
}

function namedIn(table: Table, key: KeyOf<'choice'>): Named {
  const known = served.get(table) ?? new Map<KeyOf<'choice'>, Named>();
  served.set(table, known);
  const found = known.get(key) ?? valuesOf(table, key);
  known.set(key, found);
  return found;
}

function valuesOf(table: Table, key: KeyOf<'choice'>): Named {
  const values = new Set<string>();
  KEYS[key].source(table, (value) => {
    if (value !== null) values.add(value);
    return false;
  });
  return Map.groupBy(values, fold);
}
