import type { Messages } from '../../i18n/messages.ts';
import type { FailureWords } from '../../lib/text.ts';
import { understand } from '../../portfolio/phrases/understand.ts';
import { formatQuery, queryInWords } from '../../portfolio/query/describe.ts';
import { queryOrNull } from '../../portfolio/query/parser.ts';
import { type Query, holdsAddress, isAddress, namesPeople } from '../../portfolio/query/query.ts';
import type { SavedView } from '../../store/saved-views.ts';
import { oneLine } from '../../views/block-kit.ts';
import type { Action, Message } from '../../views/message.ts';
import { failureView } from '../../views/notices.ts';
import {
  savedViewsView,
  type ViewLine,
  viewSavedView,
  viewTakenView,
} from '../../views/saved-views.ts';
import type { CommandContext } from '../command.ts';
import { ofProperty, propertiesHave } from '../digest/offer.ts';
import { savedNotices, servedValues, withOwnDates } from '../file-list.ts';
import type { ViewCommand } from './parse.ts';

/** Each takes two blocks, and a message holds fifty. */
const PAGE_SIZE = 10;

/** A page of the views of a channel; the last one when the page is beyond it. */
export function viewsPage(
  views: readonly SavedView[],
  channelId: string,
  wanted: number,
  { words }: CommandContext,
): Message {
  const pages = Math.max(1, Math.ceil(views.length / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const turnTo = (to: number): Action => ({
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

/** The line of a view, with the actions of its buttons. */
function viewLineOf(
  { name, query, channelId }: Pick<SavedView, 'name' | 'query' | 'channelId'>,
  { language }: Messages,
): ViewLine {
  const parsed = queryOrNull(query);
  return {
    name,
    query: parsed && queryInWords(parsed, language),
    run: viewAction('run', name, channelId),
    remove: viewAction('remove', name, channelId),
  };
}

/** The action of a button of a view. */
export function viewAction(what: 'run' | 'remove', name: string, channelId: string): Action {
  return { command: 'view', args: { do: what, channel: channelId, name } };
}

/** Whether a saved query can still be parsed. */
export function isReadable(text: string): boolean {
  return queryOrNull(text) !== null;
}

/** Max characters of the name of a view. */
export const NAME_LENGTH_MAX = 60;
/** Enough to see that a name is too long. */
const NAME_READ_MAX = 1_000;
/** Maximum of the arguments in an encrypted button. */
const ARGS_BYTES_MAX = 1_100;

/**
 * Keeps a query under a name, unless it may name people. Another query under that name is replaced
 * only when `mayReplace`; without it, a button asks.
 *
 * @throws {QueryError} when the query cannot be read
 */
export async function keep(
  { name: typed, query: text }: Extract<ViewCommand, { do: 'save' }>,
  channelId: string,
  mayReplace: boolean,
  call: CommandContext,
): Promise<Message> {
  const { store, person, words } = call;
  const name = oneLine(typed, NAME_READ_MAX);
  const { query, ignored } = understand(
    withOwnDates(text, call),
    words.language,
    servedValues(call),
  );
  const refusal = refusalOf(name, query, call);
  if (refusal !== null) return failureView(refusal, null, null, words);
  const kept = formatQuery(query, 'en');
  const before = await store.views.find(channelId, name);
  if (before !== null && before.query !== kept && !mayReplace) {
    const asked = queryInWords(query, words.language);
    const replace = replaceAction(name, kept, channelId);
    return viewTakenView(viewLineOf(before, words), asked, replace, words);
  }
  const saved = await store.views.save({ channelId, name, query: kept, by: person.userId });
  const notices = savedNotices(query, ignored, call);
  return viewSavedView(viewLineOf(saved, words), before === null, notices, words);
}

function refusalOf(name: string, query: Query, call: CommandContext): FailureWords | null {
  const { savedViews } = call.words;
  if (name === '') return savedViews.nameMissing;
  if (name.length > NAME_LENGTH_MAX) return savedViews.nameTooLong;
  if (isAddress(name)) return savedViews.nameIsAddress;
  if (query.conditions.length === 0 && query.sort === null) return savedViews.queryMissing(name);
  if (!namesPeople(query) && !holdsAddress(query)) return null;
  const free = query.conditions.flatMap((one) => (one.kind === 'words' ? one.any : []));
  const [word] = free;
  if (word === undefined || holdsAddress(query)) return savedViews.namesPeople;
  const offered = ofProperty(query);
  const isOffered = !namesPeople(offered) && free.every((each) => propertiesHave(each, call));
  const failure = savedViews.freeWord(oneLine(word, NAME_LENGTH_MAX), isOffered);
  return isOffered ? { ...failure, copy: saveLine(name, offered, call.words) } : failure;
}

/** The command that saves a query under a name. */
function saveLine(name: string, query: Query, { language }: Messages): string {
  const { called, save } = SAVE[language];
  return `/rental ${called} ${save} "${name}" ${formatQuery(query, language)}`;
}

const SAVE = {
  en: { called: 'view', save: 'save' },
  fr: { called: 'vue', save: 'enregistrer' },
} as const;

function replaceAction(name: string, query: string, channel: string): Action | null {
  const args = { do: 'save', channel, name, query };
  const isTooLong = Buffer.byteLength(JSON.stringify(args)) > ARGS_BYTES_MAX;
  return isTooLong ? null : { command: 'view', args };
}
