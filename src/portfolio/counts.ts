import type { SharedColumn } from './query/table.ts';

/** How many files have a value, in the service's spelling. */
export interface Count {
  readonly value: string;
  readonly count: number;
}

/**
 * How many of the rows have each value: those of the specification in its order, none of them left
 * out, then whatever else the service says, as it comes.
 */
export function countsOf(
  { distinct, at }: SharedColumn<string>,
  rows: Uint32Array,
  known: readonly string[],
): readonly Count[] {
  const counts = new Uint32Array(distinct.length);
  for (const row of rows) {
    const place = at[row] ?? 0;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const found = new Map(distinct.map((value, place) => [value, counts[place] ?? 0]));
  const others = distinct.filter((value) => !known.includes(value) && found.get(value) !== 0);
  return [...known, ...others].map((value) => ({ value, count: found.get(value) ?? 0 }));
}
