import { expect, test } from 'vitest';

import type { Dispatcher } from '../../../src/commands/dispatcher.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../../src/playground/slack-workspace/store/team.ts';
import { USER_GROUPS } from '../../../src/playground/slack-workspace/store/user-groups.ts';
import type { Triage } from '../../../src/triage/triage.ts';
import { HAND_FIELD, SNOOZE_FIELD } from '../../../src/views/files/triage.ts';
import type { Message } from '../../../src/views/message.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';
import { beforeEachTriage } from '../../support/triage.ts';

let triage: Triage;
beforeEachTriage((opened) => {
  triage = opened.triage;
});

/** Hannah at the card of a file that she has taken, which a list has opened in a modal. */
async function atCard(
  over: (own: Dispatcher['submit']) => Dispatcher['submit'] = (own) => own,
  settings: Parameters<typeof openSlackApp>[1] = {},
) {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)), { triage });
  const submit = over((...call) => dispatcher.submit(...call));
  const slackApp = await openSlackApp({ ...dispatcher, submit }, settings);
  const { workspace, settled } = slackApp;
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.say('/rental list'));
  await settled(async () => hannah.pressIn(hannah.seen('20 rental files'), 'View'));
  await settled(async () => hannah.pressInModal('Take'));
  expect(hannah.inModal()).toContain('Taken by you');
  return { ...slackApp, hannah };
}

/** Hannah at a card that lies over a list of all files. */
async function atCardOverList() {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)), { triage });
  const slackApp = await openSlackApp(dispatcher);
  const { workspace, settled } = slackApp;
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.openHome());
  await settled(async () => hannah.pressAtHome('All files'));
  await settled(async () => hannah.pressInModal('View'));
  expect([hannah.depth(), hannah.inModal().includes('Applicants')]).toEqual([2, true]);
  return { ...slackApp, hannah };
}

/** After the day that it is for the app. */
const TOMORROW = '2026-11-22';
const handed = (to: string) => ({
  [HAND_FIELD]: { input: { type: 'users_select', selected_user: to } },
});
const snoozed = (day: string) => ({
  [SNOOZE_FIELD]: { input: { type: 'datepicker', selected_date: day } },
});

test.each([
  ['Hand to…', handed(PEOPLE.oliver), 'Handed over.', 'Taken by you'],
  ['Snooze…', snoozed(TOMORROW), 'Snoozed until', 'Snooze…'],
])(
  '%s leads back to the card, which shows what became of it',
  async (label, filled, says, gone) => {
    const { hannah, settled } = await atCard();
    await settled(async () => hannah.pressInModal(label));
    expect(hannah.depth()).toBe(2);

    await settled(async () => hannah.submit(filled));

    expect(hannah.depth()).toBe(1);
    expect(hannah.inModal()).toContain(says);
    expect(hannah.inModal()).not.toContain(gone);
  },
);

test.each([
  ['Hand to…', handed(PEOPLE.oliver), 'Handed over.'],
  ['Snooze…', snoozed(TOMORROW), 'Snoozed until'],
])('%s leads back to a card that lies over a list', async (label, filled, says) => {
  const { hannah, settled } = await atCardOverList();
  await settled(async () => hannah.pressInModal('Take'));
  await settled(async () => hannah.pressInModal(label));
  expect(hannah.depth()).toBe(3);

  await settled(async () => hannah.submit(filled));

  expect([hannah.depth(), hannah.inModal().includes(says)]).toEqual([2, true]);
  await hannah.close();
  expect([hannah.depth(), hannah.inModal().includes('20 rental files')]).toEqual([1, true]);
});

test('a file that a colleague has snoozed, and taken, is shown', async () => {
  const { hannah, workspace, settled } = await atCard();
  await settled(async () => hannah.pressInModal('Snooze…'));
  await settled(async () => hannah.submit(snoozed(TOMORROW)));
  const oliver = screenOf(workspace, PEOPLE.oliver);
  await settled(async () => oliver.say('/rental R-0'));
  const blocks = JSON.stringify(oliver.seen('(R-0)').blocks);
  expect(blocks).toMatch(/Snoozed until .* by "},\{"type":"user","user_id":"U0HANNAH001"\}/);
});

test('a form that is corrected stays over the card, and the next one opens over it, too', async () => {
  const { hannah, settled } = await atCard();
  await settled(async () => hannah.pressInModal('Snooze…'));
  await settled(async () => hannah.submit(snoozed('2020-01-01')));
  expect([hannah.depth(), Object.keys(hannah.modal()?.errors ?? {})]).toEqual([2, [SNOOZE_FIELD]]);
  await settled(async () => hannah.submit(snoozed(TOMORROW)));

  await settled(async () => hannah.pressInModal('Hand to…'));
  expect(hannah.depth()).toBe(2);
  await hannah.close();
  expect([hannah.depth(), hannah.inModal().includes('Snoozed until')]).toEqual([1, true]);
});

test('a form that fails comes back over the card', async () => {
  let isBroken = true;
  const { hannah, settled } = await atCard(
    (own) =>
      async function* submit(...call) {
        if (isBroken) throw new TypeError('the database went away');
        yield* own(...call);
      },
  );
  await settled(async () => hannah.pressInModal('Hand to…'));
  await settled(async () => hannah.submit(handed(PEOPLE.oliver)));
  expect([hannah.depth(), hannah.inModal().includes('Reference')]).toEqual([2, true]);

  isBroken = false;
  await settled(async () => hannah.submit(handed(PEOPLE.oliver)));
  expect([hannah.depth(), hannah.inModal().includes('Handed over.')]).toEqual([1, true]);
});

test('an answer that takes its time comes into the card as well', async () => {
  const gate = Promise.withResolvers<void>();
  const { hannah, settled } = await atCard(
    (own) =>
      async function* submit(...call) {
        await gate.promise;
        yield* own(...call);
      },
  );
  await settled(async () => hannah.pressInModal('Hand to…'));
  const submitted = settled(async () => hannah.submit(handed(PEOPLE.oliver)));
  await expect.poll(() => hannah.depth()).toBe(1);
  expect(hannah.inModal()).toContain('One moment');
  gate.resolve();
  await submitted;

  expect([hannah.depth(), hannah.inModal().includes('Handed over.')]).toEqual([1, true]);
});

/** Hannah at the card of a file that she has taken, as a message that she alone sees. */
async function atCardMessage(settings: Parameters<typeof openSlackApp>[1] = {}) {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)), { triage });
  const slackApp = await openSlackApp(dispatcher, settings);
  const { workspace, settled } = slackApp;
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.say('/rental show file-0'));
  await settled(async () => hannah.pressIn(hannah.seen('Flat 0'), 'Take'));
  expect(hannah.seen('Flat 0').text).toContain('Taken by you');
  return { ...slackApp, hannah };
}

test.each([
  ['Hand to…', handed(PEOPLE.oliver), 'Handed over.'],
  ['Snooze…', snoozed(TOMORROW), 'Snoozed until'],
])('%s changes the message with the card that it was opened from', async (label, filled, says) => {
  const { hannah, settled, workspace } = await atCardMessage();
  const card = hannah.seen('Flat 0');
  const hers = () => workspace.state().messages.filter(({ onlyFor }) => onlyFor === PEOPLE.hannah);
  const before = hers().length;
  await settled(async () => hannah.pressIn(card, label));
  await settled(async () => hannah.submit(filled));

  expect(hannah.depth()).toBe(0);
  expect(hers()).toHaveLength(before);
  const after = hannah.seen(says);
  expect([after.onlyFor, after.ts, after.text.includes('Flat 0')]).toEqual([
    PEOPLE.hannah,
    card.ts,
    true,
  ]);
});

test('a form over a message that is replaced no more shows the card in its own place', async () => {
  const { hannah, settled, workspace } = await atCardMessage({ refusals: null });
  await settled(async () => hannah.pressIn(hannah.seen('Flat 0'), 'Snooze…'));
  workspace.interrupt({ method: 'response_url', moment: 'before', trouble: 'http_500' });
  await settled(async () => hannah.submit(snoozed(TOMORROW)));

  expect([hannah.depth(), hannah.inModal().includes('Snoozed until')]).toEqual([1, true]);
  expect(hannah.seen('Flat 0').text).not.toContain('Snoozed until');
});

test('an answer to one person never takes the place of a message for a whole channel', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)), { triage });
  const action = { command: 'snooze', args: { id: 'file-0' }, opens: 'modal' } as const;
  const button = { label: 'Snooze…', spoken: 'Snooze the file', action };
  const message: Message = {
    kind: 'message',
    text: 'For everybody',
    blocks: [{ type: 'buttons', buttons: [button] }],
  };
  const { settled, workspace } = await openSlackApp({
    ...dispatcher,
    async *run() {
      yield { kind: 'post', message };
    },
  });
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.say('/rental list'));
  const posted = hannah.seen('For everybody');
  await settled(async () => hannah.pressIn(posted, 'Snooze…'));
  await settled(async () => hannah.submit(snoozed(TOMORROW)));

  expect([hannah.depth(), hannah.inModal().includes('Snoozed until')]).toEqual([1, true]);
  expect(hannah.seen('For everybody')).toEqual(posted);
});

test('a form over a message that fails stays, and the message as it was', async () => {
  let isBroken = true;
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)), { triage });
  const { settled, workspace } = await openSlackApp({
    ...dispatcher,
    async *submit(...call) {
      if (isBroken) throw new TypeError('the database went away');
      yield* dispatcher.submit(...call);
    },
  });
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.say('/rental show file-0'));
  const card = hannah.seen('Flat 0');
  await settled(async () => hannah.pressIn(card, 'Snooze…'));
  await settled(async () => hannah.submit(snoozed(TOMORROW)));
  expect([hannah.depth(), hannah.inModal().includes('Reference')]).toEqual([1, true]);
  expect(hannah.seen('Flat 0')).toEqual(card);

  isBroken = false;
  await settled(async () => hannah.submit(snoozed(TOMORROW)));
  expect([hannah.depth(), hannah.seen('Flat 0').text.includes('Snoozed until')]).toEqual([0, true]);
});

/** What stands in somebody's direct message with the app: by whom, and its text. */
function directlyTo(person: string, { workspace }: Awaited<ReturnType<typeof atCard>>) {
  const channel = directMessageWith(person);
  return workspace
    .state()
    .messages.filter((message) => message.channel === channel)
    .map(({ author, text }) => [author, text]);
}

test('who is handed a file is told once, in their language, and opens its card', async () => {
  const atIt = await atCard();
  const { hannah, settled, workspace, requests, deliver, idle } = atIt;
  await settled(async () => hannah.pressInModal('Hand to…'));
  expect(hannah.inModal()).toContain('They get a direct message with the name and reference');
  await settled(async () => hannah.submit(handed(PEOPLE.claire)));
  expect(hannah.inModal()).toContain('Handed over. A direct message tells them so.');

  const told = [
    APP.userId,
    [
      `<@${PEOPLE.hannah}> vous a confié un dossier de location\u00a0: Flat 0 (R-0)`,
      // The message stays when the file is given back.
      'Il a été pris en charge à votre nom. Ouvrez-le pour voir qui s’en occupe maintenant, le rendre ou le confier à quelqu’un d’autre.',
    ].join('\n'),
  ];
  expect(directlyTo(PEOPLE.claire, atIt)).toEqual([told]);
  // Slack's retry.
  await deliver(requests.at(-1) ?? '');
  await idle();
  expect(directlyTo(PEOPLE.claire, atIt)).toEqual([told]);

  const claire = screenOf(workspace, PEOPLE.claire);
  await settled(async () => claire.pressIn(claire.seen('vous a confié'), 'Ouvrir le dossier'));
  expect([claire.depth(), claire.inModal().includes('Pris en charge par vous')]).toEqual([1, true]);
  expect(directlyTo(PEOPLE.claire, atIt)).toEqual([told]);
});

test('a form that is handed in twice at once tells a colleague once', async () => {
  const atIt = await atCard();
  const { hannah, settled } = atIt;
  await settled(async () => hannah.pressInModal('Hand to…'));
  const twice = async () =>
    Promise.all([hannah.submit(handed(PEOPLE.oliver)), hannah.submit(handed(PEOPLE.oliver))]);
  await settled(twice, 2);
  expect(directlyTo(PEOPLE.oliver, atIt)).toHaveLength(1);
});

test.each([
  [
    'has no access',
    PEOPLE.oliver,
    { usergroups: [USER_GROUPS.admins.id] },
    'Handed over. They have no access to Rental Desk, so no message tells them: tell them yourself.',
  ],
  [
    'would get it outside the channels with answers',
    PEOPLE.oliver,
    { channels: [CHANNELS.leasing] },
    'Handed over. Rental Desk sends no direct messages here: tell them yourself.',
  ],
  [
    'Slack does not tell of',
    'U0NOBODY001',
    { refusals: ['users.info user_not_found'] },
    'Handed over, but the message to them could not be sent: tell them yourself.',
  ],
])('a colleague who %s is not told, and the answer says so', async (_, to, settings, says) => {
  const atIt = await atCard((own) => own, settings);
  const { hannah, settled } = atIt;
  await settled(async () => hannah.pressInModal('Hand to…'));
  await settled(async () => hannah.submit(handed(to)));

  expect(hannah.inModal()).toContain(says);
  expect(directlyTo(to, atIt)).toEqual([]);
  expect(triage.state()?.takers()).toEqual(new Set([to]));
});
