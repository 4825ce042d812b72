import { expect, test } from 'vitest';

import { told } from './told.ts';

test.each([
  ['créés hier après 18h', 'created:yesterday (après 18 h)'],
  ['reçus avant 9 heures ce matin', 'created:today (avant 9 heures)'],
  ['les prêts à huit heures', 'decision:ready (à huit heures)'],
  ['modifiés à partir de 14h aujourd’hui', 'updated:today (à partir de 14 h)'],
  ['ready at 9h', 'decision:ready (at 9 h)'],
  ['depuis 48h', 'age:>48h'],
  ['plus de 48 heures', 'age:>48h'],
  ['pending 48h', 'decision:pending,ready age:>48h'],
])('a time of a day is told as ignored, and is no age: “%s” is “%s”', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  ['oldest 5 pending', 'decision:pending,ready sort:oldest (5)'],
  ['latest 10 declined', 'decision:declined sort:newest (10)'],
  ['ready, the week 46', 'decision:ready (the week 46)'],
  ['prêts la semaine 46', 'decision:ready (la semaine 46)'],
  ['savoir si Dupont est prêt', 'decision:ready Dupont (savoir si)'],
  ['from last week and the week before', 'created:last-week (the week before)'],
  ['reçus hier et hier', 'created:yesterday (hier)'],
  ['5 files', ' (5 files)'],
  ['give me 5', ' (me 5)'],
  ['show me 5 ready files in Lyon', 'decision:ready Lyon (5)'],
  ['donne-moi 10 dossiers refusés', 'decision:declined (10 dossiers)'],
  ['trois en attente à Lyon', 'decision:pending,ready Lyon (trois)'],
  ['Lyon 3 ready', 'decision:ready Lyon 3'],
  ['3 rue Haute', '3 rue Haute'],
  ['give me 900', '900'],
  ['oldest 2 rooms', '"2 rooms" sort:oldest'],
  ['newest 2 guarantors', 'guarantors:2 sort:newest'],
  ['oldest 900 euros', 'rent:900 sort:oldest'],
  ['ready, not seen since monday', 'decision:ready (not seen since monday)'],
  ['prêts non lus depuis 3 jours', 'decision:ready (non lus depuis 3 jours)'],
  ['call the ready ones', 'decision:ready (call)'],
  ['who manages the ready ones', 'decision:ready (who manages)'],
  ['sans garant ou sans note', 'no:guarantor no:score (ou)'],
  ['without a guarantor or insurance', 'no:guarantor no:insurance'],
  ['nothing new', 'created:today'],
  ['to decide before friday', 'decision:pending,ready (before friday)'],
  ['à décider avant vendredi', 'decision:pending,ready (avant vendredi)'],
  ['pending before friday', 'decision:pending,ready created:<friday'],
  ['must be decided', 'decision:pending,ready'],
  ['taken by me today', 'taken:me (today)'],
  ['reportés à lundi', 'snoozed:yes (à lundi)'],
  ['received today, taken by me', 'taken:me created:today'],
  ['approved by me', 'decision:approved (by me)'],
  ['flats close to the station', 'category:apartment station (close to)'],
  ['any other ready ones', 'decision:ready (other)'],
  ['autres dossiers prêts', 'decision:ready (autres)'],
  ['other properties', 'category:other'],
  ['decision: ready', 'decision:ready'],
  ['décision : prêt', 'decision:ready'],
  ['prêts : lyon', 'decision:ready lyon'],
  ['score : >80 in Lyon', 'score:>80 Lyon'],
  ['pending w/ guarantor', 'decision:pending,ready has:guarantor'],
  ['prets ss garant', 'decision:ready no:guarantor'],
  ['last approved', 'decision:approved sort:newest'],
  ['not available', 'available:no'],
  ['pas dispo', 'available:no'],
  ['files nobody manages', 'no:manager'],
  ['approved by Sophie', 'decision:approved (by Sophie)'],
  ['approved in Lyon by Sophie Martin', 'decision:approved Lyon (by Sophie Martin)'],
  ['refusés par Sophie ou Jean hier', 'decision:declined decided:yesterday (par Sophie ou Jean)'],
  ['approved, managed by Sophie', 'decision:approved Sophie'],
  ['approved by score', 'decision:approved sort:score'],
  ['approved by friday', 'decision:approved (by friday)'],
  ['sans pièce d’identité à Lyon', 'Lyon (sans pièce d’ identité)'],
  ['missing identity card', ' (missing identity card)'],
  ['identity card missing', ' (identity card missing)'],
  ['first files', ' (first files)'],
  ['g besoin des prets', 'decision:ready (g, besoin)'],
  ['uhm actually show me the ready ones', 'decision:ready (uhm, actually)'],
  ['building B', 'building B'],
  ['best 3 in Lyon', 'Lyon sort:score (3)'],
  ['what do I have to do today', 'decision:pending,ready (today)'],
  ['quoi à faire aujourd’hui', 'decision:pending,ready (aujourd’hui)'],
  ['premiers dossiers', ' (premiers dossiers)'],
  ['pending decide by monday', 'decision:pending,ready (by monday)'],
  ['décidé avant lundi', 'decision:approved,declined decided:<monday'],
])('what a list cannot do is told as ignored: “%s” is “%s”', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  ['who declined Dupont', 'qui a refusé Dupont', 'decision:declined Dupont', 'who', 'qui a'],
  [
    'who has approved Dupont',
    'qui a accepte Dupont',
    'decision:approved Dupont',
    'who has',
    'qui a',
  ],
  ['files per town', 'dossiers par ville', '', 'per town', 'par ville'],
  ['any news of Dupont', 'des nouvelles de Dupont', 'Dupont', 'any news of', 'des nouvelles de'],
  [
    'files whose guarantor is incomplete',
    'dossiers dont le garant est incomplet',
    'completion:<100',
    'whose guarantor',
    'dont le garant',
  ],
  ['nearly complete', 'presque complets', '', 'nearly complete', 'presque complets'],
])(
  'what no list says is ignored, and the rest asked for: “%s”, « %s »',
  (en, fr, query, ...left) => {
    for (const [at, text] of [en, fr].entries()) {
      expect([text, told(text)]).toEqual([text, `${query} (${left[at]})`]);
    }
  },
);
