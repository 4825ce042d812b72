import { deadline, yieldToEventLoop, unlessAborted } from '../lib/concurrency.ts';
import { dateHeaderOf, mayCarrySecrets } from '../lib/http.ts';
import { createTokenSource } from './auth/access-token.ts';
import { createTokenRequest, type TokenRequestOptions } from './auth/token-request.ts';
import { RentalError } from './errors.ts';
import { createAdaptiveConcurrency, createMeasuredFetch } from './http/adaptive-concurrency.ts';
import { createCircuitBreaker, type OpenCircuit } from './http/circuit-breaker.ts';
import { type PageBody, createPageBody, parsePageText } from './http/page-body.ts';
import {
  createAuthorizedFetch,
  createPageFetch,
  linkError,
  nextPage,
  pageProblem,
} from './http/page-fetch.ts';
import { type Limits, LIMITS } from './limits.ts';
import {
  createPrefetcher,
  createPrefetchFetch,
  type OpenPage,
  type PageSource,
  type PendingPage,
} from './pages/prefetch.ts';
import {
  type FilePage,
  readFiles,
  type ReadItems,
  readSummaries,
  type SummaryPage,
} from './schema/page.ts';

/** Client of the Rental File Service. */
export interface RentalFiles {
  /**
   * All pages of the list in order, starting at `from` or the first page. While one is processed, the
   * next ones are prefetched.
   *
   * @throws {RentalError} when a page cannot be read, or the list does not end
   */
  pages(signal?: AbortSignal, from?: URL): AsyncGenerator<FilePage, void, void>;
  /** The same with only the fields that lists need: far cheaper for a whole portfolio. */
  summaries(signal?: AbortSignal, from?: URL): AsyncGenerator<SummaryPage, void, void>;
  /**
   * The page at `url`: the first one, or the `next` of another.
   *
   * @throws {RentalError} any failure to get a page; an abort rejects with the signal's reason
   * @see Rental File Service specification, section 4.2
   */
  fetchPage(url: URL, signal?: AbortSignal): Promise<FilePage>;
  /**
   * Gets an access token, unless there is one.
   *
   * @throws {RentalError} when the authorization server gives none
   */
  checkToken(): Promise<void>;
  /**
   * Requests the first page, to see that the service answers and accepts the token. Max 10 s.
   *
   * @throws {RentalError} when it does not
   */
  checkService(): Promise<void>;
  /** The circuit, while it is open because the service does not answer; `null` otherwise. */
  openCircuit(): OpenCircuit | null;
  /** Requests since the start. */
  requestCounts(): RequestCounts;
}

interface RequestCounts {
  /** Pages read. */
  readonly pages: number;
  /** Requests for them, retries included. */
  readonly pageRequests: number;
  /** Requests for access tokens, retries included. */
  readonly tokenRequests: number;
}

export interface RentalFilesOptions extends Omit<TokenRequestOptions, 'fetch' | 'limits'> {
  /** The URL of the first page, query included: https, or plain http on this machine. */
  readonly firstPage: URL;
  /** Monotonic milliseconds, so that a clock set back does not keep an old token. */
  readonly monotonic?: () => number;
  /** Wraps the `fetch` that sends requests, for metrics and tests. */
  readonly watch?: (send: typeof fetch) => typeof fetch;
  readonly log?: { warn(message: string): void };
  readonly limits?: Partial<Limits>;
  /** Called when the circuit becomes half-open: a refresh can then be the trial call. */
  readonly onHalfOpen?: () => void;
}

/**
 * A client with access token, retries, prefetching, adaptive concurrency and a circuit breaker.
 * While the circuit is open, calls fail at once with `rental_resting`.
 *
 * @throws {TypeError} when an address is neither https nor on this machine
 */
export function createRentalFiles(options: RentalFilesOptions): RentalFiles {
  const { firstPage, authUrl, now, monotonic = now, log } = options;
  const { onHalfOpen = () => {}, watch = (send) => send } = options;
  if (!mayCarrySecrets(new URL(authUrl)))
    throw new TypeError('The authorization server must be an https URL');
  const limits = { ...LIMITS, ...options.limits };
  const counts = { pages: 0, pageRequests: 0, tokenRequests: 0 };

  function counted(name: 'pageRequests' | 'tokenRequests', send: typeof fetch): typeof fetch {
    const watched = watch(send);
    return async (input, init) => {
      counts[name] += 1;
      return watched(input, init);
    };
  }
  const tokens = createTokenSource({
    request: createTokenRequest({ ...options, limits, fetch: counted('tokenRequests', fetch) }),
    now,
    monotonic,
    onBackgroundFailure: (error) =>
      log?.warn(error instanceof RentalError ? error.message : 'Renewing the token failed'),
  });
  const authorizedFetch = createAuthorizedFetch({
    firstPage,
    tokens,
    fetch: counted('pageRequests', createPageFetch(limits.pageBytesMax)),
    now,
  });
  const concurrency = createAdaptiveConcurrency(limits.parallelMax);
  const measuredFetch = createMeasuredFetch(authorizedFetch, concurrency, monotonic);
  const pageBody = createPageBody(measuredFetch, limits);
  const prefetchBody = createPrefetchFetch(measuredFetch, limits);

  const breaker = createCircuitBreaker({ limits, now, monotonic, onHalfOpen });

  async function bodyAt(url: URL, signal: AbortSignal | undefined): Promise<PageBody> {
    assertFollowable(url);
    return breaker.run(async (isTrial) => {
      // Before the attempt, so that the time limit of the page does not include the token request.
      await unlessAborted(tokens.token(isTrial), signal);
      return pageBody(url, signal, isTrial);
    }, signal);
  }

  async function prefetchAt(url: URL, signal: AbortSignal): Promise<PageBody> {
    assertFollowable(url);
    // Requests for pages that were named go first.
    await yieldToEventLoop();
    breaker.assertClosed();
    await unlessAborted(tokens.token(), signal);
    return prefetchBody(url, signal);
  }

  function assertFollowable(url: URL): void {
    const problem = pageProblem(url, firstPage);
    if (problem !== null) throw linkError(problem);
  }

  async function openPage<File>(
    body: PageBody,
    url: URL,
    readItems: ReadItems<File>,
  ): Promise<OpenPage<FilePage<File>>> {
    const servedAt = dateHeaderOf(body.headers);
    const { count, items, next: link } = await parsePageText(await body.text());
    const next = nextPage(link, url, firstPage);
    counts.pages += 1;
    const read = async () => ({ ...(await readItems(items)), count, url, next, servedAt });
    return { next, count, size: items.length, read };
  }

  function sourceOf<File>(readItems: ReadItems<File>): PageSource<FilePage<File>> {
    return {
      fetch: bodyAt,
      prefetch: prefetchAt,
      open: (body, url) => openPage(body, url, readItems),
      parallel: () => concurrency.parallel(monotonic()),
      retryAfterMs: () => tolerable(concurrency.retryAfterMs(monotonic()), limits),
    };
  }

  return {
    async fetchPage(url, signal) {
      const page = await openPage(await bodyAt(url, signal), url, readFiles);
      return page.read();
    },
    pages: (signal, from = firstPage) => walkPages(from, sourceOf(readFiles), limits, signal),
    summaries: (signal, from = firstPage) =>
      walkPages(from, sourceOf(readSummaries), limits, signal),
    async checkToken() {
      await breaker.run(async (isTrial) => tokens.token(isTrial));
    },
    async checkService() {
      const what = `no answer within ${limits.checkMsMax / 1_000} seconds`;
      using late = deadline(
        limits.checkMsMax,
        () => new RentalError('GET rental files page', what, { code: 'rental_slow' }),
      );
      const body = await bodyAt(firstPage, late.signal);
      await parsePageText(await body.text());
    },
    openCircuit: () => breaker.openCircuit(),
    requestCounts: () => ({ ...counts }),
  };
}

/** 0 for a `Retry-After` that is too long to wait for: the next request then reports it. */
function tolerable(waitMs: number, { retryAfterSecondsMax }: Limits): number {
  return waitMs > retryAfterSecondsMax * 1_000 ? 0 : waitMs;
}

/**
 * The first page of the files that changed since an instant, for services with such a parameter.
 *
 * @param parameter a query parameter such as `updated_at__gte`; its value is a date-time in UTC
 * @see Rental File Service specification, section 4.2: query parameters are not shown
 */
export function changedSince(firstPage: URL, parameter: string, epochMs: number): URL {
  const url = new URL(firstPage);
  url.searchParams.set(parameter, new Date(epochMs).toISOString());
  return url;
}

/**
 * Follows the `next` links of a list until it ends. Stop early with `break`.
 *
 * While one page is read, the next ones are already requested: the one that was named, and those
 * after it where links follow a pattern. They are cancelled when the walk ends.
 *
 * @param signal ends the walk, which then rejects with its reason
 * @throws {RentalError} `rental_link` for a link back to a page that was read, `rental_endless` and
 *   `rental_slow` beyond `limits`, and the errors of `source` for pages that were named
 * @see Rental File Service specification, section 4.2
 */
export async function* walkPages<Page extends FilePage<unknown>>(
  first: URL,
  source: PageSource<Page>,
  { pagesMax, filesMax, emptyPagesMax, walkMsMax }: Limits,
  signal?: AbortSignal,
): AsyncGenerator<Page, void, void> {
  const ended = new AbortController();
  const timer = setTimeout(() => {
    const what = `not done after ${walkMsMax / 60_000} minutes`;
    ended.abort(new RentalError('Reading all rental files', what, { code: 'rental_slow' }));
  }, walkMsMax);
  const combined = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  const getPage = createPrefetcher(source, pagesMax, combined);
  const requested = new Set<string>();
  let files = 0;
  let emptyPages = 0;

  function request(url: URL): PendingPage<Page> {
    if (requested.has(url.href)) return rejecting(linkError('read before'));
    if (requested.size === pagesMax) return rejecting(endless(`more than ${pagesMax} pages`));
    requested.add(url.href);
    return getPage(url);
  }

  try {
    for (let pending: PendingPage<Page> | null = request(first); pending !== null;) {
      let opened: OpenPage<Page> | null = await pending.opened();
      pending = opened.next === null ? null : request(opened.next);
      // Twice, since a connection is reused only in the second iteration of the event loop: the next
      // request is to leave before this page is read.
      await yieldToEventLoop();
      await yieldToEventLoop();
      const page = await opened.read();
      // Releases the parsed body, which is twice the size of the page.
      opened = null;
      const items = page.files.length + page.skipped;
      files += items;
      emptyPages = items === 0 ? emptyPages + 1 : 0;
      if (files > filesMax) throw endless(`more than ${filesMax} files`);
      yield page;
      combined.throwIfAborted();
      if (pending !== null && emptyPages === emptyPagesMax) {
        throw endless(`${emptyPages} empty pages in a row`);
      }
    }
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

/** A page that must not be requested: its error comes after the page before it was yielded. */
function rejecting(error: RentalError): PendingPage<never> {
  return {
    async opened() {
      throw error;
    },
  };
}

function endless(what: string): RentalError {
  return new RentalError('Reading all rental files', what, { code: 'rental_endless' });
}
