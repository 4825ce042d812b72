import { epochMs, type PageWindow, windowQuery } from './page-window.ts';
import type { WireFile } from './wire.ts';

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
