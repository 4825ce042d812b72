import type { QueryWords } from './query-words.ts';

const plural = (one: string) => (count: number) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** How a query is told in English. */
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
    '=': ({ name, isDay }) => `${isDay ? 'on' : 'in'} ${name}`,
    '..': (from, to) => `between ${from.name} and ${to.name}`,
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
