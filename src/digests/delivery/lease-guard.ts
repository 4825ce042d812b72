import { RetryLaterError } from './errors.ts';
import type { DeliveryPorts } from './ports.ts';

/** Of a lease: the rest is for the message on its way. */
const SEND_SHARE = 0.4;

/**
 * Starts to watch a lease. A process that was stopped for a while, with its machine or without,
 * learns here that others may have taken over. The monotonic clock stands still while a machine
 * sleeps, and the other one can be set back: both count.
 *
 * @returns what throws a `NotYetError` when the lease is too old to send anything
 */
export function startLeaseGuard(
  { now, monotonic }: Pick<DeliveryPorts, 'now' | 'monotonic'>,
  leaseMs: number,
): () => void {
  const startedAt = now();
  const startedAtMonotonic = monotonic();
  return () => {
    const age = Math.max(now() - startedAt, monotonic() - startedAtMonotonic);
    if (age > leaseMs * SEND_SHARE)
      throw new RetryLaterError('the lease is too old to send anything');
  };
}
