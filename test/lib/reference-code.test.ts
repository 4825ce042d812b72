import { expect, test } from 'vitest';

import { deliveryReference, newReference } from '../../src/lib/reference-code.ts';

const READ_OUT = /^[2-9B-DF-HJKMNP-TV-XZ]{6}$/;

test('a reference has six letters and digits that nobody mistakes, and is not given again', () => {
  const given = new Set(Array.from({ length: 1_000 }, newReference));
  expect([...given].filter((code) => !READ_OUT.test(code))).toEqual([]);
  expect(given.size).toBe(1_000);
  const used = new Set([...given].join(''));
  expect([...used].toSorted().join('')).toBe('23456789BCDFGHJKMNPQRSTVWXZ');
});

test('a delivery has the same reference in every process', () => {
  // The first six bytes of `printf d1 | sha256sum`, each modulo 27.
  expect(deliveryReference('d1')).toBe('64PWSN');
  expect(deliveryReference('d2')).not.toBe(deliveryReference('d1'));
});
