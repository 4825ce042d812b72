import { z } from 'zod';

import { yieldToEventLoop } from '../../lib/concurrency.ts';
import { RentalError } from '../errors.ts';
import { RentalFile } from './rental-file.ts';
import { type FileSummary, summaryOf, countUnknownValues } from './summary.ts';

/** One page of the list. */
export interface FilePage<File = RentalFile> {
  readonly files: readonly File[];
  /** Number of unreadable items. */
  readonly skipped: number;
  /** Number of values that the enumerations of section 3 do not list. */
  readonly unknownValues: number;
  /** "Number of items", of the page or of the whole list: the specification does not say. 0 if absent. */
  readonly count: number;
  /** Its own URL. */
  readonly url: URL;
  /** The page after this one; `null` at the end of the list. */
  readonly next: URL | null;
}

/** A page of summaries. */
export type SummaryPage = FilePage<FileSummary>;

/** The fields of section 2.1; `previous` is not needed. */
const Page = z.object({
  count: z.int().min(0).default(0).catch(0),
  next: z.string().nullish(),
  results: z.array(z.unknown()),
});

/** A parsed page, whose items are not read yet. */
export interface RawPage {
  readonly count: number;
  readonly next: string | null;
  /** Of a long page, each is an {@link UnparsedItem}. */
  readonly items: readonly unknown[];
}

/**
 * Checks that a body is a page.
 *
 * @throws {RentalError} `rental_unreadable` when it is not
 * @see Rental File Service specification, section 2.1
 */
export function parsePage(body: unknown): RawPage {
  const page = Page.safeParse(body);
  if (!page.success) throw unreadablePage(`unexpected ${fieldOf(page.error)}`);
  const { count, next, results } = page.data;
  return { count, next: next ?? null, items: results };
}

/** An item that is longer than this counts as unreadable: a file has some thousand characters. */
const ITEM_CHARACTERS_MAX = 250_000;

/** The text of an item that is parsed when it is read. */
export class UnparsedItem {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** @throws {RentalError} when it is not JSON */
  parsed(): unknown {
    if (this.text.length > ITEM_CHARACTERS_MAX) return null;
    try {
      return JSON.parse(this.text);
    } catch {
      throw unreadablePage('not JSON');
    }
  }
}

/** Items between two yields to the event loop: a few milliseconds. */
const ITEMS_PER_YIELD = 100;
/** A longer item counts as several of these. */
const ITEM_CHARACTERS_USUAL = 5_000;

/** The files of a page, and the numbers of unreadable items and unknown values. */
type Read<File> = Pick<FilePage<File>, 'files' | 'skipped' | 'unknownValues'>;

/** Reads the items of a page. */
export type ReadItems<File> = (items: readonly unknown[]) => Promise<Read<File>>;

/**
 * Reads the items of a page. Unreadable items are left out and counted, unknown values are counted:
 * one invalid item never loses the others.
 */
export function readFiles(items: readonly unknown[]): Promise<Read<RentalFile>> {
  return readEach(items, (item) => RentalFile.safeParse(item).data ?? null);
}

/** The same with only the fields that lists, search and filters need, in a fifth of the time. */
export function readSummaries(items: readonly unknown[]): Promise<Read<FileSummary>> {
  return readEach(items, summaryOf);
}

async function readEach<File extends FileSummary>(
  items: readonly unknown[],
  read: (item: unknown) => File | null,
): Promise<Read<File>> {
  const files: File[] = [];
  let unknown = 0;
  let unyielded = 0;
  for (const item of items) {
    if (unyielded >= ITEMS_PER_YIELD) {
      await yieldToEventLoop();
      unyielded = 0;
    }
    const isUnparsed = item instanceof UnparsedItem;
    unyielded += isUnparsed ? 1 + item.text.length / ITEM_CHARACTERS_USUAL : 1;
    const file = read(isUnparsed ? item.parsed() : item);
    if (file === null) continue;
    files.push(file);
    unknown += countUnknownValues(file);
  }
  return { files, skipped: items.length - files.length, unknownValues: unknown };
}

/** The error for an unreadable page; `what` must not quote it. */
export function unreadablePage(what: string): RentalError {
  return new RentalError('GET rental files page', what, { code: 'rental_unreadable' });
}

function fieldOf({ issues: [issue] }: z.ZodError): string {
  const [field = 'body'] = issue?.path ?? [];
  return String(field);
}
