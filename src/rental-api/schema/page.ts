import { z } from 'zod';

import { yieldToEventLoop } from '../../lib/yield.ts';
import { RentalError } from '../errors.ts';
import { RentalFile } from './rental-file.ts';
import { type FileSummary, summaryOf, countUnknownValues } from './summary.ts';

/** One page of the list. */
export interface FilePage<File = RentalFile> {
  readonly files: readonly File[];
  /** Items that cannot be read at all. */
  readonly skipped: number;
  /** Values of the enumerations of section 3 that the specification does not know. */
  readonly unknownValues: number;
  /** "Number of items": of the page or of the whole list, that is left open. 0 when not given. */
  readonly count: number;
  /** Where it was read. */
  readonly url: URL;
  /** The page after this one; `null` at the end of the list. */
  readonly next: URL | null;
}

/** A page with only what lists need of its files. */
export type SummaryPage = FilePage<FileSummary>;

/** Field names are those of section 2.1; `previous` is of no use here. */
const Page = z.object({
  count: z.int().min(0).default(0).catch(0),
  next: z.string().nullish(),
  results: z.array(z.unknown()),
});

/** Compiled, since a walk reads tens of thousands. */
const compiled = z.compile(RentalFile);

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
export function parsePage(body: unknown): RawPage {
  const page = Page.safeParse(body);
  if (!page.success) throw unreadablePage(`unexpected ${fieldOf(page.error)}`);
  const { count, next, results } = page.data;
  return { count, next: next ?? null, items: results };
}

/** After so many items, whoever else has something to do has a turn: a few milliseconds. */
const ITEMS_PER_YIELD = 100;

/** The files of a page, and how many of its items and values were no use. */
type Read<File> = Pick<FilePage<File>, 'files' | 'skipped' | 'unknownValues'>;

/** Reads the items of a page. */
export type ReadItems<File> = (items: readonly unknown[]) => Promise<Read<File>>;

/**
 * Reads the items of one page. One that cannot be read is left out and counted, and so is every
 * value that nobody knows yet: one odd item never loses the others.
 */
export function readFiles(items: readonly unknown[]): Promise<Read<RentalFile>> {
  return readEach(items, (item) => compiled.safeParse(item).data ?? null);
}

/** The same, as far as lists, search and filters need it, in a fifth of the time. */
export function readSummaries(items: readonly unknown[]): Promise<Read<FileSummary>> {
  return readEach(items, summaryOf);
}

async function readEach<File extends FileSummary>(
  items: readonly unknown[],
  read: (item: unknown) => File | null,
): Promise<Read<File>> {
  const files: File[] = [];
  let unknown = 0;
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % ITEMS_PER_YIELD === 0) await yieldToEventLoop();
    const file = read(item);
    if (file === null) continue;
    files.push(file);
    unknown += countUnknownValues(file);
  }
  return { files, skipped: items.length - files.length, unknownValues: unknown };
}

/** The answer to a request for a page cannot be read; `what` must hold nothing of it. */
export function unreadablePage(what: string): RentalError {
  return new RentalError('GET rental files page', what, { code: 'rental_unreadable' });
}

function fieldOf({ issues: [issue] }: z.ZodError): string {
  const [field = 'body'] = issue?.path ?? [];
  return String(field);
}
