import { generateKeyPair, type KeyObject, randomInt } from 'node:crypto';
import { promisify } from 'node:util';

import { DAY_MS } from '../data/dates.ts';

/** The credentials that an operator downloads from the service's console (section 5.1). */
export interface KeyFile {
  readonly type: 'serviceaccount';
  /** Digits, too many for a number; goes into the assertion's header as `kid`. */
  readonly keyId: string;
  /** The RSA private key, PEM, PKCS#1 (`BEGIN RSA PRIVATE KEY`). */
  readonly key: string;
  /** RFC 3339. */
  readonly expirationDate: string;
  /** The assertion's `iss` and `sub`. */
  readonly userId: string;
}

/** A service account as both sides know it: the file of the operator, the key of the server. */
export interface ServiceAccount {
  readonly keyFile: KeyFile;
  readonly publicKey: KeyObject;
}

const KEY_BITS = 2048;
const VALID_DAYS = 365;

/** A new account, its key valid for a year from then on. Takes a tenth of a second. */
export async function createServiceAccount(nowMs: number): Promise<ServiceAccount> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
  });
  const keyFile: KeyFile = {
    type: 'serviceaccount',
    keyId: identifier(),
    key: privateKey.export({ type: 'pkcs1', format: 'pem' }),
    expirationDate: new Date(nowMs + VALID_DAYS * DAY_MS).toISOString(),
    userId: identifier(),
  };
  return { keyFile, publicKey };
}

/** Eighteen digits. */
function identifier(): string {
  return `3${Array.from({ length: 17 }, () => randomInt(10)).join('')}`;
}
