import { setImmediate as turn } from 'node:timers/promises';

import { RentalError } from './errors.ts';
import type { Limits } from './limits.ts';
import { linkError } from './link.ts';
import type { FilePage } from './page.ts';

/** A page that has come, and is not yet read. */
export interface OpenPage {
  readonly next: URL | null;
  read(): FilePage;
}

/**
 * Walks a list by its own `next` links until it ends. Stop early with `break`.
 *
 * While one page is read, the next is already on its way: reading a page takes about as long as
 * waiting for one. No more than one is ever fetched ahead, and it is given up when the walk ends.
 *
 * @param open fetches a page; its signal gives up on it
 * @param signal ends the walk, which then rejects with its reason
 * @throws {RentalError} `rental_link` when a link leads back to a page that was read;
 *   `rental_endless` beyond `limits`; and whatever `open` throws
 * @see Rental File Service specification, section 4.2
 */
export async function* walkPages(
  first: URL,
  open: (url: URL, signal: AbortSignal) => Promise<OpenPage>,
  { pagesMax, filesMax, emptyPagesMax }: Limits,
  signal?: AbortSignal,
): AsyncGenerator<FilePage, void, void> {
  const left = new AbortController();
  const given = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]);
  const asked = new Set<string>();
  let files = 0;
  let emptyPages = 0;

  async function ask(url: URL): Promise<OpenPage> {
    if (asked.has(url.href)) throw linkError('read before');
    if (asked.size === pagesMax) throw endless(`more than ${pagesMax} pages`);
    asked.add(url.href);
    return open(url, given);
  }

  try {
    for (let coming: Promise<OpenPage> | null = ask(first); coming !== null;) {
      let opened: OpenPage | null = await coming;
      coming = opened.next === null ? null : ask(opened.next);
      // What becomes of it is looked at in the next round, if there is one.
      coming?.catch(() => {});
      // The request leaves in the second turn: a connection rests for one before it is used again.
      await turn();
      await turn();
      const page = opened.read();
      // Lets go of what it was read from, which is twice as much as the page.
      opened = null;
      const items = page.files.length + page.skipped;
      files += items;
      emptyPages = items === 0 ? emptyPages + 1 : 0;
      if (files > filesMax) throw endless(`more than ${filesMax} files`);
      yield page;
      signal?.throwIfAborted();
      if (coming !== null && emptyPages === emptyPagesMax) {
        throw endless(`${emptyPages} empty pages in a row`);
      }
    }
  } finally {
    left.abort();
  }
}

function endless(what: string): RentalError {
  return new RentalError('Reading all rental files', what, { code: 'rental_endless' });
}
