import { KEYS } from './keys/index.ts';
import type { TextKey } from './keys/row.ts';
import type { Condition, Query } from './query.ts';

/**
 * Whether a query may contain a person's name. Such queries are not stored: names of applicants
 * stay out of the database.
 */
export function namesPeople(query: Query): boolean {
  return conditionOnPeople(query) !== null;
}

/** The first condition that may name an applicant or a guarantor: by its key, or without one. */
export function conditionOnPeople({ conditions }: Query): Condition | null {
  return (
    conditions.find(
      (condition) => condition.kind === 'words' || namesOf(condition) === 'applicants',
    ) ?? null
  );
}

/** Whether a query may contain the name of a manager, by its key. */
export function namesManagers({ conditions }: Query): boolean {
  return conditions.some((condition) => namesOf(condition) === 'managers');
}

function namesOf(condition: Condition): TextKey['names'] {
  if (condition.kind !== 'text') return null;
  const row: TextKey = KEYS[condition.key];
  return row.names;
}

/** Whether a query contains an e-mail address, which identifies a manager, or a telephone number. */
export function holdsAddress({ conditions }: Query): boolean {
  return conditions.some(({ kind, any }) => kind === 'text' && any.some(isAddress));
}

// At least nine digits after a plus or a zero, however they are spaced.
const TELEPHONE = /(?:\+|(?<![\d.,-])\(?0)(?:[\s()./-]*\d){8,}/u;
const INVISIBLE = /[\p{Cf}\p{DI}]/gu;

/** Whether a text holds an e-mail address or a telephone number, in narrow letters or in wide ones. */
export function isAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '');
  return plain.includes('@') || TELEPHONE.test(plain);
}
