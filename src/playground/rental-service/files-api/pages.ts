import type { WireFile } from './schema.ts';

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

/** Parses a query: the page window, or every mistake. Unknown parameters are ignored. */
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
function epochMs(dateTime: string): number {
  if (!dateTime.includes('T') || HAS_OFFSET.test(dateTime)) return Date.parse(dateTime);
  return Date.parse(`${dateTime}Z`);
}

/** The list, cut into pages that are written once and served from then on. */
export interface Pages {
  /** A `PaginatedResponse[ListRentalFile]` (section 2.1), as UTF-8 JSON. */
  readonly page: (window: PageWindow) => Uint8Array<ArrayBuffer>;
  /** Writes every page of that size now, so that serving costs next to nothing later. */
  readonly prepare: (limit: number) => void;
}

/**
 * The pages of these files, in their order.
 *
 * @param listUrl where the list stands, without a query: links are absolute
 */
export function createPages(files: readonly WireFile[], listUrl: string): Pages {
  const written = new Map<string, Uint8Array<ArrayBuffer>>();
  let changed: { readonly sinceMs: number; readonly files: readonly WireFile[] } | null = null;

  function selected(sinceMs: number | null): readonly WireFile[] {
    if (sinceMs === null) return files;
    if (changed?.sinceMs !== sinceMs) {
      changed = { sinceMs, files: files.filter((file) => isChangedSince(file, sinceMs)) };
    }
    return changed.files;
  }

  function page(window: PageWindow): Uint8Array<ArrayBuffer> {
    const query = windowQuery(window);
    const ready = written.get(query);
    if (ready !== undefined) return ready;
    const body = Buffer.from(
      JSON.stringify(response(selected(window.changedSinceMs), window, listUrl)),
    );
    // Reads of changes are each asked for once: keeping them would only pile up.
    if (window.changedSinceMs === null) written.set(query, body);
    return body;
  }

  return {
    page,
    prepare(limit) {
      for (let offset = 0; offset < files.length; offset += limit) {
        page({ limit, offset, changedSinceMs: null });
      }
    },
  };
}

function response(files: readonly WireFile[], window: PageWindow, listUrl: string) {
  const { limit, offset } = window;
  const link = (to: number) => `${listUrl}?${windowQuery({ ...window, offset: to })}`;
  return {
    count: files.length,
    next: offset + limit < files.length ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: files.slice(offset, offset + limit),
  };
}

function isChangedSince({ updated_at }: WireFile, sinceMs: number): boolean {
  return updated_at !== null && epochMs(updated_at) >= sinceMs;
}
