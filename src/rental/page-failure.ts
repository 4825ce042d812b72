import { HTTPError, NetworkError, TimeoutError } from 'ky';

import { RentalError } from './errors.ts';
import { networkReason } from './network-reason.ts';
import { CutBodyError, LargeBodyError } from './read-body.ts';

const CALL = 'GET rental files page';

/**
 * Turns whatever the HTTP client threw into a `RentalError`; the reason of an abort, and bugs, pass
 * through untouched.
 *
 * The client's own errors are not kept as a cause: they hold the request and its whole address.
 */
export function pageFailure(error: unknown): unknown {
  if (error instanceof HTTPError) return statusFailure(error.response);
  if (error instanceof TimeoutError) {
    return new RentalError(CALL, 'timed out', { code: 'rental_slow' });
  }
  if (error instanceof NetworkError && error.cause instanceof CutBodyError) {
    return new RentalError(CALL, 'cut short', { code: 'rental_unreadable' });
  }
  if (error instanceof NetworkError) {
    const failure = { code: 'rental_down', status: null } as const;
    return new RentalError(CALL, networkReason(error.cause), failure);
  }
  if (error instanceof LargeBodyError) {
    return new RentalError(CALL, error.message, { code: 'rental_unreadable' });
  }
  return error;
}

function statusFailure({ status, headers }: Response): RentalError {
  const what = `status ${status}`;
  switch (status) {
    case 401:
      return new RentalError(CALL, what, { code: 'rental_unauthorized' });
    case 403:
      return new RentalError(CALL, what, { code: 'rental_forbidden' });
    case 404:
    case 410:
      return new RentalError(CALL, what, { code: 'rental_not_found' });
    case 429: {
      const seconds = headers.get('retry-after');
      const retryAfterSeconds = seconds === null ? null : Number(seconds);
      return new RentalError(CALL, what, { code: 'rental_busy', retryAfterSeconds });
    }
    default:
      return status === 408 || status >= 500
        ? new RentalError(CALL, what, { code: 'rental_down', status })
        : new RentalError(CALL, what, { code: 'rental_refused', status });
  }
}
