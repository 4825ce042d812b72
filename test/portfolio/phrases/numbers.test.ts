import { expect, test } from 'vitest';

import { told } from './told.ts';

test.each([
  ['zero guarantor', 'zéro garant', 'no:guarantor'],
  ['two guarantors', 'deux garants', 'guarantors:2'],
  ['fewer than 3 guarantors', 'moins de 3 garants', 'guarantors:<3'],
  ['at least one guarantor', 'au moins un garant', 'guarantors:>=1'],
  ['2 guarantors or more', '2 garants ou plus', 'guarantors:>=2'],
  ['2 or more guarantors', '2 ou plus garants', 'guarantors:>=2'],
  ['single guarantor', 'un seul garant', 'guarantors:1'],
  ['with just one guarantor', 'avec juste un seul garant', 'guarantors:1'],
  ['with a guarantor', 'avec un garant', 'has:guarantor'],
  ['older than a year', 'depuis plus d’un an', 'age:>12mo'],
  ['pending for 2 years', 'en attente depuis 2 ans', 'decision:pending,ready age:>24mo'],
  ['80% or more complete', '80 % ou plus complets', 'completion:>=80'],
  ['between 80 and 100% complete', 'entre 80 et 100 % complets', 'completion:80..100'],
  ['complete at least 80%', 'complets au moins à 80 %', 'completion:>=80'],
  ['complete over 80%', 'complets plus de 80 %', 'completion:>80'],
  ['score greater than or equal to 80', 'score supérieur ou égal à 80', 'score:>=80'],
  ['charges under 300', 'charges inférieures à 300', 'charges:<300'],
  [
    'declined in the last three days',
    'refusés ces trois derniers jours',
    'decision:declined since-decision:<3d',
  ],
  ['properties with no applicants', 'biens sans candidats', 'no:applicants'],
  ['less than half complete', 'moins de la moitié complet', 'completion:<50'],
  ['half complete', 'à moitié complet', 'completion:50'],
  ['about 900€', 'environ 900 €', 'rent:810..990'],
  ['around 1000 euros', 'autour de 1000 euros', 'rent:900..1100'],
  ['two days ago', 'il y a deux jours', 'age:2d'],
  ['approved two days ago', 'acceptés il y a deux jours', 'decision:approved since-decision:2d'],
  ['more than two days ago', 'il y a plus de deux jours', 'age:>2d'],
  ['10+ days', '10+ jours', 'age:>=10d'],
  ['over 10 days old', 'plus de 10 jours d’ancienneté', 'age:>10d'],
  ['+15 days', '+15 jours', 'age:>15d'],
  ['older than 2 wks', 'depuis plus de quinze jours', 'age:>2w', 'age:>15d'],
  ['in the last hour', 'dans la dernière heure', 'age:<1h'],
  ['70 to 90 score', '70 à 90 de note', 'score:70..90'],
  ['not 100%', 'pas 100 %', 'completion:<100'],
  ['900-1100€', '900-1100 €', 'rent:900..1100'],
  ['at most 1200/month', 'au plus 1200/mois', 'rent:<=1200'],
  ['under 900 €/month', 'moins de 900 €/mois', 'rent:<900'],
  ['900 pcm max', '900 euros/mois maxi', 'rent:<=900'],
  ['max £900', 'max 900 £', 'rent:<=900'],
  ['rent over 1,200.50', 'loyer > 1 200,50', 'rent:>1200.5'],
  ['rent over 1200.50', 'loyer supérieur à 1 200,50 €', 'rent:>1200.5'],
  ['rent over €1,200.50', 'loyer supérieur à 1.200,50 €', 'rent:>1200.5'],
  ['1,200.50 to 1,500 euros', 'entre 1 200,50 et 1 500 €', 'rent:1200.5..1500'],
  ['rent over 1,200', 'loyer > 1 200', 'rent:>1200'],
  ['under 1,000 euros', 'moins de 1.000 €', 'rent:<1000'],
  ['under $900 in Lyon', 'moins de 900$ Lyon', 'rent:<900 Lyon'],
  ['T2-T3 in Lyon', 'T2 – T3 à Lyon', 'T2 T3 Lyon'],
  ['singles, 40-60 score', 'célibataires, note 40-60', 'situation:single score:40..60'],
  ['900-1100 in Lyon', '900 à 1100 Lyon', 'rent:900..1100 Lyon'],
  ['rent between 900 & 1100', 'loyer entre 900 et 1100', 'rent:900..1100'],
  ['~900', '~ 900 €', 'rent:810..990'],
  ['score over 70', 'note sup à 70', 'score:>70'],
  ['80+ score', '80+ de note', 'score:>=80'],
  ['900€+ in Lyon', '900+ € Lyon', 'rent:>=900 Lyon'],
  ['2+ guarantors', '2+ garants', 'guarantors:>=2'],
  ['900 - 1100 euros', '900 – 1100 euros', 'rent:900..1100'],
  ['rent 1 200 - 1 500', 'loyer 1 200 - 1 500', 'rent:1200..1500'],
  ['received 10 - 15 november', 'reçus 10 à 15 novembre', 'created:10-november..15-november'],
  ['at least 80 score', 'au moins 80 de note', 'score:>=80'],
  ['rent 700 or so', 'loyer 700 environ', 'rent:630..770'],
  ['700ish in Lyon', '700 € à peu près à Lyon', 'rent:630..770 Lyon'],
  ['score over eighty', 'score supérieur à quatre-vingts', 'score:>80'],
  ['at least ninety percent complete', 'quatre vingt dix pour cent ou plus', 'completion:>=90'],
  ['one hundred percent complete', 'complets à cent pour cent', 'completion:100'],
  ['older than forty-five days', 'depuis plus de quarante-cinq jours', 'age:>45d'],
  ['for twenty-one days', 'depuis vingt et un jours', 'age:>21d'],
  ['under a thousand euros', 'moins de mille euros', 'rent:<1000'],
  ['under 2 thousand', 'moins de 2 mille euros', 'rent:<2000'],
  ['rent over twelve hundred', 'loyer de plus de mille deux cents', 'rent:>1200'],
  [
    'between five hundred and seven hundred and fifty euros',
    'entre cinq cents et sept cent cinquante euros',
    'rent:500..750',
  ],
  ['for a dozen days', 'depuis une douzaine de jours', 'age:>12d'],
  [
    'Mrs Forty in Ninety Mile',
    'Mme Quarante à Mille Étangs',
    'Forty Ninety Mile',
    'Quarante Mille Étangs',
  ],
  [
    'rue du Quatre Septembre Cent',
    'rue Cent Dix',
    'created:september rue Quatre Cent',
    'rue Cent Dix',
  ],
])('“%s” and “%s” are “%s”', (en, fr, query, french = query) => {
  expect([told(en), told(fr)]).toEqual([query, french]);
});

test.each([
  ['2024-2025', '2024-2025'],
  ['ready 2024-0342', 'decision:ready 2024-0342'],
  ['is 2024-3421 ready', 'decision:ready 2024-3421'],
  ['0342-0350', '0342-0350'],
  ['1100-900', '1100-900'],
  ['75001-75020', '75001-75020'],
  ['2024-2342 €', 'rent:2024..2342'],
  ['+33 6 12 34 56 78', '+33 6 12 34 56 78'],
])('years, references and telephone numbers are no rents: “%s” is “%s”', (text, query) => {
  expect(told(text)).toBe(query);
});

test.each([
  ['max rent 800', 'max loyer 800', 'rent:<=800'],
  ['min rent 500', 'loyer mini 500', 'rent:>=500'],
  ['maximum rent of 800', 'loyer maximum de 800', 'rent:<=800'],
  ['max. rent is 800', 'loyer max. 800', 'rent:<=800'],
  ['800 max rent', '800 de loyer max', 'rent:<=800'],
  ['at least rent 800', 'au minimum loyer 800', 'rent:>=800'],
  ['max rent 800 min 500', 'max loyer 800 min 500', 'rent:<=800 rent:>=500'],
  ['min rent 500 max rent 800', 'loyer min 500 loyer max 800', 'rent:>=500 rent:<=800'],
  ['rent 800 max 500 min', 'loyer 800 max, 500 mini', 'rent:<=800 rent:>=500'],
  ['max score 60', 'max note 60', 'score:<=60'],
  ['score max 80 and min 40', 'note max 80 et min 40', 'score:<=80 score:>=40'],
  [
    'score max 80 min 40 rent max 900',
    'note max 80 min 40 loyer max 900',
    'score:<=80 score:>=40 rent:<=900',
  ],
  ['min completion 80%', 'min complétude 80 %', 'completion:>=80'],
  ['min 2 guarantors', 'min 2 garants', 'guarantors:>=2'],
  ['min deposit 900', 'min caution 900', 'deposit:>=900'],
  ['max age 3 days', 'âge max 3 jours', 'age:<=3d'],
  [
    'ready, max rent 800, in Lyon',
    'prêts, max loyer 800, à Lyon',
    'decision:ready rent:<=800 Lyon',
  ],
])('a bound before or behind its key: “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['earns over 3000', 'gagne plus de 3000', '', ['earns over 3000', 'gagne plus de 3000']],
  ['max surface 60', 'surface min 40 m2', '', ['max surface 60', 'surface min 40 m2']],
  ['min 2 rooms', 'max 3 pièces', '', ['min 2 rooms', 'max 3 pièces']],
  ['50 m² and more', '50 m2 et plus', '', ['50 m² and more', '50 m2 et plus']],
  ['3+ rooms', '3+ pièces', '', ['≥ 3 rooms', '≥ 3 pièces']],
  [
    'ready, guarantors under 50%',
    'prêts, garants à moins de 50 %',
    'decision:ready',
    ['guarantors under 50 %', 'garants à moins de 50 %'],
  ],
  [
    'guarantors 50% complete',
    'garants à 50 % complets',
    '',
    ['guarantors 50 % complete', 'garants à 50 % complets'],
  ],
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

test.each([
  ['under 900 charges included', 'moins de 900 charges comprises', 'rent:<900'],
  ['max 900 all in', '900€ cc max', 'rent:<=900'],
  ['rent + charges under 1000 in Lyon', 'loyer + charges < 1000 à Lyon', 'rent:<1000 Lyon'],
  ['rent including charges 700-900', 'loyer cc 700-900', 'rent:700..900'],
])('“%s” and « %s » say that charges are not counted', (english, french, query) => {
  for (const text of [english, french]) {
    expect(told(text)).toMatch(/ \((?:[^()]*charges[^()]*|cc|all in)\)$/u);
    expect(told(text)).toContain(query);
  }
});

test.each([
  ['rent excluding charges over 700', 'loyer hors charges > 700', 'rent:>700'],
  ['with charges', 'avec charges', 'has:charges'],
  ['under 900 and charges under 90', 'moins de 900 et charges sous 90', 'rent:<900 charges:<90'],
])('“%s” and « %s » speak of charges as queries do', (english, french, query) => {
  expect([english, french].map(told)).toEqual([query, query]);
});

test.each([
  ['between a grand and 1500', 'entre mille et 1500', 'rent:1000..1500'],
  ['older than 10 d', 'plus de 10 j', 'age:>10d'],
])('amounts are read as people write them: “%s” and “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});
