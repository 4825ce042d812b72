/** Everything that is bounded. Section 8 shows no limits of the service: these are ours. */
export interface Limits {
  /** One request with its whole body. */
  readonly attemptMsMax: number;
  /** One page with all its attempts and the waits between them. */
  readonly pageMsMax: number;
  /** A look whether the service answers, with all its attempts: somebody waits for it. */
  readonly checkMsMax: number;
  /** Further attempts at one page. */
  readonly retriesMax: number;
  /** The wait before the first retry; it doubles, and up to half of it is left out by chance. */
  readonly retryMs: number;
  /** A `Retry-After` beyond this is not waited for. */
  readonly retryAfterSecondsMax: number;
  /** One page, unpacked. */
  readonly pageBytesMax: number;
  /** Pages of one walk. */
  readonly pagesMax: number;
  /** Files of one walk. */
  readonly filesMax: number;
  /** One walk from the first page to the last. */
  readonly walkMsMax: number;
  /** Pages without a single file in a row. */
  readonly emptyPagesMax: number;
  /** Requests for pages under way at once in one walk. */
  readonly parallelMax: number;
  /** Calls in a row without an answer, after which the service is left alone for a while. */
  readonly unansweredMax: number;
  /** The first rest of a service that does not answer; it doubles up to `restMsMax`. */
  readonly openMs: number;
  readonly openMsMax: number;
  /** One request for an access token. */
  readonly tokenMsMax: number;
  readonly tokenBytesMax: number;
}

export const LIMITS: Limits = {
  attemptMsMax: 20_000,
  pageMsMax: 120_000,
  checkMsMax: 10_000,
  retriesMax: 2,
  retryMs: 500,
  retryAfterSecondsMax: 30,
  pageBytesMax: 32 * 1024 * 1024,
  pagesMax: 20_000,
  filesMax: 500_000,
  walkMsMax: 30 * 60_000,
  emptyPagesMax: 5,
  parallelMax: 6,
  unansweredMax: 3,
  openMs: 2_000,
  openMsMax: 60_000,
  tokenMsMax: 10_000,
  tokenBytesMax: 64 * 1024,
};
