import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Entry, entryOf } from '../../../src/portfolio/entry.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';
import { ALL_PARTS } from '../../../src/portfolio/query/keys/parts.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import { ALL_KEYS, KEYS, type QueryKey } from '../../../src/portfolio/query/query.ts';
import { type SearchContext, findRows, servedIn } from '../../../src/portfolio/search/execute.ts';
import { tableOf } from '../../../src/portfolio/search/table.ts';
import { RentalFile } from '../../../src/rental-api/schema/rental-file.ts';
import { asking, readingOfFiles } from '../reading-of.ts';
import { hasPart, isUndetailed } from './naive-match.ts';
import { entries, fileOf } from './random-entries.ts';

/** Claire, who asks, has taken every file; Hannah watches it; it rests. */
const PARIS: SearchContext = {
  ...asking(readingOfFiles()),
  readerId: 'U0CLAIRE001',
  triage: {
    version: 1,
    takerOf: () => 'U0CLAIRE001',
    freedMsOf: () => null,
    watchersOf: () => new Set(['U0HANNAH01']),
    isSnoozed: () => true,
  },
};

/** Ids of the files that a query finds, asked in English unless said otherwise. */
function idsFound(query: string, ...files: Readonly<Record<string, unknown>>[]): string[] {
  const { table } = readingOfFiles(...files);
  const rows = findRows(parseQuery(query, 'en', servedIn(table)), table, PARIS);
  return Array.from(rows, (row) => table.entries[row]?.id ?? '');
}

test('of any files, has: finds those that have a part and no: those that are known to lack it', () => {
  fc.assert(
    fc.property(fc.array(entries(100), { maxLength: 6 }), (files) => {
      const table = tableOf(files);
      for (const part of ALL_PARTS) {
        const found = (query: string) =>
          Array.from(findRows(parseQuery(query), table, PARIS), (row) => files[row]);
        const having = files.filter((entry) => hasPart(part, fileOf(entry)));

        expect(found(`has:${part}`)).toEqual(having);
        const lacking = files.filter(
          (entry) => !having.includes(entry) && !isUndetailed(part, fileOf(entry)),
        );
        expect(found(`no:${part}`)).toEqual(lacking);
      }
    }),
    { numRuns: 100 },
  );
});

const everything = {
  id: '3f2a9c1e-0000-4000-8000-000000000001',
  status: 'OPEN',
  decision: 'ON_APPEAL',
  applicants_situation: 'ROOMATES',
  tags: [{ tenant: 't', name: 'urgent' }],
  managers: ['anna@agence.fr'],
  created_at: '2026-11-19T09:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  archived_at: '2026-11-20T08:00:00Z',
  score: 70,
  completion_rate: 80,
  is_pre_application: true,
  pre_application_validated_at: '2026-11-18T08:00:00Z',
  under_insurance: true,
  allow_user_engagement: false,
  applicants: [
    {
      id: 'C01D9F21-0000-4000-8000-000000000001',
      created_at: '2026-11-01T08:00:00Z',
      updated_at: '2026-11-02T08:00:00Z',
      form_submitted: '2026-11-03T08:00:00Z',
      is_pre_application: true,
      pre_application_validated_at: '2026-11-04T08:00:00Z',
      first_name: 'Jade',
      last_name: 'Morin',
      status: 'COLLECT_STARTED',
      score: 60,
      completion_rate: 40.5,
      profile: 'Étudiant',
      physical_guarantors: [{ first_name: 'Luc', last_name: 'Garnier' }],
      moral_guarantor: {
        type: 'visale',
        file_path: 'a.pdf',
        created_at: '2026-11-05T08:00:00Z',
        updated_at: '2026-11-06T08:00:00Z',
      },
    },
  ],
  product: {
    _id: '7b1e4d20-0000-4000-8000-000000000001',
    tenant: 'agence-bellecour',
    created_at: '2026-11-07T08:00:00Z',
    updated_at: '2026-11-08T08:00:00Z',
    is_pre_application: true,
    pre_application_validated_at: '2026-11-09T08:00:00Z',
    achived_at: '2026-11-20T08:00:00Z',
    under_insurance: true,
    disable_spontaneous_applications: true,
    title: 'Loft',
    reference: 'MO-0149',
    description: '12 rue des Lilas, 34090 Montpellier',
    category: 'castle',
    mandate_type: 'sales',
    fee_type: 'reverse',
    managers: ['Zoé Petit'],
    available: false,
    availability: '2026-12-01',
    exclusivity: true,
    furnished: true,
    unpaid_rent_insurance: true,
    incoming_requests: 12,
    rent_amount: 850.5,
    monthly_charges: 99,
    warranty_amount: 1700,
    price: 100_000,
    fee: -3,
    agency_fees: 400,
  },
};

const APPLICANT_ID = 'c01d9f21-0000-4000-8000-000000000001';

/** Of a date of November 2026. */
function dated(english: string, french: string, day: number): readonly [string, string, string] {
  const date = `2026-11-${String(day).padStart(2, '0')}`;
  return [`${english}:${date}`, `${french}:2026-11`, `${english}:>${date}`];
}

/** Two spellings that find the file above, and one of the same key that does not. */
const ASKED: Readonly<Record<QueryKey, readonly [string, string, string]>> = {
  status: ['status:open', 'statut:ouvert', 'status:new'],
  decision: ['decision:ON_APPEAL', 'décision:"on appeal"', 'decision:ready'],
  situation: ['situation:roommates', 'foyer:colocation', 'situation:couple'],
  applicant: ['applicant:morin', 'candidat:"morin jade"', 'applicant:garnier'],
  'applicant-status': [
    'applicant-status:collecting',
    'statut-candidat:"collecte en cours"',
    'applicant-status:new',
  ],
  'applicant-score': ['applicant-score:60', 'note-candidat:<70', 'applicant-score:70'],
  'applicant-completion': [
    'applicant-completion:40',
    'complétude-candidat:<100',
    'applicant-completion:>40',
  ],
  'property-id': ['property-id:7B1E', 'id-bien:7b1e4d20', 'property-id:4d20'],
  'property-insured': ['property-insured:yes', 'bien-assuré:oui', 'property-insured:no'],
  spontaneous: ['spontaneous:no', 'spontané:non', 'spontaneous:yes'],
  'property-archived': ['property-archived:yes', 'bien-archivé:oui', 'property-archived:no'],
  profile: ['profile:students', 'profil:étudiante', 'profile:retired'],
  guarantor: ['guarantor:"garnier luc"', 'garant:visale', 'guarantor:morin'],
  guarantors: ['guarantors:2', 'garants:>=1', 'guarantors:0'],
  has: ['has:guarantor', 'avec:description', 'has:email'],
  no: ['no:phone', 'sans:photo', 'no:score'],
  property: ['property:34090', 'bien:"montpellier"', 'property:morin'],
  rent: ['rent:850.5', 'loyer:>850', 'rent:<850'],
  charges: ['charges:99', 'charges:<100', 'charges:>99'],
  deposit: ['deposit:1700', 'caution:>=1700', 'deposit:<1700'],
  price: ['price:100000', 'prix:>1', 'price:<1'],
  fee: ['fee:-3', 'commission:<0', 'fee:>0'],
  'agency-fees': ['agency-fees:400', 'honoraires:>=400', 'agency-fees:<400'],
  requests: ['requests:>10', 'demandes:12', 'requests:0'],
  available: ['available:no', 'disponible:non', 'available:yes'],
  availability: ['availability:2026-12', 'disponibilité:>2026-11', 'availability:<2026-12'],
  furnished: ['furnished:yes', 'meublé:oui', 'furnished:no'],
  exclusive: ['exclusive:yes', 'exclusif:oui', 'exclusive:no'],
  'rent-insurance': ['rent-insurance:yes', 'gli:oui', 'rent-insurance:no'],
  category: ['category:castle', 'type:Castle', 'category:house'],
  mandate: ['mandate:sales', 'mandat:vente', 'mandate:management'],
  'fee-type': ['fee-type:reverse', 'type-de-commission:inverse', 'fee-type:direct'],
  file: ['file:3F2A', `dossier:${everything.id}`, 'file:2a9c'],
  manager: ['manager:anna', 'gestionnaire:petit', 'manager:morin'],
  tag: ['tag:urgent', 'étiquette:urgent', 'tag:loft'],
  age: ['age:1d', 'âge:<2j', 'age:>1d'],
  stale: ['stale:0d', 'inactif:<1j', 'stale:>0d'],
  waiting: ['waiting:1d', 'attente-depuis:<2j', 'waiting:>1d'],
  stage: ['stage:waiting', 'phase:en-attente-de-pièces', 'stage:ready'],
  ready: ['ready:0d', 'prêt:<1j', 'ready:>0d'],
  'since-decision': ['since-decision:0d', 'depuis-décision:<1j', 'since-decision:>0d'],
  score: ['score:70', 'note:>=70', 'score:<70'],
  completion: ['completion:80', 'complet:<100', 'completion:100'],
  created: ['created:2026-11-19', 'créé:2026-11', 'created:2025'],
  updated: ['updated:2026-11-20', 'modifié:2026', 'updated:2025'],
  decided: ['decided:2026-11-20', 'décidé:2026', 'decided:2025'],
  'ready-since': ['ready-since:2026-11-20', 'prêt:2026', 'ready:2025'],
  'applicant-id': ['applicant-id:c01d', `id-candidat:${APPLICANT_ID}`, 'applicant-id:01d9'],
  'applicant-created': dated('applicant-created', 'candidat-créé', 1),
  'applicant-updated': dated('applicant-updated', 'candidat-modifié', 2),
  'form-submitted': dated('form-submitted', 'formulaire-remis', 3),
  'applicant-pre-application': [
    'applicant-pre-application:yes',
    'pré-candidature-candidat:oui',
    'applicant-pre-application:no',
  ],
  'applicant-validated': dated('applicant-validated', 'candidat-validé', 4),
  'organisation-created': dated('organisation-created', 'organisme-créé', 5),
  'organisation-updated': dated('organisation-updated', 'organisme-modifié', 6),
  'service-tenant': ['service-tenant:Agence', 'compte-du-service:agence-bel', 'service-tenant:bel'],
  'property-pre-application': [
    'property-pre-application:yes',
    'pré-candidature-bien:oui',
    'property-pre-application:no',
  ],
  'property-validated': dated('property-validated', 'bien-validé', 9),
  'property-created': dated('property-created', 'bien-créé', 7),
  'property-updated': dated('property-updated', 'bien-modifié', 8),
  'property-archived-on': dated('property-archived-on', 'bien-archivé-le', 20),
  'archived-on': dated('archived-on', 'archivé-le', 20),
  'pre-application-validated': dated('pre-application-validated', 'pré-candidature-validée', 18),
  archived: ['archived:yes', 'archivé:oui', 'archived:no'],
  insured: ['insured:yes', 'assuré:oui', 'insured:no'],
  'pre-application': ['pre-application:yes', 'pré-candidature:oui', 'pre-application:no'],
  engagement: ['engagement:no', 'échanges:non', 'engagement:yes'],
  taken: ['taken:me', 'pris:moi', 'taken:nobody'],
  watched: ['watched:@U0HANNAH01', 'suivis:<@U0HANNAH01|hannah>', 'watched:me'],
  snoozed: ['snoozed:yes', 'reporté:oui', 'snoozed:no'],
};

/** What the file above must be to have what some keys ask for. */
const OTHERWISE: Partial<Record<QueryKey, Readonly<Record<string, unknown>>>> = {
  waiting: { decision: 'PENDING', archived_at: null },
  ready: { decision: 'READY' },
  'ready-since': { decision: 'READY' },
  decided: { decision: 'ACCEPTED' },
  'since-decision': { decision: 'ACCEPTED' },
  stage: { decision: 'PENDING', archived_at: null },
};

test.each(ALL_KEYS)('%s: finds a file by what it holds, in both languages', (key) => {
  const [english, french, other] = ASKED[key];
  const file = { ...everything, ...OTHERWISE[key] };

  expect(KEYS[key].en.names).toContain(english.slice(0, english.indexOf(':')));
  expect(idsFound(english, file)).toEqual([everything.id]);
  expect(idsFound(french, file)).toEqual([everything.id]);
  expect(idsFound(other, file)).toEqual([]);
  expect(idsFound(`-${other}`, file)).toEqual([everything.id]);
});

function fileOn(id: string, availability: string, created: string) {
  return { id, created_at: `${created}T09:00:00Z`, product: { title: 'Loft', availability } };
}

test.each([
  ['availability:january', ['ahead']],
  ['disponibilité:janvier', ['ahead']],
  ['availability:november..january', ['soon', 'ahead']],
  ['created:january', ['past']],
  ['créé:janvier', ['past']],
])('a month is to come where a home becomes free, and past where a file came: %s', (query, ids) => {
  const found = idsFound(
    query,
    fileOn('past', '2026-01-15', '2026-01-15'),
    fileOn('soon', '2026-11-28', '2025-01-15'),
    fileOn('ahead', '2027-01-31', '2026-02-01'),
  );
  expect(found).toEqual(ids);
});

test('what a file does not give is neither yes nor no', () => {
  for (const key of [
    'insured',
    'available',
    'furnished',
    'exclusive',
    'rent-insurance',
    'property-insured',
    'spontaneous',
    'property-archived',
    'property-pre-application',
    'applicant-pre-application',
  ]) {
    expect(idsFound(`${key}:yes,no`, { id: 'a', product: null })).toEqual([]);
  }
});

test.each([
  'montpellier',
  '34090',
  'étudiants',
  'students',
  'meublé',
  'furnished',
  'colocation',
  'roommates',
  'castle',
  'on_appeal',
  'vente',
  'sales',
  'urgent',
  'anna',
  'zoe petit',
  'visale',
  'luc garnier',
  '"garnier luc"',
  'pré-candidature',
  'archivé',
  'collecting',
  'COLLECT_STARTED',
  '"collecte en cours"',
  '7b1e4d20-0000-4000-8000-000000000001',
])('the words %s find a card that shows them', (words) => {
  expect(idsFound(words, everything)).toEqual([everything.id]);
  expect(idsFound(words, { id: 'b' })).toEqual([]);
});

test('guarantor:yes and guarantor:no ask whether there is one', () => {
  const files = [
    everything,
    { id: 'none', applicants: [{ last_name: 'Seul' }] },
    { id: 'among', applicants: [{ last_name: 'Seul' }, { last_name: 'A', is_guarantor: true }] },
  ];
  expect(idsFound('guarantor:yes', ...files)).toEqual([everything.id, 'among']);
  expect(idsFound('garant:non', ...files)).toEqual(['none']);
});

test('a person who stands among the applicants and as a guarantor counts once', () => {
  const person = { id: 'p', last_name: 'Garnier' };
  const applicants = [{ ...person, is_guarantor: true }, { physical_guarantors: [person, person] }];
  expect(idsFound('guarantors:1', { id: 'a', applicants })).toEqual(['a']);
});

test('a value that the specification does not name is known once a file has it', () => {
  const { table } = readingOfFiles(everything);
  const query = parseQuery('decision:on-appeal', 'en', servedIn(table));

  expect(query.conditions).toMatchObject([{ key: 'decision', any: ['ON_APPEAL'] }]);
  expect(parseQuery(formatQuery(query, 'fr'), 'fr')).toEqual(query);
  expect(() => parseQuery('decision:on-appeal', 'en', servedIn(tableOf([])))).toThrow(
    expect.objectContaining({ code: 'query_unknown_value' }),
  );
});

function numbered(count: number): string {
  return Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
}

function finds(query: string, description: string): boolean {
  return findRows(parseQuery(query), tableOf([described(description)]), PARIS).length === 1;
}

function described(description: string): Entry {
  return entryOf(RentalFile.parse({ id: 'a', product: { description } }));
}

test('a long description is searched, and one beyond the limit up to it', () => {
  expect(finds('w499', numbered(500))).toBe(true);
  expect(finds('w1', numbered(100_000))).toBe(true);
  expect(finds('w99999', numbered(100_000))).toBe(false);
});
