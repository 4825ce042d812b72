import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, createHash } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A text encrypted with AES-256-GCM. */
interface Encrypted {
  readonly nonce: Buffer;
  readonly encrypted: Buffer;
  readonly tag: Buffer;
}

/**
 * A key of 32 bytes for one purpose, from the app's secret (HKDF-SHA256).
 *
 * @param purpose sets the keys of one secret apart
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function keyFrom(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}

/** @param associated is authenticated with the text, and not part of the result */
export function encrypt(
  text: string | Uint8Array,
  key: Uint8Array,
  associated: Uint8Array,
): Encrypted {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated);
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { nonce, encrypted, tag: cipher.getAuthTag() };
}

/** The text; `null` when it has another key or other associated data, or was changed. */
export function decrypt(
  encrypted: Encrypted,
  key: Uint8Array,
  associated: Uint8Array,
): string | null {
  return decryptBytes(encrypted, key, associated)?.toString('utf8') ?? null;
}

/** The same of bytes. */
export function decryptBytes(
  { nonce, encrypted, tag }: Encrypted,
  key: Uint8Array,
  associated: Uint8Array,
): Buffer | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associated);
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch {
    return null;
  }
}

/** Nonce, ciphertext and tag in one. */
export function joined({ nonce, encrypted, tag }: Encrypted): Buffer {
  return Buffer.concat([nonce, encrypted, tag]);
}

/** The same as base64url. */
export function packed(parts: Encrypted): string {
  return joined(parts).toString('base64url');
}

/** The parts of a packed value; `null` when it is none. Only the canonical base64url is accepted. */
export function unpacked(value: string): Encrypted | null {
  const bytes = Buffer.from(value, 'base64url');
  return bytes.toString('base64url') === value ? partsOf(bytes) : null;
}

/** Nonce, ciphertext and tag; `null` for what is too short. */
export function partsOf(bytes: Buffer): Encrypted | null {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  return {
    nonce: bytes.subarray(0, NONCE_BYTES),
    encrypted: bytes.subarray(NONCE_BYTES, -TAG_BYTES),
    tag: bytes.subarray(-TAG_BYTES),
  };
}

// Without letters that are mistaken for digits, and without vowels, which make words.
const REFERENCE_LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ';
const REFERENCE_LENGTH = 6;

/** A short code for one request, easy to read out on the telephone. */
export function newReference(): string {
  return codeOf(randomBytes(REFERENCE_LENGTH));
}

/**
 * A short code for a delivery, in the log and in messages to the owner of a digest. The same in
 * every process.
 */
export function deliveryReference(deliveryId: string): string {
  return codeOf(createHash('sha256').update(deliveryId).digest().subarray(0, REFERENCE_LENGTH));
}

function codeOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length]).join('');
}
