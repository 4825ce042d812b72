import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { geteuid } from 'node:process';

import { WebClient } from '@slack/web-api';
import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { examineDigestChannels } from '../../../src/doctor/checks/digest-channels.ts';
import type { Finding } from '../../../src/doctor/finding.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { DEFAULT_DIGEST_OPTIONS, type DigestOptions } from '../../../src/store/digest.ts';
import { createTextCipher } from '../../../src/store/encryption.ts';
import { openStore } from '../../../src/store/store.ts';
import { addAlert } from '../../alerts/fixture.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { APP_TOKEN } from '../../support/slack-workspace.ts';
import {
  outcomesOf,
  findingsIn,
  openDoctorSetup,
  type DoctorSetup,
  problemsIn,
} from '../run-doctor.ts';

const OWNER = 'U0CLAIRE001';

/** It takes seconds to make on a machine with nothing else to do. */
const EMBEDDED_MS_MAX = 180_000;

/** Makes the embedded database, with a digest for each of these channels. */
async function subscribe(
  { environment }: DoctorSetup,
  channelIds: readonly string[],
  secret: string = APP_TOKEN,
  options: Partial<DigestOptions> = {},
) {
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = null } = environment;
  const store = await openStore({
    cipher: createTextCipher(secret, null),
    databaseUrl,
    dataDir,
    onError: () => {},
  });
  const ids: string[] = [];
  for (const channelId of channelIds) {
    const digest = await store.digests.add(
      {
        channelId,
        name: 'A name of somebody',
        query: 'decision:pending',
        schedule: {
          times: ['09:00'],
          days: [1],
          zone: 'Europe/Paris',
          holidays: 'FR',
          onHoliday: 'skip',
        },
        options: { ...DEFAULT_DIGEST_OPTIONS, ...options },
      },
      OWNER,
      null,
    );
    ids.push(digest?.id ?? '');
  }
  return { store, ids };
}

/** A Slack with any channel, and the app in it. */
const memberEverywhere: typeof fetch = async () =>
  Response.json({ ok: true, channel: { is_member: true } });

/** What is said of the database itself. */
function said(findings: readonly Finding[]): string {
  const [finding] = findings.filter(({ about }) => about === 'Database');
  return finding?.kind === 'ok' ? finding.message : '';
}

test('a folder that is not there yet is left for the first start to make', async () => {
  const { environment, folder } = await openDoctorSetup();
  expect(outcomesOf(await findingsIn(environment))).toContain('Database folder ok');
  expect(await readdir(folder)).toEqual(['key.json']);
});

test('an empty folder stays empty', async () => {
  const { environment, folder } = await openDoctorSetup();
  await mkdir(join(folder, 'data'));
  const findings = await findingsIn(environment);
  expect(problemsIn(findings)).toEqual([]);
  expect(await readdir(join(folder, 'data'))).toEqual([]);
});

test.each(['data', 'data/below'])('a file where %s is to be made is told', async (place) => {
  const { environment, folder } = await openDoctorSetup();
  await writeFile(join(folder, 'data'), '');
  const findings = await findingsIn({ ...environment, DATA_DIR: join(folder, place) });
  expect(problemsIn(findings)).toEqual([expect.stringMatching(/Database folder.*DATA_DIR/)]);
});

test.runIf(geteuid?.() === 0)(
  'an administrator does not open the database of another user',
  async () => {
    const { environment, folder } = await openDoctorSetup();
    await mkdir(join(folder, 'data', 'pglite'), { recursive: true });
    await chown(join(folder, 'data', 'pglite'), 65_534, 65_534);
    const findings = await findingsIn(environment);
    expect(problemsIn(findings)).toEqual([]);
    expect(outcomesOf(findings)).toContain('Database folder skipped');
    expect(await readdir(join(folder, 'data', 'pglite'))).toEqual([]);
  },
);

test(
  'the embedded database is left to a bot that runs, and opened where there is none',
  async () => {
    const setup = await openDoctorSetup();
    const { store } = await subscribe(setup, [CHANNELS.leasing]);

    const held = await findingsIn(setup.environment);
    expect(problemsIn(held)).toEqual([]);
    expect(said(held)).toContain('a running Rental Desk uses');
    expect(outcomesOf(held).slice(-2)).toEqual(['Saved texts skipped', 'Digest channels skipped']);
    expect((await store.digests.list({})).length).toBe(1);
    await store.stop();

    const free = await findingsIn(setup.environment);
    expect(problemsIn(free)).toEqual([]);
    expect(said(free)).toMatch(/^the embedded PostgreSQL \d+.*tables up to date/);
    expect(outcomesOf(free)).toContain('Digest channels ok');

    await chmod(join(setup.folder, 'data', 'pglite'), 0o755);
    const open = problemsIn(await findingsIn(setup.environment));
    expect(open).toEqual([expect.stringMatching(/chmod 700.*DATA_DIR/)]);
  },
  EMBEDDED_MS_MAX,
);

test('a database that cannot be opened is told with its variable', async () => {
  const { environment, folder } = await openDoctorSetup();
  await mkdir(join(folder, 'data', 'pglite'), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'data', 'pglite', 'PG_VERSION'), '9');
  const lines = problemsIn(await findingsIn(environment));
  expect(lines).toEqual([expect.stringMatching(/^✗ Database: .*DATA_DIR/)]);
});

describe('in PostgreSQL', () => {
  let postgres: Postgres;
  let setup: DoctorSetup;

  beforeAll(async () => {
    postgres = await startPostgres();
    return async () => postgres[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    const opened = await openDoctorSetup();
    const environment = { ...opened.environment, DATABASE_URL: await postgres.newDatabase() };
    setup = { ...opened, environment };
  });

  test('channels that a digest cannot reach are told, by their ids and nothing else', async () => {
    const { environment, workspace } = setup;
    const { store, ids } = await subscribe(setup, [
      CHANNELS.leasing,
      CHANNELS.lyon,
      CHANNELS.direction,
      'C0PAUSED001',
      CHANNELS.random,
      'D0SOMEBODY1',
    ]);
    await store.digests.pause(ids[3] ?? '', 'asked', OWNER);
    const alert = await addAlert(store, 'decision:ready', {}, CHANNELS.random);
    await store.stop();
    await workspace.changeChannel(CHANNELS.random, { isArchived: true });
    await workspace.changeChannel(CHANNELS.lyon, { members: [] });
    await workspace.changeChannel(CHANNELS.direction, { members: [] });

    const findings = await findingsIn(environment);

    const lines = problemsIn(findings);
    expect(lines.map((line) => line.slice(0, line.indexOf('.')))).toEqual([
      // Slack tells nothing of a private channel to those who are not in it.
      `✗ Digest channel ${CHANNELS.direction}: It does not exist any more, or Rental Desk is not in it`,
      `✗ Digest channel ${CHANNELS.lyon}: Rental Desk is not in it`,
      `✗ Digest channel ${CHANNELS.random}: It is archived`,
    ]);
    expect(lines.filter((line) => line.includes('/invite @Rental Desk'))).toHaveLength(2);
    // Nobody can type anything in those two: `digest list` would not show them elsewhere.
    const [, , ofDirection = '', , ofRandom = ''] = ids;
    expect(lines[0]).toContain(`/rental digest remove ${ofDirection} in any other channel`);
    expect(lines[2]).toContain(`/rental digest remove ${ofRandom}`);
    expect(lines[2]).toContain(`/rental alert remove ${alert.id}`);
    expect(lines[2]).toContain('in any other channel');
    expect(JSON.stringify(findings)).not.toMatch(/A name of somebody|U0CLAIRE001|#?leasing\b/);
  });

  test('a server that takes no changes, as a standby, is told with what to do', async () => {
    const { environment } = setup;
    const { DATABASE_URL: connectionString = '' } = environment;
    const client = new Client({ connectionString });
    await client.connect();
    const name = new URL(connectionString).pathname.slice(1);
    await client.query(`alter database ${name} set default_transaction_read_only = on`);
    await client.end();
    expect(problemsIn(await findingsIn(environment))).toEqual([
      expect.stringMatching(
        /^✗ Database: .* read-only .*\(25006\)\. Name the server that takes changes in DATABASE_URL/,
      ),
    ]);
  });

  test('a digest in a channel that gets no answers is told', async () => {
    const { store, ids } = await subscribe(setup, [CHANNELS.leasing, CHANNELS.lyon]);
    await store.stop();
    const environment = { ...setup.environment, ACCESS_CHANNELS: CHANNELS.leasing };
    expect(problemsIn(await findingsIn(environment))).toEqual([
      `✗ Digest channel ${CHANNELS.lyon}: ACCESS_CHANNELS does not name it, so nothing is posted there. Add it to ACCESS_CHANNELS. Or type /rental digest remove ${ids[1]} in a channel that it names (their owner, or an admin of Rental Desk).`,
    ]);
  });

  test('so is an alert to a person, and a channel of escalations, where only channels get answers', async () => {
    const escalate = { channelId: CHANNELS.lyon, afterDays: 2 };
    const goTo = [PEOPLE.claire, CHANNELS.leasing];
    const { store, ids } = await subscribe(setup, goTo, APP_TOKEN, { escalate });
    await store.stop();
    expect(problemsIn(await findingsIn(setup.environment))).toEqual([]);
    const environment = { ...setup.environment, ACCESS_CHANNELS: CHANNELS.leasing };
    expect(problemsIn(await findingsIn(environment))).toEqual([
      `✗ Digest channels: ACCESS_CHANNELS is set, so nothing goes to a person directly. Leave it empty, or type /rental digest remove ${ids[0]} in a channel that it names (their owner, or an admin of Rental Desk).`,
      `✗ Escalation channel ${CHANNELS.lyon}: ACCESS_CHANNELS does not name it, so nothing is posted there. Add it to ACCESS_CHANNELS.`,
    ]);
  });

  test('a channel of escalations that Rental Desk is not in is told, once', async () => {
    const escalate = { channelId: CHANNELS.lyon, afterDays: 2 };
    const { store, ids } = await subscribe(setup, [CHANNELS.leasing], APP_TOKEN, { escalate });
    await store.stop();
    await setup.workspace.changeChannel(CHANNELS.lyon, { members: [] });
    expect(problemsIn(await findingsIn(setup.environment))).toEqual([
      `✗ Escalation channel ${CHANNELS.lyon}: Rental Desk is not in it. Open the channel in Slack and type /invite @Rental Desk there.`,
    ]);
    await setup.workspace.changeChannel(CHANNELS.lyon, { isArchived: true });
    expect(problemsIn(await findingsIn(setup.environment))).toEqual([
      `✗ Escalation channel ${CHANNELS.lyon}: It is archived. Restore the channel, or type /rental digest edit ${ids[0]} escalate:none in the channel of the digest (its owner, or an admin of Rental Desk).`,
    ]);
  });

  test('of more channels than are looked at, nothing is said of the others', async () => {
    const many = Array.from({ length: 41 }, (_, index) => `C0MANY${10_000 + index}`);
    const { store } = await subscribe(setup, many);
    const client = new WebClient('xoxb-0', { fetch: memberEverywhere });
    const findings = await Array.fromAsync(examineDigestChannels(store, client, []));
    await store.stop();
    expect(findings).toEqual([
      {
        kind: 'ok',
        about: 'Digest channels',
        message:
          'active digests: 41, and Rental Desk is in the first 40 of the channels that they go to.',
      },
      {
        kind: 'skipped',
        about: 'Digest channels',
        because: 'only the first 40 of 41 are looked at',
      },
    ]);
  });

  test('it is asked who it is; channels that take their digests are well', async () => {
    const { store } = await subscribe(setup, [CHANNELS.leasing, CHANNELS.lyon]);
    await store.stop();
    const findings = await findingsIn(setup.environment);
    expect(problemsIn(findings)).toEqual([]);
    expect(said(findings)).toMatch(/^PostgreSQL 18.*tables up to date/);
    expect(findings.at(-1)).toMatchObject({ message: expect.stringContaining('in all channels') });
  });

  test('queries that were encrypted under another secret are counted', async () => {
    const { store } = await subscribe(setup, [CHANNELS.leasing], 'the secret before');
    await store.stop();
    const signed = { SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef' };
    expect(problemsIn(await findingsIn({ ...setup.environment, ...signed }))).toEqual([
      expect.stringMatching(/^✗ Saved texts: .*under another secret: 1\..*_PREVIOUS/),
    ]);
    // The app-level token is the secret then, and no variable takes the one before.
    expect(problemsIn(await findingsIn(setup.environment))).toEqual([
      expect.stringMatching(
        /^✗ Saved texts: .*: 1\. Have the digests edited.*SLACK_SIGNING_SECRET,/,
      ),
    ]);
  });

  test('closed to us or away, it is told with its variable, and never its password', async () => {
    const { environment } = setup;
    const { DATABASE_URL: url = '' } = environment;
    const wrong = url.replace(postgres.password, 'wrong-password-0');
    for (const [closed, remedy] of [
      [wrong, 'Correct the user or the password in DATABASE_URL.'],
      [postgres.url('not_there'), 'Create that database, or correct its name in DATABASE_URL.'],
      [`${url}?sslmode=require`, 'Take sslmode out of DATABASE_URL'],
    ] as const) {
      const refused = await findingsIn({ ...environment, DATABASE_URL: closed });
      expect(problemsIn(refused)).toEqual([expect.stringMatching(/^✗ Database: /)]);
      expect(problemsIn(refused).join()).toContain(remedy);
      expect(JSON.stringify(refused)).not.toMatch(/wrong-password-0|correct-horse/);
    }
    await postgres.crash();
    const away = await findingsIn(environment);
    expect(problemsIn(away)).toEqual([
      expect.stringMatching(/ECONNREFUSED.*DATABASE_URL.*PgBouncer must pool sessions/),
    ]);
    expect(JSON.stringify(away)).not.toContain(postgres.password);
    // The embedded one is no stand-in: what it would hold would be lost again.
    await expect(stat(join(setup.folder, 'data'))).rejects.toThrow('ENOENT');
  });
});
