import { expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import type { Triage } from '../../../src/triage/triage.ts';
import { FILES_FIELD, WHAT_FIELD } from '../../../src/views/files/triage.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles, serviceDown } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';
import { beforeEachTriage } from '../../support/triage.ts';

let triage: Triage;
beforeEachTriage((opened) => {
  triage = opened.triage;
});

test.each([
  ['en-GB', 'Try again'],
  ['fr-FR', 'Réessayer'],
])(
  'a Home tab in %s that could not be filled is filled by its button “%s”, in its place',
  async (locale, again) => {
    let isDown = true;
    const { dispatcher } = deskOver(() => {
      if (isDown) throw serviceDown();
      return pagesOf(rentalFiles(3));
    });
    const { workspace, settled } = await openSlackApp(dispatcher);
    const hannah = screenOf(workspace, PEOPLE.hannah);
    await workspace.changePerson(PEOPLE.hannah, { locale, zone: 'Europe/Paris' });
    await settled(async () => hannah.openHome());
    expect(hannah.atHome()).toMatch(/R[eé]f[eé]rence [A-Z0-9]{6}/);

    isDown = false;
    await settled(async () => hannah.pressAtHome(again));

    expect(hannah.atHome()).toContain('Flat 0');
    expect(hannah.atHome()).not.toContain(again);
    expect(hannah.depth()).toBe(0);
  },
);

test('a Home tab shows what was done about several of its files, as soon as it is done', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(4)), { triage });
  const { workspace, settled } = await openSlackApp(dispatcher);
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.openHome());
  await settled(async () => hannah.pressAtHome('Take…'));
  expect(hannah.atHome()).not.toContain('Taken by you');

  const chosen = ['file-1', 'file-2'].map((value) => ({ value }));
  await settled(async () =>
    hannah.submit({
      [FILES_FIELD]: { input: { type: 'checkboxes', selected_options: chosen } },
      [WHAT_FIELD]: { input: { type: 'radio_buttons', selected_option: { value: 'take' } } },
    }),
  );

  expect(hannah.inModal()).toContain('Taken by you: 2.');
  expect(hannah.atHome()).toContain('Taken by you');
  expect(hannah.atHome().match(/\|Flat 1>/gu)).toHaveLength(1);
});

test('a Home tab shows what was done about a file in its card above it', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(4)), { triage });
  const { workspace, settled } = await openSlackApp(dispatcher);
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.openHome());
  await settled(async () => hannah.pressAtHome('View'));
  await settled(async () => hannah.pressInModal('Take'));

  expect(hannah.inModal()).toContain('Taken by you');
  expect(hannah.atHome()).toContain('Taken by you');
});
