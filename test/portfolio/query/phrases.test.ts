import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { fold } from '../../../src/lib/text.ts';
import { lookFor } from '../../../src/portfolio/search/matchers.ts';
import { createLexicon, createWordColumn } from '../../../src/portfolio/search/word-index.ts';

const words = fc.array(fc.constantFrom('a', 'ab', 'abc', 'b', 'ba', 'é', '12', '語', '𝟜𐐨', '𐐨b'), {
  minLength: 1,
  maxLength: 4,
});
/** As `fold` writes them. */
const FOLDED = new Map([
  ['é', 'e'],
  ['𝟜𐐨', '4𐐨'],
]);
const texts = fc.array(words, { maxLength: 3 });

function folded(text: readonly string[]): string {
  return ['', ...text.map((word) => FOLDED.get(word) ?? word)].join(' ');
}

/** Texts as a column takes them, from the pieces of each. */
function inARow(all: readonly (readonly string[])[]): (string | null)[] {
  return all.flatMap((pieces, index): (string | null)[] => [
    ...(index === 0 ? [] : [null]),
    ...pieces,
  ]);
}

test('a phrase is found exactly where reading word by word finds it', () => {
  const places = fc.array(texts, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(places, fc.array(words, { minLength: 1, maxLength: 3 }), (all, wanted) => {
      const lexicon = createLexicon();
      const builder = createWordColumn(lexicon);
      for (const [place, each] of all.entries()) {
        // A text comes in one piece, or word by word.
        builder.put(
          place,
          inARow(each.map((text, index) => (index % 2 === 0 ? [text.join('-')] : text))),
        );
      }
      const column = builder.finish();
      const look = lookFor(
        wanted.map((phrase) => phrase.join(' ')),
        lexicon,
      );
      const found = look(column);
      expect(found).toHaveLength(all.length);
      for (const [place, each] of all.entries()) {
        const expected = each.some((text) =>
          wanted.some((phrase) => folded(text).includes(folded(phrase))),
        );
        expect(found[place]).toBe(expected ? 1 : 0);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('words that are written down anew leave nothing of the old ones, nor of their neighbours', () => {
  fc.assert(
    fc.property(texts, texts, texts, words, (kept, old, fresh, phrase) => {
      const lexicon = createLexicon();
      const first = createWordColumn(lexicon);
      first.put(0, inARow(kept));
      first.put(1, inARow(old));
      const before = first.finish();
      const patched = createWordColumn(lexicon, before);
      patched.put(1, inARow(fresh));
      patched.put(2, inARow(kept));
      const after = patched.finish();

      const look = lookFor([phrase.join(' ')], lexicon);
      const expected = [kept, fresh, kept].map((each) =>
        each.some((text) => folded(text).includes(folded(phrase))),
      );
      expect(Array.from(look(after), Boolean)).toEqual(expected);
      expect(look(before)[1] === 1).toBe(old.some((text) => folded(text).includes(folded(phrase))));
    }),
    { numRuns: 1_000 },
  );
});

test('more words and more texts than a lexicon has room for at first keep their numbers', () => {
  const lexicon = createLexicon();
  const numbersOf = (text: string) => [lexicon.numbersIn(text)].flat();
  const numbers = Array.from({ length: 12_000 }, (_, index) => numbersOf(`w${index} end`));

  expect(new Set(numbers.map(([number]) => number)).size).toBe(numbers.length);
  expect(numbersOf('w7 END')).toEqual(numbers[7]);
  const beginning: number[] = [];
  lexicon.eachBeginning('w1199', (number) => beginning.push(number));
  expect(beginning.map((number) => lexicon.words[number])).toEqual([
    'w1199',
    ...Array.from({ length: 10 }, (_, index) => `w1199${index}`),
  ]);
});

test('the words of a text are those that folding makes of it, whichever words came before', () => {
  const lexicon = createLexicon();
  const letters = fc.constantFrom(
    'a',
    'À',
    'é',
    'ß',
    'œ',
    'Σ',
    '²',
    '’',
    '-',
    ' ',
    '\n',
    '\u00ad',
    '語',
    '9',
  );
  const anyText = fc.oneof(
    fc.string({ unit: letters, maxLength: 90 }),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const numbers = [lexicon.numbersIn(text)].flat();
      expect(numbers.map((number) => lexicon.words[number]).join(' ')).toBe(fold(text));
    }),
    { numRuns: 1_000 },
  );
});

test('of more words than are found by their letters, each keeps its number', () => {
  const lexicon = createLexicon();
  const text = Array.from({ length: 60_000 }, (_, index) => index.toString(36)).join(' ');
  const numbers = lexicon.numbersIn(text);

  expect(new Set([numbers].flat()).size).toBe(60_000);
  expect(lexicon.numbersIn(text)).toEqual(numbers);
});

test('a long text of one word is not kept beside its word', () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('garbage cannot be collected');
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const lexicon = createLexicon();
  const before = used();
  for (let count = 1; count <= 100; count += 1) {
    // Soft hyphens draw nothing.
    const text = Buffer.alloc(100_000 + count, 0xad).toString('latin1');
    lexicon.numbersIn(`word${text}`);
  }
  expect(lexicon.numbersIn('word')).toBe(lexicon.numberOf('word'));
  expect(used() - before).toBeLessThan(5_000_000);
});
