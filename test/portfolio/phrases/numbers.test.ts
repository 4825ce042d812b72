import { expect, test } from 'vitest';

import { told } from './told.ts';

test.each([
  ['zero guarantor', 'zéro garant', 'no:guarantor'],
  ['two guarantors', 'deux garants', 'guarantors:2'],
  ['fewer than 3 guarantors', 'moins de 3 garants', 'guarantors:<3'],
  ['at least one guarantor', 'au moins un garant', 'guarantors:>=1'],
  ['2 guarantors or more', '2 garants ou plus', 'guarantors:>=2'],
  ['with a guarantor', 'avec un garant', 'has:guarantor'],
  ['properties with no applicants', 'biens sans candidats', 'no:applicants'],
  ['less than half complete', 'moins de la moitié complet', 'completion:<50'],
  ['half complete', 'à moitié complet', 'completion:50'],
  ['about 900€', 'environ 900 €', 'rent:810..990'],
  ['around 1000 euros', 'autour de 1000 euros', 'rent:900..1100'],
  ['two days ago', 'il y a deux jours', 'age:2d'],
  ['approved two days ago', 'acceptés il y a deux jours', 'decision:approved since-decision:2d'],
  ['more than two days ago', 'il y a plus de deux jours', 'age:>2d'],
  ['at least 80 score', 'au moins 80 de note', 'score:>=80'],
])('“%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['earns over 3000', 'gagne plus de 3000', '', ['earns over 3000', 'gagne plus de 3000']],
  ['the three best scores', 'les trois meilleurs scores', 'sort:score', ['three', 'trois']],
  [
    'files with two applicants',
    'dossiers à deux candidats',
    '',
    ['two applicants', 'deux candidats'],
  ],
])('“%s” and “%s” are “%s”, and %j is ignored', (en, fr, query, left) => {
  expect([told(en), told(fr)]).toEqual(left.map((words) => `${query} (${words})`));
});
