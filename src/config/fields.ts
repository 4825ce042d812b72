import { isIP } from 'node:net';

import { z } from 'zod';

import { hasCredentials, isSecure } from '../lib/secure-url.ts';
import { holidayRegions } from '../portfolio/calendar/holidays.ts';

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
export function plainPath() {
  return z
    .string()
    .refine(
      (text) => !/^[~%]|\$/.test(text),
      'holds a sign that only a shell replaces: write the whole path, for example /srv/rental-desk',
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
    });
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

/** An https URL, or plain http on this machine, without user name and password. */
export function secureUrl(example: string) {
  return required(`for example ${example}`)
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
    .refine(({ hash }) => hash === '', `must end before the #, as in ${example}`);
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
      `is not a PostgreSQL URL; an example is ${example} ` +
        '(in a password, / is written %2F, # is %23, ? is %3F and % is %25)',
    )
    .refine(
      (value) => /^\/[^/]/.test(URL.parse(value)?.pathname ?? ''),
      `names no database behind the host; an example is ${example}`,
    )
    .refine(
      (value) =>
        Array.from(URL.parse(value)?.searchParams ?? []).every(
          ([name, set]) => !/^ssl/i.test(name) || SSL_PARAMETERS[name]?.test(set) === true,
        ),
      `has a parameter for encryption that would be ignored; an example is ${example}?sslmode=verify-full`,
    );
}

function isPostgresUrl(text: string): boolean {
  const { protocol, hostname, hash } = URL.parse(text) ?? { protocol: '', hostname: '', hash: '' };
  if (!isDecodable(text)) return false;
  return (protocol === 'postgres:' || protocol === 'postgresql:') && hostname !== '' && hash === '';
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
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`);
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
