import { createHash, randomInt } from 'node:crypto';

// Without the letters that people mistake for digits, and without vowels that make words.
const REFERENCE_LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ';
const REFERENCE_LENGTH = 6;

/** A short name for one request, easy to read out on the telephone. */
export function newReference(): string {
  const letters = Array.from(
    { length: REFERENCE_LENGTH },
    () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)],
  );
  return letters.join('');
}

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
