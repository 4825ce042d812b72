import { expect, test } from 'vitest';

import { OptionError, parseOptions } from '../../src/digests/options/parse.ts';
import { beginsSchedule } from '../../src/digests/options/phrases.ts';
import { formatQuery } from '../../src/portfolio/query/describe.ts';

const AUTHORS = {
  en: { userId: 'U0CLAIRE001', language: 'en' },
  fr: { userId: 'U0MARC00001', language: 'fr' },
} as const;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** What a line sets up: days, times and the query in English. */
function setUpBy(line: string, language: 'en' | 'fr') {
  const { schedule, query, ignored } = parseOptions(line, AUTHORS[language]);
  expect(ignored).toEqual([]);
  return { ...schedule, query: query === null ? null : formatQuery(query, 'en') };
}

/** Why a line is refused: the code, and the word that is named. */
function refusalOf(line: string, language: 'en' | 'fr'): readonly [string, string] {
  try {
    parseOptions(line, AUTHORS[language]);
  } catch (error) {
    if (error instanceof OptionError) return [error.code, error.word];
    throw error;
  }
  throw new Error(`“${line}” is understood`);
}

test.each<[string, string, object]>([
  ['not on fridays 9:00', 'pas le vendredi 9h', { days: [1, 2, 3, 4], times: ['09:00'] }],
  ['9:30 ready except wednesday', '9h30 prêts sauf mercredi', { days: [1, 2, 4, 5] }],
  ['9 mondays, not tuesdays', '9h le lundi pas le mardi', { days: [1] }],
  ['every day except sunday at 8', 'chaque jour sauf dimanche à 8h', { days: [1, 2, 3, 4, 5, 6] }],
  [
    'daily but not on saturdays or sundays at 8',
    'tous les jours hormis le samedi et le dimanche à 8h',
    { days: [1, 2, 3, 4, 5] },
  ],
  [
    'every weekday except friday at 9',
    'en semaine excepté le vendredi à 9h',
    { days: [1, 2, 3, 4] },
  ],
  [
    'every day without the weekend at 8',
    'tous les jours sauf le week-end à 8h',
    { days: [1, 2, 3, 4, 5] },
  ],
  ['every day -sunday at 8', 'chaque jour -dimanche à 8h', { days: [1, 2, 3, 4, 5, 6] }],
  [
    'monday to friday except mon,tue at 9',
    'du lundi au vendredi sauf lun,mar à 9h',
    { days: [3, 4, 5] },
  ],
  ['no mondays 9:15', 'jamais le lundi 9h15', { days: [2, 3, 4, 5], times: ['09:15'] }],
  ['neither monday nor tuesday, 9:00', 'ni le lundi ni le mardi, 9h', { days: [3, 4, 5] }],
  ['not on sunday, every monday at 9', 'pas le dimanche, chaque lundi à 9h', { days: [1] }],
  ['every weekday morning except monday', 'en semaine sauf lundi', { days: [2, 3, 4, 5] }],
])('excluded days are left out: %s | %s', (en, fr, schedule) => {
  expect(setUpBy(en, 'en')).toMatchObject(schedule);
  expect(setUpBy(fr, 'fr')).toMatchObject(schedule);
});

test.each<[string, string, string | null, readonly number[]]>([
  [
    'every day except wednesday at 9:30 declined',
    'tous les jours sauf mercredi à 9h30 refusés',
    'decision:declined',
    [1, 2, 4, 5, 6, 7],
  ],
  ['except monday, 9:00 ready', 'sauf le lundi, 9h prêts', 'decision:ready', [2, 3, 4, 5]],
  ['9:00 except friday not archived', '9h sauf vendredi non archivés', 'archived:no', [1, 2, 3, 4]],
  ['9:00 daily except declined', '9h chaque jour sauf refusés', '-decision:declined', EVERY_DAY],
  ['daily at 9 without guarantor', 'chaque jour à 9h sans garant', 'no:guarantor', EVERY_DAY],
])('an exclusion is of what stands behind it: %s | %s', (en, fr, query, days) => {
  expect(setUpBy(en, 'en')).toEqual({ query, days, times: expect.any(Array) });
  expect(setUpBy(fr, 'fr')).toEqual({ query, days, times: expect.any(Array) });
});

function daysOf(line: string, language: 'en' | 'fr' = 'en') {
  return parseOptions(line, AUTHORS[language]).schedule.days;
}

test('what a new digest has “also” or “too” is all that it has', () => {
  expect(daysOf('ready files on mondays too')).toEqual([1]);
  expect(daysOf('also mondays at 9')).toEqual([1]);
  expect(daysOf('aussi le samedi', 'fr')).toEqual([6]);
  expect(daysOf('not on fridays')).toEqual([1, 2, 3, 4]);
});

test('without other days, the excluded ones are taken from those of before', () => {
  const before = [1, 3, 5];
  expect(parseOptions('not on fridays', AUTHORS.en, { days: before }).schedule.days).toEqual([
    1, 3,
  ]);
  expect(parseOptions('sauf vendredi', AUTHORS.fr, { days: before }).schedule.days).toEqual([1, 3]);
});

test.each([
  ['every day not at 9', 'chaque jour pas à 9h', 'wrong_exclusion', ['not at 9', 'pas à 9h']],
  ['9:00 ready except', '9h prêts sauf', 'wrong_exclusion', ['except', 'sauf']],
  ['9 not days:mon declined', '9h pas jours:lun refusés', 'wrong_exclusion', ['not', 'pas']],
  [
    'monday except monday at 9',
    'lundi sauf le lundi à 9h',
    'no_day_left',
    ['except monday', 'sauf le lundi'],
  ],
] as const)('an exclusion of no day is refused: %s | %s', (en, fr, code, words) => {
  expect([refusalOf(en, 'en'), refusalOf(fr, 'fr')]).toEqual(words.map((word) => [code, word]));
});

test.each([
  [
    'every two weeks on monday at 9',
    'toutes les deux semaines le lundi à 9h',
    'every two weeks',
    'toutes les deux semaines',
  ],
  ['every 2 days at 9', 'tous les 2 jours à 9h', 'every 2 days', 'tous les 2 jours'],
  ['every other monday at 9', 'un lundi sur deux à 9h', 'every other monday', 'un lundi sur deux'],
  ['twice a week at 9', 'deux fois par semaine à 9h', 'twice a week', 'deux fois par semaine'],
  ['3 times a week at 9', '3 fois par semaine à 9h', '3 times a week', '3 fois par semaine'],
  ['every hour until 18:00', 'toutes les heures jusqu’à 18h', 'every hour', 'toutes les heures'],
  ['fortnightly at 9', 'tous les quinze jours à 9h', 'fortnightly', 'tous les quinze jours'],
  ['weekly at 9', 'hebdomadaire à 9h', 'weekly', 'hebdomadaire'],
  ['2 days a week at 9', '2 jours par semaine à 9h', '2 days a week', '2 jours par semaine'],
  [
    'once every 2 weeks at 9',
    'une fois toutes les 2 semaines à 9h',
    'once every 2 weeks',
    'une fois toutes les 2 semaines',
  ],
  [
    'one time per week at 9',
    'une fois par semaine à 9h',
    'one time per week',
    'une fois par semaine',
  ],
  ['every 2 mondays at 9', 'tous les 2 lundis à 9h', 'every 2 mondays', 'tous les 2 lundis'],
  [
    'every other week at 9',
    'une semaine sur deux à 9h',
    'every other week',
    'une semaine sur deux',
  ],
  [
    'every other quarter at 9',
    'un trimestre sur deux à 9h',
    'every other quarter',
    'un trimestre sur deux',
  ],
  [
    'twice every two weeks at 9',
    '2 fois toutes les deux semaines à 9h',
    'twice every two weeks',
    '2 fois toutes les deux semaines',
  ],
])('a rhythm that no digest has is refused: %s | %s', (en, fr, wordEn, wordFr) => {
  expect(refusalOf(en, 'en')).toEqual(['rhythm', wordEn]);
  expect(refusalOf(fr, 'fr')).toEqual(['rhythm', wordFr]);
});

test.each([
  [
    'monthly',
    'the first monday of the month',
    'le premier lundi du mois',
    'first monday of the month',
    'premier lundi du mois',
  ],
  [
    'monthly',
    'the 1st of each month at 9',
    'le 1er de chaque mois à 9h',
    '1st of each month',
    '1er de chaque mois',
  ],
  [
    'monthly',
    'first day of the month at 9',
    'le premier jour du mois à 9h',
    'first day of the month',
    'premier jour du mois',
  ],
  [
    'monthly',
    'every first monday of the month at 9',
    'chaque premier lundi du mois à 9h',
    'every first monday of the month',
    'chaque premier lundi du mois',
  ],
  [
    'monthly',
    'every last day of the month at 9',
    'chaque dernier jour du mois à 9h',
    'every last day of the month',
    'chaque dernier jour du mois',
  ],
  ['monthly', 'once a month at 9', 'une fois par mois à 9h', 'once a month', 'une fois par mois'],
  ['monthly', 'every month at 9', 'tous les mois à 9h', 'every month', 'tous les mois'],
  ['monthly', 'monthly at 9', 'mensuel à 9h', 'monthly', 'mensuel'],
  ['limit', '09:00 until december', 'jusqu’à décembre à 9h', 'until december', 'jusqu’à décembre'],
  [
    'limit',
    'ready at 9 until friday',
    'prêts à 9h jusqu’à vendredi',
    'until friday',
    'jusqu’à vendredi',
  ],
  ['limit', 'from 9 until 18:00', 'de 9h jusqu’à 18h', 'until 18:00', 'jusqu’à 18h'],
  [
    'limit',
    'starting monday at 9',
    'à partir de lundi à 9h',
    'starting monday',
    'à partir de lundi',
  ],
  ['once', 'tomorrow at 9', 'demain à 9h', 'tomorrow', 'demain'],
  ['once', 'next monday at 9', 'lundi prochain à 9h', 'next monday', 'lundi prochain'],
  ['once', 'this friday at 9 ready', 'ce vendredi à 9h prêts', 'this friday', 'ce vendredi'],
])('what digests do not have is refused (%s): %s | %s', (code, en, fr, wordEn, wordFr) => {
  expect(refusalOf(en, 'en')).toEqual([code, wordEn]);
  expect(refusalOf(fr, 'fr')).toEqual([code, wordFr]);
});

test.each([
  ['09:00 until lyon', '9h jusqu’à la gare', 'until', 'jusqu’à'],
  ['9:00 starting ready', '9h à partir de lyon', 'starting', 'partir'],
])(
  'a limit without a date is none, and its word is not understood: %s | %s',
  (en, fr, wordEn, wordFr) => {
    expect(refusalOf(en, 'en')).toEqual(['free_word', wordEn]);
    expect(refusalOf(fr, 'fr')).toEqual(['free_word', wordFr]);
  },
);

test.each([
  [
    'friday at 17:00 declined this week',
    'vendredi à 17 h les refusés de la semaine',
    'decision:declined decided:this-week',
    [5],
  ],
  [
    'friday at 9 declined since monday',
    'vendredi à 9h refusés depuis lundi',
    'decision:declined decided:>=monday',
    [5],
  ],
  [
    '9:00 fridays, created until december',
    '9h vendredi, créés jusqu’à décembre',
    'created:<=december',
    [5],
  ],
  [
    'monday at 9 declined last friday',
    'lundi à 9h refusés vendredi dernier',
    'decision:declined decided:last-friday',
    [1],
  ],
  [
    'every day of the week at 9 ready',
    'tous les jours de la semaine à 9h prêts',
    'decision:ready',
    EVERY_DAY,
  ],
  ['9:00 every monday, older than 2 weeks', '9h chaque lundi, plus de 2 semaines', 'age:>2w', [1]],
])('dates of files are no days of a digest: %s | %s', (en, fr, query, days) => {
  expect(setUpBy(en, 'en')).toMatchObject({ query, days });
  expect(setUpBy(fr, 'fr')).toMatchObject({ query, days });
});

test.each([
  ['every evening', 'tous les soirs', { days: EVERY_DAY, times: ['18:00'] }],
  ['every afternoon', 'tous les après-midi', { days: EVERY_DAY, times: ['14:00'] }],
  ['every monday evening ready', 'chaque lundi soir les prêts', { days: [1], times: ['18:00'] }],
  ['every evening at 7', 'tous les soirs à 7h', { days: EVERY_DAY, times: ['19:00'] }],
  ['every evening ready at 7:30', 'chaque soir les prêts à 7h30', { times: ['19:30'] }],
  ['at 7 in the evening', 'à 7h du soir', { times: ['19:00'] }],
  ['every evening at 19:00', 'tous les soirs à 19h', { times: ['19:00'] }],
  ['every morning and every evening', 'chaque matin et chaque soir', { times: ['09:00', '18:00'] }],
  ['every morning at 8', 'chaque matin à 8h', { days: EVERY_DAY, times: ['08:00'] }],
  ['every evening at 7 am', 'chaque soir à 7 a.m.', { times: ['07:00'] }],
])('a part of the day is a time: %s | %s', (en, fr, schedule) => {
  expect(setUpBy(en, 'en')).toMatchObject(schedule);
  expect(setUpBy(fr, 'fr')).toMatchObject(schedule);
});

test.each([
  ['every monday', 'chaque lundi', true],
  ['every monday ready', 'tous les lundis les prêts', true],
  ['report every monday', 'rapport chaque lundi', true],
  ['not on fridays', 'pas le vendredi', true],
  ['the first monday of the month', 'le premier lundi du mois', true],
  ['all', 'tous', false],
  ['the', 'le', false],
  ['pasue', 'pasue', false],
])('whether a line begins with days: %s | %s is %s', (en, fr, does) => {
  expect([beginsSchedule(en), beginsSchedule(fr)]).toEqual([does, does]);
});

test.each([
  [
    'every morning send the ready files here',
    'chaque matin envoie ici les dossiers prêts',
    'decision:ready',
  ],
  ['9 am, ready', '9 h, prêts', 'decision:ready'],
  ['post ready at 9', 'à 9h poste les prêts', 'decision:ready'],
])('words for what a digest does anyway are read: %s | %s', (en, fr, query) => {
  expect(setUpBy(en, 'en')).toMatchObject({ query, times: ['09:00'] });
  expect(setUpBy(fr, 'fr')).toMatchObject({ query, times: ['09:00'] });
});

test.each([
  ['9 am ready in <#C0LYON00001|lyon>', '9h prêts dans <#C0LYON00001|lyon>'],
  ['post in <#C0LYON00001|lyon>, at 9 ready', 'publie sur <#C0LYON00001|lyon>, à 9h les prêts'],
])('a channel is where it is posted: %s | %s', (en, fr) => {
  const expected = { channelId: 'C0LYON00001', schedule: { times: ['09:00'] } };
  expect(parseOptions(en, AUTHORS.en)).toMatchObject(expected);
  expect(parseOptions(fr, AUTHORS.fr)).toMatchObject(expected);
});

test.each([
  ['9am ready Lyon', '9h prêts Lyon', 'free_word', 'Lyon', 'Lyon'],
  [
    'every morning send the ready files of Paris',
    'chaque matin les prêts à Paris',
    'free_word',
    'Paris',
    'Paris',
  ],
  ['9am blorp', '9h blorp', 'free_word', 'blorp', 'blorp'],
  [
    '9 applicant:dupont',
    '9h candidat:dupont',
    'names_people',
    'applicant:dupont',
    'candidat:dupont',
  ],
])('a free word is named, and no name is claimed: %s | %s', (en, fr, code, wordEn, wordFr) => {
  expect(refusalOf(en, 'en')).toEqual([code, wordEn]);
  expect(refusalOf(fr, 'fr')).toEqual([code, wordFr]);
});

test.each([
  ['9:00 score > 80', '9h note > 80', 'score:>80'],
  ['rent < 900 and score >= 60 at 9:00', '9h loyer < 900 et note >= 60', 'rent:<900 score:>=60'],
  ['9:00 score>80', '9h note>80', 'score:>80'],
])('the number of a comparison is no time: %s | %s', (en, fr, query) => {
  const expected = { times: ['09:00'], query: expect.stringContaining(query) };
  expect(setUpBy(en, 'en')).toMatchObject(expected);
  expect(setUpBy(fr, 'fr')).toMatchObject(expected);
});
