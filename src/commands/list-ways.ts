import { formatQuery } from '../portfolio/query/format.ts';
import type { Reading } from '../portfolio/snapshot.ts';
import type { ListPage } from '../views/list.ts';
import type { Press } from '../views/message.ts';
import type { Call } from './command.ts';
import type { Listing, Wanted } from './list-page.ts';
import { shareOf } from './share-press.ts';

type Ways = Pick<ListPage, 'first' | 'previous' | 'next' | 'refresh' | 'share'>;

/** What the buttons of a page ask for. Each of them carries all that it needs. */
export function waysOf(
  { command: { name }, isMine }: Listing,
  { query, page, size }: Wanted & { readonly size: number },
  pages: number,
  { id: reading }: Reading,
  call: Call,
): Ways {
  // Whoever pressed them in a channel would put their own files in the place of another's.
  if (isMine && call.place.audience === 'channel') return NO_WAYS;
  const text = formatQuery(query, 'en');
  const asked = text === '' ? {} : { query: text };
  const turnTo = (to: number): Press => ({
    command: name,
    args: { page: to, size, ...asked, reading },
  });
  return {
    first: turnTo(1),
    previous: page > 1 ? turnTo(page - 1) : null,
    next: page < pages ? turnTo(page + 1) : null,
    refresh: { command: name, args: { page, ...asked } },
    share: shareOf(turnTo(page), call),
  };
}

const NO_WAYS: Ways = { first: null, previous: null, next: null, refresh: null, share: null };
