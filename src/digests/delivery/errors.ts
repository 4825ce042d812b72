import { isPermanent } from '../../slack-errors.ts';
import { LeaseLostError } from '../../store/delivery-leases.ts';
import type { Delivery } from '../../store/digest.ts';

/**
 * - `refused`: certainly not posted, and not to be tried again as it is;
 * - `wait`: certainly not posted, and welcome later;
 * - `unclear`: Slack may have it.
 */
export type PostOutcome = 'refused' | 'wait' | 'unclear';

/** Something is not posted, or nobody knows. */
export class PostError extends Error {
  override readonly name = 'PostError';
  readonly outcome: PostOutcome;
  /** Slack's word, or the network's. */
  readonly code: string;
  /** Of `wait`: how long, when Slack said so. */
  readonly retryAfterMs: number | null;

  constructor(outcome: PostOutcome, code: string, retryAfterMs: number | null = null) {
    super(`a message was not posted for sure: ${code} (${outcome})`);
    this.outcome = outcome;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether a message was posted cannot be looked up there, not now and not later. */
export class NoHistoryError extends Error {
  override readonly name = 'NoHistoryError';
}

/** The process ends before it can go on: whoever comes next does, however late it is. */
export class ShuttingDownError extends Error {
  override readonly name = 'ProcessEndsError';
}

/** Whether somebody else has a delivery, or is to have it: this process decides nothing more. */
export function isHandedOver(error: unknown): boolean {
  return error instanceof LeaseLostError || error instanceof ShuttingDownError;
}

/** A delivery is not done, and for no fault of anybody's; it is to be tried again. */
export class RetryLaterError extends Error {
  override readonly name = 'NotYetError';
}

/** Whether something was certainly not sent, and is to be tried again. */
export function isUnsent(error: unknown): boolean {
  return (
    error instanceof RetryLaterError || (error instanceof PostError && error.outcome === 'wait')
  );
}

/** What can no longer be read of a digest. */
const UNREADABLE_DIGEST: ReadonlySet<string> = new Set(['query', 'schedule']);

/** Whether a digest goes on after that only when somebody mends it. */
export function isPausing({ state, reason }: Pick<Delivery, 'state' | 'reason'>): boolean {
  return (
    state === 'failed' && reason !== null && (UNREADABLE_DIGEST.has(reason) || isPermanent(reason))
  );
}
