import { expect, test } from 'vitest';

import { commands } from '../../src/commands/index.ts';
import { stateIn } from '../../src/commands/refine.ts';
import { deskOver, ENGLISH, shownButtons } from '../support/desk.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';

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
