import { expect, test, vi } from 'vitest';

import type { Dispatcher } from '../../src/commands/dispatcher.ts';
import { FormError } from '../../src/commands/errors.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../src/playground/slack-workspace/store/team.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { screenOf } from '../support/screen.ts';
import { openSlackApp } from '../support/slack-app.ts';
import { testClock } from '../support/slack-workspace.ts';

const PATIENCE = { timeout: 60_000, interval: 5 };
const HALF_AN_HOUR_MS = 30 * 60_000 + 1_000;
/** Longer than Slack keeps a trigger. */
const FOUR_SECONDS_MS = 4_000;

type Options = Parameters<typeof openSlackApp>[1];

/** Hannah at her screen, with a dispatcher of which a part may be replaced. */
async function opened(options: Options = {}, over: Partial<Dispatcher> = {}) {
  const { dispatcher, store } = deskOver(() => pagesOf(rentalFiles(20)));
  const slackApp = await openSlackApp({ ...dispatcher, ...over }, options);
  return {
    ...slackApp,
    dispatcher,
    store,
    hannah: screenOf(slackApp.workspace, PEOPLE.hannah),
  };
}

/** A dispatcher whose answers to one kind of question wait for a gate. */
function gated() {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const gate = Promise.withResolvers<void>();
  const pressed: Dispatcher['runAction'] = async function* slowly(...asked) {
    await gate.promise;
    yield* dispatcher.runAction(...asked);
  };
  const typed: Dispatcher['run'] = async function* slowly(...asked) {
    await gate.promise;
    yield* dispatcher.run(...asked);
  };
  const submitted: Dispatcher['submit'] = async function* slowly(...asked) {
    await gate.promise;
    yield* dispatcher.submit(...asked);
  };
  return { gate, dispatcher: { pressed, typed, submitted } };
}

test('a form asked for too late is offered by a button, which opens it', async () => {
  const clock = testClock();
  const { dispatcher, gate } = gated();
  const { hannah, settled } = await opened(
    { clock, refusals: ['views.open expired_trigger_id'] },
    { run: dispatcher.typed },
  );

  await settled(async () => {
    await hannah.say('/rental settings');
    clock.advance(FOUR_SECONDS_MS);
    gate.resolve();
  });
  const late = hannah.seen('Slack did not wait');
  expect(hannah.modal()).toBeUndefined();
  await settled(async () => hannah.pressIn(late, 'Open'));

  expect(hannah.inModal()).toContain('radio_buttons');
});

test('whoever still waits when the bot is ended is told so, and hears nothing more', async () => {
  const { dispatcher, gate } = gated();
  const { hannah, finish, settled, workspace } = await opened({}, { run: dispatcher.typed });
  const heard = () => workspace.state().messages.filter(({ onlyFor }) => onlyFor === PEOPLE.hannah);
  await hannah.say('/rental list');

  await finish(0);
  expect(heard().map(({ text }) => text)).toEqual([
    expect.stringContaining('is restarting and could not answer in time'),
  ]);
  await settled(async () => gate.resolve());

  expect(heard()).toHaveLength(1);
});

test('a modal whose answer is slow opens in time, and holds the place of the answer', async () => {
  const { dispatcher, gate } = gated();
  const { hannah, settled } = await opened({}, { runAction: dispatcher.pressed });
  await settled(async () => hannah.say('/rental list'));
  const list = hannah.seen('20 rental files');

  await settled(async () => {
    await hannah.pressIn(list, 'View');
    await vi.waitUntil(() => hannah.inModal().includes('One moment'), PATIENCE);
    gate.resolve();
  });

  expect([hannah.depth(), hannah.inModal().includes('Anne Lefèvre 0')]).toEqual([1, true]);
});

test('of two presses in one modal the later one is answered, however slow the earlier one is', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const gate = Promise.withResolvers<void>();
  const pressed: Dispatcher['runAction'] = async function* slowlyOnce(action, requestInfo) {
    if (action.command === 'show' && action.args['reveal'] === undefined && opens > 0) {
      await gate.promise;
    }
    opens += 1;
    yield* dispatcher.runAction(action, requestInfo);
  };
  let opens = 0;
  const { hannah, settled } = await opened({}, { runAction: pressed });
  await settled(async () => hannah.say('/rental list'));
  await settled(async () => hannah.pressIn(hannah.seen('20 rental files'), 'View'));

  await settled(async () => {
    await hannah.pressInModal('Refresh');
    await hannah.pressInModal('Reveal contact');
    await vi.waitUntil(() => hannah.inModal().includes('The access log says'), PATIENCE);
    gate.resolve();
  });

  expect(hannah.inModal()).toContain('The access log says');
});

test('whoever closes the window before the answer comes hears no more of it', async () => {
  const { dispatcher, gate } = gated();
  const { hannah, settled, workspace } = await opened(
    { refusals: ['views.update not_found'] },
    { runAction: dispatcher.pressed },
  );
  await settled(async () => hannah.say('/rental list'));
  const list = hannah.seen('20 rental files');
  const before = workspace.state().messages.length;

  await settled(async () => {
    await hannah.pressIn(list, 'View');
    await vi.waitUntil(() => hannah.inModal().includes('One moment'), PATIENCE);
    await hannah.close({ all: true });
    gate.resolve();
  });

  expect(hannah.modal()).toBeUndefined();
  expect(workspace.state().messages).toHaveLength(before);
});

test('a form whose answer is slow is acknowledged in time, and answered in its place', async () => {
  const { dispatcher, gate } = gated();
  const { hannah, settled, store } = await opened({}, { submit: dispatcher.submitted });
  await settled(async () => hannah.say('/rental settings'));

  await settled(async () => {
    expect(await hannah.submit({})).toEqual({ ok: true });
    expect(hannah.inModal()).toContain('One moment');
    gate.resolve();
  });

  expect(hannah.inModal()).toContain('Nothing changed');
  expect(store.opened).toEqual([]);
});

test('a correction that comes too late for its form is told without it', async () => {
  const gate = Promise.withResolvers<void>();
  const { hannah, settled } = await opened(
    {},
    {
      // oxlint-disable-next-line require-yield -- the form is wrong.
      async *submit() {
        await gate.promise;
        throw new FormError({ privacy: 'Names in full are for admins to allow.' });
      },
    },
  );
  await settled(async () => hannah.say('/rental settings'));

  await settled(async () => {
    await hannah.submit({});
    gate.resolve();
  });

  expect(hannah.inModal()).toContain('Names in full are for admins to allow.');
});

test('a form that cannot be read any more is not taken for one that was heard', async () => {
  const { hannah, settled, deliver, requests: heard, store } = await opened({ refusals: null });
  await settled(async () => hannah.say('/rental settings'));
  await settled(async () => hannah.submit({}));
  const [, form = ''] = /payload=(.*)/.exec(heard.at(-1) ?? '') ?? [];
  const payload = JSON.parse(decodeURIComponent(form.replaceAll('+', ' ')));
  payload.view.private_metadata = createActionTokens('another secret').encode({
    action: { command: 'settings', args: { channel: CHANNELS.leasing } },
    userId: PEOPLE.hannah,
    channelId: CHANNELS.leasing,
  });
  let text = '';

  await settled(async () => {
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    text = await (await deliver(body)).text();
  });

  expect(text).toContain('no longer works');
  expect(await store.settings.of(CHANNELS.leasing)).toBeNull();
});

test('a response URL that has ended leads to the direct message', async () => {
  const clock = testClock();
  const { dispatcher, gate } = gated();
  const { hannah, settled } = await opened(
    { clock, refusals: ['commands expired_url'] },
    { run: dispatcher.typed },
  );

  await settled(async () => {
    await hannah.say('/rental list');
    clock.advance(HALF_AN_HOUR_MS);
    gate.resolve();
  });

  expect(hannah.seen('20 rental files').channel).toBe(directMessageWith(PEOPLE.hannah));
});

test('an answer to a window that opened too late, from a message of long ago, is not lost', async () => {
  const clock = testClock();
  const { dispatcher, gate } = gated();
  const { hannah, settled } = await opened(
    { clock, refusals: ['views.open expired_trigger_id', 'actions expired_url'] },
    { runAction: dispatcher.pressed },
  );
  await settled(async () => hannah.say('/rental list'));
  const list = hannah.seen('20 rental files');

  await settled(async () => {
    await hannah.pressIn(list, 'View');
    clock.advance(HALF_AN_HOUR_MS);
    gate.resolve();
  });

  const { channel, text } = hannah.seen('Flat 0');
  expect([channel, text.includes('Lefèvre')]).toEqual([directMessageWith(PEOPLE.hannah), true]);
});

test('what cannot reach the channel any more says what to do', async () => {
  const clock = testClock();
  const { hannah, settled } = await opened({
    clock,
    refusals: ['chat.postMessage not_in_channel', 'actions expired_url'],
  });
  await settled(async () => hannah.say('/rental list', CHANNELS.random));
  const list = hannah.seen('20 rental files');
  await settled(async () => hannah.pressIn(list, 'Share'));
  clock.advance(HALF_AN_HOUR_MS);

  await settled(async () => hannah.submit({}));

  expect(hannah.inModal()).toContain('Invite it with /invite');
});

test('where Slack knows no charts, statistics come in their plain form', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const { hannah, settled, workspace, refused } = await opened({ refusals: null }, dispatcher);
  workspace.refuseBlocks(['data_visualization']);

  await settled(async () => hannah.say('/rental stats'));

  expect(hannah.seen('20 rental files').onlyFor).toBe(PEOPLE.hannah);
  expect(refused).toEqual(['commands invalid_blocks']);
});

test('where Slack draws no charts, the figures come in words', async () => {
  const { hannah, settled, workspace, refused } = await opened({ refusals: null });
  workspace.refuseBlocks(['data_visualization']);
  await settled(async () => hannah.say('/rental stats'));
  expect(hannah.seen('20').onlyFor).toBe(PEOPLE.hannah);
  expect(refused).toEqual(['commands invalid_blocks']);
});

test('a post that may have gone out is not sent again in its plain form', async () => {
  const { hannah, settled, workspace } = await opened({
    refusals: ['chat.postMessage fatal_error'],
  });
  await settled(async () => hannah.say('/rental show file-0'));
  await settled(async () => hannah.pressIn(hannah.seen('Anne Lefèvre 0'), 'Share'));
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'fatal_error' });

  await settled(async () => hannah.submit({}));

  const all = workspace
    .state()
    .messages.filter(({ onlyFor, text }) => !onlyFor && text.includes('Flat 0'));
  expect(all).toHaveLength(1);
  expect(hannah.inModal()).toContain('Slack did not confirm that the answer was posted');
});

test('a double click turns one page', async () => {
  const { hannah, settled, workspace } = await opened();
  await settled(async () => hannah.say('/rental list'));
  const list = hannah.seen('20 rental files');

  await settled(
    async () => Promise.all([hannah.pressIn(list, 'Next ›'), hannah.pressIn(list, 'Next ›')]),
    2,
  );

  expect(workspace.state().messages.map(({ text }) => text.includes('Page 2 of 4'))).toEqual([
    true,
  ]);
});

test.each([
  ['a mention', async (who: ReturnType<typeof screenOf>) => who.say('@Rental Desk list')],
  [
    'a direct message',
    async (who: ReturnType<typeof screenOf>) => who.say('list', directMessageWith(PEOPLE.hannah)),
  ],
])('%s that Slack delivers twice is answered once', async (_what, say) => {
  const { hannah, settled, deliver, requests: heard, workspace, idle } = await opened();
  await settled(async () => say(hannah));
  const request = heard.at(-1) ?? '';

  expect((await deliver(request)).status).toBe(200);
  await settled(async () => hannah.say('/rental help'));
  await idle();

  const answers = workspace.state().messages.filter(({ text }) => text.includes('20 rental files'));
  expect(answers).toHaveLength(1);
});

test('when Slack does not say who asks, nothing is shown, and the next try is answered', async () => {
  const { hannah, settled, workspace } = await opened({ refusals: ['users.info internal_error'] });
  workspace.interrupt({ method: 'users.info', moment: 'before', trouble: 'http_500' });

  await settled(async () => hannah.say('/rental list'));
  expect(hannah.seen('I could not check who you are').onlyFor).toBe(PEOPLE.hannah);
  await settled(async () => hannah.say('/rental list'));

  expect(hannah.seen('20 rental files').onlyFor).toBe(PEOPLE.hannah);
});

test('somebody whose language and zone are nowhere known is answered all the same', async () => {
  const { hannah, settled, workspace } = await opened();
  await workspace.changePerson(PEOPLE.hannah, { locale: 'xx', zone: 'Europe/Paris' });
  await settled(async () => hannah.say('/rental list'));
  await settled(async () => hannah.openHome());
  expect(hannah.seen('20 rental files').onlyFor).toBe(PEOPLE.hannah);
  expect(hannah.atHome()).toContain('Flat');
});

test('no line of the log holds anything of a person', async () => {
  const { hannah, settled, logged } = await opened({ refusals: null });
  await settled(async () => hannah.say('/rental lefèvre@mail.example'));
  await settled(async () => hannah.say('/rental search Lefèvre'));
  await settled(async () => hannah.say('/rental show file-0'));
  await settled(async () => hannah.say('/rental list score:Lefèvre'));

  const lines = JSON.stringify(logged);
  expect(logged.length).toBeGreaterThan(3);
  expect(lines).not.toMatch(/Lefèvre|Brooks|mail\.example|Flat/i);
});

test('where Slack takes no answer in the channel, a mention is answered by direct message', async () => {
  const { dispatcher, gate } = gated();
  const { hannah, settled, workspace } = await opened(
    { refusals: ['chat.postEphemeral user_not_in_channel'] },
    { run: dispatcher.typed },
  );

  await settled(async () => {
    await hannah.say('@Rental Desk list');
    await workspace.changeChannel(CHANNELS.leasing, { members: [APP.userId] });
    gate.resolve();
  });

  expect(hannah.seen('20 rental files').channel).toBe(directMessageWith(PEOPLE.hannah));
});

test('a bot that mentions the app is not answered, so that two never talk without end', async () => {
  const { hannah, settled, deliver, requests: heard, workspace, logged } = await opened();
  await settled(async () => hannah.say('@Rental Desk list'));
  const mention = heard.findLast((body) => body.includes('app_mention')) ?? '';
  const before = workspace.state().messages;

  const asBot = mention
    .replaceAll(PEOPLE.hannah, PEOPLE.calendarBot)
    .replace(/"event_id":"\w+"/, '"event_id":"Ev0ANOTHER"');
  await settled(async () => deliver(asBot));

  expect(workspace.state().messages).toEqual(before);
  expect(logged.at(-1)).toMatchObject({ level: 'info', message: 'refused', reason: 'bot' });
});

test.each(['before', 'after'] as const)(
  'a window whose opening fails %s it opened is told of',
  async (moment) => {
    const { hannah, settled, workspace, logged } = await opened({ refusals: null });
    await settled(async () => hannah.say('/rental list'));
    const list = hannah.seen('20 rental files');
    workspace.interrupt({ method: 'views.open', moment, trouble: 'http_500' });

    await settled(async () => hannah.pressIn(list, 'View'));

    const everywhere = hannah.inModal() + JSON.stringify(workspace.state().messages);
    expect(everywhere).toContain('Slack did not confirm that the window opened');
    expect(everywhere).not.toContain('was posted');
    expect(logged.at(-1)).toMatchObject({ level: 'error', message: 'not answered' });
  },
);

test('a request that is not signed by Slack is not heard', async () => {
  const { hannah, settled, requests: heard, url, logged } = await opened();
  await settled(async () => hannah.say('/rental list'));
  const before = logged.length;
  const answer = await fetch(new URL('/slack/events', url), {
    method: 'POST',
    body: heard.at(-1) ?? '',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(Math.floor(Date.now() / 1_000)),
      'x-slack-signature': `v0=${'0'.repeat(64)}`,
    },
  });
  expect(answer.status).toBe(401);
  expect(logged.slice(before).filter(({ message }) => message === 'answered')).toEqual([]);
});
