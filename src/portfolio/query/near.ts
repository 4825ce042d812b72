/** More would no longer be counted faster than the rows of one are sorted. */
const PARTS = 1_024;

/** The last part is for what has no rank, and comes after all that has one. */
const UNRANKED = PARTS;

/**
 * The rows among which those from `start` up to but without `end` are once all are in order.
 *
 * The span of all ranks is cut into even parts, and rows are counted by part: two walks through
 * memory in a row, where sorting goes to and fro.
 *
 * @param ranks by which rows are sorted, at the place of each row; infinite where there is none
 * @returns those rows in the order in which they came, and how many others come before them
 */
export function rowsNear(
  rows: Uint32Array,
  ranks: Float64Array,
  start: number,
  end: number,
): { readonly near: Uint32Array; readonly before: number } {
  const partOf = partsOf(rows, ranks);
  const counts = new Uint32Array(PARTS + 1);
  for (const row of rows) {
    const part = partOf(ranks[row] ?? Infinity);
    counts[part] = (counts[part] ?? 0) + 1;
  }
  let first = 0;
  let before = 0;
  while (first < UNRANKED && before + (counts[first] ?? 0) <= start) {
    before += counts[first] ?? 0;
    first += 1;
  }
  let last = first;
  let size = counts[first] ?? 0;
  while (last < UNRANKED && before + size < end) {
    last += 1;
    size += counts[last] ?? 0;
  }
  const near = new Uint32Array(size);
  let at = 0;
  for (const row of rows) {
    const part = partOf(ranks[row] ?? Infinity);
    if (part < first || part > last) continue;
    near[at] = row;
    at += 1;
  }
  return { near, before };
}

/** The part in which a rank lies: never before that of a smaller one. */
function partsOf(rows: Uint32Array, ranks: Float64Array): (rank: number) => number {
  let [least, most] = [Infinity, -Infinity];
  for (const row of rows) {
    const rank = ranks[row] ?? Infinity;
    if (rank < least) least = rank;
    if (rank > most && rank < Infinity) most = rank;
  }
  const scale = (PARTS - 1) / (most - least);
  // All alike, or too far apart to be told from infinity: they are one part.
  const isEven = scale > 0 && scale < Infinity;
  return (rank) => {
    if (rank === Infinity) return UNRANKED;
    return isEven ? Math.trunc((rank - least) * scale) : 0;
  };
}
