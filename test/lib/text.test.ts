import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { fold, isTyped, isUuid, withoutFullStop, didYouMean } from '../../src/lib/text.ts';
import { oneLine } from '../../src/views/block-kit.ts';

test.each([
  ['Élodie', 'elodie'],
  ['D’Œuvre, LÉA', 'd oeuvre lea'],
  ["Jean-Luc  O'Brien", 'jean luc o brien'],
  ['T2 – 45 m²', 't2 45 m2'],
  ['LOC-2026/031', 'loc 2026 031'],
  ['Straße', 'strasse'],
  ['Łukasz Đorđe Søren', 'lukasz dorde soren'],
  ['ＡＢＣ１', 'abc1'],
  ['Ελένης', 'ελενησ'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['e\u0301te\u0301', 'ete'],
  ['🎉 !!', ''],
  ['', ''],
])('%j is searched as %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('case, accents and folding twice make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
      expect(fold(text.normalize('NFD'))).toBe(fold(text));
    }),
    { numRuns: 1_000 },
  );
});

test('a name is found as it is shown, in any normal form, with its joiners or without', () => {
  const letter = fc.constantFrom(...'aéÉßｱ가나דםمیشශරිക്നकषñ'.split(''), 'ශ්', 'e\u0301', 'ﬁ');
  const unseen = fc.constantFrom(
    '',
    '',
    '\u200c',
    '\u200d',
    '\u034f',
    '\u00ad',
    '\u2068',
    '\ufe0f',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(letter, unseen), { maxLength: 12 }), (parts) => {
      const bare = fold(parts.map(([seen]) => seen).join(''));
      const whole = parts.flat().join('');
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
        expect(fold(whole.normalize(form))).toBe(bare);
      }
      expect(fold(oneLine(whole, 200))).toBe(bare);
    }),
    { numRuns: 2_000 },
  );
});

test('a character is folded beside others as it is when one of them needs more care', () => {
  const name = fc.oneof(
    fc.string({ unit: fc.integer({ max: 0x2fff }).map((code) => String.fromCharCode(code)) }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary-ascii' }),
  );
  fc.assert(
    fc.property(name, (text) => {
      expect(`語 ${fold(text)}`.trim()).toBe(fold(`語 ${text}`));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['décision', 'décision', true],
  ['décision', 'DÉCISION', true],
  ['décision', 'de\u0301cision', true],
  ['décision', 'decision', true],
  ['décision', 'DECISION', true],
  ['décision', 'dècision', false],
  ['décision', 'decisions', false],
  ['decision', 'décision', false],
  ['ready', 'Ready', true],
  ['ready', 'read', false],
  ['prêt', 'prét', false],
])('%j is known, and typed as %j: %s', (known, typed, isKnown) => {
  expect(isTyped(known, typed)).toBe(isKnown);
});

test.each([
  ['show Dupont.', 'show Dupont'],
  ['what waits?', 'what waits'],
  ['tout !', 'tout '],
  ['Lyon…', 'Lyon'],
  ['a.b', 'a.b'],
  ['really?!', 'really'],
  ['.', ''],
  ['plain', 'plain'],
  ['', ''],
])('%j without its full stop is %j', (text, bare) => {
  expect(withoutFullStop(text)).toBe(bare);
});

test.each([
  ['0192f0c4-7b1d-7e3a-9c55-0a1b2c3d4e5f', true],
  ['0192F0C4-7B1D-7E3A-9C55-0A1B2C3D4E5F', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['0192f0c47b1d7e3a9c550a1b2c3d4e5f', false],
  ['0192f0c4-7b1d-7e3a-9c55-0a1b2c3d4e5', false],
  ['0192f0c4-7b1d-7e3a-9c55-0a1b2c3d4e5f0', false],
  ['g192f0c4-7b1d-7e3a-9c55-0a1b2c3d4e5f', false],
  ['', false],
])('whether %j is a UUID: %s', (text, isOne) => {
  expect(isUuid(text)).toBe(isOne);
});

const KNOWN = ['new', 'open', 'ready', 'status', 'décision', 'prêt', 'list'];

test.each([
  ['redy', 'ready'],
  ['stauts', 'status'],
  ['nwe', 'new'],
  ['lsit', 'list'],
  ['opem', 'open'],
  ['DECISON', 'décision'],
  ['dec', 'décision'],
  ['pret', 'prêt'],
  ['statoos', 'status'],
  ['ol', null],
  ['pet', 'prêt'],
  ['opal', null],
  ['rent', null],
  ['zzzzzz', null],
  ['ne', 'new'],
  ['op', 'open'],
  ['n', null],
  ['', null],
])('%j is nearest to %j', (word, nearest) => {
  expect(didYouMean(word, KNOWN)).toBe(nearest);
});
