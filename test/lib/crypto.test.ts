import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  decrypt,
  decryptBytes,
  encrypt,
  keyFrom,
  packed,
  partsOf,
  unpacked,
  deliveryReference,
  newReference,
} from '../../src/lib/crypto.ts';

const KEY = keyFrom('secret', 'purpose');
const CHANNEL = Buffer.from('C1');
/** A nonce of 12 bytes, and a tag of 16. */
const OVERHEAD_BYTES = 28;

test('a key is the same in every version, and another one for each secret and purpose', () => {
  // By `openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt key:secret -kdfopt info:purpose HKDF`.
  expect(Buffer.from(KEY).toString('hex')).toBe(
    'eced7de97c6f9dd8c7c842b5a550832f39290b6fa8c17658b4eea5226819c4c0',
  );
  expect(keyFrom('secret', 'other')).not.toEqual(KEY);
  expect(keyFrom('another', 'purpose')).not.toEqual(KEY);
});

test('texts and bytes come back, packed or not, and twice the same is encrypted differently', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const encrypted = encrypt(text, KEY, CHANNEL);
      expect(decrypt(encrypted, KEY, CHANNEL)).toBe(text);
      const again = packed(encrypt(text, KEY, CHANNEL));
      expect(again).not.toBe(packed(encrypted));
      expect(Buffer.from(again, 'base64url')).toHaveLength(
        OVERHEAD_BYTES + Buffer.byteLength(text),
      );
      const read = unpacked(again);
      expect(read && decrypt(read, KEY, CHANNEL)).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const plain = decryptBytes(encrypt(bytes, KEY, CHANNEL), KEY, CHANNEL);
      expect(plain && new Uint8Array(plain)).toEqual(bytes);
    }),
  );
});

test('nothing is read with another key, elsewhere, or once any byte was changed', () => {
  const encrypted = encrypt('Dupont', KEY, CHANNEL);
  expect(decrypt(encrypted, keyFrom('secret', 'other'), CHANNEL)).toBeNull();
  expect(decrypt(encrypted, KEY, Buffer.from('C2'))).toBeNull();
  const whole = Buffer.from(packed(encrypted), 'base64url');
  for (const at of whole.keys()) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const parts = partsOf(changed);
    expect(parts && decrypt(parts, KEY, CHANNEL)).toBeNull();
  }
});

test('what is no encrypted text is refused: too short, or not as it was written', () => {
  expect(partsOf(Buffer.alloc(OVERHEAD_BYTES - 1))).toBeNull();
  expect(partsOf(Buffer.alloc(OVERHEAD_BYTES))?.encrypted).toHaveLength(0);
  const value = packed(encrypt('x', KEY, CHANNEL));
  for (const other of [`${value}=`, ` ${value}`, value.slice(0, 30), '', 'é', '----']) {
    expect(unpacked(other)).toBeNull();
  }
});

const READ_OUT = /^[2-9B-DF-HJKMNP-TV-XZ]{6}$/;

test('a reference has six letters and digits that nobody mistakes, and is not given again', () => {
  const given = new Set(Array.from({ length: 1_000 }, newReference));
  expect([...given].filter((code) => !READ_OUT.test(code))).toEqual([]);
  expect(given.size).toBe(1_000);
  const used = new Set([...given].join(''));
  expect([...used].toSorted().join('')).toBe('23456789BCDFGHJKMNPQRSTVWXZ');
});

test('a delivery has the same reference in every process', () => {
  // The first six bytes of `printf d1 | sha256sum`, each modulo 27.
  expect(deliveryReference('d1')).toBe('64PWSN');
  expect(deliveryReference('d2')).not.toBe(deliveryReference('d1'));
});
