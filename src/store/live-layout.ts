import { z } from 'zod';

import type { Delivery, Digest } from './digest.ts';

const Ids = z.array(z.string()).readonly();
const Changed = z.object({ count: z.number(), ids: Ids }).readonly();

/**
 * How a digest was laid out when it was posted, so that it can be written again with the same files
 * in the same places: ids, counts and words of ours; no person, no place.
 */
export type LiveLayout = z.output<typeof LiveLayout>;

export const LiveLayout = z
  .object({
    /** The version of the digest that was posted. */
    version: z.int(),
    sections: z
      .array(
        z
          .object({
            kind: z.enum([
              'overdue',
              'ready',
              'review',
              'waiting',
              'others',
              'property',
              'manager',
            ]),
            count: z.int(),
            ids: Ids,
          })
          .readonly(),
      )
      .readonly(),
    /** What it said of the time before it. */
    changes: z
      .object({ added: Changed, becameReady: Changed, decided: Changed, dropped: Changed })
      .readonly()
      .nullable(),
    timing: z.enum(['on time', 'late', 'catch-up']),
    skipped: z.int(),
    hidden: z.int(),
    hasThread: z.boolean(),
  })
  .readonly();

/** How a post begins that follows what becomes of its files. */
export interface LiveStart {
  readonly layout: LiveLayout;
  /** Tells of what it shows of its files: another one shows something else. */
  readonly shown: string;
  /** When the reading began that it shows, in epoch milliseconds. */
  readonly readAt: number;
}

/** A post that follows what becomes of its files. */
export interface LivePost {
  readonly delivery: Delivery;
  readonly digest: Digest;
  readonly layout: LiveLayout;
  /** Ids of the files that the digest found, shown or not. */
  readonly found: readonly string[];
  /** Tells of what it shows of them now. */
  readonly shown: string;
}
