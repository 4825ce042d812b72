import { hkdfSync } from 'node:crypto';

import { CompactEncrypt, compactDecrypt } from 'jose';
import { z } from 'zod';

import type { Press } from '../views/message.ts';

/** What a button or a modal carries: what it asks for, whom it was made for, and where. */
export interface Sealed {
  /** `null` for a modal that is no form. */
  readonly press: Press | null;
  /** The person to whom the answer was shown; `null` when it was everybody in the channel. */
  readonly userId: string | null;
  /** Where it was asked for; `null` outside a channel. */
  readonly channelId: string | null;
  /** Of a modal: where the message can be answered that it was opened from. */
  readonly responseUrl?: string | undefined;
}

/** Closes and opens what Slack carries for us. */
export interface Seal {
  /** Text for Slack to carry: a button takes at most 2,000 characters, a modal 3,000. */
  close(sealed: Sealed): Promise<string>;
  /** What a text holds, or `null` when it was not sealed with this secret. */
  open(value: string): Promise<Sealed | null>;
}

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
});

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;
const KEY_BYTES = 32;
const VALUE_LENGTH_MAX = 3_000;

/**
 * A seal whose key comes from the app's secret (HKDF-SHA256): every instance, and the same one
 * after a restart, opens what any of them closed; nobody else can read or forge it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7516 compact JWE, direct encryption with A256GCM
 */
export function createSeal(secret: string): Seal {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'rental-desk button', KEY_BYTES));
  return {
    async close(sealed) {
      const plaintext = new TextEncoder().encode(JSON.stringify(sealed));
      return new CompactEncrypt(plaintext).setProtectedHeader(HEADER).encrypt(key);
    },
    async open(value) {
      if (value.length > VALUE_LENGTH_MAX) return null;
      try {
        const { plaintext } = await compactDecrypt(value, key, {
          keyManagementAlgorithms: [HEADER.alg],
          contentEncryptionAlgorithms: [HEADER.enc],
        });
        return Contents.parse(JSON.parse(new TextDecoder().decode(plaintext)));
      } catch {
        return null;
      }
    },
  };
}
