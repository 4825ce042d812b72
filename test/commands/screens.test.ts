import { expect, test } from 'vitest';

import type { Sharing } from '../../src/i18n/index.ts';
import type { DigestStore } from '../../src/store/store.ts';
import type { Action } from '../../src/views/message.ts';
import { serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { claireAsks, deskIn, screensOf } from './screens.ts';

/**
 * Everything that Rental Desk shows over the files of one agency, as approved: what is typed is
 * answered, then each button that comes into sight is pressed once, and each form is handed in as
 * it came. Whoever changes what people see renews the outlines with `-u`, and reads the difference.
 */

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

const commandsIn =
  (...names: readonly string[]) =>
  ({ command }: Action) =>
    names.includes(command);

test('what shows files, and what can be done with them', async () => {
  const { dispatcher } = await deskIn(store);
  const screens = screensOf(dispatcher, claireAsks(), () => true);
  await screens.type('', 'pending', 'list', 'show ready-loft', 'show bare', 'search durand', 'me');
  expect(screens.outline()).toMatchSnapshot();
});

test('what compares, counts and reports', async () => {
  const { dispatcher } = await deskIn(store);
  const follows = commandsIn('property', 'vacant', 'stats', 'report', 'access');
  const screens = screensOf(dispatcher, claireAsks(), follows);
  await screens.type('property LY-0342', 'vacant in 30d', 'stats', 'report', 'report month');
  await screens.type('access');
  expect(screens.outline()).toMatchSnapshot();
});

test('what people keep: files, digests, alerts, views', async () => {
  const { dispatcher } = await deskIn(store);
  const files = ['take', 'drop', 'watch', 'snooze', 'triage'];
  const follows = commandsIn(...files, 'view', 'digest', 'alert', 'settings');
  const screens = screensOf(dispatcher, claireAsks(), follows);
  await screens.type('take ready-loft', 'take', 'watch ready-flat', 'watch', 'snooze review');
  await screens.type('view save Lyon property:lyon', 'view');
  await screens.type('digest add 09:00 name:Morning', 'digest', 'digest status');
  await screens.type('alert add decision:ready', 'alert', 'export', 'settings', 'status');
  expect(screens.outline()).toMatchSnapshot();
});

test('the same in French', async () => {
  const { dispatcher } = await deskIn(store);
  const screens = screensOf(dispatcher, claireAsks({ locale: 'fr-FR' }));
  await screens.type('', 'attente', 'voir ready-loft', 'bien LY-0342', 'vacants', 'rapport');
  expect(screens.outline()).toMatchSnapshot();
});

test('less of people where a channel may see less, and nearly nothing outside', async () => {
  const { dispatcher } = await deskIn(store);
  const shownIn = async (sharing: Sharing) => {
    const place = { audience: 'channel', sharing: async () => sharing } as const;
    const screens = screensOf(dispatcher, claireAsks({ place }));
    await screens.type('', 'list', 'show ready-loft', 'show bare', 'property LY-0342');
    await screens.type('report', 'stats');
    return screens.outline();
  };
  expect(await shownIn('internal')).toMatchSnapshot('internal');
  expect(await shownIn('external')).toMatchSnapshot('external');
});

test('what a person sees who is no admin, and manages nothing', async () => {
  const { dispatcher } = await deskIn(store);
  const screens = screensOf(dispatcher, claireAsks({ person: {} }));
  await screens.type('', 'me', 'take', 'settings', 'access', 'export', 'digest', 'alert', 'view');
  expect(screens.outline()).toMatchSnapshot();
});
