import { expect, test } from 'vitest';

import { OPTIONAL_SCOPES, SCOPES } from '../../../src/doctor/checks/slack.ts';
import { formatFinding } from '../../../src/doctor/finding.ts';
import { grantedScopes } from '../../../src/playground/slack-workspace/manifest.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { USER_GROUPS } from '../../../src/playground/slack-workspace/store/user-groups.ts';
import { testManifest } from '../../support/slack-workspace.ts';
import { outcomesOf, findingsIn, manifest, openDoctorSetup, problemsIn } from '../run-doctor.ts';

const ALL = Object.keys({ ...SCOPES, ...OPTIONAL_SCOPES });

const without = (...scopes: readonly string[]) =>
  testManifest(ALL.filter((scope) => !scopes.includes(scope)));

test('the doctor knows what each scope of the manifest is for, and asks for no other', () => {
  expect(ALL.toSorted()).toEqual([...grantedScopes(manifest)].toSorted());
});

test('a token that Slack does not accept is named, and the rest is looked at', async () => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({ ...environment, SLACK_BOT_TOKEN: 'xoxb-revoked-secret' });
  expect(problemsIn(findings)).toEqual([
    expect.stringMatching(/^✗ Slack token: .*\(invalid_auth\).*into SLACK_BOT_TOKEN\.$/),
  ]);
  expect(outcomesOf(findings)).toEqual(
    expect.arrayContaining([
      'Slack scopes skipped',
      'Slack’s clock ok',
      'Socket Mode ok',
      'Database folder ok',
    ]),
  );
  expect(JSON.stringify(findings)).not.toContain('revoked-secret');
});

test.each(['users:read', 'chat:write', 'links:read', 'files:write'])(
  'a token without %s is told what does not work, and how to add it',
  async (scope) => {
    const { environment } = await openDoctorSetup({ workspace: { manifest: without(scope) } });
    const [line, ...others] = problemsIn(await findingsIn(environment));
    expect(line).toContain(`Slack scopes: ${scope} is missing. Without it, ${SCOPES[scope]}.`);
    expect(line).toContain('Bot Token Scopes, and install the app again');
    expect(others).toEqual([]);
  },
);

test('however many scopes are missing, how to add them is said once', async () => {
  const missing = ['users:read', 'chat:write', 'links:read'];
  const { environment } = await openDoctorSetup({ workspace: { manifest: without(...missing) } });
  const lines = problemsIn(await findingsIn(environment));
  expect(lines).toHaveLength(3);
  expect(lines.filter((line) => line.includes('add all 3 under OAuth & Permissions'))).toEqual(
    lines.slice(-1),
  );
});

test('two scopes are added both', async () => {
  const { environment } = await openDoctorSetup({
    workspace: { manifest: without('users:read', 'links:read') },
  });
  expect(problemsIn(await findingsIn(environment)).at(-1)).toContain('add both under OAuth');
});

test('user groups need a scope of their own only where they are named', async () => {
  const { environment } = await openDoctorSetup({
    workspace: { manifest: without('usergroups:read') },
  });
  const unnamed = await findingsIn(environment);
  expect(problemsIn(unnamed)).toEqual([]);
  expect(outcomesOf(unnamed)).toContain('Slack scope usergroups:read info');

  const named = await findingsIn({ ...environment, ADMIN_USERGROUPS: 'S0123ABCD' });
  expect(problemsIn(named)).toEqual([expect.stringMatching(/usergroups:read.*ADMIN_USERGROUPS/)]);
});

test('a scope that the manifest calls optional is told of, and is nothing to correct', async () => {
  expect(Object.keys(OPTIONAL_SCOPES)).toEqual(manifest.oauth_config.scopes.bot_optional);
  const { environment } = await openDoctorSetup({
    workspace: { manifest: without('channels:history', 'groups:history') },
  });
  const findings = await findingsIn(environment);
  expect(problemsIn(findings)).toEqual([]);
  expect(findings.filter(({ kind }) => kind === 'info').map(formatFinding)).toEqual([
    expect.stringMatching(
      /^– Slack scope channels:history: it is not granted\. .*public channel, and .*not understood\.$/,
    ),
    expect.stringMatching(
      /^– Slack scope groups:history: it is not granted\. .*private channel, and .*not understood\.$/,
    ),
    expect.stringMatching(/^– Work Objects: off: .*then set WORK_OBJECTS=on\.$/),
  ]);
});

test('an app-level token that opens no socket is named', async () => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({ ...environment, SLACK_APP_TOKEN: 'xapp-revoked-secret' });
  expect(problemsIn(findings)).toEqual([
    expect.stringMatching(/^✗ Socket Mode: .*\(invalid_auth\).*into SLACK_APP_TOKEN\.$/),
  ]);
  expect(JSON.stringify(findings)).not.toContain('revoked-secret');
});

test.each([
  ['0123456789abcdef0123456789abcdef', []],
  ['another-workspaces-secret', []],
  ['xoxb-0123456789abcdef', [expect.stringContaining('SLACK_SIGNING_SECRET does not look like')]],
])('over HTTP the shape of the signing secret is looked at: %s', async (secret, troubles) => {
  const { environment } = await openDoctorSetup();
  const { SLACK_APP_TOKEN: _, ...http } = environment;
  const findings = await findingsIn({ ...http, SLACK_SIGNING_SECRET: secret });
  expect(problemsIn(findings)).toEqual(troubles);
});

test('a Slack that is not there is told for each thing that needs it', async () => {
  const { environment, workspace } = await openDoctorSetup();
  await workspace.stop();
  const findings = await findingsIn(environment);
  const lines = problemsIn(findings);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/Slack cannot be reached.*SLACK_API_URL/);
  expect(outcomesOf(findings)).toContain('First page ok');
});

test.each([
  ['ratelimited', 'Slack is limiting requests'],
  ['http_500', 'status 500'],
  ['hang_up', 'no connection'],
  ['busy', 'Try again in a minute'],
  ['fatal_error', 'Slack itself has trouble (fatal_error)'],
  ['gateway_page', 'Something else answers in place of Slack'],
] as const)('when Slack answers %s once, that is said', async (trouble, said) => {
  const { environment, workspace } = await openDoctorSetup();
  workspace.interrupt({ method: 'auth.test', moment: 'before', trouble });
  expect(problemsIn(await findingsIn(environment))).toEqual([expect.stringContaining(said)]);
});

test('the scope for assistants is asked for only where they get answers', async () => {
  const { environment } = await openDoctorSetup({ workspace: { transport: 'http' } });
  const secret = 'f'.repeat(32);
  const overHttp = { ...environment, SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: secret };
  const off = await findingsIn(overHttp);
  expect(off.filter(({ about }) => about === 'AI assistants')).toEqual([]);
  expect(problemsIn(off).join()).not.toContain('mcp:connect');
  const on = await findingsIn({ ...overHttp, MCP: 'reference' });
  expect(problemsIn(on)).toContainEqual(expect.stringMatching(/mcp:connect is missing.*Slackbot/));
  expect(on.map(formatFinding)).toContainEqual(
    expect.stringMatching(/^✓ AI assistants: .*\/mcp.*nothing of persons/),
  );
});

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
