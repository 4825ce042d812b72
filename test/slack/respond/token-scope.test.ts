import { expect, test } from 'vitest';

import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { type ActionToken, createActionTokens } from '../../../src/slack/respond/payload.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { openSlackApp } from '../../support/slack-app.ts';
import {
  buttonOf,
  messageThat,
  placeOf,
  SIGNING_SECRET,
  visitor,
} from '../../support/slack-workspace.ts';

const PREVIOUS_SECRET = 'the-signing-secret-of-before';
const DAY_MS = 86_400_000;

const NO_LONGER_GOOD = 'This button no longer works.';
const GROWN_OLD = 'This button has expired: buttons work for 30 days.';
const SECOND_PAGE = 'Page 2 of 4';

/** The second page, as Hannah in #leasing may ask for it. */
const HERS: ActionToken = {
  action: { command: 'list', args: { page: 2, reading: 'x' } },
  userId: PEOPLE.hannah,
  channelId: CHANNELS.leasing,
};

/** What Hannah reads after she pressed a button of her list in #leasing that carries this value. */
async function answerTo(value: string, previousSecret: string | null = null): Promise<string> {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const { workspace } = await openSlackApp(dispatcher, { previousSecret });
  const hannah = visitor(workspace, PEOPLE.hannah);
  await hannah.say('/rental list');
  const first = await messageThat(workspace, ({ text }) => text.includes('Page 1 of 4'));
  await hannah.press(placeOf(first), { ...buttonOf(first, 'Next ›'), value });
  const answer = await messageThat(workspace, ({ text }) => /Reference|Page 2/.test(text));
  return answer.text;
}

function sealed(over: Partial<ActionToken> = {}, daysAgo = 0, secret = SIGNING_SECRET) {
  const tokens = createActionTokens(secret, { now: () => Date.now() - daysAgo * DAY_MS });
  return tokens.encode({ ...HERS, ...over });
}

test.each<[string, Partial<ActionToken>, string]>([
  ['made for her, there', {}, SECOND_PAGE],
  ['made for everybody there', { userId: null }, SECOND_PAGE],
  ['made for somebody else', { userId: PEOPLE.claire }, NO_LONGER_GOOD],
  ['made for her elsewhere', { channelId: CHANNELS.partners }, NO_LONGER_GOOD],
  ['made for everybody elsewhere', { userId: null, channelId: CHANNELS.partners }, NO_LONGER_GOOD],
  ['made for no place at all', { userId: null, channelId: null }, NO_LONGER_GOOD],
])('a button %s', async (_, over, says) => {
  expect(await answerTo(sealed(over))).toContain(says);
});

test.each([
  [29, SECOND_PAGE],
  [31, GROWN_OLD],
])('a button of %i days ago', async (days, says) => {
  expect(await answerTo(sealed({}, days))).toContain(says);
});

test('an old button of somebody else tells nobody more than that it is old', async () => {
  const answer = await answerTo(sealed({ userId: PEOPLE.claire }, 31));
  expect(answer).toContain(GROWN_OLD);
});

test.each([
  [PREVIOUS_SECRET, SECOND_PAGE],
  [null, NO_LONGER_GOOD],
])(
  'a button of before the signing secret was changed, where %s is known, too',
  async (known, says) => {
    const value = sealed({}, 0, PREVIOUS_SECRET);
    expect(await answerTo(value, known)).toContain(says);
  },
);

test.each<[string, object]>([
  ['an unknown command', { command: 'of-tomorrow', args: {} }],
  ['an unknown value', { command: 'report', args: { csv: 99 } }],
  ['a value of an unknown kind', { command: 'list', args: { page: [2] } }],
  ['an unknown place to open', { command: 'list', args: {}, opens: 'sidebar' }],
])('a button of a newer version with %s says so', async (_, action) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a newer version writes.
  const text = await answerTo(sealed({ action: action as ActionToken['action'] }));
  expect(text).toContain('This button is from another version of Rental Desk.');
  expect(text).toContain('Try again in a minute.');
});

test('an entry of a menu of a newer version is read as far as that is possible', () => {
  const tokens = createActionTokens(SIGNING_SECRET);
  const action = { command: 'list', args: { page: [2] } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a newer version writes.
  const value = tokens.encodeShort({ ...HERS, action: action as never });
  expect(tokens.decode(value)).toMatchObject({
    userId: HERS.userId,
    channelId: HERS.channelId,
    action: { args: {} },
  });
});
