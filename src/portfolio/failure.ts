import { RentalError, type RentalFailure } from '../rental-api/errors.ts';

/** Why the rental files could not be had, or `null` when `error` is about something else. */
export function rentalFailure(error: unknown): RentalFailure | null {
  return error instanceof RentalError ? error.failure : null;
}
