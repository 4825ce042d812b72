import type { Entry } from './entry.ts';
import { isAwaiting } from './lifecycle.ts';
import type { Inconsistency, Snapshot } from './snapshot.ts';

/** All that people of other organisations may see of rental files. */
export interface OutsideFigures {
  /** Files that await a decision. */
  readonly waiting: number;
  /** Their properties, each once, in the order of the files. */
  readonly properties: readonly OutsideProperty[];
  /** Why files may be missing; `null` when none should be. */
  readonly inconsistency: Inconsistency | null;
  /** Files that could not be read. */
  readonly skipped: number;
}

interface OutsideProperty {
  /** As the service sent it; `null` for the properties without one. */
  readonly reference: string | null;
  readonly waiting: number;
}

/** The figures of those files that await a decision; the others are not even counted. */
export function outsideFigures(
  entries: Iterable<Entry>,
  { inconsistency, skipped }: Pick<Snapshot, 'inconsistency' | 'skipped'>,
): OutsideFigures {
  const counts = new Map<string | null, number>();
  let waiting = 0;
  for (const entry of entries) {
    if (!isAwaiting(entry)) continue;
    const { reference } = entry.property;
    waiting += 1;
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return {
    waiting,
    properties: Array.from(counts, ([reference, count]) => ({ reference, waiting: count })),
    inconsistency,
    skipped,
  };
}
