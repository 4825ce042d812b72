import { z } from 'zod';

import { hasCredentials, isSecure } from './lib/secure-url.ts';

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
  };
  readonly listen: {
    readonly port: number;
    /** `null` listens on every interface. */
    readonly host: string | null;
  };
  readonly rental: {
    readonly firstPage: URL;
    readonly authUrl: URL;
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
  readonly store: {
    /** PostgreSQL, with its password; `null` is the embedded database. */
    readonly databaseUrl: string | null;
    /** The folder of the embedded database. */
    readonly dataDir: string;
  };
  /** Retention of the access log. */
  readonly accessLogDays: number;
  readonly language: 'en' | 'fr';
  /** ISO 4217 code of every amount of the service, which names none; `null` is unknown. */
  readonly currency: string | null;
  /** For people without a time zone in Slack. */
  readonly zone: string;
  /** Country or region of the public holidays, or `none`. */
  readonly holidays: string;
  readonly logLevel: string;
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
 * Parses an environment. An empty variable counts as absent.
 *
 * @throws {ConfigError} with every variable that is missing or unusable, never its value
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value?.trim() ? [[name, value.trim()]] : [],
    ),
  );
  const read = Environment.safeParse(set);
  const issues = read.error?.issues ?? [];
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ...pairProblems(set),
  ];
  if (!read.success || problems.length > 0) throw new ConfigError(problems);
  return configFrom(read.data);
}

const SHORT_SECRET =
  'is too short to be a signing secret, which has 32 characters: copy it from Basic Information on api.slack.com/apps';

const Environment = z.object({
  SLACK_BOT_TOKEN: required('the bot token, for example xoxb-1234').regex(
    /^xoxb-[\w-]+$/,
    'is not a bot token: those start with xoxb-',
  ),
  SLACK_APP_TOKEN: z
    .string()
    .regex(/^xapp-[\w-]+$/, 'is not an app-level token: those start with xapp-')
    .optional(),
  SLACK_SIGNING_SECRET: z.string().min(16, SHORT_SECRET).optional(),
  SLACK_SIGNING_SECRET_PREVIOUS: z.string().min(16, SHORT_SECRET).optional(),
  SLACK_API_URL: secureUrl('https://slack.com/api/').optional(),
  PORT: wholeNumber(0, 65_535, '3000').default(3000),
  HOST: z.string().optional(),
  RENTAL_FILES_URL: secureUrl('https://api.example.com/v1/rental-files?limit=100'),
  RENTAL_AUTH_URL: secureUrl('https://auth.example.com'),
  RENTAL_IDP: required('the identity provider’s name in the scopes, for example zitadel'),
  RENTAL_PROJECT_ID: required('the project’s id at the authorization server'),
  RENTAL_KEY_FILE: z
    .string()
    .refine(
      (path) => !/[{\n]|-----BEGIN/.test(path),
      'holds a key itself: that goes into RENTAL_KEY',
    )
    .optional(),
  RENTAL_KEY: z.string().optional(),
  RENTAL_CHANGED_SINCE_PARAM: z
    .string()
    .regex(
      /^[\w.[\]-]{1,100}$/,
      'must be the name of a query parameter, for example updated_at__gte',
    )
    .optional(),
  RENTAL_POLL_SECONDS: wholeNumber(10, 86_400, '300').default(300),
  RENTAL_COMPLETION_MAX: z
    .enum(['1', '100'], 'must be 1 or 100: what a completion rate counts to')
    .transform((max) => (max === '1' ? 1 : 100))
    .optional(),
  RENTAL_FILE_LINK: secureUrl('https://console.example.com/files/{id}')
    .refine(({ href }) => /\{id\}|%7Bid%7D/i.test(href), 'must hold {id}')
    .optional(),
  ACCESS_USERGROUPS: ids('S', 'S0123ABCD'),
  ACCESS_CHANNELS: ids('CG', 'C0123ABCD,C0456EFGH'),
  ACCESS_BURST: wholeNumber(0, 1_000, '20').default(20),
  ADMIN_USERGROUPS: ids('S', 'S0123ABCD'),
  ACCESS_LOG_DAYS: wholeNumber(1, 3650, '365').default(365),
  DATABASE_URL: postgresUrl('postgres://desk:password@db.example.com/desk').optional(),
  DATA_DIR: z
    .string()
    .refine((path) => !path.includes('://'), 'is a folder; a database’s URL goes into DATABASE_URL')
    .default('.data'),
  TZ_DEFAULT: zoneName('Europe/Paris').default('Europe/Paris'),
  HOLIDAYS: z
    .string()
    .regex(
      /^(?:none|[A-Z]{2}(?:-[A-Z0-9]{1,3}){0,2})$/i,
      'must be a place such as FR or FR-67, or none',
    )
    .default('FR'),
  LOCALE_DEFAULT: z.enum(['en', 'fr'], 'must be en or fr').default('en'),
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
      'must be one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
});

/** Problems of combinations of variables. */
function pairProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
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
  if (!set['RENTAL_KEY_FILE'] && !set['RENTAL_KEY']) {
    problems.push('RENTAL_KEY_FILE is missing: the path of the service account’s JSON key');
  }
  if (set['RENTAL_KEY_FILE'] && set['RENTAL_KEY']) {
    problems.push('RENTAL_KEY is set beside RENTAL_KEY_FILE: keep one of them');
  }
  return problems;
}

function configFrom(values: z.output<typeof Environment>): Config {
  const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret = '' } = values;
  return {
    slack: {
      botToken: values.SLACK_BOT_TOKEN,
      apiUrl: values.SLACK_API_URL?.href.replace(/(?<!\/)\/*$/, '/') ?? null,
      actionTokenSecret: signingSecret || (appToken ?? ''),
      previousSecret: values.SLACK_SIGNING_SECRET_PREVIOUS ?? null,
      transport: appToken ? { kind: 'socket', appToken } : { kind: 'http', signingSecret },
    },
    listen: { port: values.PORT, host: values.HOST ?? null },
    rental: {
      firstPage: values.RENTAL_FILES_URL,
      authUrl: values.RENTAL_AUTH_URL,
      idp: values.RENTAL_IDP,
      projectId: values.RENTAL_PROJECT_ID,
      key: values.RENTAL_KEY_FILE
        ? { path: values.RENTAL_KEY_FILE }
        : { json: values.RENTAL_KEY ?? '' },
      changedSinceParam: values.RENTAL_CHANGED_SINCE_PARAM ?? null,
      pollSeconds: values.RENTAL_POLL_SECONDS,
      completionMax: values.RENTAL_COMPLETION_MAX ?? null,
      fileLink: values.RENTAL_FILE_LINK?.href.replace(/%7Bid%7D/i, '{id}') ?? null,
    },
    access: {
      usergroups: values.ACCESS_USERGROUPS,
      channels: values.ACCESS_CHANNELS,
      burst: values.ACCESS_BURST,
      adminUsergroups: values.ADMIN_USERGROUPS,
    },
    store: { databaseUrl: values.DATABASE_URL ?? null, dataDir: values.DATA_DIR },
    accessLogDays: values.ACCESS_LOG_DAYS,
    language: values.LOCALE_DEFAULT,
    currency: values.CURRENCY ?? null,
    zone: values.TZ_DEFAULT,
    holidays: values.HOLIDAYS,
    logLevel: values.LOG_LEVEL,
  };
}

/** A required variable; `what` describes it, with an example. */
function required(what: string) {
  return z.string(`is missing: ${what}`);
}

/** An https URL, or plain http on this machine, without user name and password. */
function secureUrl(example: string) {
  return required(`for example ${example}`)
    .refine((value) => URL.canParse(value), `is not a URL; an example is ${example}`)
    .transform((value) => new URL(value))
    .refine(isSecure, 'must be an https URL')
    .refine((url) => !hasCredentials(url), 'must not hold a user name or a password');
}

/** The URL of a PostgreSQL database, unchanged since it holds a password. */
function postgresUrl(example: string) {
  return z
    .string()
    .refine(
      isPostgresUrl,
      `is not a PostgreSQL URL; an example is ${example} ` +
        '(in a password, / is written %2F, # is %23, ? is %3F and % is %25)',
    );
}

function isPostgresUrl(text: string): boolean {
  const { protocol, hostname } = URL.parse(text) ?? { protocol: '', hostname: '' };
  return (protocol === 'postgres:' || protocol === 'postgresql:') && hostname !== '';
}

/** The name of a time zone that this runtime knows. */
function zoneName(example: string) {
  return z.string().refine(isZone, `must be a time zone, for example ${example}`);
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A whole number from `min` to `max`. */
function wholeNumber(min: number, max: number, example: string) {
  return z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number, for example ${example}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`);
}

/** Comma-separated Slack ids that start with one of `initials`. */
function ids(initials: string, example: string) {
  const id = new RegExp(`^[${initials}][A-Z0-9]{2,}$`);
  return z
    .string()
    .default('')
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .transform((entries) => entries.filter((entry) => entry !== ''))
    .refine((entries) => entries.every((entry) => id.test(entry)), {
      message: `must be Slack ids separated by commas, for example ${example}`,
    });
}
