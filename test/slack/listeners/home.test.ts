import { expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles, serviceDown } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';

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
