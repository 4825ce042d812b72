import { z } from 'zod';

import { parseQuery } from '../portfolio/query/parser.ts';
import type { Query } from '../portfolio/query/query.ts';
import type { Message, Press } from '../views/message.ts';
import { awaitReading } from './await-reading.ts';
import { type Call, StalePressError } from './command.ts';
import { foundBy, type Listing, listPage, PAGE_SIZE_MAX } from './list-page.ts';
import { queryUnderstood } from './meant.ts';
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
 * The first page of what a person typed a query for. Where its words are nobody's, what they may
 * mean is asked instead; the page says so as it says everything that is asked.
 *
 * @throws {QueryError} when it is none
 */
export async function* openList(
  listing: Listing,
  text: string,
  call: Call,
): AsyncGenerator<Message> {
  const { language } = call.words;
  const asked = parseQuery(text, language);
  const reading = call.portfolio.latest() ?? (yield* awaitReading(call));
  const finds = (query: Query) => foundBy(listing, query, reading, call).rows.length > 0;
  const query = queryUnderstood({ asked, text, language }, reading, finds);
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
