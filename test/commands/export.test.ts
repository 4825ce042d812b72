import { expect, test } from 'vitest';

import { EXPORT_ROWS_MAX, exportCommand } from '../../src/commands/export.ts';
import { BusyError, createBulkhead } from '../../src/lib/concurrency.ts';
import type { Document } from '../../src/views/message.ts';
import { pagesOf, rentalFile, rentalFiles } from '../support/rental-files.ts';
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
  const kinds: string[] = [];
  for await (const answer of exportCommand.run('', call)) {
    expect(call.store.opened).toMatchObject([
      { kind: 'export', userId: 'U0CLAIRE001', fileId: null, channelId: CHANNEL },
    ]);
    kinds.push(answer.kind === 'message' ? `message ${answer.isPassing === true}` : answer.kind);
  }
  expect(kinds).toEqual(expected);
  expect(exportCommand.isForAdmins).toBe(true);
});

test('plain words ask for what they ask of a list, and the answer says what that was', async () => {
  const files = [file, rentalFile({ id: 'b', decision: 'PENDING' })];
  const call = callOver(() => pagesOf(files), { person: admin });
  expect((await documentOf('ready files', call)).content).not.toContain('Pending');
  const [, told] = await answersOf(exportCommand.run('ready files', call));
  expect(told).toMatchObject({ text: expect.stringContaining('\nReady to decide\n') });
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
      'Available from,Requests received,Unpaid-rent insurance,Photo,Property managers,Description\r\n' +
      `0d5c,LY-0342,"'=HYPERLINK(""x"")",Flat,980.5,Analysed,Ready to decide,"Anne Lefèvre, Costa (guarantor)",82.25,57.5,urgent,2026-11-13,2026-11-13,,https://console.example.com/0d5c,,anne@agency.example,` +
      '1,0,,no,,yes,,,,,,direct,managed,,no,yes,,0,,no,,\r\n',
  );
});

test('a row holds the same in French, as spreadsheets there read it', async () => {
  const call = callOver(() => pagesOf([file]), { person: admin, language: 'fr' });
  const { content } = await documentOf('', call);
  const [header, row] = content.split('\r\n');
  expect(header).toMatch(/^\ufeffIdentifiant;Référence;Bien;/);
  expect(row).toContain(';980,5;Analysé;Prêt à décider;Anne Lefèvre, Costa (garant);82,25;57,5;');
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
      trouble: { code: 'unreachable' },
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
  ['en', 'this list', '/rental export decision:pending'],
  ['en', 'it', '/rental export decision:pending'],
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
