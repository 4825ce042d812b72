import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';

import { createDegradations } from '../../src/log.ts';
import { USER_GROUPS } from '../../src/playground/slack-workspace/store/user-groups.ts';
import { checkSlack, watchedFetch } from '../../src/slack/app.ts';
import { createMessenger } from '../../src/slack/post/messenger.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import { testClient, testWorkspace } from '../support/slack-workspace.ts';

/** What is degraded after looking at a real workspace, and the log of it. */
async function watching(token: string | undefined, aheadMs = 0) {
  const workspace = await testWorkspace();
  const lines: { message: string; fields: object }[] = [];
  const write = (fields: object, message: string) => void lines.push({ message, fields });
  const { report, list } = createDegradations({ info: write, warn: write });
  let ahead = aheadMs;
  const client = testClient(workspace, token, {
    fetch: watchedFetch(fetch, {
      report,
      now: () => Date.now() + ahead,
      apiUrl: workspace.apiUrl,
    }),
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

/** What is sent where a file is shared that Slack wants at an address, and how that ends. */
async function sharing(uploadUrl: string) {
  const sent: string[] = [];
  const answers: typeof fetch = async (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    sent.push(`${href} ${new Headers(init?.headers).get('authorization') ?? 'without a token'}`);
    const answer = { ok: true, upload_url: uploadUrl, file_id: 'F1', files: [] };
    return fetch(`data:application/json,${encodeURIComponent(JSON.stringify(answer))}`);
  };
  const client = new WebClient('xoxb-1', {
    retryConfig: { retries: 0 },
    fetch: watchedFetch(answers, {
      report() {},
      now: () => Date.now(),
      apiUrl: 'https://slack.com/api/',
    }),
  });
  const document = { kind: 'document', fileName: 'a.csv', content: 'Anne', text: '' } as const;
  const failure = await createMessenger(client, createActionTokens('secret'))
    .document(document, 'D1')
    .catch((error: unknown) => error);
  return { sent, failure };
}

test.each(['https://files.slack.com/upload/v1/1', 'https://slack-gov.com/upload/v1/1'])(
  'a file goes to %s, and the token stays with the Web API',
  async (uploadUrl) => {
    const { sent, failure } = await sharing(uploadUrl);
    expect(failure).toBeUndefined();
    expect(sent).toEqual([
      'https://slack.com/api/files.getUploadURLExternal Bearer xoxb-1',
      `${uploadUrl} without a token`,
      'https://slack.com/api/files.completeUploadExternal Bearer xoxb-1',
    ]);
  },
);

test.each(['http://files.slack.com/upload/v1/1', 'https://files.slack.example/1'])(
  'neither a file nor the token goes to %s',
  async (uploadUrl) => {
    const { sent, failure } = await sharing(uploadUrl);
    expect(sent).toEqual(['https://slack.com/api/files.getUploadURLExternal Bearer xoxb-1']);
    expect(failure).toMatchObject({ name: 'UndeliverableError', obstacle: 'refused' });
  },
);
