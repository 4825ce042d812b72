import { expect, test } from 'vitest';

import { told } from './told.ts';

/** Alternatives in both languages, and the query that they ask for. */
const ALTERNATIVES: readonly (readonly [string, string, string])[] = [
  ['75011 or 75017', '75011 ou 75017', '75011,75017'],
  ['Nice or Paris ready', 'Nice ou Paris prêts', 'decision:ready Nice,Paris'],
  ['T2 or T3 in Nice', 'T2 ou T3 à Nice', 'T2,T3 Nice'],
  ['managed by Sophie or Thomas', 'gérés par Sophie ou Thomas', 'manager:Sophie,Thomas'],
  ['in Lyon or in Nice under 900', 'à Lyon ou à Nice à moins de 900 €', 'rent:<900 Lyon,Nice'],
  ['Paris, Lyon or Nice', 'Paris, Lyon ou Nice', 'Paris,Lyon,Nice'],
  ['tag:a or tag:b', 'tag:a ou tag:b', 'tag:a,b'],
  ['cheaper than 700 or over 2000', 'moins de 700 ou plus de 2000', 'rent:<700,>2000'],
  ['this month or last month', 'ce mois-ci ou le mois dernier', 'created:this-month,last-month'],
  ['rent 900 or more', 'loyer de 900 ou plus', 'rent:>=900'],
  ['without guarantor or insurance', 'sans garant ou assurance', 'no:guarantor no:insurance'],
  ['with a guarantor or insurance', 'avec un garant ou une assurance', 'has:guarantor,insurance'],
];

test.each(ALTERNATIVES)('“%s” and “%s” are alternatives: “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['ready or Lyon', 'decision:ready Lyon (or)'],
  ['prêts ou Lyon', 'decision:ready Lyon (ou)'],
  ['ready or archived', 'decision:ready archived:yes (or)'],
  ['tag:a or Lyon', 'tag:a Lyon (or)'],
])('alternatives of two keys are told to be none: %j is %j', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  ['approved yesterday and declined today', 'decision:approved decided:yesterday (declined today)'],
  [
    'acceptés hier et refusés aujourd’hui',
    'decision:approved decided:yesterday (refusés aujourd’hui)',
  ],
  ['under 700 and over 2000', 'rent:<700 (over 2000)'],
  ['moins de 700 et plus de 2000', 'rent:<700 (plus de 2000)'],
  ['over 700 and under 2000', 'rent:>700 rent:<2000'],
  ['received this month since monday', 'created:this-month created:>=monday'],
  ['reçus depuis lundi et avant mercredi', 'created:>=monday created:<wednesday'],
])('of what holds for no file together the second is ignored: %j is %j', (text, expected) => {
  expect(told(text)).toBe(expected);
});
