import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Of every value of ours: direct encryption with A256GCM, and no other way. */
const HEADER = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
const HEADER_BYTES = Buffer.from(HEADER);
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const PARTS = /^([\w-]+)\.\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/**
 * A compact JWE, made at once: through WebCrypto, as `jose` makes it, each takes several times as
 * long, and an answer has a dozen of them.
 *
 * @param key 32 bytes
 * @see https://www.rfc-editor.org/rfc/rfc7516 section 7.1; https://www.rfc-editor.org/rfc/rfc7518 section 5.3
 */
export function closeCompact(text: string, key: Uint8Array): string {
  const nonce = nextNonce();
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(HEADER_BYTES);
  // Of this cipher everything comes at once; the end only makes the tag.
  const hidden = cipher.update(text, 'utf8', 'base64url') + cipher.final('base64url');
  return `${HEADER}..${nonce.toString('base64url')}.${hidden}.${cipher.getAuthTag().toString('base64url')}`;
}

/** So many at once: the system is asked for an answer's worth of them as fast as for one. */
const NONCES_AT_ONCE = 256;
let nonces = Buffer.alloc(0);

/** Random bytes that are given once. */
function nextNonce(): Buffer {
  if (nonces.length === 0) nonces = randomBytes(NONCES_AT_ONCE * NONCE_BYTES);
  const nonce = nonces.subarray(0, NONCE_BYTES);
  nonces = nonces.subarray(NONCE_BYTES);
  return nonce;
}

/**
 * What a compact JWE of ours holds; `null` when it was closed with another key, changed anywhere,
 * or is no such thing.
 */
export function openCompact(value: string, key: Uint8Array): string | null {
  const [, header, ...parts] = PARTS.exec(value) ?? [];
  if (header !== HEADER) return null;
  const [nonce, hidden, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  // The same bytes can be spelled in more than one way: only one of them is ours.
  const isSpelledAsOurs = [nonce, hidden, tag].every(
    (bytes, index) => bytes?.toString('base64url') === parts[index],
  );
  if (!nonce || !hidden || !tag || !isSpelledAsOurs) return null;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(HEADER_BYTES);
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
