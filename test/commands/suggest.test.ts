import { expect, test } from 'vitest';

import { suggestionsFor } from '../../src/commands/list.ts';
import { show } from '../../src/commands/show/index.ts';
import { pagesOf, rentalFile, rentalFiles } from '../support/rental-files.ts';
import { callOver, messageOf } from './call.ts';

const FILE = rentalFile({
  id: 'lilas',
  decision: 'READY',
  product: { title: 'T3 rue des Lilas', reference: 'LY-0342' },
  applicants: [{ first_name: 'Anne', last_name: 'Lefèvre' }],
});

test('what somebody types finds files by property and applicant, each in two lines', async () => {
  const call = callOver(() => pagesOf([FILE, ...rentalFiles(30)]));
  await call.portfolio.read();
  const found = [
    { id: 'lilas', label: 'LY-0342 · T3 rue des Lilas', says: 'Ready to decide · Anne Lefèvre' },
  ];
  expect(await suggestionsFor('lilas', call)).toEqual(found);
  expect(await suggestionsFor('anne ly-0342', call)).toEqual(found);
  expect(await suggestionsFor('zzzz', call)).toEqual([]);
});

test.each([
  ['en', 'Pending · Anne Lefèvre 0 · 2 files for this property'],
  ['fr', 'En attente · Anne Lefèvre 0 · 2 dossiers pour ce bien'],
] as const)('a file says in %s that its property has others', async (language, says) => {
  const files = rentalFiles(2).map((file) => ({ ...file, product: FILE.product }));
  const call = callOver(() => pagesOf(files), { language });
  await call.portfolio.read();
  const found = await suggestionsFor('ly-0342', call);
  expect(found.map((each) => each.says)[0]).toBe(says);
});

test('a menu holds twenty files, and before anything is typed those that wait', async () => {
  const call = callOver(() => pagesOf(rentalFiles(30)));
  await call.portfolio.read();
  expect(await suggestionsFor('', call)).toHaveLength(20);
});

test.each([
  ['en', 'could not be searched'],
  ['fr', 'n’a pas été possible'],
] as const)(
  'before the first reading nobody waits, and the field says so in %s',
  async (language, said) => {
    const call = callOver(() => pagesOf([FILE]), { language });
    const [only, ...others] = await suggestionsFor('lilas', call);

    expect(only?.label).toContain(said);
    expect(others).toEqual([]);
    const { text, blocks } = await messageOf(show.runAction({ picked: only?.id ?? '' }, call));
    expect(text).toContain(said);
    expect(blocks.map(({ type }) => type)).toContain('picker');
  },
);

test('people stand there as far as the level of privacy shows them', async () => {
  const call = callOver(() => pagesOf([FILE]), { call: { privacy: 'reference' } });
  await call.portfolio.read();
  const [suggestion] = await suggestionsFor('lilas', call);
  expect(suggestion?.says).toBe('Ready to decide · 1 applicant');
});
