import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { fitToFiles } from '../../../src/portfolio/phrases/fit.ts';
import { formatQuery, queryOfFiles } from '../../../src/portfolio/query/describe.ts';
import { parseQuery, QUERY_BYTES_MAX } from '../../../src/portfolio/query/parser.ts';
import type { Query } from '../../../src/portfolio/query/query.ts';
import { findRows, servedIn } from '../../../src/portfolio/search/execute.ts';
import { asking, readingOfFiles } from '../reading-of.ts';

/** Anything that a service may serve as a text, much of it what queries give a meaning to. */
const served = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 90 }),
  fc.string({
    unit: fc.constantFrom(
      ...Array.from('"“„«»\'%=,:<>- \n\t\u0001\u0085\u200b\ud800\u0301eéKGR12…'),
    ),
    minLength: 1,
    maxLength: 90,
  }),
  fc.constantFrom('open', 'ready', 'NEW ', ' NEW', 'A  B', '%u0022', '\u212aELVIN', 'e\u0301'),
  fc.constantFrom('x', '"', '\ud83d\ude00', '語').map((unit) => unit.repeat(700)),
  fc.constant(`e${'\u0301'.repeat(3_000)}`),
);

/** Rows that a query finds, also when it is read again from its text in either language, and its longest text. */
function findsIn(files: ReturnType<typeof readingOfFiles>, query: Query): number[] {
  const find = (asked: Query) => Array.from(findRows(asked, files.table, asking(files)));
  const found = find(query);
  for (const language of ['en', 'fr'] as const) {
    const text = formatQuery(query, language);
    expect(text.length).toBeLessThanOrEqual(500);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(QUERY_BYTES_MAX);
    expect(find(parseQuery(text, language))).toEqual(found);
    expect(find(parseQuery(text, language, servedIn(files.table)))).toEqual(found);
    expect(formatQuery(parseQuery(text, language), language)).toBe(text);
  }
  return found;
}

test('a value that the specification does not name finds its own files, whatever it is', () => {
  fc.assert(
    fc.property(served, served, fc.constantFrom('status', 'decision'), (value, other, key) => {
      fc.pre(value.slice(0, 60) !== other.slice(0, 60));
      const files = readingOfFiles(
        ...[value, other, 'OPEN', 'READY', 'NEW'].map((each, at) => ({ id: `${at}`, [key]: each })),
      );
      const query: Query = {
        conditions: [{ kind: 'choice', key, not: false, any: [value] }],
        sort: null,
      };
      expect(findsIn(files, query)).toEqual([0]);
    }),
    { numRuns: 500 },
  );
});

test('a reference is found by what it is folded to, whatever it is', () => {
  fc.assert(
    fc.property(served, (reference) => {
      const files = readingOfFiles({ id: 'a', product: { reference: `GR${reference}12` } });
      const count = (query: Query) => findRows(query, files.table, asking(files)).length;
      const isNarrow = false;
      const ways = { table: files.table, countIn: count, countAll: count, isNarrow };
      const [typed = ''] = [
        files.table.entries[0]?.property.reference?.replace(/[^\p{L}\p{N}]+/gu, ' '),
      ];
      fc.pre(typed.length < 300);
      const { query } = fitToFiles(typed, 'en', ways);
      expect(findsIn(files, query).length).toBe(count(query));
    }),
    { numRuns: 500 },
  );
});

test('the files of a list are found by their ids, whatever they are', () => {
  const id = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => text.trim() === text && text.isWellFormed() && !/\p{Cc}/u.test(text));
  fc.assert(
    fc.property(id, id, (one, other) => {
      fc.pre(!one.toLowerCase().normalize().startsWith(other.toLowerCase().normalize()));
      fc.pre(!other.toLowerCase().normalize().startsWith(one.toLowerCase().normalize()));
      const files = readingOfFiles({ id: one }, { id: other });
      expect(findsIn(files, parseQuery(queryOfFiles([one])))).toEqual([0]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['GR"12', 'property:"GR 12"'],
  ['GR\u000112', 'property:"GR 12"'],
  ['GR«12»', 'property:"GR 12"'],
  [`GR-1${'\u0301'.repeat(3_000)}2`, 'property:"gr 12"'],
])('%j is a reference that a query holds', (reference, text) => {
  const files = readingOfFiles({ id: 'a', product: { reference } });
  const count = (query: Query) => findRows(query, files.table, asking(files)).length;
  const ways = { table: files.table, countIn: count, countAll: count, isNarrow: false };

  const { query } = fitToFiles('gr 12', 'en', ways);

  expect(formatQuery(query, 'en')).toBe(text);
  expect(findsIn(files, query)).toEqual([0]);
});

test.each([
  ['status:=open', ['lower']],
  ['status:open', ['upper']],
  ['status:=OPEN', ['upper']],
  ['status:=READY', ['quoted']],
  ['status:=ready', ['quoted']],
  ['status:="on hold"', ['spaced', 'under']],
  ['status:=new', ['new']],
  ['status:=NEW%u0020', ['trailing']],
])('%s of a person is the value as spelled, or else any with these words', (text, ids) => {
  const files = readingOfFiles(
    { id: 'lower', status: 'open' },
    { id: 'upper', status: 'OPEN' },
    { id: 'quoted', status: 'READY' },
    { id: 'spaced', status: 'ON\nHOLD' },
    { id: 'under', status: 'ON_HOLD' },
    { id: 'new', status: 'NEW' },
    { id: 'trailing', status: 'NEW ' },
  );
  const query = parseQuery(text, 'en', servedIn(files.table));
  const rows = findRows(query, files.table, asking(files));
  expect(Array.from(rows, (row) => files.table.entries[row]?.id)).toEqual(ids);
});
