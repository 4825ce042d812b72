import { expect, test } from 'vitest';

import { understand } from '../../../src/portfolio/phrases/understand.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';
import { QueryError } from '../../../src/portfolio/query/errors.ts';
import { told, toldBy } from './told.ts';

test.each([
  ['managed by Sophie', 'gérés par Sophie', 'manager:Sophie'],
  ['files assigned to Sophie', 'les dossiers attribués à Sophie', 'manager:Sophie'],
  ['ready, handled by Sophie', 'prêts, suivis par Sophie', 'decision:ready manager:Sophie'],
  ['managed by Sophie Martin', 'gérés par Sophie Martin', 'manager:"Sophie Martin"'],
  ['managed by Sophie or Tom Roy', 'gérés par Sophie ou Tom Roy', 'manager:Sophie,"Tom Roy"'],
  ['managed by sophie lyon', 'gérés par sophie lyon', 'manager:sophie lyon'],
  ['not managed by Sophie', 'pas gérés par Sophie', '-manager:Sophie'],
  ['not assigned to Sophie', 'pas confiés à Sophie', '-manager:Sophie'],
  ['managed by nobody', 'gérés par personne', 'no:manager'],
  ['not managed by anyone', 'pas gérés par quelqu’un', 'no:manager'],
  ['not handled by anybody', 'pas gérée par personne', 'no:manager'],
  ['handled by no one', 'gérées par personne', 'no:manager'],
  ['except managed by Sophie', 'sauf gérés par Sophie', '-manager:Sophie'],
  ['all except the ones managed by Sophie', 'tous sauf ceux gérés par Sophie', '-manager:Sophie'],
  ['all but those handled by Sophie', 'tous sauf ceux suivis par Sophie', '-manager:Sophie'],
  [
    'all except those managed by Sophie and Tom',
    'tous sauf ceux gérés par Sophie et Tom',
    '-manager:Sophie,Tom',
  ],
  [
    'all except Lyon and those managed by Sophie',
    'tous sauf Lyon et ceux gérés par Sophie',
    '-manager:Sophie -Lyon',
  ],
  [
    'all except those not managed by Sophie',
    'tous sauf ceux qui ne sont pas gérés par Sophie',
    'manager:Sophie',
  ],
  ['except taken by <@U123ABC>', 'sauf ceux pris par <@U123ABC>', '-taken:@U123ABC'],
  ['except those Sophie manages', 'sauf ceux que Sophie gère', '-manager:Sophie'],
  ['all but the ones Sophie manages', 'tous sauf ceux que gère Sophie', '-manager:Sophie'],
  [
    'except those Sophie and Tom Roy manage',
    'sauf ceux que Sophie et Tom Roy gèrent',
    '-manager:Sophie,"Tom Roy"',
  ],
  [
    'except ready, managed by Sophie',
    'sauf prêts, gérés par Sophie',
    '-decision:ready manager:Sophie',
  ],
  ['except taken by nobody', 'sauf ceux pris par personne', '-taken:nobody'],
  ['the ones Sophie manages', 'ceux que Sophie gère', 'manager:Sophie'],
  ['files Sophie manages', 'les dossiers que gère Sophie', 'manager:Sophie'],
  ['which files does Sophie manage', 'quels dossiers gère Sophie', 'manager:Sophie'],
  [
    'ready in Lyon Sophie manages',
    'prêts à Lyon que gère Sophie',
    'decision:ready manager:Sophie Lyon',
  ],
  ['files Sophie doesn’t manage', 'ceux que Sophie ne gère pas', '-manager:Sophie'],
  ['except those Sophie doesn’t manage', 'sauf ceux que Sophie ne gère pas', 'manager:Sophie'],
  ['files Mr Durand manages', 'les dossiers que gère Mme Durand', 'manager:Durand'],
  ['how many does Sophie manage', 'combien de dossiers gère Sophie', 'count: manager:Sophie'],
  ['who manages Dupont', 'qui gère Dupont', 'manager: Dupont'],
  ['files somebody manages', 'dossiers que quelqu’un gère', 'has:manager'],
])('who manages files is asked of managers: “%s” and « %s » are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['except ready managed by Sophie', 'sauf les prêts gérés par Sophie'],
  ['except the ready ones Sophie manages', 'sauf les prêts que Sophie gère'],
  ['except those in Lyon managed by Sophie', 'sauf ceux à Lyon gérés par Sophie'],
  ['except those Sophie managed', 'sauf ceux que Sophie a gérés'],
])('what no query leaves out is ignored as a whole: “%s” and « %s »', (...texts) => {
  expect(texts.map((text) => told(text))).toEqual(texts.map((text) => ` (${text})`));
});

test.each([
  ['except those taken by Sophie', 'sauf ceux pris par Sophie'],
  ['all but the ones Sophie took', 'tous sauf ceux que Sophie a pris'],
  ['except those watched by Sophie', 'sauf ceux que Sophie a pris en charge'],
])('who took files is named by a mention, also where they are left out: “%s”', (...texts) => {
  for (const text of texts) expect(() => understand(text)).toThrow(QueryError);
});

test.each([
  'which manager handles Dupont',
  'someone else manages',
  'quel gestionnaire gère Dupont',
  'les dossiers que gère personne',
])('“%s” names nobody who manages', (text) => {
  expect(understand(text).query.conditions.map(({ kind }) => kind)).not.toContain('text');
});

const isPlace = (words: string) => ['Lyon', 'Saint Denis'].includes(words);

test.each([
  ['files from Lyon Sophie manages', 'manager:Sophie Lyon'],
  ['in Saint Denis Sophie manages', 'manager:Sophie Saint Denis'],
  ['les dossiers de Lyon que gère Sophie', 'manager:Sophie Lyon'],
])('a town before a name is no part of it: “%s”', (text, query) => {
  const { query: asked } = understand(text, 'en', { dateOrder: null, isPlace });
  expect(formatQuery(asked, 'en')).toBe(query);
});

const asClaire = (text: string) =>
  formatQuery(understand(text, 'en', { email: 'claire@agency.example' }).query, 'en');

test.each([
  ['not assigned to me', 'pas attribués à moi', '-manager:claire@agency.example'],
  ['not handled by me', 'pas suivis par moi', '-manager:claire@agency.example'],
  ['not managed by Tom and me', 'pas gérés par Tom et moi', '-manager:Tom,claire@agency.example'],
  ['not assigned', 'pas attribués', 'no:manager'],
  ['files I don’t manage', 'les biens que je gère pas', '-manager:claire@agency.example'],
  ['managed by me', 'géré par moi', 'manager:claire@agency.example'],
  ['managed by me', 'gérée par moi', 'manager:claire@agency.example'],
  ['managed by me', 'gérées par moi', 'manager:claire@agency.example'],
  [
    'not managed by anyone else',
    'pas gérés par quelqu’un d’autre',
    'manager:claire@agency.example',
  ],
  ['managed by someone else', 'géré par quelqu’un d’autre', '-manager:claire@agency.example'],
  [
    'except managed by Tom and me',
    'sauf ceux gérés par Tom et moi',
    '-manager:Tom,claire@agency.example',
  ],
  ['do I have any', 'je gère combien de dossiers', 'manager:claire@agency.example'],
])('what others manage, or nobody: “%s” and « %s » are “%s”', (en, fr, query) => {
  expect([asClaire(en), asClaire(fr)]).toEqual([query, query]);
});

test.each([
  ['whose guarantor is missing', 'dont le garant manque', 'no:guarantor'],
  ['waiting for the tenant', 'en attente des pièces', 'stage:waiting-for-documents'],
  ['without documents', 'sans pièces', 'completion:<100'],
])('what a file lacks: “%s” and « %s » are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['income at least 3 times the rent', ' (income at least 3 times the rent)'],
  ['low score, high rent', 'sort:lowest-score (high rent)'],
  ['one bedroom in Lyon', '"1 bedroom" Lyon'],
  ['available on 1 December', 'availability:<=1-december'],
  ['libre au 1er décembre', 'availability:<=1-december'],
  ['sans suite à Lyon', 'Lyon (sans suite)'],
  ['ready and waiting for documents', 'stage:ready,waiting-for-documents'],
  ['prêts ou en attente de pièces à Lyon', 'stage:ready,waiting-for-documents Lyon'],
  [
    'ready or waiting for documents since monday',
    'stage:ready,waiting-for-documents created:>=monday',
  ],
  ['everyone except students, ready', 'decision:ready -students'],
])('nothing of a sentence is lost: “%s” is “%s”', (text, query) => {
  expect(told(text)).toBe(query);
});

const TODAY = { today: Temporal.PlainDate.from('2026-11-27') };

test.each([
  ['dispo la semaine prochaine', 'availability:2026-11-30..2026-12-06'],
  ['available next week in Lyon', 'availability:2026-11-30..2026-12-06 Lyon'],
  ['properties free next week', 'availability:2026-11-30..2026-12-06'],
  ['biens libres demain', 'availability:2026-11-28'],
  ['dispo le mois prochain', 'availability:2026-12-01..2026-12-31'],
  ['dispo dès demain', 'availability:>=2026-11-28'],
  ['dispo dès le mois prochain', 'availability:>=2026-12-01'],
  ['available by next month', 'availability:<=2026-12-31'],
  ['available from next month', 'availability:>=2026-12-01'],
  ['dispo avant le mois prochain', 'availability:<2026-12-01'],
  ['ready next week', 'decision:ready (next week)'],
  ['nov 20 - nov 24', 'created:20-november..24-november'],
  ['20 nov - 24 nov', 'created:20-november..24-november'],
  ['monday - wednesday', 'created:monday..wednesday'],
  ['Lyon - monday', 'created:monday Lyon'],
  ['3 - march', 'created:3-march'],
  ['not overdue', ' (not overdue)'],
  ['aucun dossier en retard', ' (aucun dossier en retard)'],
  ['€1000 - €1500 annecy', 'rent:1000..1500 annecy'],
  ['from €1,000 to €1,500', 'rent:1000..1500'],
  ['which files are overdue', 'decision:pending,ready (overdue)'],
  ['en retard à Annecy', 'decision:pending,ready Annecy (en retard)'],
  ['on met combien de temps à décider', 'figures: '],
])('periods to come, ranges with a dash, and limits of digests: “%s” is “%s”', (text, query) => {
  expect(toldBy(TODAY, text)).toBe(query);
});

test.each([
  'what has claire taken',
  'files claire took',
  'taken by claire',
  'les dossiers pris par hannah',
  'ce qu’a pris hannah',
  'les dossiers que hannah a pris',
  'claimed by claire',
  'files tom is watching in Lyon',
])('who took or watches a file is asked by a mention, and a name is refused: “%s”', (text) => {
  expect(() => told(text)).toThrow('query_unknown_value');
});

test.each([
  ['someone has taken', '-taken:nobody'],
  ['nobody took', 'taken:nobody'],
  ['what have I taken', '-taken:nobody'],
  ['Dupont took the flat', 'category:apartment Dupont took'],
  ['how long did Dupont take', 'card: Dupont take'],
])('“%s” names nobody', (text, query) => {
  expect(told(text)).toBe(query);
});
