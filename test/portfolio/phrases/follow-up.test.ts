import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  besideQuery,
  changedQuery,
  datedLike,
  liftedQuery,
  numberedLike,
  turnedQuery,
  widenedQuery,
} from '../../../src/portfolio/phrases/changed-query.ts';
import {
  type FollowUp,
  followUpIn,
  refinementIn,
} from '../../../src/portfolio/phrases/follow-up.ts';
import type { FollowUpPhrases, Phrases } from '../../../src/portfolio/phrases/grammar/index.ts';
import { FOLLOW_UPS } from '../../../src/portfolio/phrases/grammar/tables.ts';
import { understand } from '../../../src/portfolio/phrases/understand.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import type { Condition } from '../../../src/portfolio/query/query.ts';

/** Free words that stand together in some file; no file has two of these towns. */
const HELD = new Set(['Lyon', 'Nantes', 'Dupont', 'Martin']);
const APART = new Set(['Lyon Nantes', 'Nantes Lyon']);

/** The number of files with all conditions, as far as their free words and decisions tell. */
function countOf(conditions: readonly Condition[]): number {
  const words = conditions.flatMap((one) => (one.kind === 'words' && !one.not ? one.any : []));
  const decisions = conditions.filter((one) => one.kind === 'choice' && one.key === 'decision');
  const isApart = APART.has(words.join(' ')) || decisions.length > 1;
  return words.every((word) => HELD.has(word)) && !isApart ? 1 : 0;
}

function changed(
  base: string,
  { text, isOther, isAlso }: Extract<FollowUp, { kind: 'change' }>,
): string {
  const before = parseQuery(base);
  const change = datedLike(before, understand(numberedLike(before, text)).query, text);
  if (isAlso === true) return formatQuery(widenedQuery(before, change), 'en');
  return formatQuery(changedQuery(before, change, isOther, countOf), 'en');
}

/** What is said in both languages, the query before it, and the query after it. */
const CHANGES: readonly (readonly [string, string, string, string])[] = [
  ['only Lyon', 'seulement Lyon', 'decision:ready', 'decision:ready Lyon'],
  ['Lyon only', 'Lyon uniquement', 'decision:ready', 'decision:ready Lyon'],
  ['just Lyon please', 'juste Lyon svp', '', 'Lyon'],
  ['ok, only the ones in Lyon', 'ok, seulement ceux de Lyon', 'sort:oldest', 'Lyon sort:oldest'],
  ['only Lyon', 'uniquement Lyon', 'decision:ready Nantes', 'decision:ready Lyon'],
  ['only Lyon', 'seulement Lyon', 'Dupont', 'Dupont Lyon'],
  ['only Lyon', 'seulement Lyon', 'property:Nantes', 'property:Nantes Lyon'],
  [
    'what about Nantes?',
    'qu’en est-il de Nantes ?',
    'decision:ready Lyon',
    'decision:ready Nantes',
  ],
  ['and in Nantes?', 'et à Nantes ?', 'Dupont Lyon', 'Dupont Nantes'],
  ['Nantes instead', 'plutôt Nantes', 'Lyon', 'Nantes'],
  ['what about Martin?', 'et Martin ?', 'Dupont', 'Martin'],
  ['and the rejected ones?', 'et les refusés ?', 'decision:ready Lyon', 'Lyon decision:declined'],
  ['only the ready ones', 'seulement les prêts', 'decision:awaiting', 'decision:ready'],
  ['and the approved ones?', 'et les acceptés ?', '-decision:ready', 'decision:approved'],
  ['but not Lyon', 'mais pas Lyon', 'decision:ready', 'decision:ready -Lyon'],
  ['not Lyon 3', 'pas Lyon 3', 'Lyon', '-69003 Lyon'],
  ['except Lyon', 'sauf Lyon', 'decision:ready Lyon', 'decision:ready -Lyon'],
  ['remove Lyon', 'enlève Lyon', 'decision:ready', 'decision:ready -Lyon'],
  ['only under 900 euros', 'seulement à moins de 900 euros', 'rent:>500', 'rent:>500 rent:<900'],
  ['only under 700 euros', 'seulement à moins de 700 euros', 'rent:<900', 'rent:<700'],
  ['only under 900', 'seulement moins de 900', 'rent:>500', 'rent:>500 rent:<900'],
  ['and over 80?', 'et plus de 80 ?', 'score:>90 Lyon', 'Lyon score:>80'],
  ['only without guarantor', 'seulement sans garant', 'no:photo', 'no:photo no:guarantor'],
  ['and yesterday?', 'et hier ?', 'created:today', 'created:yesterday'],
  ['and yesterday?', 'et hier ?', 'decided:today Lyon', 'Lyon decided:yesterday'],
  [
    'and the ones received yesterday?',
    'et ceux reçus hier ?',
    'updated:today',
    'updated:today created:yesterday',
  ],
  ['and more than 9 days?', 'et depuis plus de 9 jours ?', 'stale:>5d', 'stale:>9d'],
  ['only couples', 'uniquement les couples', 'situation:roommates', 'situation:couple'],
  ['sort by score', 'trier par note', 'decision:ready', 'decision:ready sort:score'],
  ['now sort by score', 'maintenant trier par note', 'Lyon sort:oldest', 'Lyon sort:score'],
  ['oldest first', 'les plus anciens d’abord', 'Lyon sort:score', 'Lyon sort:oldest'],
  ['only Lyon', 'seulement Lyon', 'Lyon', 'Lyon'],
  ['without the approved', 'sans les acceptés', 'Lyon', 'Lyon -decision:approved'],
  ['not the houses', 'pas les maisons', 'decision:ready', 'decision:ready -category:house'],
  ['not the archived', 'pas les archivés', 'Lyon', 'Lyon archived:no'],
  ['also Nantes', 'aussi Nantes', 'decision:ready Lyon', 'decision:ready Lyon,Nantes'],
  ['Nantes too', 'Nantes aussi', 'property:Lyon', 'property:Lyon,Nantes'],
  [
    'and rejected ones too',
    'et les refusés aussi',
    'decision:ready Lyon',
    'Lyon decision:ready,declined',
  ],
  ['also pending ones', 'aussi ceux en attente', 'Lyon', 'Lyon'],
  ['also the declined', 'aussi les refusés', 'Lyon -decision:declined', 'Lyon'],
  ['or Nantes', 'ou à Nantes', 'decision:ready Lyon', 'decision:ready Lyon,Nantes'],
  ['including the declined', 'y compris les refusés', 'decision:ready', 'decision:ready,declined'],
  ['then Nantes', 'puis Nantes', 'decision:ready Lyon', 'decision:ready Nantes'],
  ['change to Nantes', 'change pour Nantes', 'decision:ready Lyon', 'decision:ready Nantes'],
  ['no i meant Nantes', 'non je voulais dire Nantes', 'Lyon', 'Nantes'],
  ['not Lyon, Nantes', 'pas Lyon mais Nantes', 'decision:ready Lyon', 'decision:ready Nantes'],
  ['not ready but declined', 'pas prêts, refusés', 'decision:ready', 'decision:declined'],
  ['not complete', 'pas complets', 'Lyon', 'Lyon completion:<100'],
  ['no guarantor', 'sans garant', 'Lyon', 'Lyon no:guarantor'],
  ['not scored', 'pas notés', 'Lyon', 'Lyon no:score'],
  ['skip those with no guarantor', 'ignore ceux sans garant', 'Lyon', 'Lyon has:guarantor'],
  ['remove the couples', 'vire les couples', 'Lyon', 'Lyon -situation:couple'],
  ['only Lyon', 'que Lyon', 'decision:ready', 'decision:ready Lyon'],
  ['only the ready ones', 'que des prêts', 'Lyon', 'Lyon decision:ready'],
  ['the ready ones', 'ceux qui sont prêts', 'Lyon', 'Lyon decision:ready'],
  ['just the declined ones?', 'ceux qui sont refusés', 'Lyon', 'Lyon decision:declined'],
  ['which ones are complete?', 'lesquels sont complets ?', 'Lyon', 'Lyon completion:100'],
  ['are any ready', 'y en a-t-il de prêts', 'Lyon', 'Lyon decision:ready'],
  ['any over 1000?', 'à plus de 1000 ?', 'Lyon', 'Lyon rent:>1000'],
  ['how many have a guarantor', 'combien ont un garant', 'Lyon', 'Lyon has:guarantor'],
  ['which have a guarantor', 'lesquels ont un garant', 'Lyon', 'Lyon has:guarantor'],
  ['how many in Nantes', 'combien à Nantes', 'decision:ready Lyon', 'decision:ready Nantes'],
  ['max 900', 'maximum 900', 'Lyon', 'Lyon rent:<=900'],
  ['up to 1000', 'jusqu’à 1000', 'rent:<900 Lyon', 'Lyon rent:<=1000'],
  ['over 3 weeks', 'plus de 3 semaines', 'ready:>2w', 'ready:>3w'],
  ['over 3 weeks', 'plus de 3 semaines', 'Lyon', 'Lyon age:>3w'],
  ['since Monday', 'depuis lundi', 'decided:last-week', 'decided:>=monday'],
  ['since Monday', 'depuis lundi', 'Lyon', 'Lyon created:>=monday'],
  ['score over 70', 'note supérieure à 70', 'Lyon', 'Lyon score:>70'],
  ['with a guarantor', 'avec un garant', 'Lyon', 'Lyon has:guarantor'],
  ['between 500 and 700', 'entre 500 et 700', 'rent:<900', 'rent:500..700'],
  ['worst first', 'les pires d’abord', 'Lyon sort:oldest', 'Lyon sort:lowest-score'],
  ['more recent ones', 'plus récents', 'Lyon', 'Lyon sort:newest'],
];

test.each(CHANGES)('“%s” and “%s”, after “%s”, ask for “%s”', (en, fr, base, wanted) => {
  for (const text of [en, fr]) {
    const followUp = followUpIn(text);
    if (followUp?.kind !== 'change') throw new Error(`${text} changes nothing`);
    expect(canonical(changed(base, followUp))).toEqual(canonical(wanted));
  }
});

test.each(['by Sophie', 'with Sophie', 'par Sophie', 'de Sophie', 'managed by Sophie'])(
  '“%s”, behind a list, asks for those of that person',
  (text) => {
    expect(followUpIn(text)).toMatchObject({ kind: 'change', isOther: false });
  },
);

test.each(['of course', 'with pleasure', 'de rien', 'avec plaisir'])(
  '“%s”, behind a list, is only polite',
  (text) => {
    expect(followUpIn(text)).toBeNull();
  },
);

test.each(['only furnished', 'seulement meublés'])(
  '“%s” takes the place of no town, also where no file has both',
  (text) => {
    const followUp = followUpIn(text);
    if (followUp?.kind !== 'change') throw new Error(`${text} changes nothing`);
    const [, word = ''] = text.split(' ');
    expect(changed('decision:ready Lyon', followUp)).toBe(`decision:ready Lyon ${word}`);
    expect(changed(`Lyon ${word}`, { ...followUp, text: 'Nantes' })).toBe(`${word} Nantes`);
  },
);

function canonical(query: string): readonly string[] {
  const { conditions, sort } = parseQuery(query);
  return [...texts(conditions).toSorted(), String(sort)];
}

function texts(conditions: readonly Condition[]): string[] {
  return conditions.map((one) => formatQuery({ conditions: [one], sort: null }, 'en'));
}

test.each([
  ['remove the ready filter', 'enlève le filtre prêts', 'decision:ready Lyon', 'Lyon'],
  ['clear the Lyon filter', 'retire le filtre Lyon', 'decision:ready Lyon', 'decision:ready'],
  ['drop the rent under 900 filter', 'sans le critère loyer < 900', 'rent:<800 Lyon', 'Lyon'],
  ['remove the Nice filter', 'supprime le filtre Nice', 'Lyon', 'Lyon'],
])('“%s” and “%s”, after “%s”, leave “%s”', (en, fr, base, left) => {
  for (const text of [en, fr]) {
    const followUp = followUpIn(text);
    if (followUp?.kind !== 'change') throw new Error(`${text} changes nothing`);
    expect(followUp.isLifted).toBe(true);
    const named = understand(followUp.text).query;
    expect(formatQuery(liftedQuery(parseQuery(base), named), 'en')).toBe(left);
  }
});

test.each(['remove the filter', 'clear the filters', 'enlève les filtres', 'annule ces critères'])(
  '“%s” asks for all files',
  (text) => {
    expect(followUpIn(text)).toEqual({ kind: 'reset' });
  },
);

test.each<[string, string, FollowUp]>([
  ['next', 'suivant', { kind: 'page', to: 'next' }],
  ['next page, please', 'page suivante, svp', { kind: 'page', to: 'next' }],
  ['show me the next page', 'montre la page suivante', { kind: 'page', to: 'next' }],
  ['More!', 'La suite !', { kind: 'page', to: 'next' }],
  ['previous', 'précédent', { kind: 'page', to: 'previous' }],
  ['go back', 'retour', { kind: 'page', to: 'previous' }],
  ['page 3', 'page 3', { kind: 'page', to: 3 }],
  ['page 3 of the files', 'page 3 des dossiers', { kind: 'page', to: 3 }],
  [
    'next page of the files, please',
    'page suivante des dossiers svp',
    { kind: 'page', to: 'next' },
  ],
  ['first page', 'première page', { kind: 'page', to: 1 }],
  ['all of them', 'sans filtre', { kind: 'reset' }],
  ['reset', 'réinitialiser', { kind: 'reset' }],
])('“%s” and “%s” turn the page, or ask for all', (en, fr, wanted) => {
  expect([en, fr].map(followUpIn)).toEqual([wanted, wanted]);
});

test.each([
  ['ready in Lyon', 'prêts à Lyon'],
  ['Lyon', 'Dupont'],
  ['next month', 'le mois prochain'],
  ['files of more than 3 days', 'dossiers de plus de 3 jours'],
  ['show me under 900', 'montre-moi moins de 900'],
  ['received since Monday', 'reçus depuis lundi'],
  ['new this week', 'nouveaux cette semaine'],
  ['anything under 900', 'appartements de moins de 900'],
  ['incomplete', 'incomplets'],
  ['how many files in Nantes', 'combien de dossiers à Nantes'],
  ['not Lyon, furnished', 'pas Lyon, meublés'],
  ['what should I do', 'que dois-je faire'],
  ['not updated for 3 days', 'pas modifiés depuis 3 jours'],
  ['and the phone number of Dupont', 'et le téléphone de Dupont'],
  ['what is missing for Dupont', 'que manque-t-il à Dupont'],
  ['where is the file of Dupont', 'où est le dossier de Dupont'],
  ['what does ready mean', 'que veut dire prêt'],
  ['page 0', 'page de garde'],
  ['only', 'seulement'],
  ['sort:score', 'tri:note'],
  ['only "Lyon', 'seulement «Lyon'],
  ['', ' … '],
])('“%s” and “%s” are requests of their own', (en, fr) => {
  expect([en, fr].map(followUpIn)).toEqual([null, null]);
});

test('in the field of a list, every text changes it', () => {
  expect(['Lyon', 'all', 'tous les dossiers', 'next'].map(refinementIn)).toEqual([
    { kind: 'change', text: 'Lyon', isOther: false, isQuery: true },
    { kind: 'reset' },
    { kind: 'reset' },
    { kind: 'page', to: 'next' },
  ]);
});

const said = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc
    .array(fc.constantFrom('only', 'and', 'et', 'page', '3', 'next', 'Lyon', 'prêts', '"', 'not'), {
      maxLength: 12,
    })
    .map((words) => words.join(' ')),
);

test('whatever is said is a follow-up or none, and what it asks for stands in what was said', () => {
  fc.assert(
    fc.property(said, (text) => {
      const followUp = followUpIn(text);
      const asked = followUp?.kind === 'change' ? followUp.text : '';
      const page = followUp?.kind === 'page' && typeof followUp.to === 'number' ? followUp.to : 1;
      expect([text.includes(asked), page > 0]).toEqual([true, true]);
    }),
  );
});

test.each(['how many?', 'ok, how many', 'combien ?', 'combien sont-ils ?'])(
  'the files of a list are counted by %j',
  (text) => {
    expect(followUpIn(text)).toEqual({ kind: 'change', text, isOther: false, isQuery: true });
    expect(understand(text).question).toBe('count');
  },
);

test.each(['who are they?', 'qui sont-ils ?', 'who?'])('%j asks who applies in a list', (text) => {
  expect(followUpIn(text)).toEqual({ kind: 'change', text, isOther: false, isQuery: true });
  expect(understand(text).question).toBe('who');
});

test.each(['how many ready', 'combien de prêts', 'who manages Dupont', 'et qui gère Dupont ?'])(
  '%j is a request of its own',
  (text) => {
    expect(followUpIn(text)).toBe(null);
  },
);

const query = fc
  .array(
    fc.constantFrom(
      'Lyon',
      'Nantes',
      'Dupont',
      '-Lyon',
      'decision:ready',
      '-decision:ready',
      'decision:declined',
      'rent:>500',
      'rent:<900',
      'tag:urgent',
      'no:photo',
      'archived:no',
      'age:>3d',
    ),
    { maxLength: 5 },
  )
  .map((terms) => parseQuery(terms.join(' ')));

test('what a follow-up asks for holds afterwards, and asking it twice changes nothing more', () => {
  fc.assert(
    fc.property(query, query, fc.boolean(), (base, change, isOther) => {
      const once = changedQuery(base, change, isOther, countOf);
      const twice = changedQuery(once, change, isOther, countOf);
      expect(texts(once.conditions)).toEqual(expect.arrayContaining(texts(change.conditions)));
      expect(new Set(texts(twice.conditions))).toEqual(new Set(texts(once.conditions)));
    }),
  );
});

test('what a list asks for already takes no other name out of it', () => {
  const base = parseQuery('Dupont Nantes');
  expect(changedQuery(base, parseQuery('Dupont'), true, countOf)).toEqual(base);
});

/** Every phrase of a kind, in both languages. */
const phrasesOf = (pick: (phrases: FollowUpPhrases) => Phrases) => FOLLOW_UPS.flatMap(pick);

test.each([
  ...phrasesOf(({ narrow }) => narrow).map((phrase) => [`${phrase} Lyon`, {}] as const),
  ...phrasesOf(({ narrowAfter }) => narrowAfter).map((phrase) => [`Lyon ${phrase}`, {}] as const),
  ...phrasesOf(({ other }) => other).map(
    (phrase) => [`${phrase} Lyon`, { isOther: true }] as const,
  ),
  ...phrasesOf(({ otherAfter }) => otherAfter).map(
    (phrase) => [`Lyon ${phrase}`, { isOther: true }] as const,
  ),
  ...phrasesOf(({ also }) => also).map((phrase) => [`${phrase} Lyon`, { isAlso: true }] as const),
  ...phrasesOf(({ alsoAfter }) => alsoAfter).map(
    (phrase) => [`Lyon ${phrase}`, { isAlso: true }] as const,
  ),
])('“%s” changes the list by its condition', (text, how) => {
  const change = { kind: 'change', text: 'Lyon', isOther: false, isQuery: false, ...how };
  expect(followUpIn(text)).toEqual(change);
});

test.each(phrasesOf(({ except }) => except))('“%s Lyon” is a condition as a whole', (phrase) => {
  const text = `${phrase} Lyon`;
  expect(followUpIn(text)).toEqual({ kind: 'change', text, isOther: false, isQuery: true });
});

test.each([
  ...phrasesOf(({ next }) => next).map((phrase) => [phrase, { kind: 'page', to: 'next' }] as const),
  ...phrasesOf(({ previous }) => previous).map(
    (phrase) => [phrase, { kind: 'page', to: 'previous' }] as const,
  ),
  ...phrasesOf(({ first }) => first).map((phrase) => [phrase, { kind: 'page', to: 1 }] as const),
  ...phrasesOf(({ page }) => page).map(
    (phrase) => [`${phrase} 3`, { kind: 'page', to: 3 }] as const,
  ),
  ...phrasesOf(({ reset }) => reset).map((phrase) => [phrase, { kind: 'reset' }] as const),
])('“%s”, also after a polite word, turns pages or starts over', (phrase, meaning) => {
  expect(followUpIn(phrase)).toEqual(meaning);
  for (const filler of phrasesOf(({ fillers }) => fillers)) {
    expect(followUpIn(`${filler} ${phrase}`)).toEqual(meaning);
  }
});

test.each([
  ...phrasesOf(({ turn }) => turn),
  'sort the other way',
  'trie dans l’autre sens',
  'in reverse please',
])('“%s” turns the order of the list round', (text) => {
  const turned = { kind: 'change', text, isOther: false, isTurned: true, isQuery: true };
  expect(followUpIn(text)).toEqual(turned);
});

test.each([
  ['newest', null, 'oldest'],
  ['waiting', null, 'newest'],
  ['newest', 'score', 'lowest-score'],
  ['newest', 'lowest-rent', 'highest-rent'],
  ['newest', 'updated', null],
  ['newest', 'oldest', null],
  ['waiting', 'newest', null],
] as const)('the opposite of a list, %s unless %s, is %s', (usual, sort, opposite) => {
  const turned = turnedQuery({ conditions: [], sort }, usual);
  expect(turned?.sort ?? null).toBe(opposite);
});

const SATURDAY = Temporal.PlainDate.from('2026-11-21');

test.each([
  ['the week before', 'la semaine d’avant', 'decided:last-week', 'decided:2026-11-02..2026-11-08'],
  ['previous week', 'semaine précédente', 'created:2026-09', 'created:2026-08-24..2026-08-30'],
  ['the month before that', 'le mois d’avant', 'decided:last-month Lyon', 'decided:2026-09 Lyon'],
  ['the day before', 'le jour d’avant', 'created:yesterday', 'created:2026-11-19'],
  ['the year before', 'l’année précédente', 'created:2026-09', 'created:2025'],
  [
    'the weekend before',
    'le week-end précédent',
    'created:last-weekend',
    'created:2026-11-07..2026-11-08',
  ],
  [
    'the following quarter',
    'le trimestre suivant',
    'created:2025',
    'created:2026-01-01..2026-03-31',
  ],
  [
    'the week after',
    'la semaine suivante',
    'created:2026-11-02..2026-11-08',
    'created:2026-11-09..2026-11-15',
  ],
])('“%s” and “%s”, after “%s”, ask for “%s”', (en, fr, base, wanted) => {
  for (const text of [en, fr]) {
    expect(followUpIn(text)).toMatchObject({ kind: 'change', text });
    const beside = besideQuery(parseQuery(base), text, SATURDAY);
    expect(beside && formatQuery(beside, 'en')).toBe(wanted);
  }
});

test.each([
  ['the week before', 'Lyon'],
  ['the week before', 'created:today updated:today'],
  ['the week before', 'created:today,yesterday'],
  ['the week before Lyon', 'created:today'],
  ['last week', 'created:today'],
])('“%s”, after “%s”, is beside no period', (text, base) => {
  expect(besideQuery(parseQuery(base), text, SATURDAY)).toBeNull();
});

test.each([
  ['rent:<700 Lyon', '800', 'rent:<800'],
  ['rent:<700 Lyon', '800 €', 'rent:<800'],
  ['rent:>=700', 'over 800', 'over 800'],
  ['rent:500..700', '800', 'rent 800'],
  ['score:>60 rent:<700', '800', '800'],
  ['score:>60 rent:<700', 'over 65', 'score over 65'],
  ['score:>60 rent:<700', 'moins de 650', 'moins de 650'],
  ['rent:<700', '69003', '69003'],
  ['age:>10d', 'over 15', 'age:>15d'],
  ['ready:>2w', 'plus de 3 ?', 'ready:>3w'],
  ['age:<10d', '15', 'age:<15d'],
  ['age:>10d', 'over 900', 'over 900'],
  ['age:>10d score:>80', 'over 85', 'over 85'],
  ['age:>10d', 'Lyon 3', 'Lyon 3'],
  ['rent:<700', 'rent:800', 'rent:800'],
  ['rent:<700', 'rent = 800', 'rent = 800'],
  ['rent:<700', 'exactly 800 €', 'exactly 800 €'],
])('after “%s”, “%s” is read as “%s”', (before, text, expected) => {
  expect(numberedLike(parseQuery(before), text)).toBe(expected);
});

test.each(['everything but pending', 'anything but Lyon', 'everywhere except Lyon'])(
  '“%s” asks for files of its own',
  (text) => {
    expect(followUpIn(text)).toBeNull();
  },
);

test('a word behind a condition changes nothing where more follows', () => {
  expect(followUpIn('Lyon only Nantes')).toBeNull();
  expect(followUpIn('Lyon aussi les refusés')).toBeNull();
});
