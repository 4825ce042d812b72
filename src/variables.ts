import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { parseEnv } from 'node:util';

import { z } from 'zod';

import { keyFrom } from './lib/crypto.ts';
import { hasCredentials, isSecure } from './lib/http.ts';
import { didYouMean, wrongLetters } from './lib/text.ts';
import { holidayRegions } from './portfolio/calendar.ts';

/** Max regions of a country that a problem names. */
const REGIONS_MAX = 12;

const SHORT_SECRET =
  'is too short to be a signing secret, which has 32 characters: copy it from Basic Information on api.slack.com/apps';
/** Also for a secret whose form is not that of Slack’s. */
export const NO_SECRET =
  'does not look like a signing secret, which has 32 characters, each of 0-9 or a-f, for example 8f742231b10e8888abcd9912345685a5: copy it (not a token, nor the Client Secret) from Basic Information on api.slack.com/apps';

const SECRET_LENGTH_MIN = 16;

/** A signing secret, as far as every workspace agrees on its form. */
export function slackSecret() {
  return z
    .string()
    .min(SECRET_LENGTH_MIN, SHORT_SECRET)
    .refine((secret) => !/^xox|^xapp-|\s/.test(secret), NO_SECRET);
}

/** A path that means what it says: nothing replaces `~` and `$HOME` in an environment. */
export function plainPath(example: string) {
  return z
    .string()
    .refine(
      (text) => !/^[~%]|\$/.test(text),
      `holds a sign that only a shell replaces: write the whole path, for example ${example}`,
    );
}

/** An address, or a name whose last part is not a number, which would be taken for an address. */
export function host() {
  return z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || /^(?:[a-z0-9_-]+\.)*[a-z_][a-z0-9_-]*\.?$/i.test(text),
      'must be an interface’s address or name alone, for example 127.0.0.1',
    );
}

/** A place whose public holidays are known, or `none`. */
export function holidayPlace() {
  return z
    .string()
    .regex(
      /^(?:none|[A-Z]{2}(?:-[A-Z0-9]{1,6}){0,2})$/i,
      'must be a place, for example FR or FR-67, or none',
    )
    .superRefine((place, context) => {
      const problem = placeProblem(place);
      if (problem !== null) context.addIssue(problem);
    })
    .transform((place) => (/^none$/i.test(place) ? 'none' : place.toUpperCase()));
}

/** Why the public holidays of a place are not known; `null` when they are. */
function placeProblem(place: string): string | null {
  if (/^none$/i.test(place)) return null;
  // YAML's word for false.
  if (place === 'no') return 'is Norway in capital letters only: write NO for it, or none';
  const regions = holidayRegions(place);
  if (regions === null)
    return 'is a country without known holidays: give another, for example FR, or none';
  return regions.length === 0 || regions.includes(place.toUpperCase())
    ? null
    : `is not a known part of its country; known are, for example, ${regions.slice(0, REGIONS_MAX).join(', ')}`;
}

/** A required variable; `what` describes it, with an example. */
export function required(what: string) {
  return z.string(`is missing: ${what}`);
}

/**
 * An https URL, or plain http on this machine, without user name and password.
 *
 * @param what what it is, where it may be missing
 * @param isForPeople whether a browser opens it: only that reads what is behind a #
 */
export function secureUrl(example: string, { what = 'a URL', isForPeople = false } = {}) {
  return required(`${what}, for example ${example}`)
    .refine(
      (value) => URL.canParse(value) && !/\s/.test(value),
      `is not a URL; an example is ${example}`,
    )
    .transform((value) => new URL(value))
    .refine(isSecure, `must be an https URL, for example ${example}`)
    .refine(
      (url) => !hasCredentials(url),
      `must not hold a user name or a password, as in ${example}`,
    )
    .refine(({ hash }) => isForPeople || hash === '', `must end before the #, as in ${example}`);
}

/** Parameters of a PostgreSQL URL that begin with `ssl`, and what they may be. */
const SSL_PARAMETERS: Readonly<Record<string, RegExp>> = {
  ssl: /^(?:true|false|1|0)$/,
  sslcert: /./,
  sslkey: /./,
  sslmode: /^(?:disable|allow|prefer|require|verify-ca|verify-full|no-verify)$/,
  sslnegotiation: /^(?:direct|postgres)$/,
  sslrootcert: /./,
};

/** The URL of a PostgreSQL database, unchanged since it holds a password. */
export function postgresUrl(example: string) {
  return z
    .string()
    .refine(
      isPostgresUrl,
      `is not a PostgreSQL URL; an example is ${example}, ` +
        'and for a Unix socket postgres://desk:password@/desk?host=/var/run/postgresql ' +
        '(in a password, / is written %2F, # is %23, ? is %3F and % is %25)',
    )
    .refine(
      (value) => /^\/[^/]/.test(parseDatabaseUrl(value)?.pathname ?? ''),
      `names no database behind the host; an example is ${example}`,
    )
    .refine(
      (value) =>
        Array.from(parseDatabaseUrl(value)?.searchParams ?? []).every(
          ([name, set]) => !/^ssl/i.test(name) || SSL_PARAMETERS[name]?.test(set) === true,
        ),
      `has a parameter for encryption that would be ignored; an example is ${example}?sslmode=verify-full`,
    );
}

function isPostgresUrl(text: string): boolean {
  const url = parseDatabaseUrl(text);
  if (url === null || url.hash !== '' || !isDecodable(text)) return false;
  const hasHost = url.hostname !== '' || namesSocket(url);
  return (url.protocol === 'postgres:' || url.protocol === 'postgresql:') && hasHost;
}

/** A URL as `pg` reads it: the host may be absent between `@` and `/` where `host=` names a socket. */
function parseDatabaseUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url !== null) return url;
  const completed = URL.parse(text.replace('@/', '@localhost/'));
  return completed !== null && namesSocket(completed) ? completed : null;
}

/** Whether `host=` names the folder of a Unix socket. */
function namesSocket({ searchParams }: URL): boolean {
  return searchParams.get('host')?.startsWith('/') === true;
}

/** Whether what is written with % is UTF-8; the database’s client takes a % alone as it is. */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25')) !== '';
  } catch {
    return false;
  }
}

/** The name of a time zone that this runtime knows. */
export function zoneName(example: string) {
  return z.string().refine(isZone, `must be a time zone, for example ${example}`);
}

/** Offsets and short names such as EST, which have no summer time; `Etc/GMT+2` even means -2. */
const FIXED_ZONE = /^(?:[+-]|Etc\/GMT[+-]|(?:GMT|UTC)[+-]|EST$|MST$|HST$)/i;

function isZone(name: string): boolean {
  if (FIXED_ZONE.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number, example: string) {
  return z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number, for example ${example}`)
    .transform(Number)
    .refine(
      (value) => value >= min && value <= max,
      `must lie between ${min} and ${max}, for example ${example}`,
    );
}

/** Comma-separated Slack ids that start with one of `initials`. */
export function ids(initials: string, example: string) {
  const id = new RegExp(`^[${initials}](?=.*\\d|.{8})[A-Z0-9]{2,}$`);
  return z
    .string()
    .default('')
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .transform((entries) => entries.filter((entry) => entry !== ''))
    .refine((entries) => entries.every((entry) => id.test(entry)), {
      message: `must be Slack ids, not names, separated by commas, for example ${example}`,
    });
}

interface Written {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of the `.env` that Node has read into the environment. */
  readonly envFile: string;
  /** The variables that are read. */
  readonly known: readonly string[];
}

/**
 * Variables that would silently mean something else than what was typed: each as a sentence that
 * begins with its name, and never holds its value.
 */
export function misspellings(written: Written): readonly string[] {
  return [
    ...cutValues(written),
    ...emptyLists(written),
    ...mistypedNames(written),
    ...oddValues(written),
    ...swappedTokens(written),
  ];
}

/** A line of `.env` whose value has no quotes, up to the `#` that ends it. */
const CUT_LINE =
  /^[^\S\n]*(?:export[^\S\n]+)?([A-Z][A-Z_]*)[^\S\n]*=[^\S\n]*[^\s'"`#][^\n#]*(?<!\s)#|^[^\S\n]*(?:export[^\S\n]+)?([A-Z][A-Z_]*)[^\S\n]*=#/gm;

/** Values of `.env` that a `#` without a blank before it has cut short, as in `NAME=#leasing`. */
function cutValues({ environment, envFile, known }: Written): string[] {
  const read = parseEnv(envFile);
  return Array.from(envFile.matchAll(CUT_LINE), ([, value, empty]) => value ?? empty ?? '')
    .filter((name) => known.includes(name) && environment[name] === read[name])
    .map((name) => `${name} is cut short at its #, which begins a comment in .env: ${QUOTES}`);
}

const QUOTES = 'put the value in quotes, for example NAME="a#b", or leave the # out';

/** Lists whose emptiness gives access to more people than a list does. */
const ACCESS_LISTS = ['ACCESS_USERGROUPS', 'ACCESS_CHANNELS', 'ADMIN_USERGROUPS'] as const;

/** Access lists that hold no id: what filled them has failed, unless `.env` itself leaves them blank. */
function emptyLists({ environment, envFile }: Written): string[] {
  return ACCESS_LISTS.filter((name) => {
    const isBlankLine = new RegExp(`^[^\\S\\n]*${name}[^\\S\\n]*=[^\\S\\n]*\\r?$`, 'm');
    const value = environment[name];
    return value !== undefined && /^[\s,]*$/.test(value) && !isBlankLine.test(envFile);
  }).map((name) => `${name} ${EMPTY_LIST}`);
}

const EMPTY_LIST =
  'is set but empty, which would lift its limit: give ids, for example S0123ABCD for a user group or C0123ABCD for a channel, or remove the variable';

/** Bounds of a name that is taken for a mistyped one. */
const NAME_LENGTH_MIN = 7;
const NAME_LENGTHS_APART_MAX = 3;
/** Wrong letters of a name that begins like no other of ours. */
const WRONG_LETTERS_MAX = 2;

/** Variables whose name is almost one of ours, and which would be ignored. */
function mistypedNames(written: Written): string[] {
  return unreadNames(written)
    .filter(({ isNear }) => isNear)
    .map(
      ({ name, nearest }) =>
        `${name} is not read: write it as ${nearest}, or remove it; if another program needs it, set ${nearest} as well`,
    );
}

/**
 * Variables that begin like one of ours and are not read, but may well be those of another program,
 * such as `DATABASE_USER`: each as a sentence that begins with its name, and never holds its value.
 */
export function foreignNames(written: Written): readonly string[] {
  return unreadNames(written)
    .filter(({ isNear }) => !isNear)
    .map(({ name, nearest }) => `${name} is not read: for Rental Desk, write it as ${nearest}`);
}

interface UnreadName {
  readonly name: string;
  /** The variable of ours that is probably intended, and is not set. */
  readonly nearest: string;
  /** Whether the name is too close to be that of another program. */
  readonly isNear: boolean;
}

function unreadNames({ environment, known }: Written): UnreadName[] {
  const names = Object.keys(environment).filter((name) => environment[name]?.trim());
  const long = known.filter((name) => name.length >= NAME_LENGTH_MIN);
  return names.flatMap((name) => {
    if (known.includes(name) || name.length < NAME_LENGTH_MIN) return [];
    if (isServiceLink(name, environment[name] ?? '')) return [];
    const nearest = didYouMean(name, long);
    if (nearest === null || names.includes(nearest)) return [];
    if (!isOurs(name)) {
      const isNear = wrongLetters(name, nearest) <= WRONG_LETTERS_MAX;
      return isNear ? [{ name, nearest, isNear }] : [];
    }
    if (Math.abs(nearest.length - name.length) > NAME_LENGTHS_APART_MAX) return [];
    return [{ name, nearest, isNear: /^RENTAL/i.test(name) || keepsLastWord(name, nearest) }];
  });
}

/** Whether a name begins like one of ours, which those of other programs rarely do. */
function isOurs(name: string): boolean {
  return /^(?:ACCESS|ADMIN|RENTAL|DATABASE|HOLIDAY|LOCALE|CURRENC|LOG_|TZ_)/i.test(name);
}

/** Whether any letter of the last word is left: `DATABASE_USER` is no misspelled `DATABASE_URL`. */
function keepsLastWord(name: string, nearest: string): boolean {
  const [lastWord = ''] = nearest.split('_').slice(-1);
  return wrongLetters(name.toUpperCase(), nearest) < lastWord.length;
}

/**
 * Whether Kubernetes, or a Docker link, sets this variable for a service, such as
 * `DATABASE_PORT=tcp://10.0.0.1:5432`. Its name is not the operator’s choice.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
function isServiceLink(name: string, value: string): boolean {
  const isAddress = /^(?:tcp|udp|sctp):\/\//.test(value);
  return (
    (name.endsWith('_PORT') && isAddress) ||
    name.endsWith('_SERVICE_HOST') ||
    name.endsWith('_SERVICE_PORT') ||
    name.includes('_SERVICE_PORT_') ||
    /_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/.test(name)
  );
}

/** Values with quotes around them, which some programs keep, or with characters that nobody sees. */
function oddValues({ environment, known }: Written): string[] {
  return known.flatMap((name) => {
    const value = environment[name]?.trim() ?? '';
    if (/^["'`“”‘’«»]|["'`“”‘’«»]$/.test(value)) {
      return [`${name} has a quote at its beginning or end: write it without quotes`];
    }
    const isInvisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/u.test(value) && name !== 'RENTAL_KEY';
    return isInvisible ? [`${name} holds a character that does not show: type it anew`] : [];
  });
}

/** Slack’s tokens, each in the other one’s variable. */
function swappedTokens({ environment }: Written): string[] {
  const { SLACK_BOT_TOKEN: bot = '', SLACK_APP_TOKEN: app = '' } = environment;
  const isAppToken = bot.trim().startsWith('xapp-');
  if (isAppToken && app.trim().startsWith('xoxb-')) {
    return [
      'SLACK_BOT_TOKEN and SLACK_APP_TOKEN: these two are swapped; the bot token starts with xoxb-, the app-level token with xapp-, for example xoxb-1234 and xapp-1-A0123',
    ];
  }
  return isAppToken
    ? [
        'SLACK_BOT_TOKEN holds an app-level token: that goes into SLACK_APP_TOKEN, and the bot token, for example xoxb-1234, here',
      ]
    : [];
}

/** What must be equal on all instances, without any value: it can be compared, and not read. */
export interface Fingerprints {
  /** Of the key material alone: equal where the secrets are. */
  readonly secret: string;
  /** By name of the variable. Those of instances with another secret cannot be compared. */
  readonly settings: Readonly<Record<string, string>>;
}

const KEY_PURPOSE = 'rental-desk instances';

/** Variables that may differ: they belong to one machine, or another check compares them. */
const OWN_VARIABLES: ReadonlySet<string> = new Set([
  'PORT',
  'HOST',
  'DATA_DIR',
  'LOG_LEVEL',
  // Each instance may have its own user there, and its own app-level token and key.
  'DATABASE_URL',
  'SLACK_APP_TOKEN',
  'RENTAL_KEY',
  'RENTAL_KEY_FILE',
  // Compared as the secret.
  'SLACK_SIGNING_SECRET',
]);

/**
 * HMAC-SHA256 of each setting, under a key from the app’s secret, so that who reads the database
 * cannot try values.
 *
 * @param values what the variables mean, by name, defaults included
 * @see https://www.rfc-editor.org/rfc/rfc2104
 */
export function fingerprintsOf(
  values: Readonly<Record<string, unknown>>,
  secret: string,
): Fingerprints {
  const key = keyFrom(secret, KEY_PURPOSE);
  const fingerprint = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const settings = Object.entries(values)
    .filter(([name, value]) => value !== undefined && !OWN_VARIABLES.has(name))
    .map(([name, value]) => {
      // The order of a list means nothing.
      const ordered = Array.isArray(value) ? value.map(String).toSorted() : value;
      return [name, fingerprint(JSON.stringify([name, ordered]))];
    });
  return { secret: fingerprint(''), settings: Object.fromEntries(settings) };
}
