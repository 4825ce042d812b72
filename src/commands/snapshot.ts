import { rentalFailure } from '../portfolio/portfolio.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { Message } from '../views/message.ts';
import type { CommandContext } from './command.ts';
import { failureWords } from './error-messages.ts';
import { awaitReading, StillReadingError } from './loading.ts';

/** What is said above whatever a reading shows. */
export interface Notices {
  readonly told: readonly string[];
  /** Why it is not newer, when that is told. */
  readonly trouble?: unknown;
}

/** What there is to say of the newest reading: why there is no newer one, and whether it is whole. */
export function noticesOf(snapshot: Snapshot, call: CommandContext): Notices {
  const { portfolio, words, reference, zone } = call;
  const trouble = portfolio.failure();
  const doubts = doubtsOf(snapshot, call);
  if (trouble === null) return { told: doubts };
  return {
    told: [words.list.stale(failureWords(trouble, words, zone), reference), ...doubts],
    trouble,
  };
}

/** Why a reading may not hold every file. */
export function doubtsOf({ inconsistency }: Snapshot, { words }: CommandContext): string[] {
  return inconsistency === null ? [] : [words.list.doubt[inconsistency]];
}

/** So long somebody waits for what is only newer. */
const NEWER_MS_MAX = 30_000;

/**
 * A new reading; the last one when it cannot be had, which the notices say, or when it takes long:
 * then it is there for whoever asks again.
 */
export async function* newestReading(call: CommandContext): AsyncGenerator<Message, Snapshot> {
  const last = call.portfolio.latest();
  if (last === null) return yield* awaitReading(call);
  try {
    return yield* awaitReading(call, NEWER_MS_MAX);
  } catch (error) {
    if (rentalFailure(error) === null && !(error instanceof StillReadingError)) throw error;
    return last;
  }
}
