import { z } from 'zod';

/** A variable that must be there; `what` says what it is, with an example. */
export function required(what: string) {
  return z.string(`is missing: ${what}`);
}

/** https, or plain http on this very machine; never with a user name or a password in it. */
export function secureUrl(example: string) {
  return required(`for example ${example}`)
    .refine((value) => URL.canParse(value), `is not a URL; an example is ${example}`)
    .transform((value) => new URL(value))
    .refine(
      ({ protocol, hostname }) =>
        protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)),
      'must be an https URL',
    )
    .refine(
      ({ username, password }) => !username && !password,
      'must not hold a user name or a password',
    );
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** The URL of a PostgreSQL database, kept as it was written: it holds a password. */
export function postgresUrl(example: string) {
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

/** The name of a time zone that this machine knows. */
export function zoneName(example: string) {
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
export function wholeNumber(min: number, max: number, example: string) {
  return z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number, for example ${example}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`);
}

/** Comma-separated Slack ids that start with one of `initials`. */
export function ids(initials: string, example: string) {
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
