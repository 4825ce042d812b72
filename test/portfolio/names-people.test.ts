import { expect, test } from 'vitest';

import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { conditionOnPeople, namesPeople } from '../../src/portfolio/query/people.ts';

test.each([
  ['', false],
  ['decision:ready age:>3bd property:"rue de la paix" manager:anna tag:vip sort:oldest', false],
  ['dupont', true],
  ['-dupont', true],
  ['decision:ready candidat:dupont', true],
  ['-applicant:dupont', true],
])('%j may name an applicant: %s', (text, expected) => {
  expect(namesPeople(parseQuery(text))).toBe(expected);
});

test('the condition that may is told', () => {
  expect(conditionOnPeople(parseQuery('decision:ready -name:dupont martin'))).toEqual({
    kind: 'text',
    key: 'applicant',
    not: true,
    any: ['dupont'],
  });
  expect(conditionOnPeople(parseQuery('decision:ready'))).toBeNull();
});
