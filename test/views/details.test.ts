import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { detailsView } from '../../src/views/files/card/details.ts';
import type { Message } from '../../src/views/message.ts';
import { shownButtons } from '../support/desk.ts';
import { expectGood, hostile, NOW, PRESS } from '../support/hostile.ts';
import { rentalFile } from '../support/rental-files.ts';

const PAGES_MAX = 500;

/** All pages of the details of a file. */
function pagesOf(file: RentalFile, language: 'en' | 'fr' = 'en'): Message[] {
  const pages: Message[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    let isLast = true;
    const turnTo = (to: number) => {
      isLast &&= to < page;
      return PRESS;
    };
    pages.push(detailsView(file, { ...AROUND, page, turnTo, back: PRESS }, wordsIn(language)));
    if (isLast) break;
  }
  return pages;
}

/** What stands around the details of a file. */
const AROUND = {
  now: NOW,
  zone: 'Europe/Paris',
  completionMax: 100,
  currency: null,
  timeline: null,
} as const;

function textOf(file: RentalFile, language: 'en' | 'fr' = 'en'): string {
  return pagesOf(file, language)
    .map(({ text }) => text)
    .join('\n');
}

const PERSON = {
  id: 'person-id',
  first_name: 'Anne',
  last_name: 'Lefèvre',
  birth_date: '1990-12-31',
  status: 'COLLECT_COMPLETE',
  form_submitted: '2026-11-01T09:00:00Z',
  score: 0.874,
  created_at: '2026-11-02T09:00:00Z',
  updated_at: '2026-11-03T09:00:00Z',
  meta: { source: 'portal', nested: { depth: [1, 2] } },
  profile: 'CDI',
  completion_rate: 99.6,
  is_pre_application: true,
  pre_application_validated_at: '2026-11-04T09:00:00Z',
};
const FULL = rentalFile({
  id: 'file-id',
  product_id: 'product-id',
  meta: { channel: 'phone', empty: null },
  allow_user_engagement: true,
  status: 'ANALYZED',
  applicants_situation: 'COUPLE',
  archived_at: '2026-10-01T09:00:00Z',
  tags: Array.from({ length: 9 }, (_, index) => ({ tenant: 'agency', name: `tag-${index}` })),
  managers: ['3f2a9c1e-b1c2-4d3e-8f90-abcdefabcdef', 'auth0|user_42', 'claire.f@agence.example'],
  created_at: '2026-10-02T09:00:00Z',
  updated_at: '2026-10-03T09:00:00Z',
  score: 82.25,
  completion_rate: 80,
  decision: 'READY',
  is_pre_application: true,
  pre_application_validated_at: '2026-10-04T09:00:00Z',
  under_insurance: false,
  product: {
    _id: 'inner-product-id',
    tenant: 'product-tenant',
    created_at: '2026-09-01T09:00:00Z',
    updated_at: '2026-09-02T09:00:00Z',
    achived_at: '2026-09-03T09:00:00Z',
    category: 'prestige',
    title: 'T3 lumineux',
    description: `First line.\n\n${'word '.repeat(1_500)}the end`,
    reference: 'LY-0342',
    available: false,
    availability: '2026-12-01',
    exclusivity: false,
    disable_spontaneous_applications: true,
    managers: ['property.manager@agence.example'],
    meta: { floor: 3 },
    mandate_type: 'sales',
    price: 350_000,
    fee: 4.5,
    fee_type: 'reverse',
    photo: {
      _id: '0123456789abcdef01234567',
      size: 12_345,
      path: 'photos/a.jpg',
      filename: 'a.jpg',
      content_type: 'image/jpeg',
      favorite: true,
    },
    incoming_requests: 7,
    rent_amount: 1350,
    monthly_charges: 99.25,
    furnished: true,
    warranty_amount: 2700,
    agency_fees: 400,
    unpaid_rent_insurance: true,
    is_pre_application: false,
    under_insurance: true,
  },
  applicants: [
    {
      ...PERSON,
      moral_guarantor: {
        file_path: 'papers/visale.pdf',
        type: 'visale',
        created_at: '2026-08-01T09:00:00Z',
        updated_at: '2026-08-02T09:00:00Z',
        meta: { number: 'V-1' },
      },
      physical_guarantors: [{ first_name: 'Jean', last_name: 'Lefèvre', profile: 'Retired' }],
    },
    ...Array.from({ length: 14 }, (_, index) => ({ first_name: `Person${index}` })),
  ],
});

const turnTo = (to: number) => ({ command: 'show', args: { to } });

test('each page of details leads to the one before and the one after, and to no other', () => {
  const words = wordsIn('en');
  const last = pagesOf(FULL).length;
  expect(last).toBeGreaterThan(2);
  for (let page = 1; page <= last; page += 1) {
    const message = detailsView(FULL, { ...AROUND, page, turnTo, back: PRESS }, words);
    const turns = shownButtons(message.blocks).flatMap((button) =>
      'action' in button && button.action.args?.['to'] !== undefined
        ? [[button.label, button.action.args['to']]]
        : [],
    );
    expect(turns).toEqual([
      ...(page > 1 ? [[words.list.previous, page - 1]] : []),
      ...(page < last ? [[words.list.next, page + 1]] : []),
    ]);
  }
});

test('every field of a file stands on a page of its details', () => {
  const said = textOf(FULL);
  const facts = [
    'Decision: Ready to decide',
    'Status: Analysed',
    'Score: 82.25',
    'Completion: 80%',
    'Situation: Couple',
    'tag-0 (agency)',
    'tag-8 (agency)',
    'Created: 2 Oct 2026',
    'Managed by: 3f2a9c1e-b1c2-4d3e-8f90-abcdefabcdef, auth0|user_42, claire.f@agence.example',
    'Updated: 3 Oct 2026',
    'Archived: 1 Oct 2026',
    'Pre-application validated: 4 Oct 2026',
    'Under insurance: no',
    'Applicant access: on',
    'ID: file-id',
    'Property ID: product-id',
    'Meta channel: phone',
    'Meta empty: null',
    'Title: T3 lumineux',
    'Reference: LY-0342',
    'Category: Prestige property',
    'Rent per month: 1,350',
    'Charges per month: 99.25',
    'Price: 350,000',
    'Deposit: 2,700',
    'Agency fees: 400',
    'Fee: 4.5',
    'Fee type: reverse',
    'Available: no',
    'Availability date: 1 Dec 2026',
    'Furnished: yes',
    'Mandate: for sale',
    'Exclusive mandate: no',
    'Unpaid-rent insurance: yes',
    'Property under insurance: yes',
    'Requests received: 7',
    'Spontaneous applications disabled: yes',
    'Meta floor: 3',
    'Pre-application: no',
    'Archived on: 3 Sept 2026',
    'Created: 1 Sept 2026',
    'Managed by: property.manager@agence.example',
    'Description: First line.',
    'the end',
    'Photo: a.jpg, image/jpeg',
    'Photo size: 12,345 bytes',
    'Photo path: photos/a.jpg',
    'Favourite photo: yes',
    'Photo ID: 0123456789abcdef01234567',
    'ID: inner-product-id',
    'Service tenant: product-tenant',
    'Status: Collection complete',
    'Score: 0.874',
    'Completion: 99.6%',
    'Form sent: 1 Nov 2026',
    'Profile: CDI',
    'Age: 35',
    'ID: person-id',
    'Pre-application: yes',
    'Pre-application validated: 4 Nov 2026',
    'Created: 2 Nov 2026',
    'Updated: 3 Nov 2026',
    'Meta source: portal',
    'Meta nested: {"depth":[1,2]}',
    'Guarantor organisation: visale',
    'Organisation’s document: papers/visale.pdf',
    'Organisation created: 1 Aug 2026',
    'Organisation updated: 2 Aug 2026',
    'Meta number: V-1',
    'Jean Lefèvre, guarantor of Anne Lefèvre',
    'Profile: Retired',
    'Person13',
  ];
  expect(facts.filter((each) => !said.includes(each))).toEqual([]);
  expect(said.match(/word /g)).toHaveLength(1_500);
});

test('details hold no contact: that is revealed apart, and logged as such', () => {
  const one = rentalFile({
    applicants: [{ ...PERSON, email: 'anne@example.org', phone: '0639981234' }],
  });
  expect(JSON.stringify(pagesOf(one))).not.toMatch(/anne@example|0639981234|31 Dec|1990/);
});

test('no rental file can make details that Slack refuses', () => {
  const text = fc.option(hostile);
  const meta = fc.option(fc.oneof(fc.dictionary(hostile, fc.jsonValue()), hostile));
  const person = fc.record({
    first_name: text,
    last_name: text,
    status: hostile,
    profile: text,
    score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    meta,
    moral_guarantor: fc.option(fc.record({ type: text, file_path: text, meta })),
  });
  const file = fc.record({
    status: hostile,
    decision: hostile,
    meta,
    tags: fc.array(fc.record({ tenant: hostile, name: hostile }), { maxLength: 9 }),
    managers: fc.array(hostile, { maxLength: 9 }),
    product: fc.option(fc.record({ title: text, description: text, tenant: text, meta })),
    applicants: fc.array(person, { maxLength: 6 }),
  });
  fc.assert(
    fc.property(file, fc.constantFrom('en' as const, 'fr' as const), (fields, language) => {
      const pages = pagesOf(rentalFile(fields), language);
      for (const page of pages) expectGood(page);
      expect(pages.length).toBeLessThan(PAGES_MAX);
    }),
    { numRuns: 20 },
  );
});

test.each([
  ['short names', 'A'],
  ['names whose escaped characters take most of its bytes', '&'.repeat(40)],
])('a file of many people stays within the limits of a message: %s', (_, name) => {
  const applicants = Array.from({ length: 200 }, () => ({ first_name: name }));
  const pages = pagesOf(rentalFile({ applicants }));
  for (const page of pages) expectGood(page);
  expect(pages.flatMap(({ blocks }) => blocks).length).toBeGreaterThan(200);
});

test('a guarantor given as the id of an applicant has a name', () => {
  const file = rentalFile({
    applicants: [
      { id: 'p1', last_name: 'Lefèvre', physical_guarantors: ['p2'] },
      { id: 'p2', last_name: 'Costa' },
    ],
  });
  expect(textOf(file)).toContain('Costa, guarantor of Lefèvre');
});

test.each([
  [100, 99.6, '99.6%'],
  [100, 66.666666, '66.666666%'],
  [1, 0.07, '7%'],
  [1, 0.996, '99.6%'],
  [1, 1, '100%'],
  [1, 0.9999999999999999, '99.99%'],
  [100, 99.99999999999999, '99.99%'],
  [100, 0, '0%'],
] as const)(
  'of rates up to %s, the details say of %s that it is %s',
  (completionMax, rate, said) => {
    const file = rentalFile({ completion_rate: rate, applicants: [{ completion_rate: rate }] });
    const { text } = detailsView(
      file,
      { ...AROUND, completionMax, page: 1, turnTo: () => PRESS, back: PRESS },
      wordsIn('en'),
    );
    expect(text.match(/Completion: .*/g)).toEqual([`Completion: ${said}`, `Completion: ${said}`]);
  },
);

test('in French, a rate has its decimals behind a comma', () => {
  expect(textOf(rentalFile({ completion_rate: 99.6 }), 'fr')).toContain(
    'Complétude\u00a0: 99,6\u00a0%',
  );
});
