import { expect, test } from 'vitest';

import { parseQuery } from '../../src/portfolio/query/parser.ts';
import {
  conditionOnPeople,
  holdsAddress,
  isAddress,
  namesPeople,
} from '../../src/portfolio/query/query.ts';

test.each([
  ['', false],
  ['decision:ready age:>3bd property:"rue de la paix" manager:anna tag:vip sort:oldest', false],
  ['dupont', true],
  ['-dupont', true],
  ['decision:ready candidat:dupont', true],
  ['-applicant:dupont', true],
  ['guarantor:dupont', true],
  ['guarantor:no has:guarantor guarantors:>1 profile:student', false],
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

test.each([
  ['manager:anna@agency.example', false],
  ['tag:anna@agency.example', true],
  ['tag:anna＠agency.example', true],
  ['tag:"anna\u200b﹫agency.example"', true],
  ['property:"01/12/2026 - 31/12/2026"', false],
  ['property:"2026-12-01 2026-12-31"', false],
  ['property:0.123456789', false],
  ['property:"06/12/34/56/78"', true],
  ['property:"06 12 34 56 78"', true],
  ['tag:+33612345678', true],
  ['tag:"(０６) １２.３４.５６.７８"', true],
  ['tag:"0\u20606-12-34-56-78"', true],
  ['property:"12 rue de la Paix 69002 Lyon"', false],
  ['property:LOC-2026-0123456789', false],
  ['property:"0123" rent:<1200 age:>3bd', false],
])('%j holds an address or a telephone number: %s', (text, expected) => {
  expect(holdsAddress(parseQuery(text))).toBe(expected);
});

test('a name that people choose may be a time, a date or a number, and no address', () => {
  const plain = [
    '09:00',
    '2026-11-23 09:00',
    'Top 10 of 01/2026',
    'Files 1,200 to 2,000',
    'T2 69002',
  ];
  expect(plain.filter(isAddress)).toEqual([]);
  expect(isAddress('daily 09:00-12:00 14:00-18:00')).toBe(false);
});

test.each([
  'anna＠x.example',
  'anna%40x.example',
  'anna (at) x.example',
  'call 0612345678',
  '+44 20 7946 0000',
  '06–12–34–56–78',
  '06\u201112\u201134\u201156\u201178',
  '06·12·34·56·78',
  '06_12_34_56_78',
  '06|12|34|56|78',
  '0\u20dd6\u033612345678',
  '٠٦١٢٣٤٥٦٧٨',
  '०६ १२ ३४ ५६ ७८',
])('%j is an address or a telephone number', (text) => {
  expect(isAddress(text)).toBe(true);
});
