import type { Privacy } from '../i18n/privacy.ts';
import { AWAITING, AWAITING_DECISIONS } from '../portfolio/lifecycle.ts';
import { formatQuery } from '../portfolio/query/format.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import { namesPeople } from '../portfolio/query/people.ts';
import type { Condition, Query } from '../portfolio/query/query.ts';
import type { DigestOptions } from '../store/digest.ts';

/** Whether a query may be read by whoever sees a message with that privacy. */
export function mayBeShown(query: Query, privacy: Privacy): boolean {
  const isOnManagers = query.conditions.some(
    (condition) => condition.kind === 'text' && condition.key === 'manager',
  );
  return privacy === 'full' || !(namesPeople(query) || isOnManagers);
}

/** Whether a query is of files that await a decision: it asks for no decided ones. */
export function isOnAwaiting({ conditions }: Query): boolean {
  return conditions.every(
    (condition) =>
      !(condition.kind === 'choice' && condition.key === 'decision') ||
      (!condition.not && condition.any.every((decision) => AWAITING_DECISIONS.includes(decision))),
  );
}

/**
 * What a digest asks for: what awaits a decision, unless somebody asks for decided files; never
 * archived ones, unless somebody asks for those. Those that are ready come first, then the oldest.
 *
 * @throws {QueryError} when the whole is too long to be read again
 */
export function digestQuery(typed: Query | null): Query {
  const own = typed?.conditions ?? [];
  const isPending = isOnAwaiting({ conditions: own, sort: null });
  const added = AWAITING.filter(
    (condition) =>
      !own.some((known) => hasSameKey(known, condition)) &&
      (isPending || condition.kind === 'flag'),
  );
  const sort = typed?.sort ?? (isPending ? 'waiting' : 'oldest');
  return reparsed({ conditions: [...added, ...own], sort });
}

/**
 * The query of a digest with its least age and staleness.
 *
 * @throws {QueryError} when one of them can no longer be read, or the whole is too long
 */
export function wholeQuery(query: string, { minAge, minStale }: DigestOptions): Query {
  const least = [
    ...(minAge === null ? [] : [`age:>=${minAge}`]),
    ...(minStale === null ? [] : [`stale:>=${minStale}`]),
  ];
  return parseQuery([query, ...least].join(' '));
}

/** What a query asks besides what awaits a decision; `null` when it does not ask for that. */
export function withoutAwaiting({ conditions, sort }: Query): Query | null {
  const awaiting = new Set(AWAITING.map((condition) => JSON.stringify(condition)));
  const own = conditions.filter((condition) => !awaiting.has(JSON.stringify(condition)));
  const isWhole = conditions.length - own.length === awaiting.size;
  return isWhole && sort === 'waiting' ? { conditions: own, sort: null } : null;
}

function hasSameKey(one: Condition, other: Condition): boolean {
  return one.kind !== 'words' && other.kind !== 'words' && one.key === other.key;
}

function reparsed(query: Query): Query {
  return parseQuery(formatQuery(query, 'en'));
}
