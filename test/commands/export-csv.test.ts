import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Cell, csvOf, harmless, headerIn, rowOf } from '../../src/commands/export.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { entryOf } from '../../src/portfolio/entry.ts';
import { rentalFile } from '../support/rental-files.ts';

const FORMULAS = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '﹦',
  '﹢',
  '﹣',
  '﹫',
  '⁺',
  '−',
  '–',
  '⩵',
  '⁼',
];
/** Draws nothing, so that what follows comes first. */
const UNSEEN = [
  '\u200b',
  '\u115f',
  '\u1160',
  '\u2800',
  '\ufffc',
  '\u{13441}',
  '\u034f',
  '\u3164',
  '\ufe0f',
  '\u2066',
  '\u{e0100}',
];

const ENGLISH = { header: ['A', 'B'], delimiter: ',', decimalMark: '.' } as const;
const FRENCH = { header: ['A', 'B'], delimiter: ';', decimalMark: ',' } as const;

/** Text that somebody would hide a formula in, and any other. */
const risky = fc
  .array(
    fc.oneof(
      fc.constantFrom(...FORMULAS),
      fc.constantFrom(',', ';', '|', '"', "'", '\t', '\r', '\n', ' ', '\u00a0', ...UNSEEN),
      fc.constantFrom('cmd', 'A0', 'é', '😀'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const text = fc
  .oneof(risky, fc.string({ unit: 'binary', maxLength: 30 }))
  .map((one) => one.toWellFormed());
const form = fc.constantFrom(ENGLISH, FRENCH);

test('a table can be read again, cell by cell', async () => {
  const rows = fc.array(fc.tuple(text, text), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(rows, form, async (cells, written) => {
      const csv = await csvOf(cells, written);
      expect(csv.startsWith('\ufeff')).toBe(true);
      const expected = [written.header, ...cells.map((row) => row.map(harmless))];
      expect(cellsIn(csv.slice(1), written.delimiter)).toEqual(expected);
    }),
  );
});

test('no cell begins a formula, whatever marks a spreadsheet splits at', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, text), { maxLength: 5 }),
      form,
      async (cells, written) => {
        const csv = (await csvOf(cells, written)).slice(1);
        const split = csv.split(/[,;|\t\r\n"]/u).map((cell) => cell.replace(/^[\s\p{C}]+/u, ''));
        const formulas = split.filter((cell) => FORMULAS.some((sign) => cell.startsWith(sign)));
        expect(formulas).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

test.each(FORMULAS)('%s at the start of a text is made harmless', (sign) => {
  expect(harmless(`${sign}1+1`)).toBe(`'${sign}1+1`);
  expect(harmless(` \t${sign}1`)).toBe(` \t'${sign}1`);
  expect(harmless(`"${sign}1"`)).toBe(`"'${sign}1"`);
  expect(harmless(`\t${sign}1`)).toBe(`'\t'${sign}1`);
  expect(harmless(`Flat;${sign}1`)).toBe(`Flat;'${sign}1`);
});

test.each(UNSEEN)('a formula after %j is made harmless', (unseen) => {
  for (const sign of FORMULAS) {
    expect(harmless(`${unseen}${sign}1`)).toBe(`${unseen}'${sign}1`);
    expect(harmless(`Flat;${unseen} ${unseen}${sign}1`)).toBe(`Flat;${unseen} ${unseen}'${sign}1`);
  }
});

test('what is no formula stays as it is', () => {
  for (const cell of ['Saint-Ouen', 'a@b', '2+2', 'T3 - Lyon', "l'été", '', null, -4.5]) {
    expect(harmless(cell)).toBe(cell);
  }
});

test.each([
  [ENGLISH, '\ufeffA,B\r\n-4.5,0.25\r\n,1000\r\n'],
  [FRENCH, '\ufeffA;B\r\n-4,5;0,25\r\n;1000\r\n'],
])('numbers stay numbers, as people there write them', async (written, expected) => {
  const rows: Cell[][] = [
    [-4.5, 0.25],
    [null, 1000],
  ];
  expect(await csvOf(rows, written)).toBe(expected);
});

test('a long table gives others their turn while it is written', async () => {
  let turns = 0;
  let isWritten = false;
  const count = (): void => {
    turns += 1;
    if (!isWritten) setImmediate(count);
  };
  setImmediate(count);
  const csv = await csvOf(
    Array.from({ length: 10_000 }, (_, row) => [`row ${row}`, row]),
    ENGLISH,
  );
  isWritten = true;
  expect(csv.split('\r\n')).toHaveLength(10_002);
  expect(turns).toBeGreaterThan(20);
});

/** Reads a table as RFC 4180 has it, and takes nothing else. */
function cellsIn(csv: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < csv.length;) {
    let cell = '';
    if (csv[at] === '"') {
      at += 1;
      for (; csv[at] !== '"' || csv[at + 1] === '"'; at += 1) {
        if (at >= csv.length) throw new Error('a quotation mark stands alone');
        if (csv[at] === '"') at += 1;
        cell += csv[at];
      }
      at += 1;
    } else {
      for (; csv[at] !== delimiter && !csv.startsWith('\r\n', at); at += 1) {
        if (at >= csv.length || csv[at] === '"') throw new Error('a cell has no end');
        cell += csv[at];
      }
    }
    row.push(cell);
    if (csv[at] === delimiter) at += 1;
    else {
      if (!csv.startsWith('\r\n', at)) throw new Error('a line has no end');
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

test.each([
  ['property', 200, (typed: string) => ({ product: { title: typed } })],
  ['reference', 200, (typed: string) => ({ product: { reference: typed } })],
  ['status', 200, (typed: string) => ({ status: typed })],
  ['tags', 200, (typed: string) => ({ tags: [{ name: typed }] })],
  ['managers', 200, (typed: string) => ({ managers: [typed] })],
  ['applicants', 200, (typed: string) => ({ applicants: [{ first_name: typed }] })],
  [
    'applicants',
    500,
    (typed: string) => ({
      applicants: [{ first_name: 'a'.repeat(198) }, { first_name: 'b'.repeat(198) }].concat({
        first_name: typed.slice(400),
      }),
    }),
  ],
] as const)('the cell %s holds %d letters, and a longer text ends in dots', (name, max, fields) => {
  const words = wordsIn('en');
  const context = { words, zone: 'Europe/Paris', completionMax: 1, linkTo: () => null } as const;
  const column = headerIn(words.export).indexOf(words.export.columns[name]);
  const cellOf = (length: number) =>
    String(rowOf(entryOf(rentalFile(fields('x'.repeat(length)))), context)[column]);
  expect(cellOf(max)).toHaveLength(max);
  expect(cellOf(max)).toMatch(/x$/);
  expect(cellOf(max + 1)).toHaveLength(max);
  expect(cellOf(max + 1)).toMatch(/…$/);
});
