import { setTimeout as rest } from 'node:timers/promises';

import { yieldToEventLoop } from '../../lib/yield.ts';
import type { PageBody } from '../http/page-body.ts';
import type { Limits } from '../limits.ts';

/** A page that has come, and is not yet read. */
export interface OpenPage<Page> {
  readonly next: URL | null;
  /** As the page gives it; 0 when it does not. */
  readonly count: number;
  /** How many items are on it. */
  readonly size: number;
  read(): Promise<Page>;
}

/** Where pages come from. */
export interface PageSource<Page> {
  /** The body of a page; `signal` gives up on it. */
  fetch(url: URL, signal: AbortSignal): Promise<PageBody>;
  /** The same of a page that will probably be wanted: asked for once, and its failure is nobody's. */
  prefetch: PrefetchBody;
  /** @throws {RentalError} when the text is no page, or its link cannot be followed */
  open(text: string, url: URL): OpenPage<Page>;
  /** How many requests may be under way at once. */
  parallel(): number;
  /** How long the service wants to be left alone, in milliseconds. */
  retryAfterMs(): number;
}

/** A page on its way. */
export interface PendingPage<Page> {
  /** @throws whatever getting the page, or opening it, throws */
  opened(): Promise<OpenPage<Page>>;
}

interface Prefetch {
  readonly url: URL;
  hasArrived: boolean;
  readonly cancel: () => void;
  readonly body: Promise<PageBody>;
}

/** After so many pages in a row that had come before they were named, one ahead fewer will do. */
const ARRIVED_IN_A_ROW = 12;

/** One at hand and one on its way: with fewer, every page would be waited for. */
const PARALLEL_MIN = 2;

/** Decoding and parsing that many characters take their time: others have a turn between. */
const LONG_TEXT_CHARACTERS = 500_000;

/**
 * Gets pages as they are named, and those that will probably be named next along with them.
 *
 * A page that was read ahead is taken only when a page names its very address. When another one is
 * named, or a page read ahead fails, all beyond it is given up and links are followed one by one
 * until they show anew how they are made. Where pages come faster than they are used, fewer are
 * read ahead: one that waits takes memory and gains nothing.
 *
 * @param pagesMax pages beyond are never guessed
 * @param signal gives up on everything
 * @returns gets a page that has just been named
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

  /** Where a list ends is known from its count, once that was more than any page held. */
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

  /** A page that was waited for shows that more are of use; a row of pages at hand, that fewer do. */
  function learnFrom({ hasArrived }: Prefetch): void {
    arrivedInARow = hasArrived ? arrivedInARow + 1 : 0;
    if (!hasArrived) parallelMax += 1;
    if (arrivedInARow < ARRIVED_IN_A_ROW) return;
    arrivedInARow = 0;
    parallelMax = Math.max(PARALLEL_MIN, Math.min(parallelMax, source.parallel()) - 1);
  }

  async function open(body: PageBody, url: URL): Promise<OpenPage<Page>> {
    const text = await body.text();
    if (text.length > LONG_TEXT_CHARACTERS) await yieldToEventLoop();
    const page = source.open(text, url);
    largestPage = Math.max(largestPage, page.size);
    total = page.count > largestPage ? page.count : Infinity;
    return page;
  }

  function byLink(url: URL): PendingPage<Page> {
    const body = source.fetch(url, signal);
    // Whether anybody still wants it shows later.
    body.catch(() => {});
    return { opened: async () => open(await body, url) };
  }

  async function openPrefetched({ body, url }: Prefetch): Promise<OpenPage<Page>> {
    try {
      return await open(await body, url);
    } catch {
      relearn();
      // An abort cuts the rest short, and the request says why.
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

/** How the links of a list are made, as far as they have shown it. */
export interface UrlPattern {
  /** Takes note of the page that comes next, as it was really named. */
  observe(url: URL): void;
  /** The page so many steps after the one named last; `null` while nobody can tell. */
  predict(steps: number): URL | null;
  /** Leaves aside what was learned: two more steps have to show it anew. */
  reset(): void;
}

/** The one parameter that grows from a page to the next. */
interface Step {
  readonly name: string;
  /** The place of the parameter in the later query. */
  readonly at: number;
  /** Its value before; `null` where the earlier query did not hold it. */
  readonly from: number | null;
  readonly to: number;
}

/** A parameter that is a whole number, written as everybody writes one. */
const COUNTING = /^([^=]+)=(0|[1-9]\d{0,14})$/;

/**
 * Learns from links. Where exactly one query parameter is a whole number that has twice grown by
 * the same step, and all else stayed as it was, the pages to come are known: an offset or a page
 * number. The first page may lack the parameter. Any other chain is never guessed.
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

/** By how much the parameter grows, when both steps agree. */
function growthOf(one: Step, other: Step): number | null {
  if (other.from === null || one.name !== other.name) return null;
  const growth = other.to - other.from;
  if (growth <= 0) return null;
  // Without the parameter a list begins at 0, or with page 1.
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

/** As they are written: a server compares and repeats them letter by letter. */
function parametersOf({ search }: URL): readonly string[] {
  return search === '' ? [] : search.slice(1).split('&');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** A page that may turn out not to be wanted did not come; nobody is told. */
class PrefetchError extends Error {
  override readonly name = 'GuessError';
}

/** Gets a page that will probably be wanted. */
export type PrefetchBody = (url: URL, signal: AbortSignal) => Promise<PageBody>;

/**
 * A function that asks once for the body of a page, without the HTTP client: retries and an error
 * worth telling are of no use to a guess, and nearly all pages of a reading are guesses.
 *
 * It rejects when the page does not come, is late, or is no success.
 *
 * @param send what sends the requests, with credentials, and reads the bodies
 */
export function createPrefetchFetch(send: typeof fetch, { attemptMsMax }: Limits): PrefetchBody {
  return async (url, signal) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new PrefetchError('late')), attemptMsMax);
    try {
      const response = await send(url, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, late.signal]),
      });
      if (!response.ok) throw new PrefetchError(String(response.status));
      return response;
    } finally {
      clearTimeout(timer);
    }
  };
}
