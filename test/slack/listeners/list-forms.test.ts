import { expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import type { DigestStore } from '../../../src/store/store.ts';
import { digestDeskOver } from '../../commands/digest-desk.ts';
import { OPEN_CHANNELS } from '../../support/channels.ts';
import { deskOver } from '../../support/desk.ts';
import { serverPlace } from '../../support/places.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';
import { useStore } from '../../support/use-store.ts';

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

/** Hannah at the list of her digests, which the Home tab has opened in a modal. */
async function atDigests() {
  const { digests } = digestDeskOver(store);
  const over = { digests, channels: OPEN_CHANNELS };
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)), over);
  const slackApp = await openSlackApp(dispatcher);
  const { workspace, settled } = slackApp;
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.say('/rental digest add 09:00 name:Morning'));
  await settled(async () => hannah.openHome());
  await settled(async () => hannah.pressAtHome('Manage digests'));
  expect([hannah.depth(), hannah.inModal().includes('Morning')]).toEqual([1, true]);
  return { ...slackApp, hannah };
}

const named = (name: string) => ({
  name: { input: { type: 'plain_text_input', value: name } },
});

test('a digest that is changed or removed by a form is so in the list below', async () => {
  const { hannah, settled } = await atDigests();

  await settled(async () => hannah.pressInModal('Edit'));
  await settled(async () => hannah.pressInModal('More options'));
  expect(hannah.depth()).toBe(2);
  await settled(async () => hannah.submit(named('Evening')));
  expect(hannah.depth()).toBe(1);
  expect(hannah.inModal()).toContain('“Evening” saved.');
  expect(hannah.inModal()).toContain('1 digest');
  expect(hannah.inModal()).not.toContain('Morning');

  await settled(async () => hannah.pressInModal('Snooze…'));
  await settled(async () => hannah.submit({}));
  expect(hannah.depth()).toBe(1);
  expect(hannah.inModal()).toContain('“Evening” skips');

  await settled(async () => hannah.pressInModal('Remove…'));
  await settled(async () => hannah.submit({}));
  expect(hannah.depth()).toBe(1);
  expect(hannah.inModal()).toContain('“Evening” removed.');
});

test('a digest that was removed meanwhile is said to be, above the list without it', async () => {
  const { hannah, settled } = await atDigests();
  await settled(async () => hannah.pressInModal('Remove…'));
  for (const { id } of await store.digests.list({ ownerId: PEOPLE.hannah })) {
    await store.digests.remove(id, PEOPLE.hannah);
  }
  await settled(async () => hannah.submit({}));
  expect(hannah.depth()).toBe(1);
  expect(hannah.inModal()).toContain('You have no digest yet.');
  expect(hannah.inModal()).toContain('was removed');
});

test('a form over a message with the list of digests shows the list as it is now in that message', async () => {
  const { digests } = digestDeskOver(store);
  const over = { digests, channels: OPEN_CHANNELS };
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)), over);
  const { workspace, settled } = await openSlackApp(dispatcher);
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.say('/rental digest add 09:00 name:Noon'));
  await settled(async () => hannah.say('/rental digest list'));
  await settled(async () => hannah.pressIn(hannah.seen('1 digest'), 'Edit'));
  await settled(async () => hannah.pressInModal('More options'));
  await settled(async () => hannah.submit(named('Midnight')));

  expect(hannah.depth()).toBe(0);
  expect(hannah.seen('1 digest').text).toContain('“Midnight” saved.');
});
