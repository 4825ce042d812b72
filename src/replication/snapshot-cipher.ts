import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { decryptBytes, encrypt, keyFrom, partsOf } from '../lib/crypto.ts';

const KEY_PURPOSE = 'rental-desk snapshot';

/** Changes with the form of what is published: another version refuses it, and reads for itself. */
const FORMAT = 3;

/** Of one segment or manifest after decompression; those written have some 500 kB. */
const PLAIN_BYTES_MAX = 64 * 1024 * 1024;

/**
 * The fastest: a higher level saves a tenth of the bytes for twice the time. A segment takes a
 * millisecond; handed to another thread it would take twenty.
 */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** What must be equal for an instance to take over what another one has read. */
export interface CipherContext {
  readonly secret: string;
  /** Still decrypts, while the secret is rotated. */
  readonly previousSecret: string | null;
  /** The version of Rental Desk. */
  readonly version: string;
  /** What is read, and how: the first page of the service and the scale of completion. */
  readonly settings: readonly string[];
}

/** Compresses and encrypts what is published. */
export interface SnapshotCipher {
  /** @param name what it is, and its place: authenticated, so that it stands for nothing else */
  encrypt(text: string, name: string): Uint8Array;
  /** `null` for what was changed, is of another version, secret or setting, or has another name. */
  decrypt(encrypted: Uint8Array, name: string): string | null;
}

/**
 * AES-256-GCM with keys derived from the app’s secret (HKDF-SHA256), over zstd.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function createSnapshotCipher({
  secret,
  previousSecret,
  version,
  settings,
}: CipherContext): SnapshotCipher {
  const key = keyFrom(secret, KEY_PURPOSE);
  const keys = previousSecret === null ? [key] : [key, keyFrom(previousSecret, KEY_PURPOSE)];
  const settingsHash = createHash('sha256').update(JSON.stringify(settings)).digest('base64url');
  const associated = (name: string) =>
    Buffer.from(JSON.stringify([FORMAT, version, settingsHash, name]));

  return {
    encrypt(text, name) {
      const small = zstdCompressSync(text, COMPRESSION);
      const { nonce, encrypted, tag } = encrypt(small, key, associated(name));
      return Buffer.concat([nonce, encrypted, tag]);
    },
    decrypt(encrypted, name) {
      const bytes = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
      const parts = partsOf(bytes);
      if (parts === null) return null;
      for (const candidate of keys) {
        const small = decryptBytes(parts, candidate, associated(name));
        if (small === null) continue;
        const plain = zstdDecompressSync(small, { maxOutputLength: PLAIN_BYTES_MAX });
        return plain.toString('utf8');
      }
      return null;
    },
  };
}
