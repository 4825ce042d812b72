import { readFileSync } from 'node:fs';
import { isDeepStrictEqual, parseEnv } from 'node:util';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { ConfigError, readConfig } from '../src/config.ts';

const COMPLETE = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
  RENTAL_FILES_URL: 'https://api.example.com/v1/rental-files?limit=100',
  RENTAL_AUTH_URL: 'https://auth.example.com',
  RENTAL_IDP: 'zitadel',
  RENTAL_PROJECT_ID: '123',
  RENTAL_KEY_FILE: 'key.json',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('the required variables alone make a configuration', () => {
  const { SLACK_SIGNING_SECRET: signingSecret, RENTAL_FILES_URL } = COMPLETE;
  expect(readConfig(COMPLETE)).toEqual({
    slack: {
      botToken: 'xoxb-1',
      apiUrl: null,
      transport: { kind: 'http', signingSecret },
      actionTokenSecret: signingSecret,
      previousSecret: null,
      workObjects: false,
    },
    listen: { port: 3000, host: null },
    rental: {
      firstPage: new URL(RENTAL_FILES_URL),
      authUrl: 'https://auth.example.com',
      idp: 'zitadel',
      projectId: '123',
      key: { path: 'key.json' },
      pollSeconds: 300,
      completionMax: null,
      changedSinceParam: null,
      fileLink: null,
    },
    access: { usergroups: [], channels: [], adminUsergroups: [], burst: 20 },
    assistants: null,
    store: { databaseUrl: null, dataDir: '.data' },
    accessLogDays: 365,
    eventLogDays: 400,
    language: 'en',
    currency: null,
    zone: 'Europe/Paris',
    holidays: 'FR',
    isSnapshotShared: false,
    logLevel: 'info',
    fingerprints: { secret: expect.any(String), settings: expect.any(Object) },
    warnings: [],
  });
});

test('the documents name the defaults', () => {
  const table = readFileSync('src/doctor/README.md', 'utf8').matchAll(
    /^\| `(\w+)` +\|[^|]*\| (?:`([^`]+)`|(\d+) *\|)/gm,
  );
  const example = readFileSync('.env.example', 'utf8').matchAll(
    /\bDefault (\S+?)[.:]?\s[^=]*?^(\w+)=$/gm,
  );
  const named = [
    ...Array.from(table, ([, name = '', word, number]) => [name, word ?? number] as const),
    ...Array.from(example, ([, value, name = '']) => [name, value] as const),
  ];
  expect(new Set(named.map(([name]) => name)).size).toBe(13);
  const other = named.filter(
    ([name, value]) =>
      !isDeepStrictEqual(readConfig({ ...COMPLETE, [name]: value }), readConfig(COMPLETE)),
  );
  expect(other).toEqual([]);
});

test('the documents name the bounds of numbers', () => {
  const table = readFileSync('src/doctor/README.md', 'utf8').matchAll(
    /^\| `([A-Z_]+)` [^|]*\|[^|]*?(\d[\d,]*) to (\d[\d,]*)/gm,
  );
  const named = Array.from(table, ([, name = '', ...bounds]) => ({
    name,
    bounds: bounds.map((bound) => Number(bound.replaceAll(',', ''))),
  }));
  expect(named.map(({ name }) => name)).toEqual([
    'RENTAL_POLL_SECONDS',
    'ACCESS_BURST',
    'ACCESS_LOG_DAYS',
    'EVENT_LOG_DAYS',
  ]);
  for (const { name, bounds } of named) {
    const [min = 0, max = 0] = bounds;
    const refused = [min - 1, min, max, max + 1].filter(
      (value) => problemsOf({ ...COMPLETE, [name]: String(value) }).length > 0,
    );
    expect([name, ...refused]).toEqual([name, min - 1, max + 1]);
  }
});

test('an app-level token chooses Socket Mode', () => {
  const { slack } = readConfig({ ...COMPLETE, SLACK_APP_TOKEN: 'xapp-1' });
  expect(slack.transport).toEqual({ kind: 'socket', appToken: 'xapp-1' });
});

test('assistants get answers only over HTTP and where no channel is chosen', () => {
  expect(readConfig({ ...COMPLETE, MCP: 'initials' }).assistants).toBe('initials');
  expect(problemsOf({ ...COMPLETE, MCP: 'initials', SLACK_APP_TOKEN: 'xapp-1' })).toEqual([
    expect.stringMatching(/^MCP needs HTTP mode/),
  ]);
  expect(problemsOf({ ...COMPLETE, MCP: 'reference', ACCESS_CHANNELS: 'C0123ABCD' })).toEqual([
    expect.stringMatching(/^MCP cannot be used beside ACCESS_CHANNELS/),
  ]);
  const off = { ...COMPLETE, MCP: 'off', SLACK_APP_TOKEN: 'xapp-1', ACCESS_CHANNELS: 'C0123ABCD' };
  expect(readConfig(off).assistants).toBeNull();
});

test('the signing secret of before goes beside the new one only', () => {
  const previous = { SLACK_SIGNING_SECRET_PREVIOUS: 'fedcba9876543210' };
  expect(readConfig({ ...COMPLETE, ...previous }).slack.previousSecret).toBe('fedcba9876543210');
  expect(readConfig(COMPLETE).slack.previousSecret).toBeNull();
  expect(
    problemsOf({
      ...COMPLETE,
      ...previous,
      SLACK_APP_TOKEN: 'xapp-1',
      SLACK_SIGNING_SECRET: '',
    }),
  ).toEqual([expect.stringContaining('SLACK_SIGNING_SECRET_PREVIOUS')]);
});

test('an empty environment is told everything that is missing at once', () => {
  expect(problemsOf({}).map((problem) => problem.split(' ')[0])).toEqual([
    'SLACK_BOT_TOKEN',
    'RENTAL_FILES_URL',
    'RENTAL_AUTH_URL',
    'RENTAL_IDP',
    'RENTAL_PROJECT_ID',
    'SLACK_SIGNING_SECRET',
    'RENTAL_KEY_FILE',
  ]);
  // What it is, and an example.
  for (const problem of problemsOf({})) {
    expect(problem).toMatch(/ is missing: (?:the|on) .+(?:, for example |Basic Information)/);
  }
  expect(problemsOf({})[0]).toContain('OAuth & Permissions');
});

test.each([
  ['SLACK_BOT_TOKEN', 'xoxp-1', 'those start with xoxb-'],
  ['SLACK_BOT_TOKEN', 'xoxb-1\nX-Other: 1', 'does not show'],
  ['SLACK_APP_TOKEN', 'xoxb-1', 'those start with xapp-'],
  ['SLACK_BOT_TOKEN', 'xapp-1', 'goes into SLACK_APP_TOKEN'],
  ['SLACK_BOT_TOKEN', '"xoxb-1"', 'without quotes'],
  ['SLACK_BOT_TOKEN', 'xoxb-\u200B1', 'does not show'],
  ['SLACK_SIGNING_SECRET', 'short', 'too short'],
  ['SLACK_SIGNING_SECRET', 'xoxb-0123456789abcdef', 'not a token'],
  ['SLACK_SIGNING_SECRET', '0123456789abcdef 123456789abcdef', '32 characters'],
  ['SLACK_SIGNING_SECRET', '0123456789abcdef0123456789abcde', '32 characters'],
  ['SLACK_SIGNING_SECRET_PREVIOUS', 'xapp-0123456789abcdef', 'not a token'],
  ['SLACK_API_URL', 'https://slack.com/', 'https://slack.com/api/'],
  ['HOST', 'https://desk.example.com', 'for example 127.0.0.1'],
  ['HOST', '127.0.0.1:3000', 'for example 127.0.0.1'],
  ['HOST', '3000', 'for example 127.0.0.1'],
  ['RENTAL_FILES_URL', 'https://api.example.com/files#page', 'before the #'],
  ['RENTAL_AUTH_URL', 'https://auth.example.com/oauth/v2/token', 'server alone'],
  ['RENTAL_AUTH_URL', 'https://auth.example.com/?a=1', 'server alone'],
  ['RENTAL_IDP', 'urn:zitadel:iam', 'name alone'],
  ['RENTAL_PROJECT_ID', 'Rental files', 'id alone'],
  ['RENTAL_KEY_FILE', '~/key.json', 'the whole path, for example /srv/rental-desk/key.json'],
  ['RENTAL_CHANGED_SINCE_PARAM', 'limit', 'is in RENTAL_FILES_URL already'],
  ['RENTAL_FILE_LINK', 'https://console.example.com/{id}/{id}', '{id} once'],
  ['ACCESS_CHANNELS', '#leasing', 'not names'],
  ['ACCESS_CHANNELS', 'C0123ABCD C0456EFGH', 'separated by commas'],
  ['ACCESS_CHANNELS', 'D0123ABCD', 'Slack ids'],
  ['ACCESS_CHANNELS', 'c0123abcd', 'Slack ids'],
  ['ACCESS_CHANNELS', "'C0123ABCD'", 'without quotes'],
  ['ACCESS_CHANNELS', ' , ', 'set but empty'],
  ['ACCESS_USERGROUPS', '', 'set but empty'],
  ['ACCESS_USERGROUPS', 'SALES', 'not names'],
  ['ADMIN_USERGROUPS', '', 'set but empty'],
  ['ACESS_CHANNELS', 'C0123ABCD', 'write it as ACCESS_CHANNELS'],
  ['SLACK_APPTOKEN', 'xapp-1', 'write it as SLACK_APP_TOKEN'],
  ['DATADIR', '/srv/desk', 'write it as DATA_DIR'],
  ['HOLIDAY', 'DE', 'write it as HOLIDAYS'],
  ['HOLIDAYS', 'no', 'Norway'],
  ['DATA_DIR', '/srv/$USER', 'the whole path'],
  ['SLACK_API_URL', 'https://slack.com/api/?a=1', 'before the ?'],
  ['RENTAL_FILES_URL', 'https://api.example.com/files?page=3', 'first page'],
  ['RENTAL_FILES_URL', 'https://api.example.com/files?Cursor=b2Zmc2V0', 'first page'],
  ['RENTAL_FILE_LINK', 'https://{id}.example.com/', 'behind the host'],
  ['DATABASE_URL', 'postgres://desk%ff:secret@db.example.com/desk', 'not a PostgreSQL URL'],
  ['DATABASE_URL', 'postgres://db.example.com/desk?sslmod=require', 'would be ignored'],
  ['DATABASE_URL', 'postgres://db.example.com/desk?sslmode=on', 'would be ignored'],
  ['ACCESS_CHANNEL', 'C0123ABCD', 'write it as ACCESS_CHANNELS'],
  ['ADMIN_USER_GROUPS', 'S0123ABCD', 'write it as ADMIN_USERGROUPS'],
  ['DATABASE_URI', 'postgres://db.example.com/desk', 'write it as DATABASE_URL'],
  ['DATABASE_URL', 'postgres://desk:12#x@db.example.com/desk', 'not a PostgreSQL URL'],
  ['DATABASE_URL', 'postgres://desk@db.example.com', 'names no database'],
  ['DATA_DIR', '$HOME/desk', 'the whole path'],
  ['TZ_DEFAULT', '+02:00', 'time zone'],
  ['TZ_DEFAULT', 'Etc/GMT+2', 'time zone'],
  ['TZ_DEFAULT', 'EST', 'time zone'],
  ['HOLIDAYS', 'XX', 'without known holidays'],
  ['HOLIDAYS', 'FR-99', 'FR-67'],
  ['HOLIDAYS', 'DE-BY-XX', 'DE-BY'],
  ['SLACK_SIGNING_SECRET_PREVIOUS', 'short', 'too short'],
  [
    'SLACK_SIGNING_SECRET_PREVIOUS',
    '0123456789abcdef0123456789abcdef',
    'beside a newer SLACK_SIGNING_SECRET',
  ],
  ['SLACK_API_URL', 'slack.com', 'not a URL'],
  ['PORT', '70000', 'between 0 and 65535, for example 3000'],
  ['PORT', 'http', 'whole number'],
  ['RENTAL_FILES_URL', 'http://api.example.com/', 'must be an https URL'],
  ['RENTAL_FILES_URL', 'ftp://127.0.0.1/', 'must be an https URL'],
  ['RENTAL_FILES_URL', 'http://127.0.0.1.example.com/', 'must be an https URL'],
  ['RENTAL_AUTH_URL', 'https://user:secret@auth.example.com', 'user name or a password'],
  ['RENTAL_KEY', '{}', 'keep one of them'],
  ['RENTAL_KEY', '{', 'in single quotes'],
  ['RENTAL_KEY_FILE', '{"key":"-----BEGIN PRIVATE KEY-----"}', 'goes into RENTAL_KEY'],
  ['RENTAL_POLL_SECONDS', '1', 'between 10 and 86400'],
  ['RENTAL_COMPLETION_MAX', '10', 'must be 1 or 100'],
  ['RENTAL_FILE_LINK', 'https://console.example.com/', 'must hold {id}'],
  ['ACCESS_USERGROUPS', '@leasing', 'Slack ids'],
  ['ACCESS_CHANNELS', 'C0123,#lyon', 'Slack ids'],
  ['ACCESS_BURST', '1001', 'between 0 and 1000'],
  ['ACCESS_LOG_DAYS', '0', 'between 1 and 3650'],
  ['EVENT_LOG_DAYS', '0', 'between 1 and 3650'],
  ['ADMIN_USERGROUPS', 'C0123ABCD', 'Slack ids'],
  ['DATABASE_URL', 'mysql://desk:secret@db.example.com/desk', 'not a PostgreSQL URL'],
  ['DATABASE_URL', 'postgres://desk:se/cret@db.example.com/desk', 'not a PostgreSQL URL'],
  ['DATABASE_URL', 'postgres:///desk', 'for a Unix socket postgres://desk:password@/desk?host=/'],
  ['DATABASE_URL', 'postgres://desk:secret@/desk', 'for a Unix socket'],
  ['DATABASE_URL', 'postgres://desk:secret@/desk?host=db', 'for a Unix socket'],
  ['DATABASE_URL', 'postgres://desk:secret@/?host=/run', 'names no database'],
  ['DATABASE_URL', 'postgres://desk:secret@/desk?host=/run&sslmode=on', 'would be ignored'],
  ['DATABASE_URL', 'postgres:///desk?host=', 'not a PostgreSQL URL'],
  ['DATABASE_URL', 'db.example.com', 'not a PostgreSQL URL'],
  ['DATA_DIR', 'postgres://desk:secret@db.example.com/desk', 'goes into DATABASE_URL'],
  ['RENTAL_CHANGED_SINCE_PARAM', 'a=b&c', 'name of a query parameter'],
  ['TZ_DEFAULT', 'Paris', 'time zone'],
  ['HOLIDAYS', 'France', 'FR or FR-67'],
  ['LOCALE_DEFAULT', 'de', 'en or fr'],
  ['MCP', 'full', 'off, initials or reference'],
  ['MCP', 'on', 'off, initials or reference'],
  ['CURRENCY', '€', 'for example EUR'],
  ['CURRENCY', 'eur', 'three capital letters'],
  ['CURRENCY', 'EUX', 'for example EUR'],
  ['LOG_LEVEL', 'loud', 'must be one of'],
])('%s=%s stops the start and says why', (name, value, why) => {
  const [problem, ...others] = problemsOf({ ...COMPLETE, [name]: value });

  expect(problem).toContain(name);
  expect(problem).toContain(why);
  expect(others).toEqual([]);
});

/** A valid value of each variable that is not its default, and where it arrives. */
const TAKEN: readonly (readonly [string, string, object])[] = [
  ['SLACK_BOT_TOKEN', 'xoxb-2-a', { slack: { botToken: 'xoxb-2-a' } }],
  ['SLACK_APP_TOKEN', 'xapp-1-A', { slack: { transport: { appToken: 'xapp-1-A' } } }],
  [
    'SLACK_SIGNING_SECRET',
    'fedcba9876543210fedcba9876543210',
    { slack: { transport: { signingSecret: 'fedcba9876543210fedcba9876543210' } } },
  ],
  [
    'SLACK_SIGNING_SECRET_PREVIOUS',
    'fedcba9876543210',
    { slack: { previousSecret: 'fedcba9876543210' } },
  ],
  [
    'SLACK_API_URL',
    'https://slack-gov.com/api',
    { slack: { apiUrl: 'https://slack-gov.com/api/' } },
  ],
  ['PORT', '8080', { listen: { port: 8080 } }],
  ['HOST', '::1', { listen: { host: '::1' } }],
  ['HOST', 'localhost', { listen: { host: 'localhost' } }],
  [
    'RENTAL_AUTH_URL',
    'https://auth.example.com/realm',
    { rental: { authUrl: 'https://auth.example.com/realm' } },
  ],
  ['RENTAL_IDP', 'acme', { rental: { idp: 'acme' } }],
  ['RENTAL_PROJECT_ID', '987@desk', { rental: { projectId: '987@desk' } }],
  ['RENTAL_KEY_FILE', '/run/secrets/key', { rental: { key: { path: '/run/secrets/key' } } }],
  ['RENTAL_CHANGED_SINCE_PARAM', 'since', { rental: { changedSinceParam: 'since' } }],
  ['RENTAL_POLL_SECONDS', '60', { rental: { pollSeconds: 60 } }],
  [
    'RENTAL_FILES_URL',
    'https://api.example.com/files?page=1',
    { rental: { firstPage: { search: '?page=1' } } },
  ],
  [
    'RENTAL_FILE_LINK',
    'https://console.example.com/files?id={ID}',
    { rental: { fileLink: 'https://console.example.com/files?id={id}' } },
  ],
  ['SLACK_CLIENT_SECRET', 'another program’s', {}],
  ['RENTAL_COMPLETION_MAX', '1', { rental: { completionMax: 1 } }],
  ['RENTAL_COMPLETION_MAX', '100', { rental: { completionMax: 100 } }],
  ['ACCESS_USERGROUPS', 'S0123ABCD, S0456EFGH', { access: { usergroups: { length: 2 } } }],
  ['ACCESS_CHANNELS', 'C0123ABCD,G0456EFGH,', { access: { channels: ['C0123ABCD', 'G0456EFGH'] } }],
  ['ACCESS_BURST', '0', { access: { burst: 0 } }],
  ['ADMIN_USERGROUPS', 'SABCDEFGH', { access: { adminUsergroups: ['SABCDEFGH'] } }],
  ['ACCESS_LOG_DAYS', '30', { accessLogDays: 30 }],
  ['EVENT_LOG_DAYS', '30', { eventLogDays: 30 }],
  [
    'DATABASE_URL',
    'postgres://db/desk?sslmode=require',
    { store: { databaseUrl: 'postgres://db/desk?sslmode=require' } },
  ],
  ['DATA_DIR', './store', { store: { dataDir: './store' } }],
  ['TZ_DEFAULT', 'Europe/Lisbon', { zone: 'Europe/Lisbon' }],
  ['TZ_DEFAULT', 'UTC', { zone: 'UTC' }],
  ['HOLIDAYS', 'FR-67', { holidays: 'FR-67' }],
  ['HOLIDAYS', 'de-by-evang', { holidays: 'DE-BY-EVANG' }],
  ['HOLIDAYS', 'none', { holidays: 'none' }],
  ['HOLIDAYS', 'None', { holidays: 'none' }],
  ['LOCALE_DEFAULT', 'fr', { language: 'fr' }],
  ['SHARED_SNAPSHOT', 'on', { isSnapshotShared: true }],
  ['SHARED_SNAPSHOT', 'off', { isSnapshotShared: false }],
  ['MCP', 'off', { assistants: null }],
  ['MCP', 'reference', { assistants: 'reference' }],
  ['MCP', 'initials', { assistants: 'initials' }],
  ['CURRENCY', 'CHF', { currency: 'CHF' }],
  ['LOG_LEVEL', 'fatal', { logLevel: 'fatal' }],
];

test.each(TAKEN)('%s=%s is taken', (name, value, part) => {
  expect(readConfig({ ...COMPLETE, [name]: value })).toMatchObject(part);
});

test('every variable is tried above with a value that is not its default', () => {
  const tried = TAKEN.map(([name]) => name);
  // The others need or replace another one, and are tried below.
  const untried = variablesOf('.env.example').filter((name) => !tried.includes(name));
  expect(untried).toEqual(['RENTAL_KEY', 'WORK_OBJECTS']);
});

/** They may differ between instances on one database. */
const OF_ONE_INSTANCE = [
  'SLACK_APP_TOKEN',
  'PORT',
  'HOST',
  'RENTAL_KEY_FILE',
  'DATABASE_URL',
  'DATA_DIR',
  'LOG_LEVEL',
];

const OF_ALL = TAKEN.filter(([name]) => variablesOf('.env.example').includes(name)).filter(
  ([name]) => name !== 'SLACK_SIGNING_SECRET',
);

test.each(OF_ALL)(
  '%s=%s changes the fingerprint of that variable, unless it is the default or of one instance',
  (name, value) => {
    const { fingerprints: before, ...asBefore } = readConfig(COMPLETE);
    const { fingerprints: after, ...config } = readConfig({ ...COMPLETE, [name]: value });
    const isSame = OF_ONE_INSTANCE.includes(name) || isDeepStrictEqual(config, asBefore);
    const names = Object.keys({ ...before.settings, ...after.settings });
    const changed = names.filter((each) => before.settings[each] !== after.settings[each]);
    expect(changed).toEqual(isSame ? [] : [name]);
    expect(after.secret).toBe(before.secret);
  },
);

test.each([
  ['Socket Mode', { SLACK_APP_TOKEN: 'xapp-1-A' }],
  ['a Slack of one’s own', { SLACK_API_URL: 'http://127.0.0.1:9/api/' }],
])('in %s a signing secret may have any form, over HTTP that of Slack’s alone', (_, over) => {
  const SLACK_SIGNING_SECRET = 'a-secret-of-another-form';
  expect(problemsOf({ ...COMPLETE, ...over, SLACK_SIGNING_SECRET })).toEqual([]);
  expect(problemsOf({ ...COMPLETE, SLACK_SIGNING_SECRET })).toEqual([
    expect.stringContaining('SLACK_SIGNING_SECRET'),
  ]);
});

test('no fingerprint under one secret is that under another', () => {
  const secrets = [COMPLETE.SLACK_SIGNING_SECRET, 'f'.repeat(32)];
  const all = secrets.flatMap((SLACK_SIGNING_SECRET) => {
    const { secret, settings } = readConfig({ ...COMPLETE, SLACK_SIGNING_SECRET }).fingerprints;
    return [secret, ...Object.values(settings)];
  });
  expect(all.length).toBeGreaterThan(30);
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  ['LOG_LEVEL', 'logLevel', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']],
  ['LOCALE_DEFAULT', 'language', ['en', 'fr']],
  ['MCP', 'assistants', ['initials', 'reference']],
  ['TZ_DEFAULT', 'zone', ['UTC', ...Intl.supportedValuesOf('timeZone')]],
  ['CURRENCY', 'currency', Intl.supportedValuesOf('currency')],
  ['HOLIDAYS', 'holidays', ['none', 'FR', 'FR-67', 'DE-BY', 'US', 'CH-GE', 'BE', 'LU']],
] as const)('%s takes each of its values', (name, field, values) => {
  const arrived = values.map((value) => readConfig({ ...COMPLETE, [name]: value })[field]);
  expect(arrived).toEqual(values);
});

test.each([
  ['PORT', '0', '65535'],
  ['RENTAL_POLL_SECONDS', '10', '86400'],
  ['ACCESS_BURST', '0', '1000'],
  ['ACCESS_LOG_DAYS', '1', '3650'],
  ['EVENT_LOG_DAYS', '1', '3650'],
])('%s takes %s and %s, and nothing beyond', (name, least, most) => {
  const problemsWith = (value: number) => problemsOf({ ...COMPLETE, [name]: String(value) });
  expect([problemsWith(Number(least)), problemsWith(Number(most))]).toEqual([[], []]);
  expect(problemsWith(Number(most) + 1)).toEqual([expect.stringContaining(name)]);
  expect(problemsWith(Number(least) - 1)).toEqual([expect.stringContaining(name)]);
});

test('a key in the environment is taken instead of its path', () => {
  const { RENTAL_KEY_FILE: _, ...others } = COMPLETE;
  const json = '{\n"userId":"1"}';
  expect(readConfig({ ...others, RENTAL_KEY: json }).rental.key).toEqual({ json });
});

test.each([
  // Like ours, and not too much longer or shorter.
  ['ADMIN_USERGROUPSXYZ', 'ADMIN_USERGROUPS'],
  ['ADMIN_USERGROUPSWXYZ', null],
  ['RENTAL_FILE_LINKS', 'RENTAL_FILE_LINK'],
  // Like no other of ours: two wrong letters at most.
  ['SLACK_BOT_TOKENXY', 'SLACK_BOT_TOKEN'],
  ['DATA_DIRS', 'DATA_DIR'],
  ['SLACK_SIGNING_SECRETXY', 'SLACK_SIGNING_SECRET'],
  ['SHARED_SNAP', null],
  // Too short to be told from those of other programs.
  ['HOSTS', null],
  ['PORTS', null],
  ['HOLIDA', null],
])('whether %s is taken for a mistyped name: %s', (name, meant) => {
  const { [meant ?? '']: _, ...others } = { ...COMPLETE } as Record<string, string>;
  const told = problemsOf({ ...others, [name]: 'x' }).filter((one) => one.startsWith(name));
  const said =
    meant === null
      ? []
      : [
          `${name} is not read: write it as ${meant}, or remove it; if another program needs it, set ${meant} as well`,
        ];
  expect(told).toEqual(said);
});

test.each([
  ['DATABASE_PORT', 'tcp://10.0.0.1:5432'],
  ['DATABASE_PORT_5432_TCP', 'tcp://10.0.0.1:5432'],
  ['DATABASE_PORT_5432_TCP_ADDR', '10.0.0.1'],
  ['DATABASE_SERVICE_HOST', '10.0.0.1'],
  ['RENTAL_KEY_PORT', 'tcp://10.0.0.1:80'],
  ['RENTAL_IDP_SERVICE_PORT', '80'],
  ['DATA_DIR_PORT', 'udp://10.0.0.1:80'],
])('%s=%s, which Kubernetes sets for a service, is ignored', (name, value) => {
  expect(problemsOf({ ...COMPLETE, [name]: value })).toEqual([]);
  expect(readConfig({ ...COMPLETE, [name]: value }).warnings).toEqual([]);
});

test.each([
  ['DATABASE_PORT', '5432'],
  ['DATABASE_USER', 'desk'],
  ['DATABASE_DIR', '/srv'],
])('%s=%s may be for another program, and is only warned of', (name, value) => {
  const { warnings } = readConfig({ ...COMPLETE, [name]: value });
  expect(warnings).toEqual([`${name} is not read: for Rental Desk, write it as DATABASE_URL`]);
  const DATABASE_URL = 'postgres://db.example.com/desk';
  expect(readConfig({ ...COMPLETE, DATABASE_URL, [name]: value }).warnings).toEqual([]);
});

test('a name that another program needs stops nothing beside the right one', () => {
  expect(problemsOf({ ...COMPLETE, LOGLEVEL: 'debug' })).toEqual([
    expect.stringMatching(/^LOGLEVEL is not read: .+ set LOG_LEVEL as well$/),
  ]);
  const { warnings } = readConfig({ ...COMPLETE, LOGLEVEL: 'debug', LOG_LEVEL: 'info' });
  expect(warnings).toEqual([]);
});

test('a shared snapshot without PostgreSQL is taken, and warned of', () => {
  const SHARED_SNAPSHOT = 'on';
  expect(readConfig({ ...COMPLETE, SHARED_SNAPSHOT }).warnings).toEqual([
    expect.stringMatching(/^SHARED_SNAPSHOT has no effect without DATABASE_URL/),
  ]);
  const DATABASE_URL = 'postgres://db.example.com/desk';
  expect(readConfig({ ...COMPLETE, SHARED_SNAPSHOT, DATABASE_URL }).warnings).toEqual([]);
});

test('links become Work Objects where there are links', () => {
  const links = { RENTAL_FILE_LINK: 'https://console.example.com/{id}' };
  const slackWith = (more: object) => readConfig({ ...COMPLETE, ...more }).slack;
  expect(slackWith({ ...links, WORK_OBJECTS: 'on' }).workObjects).toBe(true);
  expect([slackWith(links), slackWith({ ...links, WORK_OBJECTS: 'off' })]).toMatchObject([
    { workObjects: false },
    { workObjects: false },
  ]);
  expect(problemsOf({ ...COMPLETE, WORK_OBJECTS: 'on' })).toEqual([
    expect.stringMatching(/^WORK_OBJECTS is on, but/),
  ]);
});

test('tokens in each other’s variables are said to be swapped', () => {
  const swapped = { ...COMPLETE, SLACK_BOT_TOKEN: 'xapp-1', SLACK_APP_TOKEN: 'xoxb-1' };
  expect(problemsOf(swapped)[0]).toContain('these two are swapped');
});

/** The problems of a `.env`, read as Node reads it. */
function problemsOfFile(lines: string): readonly string[] {
  try {
    readConfig({ ...COMPLETE, ...parseEnv(lines) }, lines);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test.each([
  ['ACCESS_CHANNELS=#leasing', 'ACCESS_CHANNELS is cut short'],
  ['export ADMIN_USERGROUPS=#admins', 'ADMIN_USERGROUPS is cut short'],
  ['RENTAL_FILE_LINK=https://c.example/#/{id}', 'RENTAL_FILE_LINK is cut short'],
  ['DATA_DIR=/srv/desk#2', 'DATA_DIR is cut short'],
  ['DATABASE_URL=postgres://desk:a#b@db/desk', 'DATABASE_URL is cut short'],
  ['ACCESS_CHANNELS= #leasing', 'ACCESS_CHANNELS is set but empty'],
  ['ACCESS_CHANNELS=""', 'ACCESS_CHANNELS is set but empty'],
])('in .env, %s does not mean something else', (line, problem) => {
  expect(problemsOfFile(line)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  'ACCESS_CHANNELS=',
  'ACCESS_CHANNELS=\r\nADMIN_USERGROUPS=  ',
  'DATA_DIR="/srv/desk#2"',
  'DATA_DIR=/srv/desk # the second one',
  '# ACCESS_CHANNELS=#leasing',
])('in .env, %j is fine', (lines) => {
  expect(problemsOfFile(lines)).toEqual([]);
});

test('a line of .env that the environment overrules, or that is not for us, cuts nothing short', () => {
  const lines = 'DATA_DIR=/srv/desk#2\nOTHERS_VARIABLE=a#b';
  const { store } = readConfig({ ...COMPLETE, ...parseEnv(lines), DATA_DIR: '/data' }, lines);
  expect(store.dataDir).toBe('/data');
});

test.each(['http://127.0.0.1:4401/x', 'http://localhost:1/x', 'http://[::1]:1/x'])(
  'plain http is good enough for this very machine: %s',
  (url) => {
    expect(readConfig({ ...COMPLETE, RENTAL_FILES_URL: url }).rental.firstPage.href).toBe(url);
  },
);

test.each([
  'postgres://desk:s%2Fcret@db.example.com:6432/desk',
  'postgresql://localhost/desk',
  'postgres:///desk?host=/var/run/postgresql',
  'postgres://desk:secret@/desk?host=/var/run/postgresql',
  'postgres://desk:secret@%2Fvar%2Frun%2Fpostgresql/desk',
])('a PostgreSQL URL is taken as it is: %s', (url) => {
  expect(readConfig({ ...COMPLETE, DATABASE_URL: url }).store.databaseUrl).toBe(url);
});

test.each([
  'https://console.example.com/files/{id}?tab=1',
  'https://console.example.com/#/files/{id}',
  'https://console.example.com/files?id={id}#documents',
])('the link to a file keeps its place for the id: %s', (link) => {
  expect(readConfig({ ...COMPLETE, RENTAL_FILE_LINK: link }).rental.fileLink).toBe(link);
});

test('no environment makes it throw anything but its own error, or tell a value', () => {
  const names = [...variablesOf('.env.example'), 'UNHEARD_OF'];
  const value = fc.string({ minLength: 24, maxLength: 60 });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (environment) => {
      const told = problemsOf(environment).join('\n');
      expect(Object.values(environment).filter((secret) => told.includes(secret))).toEqual([]);
    }),
  );
});

test('the example file names every variable that is read, and no other', () => {
  const read = [...readFileSync('src/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)];
  expect(variablesOf('.env.example')).toEqual(read.map(([, name]) => name));
});

function variablesOf(path: string): string[] {
  return Array.from(
    readFileSync(path, 'utf8').matchAll(/^(?:# )?([A-Z_]+)=/gm),
    ([, name = '']) => name,
  );
}
