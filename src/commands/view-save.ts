import { queryInWords } from '../portfolio/query/describe.ts';
import { formatQuery } from '../portfolio/query/format.ts';
import { queryTalked } from '../portfolio/query/natural-language.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import { holdsAddress, namesPeople } from '../portfolio/query/people.ts';
import type { Query } from '../portfolio/query/query.ts';
import type { Message, Press } from '../views/message.ts';
import { failureView } from '../views/notices.ts';
import { viewSavedView, viewTakenView } from '../views/saved-views.ts';
import { oneLine } from '../views/text.ts';
import type { FailureWords, Words } from '../views/words/words.ts';
import type { Call } from './command.ts';
import { viewLineOf } from './view-lines.ts';
import type { ViewWish } from './view-typed.ts';

const NAME_LENGTH_MAX = 60;
/** What is longer is refused, and needs no more of it to be told from what is not. */
const NAME_READ_MAX = 1_000;
/** So long a wish still travels in a button, sealed. */
const WISH_BYTES_MAX = 1_100;

/**
 * Keeps a query under a name, unless it may name people. Another query under that name is replaced
 * only when `mayReplace`; without it, a button asks.
 *
 * @throws {QueryError} when the query cannot be read
 */
export async function keep(
  { name: typed, query: text }: Extract<ViewWish, { do: 'save' }>,
  channelId: string,
  mayReplace: boolean,
  call: Call,
): Promise<Message> {
  const { store, person, words, reference } = call;
  const name = oneLine(typed, NAME_READ_MAX);
  const query = queryTalked(text, words.language) ?? parseQuery(text, words.language);
  const refusal = refusalOf(name, query, words);
  if (refusal !== null) return failureView(refusal, reference, null, words);
  const kept = formatQuery(query, 'en');
  const before = await store.views.find(channelId, name);
  if (before !== null && before.query !== kept && !mayReplace) {
    const asked = queryInWords(query, words.language);
    const replace = pressFor(name, kept, channelId);
    return viewTakenView(viewLineOf(before, words), asked, replace, words);
  }
  const saved = await store.views.save({ channelId, name, query: kept, by: person.userId });
  return viewSavedView(viewLineOf(saved, words), before === null, words);
}

function refusalOf(name: string, query: Query, { savedViews }: Words): FailureWords | null {
  if (name === '') return savedViews.nameMissing;
  if (name.length > NAME_LENGTH_MAX) return savedViews.nameTooLong;
  if (query.conditions.length === 0 && query.sort === null) return savedViews.queryMissing(name);
  return namesPeople(query) || holdsAddress(query) ? savedViews.namesPeople : null;
}

function pressFor(name: string, query: string, channel: string): Press | null {
  const args = { do: 'save', channel, name, query };
  const isTooLong = Buffer.byteLength(JSON.stringify(args)) > WISH_BYTES_MAX;
  return isTooLong ? null : { command: 'view', args };
}
