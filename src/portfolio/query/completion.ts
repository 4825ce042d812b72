import type { Entry } from '../entry.ts';

/**
 * What completion counts to in this service, told over all entries: above 1 it can only be
 * percent; between 0 and 1 only a share of one. Nothing but zeros and ones tells nothing.
 *
 * @param configured what the operator says, for when it cannot be told; percent without it
 */
export function completionMaxOf(
  entries: Iterable<Entry>,
  configured: 1 | 100 | null = null,
): 1 | 100 {
  let hasShare = false;
  for (const { completion } of entries) {
    if (completion === null) continue;
    if (completion > 1) return 100;
    if (completion > 0 && completion < 1) hasShare = true;
  }
  return hasShare ? 1 : (configured ?? 100);
}
