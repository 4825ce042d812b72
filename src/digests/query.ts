import type { Privacy } from '../i18n/index.ts';
import { AWAITING, AWAITING_DECISIONS, STATUS_CLOSED } from '../portfolio/lifecycle.ts';
import { formatQuery } from '../portfolio/query/describe.ts';
import { parseQuery, queryOrNull } from '../portfolio/query/parser.ts';
import {
  type Condition,
  type Query,
  namesManagers,
  namesPeople,
} from '../portfolio/query/query.ts';
import type { DigestOptions } from '../store/digest.ts';

/** Whether a query may be shown in a message of that privacy level. */
export function mayBeShown(query: Query, privacy: Privacy): boolean {
  if (privacy === 'full') return true;
  if (namesPeople(query) || namesManagers(query)) return false;
  return privacy !== 'reference' || !query.conditions.some(isOnHiddenText);
}

/** Keys of texts that may name people, for which cards do not show them where nobody is named. */
const HIDDEN: ReadonlySet<string> = new Set(['tag', 'profile', 'property']);

/** Of properties, references are shown there: one word with a digit is one, or a postcode. */
function isOnHiddenText(condition: Condition): boolean {
  if (condition.kind !== 'text' || !HIDDEN.has(condition.key)) return false;
  return condition.key !== 'property' || !condition.any.every((text) => /^\S*\d\S*$/u.test(text));
}

/** Whether a query of a digest finds only files that await a decision. */
export function isOnAwaiting(query: Query): boolean {
  const statuses = query.conditions.filter(isOnStatus);
  const isWithoutClosed = statuses.length === 0 || statuses.some(excludesClosed);
  return isOnUndecided(query) && isWithoutClosed && !query.conditions.some(findsOver);
}

type Status = Extract<Condition, { kind: 'choice' }>;

function isOnStatus(condition: Condition): condition is Status {
  return condition.kind === 'choice' && condition.key === 'status';
}

function excludesClosed({ not, any }: Status): boolean {
  return any.includes(STATUS_CLOSED) === not;
}

function isOnUndecided({ conditions }: Query): boolean {
  return conditions.every(
    (condition) =>
      !(condition.kind === 'choice' && condition.key === 'decision') ||
      (!condition.not && condition.any.every((decision) => AWAITING_DECISIONS.includes(decision))),
  );
}

/** Whether a condition asks for closed or archived files, which await nothing. */
function findsOver(condition: Condition): boolean {
  if (condition.kind === 'flag' && condition.key === 'archived') {
    return condition.any.includes(true) !== condition.not;
  }
  return isOnStatus(condition) && !condition.not && !excludesClosed(condition);
}

/**
 * The query of a digest as stored: limited to files that await a decision, unless it names decided,
 * closed or archived ones, and to files that are not archived, unless it names those. Ready files come
 * first, then the oldest.
 *
 * @throws {QueryError} when the result is too long to be parsed again
 */
export function digestQuery(typed: Query | null): Query {
  const own = typed?.conditions ?? [];
  const isPending = isOnUndecided({ conditions: own, sort: null }) && !own.some(findsOver);
  const added = AWAITING.filter(
    (condition) =>
      !own.some((known) => hasSameKey(known, condition) && !leavesClosed(known)) &&
      (isPending || condition.kind === 'flag'),
  );
  const sort = typed?.sort ?? (isPending ? 'waiting' : 'oldest');
  return parseQuery(formatQuery({ conditions: [...added, ...own], sort }, 'en'));
}

/** Whether a condition names statuses other than closed that are not wanted. */
function leavesClosed(condition: Condition): boolean {
  return isOnStatus(condition) && condition.not && !excludesClosed(condition);
}

/**
 * The query of a digest with its options `minAge` and `minStale`.
 *
 * @throws {QueryError} when a part can no longer be parsed, or the result is too long
 */
export function wholeQuery(query: string, { minAge, minStale }: DigestOptions): Query {
  const least = [
    ...(minAge === null ? [] : [`age:>=${minAge}`]),
    ...(minStale === null ? [] : [`stale:>=${minStale}`]),
  ];
  return parseQuery([query, ...least].join(' '));
}

/** A query without the files that rest; as it is where it speaks of them. */
export function withoutSnoozed(query: Query): Query {
  const { conditions } = query;
  if (conditions.some((condition) => hasSameKey(condition, NOT_SNOOZED))) return query;
  return { ...query, conditions: [...conditions, NOT_SNOOZED] };
}

const NOT_SNOOZED: Condition = { kind: 'flag', key: 'snoozed', not: true, any: [true] };

/** Whether a query leaves out files that await a decision, or finds others. */
export function hasOwnConditions(query: Query): boolean {
  return ownConditions(query).length > 0;
}

/** The query of a report: without “awaiting decision”, where that is all of what was not typed. */
export function reportQuery(query: Query): Query {
  const own = ownConditions(query);
  const isWhole = query.conditions.length - own.length === AWAITING.length;
  return isWhole && query.sort === 'waiting' ? { conditions: own, sort: null } : query;
}

/**
 * The conditions and the order of a query with which `pending` finds the same; `null` for a query that
 * does not find only files that await a decision.
 */
export function ownOfAwaiting(query: Query): Query | null {
  const [decision, ...others] = AWAITING;
  const keys = new Set(query.conditions.map((condition) => JSON.stringify(condition)));
  const isOfThem =
    isOnAwaiting(query) &&
    query.conditions.some((one) => decision !== undefined && hasSameKey(one, decision)) &&
    others.every((one) => keys.has(JSON.stringify(one)));
  const sort = query.sort === 'waiting' ? null : query.sort;
  return isOfThem ? { conditions: ownConditions(query), sort } : null;
}

/**
 * A query as people read it: “awaiting decision”, which leaves out the closed and the archived,
 * and what is asked for beside it; any other query as a whole.
 */
export function describedQuery(query: Query): Query {
  const own = ownOfAwaiting(query);
  if (own === null) return query;
  const [decision] = AWAITING;
  const isSaid =
    decision === undefined || own.conditions.some((condition) => hasSameKey(condition, decision));
  return isSaid ? own : { ...own, conditions: [decision, ...own.conditions] };
}

/** A query as a name says it: “awaiting decision” where that is asked for, and else what was typed. */
export function namedQuery(query: Query): Query {
  return ownOfAwaiting(query) === null ? typedQuery(query) : describedQuery(query);
}

/** A query as it was typed: without what `digestQuery` adds to it. */
export function typedQuery(query: Query): Query {
  const conditions = ownConditions(query);
  const isTyped = (typed: Query) => keyOf(digestQuery(typed)) === keyOf(query);
  return [null, query.sort].map((sort) => ({ conditions, sort })).find(isTyped) ?? query;
}

/** The same text for stored queries of the same conditions, and values of each, in any order. */
export function queryKey(stored: string): string {
  const query = queryOrNull(stored);
  return query === null ? stored : keyOf(query);
}

function keyOf({ conditions, sort }: Query): string {
  const sorted = conditions.map((one) =>
    JSON.stringify({ ...one, any: one.any.map((value) => JSON.stringify(value)).toSorted() }),
  );
  return JSON.stringify([sorted.toSorted(), sort]);
}

function ownConditions({ conditions }: Query): readonly Condition[] {
  const awaiting = new Set(AWAITING.map((condition) => JSON.stringify(condition)));
  return conditions.filter((condition) => !awaiting.has(JSON.stringify(condition)));
}

function hasSameKey(one: Condition, other: Condition): boolean {
  return one.kind !== 'words' && other.kind !== 'words' && one.key === other.key;
}
