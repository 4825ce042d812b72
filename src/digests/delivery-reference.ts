import { createHash } from 'node:crypto';

// Without the letters that people mistake for digits, and without vowels that make words.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ';
const LENGTH = 6;

/**
 * A short name for a delivery, easy to read out on the telephone: it stands in the log and in what
 * the owner of a digest is told. The same delivery has the same one in every process.
 */
export function deliveryReference(deliveryId: string): string {
  const bytes = createHash('sha256').update(deliveryId).digest().subarray(0, LENGTH);
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
