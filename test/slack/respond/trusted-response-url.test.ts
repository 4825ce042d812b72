import { expect, onTestFinished, test } from 'vitest';

import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { TEAM } from '../../../src/playground/slack-workspace/store/team.ts';
import { trustedSlackUrl } from '../../../src/slack/respond/respond.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { openSlackApp } from '../../support/slack-app.ts';
import { startSlackFront } from '../../support/slack-front.ts';

const SLACK = 'https://slack.com/api/';

test.each([
  ['https://hooks.slack.com/commands/T1/2/abc', SLACK],
  ['https://slack.com/upload/v1/1', 'https://slack.proxy.example/api/'],
  ['https://slack-gov.com/upload/v1/1', SLACK],
  ['https://hooks.slack-gov.com/actions/T1/2/abc', 'https://slack-gov.com/api/'],
  ['https://hooks.slack.com/commands/T1/2/abc', 'https://slack.proxy.example/api/'],
  ['http://127.0.0.1:4000/commands/T1/2/abc', 'http://127.0.0.1:4000/api/'],
])('%s is where answers go', (url, apiUrl) => {
  expect(trustedSlackUrl(url, apiUrl)).toBe(url);
});

test.each([
  undefined,
  '',
  'hooks.slack.com',
  'http://hooks.slack.com/commands/1',
  'https://hooks.slack.com:8443/commands/1',
  'https://hooks.slack.com@evil.example/commands/1',
  'https://user:word@hooks.slack.com/commands/1',
  'https://hooks.slack.com.evil.example/commands/1',
  'https://evilslack.com/commands/1',
  'https://hooks.slаck.com/commands/1',
  'https:\\\\evil.example\\.slack.com/commands/1',
  'http://127.0.0.1:4000/commands/1',
  'http://[::1]/commands/1',
  'data:text/plain,.slack.com',
])('%j is not', (url) => {
  expect(trustedSlackUrl(url, SLACK)).toBeUndefined();
});

/** A server that is not Slack, and how often it was asked. */
async function stranger() {
  let asked = 0;
  const front = await startSlackFront(() => {
    asked += 1;
  });
  onTestFinished(() => front.stop());
  return { url: `${front.answersUrl}/1`, asked: () => asked };
}

const BY = {
  user: { id: PEOPLE.hannah, team_id: TEAM.id },
  team: { id: TEAM.id, domain: TEAM.domain },
  trigger_id: '1.2.3',
};

test.each([
  [
    'a command',
    (url: string) =>
      new URLSearchParams({
        command: '/rental',
        text: 'list',
        user_id: PEOPLE.hannah,
        team_id: TEAM.id,
        channel_id: CHANNELS.leasing,
        trigger_id: '1.2.3',
        response_url: url,
      }),
  ],
  [
    'a button',
    (url: string) =>
      new URLSearchParams({
        payload: JSON.stringify({
          type: 'block_actions',
          ...BY,
          container: { type: 'message', is_ephemeral: true, channel_id: CHANNELS.leasing },
          channel: { id: CHANNELS.leasing, name: 'leasing' },
          response_url: url,
          actions: [{ type: 'button', action_id: 'desk.list.0.0', block_id: 'b', value: 'x' }],
        }),
      }),
  ],
  [
    'a shortcut of a message',
    (url: string) =>
      new URLSearchParams({
        payload: JSON.stringify({
          type: 'message_action',
          ...BY,
          callback_id: 'find_in_message',
          channel: { id: CHANNELS.leasing, name: 'leasing' },
          response_url: url,
          message: { type: 'message', text: 'Flat 3', ts: '1.1' },
        }),
      }),
  ],
])('the answer to %s goes to Slack, whatever address comes with it', async (_, bodyFor) => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
  const { workspace, deliver, idle } = await openSlackApp(dispatcher, { refusals: null });
  const { url, asked } = await stranger();
  expect((await deliver(bodyFor(url).toString())).status).toBe(200);
  await idle();
  expect(workspace.state().messages).toHaveLength(1);
  expect(asked()).toBe(0);
});
