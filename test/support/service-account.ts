import { generateKeyPairSync } from 'node:crypto';

import {
  readServiceAccount,
  type ServiceAccount,
} from '../../src/rental-api/auth/service-account.ts';

/** 2026-11-21, 09:00 UTC: the day on which most tests play. */
export const NOW = Date.UTC(2026, 10, 21, 9);

/** The only RSA key of a test run: making one takes a while. */
export const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The private key as an authorization server hands it out. */
export const PKCS1 = RSA.privateKey.export({ type: 'pkcs1', format: 'pem' });

/** A key file as it is downloaded, with some of its fields changed; `undefined` leaves one out. */
export function keyFile(changes: object = {}): string {
  return JSON.stringify({
    type: 'serviceaccount',
    keyId: '310000000000000001',
    key: PKCS1,
    expirationDate: '9999-12-31T23:59:59Z',
    userId: '310000000000000002',
    ...changes,
  });
}

export function serviceAccount(changes: object = {}): ServiceAccount {
  return readServiceAccount(keyFile(changes), NOW).account;
}
