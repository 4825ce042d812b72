/** Limits of the client. Section 8 of the specification names none of the service. */
export interface Limits {
  /** Per request, with its whole body. */
  readonly attemptMsMax: number;
  /** Per page, with all attempts and the waits between them. */
  readonly pageMsMax: number;
  /** Per health check, with all attempts: a person waits for it. */
  readonly checkMsMax: number;
  /** Retries per page. */
  readonly retriesMax: number;
  /** Delay before the first retry; doubles each time, minus a random part of up to half. */
  readonly retryMs: number;
  /** Longest `Retry-After` that is waited for. */
  readonly retryAfterSecondsMax: number;
  /** Per page, after decompression. */
  readonly pageBytesMax: number;
  /** Pages per walk. */
  readonly pagesMax: number;
  /** Files per walk. */
  readonly filesMax: number;
  /** Per walk from the first page to the last. */
  readonly walkMsMax: number;
  /** Consecutive pages without a file. */
  readonly emptyPagesMax: number;
  /** Concurrent page requests per walk. */
  readonly parallelMax: number;
  /** Consecutive unanswered calls that open the circuit. */
  readonly unansweredMax: number;
  /** How long the circuit stays open at first; doubles up to `openMsMax`. */
  readonly openMs: number;
  readonly openMsMax: number;
  /** Per request for an access token. */
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
  pagesMax: 100_000,
  filesMax: 2_000_000,
  walkMsMax: 30 * 60_000,
  emptyPagesMax: 5,
  parallelMax: 6,
  unansweredMax: 3,
  openMs: 2_000,
  openMsMax: 60_000,
  tokenMsMax: 10_000,
  tokenBytesMax: 64 * 1024,
};
