import { RetryLaterError } from './errors.ts';
import type { DeliveryPorts } from './ports.ts';

/** Share of the lease within which a message may be sent; the rest is for the request. */
const SEND_SHARE = 0.4;

/**
 * Starts the clock of a lease. A process that was suspended, alone or with its machine, must not
 * send anything when it wakes up: another one may have the delivery by then. Both clocks count,
 * since the monotonic one stops while a machine sleeps and the other can be set back.
 *
 * @returns a check that throws a `RetryLaterError` once the lease is too old to send anything
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
