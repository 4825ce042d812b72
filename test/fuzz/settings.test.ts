import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { ConfigError, readConfig } from '../../src/config.ts';
import { readServiceAccount } from '../../src/rental-api/auth/service-account.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import { keyFile, NOW, PKCS1 } from '../support/service-account.ts';
import { brokenJson, PROTOTYPE_NAMES } from './broken-json.ts';
import { fuzzing } from './fuzzing.ts';

const COMPLETE: Readonly<Record<string, string>> = {
  SLACK_BOT_TOKEN: 'xoxb-1234',
  SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
  RENTAL_FILES_URL: 'https://api.example.com/v1/rental-files',
  RENTAL_AUTH_URL: 'https://auth.example.com',
  RENTAL_IDP: 'zitadel',
  RENTAL_PROJECT_ID: '42',
  RENTAL_KEY_FILE: '/run/secrets/key.json',
};
/** All that are read, which another test sees to. */
const VARIABLES = Array.from(
  readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm),
  ([, name = '']) => name,
);

const CANARY = 'canary7f3a';
const value = fc.oneof(
  fc.constantFrom(
    ...PROTOTYPE_NAMES,
    '',
    ' ',
    '\u0000',
    '0',
    '-1',
    '1e9',
    'NaN',
    'true',
    '[]',
    '{id}',
  ),
  fc.constantFrom('https://', 'http://[', 'https://a:b@c', 'javascript:{id}', 'postgres://a:b@[/'),
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);

test('any environment is a configuration, or an error that holds none of its values', () => {
  const named = fc.oneof(fc.constantFrom(...VARIABLES), fc.constantFrom(...PROTOTYPE_NAMES));
  const entries = fc.array(fc.tuple(named, value), { maxLength: 8 });
  fc.assert(
    fc.property(entries, fc.boolean(), (changes, isMarked) => {
      // What people mistake for one another holds what must not be printed.
      const marked = changes.map(([name, text]) => [name, isMarked ? `${text}${CANARY}` : text]);
      const environment = Object.fromEntries([...Object.entries(COMPLETE), ...marked]);
      const outcome = outcomeOf(() => readConfig(environment), ConfigError);
      expect(outcome === null || !inspect(outcome).includes(CANARY)).toBe(true);
    }),
    fuzzing(1_500),
  );
});

test('any key file is an account, or an error that holds nothing of the key', () => {
  const secret = PKCS1.split('\n')[5] ?? '';
  const sample: unknown = JSON.parse(keyFile());
  const text = fc.oneof(
    { weight: 4, arbitrary: brokenJson(sample) },
    { weight: 1, arbitrary: fc.tuple(fc.nat(), fc.string({ unit: 'binary' })).map(damagedKey) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
  fc.assert(
    fc.property(text, (json) => {
      const outcome = outcomeOf(() => readServiceAccount(json, NOW), RentalError);
      expect(outcome === null || !inspect(outcome, { depth: 12 }).includes(secret)).toBe(true);
    }),
    fuzzing(400),
  );
});

function damagedKey([place, put]: [number, string]): string {
  const at = place % PKCS1.length;
  return keyFile({ key: PKCS1.slice(0, at) + put + PKCS1.slice(at + put.length) });
}

/** What was thrown; `null` when nothing was. Anything but an `Expected` is a fault. */
function outcomeOf(work: () => unknown, Expected: new (...given: never[]) => Error): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Expected) return error;
    throw error;
  }
}
