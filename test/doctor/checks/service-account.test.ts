import { chmod, writeFile } from 'node:fs/promises';
import { platform } from 'node:process';

import { expect, test } from 'vitest';

import { examineFirstPage } from '../../../src/doctor/checks/rental-service.ts';
import { formatFinding } from '../../../src/doctor/finding.ts';
import type { Limits } from '../../../src/rental-api/limits.ts';
import { FILES_PATH, loopbackService, reply } from '../../support/loopback-service.ts';
import { RSA } from '../../support/service-account.ts';
import { outcomesOf, findingsIn, openDoctorSetup, problemsIn } from '../run-doctor.ts';

const DAY_MS = 86_400_000;

const ALL_WELL = [
  'Configuration ok',
  'Key ok',
  'Authorization server ok',
  'Clock ok',
  'Access token ok',
  'First page ok',
  'Slack token ok',
  'Slack’s clock ok',
  'Slack scopes ok',
  'Work Objects info',
  'Who may ask ok',
  'Admins ok',
  'Socket Mode ok',
  'Database folder ok',
  'Saved texts skipped',
  'Digest channels skipped',
];

function wellAmong(courses: readonly string[]): readonly string[] {
  return courses.filter((one) => one.endsWith('ok'));
}

test('where all is well, every step says so', async () => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn(environment);
  expect(problemsIn(findings)).toEqual([]);
  expect(outcomesOf(findings)).toEqual(ALL_WELL);
});

test('an empty environment is told all that it lacks, and nothing is tried', async () => {
  const findings = await findingsIn({ DATA_DIR: '/dev/null/nowhere' });
  const lines = problemsIn(findings);
  for (const name of ['SLACK_BOT_TOKEN', 'RENTAL_FILES_URL', 'RENTAL_IDP', 'RENTAL_KEY_FILE']) {
    expect(lines.filter((line) => line.includes(name))).toHaveLength(1);
  }
  // Once, after the last of them.
  expect(lines.filter((line) => line.includes('.env.example'))).toEqual(
    lines.filter((line) => line.includes('Configuration')).slice(-1),
  );
  const courses = outcomesOf(findings).filter((course) => !course.startsWith('Configuration'));
  expect(courses).toEqual([
    'Key skipped',
    'Authorization server skipped',
    'Access token skipped',
    'First page skipped',
    'Slack token skipped',
    'Slack scopes skipped',
    'Work Objects info',
    'Who may ask ok',
    'Admins ok',
    'Slack’s requests skipped',
    'Database folder problem',
    'Saved texts skipped',
    'Digest channels skipped',
  ]);
});

test.each([
  ['RENTAL_IDP', '', ['Access token skipped', 'First page skipped']],
  ['RENTAL_FILES_URL', 'http://elsewhere.example/files', ['First page skipped']],
  ['SLACK_BOT_TOKEN', 'xoxp-1', ['Slack token skipped', 'Slack scopes skipped']],
  ['DATABASE_URL', 'mysql://x', ['Database skipped']],
  ['SLACK_APP_TOKEN', 'xoxb-1', ['Slack’s requests skipped']],
])('without a usable %s the rest is looked at all the same', async (name, value, skipped) => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({ ...environment, [name]: value });
  expect(problemsIn(findings).join()).toContain(name);
  expect(outcomesOf(findings).filter((course) => course.endsWith('skipped'))).toEqual(
    expect.arrayContaining(skipped),
  );
  expect(wellAmong(outcomesOf(findings)).length).toBeGreaterThanOrEqual(
    wellAmong(ALL_WELL).length - 4,
  );
});

test.each([
  ['no key', '{"userId":"1"}', 'private key is missing'],
  ['no JSON', 'secret-inside', 'Look at the file that'],
  ['a key that expired', null, 'create a new key for the service account. Put it where'],
])('a key file that holds %s is named with its variable', async (_, held, said) => {
  const { environment, service } = await openDoctorSetup();
  const expired = JSON.stringify({ ...service.keyFile, expirationDate: '2001-01-01T00:00:00Z' });
  await writeFile(environment['RENTAL_KEY_FILE'] ?? '', held ?? expired);

  const findings = await findingsIn(environment);

  const [line, ...others] = problemsIn(findings);
  expect(line).toContain(said);
  expect(line).toContain('RENTAL_KEY_FILE');
  expect(others).toEqual([]);
  expect(JSON.stringify(findings)).not.toContain('secret-inside');
  expect(outcomesOf(findings)).toContain('Authorization server ok');
  expect(outcomesOf(findings)).toContain('Access token skipped');
});

test('a key that will expire can be used, and is told of by itself', async () => {
  const { environment, service } = await openDoctorSetup();
  const expirationDate = new Date(Date.now() + 2 * DAY_MS).toISOString();
  const key = JSON.stringify({ ...service.keyFile, expirationDate });
  await writeFile(environment['RENTAL_KEY_FILE'] ?? '', key);
  const findings = await findingsIn(environment);
  expect(problemsIn(findings)).toEqual([]);
  expect(outcomesOf(findings).slice(1, 3)).toEqual(['Key ok', 'Key info']);
});

test('a key file that is not there is named with its variable', async () => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({ ...environment, RENTAL_KEY_FILE: '/nowhere/secret-path' });
  expect(problemsIn(findings)).toEqual([
    '✗ Key: The file that RENTAL_KEY_FILE names does not exist: put the key there, or correct the path.',
  ]);
});

test.skipIf(platform === 'win32')('a key that others can read is used, and told of', async () => {
  const { environment } = await openDoctorSetup();
  await chmod(environment['RENTAL_KEY_FILE'] ?? '', 0o644);
  const findings = await findingsIn(environment);
  expect(problemsIn(findings)).toEqual([expect.stringContaining('run chmod 600 on it')]);
  expect(outcomesOf(findings)).toContain('First page ok');
});

test('a key that is no RSA key of the account is refused, and both variables are named', async () => {
  const { environment, service } = await openDoctorSetup();
  const key = RSA.privateKey.export({ type: 'pkcs1', format: 'pem' });
  const { RENTAL_KEY_FILE: _, ...others } = environment;
  const findings = await findingsIn({
    ...others,
    RENTAL_KEY: JSON.stringify({ ...service.keyFile, key }),
  });
  const [line] = problemsIn(findings);
  expect(line).toMatch(/^✗ Access token: .*RENTAL_KEY says.*RENTAL_AUTH_URL/);
});

test('a key that was deleted is said to be the key', async () => {
  const { environment } = await openDoctorSetup({ service: { mode: 'refused' } });
  const findings = await findingsIn(environment);
  expect(problemsIn(findings)).toEqual([expect.stringMatching(/deleted.*RENTAL_KEY_FILE/)]);
  expect(outcomesOf(findings)).toContain('First page skipped');
});

test('an audience that is not the server’s name is said, with the name', async () => {
  const { environment, service } = await openDoctorSetup();
  const other = service.authUrl.replace('127.0.0.1', 'localhost');
  const findings = await findingsIn({ ...environment, RENTAL_AUTH_URL: other });
  expect(problemsIn(findings)).toEqual([
    expect.stringContaining(
      `It calls itself ${service.authUrl}: write RENTAL_AUTH_URL exactly so.`,
    ),
  ]);
});

test.each([
  [10 * 60_000, '10 minutes ahead of the authorization server’s'],
  [-10 * 60_000, '10 minutes behind the authorization server’s'],
])(
  'a clock that is %i ms off is found, though the token comes by the server’s time',
  async (offMs, said) => {
    const { environment } = await openDoctorSetup();
    const findings = await findingsIn(environment, offMs);
    const [clock, slackClock, ...others] = problemsIn(findings);
    expect(clock).toContain(said);
    expect(clock).toContain('automatic time');
    expect(slackClock).toMatch(/Slack’s clock.*10 minutes/);
    expect(others).toEqual([]);
  },
);

test('an authorization server that is not there is told with its variable', async () => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({ ...environment, RENTAL_AUTH_URL: 'http://127.0.0.1:9' });
  expect(problemsIn(findings)).toEqual([
    expect.stringMatching(/^✗ Authorization server: It cannot be reached \(.*RENTAL_AUTH_URL/),
  ]);
  expect(outcomesOf(findings)).toContain('Access token skipped');
});

test('a fault of the authorization server is told as its own', async () => {
  const { environment, service } = await openDoctorSetup();
  service.setTrouble('authorization', 'fault');
  expect(problemsIn(await findingsIn(environment))).toContainEqual(
    expect.stringMatching(/status 500\. Try again in a few minutes/),
  );
});

test('an address that is another server is no authorization server', async () => {
  const { environment, workspace } = await openDoctorSetup();
  const findings = await findingsIn({ ...environment, RENTAL_AUTH_URL: workspace.url });
  expect(problemsIn(findings)).toEqual([
    expect.stringMatching(/^✗ Access token: .*status 404.*RENTAL_AUTH_URL/),
  ]);
});

test.each([
  ['down', /overloaded.*\(status 503\).*RENTAL_FILES_URL/],
  ['unreachable', /cannot be reached.*RENTAL_FILES_URL/],
  ['unreadable', /not a list of rental files.*RENTAL_FILES_URL/],
] as const)('a service that is %s is told apart', async (mode, said) => {
  const { environment } = await openDoctorSetup({ service: { mode } });
  const findings = await findingsIn(environment);
  expect(problemsIn(findings)).toEqual([expect.stringMatching(said)]);
  expect(outcomesOf(findings)).toContain('Access token ok');
});

test.each([
  ['RENTAL_FILES_URL', (url: string) => url.replace(/\/[^/?]*\?/, '/nowhere?'), 'path'],
  ['RENTAL_FILES_URL', (url: string) => url.replace('127.0.0.1', 'localhost'), 'another origin'],
  ['RENTAL_PROJECT_ID', () => '1', 'RENTAL_PROJECT_ID'],
] as const)('a wrong %s is found on the first page', async (name, wrong, said) => {
  const { environment } = await openDoctorSetup();
  const changed = { ...environment, [name]: wrong(environment[name] ?? '') };
  const findings = await findingsIn(changed);
  const [line, ...others] = problemsIn(findings);
  expect(line).toMatch(/^✗ First page: /);
  expect(line).toContain(name);
  expect(line).toContain(said);
  // What takes secrets out of a sentence leaves plain words alone.
  expect(line).not.toContain('[secret]');
  expect(others).toEqual([]);
});

test('a wrong identity provider is found with the token', async () => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({ ...environment, RENTAL_IDP: 'other' });
  expect(problemsIn(findings)).toEqual([expect.stringMatching(/Access token.*RENTAL_IDP/)]);
});

test('a parameter for changes that the service ignores is named', async () => {
  const { environment } = await openDoctorSetup();
  const findings = await findingsIn({ ...environment, RENTAL_CHANGED_SINCE_PARAM: 'nonsense' });
  expect(problemsIn(findings)).toEqual([
    expect.stringMatching(/^✗ Changed files: .*RENTAL_CHANGED_SINCE_PARAM/),
  ]);
});

/** What is said of the first page of a service, and of its changes. */
async function saidOfPages(
  answer: Parameters<typeof loopbackService>[0],
  limits: Partial<Limits> = {},
): Promise<readonly string[]> {
  await using service = await loopbackService(answer);
  const rental = {
    firstPage: new URL(`${service.origin}${FILES_PATH}`),
    changedSinceParam: 'since',
  };
  const findings = examineFirstPage(service.client(limits), rental, () => Date.now());
  // The service is there until they are read.
  return await Array.fromAsync(findings, formatFinding);
}

test('a parameter for changes is not said to be ignored by a service that does not count', async () => {
  const all = ['file-1', 'file-2'].map((id) => ({ id }));
  const [, said] = await saidOfPages(({ path, response }) =>
    reply(response, 200, { results: path.includes('since=') ? all.slice(1) : all, next: null }),
  );
  expect(said).toBe('✓ Changed files: the service lists them alone.');
});

test('without rental files, nobody can see whether such a parameter is heeded', async () => {
  const [, said] = await saidOfPages(({ response }) =>
    reply(response, 200, { results: [], next: null }),
  );
  expect(said).toBe(
    '– Changed files: the service takes RENTAL_CHANGED_SINCE_PARAM; whether it heeds it cannot be seen without rental files.',
  );
});

test('why a service cannot be reached is told', async () => {
  const [said] = await saidOfPages(({ request }) => void request.socket.destroy(), {
    retriesMax: 0,
  });
  expect(said).toMatch(
    /^✗ First page: The service cannot be reached \(no connection, [A-Z_]+.*\)\. /,
  );
});

test('a page that is too large is told as that', async () => {
  const [said] = await saidOfPages(
    ({ response }) => reply(response, 200, { results: [], next: null }),
    { pageBytesMax: 10 },
  );
  expect(said).toMatch(/The first page is too large \(more than 10 bytes\)\. Ask for fewer files/);
});
