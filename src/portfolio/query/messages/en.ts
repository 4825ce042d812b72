import type { FailureWords } from '../../../lib/text.ts';
import type { QueryWords } from '../describe.ts';
import type { QueryError } from '../errors.ts';
import { isShare } from '../query.ts';
import { keyHelp, keyWord } from '../vocabulary/index.ts';

const plural = (one: string) => (count: number) => `${count} ${one}${count === 1 ? '' : 's'}`;

const listOfAll = new Intl.ListFormat('en-GB');

export const englishWords: QueryWords = {
  everything: 'all rental files',
  except: (what) => `except ${what}`,
  or: ' or ',
  quoted: (text) => `“${text}”`,
  words: (texts) => `matching ${texts.join(' or ')}`,
  allWords: (texts) => `matching ${listOfAll.format(texts)}`,
  notWords: (texts) => `not matching ${texts.join(' or ')}`,
  awaitingDecision: 'awaiting decision',
  people: (person) =>
    ({ me: 'you', nobody: 'nobody', anybody: 'anybody' })[person] ?? 'a colleague',
  numbers: {
    '>': (value) => `above ${value}`,
    '>=': (value) => `at least ${value}`,
    '<': (value) => `below ${value}`,
    '<=': (value) => `at most ${value}`,
    '=': (value) => value,
    '..': (from, to) => `${from} to ${to}`,
  },
  units: {
    h: plural('hour'),
    d: plural('day'),
    bd: plural('working day'),
    w: plural('week'),
    mo: plural('month'),
  },
  dates: {
    '>': ({ name }) => `after ${name}`,
    '>=': ({ name }) => `since ${name}`,
    '<': ({ name }) => `before ${name}`,
    '<=': ({ name }) => `up to and including ${name}`,
    '=': ({ name, form }) =>
      form === 'period' ? name : `${form === 'month' ? 'in' : 'on'} ${name}`,
    '..': (from, to) => `between ${from.name} and ${to.name}`,
  },
  periods: {
    today: 'today',
    yesterday: 'yesterday',
    'this-week': 'this week',
    'last-week': 'last week',
    'this-weekend': 'this weekend',
    'last-weekend': 'last weekend',
    'this-month': 'this month',
    'last-month': 'last month',
    'this-quarter': 'this quarter',
    'last-quarter': 'last quarter',
    'this-year': 'this year',
    'last-year': 'last year',
    'last-monday': 'last Monday',
    'last-tuesday': 'last Tuesday',
    'last-wednesday': 'last Wednesday',
    'last-thursday': 'last Thursday',
    'last-friday': 'last Friday',
    'last-saturday': 'last Saturday',
    'last-sunday': 'last Sunday',
  },
  sorts: {
    oldest: 'oldest first',
    newest: 'newest first',
    score: 'highest score first',
    'lowest-score': 'lowest score first',
    completion: 'most complete first',
    'least-complete': 'least complete first',
    'highest-rent': 'highest rent first',
    'lowest-rent': 'lowest rent first',
    updated: 'last updated first',
    waiting: 'ready first, then pending, oldest first',
  },
};

/** Error and remedy for a wrong query, in English. */
export function englishError(
  { code, key, valid, nearest }: QueryError,
  word: string,
): FailureWords {
  const suggestion = nearest === null ? '' : `Did you mean “${nearest}”? `;
  const such = `For example: ${valid.join(', ')}.`;
  const example = keyHelp('en').get(key ?? 'status')?.example ?? '';
  const name = keyWord(key ?? 'status', 'en');
  switch (code) {
    case 'query_too_long':
      return { happened: 'This query is too long.', remedy: 'Keep it under 500 characters.' };
    case 'query_too_many_terms':
      return {
        happened: 'This query has more than 40 terms.',
        remedy: `Shorten it from “${word}” on.`,
      };
    case 'query_control_character':
      return {
        happened: `There is an invisible control character in your text (${word}).`,
        remedy: 'Type it instead of pasting it.',
      };
    case 'query_unbalanced_quotes':
      return {
        happened: `A quotation mark is not closed: ${word}.`,
        remedy: 'Close it, or remove it.',
      };
    case 'query_unknown_key':
      return {
        happened: `There is no key “${word}:”.`,
        remedy: `${suggestion}/rental help keys lists them all. Put text with a colon in quotes.`,
      };
    case 'query_unknown_value':
      return {
        happened: `I don’t understand “${word}”.`,
        remedy: `${suggestion}“${name}:” takes ${valid.join(', ')}.`,
      };
    case 'query_missing_value':
      return nearest === null
        ? {
            happened: `Something is missing at “${word}”.`,
            remedy: `Write it without spaces: ${example}.`,
          }
        : { happened: `There is a space too many in “${word}”.`, remedy: suggestion.trim() };
    case 'query_missing_colon':
      return {
        happened: `A colon is missing in “${word}”.`,
        remedy: `${suggestion}To search for these exact words, put them in quotes.`,
      };
    case 'query_empty_word':
      return { happened: `“${word}” has no letter or digit to search for.`, remedy: 'Remove it.' };
    case 'query_bad_number':
      return {
        happened: `“${word}” is not a valid number here.`,
        remedy: isShare(key) ? `From 0 to 100. ${such}` : such,
      };
    case 'query_bad_age':
      return {
        happened: `“${word}” is not a valid age.`,
        remedy: `${such} h: hours, d: days, bd: working days, w: weeks, mo: months; up to ten years.`,
      };
    case 'query_bad_date':
      return { happened: `I can’t read “${word}” as a date.`, remedy: `${suggestion}${such}` };
    case 'query_no_such_date':
      return {
        happened: `There is no such date: ${word}.`,
        remedy: 'Write a month as 2026-11 and a day as 2026-11-20.',
      };
    case 'query_impossible_range':
      return {
        happened: `The range “${word}” is empty.`,
        remedy: `${suggestion}Start with the smaller value.`,
      };
    case 'query_sort_misused':
      return {
        happened: `“${word}” is not one sort order.`,
        remedy: `Choose one, without a hyphen: ${example}.`,
      };
    case 'query_reader_unknown':
      return {
        happened: `Slack does not tell me your e-mail address, so I cannot tell which files are “${word}”.`,
        remedy: 'Name the manager instead: -manager:anna.',
      };
  }
}
