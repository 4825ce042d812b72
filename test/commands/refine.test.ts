import { expect, test } from 'vitest';

import { FormError } from '../../src/commands/errors.ts';
import { commands } from '../../src/commands/index.ts';
import { stateIn } from '../../src/commands/refine.ts';
import { deskOver, ENGLISH, FRENCH, shownButtons } from '../support/desk.ts';
import { pagesOf, rentalFile, rentalFiles } from '../support/rental-files.ts';

const LABEL = 'Refine…';

test('every list that offers to be refined can be, whatever command has made it', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const refined: string[] = [];
  for (const { name } of commands.filter(({ isForAdmins }) => isForAdmins !== true)) {
    const answers = await Array.fromAsync(dispatcher.run(`${name} flat`, ENGLISH)).catch(() => []);
    const last = answers.at(-1);
    const buttons = last?.kind === 'message' ? shownButtons(last.blocks) : [];
    const button = buttons.find(({ label }) => label === LABEL);
    if (button === undefined || !('action' in button)) continue;
    const [form] = await Array.fromAsync(dispatcher.runAction(button.action, ENGLISH));
    if (form?.kind !== 'form') throw new Error(`${name} opens no form`);
    const shown = await Array.fromAsync(
      dispatcher.submit(form.action, { change: 'next' }, ENGLISH),
    );
    expect(shown.at(-1)).toMatchObject({ text: expect.stringContaining('Page 2 of 4') });
    refined.push(name);
  }
  expect(refined).toEqual(['pending', 'list', 'search']);
});

const turning = (command: string) => [{ command, args: { page: 2 } }];

test('buttons of another command are no list, though they turn pages', () => {
  const lists = new Set(['list', 'pending']);
  expect(stateIn(turning('list'), lists)).toEqual({ of: 'list', page: 2 });
  expect(stateIn(turning('access'), lists)).toBeNull();
  expect(stateIn([], lists)).toBeNull();
});

test.each([
  ['ready', 'rejected', 'list', 'it asks for decided files, and there are some'],
  ['ready', 'accepted', 'pending', 'it asks for decided files, and there are none'],
  ['ready', 'ready', 'pending', 'it asks for files that await a decision'],
  ['ready', 'lyon', 'pending', 'it asks for no state'],
  ['closed', 'rejected', 'list', 'no file awaits a decision at all'],
  ['closed', 'ready', 'pending', 'no file awaits a decision at all, and none is asked for'],
])(
  'where files are %s, “%s” after what awaits a decision is answered by %s: %s',
  async (kind, change, command) => {
    const all = [
      rentalFile({
        id: 'no',
        status: 'CLOSED',
        decision: 'REJECTED',
        product: { title: 'Flat Lyon' },
      }),
      ...(kind === 'ready' ? [rentalFile({ id: 'yes', status: 'OPEN', decision: 'READY' })] : []),
    ];
    const { dispatcher } = deskOver(() => pagesOf(all));
    await Array.fromAsync(dispatcher.run('list', ENGLISH));
    const args = { of: 'pending', page: 1 };
    const refine = { command: 'refine', args };
    const shown = await Array.fromAsync(dispatcher.submit(refine, { change }, ENGLISH));
    const last = shown.at(-1);
    if (last?.kind !== 'message') throw new Error('no message was answered');
    expect(last.text).toMatch(new RegExp(`/rental ${command}(?: |$)`, 'm'));
  },
);

test.each([
  ['make it 800', ENGLISH, 'does not ask for exactly one figure'],
  ['mets 800', FRENCH, 'ne porte pas sur un seul chiffre'],
])('which figure to change is asked beside the field: %s', async (change, reader, said) => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(2)));
  await Array.fromAsync(dispatcher.run('list', reader));
  const refine = { command: 'refine', args: { of: 'list', page: 1 } };
  const error = await Array.fromAsync(dispatcher.submit(refine, { change }, reader)).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FormError);
  expect(JSON.stringify(error)).toContain(said);
});

test.each([
  [
    'blorp quux',
    ENGLISH,
    'I did not understand “blorp quux” as a change, so the list stays as it is.',
  ],
  ['tralala', FRENCH, 'la liste reste telle quelle'],
])('words without a meaning are named beside the field: %s', async (change, reader, said) => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(2)));
  await Array.fromAsync(dispatcher.run('list', reader));
  const refine = { command: 'refine', args: { of: 'list', page: 1, query: 'flat' } };
  const error = await Array.fromAsync(dispatcher.submit(refine, { change }, reader)).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FormError);
  expect(JSON.stringify(error)).toContain(said);
  const shown = await Array.fromAsync(
    dispatcher.submit(refine, { change: `flat ${change}` }, reader),
  );
  expect(shown.at(-1)).toMatchObject({ kind: 'message' });
});
