import { expect, test } from 'vitest';

import type { Dispatcher } from '../../../src/commands/dispatcher.ts';
import { FormError } from '../../../src/commands/errors.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { StoreError } from '../../../src/store/errors.ts';
import { REFINE_FIELD } from '../../../src/views/list.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';

const TYPED = 'rent over 900';

type Submit = Dispatcher['submit'];

/** Hannah at the form that refines a list; `submit` stands before the dispatcher's own. */
async function atForm(
  submit: (own: Submit) => Submit,
  over: Parameters<typeof openSlackApp>[1] = {},
) {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const own: Submit = (...call) => dispatcher.submit(...call);
  const slackApp = await openSlackApp({ ...dispatcher, submit: submit(own) }, over);
  const { workspace, settled } = slackApp;
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.say('/rental list'));
  await settled(async () => hannah.pressIn(hannah.seen('20 rental files'), 'Refine…'));
  const value = { type: 'plain_text_input', value: TYPED };
  const fill = async () => hannah.submit({ [REFINE_FIELD]: { input: value } });
  /** What the field of the form would be submitted with; `undefined` without the form. */
  const filledIn = () => /"initial_value":"([^"]*)"/.exec(hannah.inModal())?.[1];
  return { ...slackApp, hannah, fill, filledIn };
}

/** The first submission fails after `before`, later ones are taken. */
function failingOnce(failure: Error, before: () => Promise<unknown> = async () => {}) {
  let count = 0;
  return (own: Submit): Submit =>
    async function* submit(...call) {
      count += 1;
      if (count > 1) return yield* own(...call);
      await before();
      throw failure;
    };
}

test('a form whose submission fails stays with what was typed, and can be submitted again', async () => {
  const { hannah, fill, filledIn, settled, logged } = await atForm(
    failingOnce(new TypeError('the database went away')),
  );

  await settled(fill);

  const [, reference] = /Reference:? `?(\w{6})/.exec(hannah.inModal()) ?? [];
  expect(logged.at(-1)).toMatchObject({ level: 'error', message: 'not answered', reference });
  expect(filledIn()).toBe(TYPED);

  await settled(async () => hannah.submit({}));
  expect(filledIn()).toBeUndefined();
  expect(hannah.inModal()).toContain('900');
});

test('a form that the database may have taken does not come back, and says to look', async () => {
  const { hannah, fill, filledIn, settled } = await atForm(
    failingOnce(new StoreError('lost', 'the connection has ended')),
  );

  await settled(fill);

  expect(filledIn()).toBeUndefined();
  const said = hannah.inModal();
  expect(said).toContain('Check in a minute whether it was done before you try again.');
  expect(said).not.toContain('nothing could be read or changed');
});

test.each([
  ['a failure', new TypeError('the database went away'), 'Reference'],
  [
    'an error of a field',
    new FormError({ [REFINE_FIELD]: 'That is no rent.' }),
    'That is no rent.',
  ],
])('%s that comes after the sign of life brings the form back', async (_what, error, said) => {
  const gate = Promise.withResolvers<void>();
  const { hannah, fill, filledIn, settled } = await atForm(
    failingOnce(error, async () => gate.promise),
  );

  const submitted = settled(fill);
  await expect.poll(() => filledIn()).toBeUndefined();
  await expect.poll(() => hannah.inModal()).not.toContain(REFINE_FIELD);
  gate.resolve();
  await submitted;

  expect(hannah.inModal()).toContain(said);
  expect(filledIn()).toBe(TYPED);
});

test('a form that was processed says so when Slack does not say any more who has sent it', async () => {
  const late: { lose?: () => Promise<void> } = {};
  const { hannah, fill, filledIn, settled, workspace } = await atForm(
    (own) =>
      async function* submit(...call) {
        const answers = await Array.fromAsync(own(...call));
        await late.lose?.();
        yield* answers;
      },
    { refusals: ['users.info internal_error'] },
  );
  late.lose = async () => {
    await workspace.changePerson(PEOPLE.hannah, { zone: 'Europe/London' });
    workspace.interrupt({ method: 'users.info', moment: 'before', trouble: 'http_500' });
  };

  await settled(fill);

  expect(hannah.inModal()).toContain('Your form was processed, but I could not check who you are');
  expect(hannah.inModal()).not.toContain('900');
  expect(filledIn()).toBeUndefined();
});
