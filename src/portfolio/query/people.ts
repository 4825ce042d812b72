import { KEYS } from './keys/index.ts';
import type { TextKey } from './keys/row.ts';
import type { Condition, Query } from './query.ts';

/** Whether a query may contain the name of an applicant or a guarantor. Such queries are not stored. */
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

/** Whether a query contains an e-mail address or a telephone number, but for those of managers. */
export function holdsAddress({ conditions }: Query): boolean {
  return conditions.some(
    (condition) =>
      condition.kind === 'text' &&
      namesOf(condition) !== 'managers' &&
      condition.any.some(isAddress),
  );
}

const ADDRESS = /@|%40|[([{]\s*at\s*[)\]}]/iu;

// At least nine digits after a plus or a zero, however they are spaced. Times and amounts are not.
const SPACING = '[[\\s\\p{P}\\p{S}]--[:,]]*';
const TELEPHONE = new RegExp(
  `(?:\\+|(?<![\\d.,\\-])\\(?0)(?:${SPACING}\\d){8,}|(?:[\\p{Nd}--[0-9]]${SPACING}){9,}`,
  'v',
);
// Their digits and signs are like those of telephone numbers.
const DATE_OR_FRACTION =
  /(?<!\d)(?:\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)(?![/.-]?\d)|(?<![\d.,])0[.,]\d+(?![\s.,-]*\d)/g;
const INVISIBLE = /[\p{Cf}\p{DI}\p{M}]/gu;

/** Whether a text holds an e-mail address or a telephone number, in the letters and digits of any script. */
export function isAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(DATE_OR_FRACTION, ';');
  return ADDRESS.test(plain) || TELEPHONE.test(plain);
}
