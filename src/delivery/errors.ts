import { isPermanent } from '../slack-errors.ts';
import { LeaseLostError } from '../store/deliveries/leases.ts';
import type { Delivery } from '../store/digest.ts';

/**
 * - `refused`: not posted, and the same message would be refused again;
 * - `wait`: not posted, and to be sent again later;
 * - `unclear`: Slack may have posted it.
 */
export type PostOutcome = 'refused' | 'wait' | 'unclear';

/** A message was not posted, or may not have been. */
export class PostError extends Error {
  override readonly name = 'PostError';
  readonly outcome: PostOutcome;
  /** Slack's error code, or the network's. */
  readonly code: string;
  /** With `wait`: the delay that Slack asked for, if it did. */
  readonly retryAfterMs: number | null;

  constructor(
    outcome: PostOutcome,
    code: string,
    { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(`a message was not posted for sure: ${code} (${outcome})`, { cause });
    this.outcome = outcome;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The history of a channel cannot be read, now or later. */
export class NoHistoryError extends Error {
  override readonly name = 'NoHistoryError';
}

/** The process is shutting down: the next one continues, however late that is. */
export class ShuttingDownError extends Error {
  override readonly name = 'ShuttingDownError';
}

/** Whether a delivery is another process's, now or soon: this one decides nothing more. */
export function isHandedOver(error: unknown): boolean {
  return error instanceof LeaseLostError || error instanceof ShuttingDownError;
}

/** A delivery cannot be finished yet, and nothing is wrong: the job engine is to run it again. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
}

/** Whether a message was certainly not sent, and is to be sent later. */
export function isUnsent(error: unknown): boolean {
  return (
    error instanceof RetryLaterError || (error instanceof PostError && error.outcome === 'wait')
  );
}

/** Reasons of failed deliveries whose digest itself can no longer be read. */
const UNREADABLE_DIGEST: ReadonlySet<string> = new Set(['query', 'schedule']);

/** Whether a delivery has paused its digest until a person corrects it. */
export function isPausing({ state, reason }: Pick<Delivery, 'state' | 'reason'>): boolean {
  return (
    state === 'failed' && reason !== null && (UNREADABLE_DIGEST.has(reason) || isPermanent(reason))
  );
}
