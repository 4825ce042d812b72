import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn, type Privacy } from '../../src/i18n/index.ts';
import { blockErrors } from '../../src/playground/slack-workspace/blocks/check.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { cardView, snapshotCardView, type SnapshotFile } from '../../src/views/files/card/index.ts';
import type { CardSurroundings } from '../../src/views/files/card/layout.ts';
import { ageText } from '../../src/views/files/line.ts';
import type { Message } from '../../src/views/message.ts';
import { progressView } from '../../src/views/notices.ts';
import { expectGood, expectGoodEntity, hostile, NOW, PRESS, reading } from '../support/hostile.ts';
import { rentalFile } from '../support/rental-files.ts';

const flag = fc.option(fc.boolean());
const text = fc.option(hostile);
const number = fc.option(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat()));
const date = fc.constantFrom(null, '1992-02-29', '2031-01-01', '0001-01-01', '9999-12-31');
const moment = fc.constantFrom(null, '2026-11-12T09:00:00Z', '1969-01-01T00:00:00Z', 'yesterday');
const person = {
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  status: fc.oneof(hostile, fc.constantFrom('NEW', 'ANALYZED', 'constructor')),
  is_guarantor: fc.boolean(),
  score: number,
  completion_rate: number,
  profile: text,
  birth_date: date,
  form_submitted: moment,
  moral_guarantor: fc.option(fc.record({ type: text })),
};
const file: fc.Arbitrary<RentalFile> = fc
  .record({
    status: hostile,
    decision: fc.oneof(hostile, fc.constantFrom('READY', 'toString')),
    applicants_situation: text,
    score: number,
    completion_rate: number,
    created_at: moment,
    updated_at: moment,
    archived_at: moment,
    under_insurance: flag,
    is_pre_application: fc.boolean(),
    pre_application_validated_at: moment,
    tags: fc.array(fc.record({ tenant: hostile, name: hostile }), { maxLength: 12 }),
    managers: fc.array(hostile, { maxLength: 9 }),
    applicants: fc.array(
      fc.record({ ...person, physical_guarantors: fc.array(fc.record(person), { maxLength: 5 }) }),
      { maxLength: 30 },
    ),
    product: fc.option(
      fc.record({
        title: text,
        reference: text,
        category: text,
        description: text,
        mandate_type: hostile,
        available: fc.boolean(),
        availability: date,
        exclusivity: flag,
        rent_amount: number,
        monthly_charges: number,
        price: number,
        photo: fc.option(fc.record({ path: fc.oneof(hostile, fc.webUrl()) })),
      }),
    ),
  })
  .map((fields) => rentalFile(fields));

const NAMES = { first_name: 'Anne', last_name: 'Lefèvre' };
const PRODUCT = {
  title: 'T3 lumineux',
  reference: 'LY-0342',
  category: 'apartment',
  rent_amount: 900,
  monthly_charges: 80.5,
  warranty_amount: 900,
  agency_fees: 400,
  availability: '2026-12-01',
  exclusivity: true,
  unpaid_rent_insurance: true,
  description: 'Au 12 rue des Lilas, 69003 Lyon.',
};

test('no rental file can make a card that Slack refuses, in a message or in a modal', () => {
  fc.assert(
    fc.property(file, reading, (one, { language, privacy }) => {
      expectGoodEverywhere(cardView(one, around(privacy), wordsIn(language)));
    }),
    { numRuns: 80 },
  );
});

test('no reading can make a card that Slack refuses either', () => {
  const held: fc.Arbitrary<SnapshotFile> = fc.record({
    property: fc.option(fc.record({ title: text, reference: text })),
    product: fc.option(
      fc.record({
        category: text,
        furnished: flag,
        exclusivity: flag,
        mandate_type: text,
        rent_amount: number,
      }),
    ),
    productId: text,
    unreadable: fc.array(hostile, { maxLength: 12 }),
    applicants: fc.array(
      fc.record({
        firstName: text,
        lastName: text,
        status: hostile,
        isGuarantor: fc.boolean(),
        score: fc.constant(null),
        completion: fc.constant(null),
      }),
      { maxLength: 30 },
    ),
    areApplicantsUnreadable: fc.boolean(),
    furtherGuarantors: fc.nat({ max: 99 }),
    organisations: fc.nat({ max: 99 }),
    status: hostile,
    decision: hostile,
    score: number,
    completion: number,
    situation: text,
    tags: fc.array(hostile, { maxLength: 12 }),
    managers: fc.array(hostile, { maxLength: 9 }),
    createdAt: fc.option(fc.integer({ min: -1e14, max: 1e14 })),
    updatedAt: fc.option(fc.integer({ min: -1e14, max: 1e14 })),
    archivedAt: fc.option(fc.integer({ min: -1e14, max: 1e14 })),
  });
  fc.assert(
    fc.property(held, reading, (one, { language, privacy }) => {
      const words = wordsIn(language);
      const cause = { failure: words.failure.serviceDown, reference: 'K7M2XP', readAt: NOW - 9e5 };
      expectGoodEverywhere(snapshotCardView(one, cause, around(privacy), words));
    }),
    { numRuns: 60 },
  );
});

test('the worst that a service can send still fits, and what is cut is said', () => {
  const bad = '&'.repeat(5_000);
  const worst = { first_name: bad, last_name: bad, status: bad, profile: bad };
  const one = rentalFile({
    status: bad,
    decision: bad,
    applicants_situation: bad,
    tags: Array.from({ length: 30 }, () => ({ tenant: bad, name: bad })),
    managers: Array.from({ length: 30 }, () => bad),
    product: { ...PRODUCT, title: bad, reference: bad, category: bad, description: bad },
    applicants: Array.from({ length: 30 }, (_, index) => ({
      ...worst,
      completion_rate: -1.7e308,
      physical_guarantors: Array.from({ length: 9 }, (__, place) => ({
        status: `${place}${bad}`,
      })),
      moral_guarantor: { type: `${index}${bad}` },
    })),
  });
  const messages = (['en', 'fr'] as const).map((language) =>
    cardView(one, around('full'), wordsIn(language)),
  );
  for (const message of messages) expectGoodEverywhere(message);
  expect(messages[0]?.text).toContain('and 20 more people');
  expect(JSON.stringify(messages[0]?.blocks)).toContain('and 28 more people');
  expect(JSON.stringify(messages[1]?.blocks)).toContain('et 28 autres personnes');
});

test.each(['en', 'fr'] as const)(
  'a panel in %s tells its last change and its reading by two names',
  (language) => {
    const one = rentalFile({ updated_at: '2026-11-19T23:30:00Z' });
    const words = wordsIn(language);
    const labels = cardView(one, around('full'), words).entity?.fields.map(({ label }) => label);
    expect(labels).toContain(words.card.file.updated);
    expect(labels?.filter((label) => label === words.card.file.updated)).toHaveLength(1);
  },
);

test.each([
  [5, 3, 'created\u00a05\u00a0days\u00a0ago (3\u00a0working\u00a0days)'],
  [3, 3, 'created\u00a03\u00a0working\u00a0days\u00a0ago'],
  [3, null, 'created\u00a03\u00a0days\u00a0ago'],
  [59, 41, 'created\u00a059\u00a0days\u00a0ago (41\u00a0working\u00a0days)'],
  [60, 42, 'created\u00a02\u00a0months\u00a0ago (42\u00a0working\u00a0days)'],
  [364, null, 'created\u00a012\u00a0months\u00a0ago'],
  [365, null, 'created\u00a01\u00a0year\u00a0ago'],
])('an age of %d days, %j of them working days, is told once: %s', (days, workingDays, told) => {
  const aged = { createdAt: NOW - days * 86_400_000, workingDays };
  expect(ageText(aged, { now: NOW, words: wordsIn('en') })).toEqual([told]);
});

test('a card tells where a file stands, what is missing, who applies and for what', () => {
  const one = rentalFile({
    status: 'ANALYZED',
    decision: 'READY',
    score: 82.25,
    completion_rate: 80,
    created_at: '2026-11-12T09:00:00Z',
    updated_at: '2026-11-19T23:30:00Z',
    applicants_situation: 'COUPLE',
    tags: [{ tenant: 'x', name: 'urgent' }],
    managers: ['claire.fontaine@agence.example'],
    is_pre_application: true,
    under_insurance: true,
    product: PRODUCT,
    applicants: [
      {
        ...NAMES,
        status: 'ANALYZED',
        score: 82,
        completion_rate: 100,
        profile: 'CDI',
        birth_date: '1992-03-04',
        form_submitted: '2026-11-13T10:00:00Z',
        physical_guarantors: [
          { status: 'COLLECTED', completion_rate: 100 },
          { status: 'ANALYZED' },
        ],
      },
      {
        first_name: 'Paul',
        status: 'COLLECT_STARTED',
        completion_rate: 60,
        moral_guarantor: { type: 'visale' },
      },
      { last_name: 'Costa', is_guarantor: true, status: 'SOMETHING_NEW' },
    ],
  });
  expect(cardView(one, around('full'), wordsIn('en')).text.split('\n')).toEqual([
    'T3 lumineux (LY-0342), Ready to decide, Analysed, score 82.25, 80% complete, created\u00a09\u00a0days\u00a0ago (7\u00a0working\u00a0days)',
    'Missing: 1 of 2 applicants incomplete: Paul (60%); completeness unknown for 2 people',
    'Applicants',
    '• Anne Lefèvre, Analysed, score 82, 100% complete, form sent 13 Nov 2026, CDI, aged 34, Guarantors: 2 people (1 Collected, 1 Analysed)',
    '• Paul, Collecting, 60% complete, Guarantors: 1 organisation (visale)',
    '• Costa (guarantor), SOMETHING_NEW',
    'Property',
    '• 69003 Lyon · Flat · unfurnished · exclusive mandate · managed',
    '• Rent: 900 + 80.50 charges = 980.50 per month',
    '• Available: from 1 Dec 2026',
    '• Deposit: 900',
    '• Agency fees: 400',
    '• Unpaid-rent insurance: yes',
    '• Description: Au 12 rue des Lilas, 69003 Lyon.',
    'File',
    '• Situation: Couple',
    '• Tags: urgent',
    '• Managed by: claire.fontaine@agence.example',
    '• Pre-application: yes, not validated yet',
    '• Created: 12 Nov 2026',
    '• Updated: 20 Nov 2026',
    '• Under insurance: yes',
    'As of 01:00',
  ]);
});

test.each(['full', 'initials', 'reference'] as const)(
  'a card at level %s holds no e-mail address, telephone number or date of birth',
  (privacy) => {
    const one = rentalFile({
      product: PRODUCT,
      applicants: [
        { ...NAMES, email: 'anne@x.example', phone: '0639981234', birth_date: '1992-03-04' },
      ],
    });
    const said = JSON.stringify(cardView(one, around(privacy), wordsIn('en')));
    expect(said).toContain('LY-0342');
    expect(said).not.toMatch(/@|0639981234|1992/);
  },
);

test('initials are all that their level shows of people, and numbers all that the next one shows', () => {
  const one = rentalFile({
    applicants_situation: 'COUPLE',
    tags: [{ tenant: 'x', name: 'dossier Lefèvre' }],
    managers: ['claire.fontaine@agence.example'],
    product: PRODUCT,
    applicants: [
      {
        ...NAMES,
        profile: 'Étudiant',
        birth_date: '1992-03-04',
        moral_guarantor: { type: 'visale' },
      },
      {
        ...NAMES,
        status: 'ANALYZED',
        completion_rate: 60,
        physical_guarantors: [{ ...NAMES, status: 'OPEN', completion_rate: 5 }],
      },
    ],
  });
  const initials = cardView(one, around('initials'), wordsIn('en'));
  expect(initials.text).toContain('• A.\u00a0L., New');
  expect(initials.text).toContain('• Managed by: C.\u00a0F.');

  const reference = cardView(one, around('reference'), wordsIn('en'));
  expect(reference.text).toContain('Missing: 1 of 2 applicants incomplete; the only guarantor is');
  expect(reference.text).toContain('• 2 applicants: 1 New, 1 Analysed\n• 1 guarantor: Open');
  expect(reference.text).toContain('• Managed by: 1 person');
  expect(JSON.stringify(reference)).not.toMatch(
    /Anne|Lefèvre|A\.\sL\.|Étudiant|\baged|Couple|visale|claire|Lilas/,
  );
});

test.each([
  [[{ completion_rate: 100 }], 'Complete ✓'],
  [[{ completion_rate: 100 }, { status: 'COLLECTED' }], 'Completeness: unknown for 1 person'],
  [[{ status: 'CLOSED' }, { status: 'NEW' }], 'Completeness: unknown for 2 people'],
  [[{ completion_rate: 30 }], 'Missing: the only applicant is incomplete: Unnamed (30%)'],
  [
    [{ ...NAMES, completion_rate: 99.6 }, {}, { completion_rate: 100 }],
    'Missing: 1 of 3 applicants incomplete: Anne Lefèvre (99%); completeness unknown for 1 person',
  ],
])('of applicants %j the card says how complete they are: %s', (applicants, how) => {
  const { text: said } = cardView(
    rentalFile({ completion_rate: 100, applicants }),
    around('full'),
    wordsIn('en'),
  );
  expect(said.split('\n')[1]).toBe(how);
});

test('a card never says both that all is complete and that something is not', () => {
  const one = rentalFile({ completion_rate: 99.96, applicants: [{ completion_rate: 100 }] });
  const { text: said } = cardView(one, around('full'), wordsIn('en'));
  expect(said).toContain('99% complete');
  expect(said).not.toMatch(/Complete ✓|100% complete,/);
});

test('a rate is a share of what the service counts to', () => {
  const one = rentalFile({ completion_rate: 0.8, applicants: [{ ...NAMES, completion_rate: 1 }] });
  const { text: said } = cardView(one, { ...around('full'), completionMax: 1 }, wordsIn('en'));
  expect(said).toContain('80% complete');
  expect(said).toContain('Anne Lefèvre, New, 100% complete');
});

test.each([
  ['https://cdn.example.com/a.jpg', true],
  ['http://cdn.example.com/a.jpg', false],
  ['photos/a.jpg', false],
  ['https://localhost/a.jpg', false],
  ['https://10.0.0.1/a.jpg', false],
  ['https://[::1]/a.jpg', false],
  ['https://intranet/a.jpg', false],
  ['https://user:pass@cdn.example.com/a.jpg', false],
])('a photo at %s is linked: %j', (path, isShown) => {
  const one = rentalFile({
    product: {
      ...PRODUCT,
      photo: { size: 1, filename: 'a.jpg', content_type: 'image/jpeg', path },
    },
  });
  const { blocks } = cardView(one, around('full'), wordsIn('en'));
  expect(JSON.stringify(blocks).includes(path)).toBe(isShown);
});

test('a card begins with where the file stands and what to do, and leaves the rest to its details', () => {
  const applicants = Array.from({ length: 4 }, () => ({ ...NAMES, completion_rate: 9 }));
  const one = rentalFile({ applicants, product: PRODUCT, under_insurance: true });
  const { blocks } = cardView(one, around('full'), wordsIn('en'));
  expect(blocks.map(({ type }) => type).slice(0, 3)).toEqual(['header', 'rich_text', 'buttons']);
  const [row] = blocks.filter((block) => block.type === 'buttons');
  expect(row?.buttons.map(({ style }) => style)).toEqual([
    'primary',
    undefined,
    undefined,
    undefined,
  ]);
  expect(row?.menu?.map(({ label }) => label)).toEqual(['Refresh', 'Share']);
  const drawn = JSON.stringify(blocks);
  expect(drawn.match(/Anne Lefèvre"/g)).toHaveLength(2);
  expect(drawn).toContain('and 2 more people');
  expect(drawn).not.toMatch(/Deposit|Agency fees|Under insurance/);
});

test.each([
  [2, [], ''],
  [3, ['Third'], ''],
  [4, [], 'and 2 more people'],
])('of %i applicants a card leaves out one only together with others', (count, also, more) => {
  const people = ['First', 'Second', 'Third', 'Fourth'].slice(0, count);
  const applicants = people.map((last_name, index) => ({ id: `p${index}`, last_name }));
  const rental = rentalFile({ applicants });
  const { blocks } = cardView(rental, around('full'), wordsIn('en'));
  const drawn = JSON.stringify(blocks);
  for (const name of ['First', 'Second', ...also]) expect(drawn).toContain(name);
  expect(/and \d more \w+/.exec(drawn)?.[0] ?? '').toBe(more);
});

test('a file of today, and the first of a month, are told as people say them', () => {
  const one = rentalFile({
    created_at: new Date(NOW - 3_600_000).toISOString(),
    product: { ...PRODUCT, availability: '2026-12-01' },
  });
  const { text: said, blocks } = cardView(one, around('full'), wordsIn('fr'));
  expect(said).toContain('Disponible\u00a0: à partir du 1er déc. 2026');
  expect(JSON.stringify(blocks)).toContain('créé aujourd’hui');
});

test.each([
  ['yesterday evening', '2026-11-19T22:30:00Z', 'created\u00a01\u00a0working\u00a0day\u00a0ago'],
  // Not “1 day, 2 working days”: its days are those of the calendar, too.
  ['the evening before', '2026-11-18T22:30:00Z', 'created\u00a02\u00a0working\u00a0days\u00a0ago'],
  ['on a day to come', '2031-01-01T09:00:00Z', undefined],
])('a file created %s is not told as created today', (_, created_at, age) => {
  const workingDays = Number(/\d/.exec(age ?? '1')?.[0]);
  const morning = { ...around('full'), now: Date.UTC(2026, 10, 20, 8), workingDays };
  const { text: said, blocks } = cardView(rentalFile({ created_at }), morning, wordsIn('en'));
  const shown = JSON.stringify(blocks);
  expect(`${said}\n${shown}`).not.toContain('today');
  for (const drawn of [said, shown]) {
    expect(/created\u00a0[\d\w\u00a0]+ago/.exec(drawn)?.[0]).toBe(age);
  }
});

test('a card from a reading says why, and when that was', () => {
  const words = wordsIn('en');
  const held: SnapshotFile = {
    property: { title: 'T3 lumineux', reference: 'LY-0342' },
    product: {
      category: 'apartment',
      furnished: false,
      exclusivity: null,
      mandate_type: 'management',
      rent_amount: 900,
    },
    productId: null,
    unreadable: ['archived_at'],
    applicants: [
      {
        firstName: 'Anne',
        lastName: 'Lefèvre',
        status: 'OPEN',
        isGuarantor: false,
        score: null,
        completion: null,
      },
    ],
    areApplicantsUnreadable: false,
    furtherGuarantors: 0,
    organisations: 0,
    status: 'OPEN',
    decision: 'PENDING',
    score: null,
    completion: null,
    situation: null,
    tags: [],
    managers: [],
    createdAt: null,
    updatedAt: null,
    archivedAt: null,
  };
  const cause = { failure: words.failure.serviceDown, reference: 'K7M2XP', readAt: NOW - 600_000 };
  const yesterday = { ...cause, readAt: NOW - 86_400_000 };
  const old = snapshotCardView(held, yesterday, around('full'), words).text;
  expect(old).toMatch(/\nAs of \d+ \w+ \d{4}, \d\d:\d\d$/);
  expect(snapshotCardView(held, cause, around('full'), words).text.split('\n')).toEqual([
    'The Rental File Service does not answer. Try again in a few minutes; if it keeps happening, tell your administrator the reference. (Reference K7M2XP) This is the file as last read, without the details.',
    'T3 lumineux (LY-0342), Pending, Open',
    'Applicants',
    '• Anne Lefèvre, Open',
    'Property',
    '• Flat · unfurnished · managed',
    '• Rent: 900 per month',
    'File',
    '• Not readable: archived_at',
    'As of 00:50',
  ]);
  // Shared, it is read in other time zones, too.
  const { blocks } = snapshotCardView(held, cause, around('full'), words);
  expect(JSON.stringify(blocks.at(-1))).toContain(`<!date^${cause.readAt / 1_000}^{time}|00:50>`);
});

test('what a person typed to find a card is bounded, and neither mentions nor links', () => {
  fc.assert(
    fc.property(hostile, reading, (by, { language, privacy }) => {
      const found = { ...around(privacy), found: { by, wrong: PRESS } };
      const message = cardView(rentalFile({ id: 'a' }), found, wordsIn(language));
      expectGood(message);
      expect(message.blocks.some(({ type }) => type === 'row')).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test.each(['en', 'fr'] as const)('the passing message in %s is taken by Slack', (language) => {
  const message = progressView(wordsIn(language).card.opening);
  expectGood(message);
  expect(message.isProgress).toBe(true);
});

function around(privacy: Privacy): CardSurroundings {
  return {
    now: NOW,
    zone: 'Europe/Paris',
    privacy,
    completionMax: 100,
    currency: null,
    workingDays: 7,
    milestones: null,
    link: 'https://console.example.com/a',
    reveal: PRESS,
    details: PRESS,
    all: PRESS,
    share: PRESS,
    refresh: PRESS,
    triage: null,
    panel: { readAt: NOW },
  };
}

/** As a message, and in a modal. */
function expectGoodEverywhere(message: Message): void {
  expectGood(message);
  expectGoodEntity(message.entity);
  expect(message.blocks.length).toBeGreaterThan(2);
  const sendable = message.blocks.filter(({ type }) => type !== 'buttons');
  expect(blockErrors([...sendable], 'modal')).toEqual([]);
  expect(message.title?.length).toBeLessThanOrEqual(24);
}

/** The line of an applicant whose guarantor is given as an id. */
function lineGuaranteedBy(id: string): string | undefined {
  const one = rentalFile({
    applicants: [
      { id: 'p1', last_name: 'Lefèvre', physical_guarantors: [id] },
      { id: 'p2', last_name: 'Costa', is_guarantor: true, status: 'ANALYZED' },
    ],
  });
  const lines = cardView(one, around('full'), wordsIn('en')).text.split('\n');
  return lines.find((line) => line.startsWith('• Lefèvre'));
}

test('a guarantor given as the id of an applicant is what the file says of that applicant', () => {
  expect(lineGuaranteedBy('p2')).toBe('• Lefèvre, New, Guarantors: 1 person (Analysed)');
  expect(lineGuaranteedBy('p3')).toBe('• Lefèvre, New, Guarantors: 1 person (1 with only an id)');
});

/** A card at a level, in a language, line by line. */
function linesOf(
  over: Parameters<typeof rentalFile>[0],
  { privacy = 'full', language = 'en', ...others }: Partial<CardSurroundings & Reader> = {},
): readonly string[] {
  const message = cardView(rentalFile(over), { ...around(privacy), ...others }, wordsIn(language));
  return message.text.split('\n');
}

interface Reader {
  readonly language: 'en' | 'fr';
}

test.each([
  [
    [{ status: 'ANALYZED' }, {}, { first_name: 'Jo' }],
    '3 people (1 Analysed, 1 unknown, 1 not readable)',
  ],
  [[{ status: 'ANALYZED' }, { status: 'ANALYZED' }], '2 people (Analysed)'],
  [
    [{ status: 'ANALYZED' }, { last_name: 'A' }, { last_name: 'B' }],
    '3 people (1 Analysed, 2 unknown)',
  ],
  [[{ completion_rate: 80, score: 7, profile: 'CDI' }], '1 person'],
  [[{ id: 'g1' }, { id: 'g2', first_name: 7 }], '2 people (1 with only an id, 1 not readable)'],
])('what is known of guarantors such as %j', (guarantors, said) => {
  const applicants = [{ last_name: 'Lefèvre', physical_guarantors: guarantors }];
  expect(linesOf({ applicants })).toContain(`• Lefèvre, New, Guarantors: ${said}`);
});

test('a status of some guarantors is not that of all, where they are only counted', () => {
  const guarantors = [{ status: 'ANALYZED' }, { last_name: 'A' }, { last_name: 'B' }];
  const applicants = [{ last_name: 'Lefèvre', physical_guarantors: guarantors }];
  expect(linesOf({ applicants }, { privacy: 'reference' })).toContain(
    '• 3 guarantors: 1 Analysed, 2 unknown',
  );
  expect(linesOf({ applicants }, { privacy: 'reference', language: 'fr' })).toContain(
    '• 3 garants\u00a0: 1\u00a0×\u00a0Analysé, 2 de statut inconnu',
  );
});

test.each([
  ['2026-11-20T23:30:00Z', 'Europe/Paris', '2026-11-21', 'yes'],
  ['2026-11-20T22:30:00Z', 'Europe/Paris', '2026-11-21', 'from 21 Nov 2026'],
  ['2026-11-21T03:00:00Z', 'America/New_York', '2026-11-21', 'from 21 Nov 2026'],
])('at %s in %s, what is available from %s is told so: %s', (now, zone, from, said) => {
  const product = { title: 'T3', availability: from };
  expect(linesOf({ product }, { now: Date.parse(now), zone })).toContain(`• Available: ${said}`);
});

test('null says that nothing is given, and is no word', () => {
  const product = { title: 'T3', mandate_type: null, fee: 5, fee_type: null };
  const sent = { product, applicants: [{ status: null }] };
  expect(linesOf(sent)).toEqual(
    expect.arrayContaining(['• Unnamed, status not given', '• Fee: 5']),
  );
  expect(linesOf(sent, { language: 'fr' })).toContain('• Sans nom, statut non indiqué');
  for (const language of ['en', 'fr'] as const) {
    expect(linesOf(sent, { language }).join('\n')).not.toContain('null');
  }
});
