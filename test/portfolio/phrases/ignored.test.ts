import { expect, test } from 'vitest';

import { told } from './told.ts';

test.each([
  ['créés hier après 18h', 'created:yesterday (après 18 h)'],
  ['reçus avant 9 heures ce matin', 'created:today (avant 9 heures, matin)'],
  ['les prêts à huit heures', 'decision:ready (à huit heures)'],
  ['modifiés à partir de 14h aujourd’hui', 'updated:today (à partir de 14 h)'],
  ['ready at 9h', 'decision:ready (at 9 h)'],
  ['ready at 9', 'decision:ready (at 9)'],
  ['prêts à 9', 'decision:ready (à 9)'],
  ['ready at 9am', 'decision:ready (at 9am)'],
  ['les prêts à 9h30', 'decision:ready (à 9h30)'],
  ['ready at 9 rue Haute', 'decision:ready 9 rue Haute'],
  ['depuis 48h', 'age:>48h'],
  ['plus de 48 heures', 'age:>48h'],
  ['pending 48h', 'decision:pending,ready age:>48h'],
])('a time of a day is told as ignored, and is no age: “%s” is “%s”', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  ['voir tout de suite les prêts', 'decision:ready (tout de suite)'],
  ['ready files right away', 'decision:ready (right away)'],
  ['reçus tous les lundis', ' (tous les lundis)'],
  ['received every monday', ' (every monday)'],
  ['oldest 5 pending', 'decision:pending,ready sort:oldest (5)'],
  ['show the newest five', 'sort:newest (five)'],
  ['ready files in the 11th arrondissement', 'decision:ready (11th arrondissement)'],
  ['dans le 3e arrondissement de Lyon', 'Lyon 3e'],
  ['Lyon 3e arrondissement', 'Lyon 3e arrondissement'],
  ['latest 10 declined', 'decision:declined sort:updated (10)'],
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
  ['who manages the ready ones', 'manager: decision:ready'],
  ['which ready files does Claire manage', 'decision:ready manager:Claire'],
  ['ready files that Claire Martin manages', 'decision:ready manager:"Claire Martin"'],
  ['les dossiers prêts que gère Claire', 'decision:ready manager:Claire'],
  ['un dossier devient prêt', 'decision:ready'],
  ['when a file becomes ready', 'decision:ready'],
  ['les prêts s’il vous plaît', 'decision:ready (s’il vous plaît)'],
  ['qui les gère', 'manager: '],
  ['qu’est-ce qui a changé aujourd’hui', 'updated:today'],
  ['what has changed today', 'updated:today'],
  ['qui est prêt', 'who: decision:ready'],
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
  ['last approved', 'decision:approved sort:updated'],
  ['not available', 'available:no'],
  ['pas dispo', 'available:no'],
  ['files nobody manages', 'no:manager'],
  ['approved by Sophie', 'decision:approved (by Sophie)'],
  ['approved in Lyon by Sophie Martin', 'decision:approved Lyon (by Sophie Martin)'],
  ['refusés par Sophie ou Jean hier', 'decision:declined decided:yesterday (par Sophie ou Jean)'],
  ['approved, managed by Sophie', 'decision:approved manager:Sophie'],
  ['approved by score', 'decision:approved sort:score'],
  ['approved by friday', 'decision:approved (by friday)'],
  ['sans pièce d’identité à Lyon', 'Lyon (sans pièce d’identité)'],
  ['missing identity card', ' (missing identity card)'],
  ['identity card missing', ' (identity card missing)'],
  ['first files', ' (first files)'],
  ['received next friday', ' (next friday)'],
  ['prêts lundi prochain', 'decision:ready (lundi prochain)'],
  ['decide next friday', 'decision:pending,ready (next friday)'],
  ['Noël', 'Noël'],
  ['flat in Lyon with 3 ready files', 'category:apartment decision:ready Lyon (3)'],
  ['Lyon 3 ready', 'decision:ready Lyon 3'],
  ['decide before friday', 'decision:pending,ready (before friday)'],
  ['what needs to be done before the weekend', 'decision:pending,ready (before the weekend)'],
  ['à faire avant vendredi', 'decision:pending,ready (avant vendredi)'],
  ['almost ready in Lyon', 'Lyon (almost ready)'],
  ['presque finis', ' (presque finis)'],
  ['ready last week and the week before', 'decision:ready ready-since:last-week (the week before)'],
  ['received between 2 and 4 pm', ' (between 2 and 4 pm)'],
  ['received from 9am to 11am today', 'created:today (from 9am to 11am)'],
  ['prêts reçus entre 14h et 16h', 'decision:ready (entre 14 h et 16 h)'],
  ['ready between 2 and 4 weeks', 'ready:2w..4w'],
  ['g besoin des prets', 'decision:ready (g, besoin)'],
  ['uhm actually show me the ready ones', 'decision:ready (uhm, actually)'],
  ['building B', 'building B'],
  ['best 3 in Lyon', 'Lyon sort:score (3)'],
  ['what do I have to do today', 'decision:pending,ready (today)'],
  ['quoi à faire aujourd’hui', 'decision:pending,ready (aujourd’hui)'],
  ['premiers dossiers', ' (premiers dossiers)'],
  ['les 3 premiers prêts', 'decision:ready (3 premiers)'],
  ['les trois premiers à Lyon', 'Lyon (trois premiers)'],
  ['prêts à valider aujourd’hui', 'decision:ready (aujourd’hui)'],
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

test.each([
  ['Hi Claire, the ready files in Lyon', 'decision:ready Lyon (Hi Claire)'],
  ['Bonjour Claire Dupont, les prêts à Lyon', 'decision:ready Lyon (Bonjour Claire Dupont)'],
  ['ready in Lyon. Thanks, Hannah', 'decision:ready Lyon (Thanks Hannah)'],
  ['les prêts. Bien à vous, Jean Petit', 'decision:ready (Bien à vous Jean Petit)'],
  ['hello Dupont', 'Dupont (hello)'],
  ['Hi, Dupont, ready', 'decision:ready Dupont (Hi)'],
  ['Bonjour, Dupont, les prêts', 'decision:ready Dupont (Bonjour)'],
  ['Hi LY-0342, ready', 'decision:ready LY-0342 (Hi)'],
  ['ready files, please, Dupont', 'decision:ready Dupont (please)'],
])('who is written to and who writes is of no file: “%s” is “%s”', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  ['the Lyon office', 'Lyon (office)'],
  ['ready files of our Lyon branch', 'decision:ready Lyon (branch)'],
  ['l’agence de Lyon', 'Lyon (agence)'],
  ['le bureau de Lyon', 'Lyon (bureau)'],
  ['office in Lyon', 'category:commercial Lyon'],
  ['un bureau à Lyon', 'category:commercial Lyon'],
])('a branch is no property: “%s” is “%s”', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  ['who hasn’t replied', ' (who hasn’t replied)'],
  ['qui n’a pas répondu', ' (qui n’a pas répondu)'],
  ['silent for 10 days', 'stale:>10d'],
  ['silencieux depuis 10 jours', 'stale:>10d'],
])('no file says who has answered, but when it changed: “%s” is “%s”', (text, expected) => {
  expect(told(text)).toBe(expected);
});
