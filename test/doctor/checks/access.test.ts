import { expect, test } from 'vitest';

import { formatFinding } from '../../../src/doctor/finding.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { USER_GROUPS } from '../../../src/playground/slack-workspace/store/user-groups.ts';
import { findingsIn, openDoctorSetup, problemsIn } from '../run-doctor.ts';

const { leasing, admins } = USER_GROUPS;

test.each([
  [{}, 'Anyone in the workspace who is not a guest, in any channel.'],
  [{ ACCESS_USERGROUPS: leasing.id }, 'Members of @leasing-team in any channel.'],
  [
    { ACCESS_CHANNELS: `${CHANNELS.leasing},${CHANNELS.lyon}` },
    'Anyone in the workspace who is not a guest, in #leasing and #lyon.',
  ],
  [
    { ACCESS_USERGROUPS: `${leasing.id},${admins.id}`, ACCESS_CHANNELS: CHANNELS.lyon },
    'Members of @leasing-team and @admins in #lyon.',
  ],
])('who may ask and where is said in words: %j', async (access, sentence) => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({ ...environment, ...access });
  expect(problemsIn(findings)).toEqual([]);
  expect(findings.map(formatFinding)).toContain(`✓ Who may ask: ${sentence}`);
});

test('groups and channels that Slack does not know are named with their variable', async () => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({
    ...environment,
    ACCESS_CHANNELS: 'C0UNKNOWN01',
    ADMIN_USERGROUPS: 'S0UNKNOWN01',
  });
  expect(problemsIn(findings)).toEqual([
    expect.stringMatching(/no user group S0UNKNOWN01, which ADMIN_USERGROUPS names/),
    expect.stringMatching(/no channel C0UNKNOWN01, which ACCESS_CHANNELS names/),
  ]);
});

test('without Slack, ids stand for names', async () => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({
    ...environment,
    SLACK_BOT_TOKEN: 'xoxb-revoked',
    ACCESS_USERGROUPS: leasing.id,
  });
  expect(findings.map(formatFinding)).toContain(
    `✓ Who may ask: Members of ${leasing.id} in any channel.`,
  );
});
