import { expect, test } from 'vitest';

import { chooseTool } from '../../../src/playground/slack-workspace/slackbot/choose-tool.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { openSlackApp } from '../../support/slack-app.ts';
import { testWorkspace } from '../../support/slack-workspace.ts';

test.each([
  ['What awaits a decision?', 'pending_overview', { query: '' }],
  ['What awaits a decision in Lyon?', 'pending_overview', { query: 'in Lyon' }],
  [
    'Files awaiting a decision older than a week',
    'pending_overview',
    { query: 'older than a week' },
  ],
  ['Quels dossiers sont en attente à Lyon ?', 'pending_overview', { query: 'à Lyon' }],
  ['Files waiting for documents', 'search_files', { query: 'waiting for documents' }],
  ['How many files do we have by town?', 'count_files', { by: 'town', query: '' }],
  ['How many ready files by status?', 'count_files', { by: 'status', query: 'ready files' }],
  [
    'Combien de dossiers prêts par ville ?',
    'count_files',
    { by: 'town', query: 'de dossiers prêts' },
  ],
  ['Show LY-0342', 'show_file', { file: 'LY-0342' }],
  ['What happened to LY-0342?', 'file_timeline', { file: 'LY-0342' }],
  ['Report of last month', 'report', { period: 'month' }],
  ['Le rapport de la semaine', 'report', { period: 'week' }],
  [
    'Find ready files older than a week',
    'search_files',
    { query: 'ready files older than a week' },
  ],
  ['colour:red', 'search_files', { query: 'colour:red' }],
])('“%s” calls %s', (question, tool, args) => {
  expect(chooseTool(question, null)).toEqual({ tool, arguments: args });
});

test('“next page” goes on where the last answer ended, and asks for words where none did', () => {
  expect(chooseTool('Next page', 'c')).toEqual({
    tool: 'search_files',
    arguments: { cursor: 'c' },
  });
  expect(chooseTool('La suite', 'c')).toEqual({ tool: 'search_files', arguments: { cursor: 'c' } });
  expect(chooseTool('Next page', null).arguments).toEqual({ query: 'Next page' });
});

test('a question is asked in the name of the person, and shown with its call', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(23)));
  const { workspace } = await openSlackApp(dispatcher, { assistants: 'initials' });
  const ask = async (person: string, text: string, cursor: string | null = null) =>
    workspace.perform('ask_slackbot', { person, text, cursor });
  expect(await ask(PEOPLE.hannah, 'list files')).toMatchObject({
    ok: true,
    slackbot: {
      tool: 'search_files',
      arguments: { query: '' },
      isError: false,
      data: { total: 23, page: 1, ignored: [] },
      blocks: expect.arrayContaining([expect.objectContaining({ type: 'header' })]),
    },
  });
  expect(await ask(PEOPLE.nadia, 'list files')).toMatchObject({
    ok: true,
    slackbot: { isError: true, text: expect.stringContaining('invités'), blocks: [] },
  });
  expect(await ask(PEOPLE.calendarBot, 'list files')).toMatchObject({ ok: false });
  // Nothing of it stands in a channel.
  const { messages } = workspace.state();
  expect(messages.filter(({ channel }) => channel === CHANNELS.leasing)).toEqual([]);
});

test.each([
  'What awaits a decision?',
  'Quels dossiers attendent une décision ?',
  'How many files do we have by town?',
  'Combien de dossiers prêts par ville ?',
  'Find ready files older than a week',
])('“%s” reaches the app with every word understood', async (text) => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(23)));
  const { workspace } = await openSlackApp(dispatcher, { assistants: 'initials' });
  const asked = { person: PEOPLE.hannah, text, cursor: null };
  expect(await workspace.perform('ask_slackbot', asked)).toMatchObject({
    slackbot: { isError: false, data: { ignored: [] } },
  });
});

test('where the app does not answer assistants, this is said', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
  const off = await openSlackApp(dispatcher);
  const asked = { person: PEOPLE.hannah, text: 'list files', cursor: null };
  const refused = { ok: false, error: expect.stringContaining('does not answer assistants') };
  expect(await off.workspace.perform('ask_slackbot', asked)).toMatchObject(refused);
  const socket = await testWorkspace({ transport: 'socket' });
  expect(await socket.perform('ask_slackbot', asked)).toMatchObject(refused);
});
