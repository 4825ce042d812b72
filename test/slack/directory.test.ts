import { expect, test } from 'vitest';

import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { createOwners } from '../../src/slack/directory.ts';
import { testClient, testWorkspace } from '../support/slack-workspace.ts';

const MINUTE_MS = 60_000;

test.each([
  ['a leasing manager', PEOPLE.claire, 'here'],
  ['a guest by now', PEOPLE.nadia, 'gone'],
  ['a deactivated user', PEOPLE.luc, 'gone'],
  ['somebody from another workspace', PEOPLE.emma, 'gone'],
  ['nobody', 'U0NOBODY001', 'gone'],
])('an owner who is %s', async (_who, userId, state) => {
  const owners = createOwners(testClient(await testWorkspace()), { now: () => 0 });
  expect(await owners.stateOf(userId)).toBe(state);
});

test('an owner of whom Slack does not tell is unknown, and asked for again', async () => {
  const workspace = await testWorkspace();
  const owners = createOwners(testClient(workspace), { now: () => 0 });
  workspace.interrupt({ method: 'users.info', moment: 'before', trouble: 'http_500' });
  expect(await owners.stateOf(PEOPLE.claire)).toBe('unknown');
  expect(await owners.stateOf(PEOPLE.claire)).toBe('here');
});

test('an owner who leaves is known to be gone a minute later', async () => {
  const workspace = await testWorkspace();
  let time = 0;
  const owners = createOwners(testClient(workspace), { now: () => time });
  expect(await owners.stateOf(PEOPLE.claire)).toBe('here');
  await workspace.changePerson(PEOPLE.claire, { isDeleted: true });
  time += MINUTE_MS;
  expect(await owners.stateOf(PEOPLE.claire)).toBe('gone');
});

test('somebody whom the workspace of the token does not know is a stranger', async () => {
  const owners = createOwners(testClient(await testWorkspace()), { now: () => 0 });
  const presences = [PEOPLE.claire, PEOPLE.nadia, PEOPLE.luc, PEOPLE.emma, 'U0NOBODY001'].map(
    async (userId) => owners.presenceOf(userId),
  );
  expect(await Promise.all(presences)).toEqual(['here', 'gone', 'gone', 'stranger', 'stranger']);
});
