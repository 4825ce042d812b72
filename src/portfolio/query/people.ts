import type { Condition, Query } from './query.ts';

/**
 * Whether a query may contain a person's name. Such queries are not stored: names of applicants
 * stay out of the database.
 */
export function namesPeople(query: Query): boolean {
  return conditionOnPeople(query) !== null;
}

/** The first condition that may name an applicant: `applicant:`, or words that stand alone. */
export function conditionOnPeople({ conditions }: Query): Condition | null {
  return (
    conditions.find(
      (condition) =>
        condition.kind === 'words' || (condition.kind === 'text' && condition.key === 'applicant'),
    ) ?? null
  );
}

/** Whether a query contains an e-mail address, which identifies a manager. */
export function holdsAddress({ conditions }: Query): boolean {
  return conditions.some(
    ({ kind, any }) => kind === 'text' && any.some((text) => text.includes('@')),
  );
}
