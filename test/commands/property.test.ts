import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { property, vacant } from '../../src/commands/property.ts';
import { buttonsOf, pressOf } from '../support/desk.ts';
import { expectGood } from '../support/hostile.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { callOver, messageOf } from './call.ts';

const loft = {
  title: 'Loft near the station',
  reference: 'MO-0149',
  description: '12 rue des Lilas, 34090 Montpellier',
  category: 'apartment',
  rent_amount: 850,
  availability: '2026-12-01',
};

function fileOn(product: object | null, over: object) {
  return rentalFile({ product, ...over });
}

const FILES = [
  fileOn(loft, {
    id: 'second',
    created_at: '2026-11-12T09:00:00Z',
    decision: 'READY',
    status: 'ANALYZED',
    score: 71,
    completion_rate: 100,
    applicants: [
      { first_name: 'Jade', last_name: 'Morin', email: 'j@example.com', phone: '+33600000000' },
    ],
  }),
  fileOn(
    { ...loft, rent_amount: 800 },
    { id: 'first', created_at: '2026-11-03T09:00:00Z', status: 'OPEN', completion_rate: 40 },
  ),
  fileOn({ title: 'Studio', reference: 'LY-1', available: true }, { id: 'studio' }),
  fileOn(
    { title: 'House', reference: 'LY-2', available: false, availability: '2026-01-01' },
    { id: 'house' },
  ),
  fileOn(null, { id: 'none' }),
];

const call = () => callOver(() => pagesOf(FILES));

test.each([
  ['en', { decision: 'MAYBE' }, 'no file is known to await a decision'],
  ['en', { archived_at: 'last week' }, 'no file is known to await a decision'],
  ['en', { decision: 'MAYBE', status: 'CLOSED' }, '· no file awaits a decision'],
  ['en', { decision: 'ACCEPTED' }, '· no file awaits a decision'],
  ['fr', { decision: 'MAYBE' }, 'aucun dossier connu comme étant à décider'],
] as const)('in %s, of a property with a file such as %j: %s', async (language, over, said) => {
  const files = [fileOn({ title: 'Garden', reference: 'NA-1' }, { id: 'garden', ...over })];
  const message = await messageOf(
    property.run(
      'NA-1',
      callOver(() => pagesOf(files), { language }),
    ),
  );
  expectGood(message);
  expect(message.text).toContain(said);
});

test.each([
  ['en', 'For 2 properties it is not known when they are available.'],
  ['fr', 'Pour 2 biens, la date de disponibilité n’est pas connue.'],
] as const)(
  'vacant properties are not all where a date cannot be read (%s)',
  async (language, said) => {
    const others = [
      fileOn({ title: 'Garden', reference: 'NA-1', availability: 'soon' }, { id: 'garden' }),
      fileOn({ title: 'Attic', reference: 'NA-2', available: 'maybe' }, { id: 'attic' }),
    ];
    const over = callOver(() => pagesOf([...FILES, ...others]), { language });
    const message = await messageOf(vacant.run('', over));
    expectGood(message);
    expect(message.text).toContain(said);
    expect((await messageOf(vacant.run('', call()))).text).not.toContain('not known');
  },
);

test('a property shows its files in the order of their arrival, with what each lacks', async () => {
  const message = await messageOf(property.run('station montpellier', call()));
  expect(message.text).toBe(
    [
      'Loft near the station (MO-0149) · 34090 Montpellier · 850 per month · Available from 1 Dec 2026 · 2 rental files · 1 ready to decide · 1 waiting for documents',
      'In the order of their arrival',
      '1. No applicants, Waiting for documents · waiting 12 working days, arrived 3 Nov 2026 · 40% complete · without applicants · rent in this file: 800 per month',
      '2. Jade Morin, Ready · waiting 6 working days, arrived 12 Nov 2026 · score 71 · 100% complete · without guarantor, form',
      'As of 10:00',
    ].join('\n'),
  );
  expectGood(message);
  expect(buttonsOf(message)).toEqual(['View', 'View']);
  const { args } = pressOf(message, 'Refresh');
  expect((await messageOf(property.runAction(args, call()))).text).toBe(message.text);
});

test('files that came at one moment keep their order, and pages lead on and back', async () => {
  const names = Array.from({ length: 12 }, (_, index) => String.fromCodePoint(97 + index));
  const files = names.map((name) =>
    fileOn(loft, {
      id: name,
      created_at: '2026-11-03T09:00:00Z',
      applicants: [{ first_name: `Person${name}`, last_name: null }],
    }),
  );
  const here = callOver(() => pagesOf(files.toReversed()));
  let page = await messageOf(property.run('MO-0149', here));
  const first = page.text;
  const seen: string[] = [];
  for (let turns = 0; turns < names.length; turns += 1) {
    seen.push(...Array.from(page.text.matchAll(/Person(\w)/g), ([, name = '']) => name));
    const next = buttonsOf(page).find((label) => label.endsWith('›'));
    if (next === undefined) break;
    page = await messageOf(property.runAction(pressOf(page, next).args, here));
  }
  expect(seen).toEqual(names);
  for (let turns = 0; turns < names.length; turns += 1) {
    const previous = buttonsOf(page).find((label) => label.startsWith('‹'));
    if (previous === undefined) break;
    page = await messageOf(property.runAction(pressOf(page, previous).args, here));
  }
  expect(page.text).toBe(first);
});

test('several properties are listed, and each opens', async () => {
  const here = call();
  const message = await messageOf(property.run('ly', here));
  expect(message.text).toContain('2 properties');
  expect(message.text).toContain('Studio (LY-1), Available, no date given');
  expect(message.text).toContain('House (LY-2), Available: no (date given: 1 Jan 2026)');
  const opened = await messageOf(property.runAction(pressOf(message, 'View').args, here));
  expect(opened.text).toContain('Studio (LY-1)');
});

const ONE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

/** A file a day on each of these products. */
const filesOn = (...products: readonly object[]) =>
  products.map((product, day) =>
    rentalFile({ id: `file-${day}`, created_at: `2026-11-0${day + 1}T09:00:00Z`, product }),
  );

test('two products are two properties, whatever they share, and are told apart', async () => {
  const studio = { title: 'Studio', reference: 'LY-1', available: true };
  for (const name of [{}, { reference: null }, { title: null }, { title: null, reference: null }]) {
    const one = { ...studio, ...name, _id: ONE, rent_amount: 500 };
    const other = { ...studio, ...name, _id: OTHER, rent_amount: 900 };
    const here = callOver(() => pagesOf(filesOn(one, other, one)));
    const { text } = await messageOf(vacant.run('', here));
    expect(text).toContain('2 properties are available');
    expect(text).toContain('id …1111');
    expect(text).toContain('id …2222');
    if (name.title === null) continue;
    const named = await messageOf(property.run('Studio', here));
    expect(named.text).toContain('2 properties');
    const opened = await messageOf(property.runAction(pressOf(named, 'View').args, here));
    expect(opened.text).toContain('id …1111');
    expect(opened.text).toContain('2 rental files');
    expect(opened.text).not.toContain('rent in this file');
  }
});

test.each(['en', 'fr'] as const)(
  'in %s, two properties whose long reference is cut keep the ends of their ids',
  async (language) => {
    const alike = { title: 'T2', reference: 'APPT-2026-NANTES-CENTRE-0012-B', available: true };
    for (const name of [{}, { title: null, reference: alike.reference.repeat(3) }]) {
      const products = [ONE, OTHER].map((_id) => ({ ...alike, ...name, _id }));
      const here = callOver(() => pagesOf(filesOn(...products)), { language });
      for (const answer of [vacant.run('', here), property.run('Nantes', here)]) {
        const message = await messageOf(answer);
        expect(message.text).toMatch(/APPT-2026-NANT[^]*… id …1111[^]*… id …2222/u);
        expect(JSON.stringify(message.blocks)).toMatch(/… id …1111.*… id …2222/u);
        const opened = await messageOf(
          property.runAction(pressOf(message, VIEW[language]).args, here),
        );
        expect(opened.text).toContain('… id …1111');
      }
    }
  },
);

const VIEW = { en: 'View', fr: 'Voir' } as const;

test('a product whose reference has changed, or of which only the id came, is one property', async () => {
  const studio = { title: 'Studio', reference: 'LY-1', _id: ONE };
  const files = [
    ...filesOn(studio, { ...studio, reference: 'LY-0001' }),
    rentalFile({ id: 'bare', product_id: ONE, created_at: '2026-11-09T09:00:00Z' }),
  ];
  const { text } = await messageOf(
    property.run(
      'Studio',
      callOver(() => pagesOf(files)),
    ),
  );
  expect(text).toContain('Studio (LY-0001)');
  expect(text).toContain('3 rental files');
});

test.each([
  ['en', 'Studio (LY-0001)', 'Available, no date given'],
  ['fr', 'Studio (LY-0001)', 'Disponible, sans date'],
] as const)(
  'in %s, a product that has no mandate any more counts as it came last',
  async (language, name, said) => {
    const studio = { title: 'Studio', reference: 'LY-1', _id: ONE, available: false };
    const last = { ...studio, reference: 'LY-0001', available: true, mandate_type: null };
    const here = callOver(() => pagesOf(filesOn(studio, last)), { language });
    for (const answer of [property.run('Studio', here), vacant.run('', here)]) {
      const { text } = await messageOf(answer);
      expect(text).toContain(name);
      expect(text).toContain(said);
    }
  },
);

test('without an id that can be read, the reference stands for it', async () => {
  const studio = { title: 'Studio', reference: 'LY-1', available: true };
  const files = filesOn(studio, { ...studio, _id: 5 }, { ...studio, reference: 'ly 1', _id: '' });
  const { text } = await messageOf(
    vacant.run(
      '',
      callOver(() => pagesOf(files)),
    ),
  );
  expect(text).toContain('1 property is available');
  expect(text).not.toContain('id …');
});

test('what names no property says what to do', async () => {
  expect((await messageOf(property.run('', call()))).text).toContain('Which property?');
  expect((await messageOf(property.run('…', call()))).text).toContain('Which property?');
  expect((await messageOf(property.run('nowhere', call()))).text).toContain(
    'No rental file names a property with these words.',
  );
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const words = Array.from(letters + letters, (letter, at) => letter + at).join(' ');
  await expect(messageOf(property.run(words, call()))).rejects.toThrow('query_too_long');
  const repeated = `station ${'montpellier '.repeat(100)}`;
  expect((await messageOf(property.run(repeated, call()))).text).toContain('MO-0149');
});

test.each([
  ['en', 'Available: not yet, from 4 Dec 2026'],
  ['fr', 'Disponible\u00a0: pas encore, à partir du 4 déc. 2026'],
] as const)(
  'in %s, one not available with a date to come is told as on its card',
  async (language, said) => {
    const product = {
      title: 'Garden',
      reference: 'NA-1',
      available: false,
      availability: '2026-12-04',
    };
    const here = () => callOver(() => pagesOf([fileOn(product, { id: 'garden' })]), { language });
    for (const answer of [property.run('NA-1', here()), vacant.run('', here())]) {
      expect((await messageOf(answer)).text).toContain(said);
    }
  },
);

test('properties free soon come by their date, those that are not available do not', async () => {
  const soon = await messageOf(vacant.run('', call()));
  expect(soon.text).toContain('2 properties are available now or by 5 Dec 2026');
  expect(soon.text).toMatch(/1\. Studio[^]*2\. Loft/);
  expect(soon.text).not.toContain('House');

  const sooner = await messageOf(vacant.run('in 1 week', call()));
  expect(sooner.text).toContain('1 property is available now or by 28 Nov 2026');
  const french = callOver(() => pagesOf(FILES), { language: 'fr' });
  expect((await messageOf(vacant.run('sous 1 mois', french))).text).toContain(
    '2 biens disponibles dès maintenant ou d’ici le 21 déc. 2026',
  );
  expect((await messageOf(vacant.run('in a while', call()))).text).toContain(
    'No property has “while” in its category, title, reference or address. To say how far ahead',
  );
  expect((await messageOf(vacant.run('>14d', call()))).text).toContain('how far ahead');
});

test.each([
  [
    'en',
    'in Montpellier',
    ['1 property is available now or by 5 Dec 2026', 'With “Montpellier” in their'],
  ],
  ['en', 'in Montpellier in 1 week', ['No property that a rental file names', '28 Nov 2026']],
  ['en', 'loft before january', ['1 property is available now or by 31 Dec 2026', 'With “loft”']],
  ['en', 'in 34090', ['1 property is available now or by 5 Dec 2026', 'With “34090” in their']],
  ['en', 'flats in Montpellier', ['1 property is available', 'With “flats Montpellier” in']],
  [
    'fr',
    'appartements à Montpellier',
    ['1 bien disponible', '«\u00a0appartements Montpellier\u00a0»'],
  ],
  ['en', 'now in Montpellier', ['No property', '21 Nov 2026']],
  ['fr', 'maintenant', ['1 bien disponible', '21 nov. 2026']],
  ['en', 'in december', ['2 properties are available now or by 31 Dec 2026']],
  [
    'fr',
    'à Montpellier sous 1 mois',
    ['1 bien disponible', '21 déc. 2026', 'Avec «\u00a0Montpellier\u00a0»'],
  ],
  ['fr', 'd’ici fin décembre', ['2 biens disponibles', '31 déc. 2026']],
  ['en', 'this weekend', ['available now or by 22 Nov 2026']],
  ['fr', 'avant décembre', ['1 bien disponible', '30 nov. 2026']],
] as const)(
  'properties free soon are found by place and by month (%s: %s)',
  async (language, text, said) => {
    const asked = callOver(() => pagesOf(FILES), { language });
    const found = await messageOf(vacant.run(text, asked));
    for (const part of said) expect(found.text).toContain(part);
    const refresh = pressOf(found, language === 'en' ? 'Refresh' : 'Actualiser');
    expect((await messageOf(vacant.runAction(refresh.args, asked))).text).toBe(found.text);
  },
);

test.each([
  ['before 3/12', 'day-first', '2 Dec 2026'],
  ['before 12/3', 'month-first', '2 Dec 2026'],
  ['avant le 3/12/2026', 'day-first', '2 Dec 2026'],
] as const)(
  'the day is in the order of its writer: vacant %s, %s',
  async (text, dateOrder, until) => {
    const found = await messageOf(
      vacant.run(
        text,
        callOver(() => pagesOf(FILES), { call: { dateOrder } }),
      ),
    );
    expect(found.text).toContain(`available now or by ${until}`);
  },
);

test.each([
  ['the last file says so', [false, true], true],
  ['an earlier file says so', [true, false], false],
])('a property of two versions is vacant where %s', async (_, available, isVacant) => {
  const files = available.map((each, day) =>
    fileOn(
      { title: 'Studio', reference: day === 0 ? 'LY-1' : 'ly 1', available: each },
      { id: `file-${day}`, created_at: `2026-11-0${day + 1}T09:00:00Z` },
    ),
  );
  const { text } = await messageOf(
    vacant.run(
      '',
      callOver(() => pagesOf(files)),
    ),
  );
  expect(text.includes('1 property is available')).toBe(isVacant);
});

test('of any files, each stands under one property, and no two pages show the same', async () => {
  const products = fc.option(
    fc.record({
      title: fc.option(fc.constantFrom('A', 'B', '<!channel> *x*', '')),
      reference: fc.option(fc.constantFrom('R-1', 'r-1', 'R-2')),
      availability: fc.constantFrom('2026-01-01', '2026-12-01', null),
      available: fc.option(fc.boolean()),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(products, { maxLength: 25 }), async (all) => {
      const files = all.map((product, at) => rentalFile({ id: `f${at}`, product }));
      const here = callOver(() => pagesOf(files));
      let message = await messageOf(vacant.run('in 365d', here));
      const shown: string[] = [];
      for (;;) {
        expectGood(message);
        for (const block of message.blocks) {
          if (block.type === 'row') shown.push(String(block.button.action.args['file']));
        }
        if (!buttonsOf(message).some((label) => label.endsWith('›'))) break;
        const next = pressOf(
          message,
          buttonsOf(message).find((label) => label.endsWith('›')) ?? '',
        );
        message = await messageOf(vacant.runAction(next.args, here));
      }
      expect(new Set(shown).size).toBe(shown.length);
      for (const file of shown) expectGood(await messageOf(property.runAction({ file }, here)));
    }),
    { numRuns: 40 },
  );
});
