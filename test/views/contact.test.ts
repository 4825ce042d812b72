import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import { contactView } from '../../src/views/files/contact.ts';
import { expectGood, hostile, PRESS } from '../support/hostile.ts';
import { rentalFile } from '../support/rental-files.ts';

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
    fc.property(applicants, fc.constantFrom('en', 'fr'), (people, language) => {
      const file = rentalFile({ applicants: people });
      expectGood(contactView(file, PRESS, wordsIn(language)));
    }),
    { numRuns: 80 },
  );
});

test('the worst that a service can send still fits', () => {
  const bad = '&'.repeat(5_000);
  const worst = { first_name: bad, email: bad, phone: bad };
  const applicants = Array.from({ length: 30 }, () => ({ ...worst, physical_guarantors: [worst] }));
  const message = contactView(rentalFile({ applicants }), PRESS, wordsIn('en'));
  expectGood(message);
  expect(message.text).toContain('48 more people are not shown.');
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
        physical_guarantors: [{ first_name: 'Jean', email: 'jean@example.org' }],
      },
      { last_name: 'Costa', is_guarantor: true },
    ],
  });
  const { text, blocks } = contactView(file, PRESS, wordsIn('en'));
  expect(text.split('\n')).toEqual([
    'Contact for T3 lumineux',
    '• Anne Lefèvre, E-mail: anne@example.org, Telephone: 06 39 98 12 34',
    '• Jean, guarantor of Anne Lefèvre, E-mail: jean@example.org',
    '• Costa, guarantor, no e-mail address, no telephone number',
    'Only you see this. The access log says that you did.',
  ]);
  const drawn = JSON.stringify(blocks);
  expect(drawn).toContain('"text":"anne@example.org","style":{"code":true}');
  expect(drawn).not.toMatch(/mailto:|tel:|"type":"link"/);
});

test('a file that holds no address says so', () => {
  const { text } = contactView(rentalFile({ applicants: [{}] }), PRESS, wordsIn('fr'));
  expect(text).toContain('Le dossier ne contient ni adresse e-mail ni numéro de téléphone.');
});
