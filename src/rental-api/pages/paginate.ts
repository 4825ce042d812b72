import { yieldToEventLoop } from '../../lib/yield.ts';
import { RentalError } from '../errors.ts';
import { linkError } from '../http/links.ts';
import type { Limits } from '../limits.ts';
import type { FilePage } from '../schema/page.ts';
import { type PendingPage, createPrefetcher, type OpenPage, type PageSource } from './prefetch.ts';

/**
 * Follows the `next` links of a list until it ends. Stop early with `break`.
 *
 * While one page is read, the next ones are already requested: the one that was named, and those
 * after it where links follow a pattern. They are cancelled when the walk ends.
 *
 * @param signal ends the walk, which then rejects with its reason
 * @throws {RentalError} `rental_link` for a link back to a page that was read, `rental_endless` and
 *   `rental_slow` beyond `limits`, and the errors of `source` for pages that were named
 * @see Rental File Service specification, section 4.2
 */
export async function* walkPages<Page extends FilePage<unknown>>(
  first: URL,
  source: PageSource<Page>,
  { pagesMax, filesMax, emptyPagesMax, walkMsMax }: Limits,
  signal?: AbortSignal,
): AsyncGenerator<Page, void, void> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(tooSlow(walkMsMax)), walkMsMax);
  const combined = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  const getPage = createPrefetcher(source, pagesMax, combined);
  const requested = new Set<string>();
  let files = 0;
  let emptyPages = 0;

  function request(url: URL): PendingPage<Page> {
    if (requested.has(url.href)) return rejecting(linkError('read before'));
    if (requested.size === pagesMax) return rejecting(endless(`more than ${pagesMax} pages`));
    requested.add(url.href);
    return getPage(url);
  }

  try {
    for (let pending: PendingPage<Page> | null = request(first); pending !== null;) {
      let opened: OpenPage<Page> | null = await pending.opened();
      pending = opened.next === null ? null : request(opened.next);
      // Twice, since a connection is reused only in the second iteration of the event loop: the next
      // request is to leave before this page is read.
      await yieldToEventLoop();
      await yieldToEventLoop();
      const page = await opened.read();
      // Releases the parsed body, which is twice the size of the page.
      opened = null;
      const items = page.files.length + page.skipped;
      files += items;
      emptyPages = items === 0 ? emptyPages + 1 : 0;
      if (files > filesMax) throw endless(`more than ${filesMax} files`);
      yield page;
      combined.throwIfAborted();
      if (pending !== null && emptyPages === emptyPagesMax) {
        throw endless(`${emptyPages} empty pages in a row`);
      }
    }
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

/** A page that must not be requested: its error comes after the page before it was yielded. */
function rejecting(error: RentalError): PendingPage<never> {
  return {
    async opened() {
      throw error;
    },
  };
}

function endless(what: string): RentalError {
  return new RentalError('Reading all rental files', what, { code: 'rental_endless' });
}

function tooSlow(ms: number): RentalError {
  const what = `not done after ${ms / 60_000} minutes`;
  return new RentalError('Reading all rental files', what, { code: 'rental_slow' });
}
