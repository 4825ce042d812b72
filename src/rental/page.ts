import { setImmediate as turn } from 'node:timers/promises';

import { z } from 'zod';

import type { Applicant } from './applicant.ts';
import { RentalError } from './errors.ts';
import { RentalFile } from './file.ts';
import { APPLICANT_STATUSES, DECISIONS, FILE_STATUSES, SITUATIONS } from './states.ts';

/** One page of the list. */
export interface FilePage {
  readonly files: readonly RentalFile[];
  /** Items that cannot be read at all. */
  readonly skipped: number;
  /** Values of the enumerations of section 3 that the specification does not know. */
  readonly unknown: number;
  /** "Number of items": of the page or of the whole list, that is left open. 0 when not given. */
  readonly count: number;
  /** Where it was read. */
  readonly url: URL;
  /** The page after this one; `null` at the end of the list. */
  readonly next: URL | null;
}

/** Field names are those of section 2.1; `previous` is of no use here. */
const Page = z.object({
  count: z.int().min(0).default(0).catch(0),
  next: z.string().nullish(),
  results: z.array(z.unknown()),
});

/** Compiled, since a walk reads tens of thousands. */
const compiled = z.compile(RentalFile);

const known = {
  statuses: new Set<string>(FILE_STATUSES),
  applicantStatuses: new Set<string>(APPLICANT_STATUSES),
  decisions: new Set<string>(DECISIONS),
  situations: new Set<string>(SITUATIONS),
};

/** The items of a page, not yet read, and what else stands on it. */
export interface RawPage {
  readonly count: number;
  readonly next: string | null;
  readonly items: readonly unknown[];
}

/**
 * Tells a page from anything else.
 *
 * @throws {RentalError} `rental_unreadable` when `body` is no page
 * @see Rental File Service specification, section 2.1
 */
export function rawPage(body: unknown): RawPage {
  const page = Page.safeParse(body);
  if (!page.success) throw unreadable(`unexpected ${fieldOf(page.error)}`);
  const { count, next, results } = page.data;
  return { count, next: next ?? null, items: results };
}

/** After so many items, whoever else has something to do has a turn: a few milliseconds. */
const ITEMS_A_TURN = 100;

/**
 * Reads the items of one page. One that cannot be read is left out and counted, and so is every
 * value that nobody knows yet: one odd item never loses the others.
 */
export async function readFiles(
  items: readonly unknown[],
): Promise<Pick<FilePage, 'files' | 'skipped' | 'unknown'>> {
  const files: RentalFile[] = [];
  let unknown = 0;
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % ITEMS_A_TURN === 0) await turn();
    const { data } = compiled.safeParse(item);
    if (data === undefined) continue;
    files.push(data);
    unknown += unknownIn(data);
  }
  return { files, skipped: items.length - files.length, unknown };
}

/** The answer to a request for a page cannot be read; `what` must hold nothing of it. */
export function unreadable(what: string): RentalError {
  return new RentalError('GET rental files page', what, { code: 'rental_unreadable' });
}

function fieldOf({ issues: [issue] }: z.ZodError): string {
  const [field = 'body'] = issue?.path ?? [];
  return String(field);
}

function unknownIn({ status, decision, applicants_situation, applicants }: RentalFile): number {
  let found = 0;
  if (!known.statuses.has(status)) found += 1;
  if (!known.decisions.has(decision)) found += 1;
  if (applicants_situation !== null && !known.situations.has(applicants_situation)) found += 1;
  for (const applicant of applicants) found += unknownOf(applicant);
  return found;
}

function unknownOf({ status, physical_guarantors }: Applicant): number {
  let found = known.applicantStatuses.has(status) ? 0 : 1;
  for (const guarantor of physical_guarantors) {
    if (!known.applicantStatuses.has(guarantor.status)) found += 1;
  }
  return found;
}
