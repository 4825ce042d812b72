import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { answerOf, asking, deskOver, ENGLISH, pressOf } from '../support/desk.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';

const ID = '00000000-0000-4000-8000-000000000001';

/** The plain text of an answer over one file. */
async function answered(text: string, fields: object, requestInfo = ENGLISH): Promise<string> {
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: ID, ...fields })]));
  return (await answerOf(dispatcher.run(text, requestInfo))).text;
}

/** A card with each kind of line that says what the service did not send. */
const card = (fields: object) => answered(`show ${ID}`, fields);

const FRENCH = asking({ locale: 'fr-FR' });

/** JSON values that are no text. */
const noText = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.integer(), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()),
);

test('absent fields have the defaults of the specification', async () => {
  const text = await card({ applicants: [{ first_name: 'Jade' }], product: { title: 'Flat 1' } });
  expect(text).toContain('Flat 1, Pending, New');
  expect(text).toContain('Jade, New');
  expect(text).toContain('Available: yes');
  expect(await answered('pending', {})).toMatch(/^1 rental file awaits a decision/);
});

test.each([
  [
    'decision',
    /decision that Rental Desk does not know|gives no decision/,
    /décision que Rental Desk ne connaît pas|n’indique pas la décision/,
  ],
  [
    'status',
    /status that Rental Desk does not know|gives no status/,
    /statut que Rental Desk ne connaît pas|n’indique pas le statut/,
  ],
])('a %s that is no text is unknown, never its default', async (field, english, french) => {
  await fc.assert(
    fc.asyncProperty(noText, async (value) => {
      const fields = { [field]: value, product: { title: 'Flat 1' } };
      expect(await answered('overview', fields)).toMatch(english);
      expect(await answered('overview', fields, FRENCH)).toMatch(french);
      const listed = await answered(
        `list ${field}:${field === 'status' ? 'new' : 'pending'}`,
        fields,
      );
      expect(listed).not.toContain('1. ');
    }),
    { numRuns: 15 },
  );
});

test('a decision that is new to Rental Desk is never “nothing waits”', async () => {
  const word = fc.stringMatching(/^[A-Z]{3,12}$/).filter((text) => !KNOWN_DECISIONS.has(text));
  await fc.assert(
    fc.asyncProperty(word, async (decision) => {
      const text = await answered('pending', { decision });
      expect(text).toContain(decision);
      expect(text).toContain('does not know');
      expect(text).not.toMatch(/nothing/i);
    }),
    { numRuns: 15 },
  );
});

const KNOWN_DECISIONS = new Set(['ACCEPTED', 'REJECTED', 'PENDING', 'READY']);

const OPTIONAL = [
  'product_id',
  'applicants_situation',
  'archived_at',
  'created_at',
  'updated_at',
  'score',
  'completion_rate',
  'product',
  'pre_application_validated_at',
  'under_insurance',
  'meta',
];
const OPTIONAL_OF_PROPERTY = [
  'achived_at',
  'category',
  'description',
  'reference',
  'availability',
  'exclusivity',
  'disable_spontaneous_applications',
  'price',
  'fee',
  'photo',
  'rent_amount',
  'meta',
  'monthly_charges',
  'warranty_amount',
  'agency_fees',
  'unpaid_rent_insurance',
];
const OPTIONAL_OF_APPLICANT = [
  'birth_date',
  'email',
  'phone',
  'form_submitted',
  'score',
  'updated_at',
  'moral_guarantor',
  'profile',
  'completion_rate',
  'pre_application_validated_at',
  'meta',
  'id',
];

const nulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

const around = (property: object, person: object) => ({
  product: { title: 'Flat 1', ...property },
  applicants: [{ first_name: 'Jade', ...person }],
});

test('null says no more than an absent field', async () => {
  expect(await card(nulls(OPTIONAL))).toBe(await card({}));
  expect(await card(around(nulls(OPTIONAL_OF_PROPERTY), nulls(OPTIONAL_OF_APPLICANT)))).toBe(
    await card(around({}, {})),
  );
});

test.each(['archived_at', 'created_at', 'updated_at', 'score', 'completion_rate', 'product'])(
  '%s that cannot be read is said, with the name of the field',
  async (field) => {
    expect(await card({ [field]: '¿?' })).toMatch(new RegExp(`Not readable: .*${field}`));
  },
);

test('a property and applicants that cannot be read are not said to be missing', async () => {
  const fields = { product: 'Flat 1', applicants: 'Jade' };
  const [shown, listed] = [await card(fields), await answered('list', fields)];
  for (const text of [shown, listed]) {
    expect(text).not.toMatch(/no property|no applicants/i);
    expect(text).toMatch(/applicants .*not readable/i);
  }
  expect(shown).toContain('The property that the service sent is not readable.');
  expect(await answered('list no:property', fields)).not.toContain('1. ');
  const french = `${await answered('liste', fields, FRENCH)} ${await answered(`voir ${ID}`, fields, FRENCH)}`;
  expect(french).not.toMatch(/sans bien|aucun bien|aucun candidat/i);
});

test('a property whose date of availability cannot be read is not said to be available by a day', async () => {
  const fields = { product: { title: 'Flat 1', available: true, availability: 'from March' } };
  expect(await answered('property flat', fields)).toContain('Availability unknown');
  expect(await answered('vacant', fields)).not.toContain('Flat 1');
  expect(await answered('list availability:<2030', fields)).not.toContain('1. ');
  expect(await answered('list no:availability', fields)).not.toContain('1. ');
  expect(await answered('list available:yes', fields)).toContain('1. Flat 1');
});

test('an empty situation or category is none', async () => {
  const fields = { applicants_situation: '', product: { title: 'Flat 1', category: ' ' } };
  expect(await answered('list no:situation no:category', fields)).toContain('1. ');
  expect(await answered('list has:situation', fields)).not.toContain('1. ');
});

test('what cannot be read of a photo, a tag or an organisation is said, too', async () => {
  const organisation = { type: 4, file_path: 9, created_at: '2026-09-10', updated_at: 'never' };
  const fields = {
    tags: [{ name: 'vip', tenant: 5 }],
    product: { title: 'Flat 1', photo: { size: 'big', filename: 'front.jpg', content_type: 3 } },
    applicants: [{ first_name: 'Jade', moral_guarantor: organisation }],
  };
  expect(await card(fields)).toMatch(
    /Not readable: tags\.tenant, photo\.size, photo\.content_type, moral_guarantor\.file_path, /,
  );
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: ID, ...fields })]));
  const all = pressOf(await answerOf(dispatcher.run(`show ${ID}`, ENGLISH)), 'Details');
  const { text } = await answerOf(dispatcher.runAction(all, ENGLISH));
  expect(text).toContain('Not readable: tags.tenant\n');
  expect(text).toContain('Not readable: photo.size, photo.content_type\n');
  expect(text).toContain('Guarantor organisation: type not readable\n');
  expect(text).toMatch(/Not readable: moral_guarantor\.file_path, .*moral_guarantor\.updated_at/);
});

test('a date of archiving that cannot be read makes a file neither archived nor open', async () => {
  const file = { archived_at: 'last week' };
  expect(await answered('list archived:yes', file)).not.toContain('1. ');
  expect(await answered('pending', file)).not.toMatch(/nothing/i);
  expect(await answered('pending', file)).not.toMatch(
    /^1 rental file awaits a decision\b(?!.*not)/,
  );
});

test('negative amounts are not readable, and no amounts', async () => {
  const amounts = ['rent_amount', 'price', 'monthly_charges', 'warranty_amount', 'agency_fees'];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...amounts), fc.integer({ max: -1 }), async (field, value) => {
      const text = await card({ product: { title: 'Flat 1', [field]: value } });
      expect(text).toMatch(new RegExp(`Not readable: .*${field}`));
      expect(text).not.toContain(String(value));
    }),
    { numRuns: 15 },
  );
});

test('any short text can be the id of a file', async () => {
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: 'file/7 ü' })]));
  expect((await answerOf(dispatcher.run('list', ENGLISH))).text).toContain('1. ');
});
