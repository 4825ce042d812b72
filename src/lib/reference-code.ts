import { createHash, randomBytes } from 'node:crypto';

// Without letters that are mistaken for digits, and without vowels, which make words.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ';
const LENGTH = 6;

/** A short code for one request, easy to read out on the telephone. */
export function newReference(): string {
  return codeOf(randomBytes(LENGTH));
}

/**
 * A short code for a delivery, in the log and in messages to the owner of a digest. The same in
 * every process.
 */
export function deliveryReference(deliveryId: string): string {
  return codeOf(createHash('sha256').update(deliveryId).digest().subarray(0, LENGTH));
}

function codeOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
