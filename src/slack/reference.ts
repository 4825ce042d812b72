import { randomInt } from 'node:crypto';

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
