/**
 * Why a reading may not hold every file:
 *
 * - `moved`: files changed pages while they were read, so that one may have slipped by;
 * - `count`: there are more or fewer files than the service counts.
 */
export type Doubt = 'moved' | 'count';

/** What a walk through all pages met, as far as it tells whether it can be trusted. */
export interface Tally {
  /** `count` of the first and of the last page. */
  readonly firstCount: number;
  readonly lastCount: number;
  /** Whether `count` is the list's: it was more than the page held, or there was but one page. */
  readonly countsAll: boolean;
  /** Different files, those that could not be read among them. */
  readonly files: number;
  /** Files met on more than one page. */
  readonly repeated: number;
}

/**
 * Looks for signs that the list moved while it was read.
 *
 * `count` is “number of items” and may be the page's own; only one that has shown itself to be
 * the list's is held against the files.
 *
 * @see Rental File Service specification, section 2.1
 */
export function doubtAbout(tally: Tally): Doubt | null {
  const { firstCount, lastCount, countsAll, files, repeated } = tally;
  if (repeated > 0 || (countsAll && firstCount !== lastCount)) return 'moved';
  return countsAll && files !== lastCount ? 'count' : null;
}
