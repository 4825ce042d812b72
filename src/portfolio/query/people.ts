import type { Condition, Query } from './query.ts';

/**
 * Tells that a query may hold a person's name. Such a query is not kept: names of applicants stay
 * out of the database.
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

/** Whether a query asks for an e-mail address, by which managers go. */
export function holdsAddress({ conditions }: Query): boolean {
  return conditions.some(
    ({ kind, any }) => kind === 'text' && any.some((text) => text.includes('@')),
  );
}
