import type { FailureWords } from '../../../lib/text.ts';
import type { QueryWords } from '../describe.ts';
import { OF_VIEWS, type QueryError, type QueryErrorCode } from '../errors.ts';
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
  undecided: 'undecided',
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
  const ofView = OF_VIEWS.has(word.toLowerCase())
    ? ' Saved views have a command: /rental view.'
    : '';
  const such = `For example: ${valid.join(', ')}.`;
  const example = keyHelp('en').get(key ?? 'status')?.example ?? '';
  const name = keyWord(key ?? 'status', 'en');
  const texts: Readonly<Record<QueryErrorCode, readonly [happened: string, remedy: string]>> = {
    query_too_long: ['This query is too long.', 'Keep it under 500 characters.'],
    query_too_many_terms: ['This query has more than 40 terms.', `Shorten it from “${word}” on.`],
    query_control_character: [
      `There is an invisible control character in your text (${word}).`,
      'Type it instead of pasting it.',
    ],
    query_unbalanced_quotes: [
      `A quotation mark is not closed: ${word}.`,
      'Close it, or remove it.',
    ],
    query_unknown_key: [
      `There is no key “${word}:”.${ofView}`,
      `${suggestion}/rental help keys lists them all. Put text with a colon in quotes.`,
    ],
    query_unknown_value: [
      `I don’t understand “${word}”.`,
      `${suggestion}“${name}:” takes ${valid.join(', ')}.`,
    ],
    query_missing_value:
      nearest === null
        ? [`Something is missing at “${word}”.`, `Write it without spaces: ${example}.`]
        : [`There is a space too many in “${word}”.`, suggestion.trim()],
    query_missing_colon: [
      `A colon is missing in “${word}”.`,
      `${suggestion}To search for these exact words, put them in quotes.`,
    ],
    query_empty_word: [`“${word}” has no letter or digit to search for.`, 'Remove it.'],
    query_bad_number: [
      `“${word}” is not a valid number here.`,
      isShare(key) ? `From 0 to 100. ${such}` : such,
    ],
    query_bad_age: [
      `“${word}” is not a valid age.`,
      `${such} h: hours, d: days, bd: working days, w: weeks, mo: months; up to ten years.`,
    ],
    query_bad_date: [`I can’t read “${word}” as a date.`, `${suggestion}${such}`],
    query_no_such_date: [
      `There is no such date: ${word}.`,
      'Write a month as 2026-11 and a day as 2026-11-20.',
    ],
    query_impossible_range: [
      `The range “${word}” is empty.`,
      `${suggestion}Start with the smaller value.`,
    ],
    query_sort_misused: [
      `“${word}” is not one sort order.`,
      `Choose one, without a hyphen: ${example}.`,
    ],
    query_reader_unknown: [
      `Slack does not tell me your e-mail address, so I cannot tell which files are “${word}”.`,
      'Name the manager instead: -manager:anna.',
    ],
  };
  const [happened, remedy] = texts[code];
  return { happened, remedy };
}
