import { expect, test } from 'vitest';

import { understand } from '../../../src/portfolio/phrases/understand.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';
import type { DateOrder } from '../../../src/portfolio/query/values.ts';
import { told, toldBy } from './told.ts';

test.each([
  ['nov 3 to nov 10', '3 nov au 10 nov', 'created:3-november..10-november'],
  ['june to august', 'juin à août', 'created:june..august'],
  ['the week of 9 november', 'la semaine du 9 novembre', 'created:9-november..15-november'],
  [
    'declined the week of 28 february',
    'refusés la semaine du 28 février',
    'decision:declined decided:28-february..6-march',
  ],
  [
    'declined since the beginning of the month',
    'refusés depuis le début du mois',
    'decision:declined decided:>=this-month',
  ],
  ['month to date', 'ce mois-ci', 'created:this-month'],
  ['since the start of the week', 'depuis le début de la semaine', 'created:>=this-week'],
  ['since the start of the year', 'depuis le début de l’année', 'created:>=this-year'],
  ['the week of monday', 'la semaine de lundi', 'created:this-week'],
  ['the week of last monday', 'la semaine du lundi passé', 'created:>=last-monday'],
  ['the week of 2026-11-11', 'la semaine du 2026-11-11', 'created:2026-11-09..2026-11-15'],
  ['after 20/11', 'après le 20/11', 'created:>20-november'],
  ['later than 10 november', 'plus récents que le 10 novembre', 'created:>10-november'],
  ['more recent than monday', 'plus récents que lundi', 'created:>monday'],
  ['older than october', 'plus vieux que octobre', 'created:<october'],
  ['earlier than november', 'antérieurs à novembre', 'created:<november'],
  ['between 20/11 and 25/11', 'entre le 20/11 et le 25/11', 'created:20-november..25-november'],
  ['received the day before yesterday', 'reçus avant-hier', 'age:2d'],
  [
    'declined the day before yesterday',
    'refusés avant-hier',
    'decision:declined since-decision:2d',
  ],
  ['since the day before yesterday', 'depuis avant-hier', 'age:<=2d'],
  ['available by friday', 'disponibles d’ici vendredi', 'availability:<=friday'],
])('“%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test('“newest” is the order of creation, whatever stands before a decision', () => {
  expect(told('newest files approved')).toBe('decision:approved sort:newest');
  expect(told('newest approved')).toBe('decision:approved sort:newest');
});

test.each([
  ['last approved', 'derniers acceptés', 'decision:approved sort:updated'],
  ['the latest refused', 'le dernier refusé', 'decision:declined sort:updated'],
  ['last files declined', 'derniers dossiers refusés', 'decision:declined sort:updated'],
  ['latest closed', 'derniers clos', 'status:closed sort:updated'],
  ['declined, newest first', 'refusés, les plus récents d’abord', 'decision:declined sort:newest'],
  ['latest couples', 'derniers couples', 'situation:couple sort:newest'],
  ['last ready', 'le dernier prêt', 'decision:ready sort:newest'],
])('what was decided last is what has changed last: “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['this morning', 'ce matin', 'created:today', 'morning', 'matin'],
  ['this afternoon', 'cet après-midi', 'created:today', 'afternoon', 'après-midi'],
  ['came in overnight', 'arrivés cette nuit', 'created:>=yesterday', 'overnight', 'nuit'],
  ['received yesterday evening', 'arrivés hier soir', 'created:yesterday', 'evening', 'soir'],
  ['not this morning', 'pas ce matin', '-created:today', 'morning', 'matin'],
  [
    'not updated since this morning',
    'pas modifiés depuis ce matin',
    'updated:<today',
    'morning',
    'matin',
  ],
])('a part of a day is left out: “%s” and “%s” are “%s”', (en, fr, query, ...ignored) => {
  expect([told(en), told(fr)]).toEqual(ignored.map((word) => `${query} (${word})`));
});

test.each([
  ['anything new for 3 days', 'du nouveau depuis 3 jours', 'age:<3d'],
  ['anything new in Lyon for 3 days', 'quoi de neuf à Lyon depuis 3 jours', 'age:<3d Lyon'],
  ['what’s new in the last 2 weeks', 'quoi de neuf ces 2 dernières semaines', 'age:<2w'],
  [
    'anything new in Lyon since yesterday',
    'du nouveau à Lyon depuis hier',
    'created:>=yesterday Lyon',
  ],
  [
    'new files in Lyon this week',
    'nouveaux dossiers à Lyon cette semaine',
    'created:this-week Lyon',
  ],
  [
    'new couples since monday',
    'nouveaux couples depuis lundi',
    'situation:couple created:>=monday',
  ],
  [
    'new ready files this week',
    'nouveaux dossiers prêts cette semaine',
    'decision:ready ready-since:this-week',
  ],
  [
    'new files changed this week',
    'nouveaux modifiés cette semaine',
    'status:new updated:this-week',
  ],
  [
    'new or closed this week',
    'nouveaux ou clos cette semaine',
    'status:new,closed created:this-week',
  ],
  ['received for 3 days', 'reçus depuis 3 jours', 'age:<3d'],
  ['received for more than 3 days', 'reçus depuis plus de 3 jours', 'age:>3d'],
  [
    'received and waiting for 3 days',
    'reçus et en attente depuis 3 jours',
    'decision:pending,ready age:>3d',
  ],
  ['changed for 3 days', 'modifiés depuis 3 jours', 'stale:<3d'],
  ['approved for 3 days', 'acceptés depuis 3 jours', 'decision:approved since-decision:>3d'],
  [
    'declined in Lyon for more than 2 weeks',
    'refusés à Lyon depuis plus de 2 semaines',
    'decision:declined since-decision:>2w Lyon',
  ],
  ['closed for a month', 'clos depuis un mois', 'status:closed stale:>1mo'],
  ['archived for a month', 'archivés depuis un mois', 'archived:yes stale:>1mo'],
  ['received yesterday and today', 'reçus hier et aujourd’hui', 'created:yesterday,today'],
  [
    'approved this month and last month',
    'acceptés ce mois-ci et le mois dernier',
    'decision:approved decided:this-month,last-month',
  ],
  [
    'received after monday and before friday',
    'reçus après lundi et avant vendredi',
    'created:>monday created:<friday',
  ],
  [
    'received monday and changed tuesday',
    'reçus lundi et modifiés mardi',
    'created:monday updated:tuesday',
  ],
  ['dealt with yesterday', 'traités hier', 'decision:approved,declined decided:yesterday'],
  ['in order of arrival', 'dans l’ordre d’arrivée', 'sort:oldest'],
  [
    'ready yesterday, undecided',
    'prêts hier mais pas encore de décision',
    'decision:ready ready-since:yesterday',
  ],
  ['ready or not decided', 'prêts ou pas décidés', 'decision:ready,pending'],
  ['available before christmas', 'dispo avant Noël', 'availability:<25-december'],
  ['approved older than 3 days', 'acceptés plus vieux que 3 jours', 'decision:approved age:>3d'],
])('a span of time is of what is said: “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['received since the 3rd', 'reçus depuis le 3', 'the 3rd', 'le 3'],
  ['before the 10th', 'avant le 10', 'before the 10th', 'avant le 10'],
  ['received the 3rd, ready', 'reçus le 3, prêts', 'the 3rd', 'le 3'],
  ['by friday', 'd’ici vendredi', 'by friday', 'd’ici vendredi'],
  ['the week of friday', 'la semaine de vendredi', 'the week of friday', 'la semaine de vendredi'],
])('a day that cannot be asked for is told: “%s” and “%s”', (en, fr, ...left) => {
  expect([en, fr].map((text) => understand(text, 'fr').ignored.join())).toEqual(
    left.map((text) => expect.stringContaining(text)),
  );
});

test.each([
  ['since mid november', 'depuis la mi-novembre'],
  ['mid-november', 'mi-novembre'],
  ['in mid november 2026', 'début novembre 2026'],
  ['early november', 'début novembre'],
  ['since the end of october', 'depuis fin octobre'],
  ['end of the month', 'fin du mois'],
  ['between mid october and 20 november', 'entre mi-octobre et le 20 novembre'],
  ['from 1 october to mid november', 'du 1er octobre à mi-novembre'],
  ['available mid december', 'disponibles mi-décembre'],
])('a part of a month is ignored as a whole: “%s” and “%s”', (en, fr) => {
  for (const text of [en, fr]) {
    const { query, ignored } = understand(`${text} Lyon`, 'fr');
    const left = ignored.join().replaceAll('’ ', '’');
    expect([formatQuery(query, 'en'), left.length]).toEqual(['Lyon', text.length]);
    expect(text).toContain(left);
  }
});

test.each([
  ['since the start of november', 'depuis début novembre', 'created:>=november'],
  ['until the end of november', 'jusqu’à fin novembre', 'created:<=november'],
  ['available by the end of december', 'disponibles d’ici fin décembre', 'availability:<=december'],
])('“%s” and “%s” are “%s”, a whole month', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test('day and month that may be either are told to be unknown, unless the language says', () => {
  expect(understand('since 3/11', 'en').ignored).toEqual(['since 3/11']);
  expect(understand('3/11/2026', 'en').ignored).toEqual(['3/11/2026']);
  expect(understand('received 3/11', 'en').ignored).toEqual(['3/11']);
  expect(told('since 3/11')).toBe('created:>=3-november');
});

test.each([
  ['since 3/11', 'depuis le 3/11', 'created:>=3-november', 'created:>=11-march'],
  ['created 3/11', 'créés 3/11', 'created:3-november', 'created:11-march'],
  [
    'approved 3/11 in Lyon',
    'acceptés 3/11 à Lyon',
    'decision:approved decided:3-november Lyon',
    'decision:approved decided:11-march Lyon',
  ],
  ['created 20/11', 'créés 20/11', 'created:20-november', 'created:20-november'],
  ['available 3/12', 'disponibles 3/12', 'availability:3-december', 'availability:12-march'],
  ['Lyon 3/11', 'Lyon 3/11', 'Lyon 3/11', 'Lyon 3/11'],
  ['created April Dupont', 'créés April Dupont', 'April Dupont', 'April Dupont'],
])('“%s” and “%s” are read in the order of their writer', (en, fr, day, month) => {
  for (const text of [en, fr]) {
    expect([queryIn(text, 'day-first'), queryIn(text, 'month-first')]).toEqual([day, month]);
  }
});

test('a number with something behind it is no day', () => {
  expect(told('le 3 rue des Lilas')).toBe('3 rue Lilas');
  expect(told('Paris 1er')).toBe('Paris 1er');
});

/** The query of a text of somebody who writes days in an order. */
function queryIn(text: string, dateOrder: DateOrder): string {
  return formatQuery(understand(text, 'en', { dateOrder }).query, 'en');
}

const SATURDAY = Temporal.PlainDate.from('2026-11-21');

test.each([
  ['week 46', 'semaine 46', 'created:2026-11-09..2026-11-15'],
  ['wk 46', 'sem 46', 'created:2026-11-09..2026-11-15'],
  ['received w46', 'reçus S46', 'created:2026-11-09..2026-11-15'],
  ['in week 46', 'en semaine 46', 'created:2026-11-09..2026-11-15'],
  ['since week 46', 'depuis la semaine 46', 'created:>=2026-11-09'],
  ['after week 46', 'après la semaine 46', 'created:>2026-11-15'],
  ['week 50', 'semaine 50', 'created:2025-12-08..2025-12-14'],
  ['week 53', 'semaine 53', 'created:2020-12-28..2021-01-03'],
  ['week 46 2025', 'semaine 46 2025', 'created:2025-11-10..2025-11-16'],
  ['week 46 of 2025', 'semaine 46 de 2025', 'created:2025-11-10..2025-11-16'],
  ['since week 46 in 2025', 'depuis la semaine 46 en 2025', 'created:>=2025-11-10'],
  ['week 53 of 2026', 'semaine 53 de 2026', 'created:2026-12-28..2027-01-03'],
  ['weeks 45 and 46', 'semaines 45 et 46', 'created:2026-11-02..2026-11-08,2026-11-09..2026-11-15'],
  [
    'approved week 46 in Lyon',
    'acceptés la semaine 46 à Lyon',
    'decision:approved decided:2026-11-09..2026-11-15 Lyon',
  ],
  ['from the 10 to the 15', 'du 10 au 15', 'created:2026-11-10..2026-11-15'],
  ['received from 10 to 15', 'reçus du 10 au 15', 'created:2026-11-10..2026-11-15'],
  ['between the 10th and the 15th', 'entre le 10 et le 15', 'created:2026-11-10..2026-11-15'],
  ['received from the 28th to the 3rd', 'reçus du 28 au 3', 'created:2026-10-28..2026-11-03'],
  [
    'declined from the 10th to the 15th in Lyon',
    'refusés du 10 au 15 à Lyon',
    'decision:declined decided:2026-11-10..2026-11-15 Lyon',
  ],
  [
    'from the 10th to the 15th of last month',
    'du 10 au 15 du mois dernier',
    'created:2026-10-10..2026-10-15',
  ],
  ['since the 20th', 'depuis le 20', 'created:>=2026-11-20'],
  ['since the 25th', 'depuis le 25', 'created:>=2026-10-25'],
  ['since the 31st', 'depuis le 31', 'created:>=2026-10-31'],
  ['received the 3rd', 'reçus le 3', 'created:2026-11-03'],
  ['received the 3rd in Lyon', 'reçus le 3 à Lyon', 'created:2026-11-03 Lyon'],
  ['received on the 3rd of last month', 'reçus le 3 du mois dernier', 'created:2026-10-03'],
  [
    'received since the 3rd of last month in Lyon',
    'reçus depuis le 3 du mois dernier à Lyon',
    'created:>=2026-10-03 Lyon',
  ],
  ['before the 10th', 'avant le 10', 'created:<2026-11-10'],
  ['since the 10th, ready', 'depuis le 10, prêts', 'decision:ready ready-since:>=2026-11-10'],
  ['available on the 1st', 'dispo le 1er', 'availability:<=2026-12-01'],
  ['available from the 1st', 'disponibles à partir du 1er', 'availability:>=2026-12-01'],
  [
    'available at the end of next month',
    'disponible fin du mois prochain',
    'availability:<=2026-12-31',
  ],
  [
    'available the end of next week',
    'disponible à la fin de la semaine prochaine',
    'availability:<=2026-11-29',
  ],
  ['available from week 50', 'disponibles à partir de la semaine 50', 'availability:>=2026-12-07'],
])('counted from today, “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([en, fr].map((text) => toldBy({ today: SATURDAY }, text))).toEqual([query, query]);
});

test.each([
  ['by the 30th', 'd’ici le 30', ''],
  ['ready by the 25th', 'prêts d’ici le 25', 'decision:ready'],
  ['received by the 25th', 'reçus d’ici le 18', ''],
  ['to decide before the 25th', 'à décider avant le 25', 'decision:pending,ready'],
  ['week 60', 'semaine 60', ''],
])('a day that no file can have is ignored: “%s” and “%s”', (en, fr, query) => {
  for (const text of [en, fr]) {
    const { query: asked, ignored } = understand(text, 'fr', { today: SATURDAY });
    expect([formatQuery(asked, 'en'), ignored.length]).toEqual([query, 1]);
  }
});

test.each(['le 3 rue des Lilas', '3 rue de la Paix', 'Lyon 3', 'S46', 'from 10 rue des Lilas'])(
  '“%s” is no day and no week',
  (text) => {
    expect(toldBy({ today: SATURDAY }, text)).toBe(told(text));
  },
);

test.each([
  ['ready in the next 3 days', 'prêts dans les 3 prochains jours', 'decision:ready'],
  ['ready within the next two weeks', 'prêts d’ici deux semaines', 'decision:ready'],
  ['ready over the coming weeks', 'prêts les prochaines semaines', 'decision:ready'],
  ['ready over the next month', 'prêts d’ici un mois', 'decision:ready'],
])('days to come are no age: “%s” and “%s”', (en, fr, query) => {
  expect(told(en)).toMatch(new RegExp(String.raw`^${query} \(.*\)$`, 'u'));
  expect(told(fr)).toMatch(new RegExp(String.raw`^${query} \(.*\)$`, 'u'));
});

test.each([
  'available in the next 999999999 weeks',
  'free within the next 1000000 months',
  'dispo d’ici 99999999 mois',
])('a time ahead that no calendar holds is left out: “%s”', (text) => {
  const by = { today: Temporal.PlainDate.from('2026-11-21') };
  expect(toldBy(by, text)).toBe(` (${text})`);
});

test('“by weeks” is no time ahead, and “may or may not” no month', () => {
  expect(told('ready by weeks')).not.toContain('(by weeks)');
  expect(told('may or may not be ready')).not.toContain('created:');
});

test.each([
  ['available in the next two weeks', 'dispo d’ici 2 semaines', 'availability:<=2026-12-05'],
  [
    'in the next 10 days available',
    'libres dans les 10 prochains jours',
    'availability:<=2026-12-01',
  ],
  ['free within the next month', 'dispo d’ici un mois', 'availability:<=2026-12-21'],
])('a property is available by then: “%s” and “%s” are “%s”', (en, fr, query) => {
  const by = { today: Temporal.PlainDate.from('2026-11-21') };
  expect([toldBy(by, en), toldBy(by, fr)]).toEqual([query, query]);
});

test.each([
  ['october vs august', 'octobre vs août', 'created:october,august'],
  ['august or october', 'août ou octobre', 'created:august,october'],
  [
    'approved in october and june',
    'acceptés en octobre et juin',
    'decision:approved decided:october,june',
  ],
])('a month beside another is no name: “%s” and “%s”', (en, fr, query) => {
  for (const text of [en, fr]) expect(told(text).replace(/ \(.*\)$/u, '')).toBe(query);
});
