import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { inspect } from 'node:util';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { withoutSecrets } from '../../../src/log.ts';
import { readServiceAccount } from '../../../src/rental-api/auth/service-account.ts';
import { RentalError } from '../../../src/rental-api/errors.ts';
import { keyFile, NOW, PKCS1, RSA, serviceAccount } from '../../support/service-account.ts';

const PKCS8 = RSA.privateKey.export({ type: 'pkcs8', format: 'pem' });

function refusal(json: string): RentalError {
  try {
    readServiceAccount(json, NOW);
  } catch (error) {
    if (error instanceof RentalError) return error;
    throw error;
  }
  throw new Error('The key file was accepted');
}

function problemsOf(json: string): readonly string[] {
  const { failure } = refusal(json);
  return failure.code === 'rental_account' ? failure.problems : [];
}

test('a key file is read as it is downloaded', () => {
  const { account, warnings } = readServiceAccount(keyFile(), NOW);

  expect(account).toMatchObject({ userId: '310000000000000002', keyId: '310000000000000001' });
  expect(account.expiresAt).toBe(Date.parse('9999-12-31T23:59:59Z'));
  expect(account.privateKey.equals(RSA.privateKey)).toBe(true);
  expect(warnings).toEqual([]);
});

test('other spellings of the fields are read too', () => {
  const json = JSON.stringify({
    user_id: 'u-1',
    key_id: 'k-1',
    private_key: PKCS8,
    expiration_date: '2027-01-01T00:00:00Z',
  });

  const { account } = readServiceAccount(json, NOW);

  expect(account).toMatchObject({ userId: 'u-1', keyId: 'k-1', expiresAt: Date.UTC(2027, 0) });
});

test.each([
  ['PKCS#8', PKCS8],
  ['line ends written as backslash n', PKCS1.replaceAll('\n', String.raw`\n`)],
  ['line ends escaped twice', PKCS1.replaceAll('\n', String.raw`\\n`)],
  ['carriage returns', PKCS1.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${PKCS1}`],
  ['spaces around', `  ${PKCS1.trim()}  `],
  ['indented lines', PKCS1.replaceAll('\n', '\n    ')],
  ['line ends turned into spaces', PKCS1.replaceAll('\n', ' ')],
  ['line ends lost', PKCS1.replaceAll('\n', '')],
])('a private key with %s is mended and signs', (_, key) => {
  const { privateKey } = serviceAccount({ key });

  const signature = sign('sha256', Buffer.from('text'), privateKey);
  expect(verify('sha256', Buffer.from('text'), RSA.publicKey, signature)).toBe(true);
});

test.each([
  ['a byte order mark', (json: string) => `\uFEFF${json}`],
  ['space around', (json: string) => `\n  ${json}\n`],
  ['real line ends in its strings', (json: string) => json.replaceAll(String.raw`\n`, '\n')],
  ['several lines', (json: string) => JSON.stringify(JSON.parse(json), null, 2)],
])('a key file with %s is read', (_, change) => {
  expect(readServiceAccount(change(keyFile()), NOW).account.userId).toBe('310000000000000002');
});

test.each([
  ['', 'The key is not JSON'],
  ['/etc/rental-key.json', 'The key is not JSON'],
  ['[]', 'The key is not JSON'],
  ['null', 'The key is not JSON'],
  [PKCS1, 'The key is only the private key'],
  [keyFile({ userId: undefined }), 'The user id is missing'],
  [keyFile({ userId: '  ' }), 'The user id is missing'],
  [keyFile({ userId: 31 }), 'The user id is a number without quotes'],
  [keyFile({ keyId: 31 }), 'The key id is a number without quotes'],
  [keyFile({ key: undefined }), 'The private key is missing'],
  [keyFile({ key: 7 }), 'The private key is missing'],
  [keyFile({ key: 'secret' }), 'The private key is not PEM text'],
  [keyFile({ key: PKCS1.slice(0, 800) }), 'The private key is cut'],
  [keyFile({ key: PKCS1.replace('\nMII', '\nMI') }), 'The private key is damaged'],
  [keyFile({ type: 'application' }), 'The key belongs to an application'],
  [keyFile({ clientId: '3@project' }), 'The key belongs to an application'],
  [keyFile({ expirationDate: '2026-11-21T00:00:00Z' }), 'The key expired on 2026-11-21'],
])('a key file that cannot be used says why (%#)', (json, problem) => {
  expect(problemsOf(json)).toEqual([expect.stringContaining(problem)]);
});

const PRIVATE = { type: 'pkcs8', format: 'pem' } as const;

test.each([
  ['public one', RSA.publicKey.export({ type: 'spki', format: 'pem' })],
  ['public one', RSA.publicKey.export({ type: 'pkcs1', format: 'pem' })],
  [
    'passphrase',
    RSA.privateKey.export({ ...PRIVATE, cipher: 'aes-256-cbc', passphrase: 'open sesame' }),
  ],
  [
    'passphrase',
    RSA.privateKey.export({
      type: 'pkcs1',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'open sesame',
    }),
  ],
  ['1024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export(PRIVATE)],
  ['not an RSA key', ec().export(PRIVATE)],
  ['not an RSA key', ec().export({ type: 'sec1', format: 'pem' })],
  ['not an RSA key', generateKeyPairSync('ed25519').privateKey.export(PRIVATE)],
  [
    'not an RSA key',
    generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey.export(PRIVATE),
  ],
])('a key of the wrong kind is told apart: %s', (problem, key) => {
  expect(problemsOf(keyFile({ key }))).toEqual([expect.stringContaining(problem)]);
});

function ec() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

test('what begins like a key keeps its remedy where secrets are taken out', () => {
  const [problem = ''] = problemsOf(keyFile({ key: 'secret' }));
  expect(problem).toContain('Download the key file anew');
  expect(withoutSecrets(problem)).toBe(problem);
});

test('every defect of a key file is named at once', () => {
  const json = JSON.stringify({ type: 'application', key: 'secret', expirationDate: '2020-01-01' });

  expect(problemsOf(json).map((problem) => problem.split(/[:.]/)[0])).toEqual([
    'The key belongs to an application',
    'The user id is missing',
    'The private key is not PEM text',
    'The key expired on 2020-01-01',
  ]);
  expect(refusal(json).message).toMatch(
    /^Reading the service account’s key failed: .*\(rental_account\)$/,
  );
});

test('an operator hears of a missing key id and of a key that ends soon', () => {
  const json = keyFile({ keyId: undefined, expirationDate: '2026-11-24T10:00:00Z' });

  expect(readServiceAccount(json, NOW).warnings).toEqual([
    expect.stringContaining('holds no "keyId"'),
    expect.stringContaining('expires in 3 days'),
  ]);
});

test('a date of expiry that cannot be read is left aside', () => {
  expect(serviceAccount({ expirationDate: 'never' }).expiresAt).toBeNull();
});

test('printing an account shows nothing of its key', () => {
  const account = serviceAccount();
  const secret = PKCS1.split('\n')[3] ?? PKCS1;

  expect(inspect(account, { depth: 12, showHidden: true })).not.toContain(secret);
  expect(JSON.stringify(account)).not.toContain(secret);
});

test('a refused key file is never quoted', () => {
  const lines = PKCS1.split('\n');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: lines.length - 3 }), fc.boolean(), (line, breaksJson) => {
      const damaged = lines.with(line, '*').join('\n');
      const json = keyFile({ key: damaged });
      const error = refusal(breaksJson ? json.replace('"key"', "'key'") : json);
      expect(inspect(error, { depth: 12 })).not.toContain((lines[line + 1] ?? '').slice(0, 20));
    }),
    { numRuns: 30 },
  );
});
