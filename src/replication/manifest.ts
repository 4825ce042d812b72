import { z } from 'zod';

/** Why an instance reads for itself although another one has published. */
export type RefusedReason =
  /** Changed, or of another version, secret or setting. */
  | 'unreadable'
  /** Older than what was published before. */
  | 'replayed'
  /** A segment is missing or stands for another one. */
  | 'incomplete';

/** What is published of a snapshot beside its entries. */
const Manifest = z.object({
  /** Of the segments: those of another one cannot be put in their place. */
  lineage: z.string(),
  /** Grows with each publication. */
  sequence: z.tuple([z.int(), z.int()]),
  segments: z.array(z.string()),
  files: z.int(),
  id: z.string(),
  startedAt: z.number(),
  endedAt: z.number(),
  isWhole: z.boolean(),
  skipped: z.int(),
  unknown: z.int(),
  completionScale: z.object({
    max: z.union([z.literal(1), z.literal(100)]),
    because: z.enum(['configured', 'rates', 'unclear']),
    rates: z.object({ highest: z.number().nullable(), hasFraction: z.boolean() }),
  }),
  inconsistency: z.enum(['moved', 'count', 'empty']).nullable(),
});
export type Manifest = z.output<typeof Manifest>;

/** A published snapshot that cannot be used. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason) {
    super(`a shared snapshot is refused: ${reason}`);
    this.reason = reason;
  }
}

/** @throws {RefusedError} for anything else */
export function manifestIn(text: string): Manifest {
  const { data } = Manifest.safeParse(JSON.parse(text));
  if (data === undefined) throw new RefusedError('unreadable');
  return data;
}
