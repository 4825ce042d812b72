import { expect, test } from 'vitest';

import { told, toldBy } from './told.ts';

function inOrder(query: string): string {
  return query.split(' ').toSorted().join(' ');
}

/** What is denied in both languages, and the query that it asks for. */
const DENIED: readonly (readonly [string, string, string])[] = [
  [
    'files that aren’t ready yet in Nice',
    'ceux qui ne sont pas encore prêts à Nice',
    '-decision:ready Nice',
  ],
  ['isn’t complete yet', 'n’est pas encore complet', 'completion:<100'],
  ['don’t show closed', 'ne montre pas les clos', '-status:closed'],
  ['haven’t been decided', 'n’ont pas été décidés', '-decision:approved,declined'],
  ["wasn't approved", "n'a pas été accepté", '-decision:approved'],
  ['haven’t changed since monday', 'n’ont pas changé depuis lundi', 'updated:<monday'],
  ['haven’t changed for 3 days', 'n’ont pas changé depuis 3 jours', 'stale:>3d'],
  ['nothing since 2 weeks', 'rien depuis deux semaines', 'stale:>2w'],
  ['nothing for ten days in Nice', 'rien depuis dix jours à Nice', 'stale:>10d Nice'],
  ['nothing new for ten days', 'rien de neuf depuis dix jours', 'stale:>10d'],
  ['nothing since monday', 'rien depuis lundi', 'updated:<monday'],
  ['no activity for a month', 'aucune activité depuis un mois', 'stale:>1mo'],
  ['nothing for Dupont', 'rien pour Dupont', '-Dupont'],
  ['I don’t want the closed ones', 'je ne veux pas les clos', '-status:closed'],
  ['I can’t find Dupont', 'je ne trouve pas Dupont', 'Dupont'],
  ['couldn’t find Dupont', 'j’arrive pas à trouver Dupont', 'Dupont'],
  ['cannot find Dupont', 'on trouve plus le dossier de Dupont', 'Dupont'],
  ['cant see the ready ones in Nice', 'vois pas les prêts à Nice', 'decision:ready Nice'],
  ['nothing but Lyon', 'rien que Lyon', 'Lyon'],
  ['nothing but the ready ones', 'rien que les prêts', 'decision:ready'],
  ['don’t forget Dupont', 'n’oublie pas Dupont', 'Dupont'],
  ['I don’t need the archived', 'pas besoin des archivés', 'archived:no'],
  ['no reply for ten days', 'sans réponse depuis dix jours', 'stale:>10d'],
  ['isnt archived', 'n’est pas archivé', 'archived:no'],
  ['can’t be decided', 'ne peuvent pas être décidés', '-decision:approved,declined'],
  ['never been approved', 'n’ont jamais été acceptés', '-decision:approved'],
  ['nobody has approved', 'personne n’a accepté', '-decision:approved'],
  ['not ready or approved', 'pas prêts ou acceptés', '-decision:ready,approved'],
  ['not archived and approved', 'pas archivés et acceptés', 'decision:approved archived:no'],
  [
    'pending, not Lyon, studio',
    'en attente, pas Lyon, studio',
    'decision:pending,ready -Lyon studio',
  ],
];

test.each([
  ['paris except 75011', 'paris sauf 75011', '-75011 paris'],
  ['not 75011', 'pas 75011', '-75011'],
  ['except 75011 and 75012', 'sauf 75011 et 75012', '-75011,75012'],
  ['ready, not in lyon 3', 'prêts, pas à lyon 3', 'decision:ready -69003'],
  ['except lyon 3', 'sauf lyon 3e', '-69003'],
  ['except lyon 3 and 7', 'sauf lyon 3 et 7', '-69003,69007'],
  ['except lyon 3 and paris 11', 'sauf lyon 3 et paris 11', '-69003 -75011'],
  ['except lyon 3 and nice', 'hors lyon 3e arrondissement et nice', '-69003 -nice'],
])('postcodes and districts are denied as a whole: “%s” and “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['ready except 5', 'decision:ready (except 5)'],
  ['prêts sauf 5', 'decision:ready (sauf 5)'],
])('a number that cannot be denied is not asked for: “%s”', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each(DENIED)('“%s” and “%s” deny: “%s”', (en, fr, query) => {
  expect([told(en), told(fr)].map(withoutQuestion)).toEqual([query, query]);
});

test.each([
  ['anything but Paris', 'tout sauf Paris', '-Paris'],
  ['all but the closed ones', 'tous sauf les clos', '-status:closed'],
  ['anything but approved', 'tout sauf acceptés', '-decision:approved'],
  ['everyone but Dupont', 'tout le monde sauf Dupont', '-Dupont'],
  ['everything except Paris and Lyon', 'tout sauf Paris et Lyon', '-Paris -Lyon'],
  ['except Paris, Lyon or Nice', 'sauf Paris, Lyon ou Nice', '-Paris -Lyon -Nice'],
  [
    'all except the closed and the archived',
    'tous sauf les clos et les archivés',
    '-status:closed archived:no',
  ],
  ['except Lyon, oldest first', 'sauf Lyon, les plus anciens d’abord', '-Lyon sort:oldest'],
  ['except Lyon and ready', 'sauf Lyon et prêts', 'decision:ready -Lyon'],
  ['other than Paris', 'autre que Paris', '-Paris'],
  ['not counting the closed', 'sans compter les clos', '-status:closed'],
  ['aside from Paris', 'en dehors de Paris', '-Paris'],
  ['nothing from Paris', 'rien à Paris', '-Paris'],
  ['nobody from Paris', 'personne de Paris', '-Paris'],
  [
    'everyone but couples and Paris',
    'tout le monde sauf couples et Paris',
    '-situation:couple -Paris',
  ],
  ['all pending but Lyon', 'tous en attente sauf Lyon', 'decision:pending,ready -Lyon'],
])('“%s” and “%s” leave out all that follows: “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['hide closed', 'masque les clos'],
  ['ignore the closed', 'ignore les clos'],
  ['skip the closed', 'enlève les clos'],
  ['leave out the closed ones', 'oublie les clos'],
  ['stop showing closed', 'cacher les clos'],
  ['never closed', 'jamais clos'],
])('“%s” and “%s” hide them', (en, fr) => {
  expect([told(en), told(fr)]).toEqual(['-status:closed', '-status:closed']);
});

test.each([
  ['pas hier', '-created:yesterday'],
  ['all but today’s', '-created:today'],
  ['all but those received today', '-created:today'],
  ['ready, not yesterday', 'decision:ready -ready-since:yesterday'],
  ['approved but not this week', 'decision:approved -decided:this-week'],
  ['n’ont pas été reçus hier', '-created:yesterday'],
  ['sauf cette semaine', '-created:this-week'],
  ['not updated today', 'updated:<today'],
])('a date that is denied must not hold: %j is %j', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  ['nothing over 900', 'rent:<=900'],
  ['rien au-dessus de 900', 'rent:<=900'],
  ['no one over 900', 'rent:<=900'],
  ['pas de loyer à plus de 900', 'rent:<=900'],
  ['aucun loyer au dessus de 900', 'rent:<=900'],
  ['none over 2 weeks', 'age:<=2w'],
  ['without a score over 50', 'score:<=50'],
  ['not ready for 2 weeks', '-decision:ready age:>2w'],
])('a comparison that is denied is turned round: %j is %j', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  ['everything but my ready files', ' (everything but my ready)'],
  ['tout sauf mes dossiers prêts', ' (sauf mes dossiers prêts)'],
  ['no flats over 1000', ' (no flats over 1000)'],
])('several conditions that are denied together are told: %j is %j', (text, expected) => {
  expect(toldBy({ email: 'anna@example.com' }, text)).toBe(expected);
});

test.each([
  ['isn’t', ' (isn’t)'],
  ['haven’t changed', ' (haven’t changed)'],
])('a negation that cannot be placed is told: %j is %j', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  ['without approval or a guarantor', 'sans accord ou garant', '-decision:approved no:guarantor'],
  ['without documents or guarantor', 'sans documents ni garant', 'completion:<100 no:guarantor'],
  ['without guarantor or approval', 'sans garant ou accord', '-decision:approved no:guarantor'],
])('whatever is listed behind “without” is lacked: “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([inOrder(told(en)), inOrder(told(fr))]).toEqual([inOrder(query), inOrder(query)]);
});

test.each([
  [
    'how many no this month',
    'combien de non ce mois-ci',
    'count: decision:declined decided:this-month',
  ],
  [
    'how many yes this month',
    'combien de oui ce mois-ci',
    'count: decision:approved decided:this-month',
  ],
  ['how many no guarantor', 'combien sans garant', 'count: no:guarantor'],
])('“no” behind “how many” is a decision: “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['compare Lyon with Nice', 'compare Lyon avec Nice'],
  ['is Lyon busier than Nice', 'est-ce que Lyon est plus chargé que Nice'],
  ['more files in Lyon than in Nice', 'plus de dossiers à Lyon qu’à Nice'],
])('what is compared is asked for on both sides: “%s” and “%s”', (en, fr) => {
  expect([told(en), told(fr)]).toEqual(['compare: Lyon,Nice', 'compare: Lyon,Nice']);
});

test.each([
  ['plus de 2 semaines que Sophie gère', 'manager:Sophie age:>2w'],
  ['à moins de 900 € que Sophie suit', 'rent:<900 manager:Sophie'],
  ['les plus anciens que Sophie gère', 'manager:Sophie sort:oldest'],
  ['more files other than Lyon', 'more -Lyon'],
  ['compare files with a guarantor in Lyon and Nice', 'compare: has:guarantor Lyon,Nice'],
  ['files at 12 grand rue', '12 grand rue'],
  ['files at 3 Grand Place in Lille', '3 Grand Place Lille'],
  ['files at 12 District Road', '12 District Road'],
])(
  'a bound, what is left out and a name are not compared, counted or a district: “%s”',
  (text, query) => {
    expect(told(text)).toBe(query);
  },
);

test.each([
  ['who hasn’t paid insurance', 'qui n’a pas payé son assurance', 'no:insurance'],
  ['who didn’t send their insurance', 'qui n’a pas envoyé son assurance', 'no:insurance'],
  ['haven’t provided a phone', 'n’ont pas fourni de téléphone', 'no:phone'],
  ['files that don’t have insurance', 'dossiers qui n’ont pas d’assurance', 'no:insurance'],
])('what has not been given is lacking: “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)].map(withoutQuestion)).toEqual([query, query]);
});

test.each([
  ['no declined yesterday?', 'aucun dossier refusé hier ?', 'decision:declined decided:yesterday'],
  ['no approved this month', 'aucun accepté ce mois-ci', 'decision:approved decided:this-month'],
  ['ready, no couples', 'prêts, aucun couple', 'decision:ready -situation:couple'],
  ['no pending files', 'aucun dossier en attente', '-decision:pending,ready'],
])('whether there is any is no negation: “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['show archived too', 'les archivés aussi', 'archived:yes,no'],
  ['the archived ones as well', 'aussi les archivés', 'archived:yes,no'],
  [
    'ready, including the archived',
    'prêts, y compris les archivés',
    'decision:ready archived:yes,no',
  ],
  ['closed too', 'les clos aussi', 'status:closed'],
])('what is shown as well is not shown alone: “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)].map((text) => text.replace(/ \((?:too|aussi)\)$/u, ''))).toEqual([
    query,
    query,
  ]);
});

test.each([
  ['ready except with a guarantor', 'prêts sauf avec un garant', 'decision:ready no:guarantor'],
  ['all but those with photo', 'tous sauf ceux avec photo', 'no:photo'],
  [
    'not with a guarantor or insurance',
    'pas avec garant ou assurance',
    'no:guarantor no:insurance',
  ],
  [
    'ready except those without guarantor',
    'prêts sauf ceux sans garant',
    'decision:ready has:guarantor',
  ],
  ['not missing insurance', 'pas sans assurance', 'has:insurance'],
  ['except guarantor missing', 'sauf garant manquant', 'has:guarantor'],
  [
    'hide those who have not paid insurance',
    'masquer ceux qui n’ont pas payé l’assurance',
    'has:insurance',
  ],
  [
    'except those without guarantor or insurance',
    'sauf ceux sans garant ou assurance',
    'has:guarantor,insurance',
  ],
  [
    'without guarantor, not without insurance',
    'sans garant, pas sans assurance',
    'no:guarantor has:insurance',
  ],
])('“%s” and “%s” deny what is had or lacked: “%s”', (en, fr, query) => {
  expect([told(en), told(fr)].map(withoutQuestion)).toEqual([query, query]);
});

test('two things of which either may be lacked are ignored as a whole', () => {
  const texts = [
    'except those with a guarantor and insurance',
    'sauf ceux avec garant et assurance',
  ];
  expect(texts.map(told)).toEqual(texts.map((text) => ` (${text})`));
});

test.each([
  [
    'except Paris and those without guarantor',
    'sauf Paris et ceux sans garant',
    'has:guarantor -Paris',
  ],
  [
    'except closed and those without guarantor',
    'sauf les clos et ceux sans garant',
    '-status:closed has:guarantor',
  ],
  [
    'except those with a guarantor or declined',
    'sauf ceux avec garant ou refusés',
    '-decision:declined no:guarantor',
  ],
  ['except Paris and the closed', 'sauf Paris et les clos', '-status:closed -Paris'],
  ['except the closed, those of Lyon', 'sauf les clos, ceux de Lyon', '-status:closed -Lyon'],
  ['not Paris or closed', 'pas Paris ou clos', '-status:closed -Paris'],
  ['except closed and Paris', 'sauf clos et Paris', '-status:closed Paris'],
  ['not closed and ready', 'pas clos et prêts', '-status:closed decision:ready'],
  [
    'neither ready nor without guarantor',
    'ni prêts ni sans garant',
    '-decision:ready has:guarantor',
  ],
  ['neither guarantor nor score', 'ni garant ni note', 'no:guarantor no:score'],
  ['neither score nor guarantor', 'ni note ni garant', 'no:score no:guarantor'],
])('“%s” and “%s” deny several kinds in one list, or the first only: “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['except those that are not ready', 'sauf ceux qui ne sont pas prêts', 'decision:ready'],
  ['all but those not in Paris', 'tous sauf ceux pas à Paris', 'Paris'],
  [
    'except those not ready or approved',
    'sauf ceux qui ne sont pas prêts ou acceptés',
    'decision:ready,approved',
  ],
  ['no files without guarantor', 'aucun dossier sans garant', 'has:guarantor'],
  ['don’t hide archived', 'ne cache pas les archivés', 'archived:yes,no'],
  ['not excluding archived', 'sans masquer les archivés', 'archived:yes,no'],
  ['nothing missing', 'rien ne manque', 'completion:100'],
  ['not missing anything', 'il ne manque rien', 'completion:100'],
  ['except unscored', 'sauf non notés', 'has:score'],
])('“%s” and “%s” deny twice: “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  'not only the ready',
  'pas seulement les prêts',
  'not just with a guarantor',
  'pas que ceux avec garant',
  'whether or not they are ready',
  'with or without a guarantor',
  'avec ou sans garant',
  'don’t hide those without guarantor',
  'don’t hide the closed',
  'don’t exclude the closed',
  'without excluding Lyon',
  'sans oublier les refusés',
  'sans exclure les refusés',
])('“%s” leaves no file out, and is told as ignored', (text) => {
  expect(told(text)).toBe(` (${text})`);
});

test('“don’t hide” and “not only” are told as ignored where nothing follows', () => {
  expect(['ready, don’t hide', 'ready, not only'].map(told)).toEqual([
    'decision:ready (don’t, hide)',
    'decision:ready (not)',
  ]);
});

test.each(['not without Lyon', 'except missing Dupont', 'hide without Dupont'])(
  'a second negation that denies no known word is told as ignored: “%s”',
  (text) => {
    expect(told(text)).toMatch(/^-\S+ \((?:not|except|hide)\)$/);
  },
);

/** “Who is not ready” asks who, and so does not the same without “who”. */
function withoutQuestion(text: string): string {
  return text.replace(/^who: /u, '');
}

test.each([
  ['with the archived ones', 'avec les archivés', 'archived:yes,no'],
  ['ready even archived', 'prêts y compris archivés', 'decision:ready archived:yes,no'],
])('“%s” and “%s” widen a list: %s', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test('what is missing may stand before the word that says so', () => {
  expect(told('payslips missing lyon')).toBe('lyon (payslips missing)');
});

test.each([
  ['approved but not signed off', 'decision:approved (but not signed off)'],
  ['acceptés mais pas validés', 'decision:approved (mais pas validés)'],
  ['validés mais pas encore acceptés', 'decision:approved (mais pas encore acceptés)'],
  ['approved or declined but not rejected', 'decision:approved,declined -decision:declined'],
  ['pending but not ready', 'decision:pending,ready -decision:ready'],
])(
  'what is denied of the same word is ignored, as no file is both: “%s” is “%s”',
  (text, query) => {
    expect(told(text)).toBe(query);
  },
);

test.each([
  ['no docs or guarantor', 'ni documents ni garant', 'completion:<100 no:guarantor'],
  ['files with no documents', 'dossiers sans documents', 'completion:<100'],
  ['with no documents missing', 'rien ne manque', 'completion:100'],
  ['couples w/o guarantor', 'couples sans garant', 'situation:couple no:guarantor'],
  ['couples wo guarantor', 'couples ss garant', 'situation:couple no:guarantor'],
])('what is lacked is asked for, however short: “%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)].map(inOrder)).toEqual([query, query].map(inOrder));
});
