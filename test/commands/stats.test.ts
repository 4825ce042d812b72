import { expect, test } from 'vitest';

import { overview } from '../../src/commands/overview.ts';
import { stats } from '../../src/commands/report.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { buttonsOf, pressOf } from '../support/desk.ts';
import { pagesOf, rentalFile, rentalFiles, serviceDown } from '../support/rental-files.ts';
import { callOver, messageOf } from './call.ts';

const decided = rentalFile({
  id: 'd',
  status: 'CLOSED',
  decision: 'ACCEPTED',
  created_at: '2026-11-09T09:00:00Z',
  updated_at: '2026-11-17T09:00:00Z',
});

test('figures are drawn of what the query finds, and lead on', async () => {
  const call = callOver(() => pagesOf([...rentalFiles(3), decided]));
  const all = await messageOf(stats.run('', call));
  expect(all.text).toContain('Statistics · 4 rental files');
  expect(all.text).toContain('New 3, ');
  expect(all.text).toContain('Closed 1');
  expect(all.text).toContain('week of 16 Nov: 1 approved, 0 declined');
  expect(all.text).toContain('took 5 working days or less');
  expect(all.text).toContain('3 files await a decision. The oldest of them: Flat 2 (R-2)');
  expect(buttonsOf(all)).toEqual(['Awaiting decision', 'Refresh', 'Share']);
  expect(pressOf(all, 'Awaiting decision')).toEqual({ command: 'pending', args: { typed: '' } });

  const some = await messageOf(stats.run('status:closed', call));
  expect(some.text).toContain('Statistics · 1 rental file · Status closed');
  expect(some.text).toContain('0 files await a decision.');
});

test.each([
  ['en', '1 archived file is counted here.', '1 archived file is not counted here'],
  ['fr', '1 dossier archivé est compté ici.', '1 dossier archivé n’est pas compté ici'],
] as const)(
  'archived files are said to be counted, as the overview says that it leaves them out (%s)',
  async (language, counted, leftOut) => {
    const archived = rentalFile({ id: 'archived', archived_at: '2026-11-01T09:00:00Z' });
    const call = callOver(() => pagesOf([...rentalFiles(3), archived]), { language });
    expect((await messageOf(stats.run('', call))).text).toContain(counted);
    expect((await messageOf(overview.run('', call))).text).toContain(leftOut);
    for (const query of ['archived:yes', 'archived:no']) {
      expect((await messageOf(stats.run(query, call))).text).not.toContain(counted);
    }
  },
);

test('plain words that no file holds ask for what they mean', async () => {
  const call = callOver(() => pagesOf([...rentalFiles(3), decided]));
  const { text } = await messageOf(stats.run('closed this month', call));
  expect(text).toContain('Statistics · 1 rental file · Status closed, updated this month');
});

test.each([
  [
    'en',
    'Whether 1 file is archived or not cannot be read from what the service sent: it counts as',
  ],
  ['fr', 'illisible pour 1 dossier : il ne compte ni comme archivé ni comme non archivé.'],
] as const)(
  'figures speak of no lists where an archiving cannot be read (%s)',
  async (language, said) => {
    const unclear = rentalFile({ id: 'unclear', archived_at: 'last week' });
    const call = { ...callOver(() => pagesOf([unclear])), words: wordsIn(language) };
    const { text } = await messageOf(stats.run('', call));
    expect(text.replaceAll('\u00a0', ' ')).toContain(said);
  },
);

test.each([
  ['en', '2 decisions have no known date and are left out.', 'Nothing was decided'],
  ['fr', '2 décisions n’ont pas de date connue et ne sont pas comptées.', 'Rien n’a été décidé'],
] as const)('undated decisions are not taken for none (%s)', async (language, said, none) => {
  const undated = ['ACCEPTED', 'REJECTED'].map((decision) =>
    rentalFile({ id: decision, decision, created_at: '2026-11-02T08:00:00Z' }),
  );
  const call = { ...callOver(() => pagesOf(undated)), words: wordsIn(language) };
  const { text } = await messageOf(stats.run('', call));
  expect(text).toContain(said);
  expect(text).not.toContain(none);
  const beside = { ...callOver(() => pagesOf([decided, ...undated])), words: wordsIn(language) };
  expect((await messageOf(stats.run('', beside))).text).toContain(said);
});

test('files whose decision is not known may await one', async () => {
  const files = [rentalFile({ id: 'a', decision: 'MAYBE' })];
  const { text } = await messageOf(
    stats.run(
      '',
      callOver(() => pagesOf(files)),
    ),
  );
  expect(text).toContain('0 files await a decision.');
  expect(text).toContain('1 file has a decision that Rental Desk does not know yet (MAYBE).');
});

test('nothing is said of the age of files without a date of creation', async () => {
  const updated_at = '2026-11-17T09:00:00Z';
  const files = [
    rentalFile({ id: 'a' }),
    rentalFile({ id: 'b', decision: 'ACCEPTED', updated_at }),
    rentalFile({ id: 'c', decision: 'REJECTED', updated_at }),
  ];
  const { text } = await messageOf(
    stats.run(
      '',
      callOver(() => pagesOf(files)),
    ),
  );
  expect(text).toContain('\n1 file awaits a decision.\n');
  expect(text).toContain('1 of 2 was an approval (50%).\nIt is not known how long the');
});

test('Refresh reads again, and a failure leaves the last figures with a word about it', async () => {
  let files = rentalFiles(3);
  let isDown = false;
  const call = callOver(() => {
    if (isDown) throw serviceDown();
    return pagesOf(files);
  });
  const first = await messageOf(stats.run('', call));
  files = rentalFiles(5);
  const { args } = pressOf(first, 'Refresh');
  expect((await messageOf(stats.runAction(args, call))).text).toContain(
    'Statistics · 5 rental files',
  );
  isDown = true;
  const stale = await messageOf(stats.runAction(args, call));
  expect(stale.text).toContain('Statistics · 5 rental files');
  expect(stale.text).toContain('The Rental File Service is unavailable');
  expect(stale.warning).toMatchObject({ code: 'rental_down' });
});

test('in a channel, a query that may name somebody is not repeated', async () => {
  const call = callOver(() => pagesOf(rentalFiles(3)), {
    place: { audience: 'channel' },
    call: { privacy: 'initials' },
  });
  const { text, blocks } = await messageOf(stats.run('lefèvre', call));
  expect(text).toContain('Statistics · 3 rental files');
  expect(text).not.toContain('lefèvre');
  expect(JSON.stringify(blocks.filter(({ type }) => type !== 'buttons'))).not.toContain('lefèvre');
});

test('a button of another version is told so', async () => {
  const pressing = messageOf(
    stats.runAction(
      { query: 7 },
      callOver(() => pagesOf([])),
    ),
  );
  await expect(pressing).rejects.toThrow('arguments');
});

test('figures of no file lead to all files, as their sentence says', async () => {
  const call = callOver(() => pagesOf(rentalFiles(3)));
  const none = await messageOf(stats.run('status:closed', call));
  expect(none.text).toContain('or look at all files.');
  expect(buttonsOf(none)).toEqual(['All files', 'Refresh', 'Share']);
  expect(pressOf(none, 'All files')).toMatchObject({ command: 'list', args: { page: 1 } });
});
