import { expect, test, vi } from 'vitest';

import { wordsIn } from '../../../src/i18n/index.ts';
import type { SlackWorkspace } from '../../../src/playground/slack-workspace/server.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../../src/playground/slack-workspace/store/team.ts';
import { channelWelcomeView, directWelcomeView } from '../../../src/views/home.ts';
import { deskOver } from '../../support/desk.ts';
import { expectGood } from '../../support/hostile.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';

const desk = () => deskOver(() => pagesOf(rentalFiles(3)));

/** What everybody in a channel sees of the app. */
const saidIn = (workspace: SlackWorkspace, channel: string) =>
  workspace
    .state()
    .messages.filter((message) => message.channel === channel && message.author === APP.userId);

/** Takes the app out of a channel, and adds it as an admin would. */
async function invite(workspace: SlackWorkspace, channel: string): Promise<void> {
  const people = [PEOPLE.hannah, PEOPLE.claire];
  await workspace.changeChannel(channel, { members: people });
  await workspace.changeChannel(channel, { members: [...people, APP.userId] });
}

test('a channel is welcomed once: commands, its level, and a button for the first digest', async () => {
  const { dispatcher } = desk();
  const { workspace, idle } = await openSlackApp(dispatcher);
  await invite(workspace, CHANNELS.random);
  await vi.waitUntil(() => saidIn(workspace, CHANNELS.random).length > 0, { timeout: 60_000 });
  // Another event of the same invitation.
  await invite(workspace, CHANNELS.random);
  await idle();
  const [welcome, ...more] = saidIn(workspace, CHANNELS.random);
  expect(more).toEqual([]);
  expect(welcome).toMatchObject({ onlyFor: null });
  expect(welcome?.text).toContain('• /rental pending: files awaiting a decision');
  expect(welcome?.text).toContain('This channel sees initials only (channel setting).');
  expect(JSON.stringify(welcome?.blocks)).toContain('Set up a digest');
  expect(JSON.stringify(welcome)).not.toMatch(/Flat|Lefèvre/);
});

test('a channel whose welcome Slack refused is welcomed when the app is added once more', async () => {
  const { dispatcher } = desk();
  let isRefused = true;
  const { workspace, idle, refused } = await openSlackApp(
    {
      ...dispatcher,
      async welcome(requestInfo) {
        const welcome = await dispatcher.welcome(requestInfo);
        // Slack refuses a message without text and blocks.
        const message = { ...welcome.message, text: '', blocks: [] };
        return isRefused ? { ...welcome, message } : welcome;
      },
    },
    { refusals: ['chat.postMessage no_text'] },
  );
  await invite(workspace, CHANNELS.random);
  await vi.waitUntil(() => refused.length > 0, { timeout: 60_000 });
  await idle();
  expect(saidIn(workspace, CHANNELS.random)).toEqual([]);
  isRefused = false;

  await invite(workspace, CHANNELS.random);

  await vi.waitUntil(() => saidIn(workspace, CHANNELS.random).length > 0, { timeout: 60_000 });
});

test('whoever uses the button of the welcome is answered alone', async () => {
  const { dispatcher } = desk();
  const { workspace, settled } = await openSlackApp(dispatcher);
  await invite(workspace, CHANNELS.random);
  await vi.waitUntil(() => saidIn(workspace, CHANNELS.random).length > 0, { timeout: 60_000 });
  const claire = screenOf(workspace, PEOPLE.claire);
  const welcome = claire.seen('/rental pending');
  await settled(() => claire.pressIn(welcome, 'Set up a digest'));
  expect(claire.depth()).toBe(1);
  expect(saidIn(workspace, CHANNELS.random)).toEqual([welcome]);
});

test('a channel shared with another organisation is told that level, in its language', async () => {
  const { dispatcher, store } = desk();
  await store.settings.save(CHANNELS.partners, { language: 'fr' }, PEOPLE.hannah);
  const { workspace } = await openSlackApp(dispatcher);
  await invite(workspace, CHANNELS.partners);
  await vi.waitUntil(() => saidIn(workspace, CHANNELS.partners).length > 0, { timeout: 60_000 });
  const [welcome] = saidIn(workspace, CHANNELS.partners);
  const { share } = wordsIn('fr');
  expect(welcome?.text).toContain(`${share.level.outside} ${share.reason.external}`);
});

test('a channel where the app does not answer is not welcomed', async () => {
  const { dispatcher } = desk();
  const { workspace, idle, logged } = await openSlackApp(dispatcher, {
    channels: [CHANNELS.lyon],
  });
  await invite(workspace, CHANNELS.random);
  await vi.waitUntil(() => logged.some(({ what }) => what === 'welcome'), { timeout: 60_000 });
  await idle();
  expect(logged.at(-1)).toMatchObject({ what: 'welcome', reason: 'not_in_channel' });
  expect(saidIn(workspace, CHANNELS.random)).toEqual([]);
});

test('a person who opens the direct message for the first time reads four things to ask', async () => {
  const { dispatcher } = desk();
  const { workspace, idle, settled } = await openSlackApp(dispatcher);
  const oliver = screenOf(workspace, PEOPLE.oliver);
  const room = directMessageWith(PEOPLE.oliver);
  const open = async () =>
    workspace.perform('open_home', { person: PEOPLE.oliver, tab: 'messages' });
  await open();
  await vi.waitUntil(() => saidIn(workspace, room).length > 0, { timeout: 60_000 });
  await open();
  await idle();
  const [prompts, ...more] = saidIn(workspace, room);
  expect(more).toEqual([]);
  if (prompts === undefined) throw new Error('nothing was said');
  await settled(() => oliver.pressIn(prompts, 'Awaiting decision'));
  expect(oliver.inModal()).toContain('3 rental files await a decision');
  expect(saidIn(workspace, room)).toEqual([prompts]);
});

test('a person whose welcome Slack refused is welcomed when they open it once more', async () => {
  const { dispatcher } = desk();
  let isRefused = true;
  const { workspace, idle, refused } = await openSlackApp(
    {
      ...dispatcher,
      async directWelcome(requestInfo) {
        const welcome = await dispatcher.directWelcome(requestInfo);
        return isRefused ? { ...welcome, text: '', blocks: [] } : welcome;
      },
    },
    { refusals: ['chat.postMessage no_text'] },
  );
  const room = directMessageWith(PEOPLE.oliver);
  const open = async () =>
    workspace.perform('open_home', { person: PEOPLE.oliver, tab: 'messages' });
  await open();
  await vi.waitUntil(() => refused.length > 0, { timeout: 60_000 });
  await idle();
  expect(saidIn(workspace, room)).toEqual([]);
  isRefused = false;

  await open();

  await vi.waitUntil(() => saidIn(workspace, room).length > 0, { timeout: 20_000 });
});

test('a direct message in which something was said gets no welcome', async () => {
  const { dispatcher } = desk();
  const { workspace, idle, settled } = await openSlackApp(dispatcher);
  const oliver = screenOf(workspace, PEOPLE.oliver);
  await settled(() => oliver.say('list', directMessageWith(PEOPLE.oliver)));
  const before = workspace.state().messages;
  await workspace.perform('open_home', { person: PEOPLE.oliver, tab: 'messages' });
  await idle();
  expect(workspace.state().messages).toEqual(before);
});

test.each(['en', 'fr'] as const)('in %s Slack takes both, and each command is one', (language) => {
  const words = wordsIn(language);
  const { dispatcher } = desk();
  for (const level of ['full', 'initials', 'reference', 'outside'] as const) {
    expectGood(channelWelcomeView(level, 'channel', words));
  }
  expectGood(directWelcomeView(words));
  const names = words.welcome.commands.map(
    ({ typed }) => dispatcher.match(typed.replace('/rental ', '')).name,
  );
  expect(names).toEqual(['pending', 'search', 'me']);
});
