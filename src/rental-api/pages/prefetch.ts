import { setTimeout as rest } from 'node:timers/promises';

import { deadline } from '../../lib/concurrency.ts';
import type { PageBody } from '../http/page-body.ts';
import type { Limits } from '../limits.ts';

/** A page that was received and parsed, but whose files are not read yet. */
export interface OpenPage<Page> {
  readonly next: URL | null;
  /** `count` of the page; 0 without one. */
  readonly count: number;
  /** Number of items. */
  readonly size: number;
  read(): Promise<Page>;
}

/** Source of pages. */
export interface PageSource<Page> {
  fetch(url: URL, signal: AbortSignal): Promise<PageBody>;
  /** The same for a page that will probably be named: without retries. */
  prefetch: PrefetchBody;
  /** @throws {RentalError} when the text is not a page, or its link cannot be followed */
  open(body: PageBody, url: URL): Promise<OpenPage<Page>>;
  parallel(): number;
  retryAfterMs(): number;
}

/** A requested page. */
export interface PendingPage<Page> {
  /** @throws {RentalError} when the page cannot be fetched or opened */
  opened(): Promise<OpenPage<Page>>;
}

interface Prefetch {
  readonly url: URL;
  hasArrived: boolean;
  readonly cancel: () => void;
  readonly body: Promise<PageBody>;
}

/** Consecutive pages that arrived before they were named, after which one fewer is prefetched. */
const ARRIVED_IN_A_ROW = 12;

/** One received and one requested: with fewer, every page would have to be waited for. */
const PARALLEL_MIN = 2;

/**
 * Requests pages as they are named, and prefetches those that will probably be named next.
 *
 * A prefetched page is used only if a page names exactly its URL. If another URL is named, or a
 * prefetch fails, all later ones are cancelled and links are followed one by one until they show a
 * pattern again. Where pages arrive faster than they are read, fewer are prefetched: a waiting page
 * takes memory and gains nothing.
 *
 * @param pagesMax pages beyond are never prefetched
 * @param signal cancels everything
 * @returns a function that gets a page which has just been named
 */
export function createPrefetcher<Page>(
  source: PageSource<Page>,
  pagesMax: number,
  signal: AbortSignal,
): (url: URL) => PendingPage<Page> {
  const pattern = createUrlPattern();
  let prefetches: readonly Prefetch[] = [];
  let mayPrefetch = true;
  let pagesNamed = 0;
  let largestPage = 0;
  let total = Infinity;
  let parallelMax = Infinity;
  let arrivedInARow = 0;

  function cancelFrom(index: number): void {
    for (const prefetch of prefetches.slice(index)) prefetch.cancel();
    prefetches = prefetches.slice(0, index);
  }

  function start(url: URL): Prefetch {
    const left = new AbortController();
    const body = source.prefetch(url, AbortSignal.any([signal, left.signal]));
    const prefetch: Prefetch = { url, body, hasArrived: false, cancel: () => left.abort() };
    void track(prefetch);
    return prefetch;
  }

  async function track(prefetch: Prefetch): Promise<void> {
    try {
      await prefetch.body;
      prefetch.hasArrived = true;
    } catch {
      const index = prefetches.indexOf(prefetch);
      if (index === -1) return;
      cancelFrom(index);
      mayPrefetch = false;
    }
  }

  /** Uses `count` as the length of the list once it exceeds the size of any page. */
  function isPlausible(index: number): boolean {
    return index < pagesMax && index * largestPage < total;
  }

  function prefetchMore(): void {
    if (!mayPrefetch) return;
    while (prefetches.length + 1 < Math.min(source.parallel(), parallelMax)) {
      const url = pattern.predict(prefetches.length + 1);
      if (url === null || !isPlausible(pagesNamed + prefetches.length)) return;
      prefetches = [...prefetches, start(url)];
    }
  }

  /** Prefetches more after a page that had to be waited for, fewer after a row that had arrived. */
  function learnFrom({ hasArrived }: Prefetch): void {
    arrivedInARow = hasArrived ? arrivedInARow + 1 : 0;
    if (!hasArrived) parallelMax += 1;
    if (arrivedInARow < ARRIVED_IN_A_ROW) return;
    arrivedInARow = 0;
    parallelMax = Math.max(PARALLEL_MIN, Math.min(parallelMax, source.parallel()) - 1);
  }

  async function open(body: PageBody, url: URL): Promise<OpenPage<Page>> {
    const page = await source.open(body, url);
    largestPage = Math.max(largestPage, page.size);
    total = page.count > largestPage ? page.count : Infinity;
    return page;
  }

  function byLink(url: URL): PendingPage<Page> {
    const body = source.fetch(url, signal);
    // The rejection is handled by `opened`, if that is called at all.
    body.catch(() => {});
    return { opened: async () => open(await body, url) };
  }

  async function openPrefetched({ body, url }: Prefetch): Promise<OpenPage<Page>> {
    try {
      return await open(await body, url);
    } catch {
      relearn();
      // An abort ends the wait early, and the request then rejects with its reason.
      await rest(source.retryAfterMs(), undefined, { signal }).catch(() => {});
      return byLink(url).opened();
    }
  }

  function relearn(): void {
    cancelFrom(0);
    pattern.reset();
    mayPrefetch = true;
  }

  return (url) => {
    pattern.observe(url);
    pagesNamed += 1;
    const [prefetch] = prefetches;
    const isPrefetched = prefetch?.url.href === url.href;
    if (isPrefetched) {
      prefetches = prefetches.slice(1);
      learnFrom(prefetch);
    }
    if (!isPrefetched && (prefetch !== undefined || !mayPrefetch)) relearn();
    const pending = isPrefetched ? { opened: () => openPrefetched(prefetch) } : byLink(url);
    prefetchMore();
    return pending;
  };
}

/** The pattern of the links of a list. */
export interface UrlPattern {
  /** Learns from the URL of the next page, as the service named it. */
  observe(url: URL): void;
  /** The URL that many pages after the last one; `null` without a pattern. */
  predict(steps: number): URL | null;
  /** Forgets the pattern: two more links have to show it again. */
  reset(): void;
}

/** The one query parameter that changed between two pages. */
interface Step {
  readonly name: string;
  /** Index of the parameter in the later query. */
  readonly at: number;
  /** Earlier value; `null` if the earlier query had no such parameter. */
  readonly from: number | null;
  readonly to: number;
}

/** A parameter with a whole number, without leading zeros. */
const COUNTING = /^([^=]+)=(0|[1-9]\d{0,14})$/;

/**
 * Learns an offset or a page number from links: exactly one query parameter is a whole number that
 * grew twice by the same step, and all else stayed the same. The first page may lack the parameter.
 * No other pattern is predicted.
 *
 * @see Rental File Service specification, section 4.2: page selection is not shown
 */
export function createUrlPattern(): UrlPattern {
  let last: URL | null = null;
  let step: Step | null = null;
  let growth: number | null = null;

  return {
    observe(url) {
      const before = step;
      step = last === null ? null : stepBetween(last, url);
      growth = step === null || before === null ? null : growthOf(before, step);
      last = url;
    },
    predict(steps) {
      if (last === null || step === null || growth === null) return null;
      const value = step.to + steps * growth;
      if (!Number.isSafeInteger(value)) return null;
      const url = new URL(last);
      url.search = `?${parametersOf(last).with(step.at, `${step.name}=${value}`).join('&')}`;
      return url;
    },
    reset() {
      step = null;
      growth = null;
    },
  };
}

/** The step of the parameter, if both links agree. */
function growthOf(one: Step, other: Step): number | null {
  if (other.from === null || one.name !== other.name) return null;
  const growth = other.to - other.from;
  if (growth <= 0) return null;
  // Without the parameter a list starts at offset 0 or page 1.
  const isFirst = one.from === null && (one.to === growth || one.to === growth + 1);
  return isFirst || one.from === one.to - growth ? growth : null;
}

function stepBetween(one: URL, other: URL): Step | null {
  if (one.origin !== other.origin || one.pathname !== other.pathname) return null;
  const before = parametersOf(one);
  const after = parametersOf(other);
  const at = after.findIndex((parameter, index) => parameter !== before[index]);
  const [, name, to] = COUNTING.exec(after[at] ?? '') ?? [];
  if (name === undefined) return null;
  if (isSame(before, after.toSpliced(at, 1))) return { name, at, from: null, to: Number(to) };
  const [, nameBefore, from] = COUNTING.exec(before[at] ?? '') ?? [];
  if (nameBefore !== name || !isSame(before.toSpliced(at, 1), after.toSpliced(at, 1))) return null;
  return { name, at, from: Number(from), to: Number(to) };
}

/** The raw parameters, since a server may compare and repeat the exact string. */
function parametersOf({ search }: URL): readonly string[] {
  return search === '' ? [] : search.slice(1).split('&');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** A failed prefetch, which is not reported. */
class PrefetchError extends Error {
  override readonly name = 'PrefetchError';
}

/** Gets the body of a page that will probably be named. */
export type PrefetchBody = (url: URL, signal: AbortSignal) => Promise<PageBody>;

/**
 * A function that requests the body of a page once, without the HTTP client: a prefetch needs neither
 * retries nor detailed errors, and nearly all pages of a refresh are prefetched.
 *
 * It rejects on a network error, a timeout or a status other than 2xx.
 *
 * @param send sends the requests with credentials, and reads the bodies
 */
export function createPrefetchFetch(send: typeof fetch, { attemptMsMax }: Limits): PrefetchBody {
  return async (url, signal) => {
    using late = deadline(attemptMsMax, () => new PrefetchError('late'));
    const response = await send(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, late.signal]),
    });
    if (!response.ok) throw new PrefetchError(String(response.status));
    return response;
  };
}
