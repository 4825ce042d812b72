import { readFileSync } from 'node:fs';

import { z } from 'zod';

import {
  holidayPlace,
  host,
  ids,
  NO_SECRET,
  plainPath,
  postgresUrl,
  required,
  secureUrl,
  slackSecret,
  wholeNumber,
  zoneName,
  type Fingerprints,
  fingerprintsOf,
  foreignNames,
  misspellings,
} from './variables.ts';

/** The validated environment. No variable is read anywhere else. */
export interface Config {
  readonly slack: {
    readonly botToken: string;
    /** Base of the Web API, ending with a slash; `null` is Slack's own. */
    readonly apiUrl: string | null;
    readonly transport:
      | { readonly kind: 'socket'; readonly appToken: string }
      | { readonly kind: 'http'; readonly signingSecret: string };
    /** Key material of action tokens, the same for HTTP and Socket Mode. */
    readonly actionTokenSecret: string;
    /** Accepts requests and buttons from before the signing secret was rotated. */
    readonly previousSecret: string | null;
    /** Whether links to rental files become Work Objects. */
    readonly workObjects: boolean;
  };
  readonly listen: {
    readonly port: number;
    /** `null` listens on every interface. */
    readonly host: string | null;
  };
  readonly rental: {
    readonly firstPage: URL;
    /** As it was written: also the audience of assertions. */
    readonly authUrl: string;
    readonly idp: string;
    readonly projectId: string;
    readonly key: { readonly path: string } | { readonly json: string };
    readonly pollSeconds: number;
    /** Scale of completion rates; `null` is inferred from the files. */
    readonly completionMax: 1 | 100 | null;
    /** Query parameter of the service for files changed since a time. */
    readonly changedSinceParam: string | null;
    /** Link to a rental file in the console, with `{id}`. */
    readonly fileLink: string | null;
  };
  readonly access: {
    readonly usergroups: readonly string[];
    readonly channels: readonly string[];
    /** Their members manage others’ digests and read the access log; empty: workspace admins. */
    readonly adminUsergroups: readonly string[];
    /** Burst of requests per person, refilled by one per second; 0 is no limit. */
    readonly burst: number;
  };
  /** What AI assistants may be shown of people over MCP; `null` answers none. */
  readonly assistants: 'initials' | 'reference' | null;
  readonly store: {
    /** PostgreSQL, with its password; `null` is the embedded database. */
    readonly databaseUrl: string | null;
    /** The folder of the embedded database. */
    readonly dataDir: string;
  };
  /** Whether one instance reads the files for all that use the same PostgreSQL. */
  readonly isSnapshotShared: boolean;
  readonly accessLogDays: number;
  /** Retention of what happened to rental files. */
  readonly eventLogDays: number;
  readonly language: 'en' | 'fr';
  /** ISO 4217 code of every amount of the service, which names none; `null` is unknown. */
  readonly currency: string | null;
  /** For people without a time zone in Slack. */
  readonly zone: string;
  /** Country or region of the public holidays, or `none`. */
  readonly holidays: string;
  readonly logLevel: string;
  /** What all instances on one database must have in common. */
  readonly fingerprints: Fingerprints;
  /** Variables without effect: each as a sentence that begins with its name, and holds no value. */
  readonly warnings: readonly string[];
}

/** An unusable environment; the message names each variable and its remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const lines = problems.map((problem) => `  ${problem}`);
    super(['The environment cannot be used (see .env.example):', ...lines].join('\n'));
    this.problems = problems;
  }
}

/**
 * Parses an environment. An empty variable counts as absent, but for the lists that limit access.
 *
 * @param envFile the text of the `.env` that Node has read into the environment
 * @throws {ConfigError} with every variable that is missing or unusable, never its value
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  envFile = '',
): Config {
  const set = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value?.trim() ? [[name, value.trim()]] : [],
    ),
  );
  const read = Environment.safeParse(set);
  const written = { environment, envFile, known: Object.keys(Environment.shape) };
  const all = [
    ...misspellings(written),
    ...(read.error?.issues ?? []).map(({ path: [name], message }) => `${String(name)} ${message}`),
    ...pairProblems(set),
  ];
  // The first problem of a variable is the one to correct first.
  const problems = all.filter(
    (one, at) => all.findIndex((other) => variableOf(other) === variableOf(one)) === at,
  );
  if (!read.success || problems.length > 0) throw new ConfigError(problems);
  const warnings = [...foreignNames(written), ...withoutEffect(read.data)];
  return { ...configFrom(read.data, set['RENTAL_AUTH_URL'] ?? ''), warnings };
}

/** The variable that a problem begins with. */
export function variableOf(problem: string): string {
  return problem.split(' ', 1)[0] ?? '';
}

/** `{id}`, as a URL has it in its path or in its query. */
const PLACEHOLDER = /\{id\}|%7Bid%7D/gi;

const Environment = z.object({
  SLACK_BOT_TOKEN: required(
    'the Bot User OAuth Token of OAuth & Permissions on api.slack.com/apps, for example xoxb-1234',
  ).regex(/^xoxb-[\w-]+$/, 'is not a bot token: those start with xoxb-, for example xoxb-1234'),
  SLACK_APP_TOKEN: z
    .string()
    .regex(
      /^xapp-[\w-]+$/,
      'is not an app-level token: those start with xapp-, for example xapp-1-A0123',
    )
    .optional(),
  SLACK_SIGNING_SECRET: slackSecret().optional(),
  SLACK_SIGNING_SECRET_PREVIOUS: slackSecret().optional(),
  SLACK_API_URL: secureUrl('https://slack.com/api/')
    .refine(
      ({ hostname, pathname }) =>
        !/(?:^|\.)slack(?:-gov)?\.com$/.test(hostname) || /^\/api\/?$/.test(pathname),
      'must end with /api/, for example https://slack.com/api/',
    )
    .refine(
      ({ search }) => search === '',
      'must end before the ?, for example https://slack.com/api/',
    )
    .optional(),
  PORT: wholeNumber(0, 65_535, '3000').default(3000),
  HOST: host().optional(),
  RENTAL_FILES_URL: secureUrl('https://api.example.com/v1/rental-files?limit=100', {
    what: 'the URL of the list of rental files',
  }).refine(
    ({ searchParams }) =>
      Array.from(searchParams).every(
        ([name, value]) => !/^(?:page|offset|cursor)$/i.test(name) || /^[01]?$/.test(value),
      ),
    'must be the first page: leave page, offset and cursor out, as in https://api.example.com/v1/rental-files?limit=100',
  ),
  RENTAL_AUTH_URL: secureUrl('https://auth.example.com', {
    what: 'the URL of the authorization server',
  }).refine(
    ({ pathname, search }) => search === '' && !/\/(?:oauth|\.well-known)\//.test(pathname),
    'must be the address of the server alone, for example https://auth.example.com: the path of its tokens is added to it',
  ),
  RENTAL_IDP: required('the identity provider’s name in the scopes, for example zitadel').regex(
    /^[\w.-]+$/,
    'must be the name alone that stands between urn: and :iam, for example zitadel',
  ),
  RENTAL_PROJECT_ID: required(
    'the project’s id at the authorization server, for example 123456789012345678',
  ).regex(
    /^[\w.@-]+$/,
    'must be the id alone, without blanks and colons, for example 123456789012345678',
  ),
  RENTAL_KEY_FILE: plainPath('/srv/rental-desk/key.json')
    .refine(
      (path) => !/[{\n]|-----BEGIN/.test(path),
      'holds a key itself: that goes into RENTAL_KEY',
    )
    .optional(),
  RENTAL_KEY: z
    .string()
    .refine(
      (json) => /[{\n]|-----BEGIN/.test(json),
      'is no JSON key; a path, for example key.json, goes into RENTAL_KEY_FILE',
    )
    .refine(
      (json) => json !== '{',
      'ends with its first line: in .env, put all of it in single quotes, or give its path as RENTAL_KEY_FILE',
    )
    .optional(),
  RENTAL_CHANGED_SINCE_PARAM: z
    .string()
    .regex(
      /^[\w.[\]-]{1,100}$/,
      'must be the name of a query parameter, for example updated_at__gte',
    )
    .optional(),
  RENTAL_POLL_SECONDS: wholeNumber(10, 86_400, '300').default(300),
  RENTAL_COMPLETION_MAX: z
    .enum(['1', '100'], 'must be 1 or 100, what a completion rate counts to: for example 100')
    .transform((max) => (max === '1' ? 1 : 100))
    .optional(),
  RENTAL_FILE_LINK: secureUrl('https://console.example.com/files/{id}', { isForPeople: true })
    .refine(
      ({ hostname, href }) => !/[{}%]/.test(hostname) && href.match(PLACEHOLDER)?.length === 1,
      'must hold {id} once, behind the host, for example https://console.example.com/files/{id}',
    )
    .optional(),
  WORK_OBJECTS: z.enum(['on', 'off'], 'must be on or off, for example off').default('off'),
  ACCESS_USERGROUPS: ids('S', 'S0123ABCD'),
  ACCESS_CHANNELS: ids('CG', 'C0123ABCD,C0456EFGH'),
  ACCESS_BURST: wholeNumber(0, 1_000, '20').default(20),
  ADMIN_USERGROUPS: ids('S', 'S0123ABCD'),
  ACCESS_LOG_DAYS: wholeNumber(1, 3650, '365').default(365),
  EVENT_LOG_DAYS: wholeNumber(1, 3650, '400').default(400),
  MCP: z
    .enum(
      ['off', 'initials', 'reference'],
      'must be off, initials or reference, for example reference',
    )
    .default('off'),
  DATABASE_URL: postgresUrl('postgres://desk:password@db.example.com/desk').optional(),
  SHARED_SNAPSHOT: z.enum(['on', 'off'], 'must be on or off, for example off').default('off'),
  DATA_DIR: plainPath('/srv/rental-desk/data')
    .refine((path) => !path.includes('://'), 'is a folder; a database’s URL goes into DATABASE_URL')
    .default('.data'),
  TZ_DEFAULT: zoneName('Europe/Paris').default('Europe/Paris'),
  HOLIDAYS: holidayPlace().default('FR'),
  LOCALE_DEFAULT: z.enum(['en', 'fr'], 'must be en or fr, for example en').default('en'),
  CURRENCY: z
    .string()
    .refine(
      (code) => Intl.supportedValuesOf('currency').includes(code),
      'must be a currency’s three capital letters in ISO 4217, for example EUR',
    )
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent, for example info',
    )
    .default('info'),
});

/** The format at Slack; a test workspace may have another. */
const SLACK_SECRET = /^[0-9a-f]{32}$/;

function pairProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  const parameter = set['RENTAL_CHANGED_SINCE_PARAM'] ?? '';
  if (URL.parse(set['RENTAL_FILES_URL'] ?? '')?.searchParams.has(parameter)) {
    problems.push(
      'RENTAL_CHANGED_SINCE_PARAM is in RENTAL_FILES_URL already, and would be replaced there: name the parameter for a time, for example updated_at__gte',
    );
  }
  const { SLACK_SIGNING_SECRET: secret, SLACK_APP_TOKEN: appToken, SLACK_API_URL: apiUrl } = set;
  if (secret && !appToken && !apiUrl && !SLACK_SECRET.test(secret)) {
    problems.push(`SLACK_SIGNING_SECRET ${NO_SECRET}`);
  }
  if (!set['SLACK_APP_TOKEN'] && !set['SLACK_SIGNING_SECRET']) {
    problems.push(
      'SLACK_SIGNING_SECRET is missing: on api.slack.com/apps open the app and copy the Signing Secret of Basic Information, or give SLACK_APP_TOKEN for Socket Mode',
    );
  }
  const previous = set['SLACK_SIGNING_SECRET_PREVIOUS'];
  if (previous && (previous === set['SLACK_SIGNING_SECRET'] || !set['SLACK_SIGNING_SECRET'])) {
    problems.push(
      'SLACK_SIGNING_SECRET_PREVIOUS goes beside a newer SLACK_SIGNING_SECRET: remove it, ' +
        'or give the new one there',
    );
  }
  problems.push(...assistantProblems(set));
  if (set['WORK_OBJECTS'] === 'on' && !set['RENTAL_FILE_LINK']) {
    problems.push(
      'WORK_OBJECTS is on, but there are no links to show: give RENTAL_FILE_LINK, for example https://console.example.com/files/{id}, or set it to off',
    );
  }
  if (!set['RENTAL_KEY_FILE'] && !set['RENTAL_KEY']) {
    problems.push(
      'RENTAL_KEY_FILE is missing: the path of the service account’s JSON key, for example /srv/rental-desk/key.json',
    );
  }
  if (set['RENTAL_KEY_FILE'] && set['RENTAL_KEY']) {
    problems.push('RENTAL_KEY is set beside RENTAL_KEY_FILE: keep one of them');
  }
  return problems;
}

/** Why `MCP` would answer nobody. */
function assistantProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  if ((set['MCP'] ?? 'off') === 'off') return [];
  if (set['SLACK_APP_TOKEN']) {
    return [
      'MCP needs HTTP mode: in Socket Mode Slack sends no assistant’s calls; set it to off, or leave SLACK_APP_TOKEN out',
    ];
  }
  if (!set['ACCESS_CHANNELS']) return [];
  return [
    'MCP cannot be used beside ACCESS_CHANNELS: an assistant’s call comes from no channel, so all would be refused; set it to off, or limit people with ACCESS_USERGROUPS instead',
  ];
}

/** Variables that change nothing without another one, which is no reason to refuse the start. */
function withoutEffect(values: z.output<typeof Environment>): string[] {
  return values.SHARED_SNAPSHOT === 'on' && values.DATABASE_URL === undefined
    ? [
        'SHARED_SNAPSHOT has no effect without DATABASE_URL, so each instance reads for itself: set DATABASE_URL, or set it to off',
      ]
    : [];
}

function configFrom(
  values: z.output<typeof Environment>,
  authUrl: string,
): Omit<Config, 'warnings'> {
  const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret = '' } = values;
  const actionTokenSecret = signingSecret || (appToken ?? '');
  return {
    slack: {
      botToken: values.SLACK_BOT_TOKEN,
      apiUrl: values.SLACK_API_URL?.href.replace(/(?<!\/)\/*$/, '/') ?? null,
      actionTokenSecret,
      previousSecret: values.SLACK_SIGNING_SECRET_PREVIOUS ?? null,
      workObjects: values.WORK_OBJECTS === 'on',
      transport: appToken ? { kind: 'socket', appToken } : { kind: 'http', signingSecret },
    },
    listen: { port: values.PORT, host: values.HOST ?? null },
    rental: {
      firstPage: values.RENTAL_FILES_URL,
      authUrl,
      idp: values.RENTAL_IDP,
      projectId: values.RENTAL_PROJECT_ID,
      key: values.RENTAL_KEY_FILE
        ? { path: values.RENTAL_KEY_FILE }
        : { json: values.RENTAL_KEY ?? '' },
      changedSinceParam: values.RENTAL_CHANGED_SINCE_PARAM ?? null,
      pollSeconds: values.RENTAL_POLL_SECONDS,
      completionMax: values.RENTAL_COMPLETION_MAX ?? null,
      fileLink: values.RENTAL_FILE_LINK?.href.replace(PLACEHOLDER, '{id}') ?? null,
    },
    access: {
      usergroups: values.ACCESS_USERGROUPS,
      channels: values.ACCESS_CHANNELS,
      burst: values.ACCESS_BURST,
      adminUsergroups: values.ADMIN_USERGROUPS,
    },
    assistants: values.MCP === 'off' ? null : values.MCP,
    store: { databaseUrl: values.DATABASE_URL ?? null, dataDir: values.DATA_DIR },
    isSnapshotShared: values.SHARED_SNAPSHOT === 'on',
    accessLogDays: values.ACCESS_LOG_DAYS,
    eventLogDays: values.EVENT_LOG_DAYS,
    language: values.LOCALE_DEFAULT,
    currency: values.CURRENCY ?? null,
    zone: values.TZ_DEFAULT,
    holidays: values.HOLIDAYS,
    logLevel: values.LOG_LEVEL,
    fingerprints: fingerprintsOf(values, actionTokenSecret),
  };
}

const PATH = '.env';

/**
 * The text of the `.env` in the working directory, which Node may have read into the environment;
 * empty without one.
 *
 * @throws {ConfigError} when it is a folder or cannot be read
 */
export function readEnvFile(): string {
  try {
    return readFileSync(PATH, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENOENT') return '';
    throw new ConfigError([
      code === 'EISDIR' ? ENV_FOLDER : `.env cannot be read (${code}): ${READ}`,
    ]);
  }
}

const ENV_FOLDER =
  '.env is a folder, which Docker creates when the file to mount does not exist: remove it, then copy .env.example to .env and fill it in, or set the variables in the environment alone';
const READ =
  'let the user who runs Rental Desk read it, or remove it and set the variables in the environment alone';
