import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { mentionAction } from '../../src/commands/show/card.ts';
import { filesMentioned } from '../../src/portfolio/lookup.ts';
import { readingOfFiles } from './reading-of.ts';

const UUID = '1d9c2f6e-53a4-4c1e-9a47-0a5f7c2b9e10';
const READING = readingOfFiles(
  { id: UUID, product: { title: 'Résidence des Lilas', reference: 'LOC-2026/031' } },
  { id: 'studio', product: { title: 'Studio', reference: 'ST-0123' } },
  { id: 'loft', product: { title: 'Loft', reference: 'LY-0109' }, decision: 'READY' },
  { id: 'loft-too', product: { title: 'Loft', reference: 'ly 0109' }, decision: 'ACCEPTED' },
  { id: 'bis', product: { title: 'Annexe', reference: 'LOC-2026/031 bis' } },
  { id: 'seven', product: { title: 'Cave', reference: '7' } },
  { id: 'word', product: { title: 'Garage', reference: 'please' } },
);

test.each([
  ['have a look at ST-0123 please', ['studio'], ['ST-0123']],
  ['Have a look at *st0123*.', ['studio'], ['st0123']],
  ['(ref:ST-0123), thanks', ['studio'], ['ST-0123']],
  ['any news on LY-0109?', ['loft', 'loft-too'], ['LY-0109']],
  ['ST-0123 or ly 0109? ST-0123!', ['loft', 'loft-too', 'studio'], ['ST-0123', 'ly 0109']],
  ['on LOC-2026/031 bis, today', ['bis'], ['LOC-2026/031 bis']],
  ['on LOC-2026/031 today', [UUID], ['LOC-2026/031']],
  [`see ${UUID.toUpperCase()}.`, [UUID], [UUID.toUpperCase()]],
  ['call me at 7 please', [], []],
  ['what about julie lemoine?', [], []],
  ['', [], []],
])('%s', (text, ids, names) => {
  const mentioned = filesMentioned(text, READING);
  const entries = mentioned.likeliest(8);
  expect(entries.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect([mentioned.total, mentioned.names]).toEqual([ids.length, names]);
});

test('whatever stands in a message, it can be looked through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const { names, total } = filesMentioned(text, READING);
      expect(names.length > 0).toBe(total > 0);
    }),
  );
});

test('of a message too long for a button the whole words at its beginning are kept', () => {
  const text = `ST-0123 ${'LY-0109 '.repeat(100)}`;
  const { said } = z.object({ said: z.string() }).parse(mentionAction(text).args);
  expect(text.startsWith(said)).toBe(true);
  expect(Buffer.byteLength(said)).toBeLessThanOrEqual(400);
  expect(said.length).toBeGreaterThan(380);
  expect(said.split(' ').slice(1)).toEqual(said.split(' ').slice(1).fill('LY-0109'));
});
