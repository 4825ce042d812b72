import { queryInWords } from '../portfolio/query/describe.ts';
import { queryOrNull } from '../portfolio/query/parser.ts';
import type { SavedView } from '../store/saved-views.ts';
import type { Message, Press } from '../views/message.ts';
import { savedViewsView, type ViewLine } from '../views/saved-views.ts';
import type { Words } from '../views/words/words.ts';
import type { Call } from './command.ts';

/** Each takes two blocks, and a message holds fifty. */
const PAGE_SIZE = 10;

/** A page of the views of a channel; the last one when there are not so many. */
export function viewsPage(
  views: readonly SavedView[],
  channelId: string,
  wanted: number,
  { words }: Call,
): Message {
  const pages = Math.max(1, Math.ceil(views.length / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const turnTo = (to: number): Press => ({
    command: 'view',
    args: { do: 'list', channel: channelId, page: to },
  });
  return savedViewsView(
    {
      lines: views
        .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
        .map((view) => viewLineOf(view, words)),
      total: views.length,
      page,
      pages,
      previous: page > 1 ? turnTo(page - 1) : null,
      next: page < pages ? turnTo(page + 1) : null,
    },
    words,
  );
}

/** What is shown of a view, and what its buttons ask for. */
export function viewLineOf(
  { name, query, channelId }: Pick<SavedView, 'name' | 'query' | 'channelId'>,
  { language }: Words,
): ViewLine {
  const parsed = queryOrNull(query);
  return {
    name,
    query: parsed && queryInWords(parsed, language),
    run: viewPress('run', name, channelId),
    remove: viewPress('remove', name, channelId),
  };
}

/** What a button of a view asks for. */
export function viewPress(what: 'run' | 'remove', name: string, channelId: string): Press {
  return { command: 'view', args: { do: what, channel: channelId, name } };
}

/** Whether a query that was saved once can be asked still. */
export function isReadable(text: string): boolean {
  return queryOrNull(text) !== null;
}
