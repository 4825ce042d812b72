import { expect, test } from 'vitest';

import { createWorkingDays, holidaysOf } from '../../../src/portfolio/calendar.ts';
import { entryOf } from '../../../src/portfolio/entry.ts';
import { ALL_PARTS, type Part } from '../../../src/portfolio/query/keys/parts.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import { findRows } from '../../../src/portfolio/search/execute.ts';
import { tableOf } from '../../../src/portfolio/search/table.ts';
import { summaryOf } from '../../../src/rental-api/schema/page.ts';

const NOW_MS = Date.parse('2026-11-20T08:30:00Z');

/** Ids of the served files that a query finds. */
function found(query: string, served: readonly object[]): readonly string[] {
  const entries = served.flatMap((file, index) => {
    const read = summaryOf({ id: String(index), ...file });
    return read === null ? [] : [entryOf(read)];
  });
  const rows = findRows(parseQuery(query), tableOf(entries), {
    nowMs: NOW_MS,
    zone: 'Europe/Paris',
    workingDays: createWorkingDays(holidaysOf('FR')),
    completionMax: 100,
    history: null,
    triage: null,
    readerId: null,
  });
  return Array.from(rows, String);
}

const applicant = (fields: object) => ({ applicants: [{ id: 'a', status: 'NEW', ...fields }] });
const property = (fields: object) => ({ product: { id: 'p', ...fields } });

const organisation = (fields: object) => applicant({ moral_guarantor: fields });

/**
 * Of each part, a file that has it, one that lacks it, and one of which it cannot be read; meta can
 * be anything.
 */
const SERVED: Readonly<
  Record<Part, readonly [given: object, missing: object, unread: object | null]>
> = {
  score: [{ score: 5 }, { score: null }, { score: 'high' }],
  completion: [{ completion_rate: 5 }, {}, { completion_rate: [] }],
  applicants: [applicant({}), { applicants: [] }, { applicants: 'none' }],
  guarantor: [
    applicant({ moral_guarantor: { type: 'VISALE' } }),
    applicant({}),
    applicant({ physical_guarantors: 'two' }),
  ],
  email: [applicant({ email: 'a@mail.example' }), applicant({}), applicant({ email: 5 })],
  phone: [applicant({ phone: '+33612345678' }), applicant({ phone: '' }), applicant({ phone: 6 })],
  form: [
    applicant({ form_submitted: '2026-11-02T08:00:00Z' }),
    applicant({}),
    applicant({ form_submitted: 'soon' }),
  ],
  'birth-date': [
    applicant({ birth_date: '1990-05-06' }),
    applicant({}),
    applicant({ birth_date: 'May' }),
  ],
  profile: [applicant({ profile: 'Student' }), applicant({}), applicant({ profile: {} })],
  validation: [
    { pre_application_validated_at: '2026-11-02T08:00:00Z' },
    {},
    { pre_application_validated_at: 'soon' },
  ],
  situation: [{ applicants_situation: 'COUPLE' }, {}, { applicants_situation: 5 }],
  insurance: [{ under_insurance: true }, { under_insurance: null }, { under_insurance: 'maybe' }],
  tags: [{ tags: [{ name: 'urgent' }] }, { tags: [] }, { tags: 'urgent' }],
  manager: [{ managers: ['anne'] }, { managers: [] }, { managers: { anne: true } }],
  created: [{ created_at: '2026-11-02T08:00:00Z' }, {}, { created_at: 'today' }],
  updated: [{ updated_at: '2026-11-02T08:00:00Z' }, {}, { updated_at: 'today' }],
  property: [property({}), {}, { product: 'p' }],
  title: [property({ title: 'T2' }), property({ title: ' ' }), property({ title: 5 })],
  reference: [property({ reference: 'LY-1' }), property({}), property({ reference: 5 })],
  description: [property({ description: 'Calm' }), property({}), { product: 'p' }],
  category: [property({ category: 'house' }), property({}), property({ category: 5 })],
  photo: [property({ photo: {} }), property({ photo: null }), property({ photo: 'yes' })],
  availability: [
    property({ availability: '2026-12-01' }),
    property({}),
    property({ availability: 'soon' }),
  ],
  rent: [property({ rent_amount: 900 }), property({}), property({ rent_amount: 'cheap' })],
  charges: [property({ monthly_charges: 90 }), property({}), property({ monthly_charges: -1 })],
  deposit: [property({ warranty_amount: 900 }), property({}), property({ warranty_amount: {} })],
  price: [property({ price: 1 }), property({}), property({ price: 'high' })],
  fee: [property({ fee: 1 }), property({}), property({ fee: 'high' })],
  meta: [{ meta: { origin: 'portal' } }, { meta: {} }, null],
  'applicant-meta': [applicant({ meta: { a: 1 } }), applicant({ meta: {} }), { applicants: 5 }],
  'organisation-meta': [
    organisation({ meta: { a: 1 } }),
    organisation({}),
    applicant({ moral_guarantor: 'Visale' }),
  ],
  'organisation-document': [
    organisation({ file_path: 'a.pdf' }),
    organisation({ file_path: '' }),
    organisation({ file_path: 5 }),
  ],
  'property-meta': [property({ meta: { a: 1 } }), property({ meta: {} }), { product: 'p' }],
  'favourite-photo': [
    property({ photo: { favorite: true } }),
    property({ photo: {} }),
    property({ photo: { favorite: 'yes' } }),
  ],
  'photo-path': [
    property({ photo: { path: '/a.jpg' } }),
    property({ photo: {} }),
    property({ photo: { path: 5 } }),
  ],
  'photo-id': [
    property({ photo: { _id: '0123456789abcdef01234589' } }),
    property({}),
    property({ photo: { _id: 'short' } }),
  ],
  'agency-fees': [property({ agency_fees: 1 }), property({}), property({ agency_fees: 'high' })],
};
test.each(ALL_PARTS)('a file whose %s cannot be read neither has nor lacks it', (part) => {
  // A property that cannot be read is there.
  const isThere = part === 'property';
  const served = SERVED[part].filter((file) => file !== null);
  const unread = served.length > 2 ? ['2'] : [];
  expect(found(`has:${part}`, served)).toEqual(isThere ? ['0', '2'] : ['0']);
  expect(found(`no:${part}`, served)).toEqual(['1']);
  expect(found(`-has:${part}`, served)).toEqual(isThere ? ['1'] : ['1', ...unread]);
  expect(found(`has:${part}`, [])).toEqual([]);
});

const two = (one: object, other: object) => ({
  applicants: [
    { id: 'a', status: 'NEW', ...one },
    { id: 'b', status: 'NEW', ...other },
  ],
});

test('one applicant who is known to lack something is enough, whatever cannot be read of others', () => {
  const files = [
    two({ email: 5 }, { email: 'b@mail.example' }),
    two({ email: 5 }, {}),
    { applicants: [{ id: 'a', status: 'NEW', email: 'a@mail.example' }, 'b'] },
    { applicants: [{ id: 'a', status: 'NEW' }, 'b'] },
  ];
  expect(found('no:email', files)).toEqual(['1', '3']);
  expect(found('has:email', files)).toEqual([]);
});

test('guarantors that cannot be read are not counted as none', () => {
  const files = [applicant({}), applicant({ physical_guarantors: 'two' }), { applicants: 5 }];
  expect(found('guarantors:0', files)).toEqual(['0']);
  expect(found('guarantors:>=0', files)).toEqual(['0']);
});

test.each(['applicant-score:<50', 'note-candidat:<50', 'applicant-completion:<50'])(
  'who may only stand surety is no applicant of %s',
  (text) => {
    const low = { score: 5, completion_rate: 10 };
    const files = [
      applicant(low),
      applicant({ ...low, is_guarantor: 'maybe' }),
      applicant({ ...low, is_guarantor: true }),
      two({ score: 90, completion_rate: 90 }, { ...low, is_guarantor: 'maybe' }),
      applicant({ ...low, is_guarantor: null }),
    ];
    expect(found(text, files)).toEqual(['0', '4']);
  },
);

test('who may stand surety, for all that can be read, is counted as neither', () => {
  const visale = { moral_guarantor: { type: 'VISALE' } };
  const files = [
    applicant(visale),
    applicant({ ...visale, physical_guarantors: 'two' }),
    two({}, { is_guarantor: 'yes' }),
    two({ ...visale, email: 'a@mail.example' }, { is_guarantor: 'yes' }),
    applicant({ is_guarantor: 'yes' }),
  ];
  expect(found('guarantors:>=0', files)).toEqual(['0']);
  expect(found('has:guarantor', files)).toEqual(['0', '1', '3']);
  expect(found('no:guarantor', files)).toEqual([]);
  // One who only stands surety is no applicant, and needs no address.
  expect(found('has:applicants', files)).toEqual(['0', '1', '2', '3']);
  expect(found('no:applicants', files)).toEqual([]);
  expect(found('no:email', files)).toEqual(['0', '1', '2']);
});

test.each(['photo', 'photo-path', 'rent', 'title'])(
  'a property that is given as an id alone is not known to lack %s',
  (part) => {
    const served = [{ product_id: 'p' }, { product_id: null }, property({})];
    expect(found(`no:${part}`, served)).toEqual(['1', '2']);
    expect(found(`has:${part}`, served)).toEqual([]);
    expect(found('has:property', served)).toEqual(['0', '2']);
  },
);
