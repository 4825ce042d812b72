import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import { contactView } from '../../src/views/files/card/index.ts';
import { expectGood, hostile, PRESS } from '../support/hostile.ts';
import { rentalFile } from '../support/rental-files.ts';

const ACTIONS = { back: PRESS, turnTo: () => PRESS };
const PAGE = fc.integer({ min: 1, max: 9 });
const person = {
  first_name: fc.option(hostile),
  last_name: fc.option(hostile),
  email: fc.option(fc.oneof(hostile, fc.emailAddress())),
  phone: fc.option(hostile),
  is_guarantor: fc.boolean(),
};

test('no contacts can make a message that Slack refuses', () => {
  const applicants = fc.array(
    fc.record({ ...person, physical_guarantors: fc.array(fc.record(person), { maxLength: 3 }) }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(applicants, fc.constantFrom('en', 'fr'), PAGE, (people, language, page) => {
      const file = rentalFile({ applicants: people });
      expectGood(contactView(file, page, ACTIONS, wordsIn(language)));
    }),
    { numRuns: 80 },
  );
});

test('the worst that a service can send still fits', () => {
  const bad = '&'.repeat(5_000);
  const worst = { first_name: bad, email: bad, phone: bad };
  const applicants = Array.from({ length: 30 }, () => ({ ...worst, physical_guarantors: [worst] }));
  const message = contactView(rentalFile({ applicants }), 1, ACTIONS, wordsIn('en'));
  expectGood(message);
  expect(message.text).toContain('Page 1 of 60');
});

test('everybody who can be reached stands there, guarantors after those they answer for', () => {
  const file = rentalFile({
    product: { title: 'T3 lumineux' },
    applicants: [
      {
        first_name: 'Anne',
        last_name: 'Lefèvre',
        email: 'anne@example.org',
        phone: '06 39 98 12 34',
        birth_date: '1992-03-04',
        physical_guarantors: [{ first_name: 'Jean', email: 'jean@example.org' }],
      },
      { last_name: 'Costa', is_guarantor: true },
    ],
  });
  const { text, blocks } = contactView(file, 1, ACTIONS, wordsIn('en'));
  expect(text.split('\n')).toEqual([
    'Contact: T3 lumineux',
    '• Anne Lefèvre, E-mail: anne@example.org, Phone: 06 39 98 12 34, Born: 4 Mar 1992',
    '• Jean, guarantor of Anne Lefèvre, E-mail: jean@example.org',
    '• Costa, guarantor, no e-mail address, no phone number',
    'Only you see this. The access log says that you did.',
  ]);
  const drawn = JSON.stringify(blocks);
  expect(drawn).toContain('"text":"anne@example.org","style":{"code":true}');
  for (const label of ['E-mail', 'Phone', 'Born']) expect(drawn).toContain(`\\n${label}  `);
  expect(drawn).not.toMatch(/mailto:|tel:|"type":"link"/);
});

test('a file that holds no address says so', () => {
  const { text } = contactView(rentalFile({ applicants: [{}] }), 1, ACTIONS, wordsIn('fr'));
  expect(text).toContain('Le dossier ne contient ni adresse e-mail ni numéro de téléphone.');
});

test('nobody is out of reach: those with an address come first, and the rest on further pages', () => {
  const applicants = [
    ...Array.from({ length: 20 }, () => ({ first_name: 'Nobody' })),
    ...Array.from({ length: 14 }, (_, index) => ({ email: `p${index}@example.org` })),
  ];
  const file = rentalFile({ applicants });
  const pages = [1, 2, 3, 4].map((page) => contactView(file, page, ACTIONS, wordsIn('en')).text);
  const found = pages.slice(0, 3).join().match(/p\d+@/g);
  expect(found).toEqual(Array.from({ length: 14 }, (_, index) => `p${index}@`));
  expect(pages[0]).toContain('p11@');
  expect(
    pages
      .slice(0, 3)
      .join()
      .match(/Nobody/g),
  ).toHaveLength(20);
  expect(pages[3]).toBe(pages[2]);
});

test('a guarantor who is an applicant, too, stands there once', () => {
  const jean = { id: 'p2', last_name: 'Costa', email: 'jean@example.org' };
  const linesWith = (guarantor: unknown) => {
    const file = rentalFile({
      applicants: [{ id: 'p1', last_name: 'Lefèvre', physical_guarantors: [guarantor] }, jean],
    });
    const { text } = contactView(file, 1, ACTIONS, wordsIn('en'));
    return text.split('\n').filter((line) => line.includes('jean@') || line.includes('06 '));
  };
  expect(linesWith('p2')).toEqual(['• Costa, E-mail: jean@example.org']);
  expect(linesWith(jean)).toEqual(['• Costa, E-mail: jean@example.org']);
  expect(linesWith({ ...jean, phone: '06 39 98 12 34' })).toEqual([
    '• Costa, guarantor of Lefèvre, E-mail: jean@example.org, Phone: 06 39 98 12 34',
    '• Costa, E-mail: jean@example.org',
  ]);
});

test.each(['en', 'fr'] as const)('in %s, no address and no number is cut', (language) => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(185)}.com`;
  const phone = `+33 ${'0 '.repeat(60)}1`;
  const applicants = Array.from({ length: 12 }, () => ({ first_name: 'Anne', email, phone }));
  const view = (page: number) =>
    contactView(rentalFile({ applicants }), page, ACTIONS, wordsIn(language));
  expect(email).toHaveLength(254);
  let found = 0;
  for (const page of [1, 2]) {
    const message = view(page);
    expectGood(message);
    expect(message.text).toContain('Page');
    expect(message.text.includes(phone)).toBe(true);
    found += message.text.split(email).length - 1;
    expect(JSON.stringify(message.blocks)).toContain(`"text":"${email}","style":{"code":true}`);
  }
  expect(found).toBe(12);
});
