import type { FailureWords } from '../../../lib/text.ts';
import type { QueryWords } from '../describe.ts';
import type { QueryError } from '../errors.ts';
import { keyHelp } from '../help.ts';
import { vocabularyIn } from '../vocabulary/index.ts';

const plural = (one: string) => (count: number) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Descriptions of queries in English. */
export const englishWords: QueryWords = {
  everything: 'all rental files',
  except: (what) => `except ${what}`,
  or: (alternatives) => alternatives.join(' or '),
  quoted: (text) => `“${text}”`,
  words: (texts) => `matching ${texts.join(' or ')}`,
  notWords: (texts) => `not matching ${texts.join(' or ')}`,
  text: {
    property: (texts) => `property ${texts}`,
    applicant: (texts) => `applicant ${texts}`,
    manager: (texts) => `manager ${texts}`,
    tag: (texts) => `tagged ${texts}`,
  },
  values: {
    status: {
      NEW: 'new',
      OPEN: 'open',
      PROCESSING: 'processing',
      COLLECTED: 'collected',
      ANALYZED: 'analysed',
      CLOSED: 'closed',
    },
    decision: {
      PENDING: 'decision pending',
      READY: 'ready to decide',
      ACCEPTED: 'approved',
      REJECTED: 'declined',
    },
    situation: {
      SINGLE: 'single applicant',
      COUPLE: 'couple',
      ROOMATES: 'roommates',
      SOLID_ROOMATES: 'jointly liable roommates',
    },
    category: {
      house: 'house',
      apartment: 'apartment',
      land: 'land',
      commercial: 'commercial',
      other: 'other',
      prestige: 'prestige',
    },
  },
  choice: {
    status: (values) => `status ${values}`,
    decision: (values) => values,
    situation: (values) => values,
    category: (values) => `category ${values}`,
  },
  awaitingDecision: 'awaiting decision',
  number: {
    score: (compared) => `score ${compared}`,
    completion: (compared) => `completion ${compared}`,
    rent: (compared) => `rent ${compared}`,
  },
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
  age: {
    age: {
      '>': (age) => `older than ${age}`,
      '>=': (age) => `at least ${age} old`,
      '<': (age) => `less than ${age} old`,
      '<=': (age) => `at most ${age} old`,
      '=': (age) => `${age} old`,
      '..': (from, to) => `${from} to ${to} old`,
    },
    stale: {
      '>': (age) => `unchanged for more than ${age}`,
      '>=': (age) => `unchanged for at least ${age}`,
      '<': (age) => `changed less than ${age} ago`,
      '<=': (age) => `changed at most ${age} ago`,
      '=': (age) => `unchanged for ${age}`,
      '..': (from, to) => `unchanged for ${from} to ${to}`,
    },
  },
  date: {
    created: (compared) => `created ${compared}`,
    updated: (compared) => `updated ${compared}`,
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
    'this-month': 'this month',
    'last-month': 'last month',
    'this-quarter': 'this quarter',
    'last-quarter': 'last quarter',
    'this-year': 'this year',
    'last-year': 'last year',
  },
  flag: { archived: { yes: 'archived', no: 'not archived' } },
  sorts: {
    oldest: 'oldest first',
    newest: 'newest first',
    score: 'highest score first',
    completion: 'most complete first',
    updated: 'last updated first',
    waiting: 'ready first, oldest first',
  },
};

/** Error and remedy for a wrong query, in English. */
export function englishError(
  { code, key, valid, nearest }: QueryError,
  word: string,
): FailureWords {
  const suggestion = nearest === null ? '' : `Did you mean “${nearest}”? `;
  const known = `I know: ${valid.join(', ')}.`;
  const such = `Write for example ${valid.join(', ')}.`;
  const example = keyHelp('en')[key ?? 'status'].example;
  const name = vocabularyIn('en').keys[key ?? 'status'][0];
  switch (code) {
    case 'query_too_long':
      return {
        happened: 'That is longer than I can read.',
        remedy: 'Keep it under 500 characters.',
      };
    case 'query_too_many_terms':
      return {
        happened: 'That asks for more than 40 things at once.',
        remedy: `Leave something out from “${word}” on.`,
      };
    case 'query_control_character':
      return {
        happened: `What you typed has an invisible control character in it (${word}).`,
        remedy: 'Type it again instead of pasting it.',
      };
    case 'query_unbalanced_quotes':
      return {
        happened: `A quotation mark has no partner: ${word}`,
        remedy: 'Close it, or leave it out.',
      };
    case 'query_unknown_key':
      return {
        happened: `I do not know “${word}:”.`,
        remedy: `${suggestion}${known} Put quotes around a text with a colon in it.`,
      };
    case 'query_unknown_value':
      return {
        happened: `I do not understand “${word}”.`,
        remedy: `${suggestion}“${name}:” takes ${valid.join(', ')}.`,
      };
    case 'query_missing_value':
      return nearest === null
        ? {
            happened: `Something is missing at “${word}”.`,
            remedy: `Write it without spaces: ${example}.`,
          }
        : {
            happened: `There is a space in “${word}” that does not belong there.`,
            remedy: suggestion.trim(),
          };
    case 'query_missing_colon':
      return {
        happened: `A colon is missing in “${word}”.`,
        remedy: `${suggestion}Put quotes around it to look for these very words.`,
      };
    case 'query_empty_word':
      return {
        happened: `“${word}” has neither a letter nor a digit to look for.`,
        remedy: 'Leave it out.',
      };
    case 'query_bad_number':
      return {
        happened: `“${word}” is not a number that fits here.`,
        remedy: key === 'completion' ? `It goes from 0 to 100. ${such}` : such,
      };
    case 'query_bad_age':
      return {
        happened: `“${word}” is not an age that I can count.`,
        remedy: `${such} h is hours, d days, bd working days, w weeks, mo months; ten years at most.`,
      };
    case 'query_bad_date':
      return { happened: `I cannot read “${word}” as a date.`, remedy: `${suggestion}${such}` };
    case 'query_no_such_date':
      return {
        happened: `There is no such date: ${word}.`,
        remedy: 'Months go from 01 to 12, days to the last of the month: 2026-11, 2026-11-20.',
      };
    case 'query_impossible_range':
      return {
        happened: `Nothing lies in “${word}”.`,
        remedy: `${suggestion}Write the smaller end first.`,
      };
    case 'query_sort_misused':
      return {
        happened: `“${word}” does not name one order.`,
        remedy: `Give one, once, without a hyphen: ${example}.`,
      };
  }
}
