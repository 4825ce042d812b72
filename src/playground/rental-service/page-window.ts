/** Which part of the list a call asks for. */
export interface PageWindow {
  readonly limit: number;
  readonly offset: number;
  /** Only files changed at that time or later, epoch milliseconds; `null` for all. */
  readonly changedSinceMs: number | null;
}

/** One mistake of a query, in FastAPI's form. */
export interface Mistake {
  readonly type: string;
  readonly loc: readonly ['query', string];
  readonly msg: string;
  readonly input: string;
}

/** No page is larger; who asks for more gets this many. */
export const LIMIT_MAX = 1_000;

/** The query parameter of an incremental read. */
const CHANGED_SINCE = 'updated_at__gte';

/** What a query asks for, or every mistake in it. Parameters it does not know it ignores. */
export function readWindow(
  query: URLSearchParams,
  pageSize: number,
): PageWindow | readonly Mistake[] {
  const mistakes: Mistake[] = [];
  const limit = integer(query, 'limit', 1, pageSize, mistakes);
  const offset = integer(query, 'offset', 0, 0, mistakes);
  const changedSinceMs = instant(query, CHANGED_SINCE, mistakes);
  if (mistakes.length > 0) return mistakes;
  return { limit: Math.min(limit, LIMIT_MAX), offset, changedSinceMs };
}

/** The query of a window; `readWindow` gives the window back. */
export function windowQuery({ limit, offset, changedSinceMs }: PageWindow): string {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (changedSinceMs !== null) query.set(CHANGED_SINCE, new Date(changedSinceMs).toISOString());
  return query.toString();
}

function integer(
  query: URLSearchParams,
  name: string,
  least: number,
  fallback: number,
  mistakes: Mistake[],
): number {
  const input = query.get(name);
  if (input === null) return fallback;
  if (!/^[+-]?\d{1,15}$/.test(input)) {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    mistakes.push({ type: 'int_parsing', loc: ['query', name], msg, input });
  } else if (Number(input) < least) {
    const msg = `Input should be greater than or equal to ${least}`;
    mistakes.push({ type: 'greater_than_equal', loc: ['query', name], msg, input });
  }
  return Number(input);
}

function instant(query: URLSearchParams, name: string, mistakes: Mistake[]): number | null {
  const input = query.get(name);
  if (input === null) return null;
  const atMs = epochMs(input);
  if (!Number.isNaN(atMs)) return atMs;
  const msg = 'Input should be a valid datetime';
  mistakes.push({ type: 'datetime_from_date_parsing', loc: ['query', name], msg, input });
  return null;
}

const HAS_OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** Epoch milliseconds of a date-time, without an offset in UTC; `NaN` when it is none. */
export function epochMs(dateTime: string): number {
  if (!dateTime.includes('T') || HAS_OFFSET.test(dateTime)) return Date.parse(dateTime);
  return Date.parse(`${dateTime}Z`);
}
