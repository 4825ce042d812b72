import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { RentalError } from '../../../src/rental-api/errors.ts';
import { parsePageText } from '../../../src/rental-api/http/page-body.ts';
import { UnparsedItem } from '../../../src/rental-api/schema/page.ts';

/** Longer than what is parsed as a whole. */
const LONG = 500_001;

async function itemsOf(text: string): Promise<unknown[]> {
  const { items } = await parsePageText(text);
  return items.map((item) => (item instanceof UnparsedItem ? item.parsed() : item));
}

const spaces = fc.constantFrom('', ' ', '\n\t ');
const keys = fc.constantFrom('previous', 'result', 'Results', 'more', '"results"');

test('a long page is read as a short one would be, whatever stands in and around its list', async () => {
  const tricky = fc.constantFrom(
    '"',
    '\\',
    '\\"',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    'results',
    '\u2028',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(tricky).map((all) => all.join('')),
  );
  const values = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
  const items = fc.array(fc.oneof(texts, values), { maxLength: 6 });
  const others = fc.dictionary(keys, values, { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(items, others, others, spaces, async (list, before, after, space) => {
      const filler = 'x'.repeat(LONG);
      const results = [...list, filler];
      const page = { ...before, count: 1, next: null, results, ...after };
      const text = space + JSON.stringify(page, null, space) + space;
      const long = await itemsOf(text);
      expect(long).toEqual([...JSON.parse(text).results.slice(0, -1), null]);
    }),
  );
});

/** What the platform makes of it; the last item is too long to be read. */
function expectedOf(text: string): unknown {
  try {
    const { results }: { results?: unknown } = JSON.parse(text);
    return Array.isArray(results) ? [...results.slice(0, -1), null] : 'rental_unreadable';
  } catch {
    return 'rental_unreadable';
  }
}

test('what is not JSON is no page, however long, and wherever it breaks', async () => {
  const good = JSON.stringify({
    results: [{ a: ['x'.repeat(1_000), '\\"'] }, 'y', 'z'.repeat(LONG)],
  });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1_050),
      fc.constantFrom('', '[', ']', '}', ',', '"'),
      async (at, put) => {
        const broken = good.slice(0, at) + put + good.slice(at + 1);
        const long = await itemsOf(broken).catch(({ code }: RentalError) => code);
        expect(long).toEqual(expectedOf(broken));
      },
    ),
    { numRuns: 300 },
  );
  const endless = good.slice(0, -2);
  await expect(itemsOf(endless)).rejects.toMatchObject({ code: 'rental_unreadable' });
});

test('the last of two lists counts, as JSON has it', async () => {
  const filler = JSON.stringify('x'.repeat(LONG));
  expect(await itemsOf(`{"results":[1,2],"a":[3],"results":[4,${filler}]}`)).toEqual([4, null]);
  expect(await itemsOf(`{"a":{"results":[1]},"results":[ ],"b":"","results":[${filler}]}`)).toEqual(
    [null],
  );
});

/** Reads pages of 31 MB, one after the other, within the memory of a small container, and says what came of them. */
const READER = `
  import { setTimeout } from 'node:timers/promises';
  import { bufferBody, parsePageText } from './src/rental-api/http/page-body.ts';
  import { readSummaries } from './src/rental-api/schema/page.ts';
  async function* body(unit, around, megabytes) {
    // 80000×{},0 stands for as many objects and a zero.
    const whole = unit.replace(/(\\d+)×(..,)/, (_, times, it) => it.repeat(times));
    const part = new TextEncoder().encode(
      whole.repeat(Math.floor(2 ** 20 / Buffer.byteLength(whole))),
    );
    const [before, after] = around.split('…');
    yield new TextEncoder().encode(before);
    for (let megabyte = 0; megabyte < megabytes; megabyte += 1) yield part;
    yield new TextEncoder().encode(after);
  }
  async function read(unit, around, megabytes) {
    const buffered = await bufferBody(body(unit, around, megabytes), 2 ** 25);
    const { items } = await parsePageText(await buffered.text());
    const { files, skipped } = await readSummaries(items);
    return [files.length, skipped];
  }
  // What this thread works between two turns of its loop, however busy the machine is.
  let longest = 0, before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    before = process.threadCpuUsage();
    setImmediate(turn).unref();
  };
  turn();
  // The floor is a quarter of such a body, parsed in one go: what is tried takes a tenth of it.
  const quarter = '[' + '{},'.repeat((31 * 2 ** 20) / 4 / 3) + '0]';
  const start = process.threadCpuUsage();
  JSON.parse(quarter);
  const { user, system } = process.threadCpuUsage(start);
  const floor = user + system;
  for (const [unit, around] of JSON.parse(process.argv[1])) {
    // A short page first, so that all code is compiled.
    await read(unit, around, 3).catch(() => {});
    await setTimeout(50);
    longest = 0;
    const said = await read(unit, around, 31).catch(({ code, message }) => [code, message]);
    await setTimeout(50);
    console.log(JSON.stringify({ said, ofQuarter: longest / floor }));
  }
`;

const HUGE: readonly (readonly [string, string, unknown])[] = [
  ['{},', '{"results":[…{}]}', ['rental_unreadable', expect.stringContaining('20000 items')]],
  ['[],', '{"results":[…[]]}', ['rental_unreadable', expect.stringContaining('20000 items')]],
  ['{"a":', '{"results":[…', ['rental_unreadable', expect.stringContaining('not JSON')]],
  ['[', '{"a":…', ['rental_unreadable', expect.any(String)]],
  ['{},', '{"results":[{"id":[…{}]}]}', [0, 1]],
  ['é', '{"results":["…"]}', [0, 1]],
  ['\\"', '{"results":["…"]}', [0, 1]],
  [
    'x',
    '{"more":"…","results":[]}',
    ['rental_unreadable', expect.stringContaining('beside its list')],
  ],
  ['{"id":[80000×{},0]},', '{"results":[…{}]}', [0, expect.any(Number)]],
];

test('31 MB of anything neither block nor end a small process', async () => {
  const pages = JSON.stringify(HUGE.map(([unit, around]) => [unit, around]));
  const args = ['--max-old-space-size=512', '--input-type=module', '--eval', READER, pages];
  const { stdout } = await promisify(execFile)(execPath, args);
  const told = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(told.map(({ said }) => said)).toEqual(HUGE.map(([, , said]) => said));
  const blocking = told.flatMap(({ ofQuarter }, index) =>
    ofQuarter < 1 ? [] : [HUGE[index]?.[0]],
  );
  expect(blocking).toEqual([]);
});
