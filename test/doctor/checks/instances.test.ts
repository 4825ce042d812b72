import { beforeEach, expect, onTestFinished, test } from 'vitest';

import packageJson from '../../../package.json' with { type: 'json' };
import { readConfig } from '../../../src/config.ts';
import { formatFinding } from '../../../src/doctor/finding.ts';
import type { InstanceStore } from '../../../src/store/shared-snapshots.ts';
import { type DigestStore, openStore } from '../../../src/store/store.ts';
import { runSql } from '../../store/run-sql.ts';
import { serverPlace } from '../../support/places.ts';
import { TEXT_CIPHER } from '../../support/text-cipher.ts';
import { type DoctorSetup, findingsIn, openDoctorSetup, problemsIn } from '../run-doctor.ts';

type Environment = Readonly<Record<string, string>>;

const { version } = packageJson;

let setup: DoctorSetup;
let store: DigestStore;
let instances: InstanceStore;

beforeEach(async () => {
  const opened = await openDoctorSetup();
  const place = await serverPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const { databaseUrl } = place;
  const SLACK_SIGNING_SECRET = 'a'.repeat(32);
  setup = {
    ...opened,
    environment: { ...opened.environment, DATABASE_URL: databaseUrl, SLACK_SIGNING_SECRET },
  };
  store = await openStore({
    cipher: TEXT_CIPHER,
    databaseUrl,
    dataDir: '/nowhere',
    onError: () => {},
  });
  onTestFinished(async () => store.stop());
  if (store.instances === null) throw new Error('these tests need PostgreSQL');
  ({ instances } = store);
});

/** Records an instance with these changes to the environment of the doctor. */
async function runs(id: string, changes: Environment = {}, its = version): Promise<void> {
  const { fingerprints } = readConfig({ ...setup.environment, ...changes });
  await instances.renew({ id, version: its, ...fingerprints });
}

/** What the doctor says of instances, and what it counts as a problem, anywhere. */
async function examined(changes: Environment = {}) {
  const findings = await findingsIn({ ...setup.environment, ...changes });
  return {
    lines: findings.filter(({ about }) => about === 'Instances').map(formatFinding),
    problems: problemsIn(findings).length,
  };
}

test('instances that agree are counted, with those that have stopped or are not heard of left out', async () => {
  expect(await examined()).toEqual({
    lines: ['– Instances: none is running on this database.'],
    problems: 0,
  });

  await runs('one');
  expect((await examined()).lines).toEqual([
    '✓ Instances: one is running, with the version, secret and settings that are used here.',
  ]);

  await runs('two', { HOLIDAYS: 'none' });
  await runs('two', { PORT: '3001', LOG_LEVEL: 'debug', RENTAL_KEY_FILE: 'elsewhere.json' });
  await runs('old', { HOLIDAYS: 'none' });
  await runs('stopped', { HOLIDAYS: 'none' });
  await instances.remove('stopped');
  await runSql(
    store,
    `update rental_desk.instances set seen_at = seen_at - interval '3 minutes' where id = 'old'`,
  );
  expect(await examined()).toEqual({
    lines: [
      '✓ Instances: 2 are running, with the version, secret and settings that are used here.',
    ],
    problems: 0,
  });
  await runs('one');
  expect(await runSql(store, 'select id from rental_desk.instances order by id')).toEqual([
    { id: 'one' },
    { id: 'two' },
  ]);
});

test('the instance that reads for all is named, beside the others that run', async () => {
  await runs('3f2a91c0-one');
  await runs('77b1c2d3-two');
  await store.sharedSnapshots?.lease('77b1c2d3-two', true);
  expect((await examined()).lines[1]).toBe(
    '– Instances: 77b1c2d3 reads the rental files for all. Also running: 3f2a91c0.',
  );
  await store.sharedSnapshots?.release('77b1c2d3-two');
  expect((await examined()).lines).toHaveLength(1);
});

test('a setting that differs between instances is named, with how many have it otherwise, and no value', async () => {
  const holidays = { HOLIDAYS: 'DE-BY', ACCESS_USERGROUPS: 'S0CANARY1,S0CANARY2' };
  const admins = { ADMIN_USERGROUPS: 'S0ADMINS1,S0ADMINS2' };
  await runs('one', { ...holidays, ...admins, CURRENCY: 'CHF' });
  await runs('two', { ...admins, CURRENCY: 'EUR' });
  await runs('three', { ADMIN_USERGROUPS: 'S0ADMINS2, S0ADMINS1', CURRENCY: 'EUR' });
  const { lines } = await examined(admins);
  const remedy = 'Set it to the same everywhere, and restart the instances one after another.';
  expect(lines).toEqual([
    `✗ Instances: ACCESS_USERGROUPS is not the same on all: 1 of 3 running has another one than is used here (one). ${remedy}`,
    `✗ Instances: HOLIDAYS is not the same on all: 1 of 3 running has another one than is used here (one). ${remedy}`,
    `✗ Instances: CURRENCY is not the same on all: 3 of 3 running have another one than is used here (one, three, two). ${remedy}`,
  ]);

  const rows = JSON.stringify(await runSql(store, 'select * from rental_desk.instances'));
  expect(rows).toContain('HOLIDAYS');
  expect(rows).not.toMatch(/DE-BY|S0CANARY|S0ADMINS|CHF|aaaa|xoxb|xapp|127\.0\.0\.1/);
});

test('what all running instances have otherwise waits for their restart, and is no problem', async () => {
  await runs('one');
  await runs('two');
  expect(await examined({ SHARED_SNAPSHOT: 'on', ACCESS_CHANNELS: 'C0123ABCD' })).toEqual({
    lines: [
      '– Instances: ACCESS_CHANNELS: all 2 running instances have another one than is used here, until restarted.',
      '– Instances: SHARED_SNAPSHOT: all 2 running instances have another one than is used here, until restarted.',
    ],
    // The channel is none that Slack knows.
    problems: 1,
  });
});

test('another version and another secret are named; settings under another secret are not compared', async () => {
  const other = { SLACK_SIGNING_SECRET: 'b'.repeat(32), HOLIDAYS: 'none' };
  await runs('one', other, '0.0.1');
  expect(await examined()).toEqual({
    lines: [
      '– Instances: The version of Rental Desk: the running instance has another one than is used here, until restarted.',
      '– Instances: SLACK_SIGNING_SECRET (SLACK_APP_TOKEN over Socket Mode without one): the running instance has another one than is used here, until restarted.',
    ],
    problems: 0,
  });
  await runs('two');
  const { lines, problems } = await examined();
  expect(lines).toEqual([
    expect.stringMatching(
      /^✗ Instances: The version of Rental Desk is not the same on all: 1 of 2 /,
    ),
    expect.stringMatching(/^✗ Instances: SLACK_SIGNING_SECRET .*: 1 of 2 .*_PREVIOUS/),
  ]);
  expect(problems).toBe(2);
});

test('a variable that cannot be used here is not compared, and without the secret nothing is', async () => {
  await runs('one');
  await runs('two');
  const unusable = await examined({ HOLIDAYS: 'nowhere' });
  expect(unusable.lines).toEqual([expect.stringMatching(/^✓ Instances: 2 are running/)]);
  const { lines } = await examined({ SLACK_SIGNING_SECRET: 'too-short' });
  expect(lines).toEqual([
    '– Instances: not checked, because SLACK_SIGNING_SECRET must be corrected first.',
  ]);
});
