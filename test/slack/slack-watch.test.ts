import { expect, test } from 'vitest';

import { createDegradations } from '../../src/log.ts';
import { USER_GROUPS } from '../../src/playground/slack-workspace/store/user-groups.ts';
import { checkSlack, watchedFetch } from '../../src/slack/app.ts';
import { testClient, testWorkspace } from '../support/slack-workspace.ts';

/** What is degraded after looking at a real workspace, and the log of it. */
async function watching(token: string | undefined, aheadMs = 0) {
  const workspace = await testWorkspace();
  const lines: { message: string; fields: object }[] = [];
  const write = (fields: object, message: string) => void lines.push({ message, fields });
  const { report, list } = createDegradations({ info: write, warn: write });
  let ahead = aheadMs;
  const client = testClient(workspace, token, {
    fetch: watchedFetch(fetch, { report, now: () => Date.now() + ahead }),
  });
  return {
    lines,
    list,
    setAhead: (ms: number) => {
      ahead = ms;
    },
    check: async (groups: readonly string[] = []) => checkSlack(client, groups, report),
    client,
  };
}

test('a workspace that accepts everything leaves nothing degraded', async () => {
  const { check, list, lines } = await watching(undefined);
  await check([USER_GROUPS.leasing.id]);
  expect(list()).toEqual([]);
  expect(lines).toEqual([]);
});

test('a token that Slack refuses is said once, with its remedy', async () => {
  const { check, list, lines } = await watching('xoxb-revoked');
  await check();
  await check();
  expect(list()).toEqual(['slack token']);
  expect(lines).toEqual([
    {
      message: expect.stringMatching(/SLACK_BOT_TOKEN.*install the app again/),
      fields: { degraded: 'slack token', method: 'auth.test', slackError: 'invalid_auth' },
    },
  ]);
});

test.each([360_000, -360_000])('a clock that is %d ms off is said, and its end too', async (ms) => {
  const { check, list, lines, setAhead } = await watching(undefined, ms);
  await check();
  expect(list()).toEqual(['clock']);
  setAhead(0);
  await check();
  expect(list()).toEqual([]);
  expect(lines.map(({ message }) => message)).toEqual([
    expect.stringContaining('automatic time'),
    'it works again',
  ]);
});

test('a user group that Slack does not know is said, and is not a refused token', async () => {
  const { check, list } = await watching(undefined);
  await check(['S0UNKNOWN01', USER_GROUPS.leasing.id]);
  expect(list()).toEqual(['user groups']);
  await check([USER_GROUPS.leasing.id]);
  expect(list()).toEqual([]);
});

test('an error of Slack’s names the method that was called', async () => {
  const { client } = await watching(undefined);
  await expect(client.conversations.info({ channel: 'C0UNKNOWN01' })).rejects.toMatchObject({
    data: { error: 'channel_not_found', method: 'conversations.info' },
  });
});
