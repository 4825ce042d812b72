import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { z } from 'zod';

import { EXPIRED } from '../../commands/errors.ts';
import type { Action } from '../../views/message.ts';

/** What a button or a modal carries: what it asks for, whom it was made for, and where. */
export interface ActionToken {
  /** `null` for a modal that is no form. */
  readonly action: Action | null;
  /** The person to whom the answer was shown; `null` when it was everybody in the channel. */
  readonly userId: string | null;
  /** Where it was asked for; `null` outside a channel. */
  readonly channelId: string | null;
  /** Of a modal: where the message can be answered that it was opened from. */
  readonly responseUrl?: string | undefined;
}

/** Closes and opens what Slack carries for us. */
export interface ActionTokens {
  /** Text for Slack to carry: a button takes at most 2,000 characters, a modal 3,000. */
  encode(sealed: ActionToken): string;
  /**
   * What a text holds, or `null` when it was not sealed with this secret. Of what was sealed more
   * than 30 days ago the press is `GROWN_OLD`, whatever it was.
   */
  decode(value: string): ActionToken | null;
}

export interface ActionTokensOptions {
  /** Opens what was sealed before the secret was changed; nothing is closed with it. */
  readonly previousSecret?: string | null;
  /** Epoch milliseconds; without it nothing grows old. */
  readonly now?: () => number;
}

/** On the wire an action stands under `press`, as it did in version 0.1.0. */
const Contents = z.object({
  press: z
    .object({
      command: z.string(),
      args: z.record(z.string(), z.union([z.string(), z.number()])),
      opens: z.literal('modal').exactOptional(),
    })
    .nullable(),
  userId: z.string().nullable(),
  channelId: z.string().nullable(),
  responseUrl: z.string().optional(),
  /** When it was sealed: hours since the epoch, for a button has little room. */
  hour: z.int(),
});

const KEY_BYTES = 32;
const VALUE_LENGTH_MAX = 3_000;
const HOUR_MS = 3_600_000;
const HOURS_MAX = 30 * 24;

/**
 * A seal whose key comes from the app's secret (HKDF-SHA256): every instance, and the same one
 * after a restart, opens what any of them closed; nobody else can read or forge it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7516 compact JWE, direct encryption with A256GCM
 */
export function createActionTokens(
  secret: string,
  options: ActionTokensOptions = {},
): ActionTokens {
  const { previousSecret = null, now = () => 0 } = options;
  const key = keyFrom(secret);
  const keys = previousSecret === null ? [key] : [key, keyFrom(previousSecret)];
  const hourNow = () => Math.floor(now() / HOUR_MS);

  function plain(value: string): string | null {
    for (const candidate of keys) {
      const text = openCompact(value, candidate);
      if (text !== null) return text;
    }
    return null;
  }

  return {
    encode: ({ action, ...scope }) =>
      closeCompact(JSON.stringify({ press: action, ...scope, hour: hourNow() }), key),
    decode(value) {
      const text = value.length > VALUE_LENGTH_MAX ? null : plain(value);
      if (text === null) return null;
      try {
        const { hour, press, ...scope } = Contents.parse(JSON.parse(text));
        return { ...scope, action: hourNow() - hour > HOURS_MAX ? EXPIRED : press };
      } catch {
        return null;
      }
    },
  };
}

function keyFrom(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'rental-desk button', KEY_BYTES));
}

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
