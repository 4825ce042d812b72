import { createHmac } from 'node:crypto';

import { keyFrom } from '../lib/encryption.ts';

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
      const meant = Array.isArray(value) ? value.map(String).toSorted() : value;
      return [name, fingerprint(JSON.stringify([name, meant]))];
    });
  return { secret: fingerprint(''), settings: Object.fromEntries(settings) };
}
