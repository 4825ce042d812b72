import { expect, test, vi } from 'vitest';

import type { Dispatcher } from '../../src/commands/dispatcher.ts';
import { UNSEARCHED } from '../../src/commands/show/card.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { type Screen, screenOf } from '../support/screen.ts';
import { openSlackApp } from '../support/slack-app.ts';

const LINK = 'https://console.example.com/file-0';
const PATIENCE = { timeout: 60_000, interval: 5 };
const REFERENCE = /Reference ([2-9B-DF-HJ-NP-TV-XZ]{6})\b/;

type Open = Awaited<ReturnType<typeof opened>>;

/** Hannah with a dispatcher that answers until it is broken. */
async function opened() {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  let isBroken = false;
  const unlessBroken = <Answered>(answer: () => Answered): Answered => {
    if (isBroken) throw new TypeError('broken for this test');
    return answer();
  };
  const fragile: Dispatcher = {
    ...dispatcher,
    run: (...asked) => unlessBroken(() => dispatcher.run(...asked)),
    runAction: (...asked) => unlessBroken(() => dispatcher.runAction(...asked)),
    submit: (...asked) => unlessBroken(() => dispatcher.submit(...asked)),
    home: (...asked) => unlessBroken(() => dispatcher.home(...asked)),
    suggest: (...asked) => unlessBroken(() => dispatcher.suggest(...asked)),
    previews: (...asked) => unlessBroken(() => dispatcher.previews(...asked)),
  };
  const slackApp = await openSlackApp(fragile);
  const hannah = screenOf(slackApp.workspace, PEOPLE.hannah);
  const { settled } = slackApp;
  return {
    ...slackApp,
    hannah,
    list: async () => settled(async () => hannah.say('/rental list')),
    break: () => {
      isBroken = true;
    },
  };
}

/** What she reads in a message. */
const lastText = (hannah: Screen): string => hannah.seen('Reference ').text;

interface Surface {
  readonly prepare?: (open: Open) => Promise<unknown>;
  readonly ask: (open: Open) => Promise<unknown>;
  readonly message: (hannah: Screen) => string;
}

const SURFACES: Readonly<Record<string, Surface>> = {
  'a typed command': {
    ask: async ({ hannah }) => hannah.say('/rental pending'),
    message: lastText,
  },
  'a button of a message': {
    prepare: async ({ list }) => list(),
    ask: async ({ hannah }) => hannah.pressIn(hannah.seen('20 rental files'), 'Refresh'),
    message: lastText,
  },
  'a modal that opens': {
    prepare: async ({ list }) => list(),
    ask: async ({ hannah }) => hannah.pressIn(hannah.seen('20 rental files'), 'View'),
    message: (hannah) => hannah.inModal(),
  },
  'a form handed in': {
    prepare: async ({ hannah, settled }) => settled(async () => hannah.say('/rental settings')),
    ask: async ({ hannah }) => hannah.submit({}),
    message: (hannah) => hannah.inModal(),
  },
  'the Home tab': { ask: async ({ hannah }) => hannah.openHome(), message: (who) => who.atHome() },
  'a shortcut': {
    ask: async ({ hannah }) => hannah.shortcut('find_rental_file'),
    message: (hannah) => hannah.inModal(),
  },
  'a mention in a thread': {
    prepare: async ({ hannah }) => hannah.say('good morning'),
    ask: async ({ hannah }) => hannah.reply('@Rental Desk list', hannah.seen('good morning')),
    message: lastText,
  },
};

test.each(Object.entries(SURFACES))(
  'who asks by %s and is failed is message the reference that the log has',
  async (_, { prepare, ask, message }) => {
    const open = await opened();
    await prepare?.(open);
    open.break();

    await open.settled(async () => ask(open));

    const [, reference] = REFERENCE.exec(message(open.hannah)) ?? [];
    expect(reference).toBeDefined();
    const errors = open.logged.filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([
      { reference, userId: PEOPLE.hannah, err: expect.any(TypeError) },
    ]);
  },
);

test('a link that fails says nothing to people, a field that it could not search, and both have a reference in the log', async () => {
  const { hannah, list, logged, settled, break: breakDispatcher } = await opened();
  await list();
  await settled(async () => hannah.shortcut('find_rental_file'));
  breakDispatcher();

  expect(await hannah.suggest('flat 0')).toMatchObject({ options: [{ value: UNSEARCHED }] });
  await hannah.say(LINK);

  const errors = () => logged.filter(({ level }) => level === 'error');
  await vi.waitUntil(() => errors().length === 2, PATIENCE);
  expect(errors().map(({ what }) => what)).toEqual(['typing', 'link']);
  const references = errors().map(({ reference }) => `Reference ${String(reference)}`);
  for (const reference of references) expect(reference).toMatch(REFERENCE);
  expect(new Set(references).size).toBe(2);
  expect(hannah.seen(LINK).attachments).toEqual([]);
});
