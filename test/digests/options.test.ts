import { readFile } from 'node:fs/promises';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  definitionOf,
  optionKeys,
  optionNamed,
  optionSummary,
} from '../../src/digests/options/definitions.ts';
import { OptionError, parseOptions } from '../../src/digests/options/parse.ts';
import { describesDigest } from '../../src/digests/options/phrases.ts';
import { parseDays, parseTime } from '../../src/digests/options/times.ts';
import { fold } from '../../src/lib/text.ts';
import { formatQuery } from '../../src/portfolio/query/describe.ts';
import { QueryError } from '../../src/portfolio/query/errors.ts';
import { keyNamed } from '../../src/portfolio/query/vocabulary/index.ts';
import { DEFAULT_DIGEST_OPTIONS } from '../../src/store/digest.ts';
import { hostile } from '../support/hostile.ts';

const CLAIRE = { userId: 'U0CLAIRE001', language: 'en' } as const;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WORKING_DAYS = [1, 2, 3, 4, 5];
const MARC = { userId: 'U0MARC00001', language: 'fr' } as const;

function slipOf(text: string, teller: typeof CLAIRE | typeof MARC = CLAIRE): OptionError {
  try {
    parseOptions(text, teller);
  } catch (error) {
    if (error instanceof OptionError) return error;
    throw error;
  }
  throw new Error(`“${text}” is understood`);
}

test('a line in full tells of everything', () => {
  const { query, ...wish } = parseOptions(
    '09:00,14:00 days:mon-fri zone:Europe/Paris name:"Morning, all" decision:pending,ready age:>1bd',
    CLAIRE,
  );

  expect(wish).toEqual({
    name: 'Morning, all',
    channelId: null,
    view: null,
    ignored: [],
    schedule: { times: ['09:00', '14:00'], days: [1, 2, 3, 4, 5], zone: 'Europe/Paris' },
    options: {},
  });
  expect(query && formatQuery(query, 'en')).toBe('decision:pending,ready age:>1bd');
});

test('a time alone is enough', () => {
  expect(parseOptions('09:00', CLAIRE)).toEqual({
    name: null,
    channelId: null,
    view: null,
    query: null,
    ignored: [],
    schedule: { times: ['09:00'] },
    options: {},
  });
});

test.each([
  ['9', '09:00'],
  ['9:00', '09:00'],
  ['09:00', '09:00'],
  ['9h', '09:00'],
  ['9h30', '09:30'],
  ['9am', '09:00'],
  ['9:15pm', '21:15'],
  ['12am', '00:00'],
  ['12pm', '12:00'],
  ['14.30', '14:30'],
  ['midi', '12:00'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['9:60', null],
  ['13pm', null],
  ['0am', null],
  ['9:5', null],
  ['nine', null],
])('the time %s is %s', (text, time) => {
  expect(parseTime(text)).toBe(time);
});

test.each([
  ['mon-fri', [1, 2, 3, 4, 5]],
  ['lun-ven', [1, 2, 3, 4, 5]],
  ['Lundi–Vendredi', [1, 2, 3, 4, 5]],
  ['fri-mon', [1, 5, 6, 7]],
  ['mar', [2]],
  ['dimanche', [7]],
  ['daily', [1, 2, 3, 4, 5, 6, 7]],
  ['tous', [1, 2, 3, 4, 5, 6, 7]],
  ['weekdays', [1, 2, 3, 4, 5]],
  ['ouvrés', [1, 2, 3, 4, 5]],
  ['week-end', [6, 7]],
  ['someday', null],
  ['mon-', null],
  ['', null],
])('the days %s are %j', (text, days) => {
  expect(parseDays(text)).toEqual(days);
});

test.each([
  ['9h,14h jours:lun,mer,ven', { times: ['09:00', '14:00'], days: [1, 3, 5] }],
  ['9 mon-fri', { times: ['09:00'], days: [1, 2, 3, 4, 5] }],
  ['14:00 9:00 9h', { times: ['09:00', '14:00'] }],
  ['at:9am zone:paris', { times: ['09:00'], zone: 'Europe/Paris' }],
  ['9 fuseau:utc', { times: ['09:00'], zone: 'UTC' }],
  ['9 holidays:fr-67 on-holiday:next', { times: ['09:00'], holidays: 'FR-67', onHoliday: 'next' }],
  ['9 fériés:aucun si-férié:reporter', { times: ['09:00'], holidays: 'none', onHoliday: 'next' }],
])('%s tells when', (text, schedule) => {
  expect(parseOptions(text, CLAIRE).schedule).toEqual(schedule);
  expect(parseOptions(text, MARC).schedule).toEqual(schedule);
});

test.each([
  ['every monday at 9', { days: [1], times: ['09:00'] }],
  ['daily at 9', { days: EVERY_DAY, times: ['09:00'] }],
  ['every day at 9:30', { days: EVERY_DAY, times: ['09:30'] }],
  ['every weekday morning', { days: [1, 2, 3, 4, 5] }],
  ['chaque lundi matin', { days: [1] }],
  ['monday mornings at 8', { days: [1], times: ['08:00'] }],
  ['tous les matins', { days: EVERY_DAY }],
  ['every morning at 9', { days: EVERY_DAY, times: ['09:00'] }],
  ['09:00 fridays', { days: [5], times: ['09:00'] }],
  ['at 9am on mondays and thursdays', { days: [1, 4], times: ['09:00'] }],
  ['mondays, wednesdays & fridays at 9 a.m.', { days: [1, 3, 5], times: ['09:00'] }],
  ['from monday to friday at 9:30 am', { days: WORKING_DAYS, times: ['09:30'] }],
  ['every working day at noon', { days: WORKING_DAYS, times: ['12:00'] }],
  ['at 9 o’clock and 14', { times: ['09:00', '14:00'] }],
  ['at 9 o’clock!', { times: ['09:00'] }],
  ['tous les jours à huit heures', { times: ['08:00'], days: [1, 2, 3, 4, 5, 6, 7] }],
  ['every day at 9 am.', { days: EVERY_DAY, times: ['09:00'] }],
  ['9 14', { times: ['09:00', '14:00'] }],
  ['1 2', { times: ['01:00', '02:00'] }],
  ['tous les lundis à 9h', { days: [1], times: ['09:00'] }],
  ['8h30 lundi et jeudi', { days: [1, 4], times: ['08:30'] }],
  ['9 h', { times: ['09:00'] }],
  ['9 h 30', { times: ['09:30'] }],
  ['à 8 heures', { times: ['08:00'] }],
  ['chaque jour à 9h', { days: EVERY_DAY, times: ['09:00'] }],
  ['tous à 9h', { days: EVERY_DAY, times: ['09:00'] }],
  ['tous les jours ouvrés à 9h', { days: WORKING_DAYS, times: ['09:00'] }],
  ['du lundi au vendredi à 9h', { days: WORKING_DAYS, times: ['09:00'] }],
  ['9h le week-end', { days: [6, 7], times: ['09:00'] }],
])('%s tells when in ordinary words', (text, schedule) => {
  expect(parseOptions(text, CLAIRE)).toMatchObject({ schedule, query: null });
  expect(parseOptions(text, MARC)).toMatchObject({ schedule, query: null });
});

test.each([
  ['09:00 ready', 'decision:ready'],
  ['9h prêts', 'decision:ready'],
  ['9h en attente', 'decision:pending,ready'],
  ['at 9 for files older than 5 days', 'age:>5d'],
  ['depuis 5 jours à 9h', 'age:>5d'],
  ['9 ready property:lyon', 'decision:ready property:lyon'],
  ['ready at 9 top:5', 'decision:ready'],
])('%s asks for %s', (text, asked) => {
  const { query, schedule } = parseOptions(text, CLAIRE);

  expect(query && formatQuery(query, 'en')).toBe(asked);
  expect(schedule.times).toEqual(['09:00']);
});

test.each([
  ['9 ready dupont', 'dupont'],
  ['9 for dupont', 'dupont'],
  ['every monday at 9 for dupont', 'dupont'],
  ['tous les lundis à 9h pour Lundin', 'Lundin'],
  ['9 "ready"', '"ready"'],
  ['9 -ready', 'ready'],
  ['9 ready applicant:dupont', 'applicant:dupont'],
])('a name in “%s” is still refused: “%s”', (text, word) => {
  const error = slipOf(text);

  const code = word.startsWith('applicant:') ? 'names_people' : 'free_word';
  expect([error.code, error.word]).toEqual([code, word]);
});

test.each([
  ['every week at 9', 'rhythm', 'every week'],
  ['every 2 weeks at 9', 'rhythm', 'every 2 weeks'],
  ['every other monday at 9', 'rhythm', 'every other monday'],
  ['tous les 2 jours à 9h', 'rhythm', 'tous les 2 jours'],
  ['chaque semaine à 9h', 'rhythm', 'chaque semaine'],
  ['toutes les heures', 'rhythm', 'toutes les heures'],
  ['9 5 days', 'unknown_value', 'days'],
])('what no digest can keep to, “%s”, is refused as “%s”, with the words', (text, code, word) => {
  const error = slipOf(text);

  expect([error.code, error.key, error.word]).toEqual([code, 'days', word]);
});

test.each<[string, object]>([
  ['weekly report mondays 9:00', { report: 'week', days: [1], times: ['09:00'] }],
  ['report every monday 9am', { report: 'week', days: [1], times: ['09:00'] }],
  ['9h rapport tous les lundis', { report: 'week', days: [1], times: ['09:00'] }],
  ['every month report at 8', { report: 'month', times: ['08:00'] }],
  ['bilan de la semaine, 9h', { report: 'week', times: ['09:00'] }],
])('a report in words, “%s”, is one', (text, schedule) => {
  expect(parseOptions(text, CLAIRE).schedule).toEqual(schedule);
});

test('of a report in words without a period, the periods are told', () => {
  expect(slipOf('report mon-fri 9:00')).toMatchObject({
    code: 'missing_value',
    key: 'report',
    word: 'report',
    valid: ['weekly', 'monthly', 'none'],
  });
});

test.each([
  ['every monday at 9', true],
  ['report every monday 9am', true],
  ['weekly report at 9', true],
  ['report every monday', false],
  ['every weekday morning', true],
  ['chaque lundi matin', true],
  ['tous les matins les prêts', true],
  ['morning', false],
  ['at 9', true],
  ['noon', true],
  ['tous les jours à 9h', true],
  ['ready at 9', true],
  ['en attente à 9h', true],
  ['every week at 9', true],
  ['every day', false],
  ['pasue at 9', false],
  ['Morning 9', false],
  ['"a at 9', false],
  ['', false],
])('whether “%s” tells of a digest by itself: %s', (text, does) => {
  expect(describesDigest(text)).toBe(does);
});

test.each([
  ['min-age:1bd', { minAge: '1bd' }],
  ['âge-min:1jo inactif-min:2sem', { minAge: '1bd', minStale: '2w' }],
  ['min-age:none', { minAge: null }],
  [
    'target:5 group:property top:5 style:detailed',
    { targetDays: 5, group: 'property', top: 5, style: 'detailed' },
  ],
  [
    'objectif:5jo grouper:gestionnaire style:détaillé',
    { targetDays: 5, group: 'manager', style: 'detailed' },
  ],
  [
    'mentions:<@U0BOB000001|bob>,<!subteam^S0TEAM0001|@team>,me',
    { mentions: ['U0BOB000001', 'S0TEAM0001', 'U0CLAIRE001'] },
  ],
  ['mentions:none', { mentions: [] }],
  ['privacy:reference language:fr', { privacy: 'reference', language: 'fr' }],
  ['confidentialité:canal langue:anglais', { privacy: null, language: 'en' }],
  ['empty:weekly', { whenEmpty: 'weekly' }],
  ['vide:dire', { whenEmpty: 'clear' }],
  ['previous:replace', { previous: 'replace', deleteAfterDays: null }],
  ['previous:delete', { previous: 'delete', deleteAfterDays: 7 }],
  ['delete-after:30d', { previous: 'delete', deleteAfterDays: 30 }],
  ['previous:delete delete-after:30', { previous: 'delete', deleteAfterDays: 30 }],
  ['delete-after:30 previous:delete', { previous: 'delete', deleteAfterDays: 30 }],
  ['live:off', { live: false }],
  ['en-direct:non', { live: false }],
  ['suivi:oui', { live: true }],
  ['catch-up:90min', { catchUpMinutes: 90 }],
  ['rattrapage:2h', { catchUpMinutes: 120 }],
  ['rattrapage:aucun', { catchUpMinutes: 0 }],
  ['escalate:3bd,<#C0MANAGERS|managers>', { escalate: { afterDays: 3, channelId: 'C0MANAGERS' } }],
  ['escalade:<#C0MANAGERS>,3jo', { escalate: { afterDays: 3, channelId: 'C0MANAGERS' } }],
  ['escalate:none', { escalate: null }],
])('%s tells how', (text, options) => {
  expect(parseOptions(`9 ${text}`, CLAIRE).options).toEqual(options);
});

test('the channel, the name and a view are told too', () => {
  const { name, channelId, view } = parseOptions(
    '9 canal:<#C0LEASING01|location> nom:«Le matin» vue:"Lyon prêts"',
    MARC,
  );

  expect({ name, channelId, view }).toEqual({
    name: 'Le matin',
    channelId: 'C0LEASING01',
    view: 'Lyon prêts',
  });
});

test('no two options share a spelling, nor does any but the name with a key of queries', () => {
  const names = optionKeys().flatMap((key) => {
    const { en, fr } = definitionOf(key).names;
    return [...new Set([...en, ...fr])].map((name) => [name, key] as const);
  });

  expect(names.map(([name]) => [name, optionNamed(name)])).toEqual(names);
  expect(names.filter(([name]) => keyNamed(name) !== undefined)).toEqual([
    ['name', 'name'],
    ['nom', 'name'],
  ]);
});

test('no two values of a choice share a spelling', () => {
  const shared = optionKeys().flatMap((key) => {
    const { values = [] } = definitionOf(key);
    const spellings = values.flatMap(({ names }) => [
      ...new Set([...names.en, ...names.fr].map(fold)),
    ]);
    return spellings.filter((word, index) => spellings.indexOf(word) !== index);
  });

  expect(shared).toEqual([]);
});

test.each(optionKeys())(
  'the examples of %s are understood, and those of a choice are all',
  (key) => {
    const { names, examples, values } = definitionOf(key);
    // Slack escapes people and channels.
    const typed = [...examples.en, ...examples.fr].filter((example) => !/[@#]/u.test(example));
    for (const example of typed) {
      expect(() => parseOptions(`${names.en[0]}:${example}`, CLAIRE)).not.toThrow();
    }
    expect(examples.fr).toHaveLength(examples.en.length);
    expect(examples.en).toHaveLength(values?.length ?? examples.en.length);
  },
);

test.each([
  ['9 dayz:mon', 'unknown_key', 'dayz', 'days', '9 days:mon'],
  ['9 statu:new', 'unknown_key', 'statu', 'status', '9 status:new'],
  ['9 days:mon-fir', 'unknown_value', 'mon-fir', 'mon-fri', '9 days:mon-fri'],
  ['9 zone:Europe/Pariss', 'unknown_value', 'Europe/Pariss', 'Europe/Paris', '9 zone:Europe/Paris'],
  ['9 zone:+02:00', 'unknown_value', '+02:00', null, null],
  ['9 group:proprty', 'unknown_value', 'proprty', 'property', '9 group:property'],
  ['25:00', 'no_time', '25:00', null, null],
  ['9 top:21', 'unknown_value', '21', null, null],
  ['9 top:0', 'unknown_value', '0', null, null],
  ['9 holidays:XX', 'unknown_value', 'XX', null, null],
  ['9 min-age:long', 'unknown_value', 'long', null, null],
  ['9 -days:mon', 'unknown_value', '-days:mon', null, null],
  ['9 name:', 'missing_value', 'name:', null, null],
  ['9 days: mon', 'missing_value', 'days:', null, null],
  ['9 escalate:3bd', 'missing_value', 'escalate:3bd', null, null],
  ['9 top:5 top:6', 'repeated', 'top:6', null, null],
  ['1,2,3,4,5,6,7,8,9,10,11,12,13', 'too_many_values', '1,2,3,4,5,6,7,8,9,10,11,12,13', null, null],
  ['9 decision:ready dupont', 'free_word', 'dupont', null, null],
  ['9 applicant:dupont', 'names_people', 'applicant:dupont', null, null],
  ['9 tag:anna@example.com', 'names_people', 'tag:anna@example.com', null, null],
  ['9 view:hot decision:ready', 'view_and_query', 'decision:ready', null, null],
])('“%s” is refused (%s): “%s”, perhaps “%s”', (text, code, word, nearest, mended) => {
  const error = slipOf(text);

  expect([error.code, error.word, error.nearest, error.mended]).toEqual([
    code,
    word,
    nearest,
    mended,
  ]);
  expect(error.text).toBe(text);
  expect(error.message).not.toContain(word);
});

test('a slip that is left out of a digest points to its minus', () => {
  const { at, text } = slipOf('9 -top:5');
  expect(text.slice(at)).toBe('-top:5');
});

test('a slip lists what is valid in the language of the person', () => {
  expect(slipOf('9 group:x').valid).toEqual(['readiness', 'property', 'manager']);
  expect(slipOf('9 grouper:x', MARC).valid).toEqual(['avancement', 'bien', 'gestionnaire']);
  expect(slipOf('9 x:y', MARC).valid).toEqual(expect.arrayContaining(['heures', 'statut']));
});

test('a slip in the query points into the whole line', () => {
  const text = '09:00 name:"Morning" decision:redy top:5';
  let caught: unknown = null;
  try {
    parseOptions(text, CLAIRE);
  } catch (error) {
    caught = error;
  }

  expect(caught).toBeInstanceOf(QueryError);
  expect(caught).toMatchObject({
    text,
    word: 'redy',
    mended: '09:00 name:"Morning" decision:ready top:5',
  });
});

const words = fc.constantFrom(
  '9',
  'mon-fri',
  'days:',
  'zone:',
  'name:"',
  'decision:ready',
  '-',
  ',',
  ':',
  '<@U1>',
  'top:5',
  '"',
);
const lines = fc.oneof(
  hostile,
  fc.array(fc.oneof(words, hostile), { maxLength: 6 }).map((parts) => parts.join(' ')),
);

test('a word that is refused is told as it was typed, also around an option', () => {
  expect(outcomeOf(', 9 <!channel>')).toEqual({ kind: 'QueryError', word: ', 9 <!channel>' });
});

test('whatever is typed is understood, or refused with a word that stands in it', () => {
  fc.assert(
    fc.property(lines, (text) => {
      const outcome = outcomeOf(text);

      expect(['understood', 'OptionError', 'QueryError']).toContain(outcome.kind);
      expect(text).toContain(outcome.word);
    }),
    { numRuns: 500 },
  );
});

function outcomeOf(text: string): { kind: string; word: string } {
  try {
    parseOptions(text, CLAIRE);
    return { kind: 'understood', word: '' };
  } catch (error) {
    const isSlip = error instanceof OptionError || error instanceof QueryError;
    return { kind: isSlip ? error.name : String(error), word: isSlip ? error.word : '' };
  }
}

test('the document names every option and its values, in both languages', async () => {
  const path = new URL('../../src/digests/README.md', import.meta.url);
  const document = plain(await readFile(path, 'utf8'));
  const absent = optionKeys().flatMap((key) => {
    const { names, examples } = definitionOf(key);
    const spellings = [...names.en, ...names.fr].map((word) => `${word}:`);
    // Names of people, channels and views are those of the playground.
    const values = [...examples.en, ...examples.fr].filter((value) => !/[@#"]/.test(value));
    return [...spellings, ...values]
      .filter((text) => !document.includes(plain(text)))
      .map((text) => `${key}: ${text}`);
  });
  expect(absent).toEqual([]);
});

test('every value in the document is one of an option', async () => {
  const path = new URL('../../src/digests/README.md', import.meta.url);
  const [, section = ''] = (await readFile(path, 'utf8')).split('\n## Options\n');
  const [options = ''] = section.split('\n## ');
  const written = Array.from(
    options.matchAll(/`([\p{L}-]+:[^`\s][^`\n]*)`/gu),
    ([, text = '']) => text,
  );

  expect(written.length).toBeGreaterThan(80);
  const wrong = written
    .filter((text) => !/[@#]/u.test(text))
    .filter((text) => outcomeOf(text).kind !== 'understood');
  expect(wrong).toEqual([]);
});

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

/** A digest with these options, as its confirmation tells it. */
function summaryOf(line: string, language: 'en' | 'fr'): string {
  const { options, schedule } = parseOptions(`9 ${line}`, CLAIRE);
  const digest = {
    channelId: 'C1',
    name: '',
    query: '',
    schedule: {
      times: [],
      days: [],
      zone: 'UTC',
      holidays: 'FR',
      onHoliday: 'skip',
      ...schedule,
    } as const,
    options: { ...DEFAULT_DIGEST_OPTIONS, ...options },
  };
  const usual = new Set(optionSummary({ ...digest, options: DEFAULT_DIGEST_OPTIONS }, language));
  return optionSummary(digest, language)
    .filter((part) => !usual.has(part))
    .join(' · ')
    .replaceAll('\u00a0', ' ');
}

test.each([
  ['top:1', 'shows the first 1', 'montre les 1 premiers'],
  ['top:20', 'shows the first 20', 'montre les 20 premiers'],
  ['mentions:me', 'mentions one person or group', 'mentionne une personne ou un groupe'],
  ['mentions:me,<@U0BOB000001>', 'mentions 2 people or groups', 'mentionne 2 personnes ou groupes'],
  ['target:1', 'overdue after 1 working day', 'en retard après 1 jour ouvré'],
  ['target:2', 'overdue after 2 working days', 'en retard après 2 jours ouvrés'],
  ['delete-after:1', 'is deleted after 1 day', 'est supprimé après 1 jour'],
  ['delete-after:2', 'is deleted after 2 days', 'est supprimé après 2 jours'],
  ['catch-up:none', 'catch-up: none', 'rattrapage : aucun'],
  ['catch-up:90min', 'catch-up: 90 min', 'rattrapage : 90 min'],
  ['catch-up:4h', 'catch-up: 4 h', 'rattrapage : 4 h'],
  [
    'escalate:1bd,<#C0MANAGERS>',
    'what is overdue by 1 working day also goes to another channel',
    'ce qui a 1 jour ouvré de retard va aussi dans un autre canal',
  ],
  [
    'escalate:3bd,<#C0MANAGERS>',
    'what is overdue by 3 working days also goes to another channel',
    'ce qui a 3 jours ouvrés de retard va aussi dans un autre canal',
  ],
  ['group:property', 'grouped by property', 'groupé par bien'],
  ['group:manager', 'grouped by manager', 'groupé par gestionnaire'],
  ['style:detailed', 'the rest goes into the thread', 'la suite va dans le fil'],
  ['privacy:initials', 'initials only', 'initiales seulement'],
  ['privacy:reference', 'no names', 'aucun nom'],
  ['language:fr', 'in French', 'en français'],
  ['empty:clear', 'says so when nothing waits', 'le dit quand rien n’attend'],
  ['previous:replace', 'takes the place of the one before', 'prend la place du précédent'],
  ['live:off', 'stays as it was posted', 'reste tel que publié'],
])('%s is confirmed as “%s”, and “%s”', (line, en, fr) => {
  expect([summaryOf(line, 'en'), summaryOf(line, 'fr')]).toEqual([en, fr]);
});

test.each([
  ['top:0', 'top:21', 'top:20'],
  ['target:0', 'target:251', 'target:250'],
  ['delete-after:0', 'delete-after:366', 'delete-after:365'],
  ['catch-up:1441', 'catch-up:25h', 'catch-up:24h'],
  ['escalate:0,<#C0MANAGERS>', 'escalate:251,<#C0MANAGERS>', 'escalate:250,<#C0MANAGERS>'],
  ['name:""', `name:${'x'.repeat(61)}`, `name:${'x'.repeat(60)}`],
])('%s and %s are refused, and %s is not', (none, beyond, most) => {
  for (const line of [none, beyond]) {
    expect(() => parseOptions(`9 ${line}`, CLAIRE)).toThrow(OptionError);
  }
  expect(() => parseOptions(`9 ${most}`, CLAIRE)).not.toThrow();
});

const manyTimes = (count: number) =>
  Array.from({ length: count }, (_, hour) => `${hour}:00`).join();
const manyPeople = (count: number) =>
  Array.from({ length: count }, (_, index) => `<@U0PERSON00${index}>`).join();

test('a digest comes at twelve times and mentions five at most', () => {
  expect(parseOptions(manyTimes(12), CLAIRE).schedule.times).toHaveLength(12);
  expect(parseOptions(`9 mentions:${manyPeople(5)}`, CLAIRE).options.mentions).toHaveLength(5);
  expect(slipOf(manyTimes(13))).toMatchObject({ code: 'too_many_values', valid: ['12'] });
  expect(slipOf(`9 mentions:${manyPeople(6)}`)).toMatchObject({
    code: 'too_many_values',
    valid: ['5'],
  });
});

test.each([
  ['ready daily at 9', 'decision:ready'],
  ['9 + 14 each monday for ready', 'decision:ready'],
  ['ready vers 9h pour tous les lundis', 'decision:ready'],
])('words around days and times, as in “%s”, say nothing of their own', (text, asked) => {
  const { query } = parseOptions(text, CLAIRE);
  expect(query && formatQuery(query, 'en')).toBe(asked);
});
