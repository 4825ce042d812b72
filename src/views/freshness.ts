import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';

import type { Showing } from './file-line.ts';

/** What a reading says of itself. */
export interface Read {
  /** When it ended, epoch milliseconds. */
  readonly readAt: number;
  /** Files that could not be read. */
  readonly skipped: number;
}

const MINUTE_MS = 60_000;

/** How fresh something is, and what is missing in it. */
export function freshness({ readAt, skipped }: Read, { now, words }: Showing): string[] {
  const { list, locale } = words;
  const age = { locale, roundingMethod: 'floor' } as const;
  return [
    now - readAt < MINUTE_MS ? list.readNow : list.readAgo(formatDistanceStrict(readAt, now, age)),
    ...(skipped > 0 ? [list.skipped(skipped)] : []),
  ];
}
