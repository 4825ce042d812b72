import { z } from 'zod';

import { parseQuery } from '../portfolio/query/parse.ts';
import type { Message, Press } from '../views/message.ts';
import { awaitReading } from './await-reading.ts';
import { type Call, StalePressError } from './command.ts';
import { type Listing, listPage, PAGE_SIZE_MAX } from './list-page.ts';
import { doubtsOf, newestReading, noticesOf } from './notices.ts';

const PageArgs = z.object({
  page: z.int().min(1),
  /** Files on a page, as it was when the list was opened; absent takes what holds now. */
  size: z.int().min(1).max(PAGE_SIZE_MAX).optional(),
  /** As it can be parsed again; absent asks for everything. */
  query: z.string().optional(),
  /** The reading that the page belongs to; absent asks for a new one. */
  reading: z.string().optional(),
});

/**
 * The first page of what a person typed a query for.
 *
 * @throws {QueryError} when it is none
 */
export async function* openList(
  listing: Listing,
  text: string,
  call: Call,
): AsyncGenerator<Message> {
  const query = parseQuery(text, call.words.language);
  const reading = call.portfolio.latest() ?? (yield* awaitReading(call));
  yield listPage(listing, { query, page: 1, size: null }, reading, noticesOf(reading, call), call);
}

/**
 * The page that a button leads to: of the reading it was made for, or of a newer one, which is
 * said.
 *
 * @throws {StalePressError} when the button carries something else
 */
export async function* turnList(
  listing: Listing,
  args: Press['args'],
  call: Call,
): AsyncGenerator<Message> {
  const asked = PageArgs.safeParse(args);
  if (!asked.success) throw new StalePressError('arguments');
  const { page, size = null, reading: id, query: text = '' } = asked.data;
  const wanted = { query: parseQuery(text, call.words.language), page, size };
  if (id === undefined) {
    const reading = yield* newestReading(call);
    yield listPage(listing, wanted, reading, noticesOf(reading, call), call);
    return;
  }
  const held = call.portfolio.held(id);
  if (held) {
    yield listPage(listing, wanted, held, { told: doubtsOf(held, call) }, call);
    return;
  }
  const newer = call.portfolio.latest() ?? (yield* awaitReading(call));
  const { told, trouble } = noticesOf(newer, call);
  const notices = { told: [call.words.list.movedOn, ...told], trouble };
  yield listPage(listing, wanted, newer, notices, call);
}
