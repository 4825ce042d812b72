import { queryInWords } from '../portfolio/query/describe.ts';
import { formatQuery } from '../portfolio/query/format.ts';
import { namesPeople } from '../portfolio/query/people.ts';
import type { Query } from '../portfolio/query/query.ts';
import type { ListPage } from '../views/list.ts';
import type { Call, Command } from './command.ts';

/**
 * A query in words, and the command that asks the same again. Neither is told where names may not
 * stand and the query may hold one.
 */
export function queryTold(
  { name, called }: Pick<Command, 'name' | 'called'>,
  query: Query,
  { privacy, place, words }: Call,
): Pick<ListPage, 'asked' | 'again'> {
  if (privacy !== 'full' && mayName(query)) return { asked: words.list.queryHidden, again: null };
  const { language } = words;
  const isPlain = query.conditions.length === 0 && query.sort === null;
  const isSomebodys = name === 'me' && place.audience === 'channel';
  const typed = ['/rental', called[language], formatQuery(query, language)];
  return {
    asked: isPlain ? null : queryInWords(query, language),
    again: isSomebodys ? null : typed.filter(Boolean).join(' '),
  };
}

/** Applicants, and those who manage their files. */
function mayName(query: Query): boolean {
  return (
    namesPeople(query) ||
    query.conditions.some((one) => one.kind === 'text' && one.key === 'manager')
  );
}
