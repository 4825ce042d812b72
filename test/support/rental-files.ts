import { RentalError } from '../../src/rental-api/errors.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import { RentalFile } from '../../src/rental-api/schema/rental-file.ts';

/** A rental file that says only what the test is about. */
export function rentalFile(fields: Readonly<Record<string, unknown>>): RentalFile {
  return RentalFile.parse({ id: 'a', ...fields });
}

/** `count` files, the newest first, one a minute. */
export function rentalFiles(count: number): RentalFile[] {
  return Array.from({ length: count }, (_, index) =>
    rentalFile({
      id: `file-${index}`,
      created_at: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
      product: { title: `Flat ${index}`, reference: `R-${index}` },
      applicants: [{ first_name: 'Anne', last_name: `Lefèvre ${index}` }],
    }),
  );
}

/** Pages of the service, as the rental room yields them. */
export function pagesOf(files: readonly RentalFile[], size = 100): FilePage[] {
  const starts = Array.from({ length: Math.max(1, Math.ceil(files.length / size)) }, (_, i) => i);
  return starts.map((index) => ({
    files: files.slice(index * size, (index + 1) * size),
    skipped: 0,
    unknownValues: 0,
    count: files.length,
    url: new URL(`https://api.example.com/v1/rental-files?offset=${index * size}`),
    next: null,
    servedAt: null,
  }));
}

/** What the service's being away looks like. */
export function serviceDown(): RentalError {
  const failure = { code: 'rental_down', status: 503 } as const;
  return new RentalError('GET rental files page', 'status 503', failure);
}

/** The service asks to wait. */
export function serviceBusy(retryAfterSeconds: number | null): RentalError {
  const failure = { code: 'rental_busy', retryAfterSeconds } as const;
  return new RentalError('GET rental files page', 'status 429', failure);
}

/** The service does not answer, and is left alone for a while. */
export function serviceResting(): RentalError {
  const failure = { code: 'rental_resting', since: 0, again: 60_000 } as const;
  return new RentalError('GET rental files page', 'left alone', failure);
}
