import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Cell, headerIn, rowOf } from '../../src/commands/export-columns.ts';
import { csvOf, EXPORT_ROWS_MAX, exportCommand, harmless } from '../../src/commands/export.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { BusyError, createBulkhead } from '../../src/lib/concurrency.ts';
import { entryOf } from '../../src/portfolio/entry.ts';
import type { Document } from '../../src/views/message.ts';
import { pagesOf, rentalFile, rentalFiles, serviceDown } from '../support/rental-files.ts';
import { answersOf, callOver, CHANNEL } from './call.ts';

const file = rentalFile({
  id: '0d5c',
  status: 'ANALYZED',
  decision: 'READY',
  score: 82.25,
  completion_rate: 57.5,
  created_at: '2026-11-12T23:30:00Z',
  updated_at: '2026-11-13T09:00:00Z',
  managers: ['anne@agency.example'],
  tags: [{ tenant: 't', name: 'urgent' }],
  product: {
    title: '=HYPERLINK("x")',
    reference: 'LY-0342',
    category: 'apartment',
    rent_amount: 980.5,
  },
  applicants: [
    {
      first_name: 'Anne',
      last_name: 'Lefèvre',
      email: 'lefevre@mail.example',
      phone: '+33612345678',
      birth_date: '1990-02-03',
    },
    { last_name: 'Costa', is_guarantor: true },
  ],
});
const admin = { isAdmin: true };

async function documentOf(
  ...[text, call]: Parameters<typeof exportCommand.run>
): Promise<Document> {
  const found = (await answersOf(exportCommand.run(text, call))).find(
    ({ kind }) => kind === 'document',
  );
  if (found?.kind !== 'document') throw new Error('no document was answered');
  return found;
}

test.each([
  [1, ['document', 'message false']],
  [1_000, ['message true', 'document', 'message false']],
])('%i files come as a table, and the log knew before', async (count, expected) => {
  const files = rentalFiles(count - 1);
  const call = callOver(() => pagesOf([file, ...files]), { person: admin });
  // A reading that takes long would be told before.
  await call.portfolio.read();
  const kinds: string[] = [];
  for await (const answer of exportCommand.run('', call)) {
    expect(call.store.opened).toMatchObject([
      { kind: 'export', userId: 'U0CLAIRE001', fileId: null, channelId: CHANNEL },
    ]);
    kinds.push(answer.kind === 'message' ? `message ${answer.isProgress === true}` : answer.kind);
  }
  expect(kinds).toEqual(expected);
  expect(exportCommand.isForAdmins).toBe(true);
});

test('plain words ask for what they ask of a list, and the answer says what that was', async () => {
  const files = [file, rentalFile({ id: 'b', decision: 'PENDING' })];
  const call = callOver(() => pagesOf(files), { person: admin });
  expect((await documentOf('ready files', call)).content).not.toContain('Pending');
  const [, told] = await answersOf(exportCommand.run('ready files', call));
  expect(told).toMatchObject({ text: expect.stringContaining('\nReady to decide\nAs of 10:00') });
  const [sent] = await answersOf(exportCommand.run('ready files', call));
  expect(sent).toMatchObject({ text: expect.stringMatching(/\nAs of 10:00$/u) });
});

test('a row holds what helps, in English', async () => {
  const { content, fileName } = await documentOf(
    '',
    callOver(() => pagesOf([file]), { person: admin }),
  );
  expect(fileName).toBe('rental-files-2026-11-21-100000.csv');
  expect(content).toBe(
    '\ufeffId,Reference,Property,Category,Rent,Status,Decision,Applicants,Score,Completion %,Tags,Created,Updated,Archived,Link,Situation,Managers,' +
      'Guarantors,Guarantor organisations,Profiles,Pre-application,Under insurance,Applicant access,' +
      'Charges,Deposit,Price,Agency fees,Fee,Fee type,Mandate,Exclusive mandate,Furnished,Available,' +
      'Available from,Requests received,Unpaid-rent insurance,Photo,Property managers,Description,' +
      'Pre-application validated,Applicant IDs,Applicant statuses,Applicant scores,Applicant completion %,' +
      'Applicants created,Applicants updated,Forms submitted,Applicants validated,Applicant in pre-application,' +
      'E-mail addresses given,Telephone numbers given,Dates of birth given,Organisation types,' +
      'Organisations created,Organisations updated,Organisation’s document given,Pre-application validated on,' +
      'Property ID,Service tenants,Property created,Property updated,Property archived,Property under insurance,' +
      'Spontaneous applications,Property in pre-application,Property validated,Photo ID given,Photo path given,' +
      'Favourite photo,Meta given,Applicant meta given,Organisation meta given,Property meta given\r\n' +
      `0d5c,LY-0342,"'=HYPERLINK(""x"")",Flat,980.5,Analysed,Ready to decide,"Anne Lefèvre, Costa (guarantor)",82.25,57.5,urgent,2026-11-13,2026-11-13,,https://console.example.com/0d5c,,anne@agency.example,` +
      '1,0,,no,,yes,,,,,,direct,managed,,no,yes,,0,,no,,,,,"New, New",,,,,,,no,yes,yes,yes,,,,no,,,t,,,,,,no,,no,no,no,no,no,no,no\r\n',
  );
});

test('a row holds the same in French, as spreadsheets there read it', async () => {
  const call = callOver(() => pagesOf([file]), { person: admin, language: 'fr' });
  const { content } = await documentOf('', call);
  const [header, row] = content.split('\r\n');
  expect(header).toMatch(/^\ufeffIdentifiant;Référence;Bien;/);
  expect(row).toContain(';980,5;Analysé;Prêt à décider;Anne Lefèvre, Costa (garant);82,25;57,5;');
});

test('what came and cannot be read is “?”, what did not come is empty', async () => {
  const { content } = await documentOf(
    '',
    callOver(
      () =>
        pagesOf([
          rentalFile({ id: 'a', score: null, product: { id: 'p', rent_amount: null } }),
          rentalFile({
            id: 'b',
            score: 'high',
            completion_rate: [],
            applicants_situation: 5,
            applicants: 'none',
            under_insurance: 'maybe',
            tags: 'urgent',
            product: { id: 'p', rent_amount: 'cheap', furnished: 2, photo: 'yes', title: 5 },
          }),
          rentalFile({ id: 'c', product: 'house' }),
        ]),
      { person: admin },
    ),
  );
  const [header = '', ...rows] = content.slice(1).trimEnd().split('\r\n');
  const unreadIn = (row = '') => {
    const cells = row.split(',');
    return header.split(',').filter((_, index) => cells[index] === '?');
  };
  const byId = new Map(rows.map((row) => [row.slice(0, 1), unreadIn(row)]));
  expect(byId.get('a')).toEqual([]);
  expect(byId.get('b')).toEqual([
    'Property',
    'Rent',
    'Applicants',
    'Score',
    'Completion %',
    'Tags',
    'Situation',
    'Guarantors',
    'Guarantor organisations',
    'Profiles',
    'Under insurance',
    'Furnished',
    'Photo',
    'Applicant IDs',
    'Applicant statuses',
    'Applicant scores',
    'Applicant completion %',
    'Applicants created',
    'Applicants updated',
    'Forms submitted',
    'Applicants validated',
    'Applicant in pre-application',
    'E-mail addresses given',
    'Telephone numbers given',
    'Dates of birth given',
    'Organisation types',
    'Organisations created',
    'Organisations updated',
    'Organisation’s document given',
    'Service tenants',
    'Photo ID given',
    'Photo path given',
    'Favourite photo',
    'Applicant meta given',
    'Organisation meta given',
  ]);
  expect(byId.get('c')?.slice(0, 4)).toEqual(['Reference', 'Property', 'Category', 'Rent']);
});

test('of a list that can be read in part, a table has that part and says so', async () => {
  const partly = rentalFile({
    id: 'a',
    managers: ['Sophie', 7],
    tags: [{ name: 'vip' }, 'x'],
    applicants: [{ first_name: 'Jean', last_name: 'Roy', profile: 'student' }, 'gone'],
    product: { id: 'p', managers: ['Tom', null] },
  });
  const call = callOver(() => pagesOf([partly]), { person: admin });
  const { content } = await documentOf('', call);
  const [row = ''] = content.trimEnd().split('\r\n').slice(1);
  for (const cell of ['Sophie, ?', 'vip, ?', 'Jean Roy, ?', 'Tom, ?']) {
    expect(row).toContain(`"${cell}"`);
  }
  // How many guarantors there are is not known.
  const [header = ''] = content.split('\r\n');
  const cells = row.split(/,(?! )/);
  const names = header.split(',');
  for (const name of ['Guarantors', 'Guarantor organisations', 'Applicant in pre-application']) {
    expect(cells[names.indexOf(name)]).toBe('?');
  }
  // One who is known to have none is enough.
  expect(cells[names.indexOf('E-mail addresses given')]).toBe('no');
});

/** The cells of an applicant's guarantors: people, then organisations. */
async function guarantorCells(applicant: object) {
  const files = [rentalFile({ id: 'a', applicants: [applicant] })];
  const { content } = await documentOf(
    '',
    callOver(() => pagesOf(files), { person: admin }),
  );
  const [names = [], cells = []] = content
    .slice(1)
    .trimEnd()
    .split('\r\n')
    // Within a cell, a space follows each comma.
    .map((row) => row.split(/,(?! )/));
  return ['Guarantors', 'Guarantor organisations'].map((name) => cells[names.indexOf(name)]);
}

test('a number of guarantors that cannot be read is no 0, and an organisation beside them is counted', async () => {
  const organisation = { moral_guarantor: { type: 'VISALE' } };
  expect(await guarantorCells({ ...organisation, physical_guarantors: 'x' })).toEqual(['?', '1']);
  expect(await guarantorCells({ ...organisation, is_guarantor: 'yes' })).toEqual(['?', '1']);
  expect(await guarantorCells({ moral_guarantor: 'x' })).toEqual(['0', '?']);
  expect(await guarantorCells(organisation)).toEqual(['0', '1']);
});

test('nothing of how to reach or to date an applicant is in it', async () => {
  const { content } = await documentOf(
    '',
    callOver(() => pagesOf([file]), { person: admin }),
  );
  for (const secret of ['mail.example', '612345678', '1990']) expect(content).not.toContain(secret);
});

test('without a log nothing is sent, and that is said', async () => {
  const call = callOver(() => pagesOf([file]), { person: admin });
  call.store.setDown(true);
  const answers = await answersOf(exportCommand.run('', call));
  expect(answers).toMatchObject([
    {
      kind: 'message',
      text: expect.stringContaining('Nothing was exported'),
      warning: { code: 'unreachable' },
    },
  ]);
});

test('a few exports are made at once; whoever comes then is told, and nothing is written down', async () => {
  const exports = createBulkhead({ atOnceMax: 1, waitingMax: 0, waitMsMax: 1 });
  const call = callOver(() => pagesOf([file]), { person: admin, call: { exports } });
  {
    using _ = await exports.enter();
    const refused = answersOf(exportCommand.run('', call));
    await expect(refused).rejects.toThrow(BusyError);
    expect(call.store.opened).toEqual([]);
  }
  await documentOf('', call);
  // The answer has come to its end, and with it its place.
  (await exports.enter())[Symbol.dispose]();
});

test.each([
  ['en', 'this list', '/rental export decision:awaiting'],
  ['en', 'it', '/rental export decision:awaiting'],
  ['fr', 'cette liste', '/rental export décision:à-décider'],
  ['fr', 'ça', '/rental export décision:à-décider'],
] as const)(
  'a list that stands elsewhere is not all files (%s: %s)',
  async (language, text, copy) => {
    const call = callOver(() => pagesOf([file]), { language, person: admin });
    const answers = await answersOf(exportCommand.run(text, call));
    expect(answers.map(({ kind }) => kind)).toEqual(['message']);
    expect(JSON.stringify(answers)).toContain(copy);
    expect(call.store.opened).toEqual([]);
  },
);

test('a query that finds nothing sends nothing', async () => {
  const call = callOver(() => pagesOf([file]), { person: admin });
  const answers = await answersOf(exportCommand.run('decision:approved', call));
  expect(answers).toMatchObject([
    { kind: 'message', text: expect.stringContaining('nothing was exported') },
  ]);
  expect(call.store.opened).toEqual([]);
});

test('what is exported of files that cannot be read anew, or not found among them, says how old they are', async () => {
  let isDown = false;
  const call = callOver(
    () => {
      if (isDown) throw serviceDown();
      return pagesOf([file]);
    },
    { person: admin },
  );
  await call.portfolio.read();
  isDown = true;
  await expect(call.portfolio.read()).rejects.toThrow('rental_down');
  for (const text of ['decision:approved', '']) {
    const answer = (await answersOf(exportCommand.run(text, call))).at(-1);
    expect(answer).toMatchObject({
      text: expect.stringMatching(/The Rental File Service is unavailable: .*\nAs of 10:00/su),
      warning: { code: 'rental_down' },
    });
    expect(JSON.stringify(answer)).toContain('As of 10:00');
  }
});

test('an export is bounded, and says what it leaves out', { timeout: 60_000 }, async () => {
  const many = Array.from({ length: EXPORT_ROWS_MAX + 3 }, (_, index) => ({
    ...file,
    id: `f${index}`,
  }));
  const call = callOver(() => pagesOf(many, 10_000), { person: admin });
  const answers = await answersOf(exportCommand.run('', call));
  const table = answers.find(({ kind }) => kind === 'document');
  expect(table?.kind === 'document' && table.content.split('\r\n').length).toBe(
    EXPORT_ROWS_MAX + 2,
  );
  expect(answers.at(-1)).toMatchObject({
    text: expect.stringContaining('Only the first 50,000 of 50,003 files were exported.'),
  });
});

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

test.each([
  [[{ profile: 7 }], { Profiles: '?' }],
  [[{ profile: 7 }, { profile: 'CDI' }], { Profiles: 'CDI, ?' }],
  [[{ profile: 7, is_guarantor: true }, {}], { Profiles: '?' }],
  [[{ profile: null }], { Profiles: '' }],
  [[{ first_name: 7, last_name: 'Roy' }], { Applicants: 'Roy, ?' }],
  [
    [{ physical_guarantors: 'garbled' }, { physical_guarantors: [{ id: 'g' }] }],
    { Guarantors: '?', 'Guarantor organisations': 0 },
  ],
  [
    [{ moral_guarantor: 'garbled' }, { physical_guarantors: [{ id: 'g' }] }],
    { Guarantors: 1, 'Guarantor organisations': '?' },
  ],
])('of people such as %j, what cannot be read is no empty cell: %j', (applicants, cells) => {
  const words = wordsIn('en');
  const making = { words, zone: 'UTC', completionMax: 100, linkTo: () => null } as const;
  const row = rowOf(entryOf(rentalFile({ applicants })), making);
  const named = Object.fromEntries(headerIn(words.export).map((name, at) => [name, row[at]]));
  expect(named).toMatchObject(cells);
});

test('what is not known of a person or a photo is neither given nor missing', async () => {
  const files = [
    { id: 'a', product_id: 'p1' },
    {
      id: 'b',
      product: { title: 'Flat', photo: { path: 5, _id: 'zz', favorite: 'x' } },
      applicants: [{ is_pre_application: true, is_guarantor: 'true', email: 'a@b.example' }],
    },
    { id: 'c', product: 7 },
  ].map(rentalFile);
  const call = callOver(() => pagesOf(files), { person: admin });
  const { content } = await documentOf('', call);
  const [header = '', ...rows] = content.slice(1).trimEnd().split('\r\n');
  const names = header.split(',');
  const cellsOf = (row: number, ...columns: readonly string[]) =>
    columns.map((name) => rows[row]?.split(/,(?! )/)[names.indexOf(name)]);
  const photo = ['Photo ID given', 'Photo path given', 'Favourite photo'];
  const people = ['Applicant in pre-application', 'E-mail addresses given'];
  expect(cellsOf(0, ...photo, 'Photo')).toEqual(['', '', '', '']);
  expect(cellsOf(1, ...photo, 'Photo')).toEqual(['?', '?', '?', 'yes']);
  expect(cellsOf(0, 'Applicant in pre-application')).toEqual(['']);
  expect(cellsOf(1, ...people)).toEqual(['?', '?']);
  expect(cellsOf(2, 'Service tenants')).toEqual(['?']);
});
