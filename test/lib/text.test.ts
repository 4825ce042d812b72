import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { fold } from '../../src/lib/text.ts';
import { oneLine } from '../../src/views/text.ts';

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
