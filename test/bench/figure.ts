/** One thing measured against a floor in the same run. */
export interface Figure {
  readonly what: string;
  readonly floor: string;
  /** Milliseconds, or whatever `unit` says. */
  readonly floorMs: number;
  readonly oursMs: number;
  /** What `oursMs / floorMs` must not exceed. */
  readonly ratioMax: number;
  readonly unit?: string;
}

/** The value below which `share` (0 to 1) of all values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/**
 * Runs two rivals in turn, so that a machine whose speed drifts slows both alike. Each is the first
 * in every second round: whoever comes second pays for what the first has left to the collector.
 *
 * @returns the quantile of all of each rival's values
 */
export async function inTurn(
  rounds: number,
  share: number,
  floor: () => Promise<readonly number[]>,
  ours: () => Promise<readonly number[]>,
): Promise<{ floorMs: number; oursMs: number }> {
  const floors: number[] = [];
  const all: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const early = round % 2 === 0 ? await floor() : null;
    const own = await ours();
    const other = early ?? (await floor());
    // The first round only warms both up.
    if (round === 0) continue;
    floors.push(...other);
    all.push(...own);
  }
  return { floorMs: quantile(floors, share), oursMs: quantile(all, share) };
}
