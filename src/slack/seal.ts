import { hkdfSync } from 'node:crypto';

import { CompactEncrypt, compactDecrypt } from 'jose';
import { z } from 'zod';

import type { Press } from '../views/message.ts';

/** What a sealed button carries: what it asks for, and whom it was made for. */
interface SealedPress {
  readonly press: Press;
  /** The person to whom the answer was shown: nobody else can have the button. */
  readonly userId: string;
}

/** Closes and opens the values of buttons. */
export interface Seal {
  /** A button's value, at most 2,000 characters for Slack to carry. */
  close(sealed: SealedPress): Promise<string>;
  /** What a value holds, or `null` when it was not sealed with this secret. */
  open(value: string): Promise<SealedPress | null>;
}

const Contents = z.object({
  press: z.object({
    command: z.string(),
    args: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  userId: z.string(),
});

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;
const KEY_BYTES = 32;
const VALUE_LENGTH_MAX = 2_000;

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
