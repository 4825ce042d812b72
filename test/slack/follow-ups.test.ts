import { expect, test } from 'vitest';

import {
  CHANNELS,
  directMessageWith,
} from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../src/playground/slack-workspace/store/team.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { type ActionToken, createActionTokens } from '../../src/slack/respond/payload.ts';
import type { Triage } from '../../src/triage/triage.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { screenOf } from '../support/screen.ts';
import { openSlackApp } from '../support/slack-app.ts';
import { SIGNING_SECRET, testClient } from '../support/slack-workspace.ts';
import { beforeEachTriage } from '../support/triage.ts';

const DAY_MS = 86_400_000;

let triage: Triage;
beforeEachTriage((begun) => ({ triage } = begun));

/** Twelve files: two towns, two decisions, scores from 1 on. */
const FILES = Array.from({ length: 12 }, (_, index) =>
  rentalFile({
    id: `file-${index}`,
    created_at: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
    score: index + 1,
    decision: index % 4 === 3 ? 'REJECTED' : 'READY',
    product: { title: `Flat ${index}`, description: index % 2 === 0 ? 'Lyon' : 'Nantes' },
    applicants: [{ first_name: 'Anne', last_name: `Lefèvre ${index}` }],
  }),
);

/** An app over the files, with three people at their screens. */
async function opened(
  options: Parameters<typeof openSlackApp>[1] = {},
  files: () => readonly RentalFile[] = () => FILES,
  desk: Parameters<typeof deskOver>[1] = {},
) {
  const { dispatcher, wait } = deskOver(() => pagesOf(files()), desk);
  const slackApp = await openSlackApp(dispatcher, options);
  const { workspace, settled } = slackApp;
  const screens = {
    hannah: screenOf(workspace, PEOPLE.hannah),
    oliver: screenOf(workspace, PEOPLE.oliver),
    claire: screenOf(workspace, PEOPLE.claire),
  };
  const newest = () => workspace.state().messages.filter(({ author }) => author === APP.userId);
  return {
    ...slackApp,
    ...screens,
    wait,
    client: testClient(workspace),
    /** Writes, and gives the app’s answer. */
    said: async (who: keyof typeof screens, text: string, channel?: string) => {
      await settled(async () => screens[who].say(text, channel));
      return newest().at(-1);
    },
    replied: async (
      who: keyof typeof screens,
      text: string,
      to: { channel: string; ts: string },
    ) => {
      await settled(async () => screens[who].reply(text, to));
      return newest().at(-1);
    },
  };
}

type Opened = Awaited<ReturnType<typeof opened>>;

const HANNAHS = directMessageWith(PEOPLE.hannah);
const CLAIRES = directMessageWith(PEOPLE.claire);

test('in the direct message, what is said changes the list before it', async () => {
  const { said } = await opened();
  const texts: (string | undefined)[] = [];
  for (const text of [
    'pending',
    'next',
    'previous',
    'only Lyon',
    'sort by score',
    'what about Nantes?',
    'and the rejected ones?',
    'only blorp',
    'all of them',
  ]) {
    texts.push((await said('hannah', text, HANNAHS))?.text.split('\n')[0]);
  }
  expect(texts).toEqual([
    expect.stringMatching(/^9 rental files await .*Page 1 of 2/u),
    expect.stringMatching(/^9 rental files await .*Page 2 of 2/u),
    expect.stringMatching(/^9 rental files await .*Page 1 of 2/u),
    expect.stringMatching(/^6 rental files await .*Matching “Lyon” · /u),
    expect.stringMatching(/^6 rental files await .*Matching “Lyon”, highest score first/u),
    expect.stringMatching(/^3 rental files await .*Matching “Nantes”, highest score first/u),
    expect.stringMatching(/^3 rental files · Matching “Nantes”, declined, highest score first/u),
    expect.stringMatching(/^3 rental files · Matching “Nantes”.*; ignored: blorp/u),
    expect.stringMatching(/^12 rental files · Page 1 of 3/u),
  ]);
});

test('the same in French', async () => {
  const { said } = await opened();
  const texts: (string | undefined)[] = [];
  for (const text of [
    'attente',
    'suivant',
    'seulement Lyon',
    'trier par note',
    'et les refusés ?',
  ]) {
    texts.push((await said('claire', text, CLAIRES))?.text.split('\n')[0]);
  }
  expect(texts).toEqual([
    expect.stringMatching(/^9 dossiers attendent .*Page 1 sur 2/u),
    expect.stringMatching(/^9 dossiers attendent .*Page 2 sur 2/u),
    expect.stringMatching(/^6 dossiers attendent .*Lyon/u),
    expect.stringMatching(/^6 dossiers attendent .*Lyon.*les meilleures notes d’abord/u),
    expect.stringMatching(/^0 dossier .*Lyon.*refusé,/u),
  ]);
});

test('the next page is one of the same reading, whatever has been read since', async () => {
  let files = FILES;
  const { said, hannah, settled, wait } = await opened({}, () => files);
  await said('hannah', 'list', HANNAHS);
  files = FILES.slice(6);
  wait(600);
  await settled(async () => hannah.say('/rental list', HANNAHS));
  await settled(async () => hannah.pressIn(hannah.seen('12 rental files'), 'Refresh'));

  const answer = await said('hannah', 'next', HANNAHS);

  expect(answer?.text).toContain('1. Flat 5,');
});

test('past the last page, the last one is shown again, and said to be the last', async () => {
  const { said } = await opened();
  await said('hannah', 'pending', HANNAHS);
  const answer = await said('hannah', 'page 9', HANNAHS);
  expect(answer?.text).toContain('Page 2 of 2');
  expect(answer?.text).toContain('This is the last page.');
});

test('in a thread of the direct message, the list of the thread is changed', async () => {
  const { said, replied, hannah } = await opened();
  await said('hannah', 'ready in Lyon', HANNAHS);
  const { channel, ts } = hannah.seen('“Lyon”');
  await said('hannah', 'ready in Nantes', HANNAHS);
  const answer = await replied('hannah', 'sort by score', { channel, ts });
  expect([answer?.thread, answer?.text]).toEqual([ts, expect.stringContaining('“Lyon”')]);
});

/** Hannah shares the ready files with #leasing, and the message there. */
async function shared({ hannah, settled, workspace }: Opened, channel: string = CHANNELS.leasing) {
  await settled(async () => hannah.say('/rental list decision:ready', channel));
  await settled(async () => hannah.pressIn(hannah.seen('9 rental files'), 'Share'));
  await settled(async () => hannah.submit({}));
  const root = workspace
    .state()
    .messages.find((one) => one.onlyFor === null && one.channel === channel);
  if (root === undefined) throw new Error('nothing was shared');
  return root;
}

test('under a shared list, another person’s follow-up is for them alone, at the level of the channel', async () => {
  const app = await opened();
  const root = await shared(app);

  const answer = await app.replied('oliver', '@Rental Desk only Lyon', root);

  expect([answer?.onlyFor, answer?.thread]).toEqual([PEOPLE.oliver, root.ts]);
  expect(answer?.text).toMatch(
    /^6 rental files · Ready to decide, matching “Lyon”|query may name/u,
  );
  expect(answer?.text).toContain('A.\u00a0L.');
  expect(answer?.text).not.toContain('Lefèvre');
  const next = await app.replied('oliver', '@Rental Desk next', root);
  expect(next?.text).toMatch(/^6 rental files .*Page 2 of 2/u);
  expect(next?.text).not.toContain('Lefèvre');
  if (next === undefined) throw new Error('nothing was answered');
  await app.settled(async () => app.oliver.pressIn(next, '‹ Prev'));
  const back = app.oliver.seen('Page 1 of 2');
  expect([back.ts, back.onlyFor]).toEqual([next.ts, PEOPLE.oliver]);
  expect(back.text).not.toContain('Lefèvre');
});

test('a channel with people of other organisations gets no more of a follow-up than figures', async () => {
  const app = await opened();
  const root = await shared(app, CHANNELS.partners);
  const answer = await app.replied('oliver', '@Rental Desk only Lyon', root);
  expect(answer?.text).not.toMatch(/Lefèvre|Flat|“Lyon”/u);
});

test('in a thread, one’s own mentions are what is changed, though their answers are not kept', async () => {
  const { hannah, replied } = await opened();
  await hannah.say('What about these?');
  const { channel, ts } = hannah.seen('What about these?');
  const to = { channel, ts };
  await replied('hannah', '@Rental Desk pending', to);
  await replied('oliver', '@Rental Desk list Nantes', to);
  await replied('hannah', '@Rental Desk only Lyon', to);

  const sorted = await replied('hannah', '@Rental Desk sort by score', to);
  expect(sorted?.text).toMatch(/^6 rental files await .*“Lyon”, highest score first/u);
  expect(sorted?.text).toContain('Anne Lefèvre');
  const next = await replied('hannah', '@Rental Desk next', to);
  expect(next?.text).toMatch(/^6 rental files await .*Page 2 of 2/u);
});

test('the button beside a query opens a field in which every text changes the list', async () => {
  const { hannah, settled } = await opened();
  await settled(async () => hannah.say('/rental pending'));
  await settled(async () => hannah.pressIn(hannah.seen('9 rental files'), 'Refine…'));
  expect(hannah.inModal()).toContain('Awaiting decision');
  await settled(async () => hannah.submit(typed('Lyon')));
  expect(hannah.inModal()).toContain('6 rental files await');
  expect(hannah.inModal()).toContain('Anne Lefèvre');

  await settled(async () => hannah.pressInModal('Refine…'));
  expect(hannah.inModal()).toContain('“Lyon”');
  await settled(async () => hannah.submit(typed('next')));
  expect(hannah.inModal()).toContain('Page 2 of 2');
});

test('the same in French, and a wrong query is said beside the field', async () => {
  const { claire, settled } = await opened();
  await settled(async () => claire.say('/rental attente'));
  await settled(async () => claire.pressIn(claire.seen('9 dossiers'), 'Affiner…'));
  await settled(async () => claire.submit(typed('statut:blorp')));
  expect(Object.keys(claire.modal()?.errors ?? {})).toEqual(['change']);
  await settled(async () => claire.submit(typed('et les refusés de Nantes ?')));
  expect(claire.inModal()).toContain('3 dossiers');
});

function typed(text: string) {
  return { change: { input: { type: 'plain_text_input', value: text } } };
}

test.each([
  [
    'next',
    'There is no list here to change yet.',
    ['/rental list', '/rental pending', '/rental help'],
  ],
  [
    'only Lyon',
    'There is no list here to change yet.',
    ['/rental list Lyon', '/rental pending Lyon', '/rental help'],
  ],
  ['and stats?', 'Statistics · 12 rental files', []],
  ['sort by score', '12 rental files · All rental files, highest score first', []],
])('“%s” without a list before it', async (text, says, offers) => {
  const { said } = await opened();
  const answer = await said('hannah', text, HANNAHS);
  expect(answer?.text).toContain(says);
  const shown = JSON.stringify(answer?.blocks);
  for (const label of offers) expect(shown).toContain(`"${label}"`);
  expect(answer?.text).not.toContain('Reference');
});

test('outside of threads, a mention has no list before it', async () => {
  const { said } = await opened();
  await said('hannah', '@Rental Desk pending');
  const answer = await said('hannah', '@Rental Desk next');
  expect(answer?.text).toContain('There is no list here to change yet.');
});

test('where the app may not read the channel, it says what to do instead', async () => {
  const app = await opened({
    withoutScopes: ['channels:history'],
    refusals: ['conversations.replies missing_scope'],
  });
  const root = await shared(app);
  const answer = await app.replied('oliver', '@Rental Desk only Lyon', root);
  expect(answer?.text).toContain('I can’t read my last answer here. Choose Refine…');
  expect(JSON.stringify(answer?.blocks)).toContain('/rental list Lyon');
});

test('under a digest, a follow-up changes its query; after an overview, it is about all files', async () => {
  const { client, hannah, replied, said } = await opened();
  const tokens = createActionTokens(SIGNING_SECRET, { now: () => Date.now() });
  const value = tokens.encode({
    action: { command: 'list', args: { page: 1, query: 'decision:ready' }, opens: 'modal' },
    userId: null,
    channelId: CHANNELS.leasing,
  });
  const text = { type: 'plain_text' as const, text: 'View all (9)' };
  const button = { type: 'button' as const, action_id: 'desk.list.0.0', text, value };
  await client.chat.postMessage({
    channel: CHANNELS.leasing,
    text: 'Digest of 09:00',
    blocks: [{ type: 'actions', elements: [button] }],
  });
  const under = await replied('hannah', '@Rental Desk only Lyon', hannah.seen('Digest of 09:00'));
  expect(under?.text).toMatch(/^6 rental files · /u);

  await said('hannah', 'overview', HANNAHS);
  const after = await said('hannah', 'and the rejected ones?', HANNAHS);
  expect(after?.text).toMatch(/^3 rental files · Declined/u);
});

const GONE = 'The last list here can no longer be changed.';

test.each<[string, Partial<ActionToken>, { days?: number; secret?: string }, string]>([
  ['hers', {}, {}, 'Page 2 of 3'],
  ['of another person', { userId: PEOPLE.claire }, {}, GONE],
  ['of another place', { channelId: CHANNELS.leasing }, {}, GONE],
  ['forged', {}, { secret: 'another-secret' }, GONE],
  ['30 days old', {}, { days: 31 }, 'The last list here is more than 30 days old'],
])('a list whose buttons are %s', async (_, over, { days = 0, secret = SIGNING_SECRET }, says) => {
  const { client, said } = await opened();
  const tokens = createActionTokens(secret, { now: () => Date.now() - days * DAY_MS });
  const value = tokens.encode({
    action: { command: 'list', args: { page: 1 } },
    userId: PEOPLE.hannah,
    channelId: HANNAHS,
    ...over,
  });
  const text = { type: 'plain_text' as const, text: 'Refresh' };
  const button = { type: 'button' as const, action_id: 'desk.list.0.0', text, value };
  await client.chat.postMessage({
    channel: HANNAHS,
    text: 'A list',
    blocks: [{ type: 'actions', elements: [button] }],
  });

  const answer = await said('hannah', 'next', HANNAHS);

  expect(answer?.text).toContain(says);
});

test('what other people wrote is no list, whatever it carries', async () => {
  const { said } = await opened();
  await said('hannah', 'pending', HANNAHS);
  const answer = await said('claire', 'suivant', CLAIRES);
  expect(answer?.text).toContain('Il n’y a pas encore de liste à modifier ici.');
});

test('a form that is asked for of a list is opened by a button: a message can open none', async () => {
  const { said, settled, hannah } = await opened({}, () => FILES, { triage });
  await said('hannah', 'pending', HANNAHS);

  const offer = await said('hannah', 'take them all', HANNAHS);
  expect(offer?.text).toContain('press the button to open it');
  if (offer !== undefined) await settled(async () => hannah.pressIn(offer, 'Open'));

  expect(JSON.stringify(hannah.modal()?.view)).toContain('Flat 10');
});
