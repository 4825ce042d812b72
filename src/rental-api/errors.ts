/** Probable cause of a refusal by the authorization server. */
export type LikelyCause = 'key' | 'audience' | 'project' | 'clock' | 'unknown';

/** Why a `next` link, or another URL of a page, is not followed. */
export type LinkProblem =
  | 'too long'
  | 'not a link'
  | 'holds credentials'
  | 'another origin'
  | 'read before';

/** Why a call failed. Holds no secrets and no personal data. */
export type RentalFailure =
  /** An unusable key file; each problem is a sentence with its remedy. */
  | { readonly code: 'rental_account'; readonly problems: readonly string[] }
  /** The authorization server refused the service account. */
  | {
      readonly code: 'rental_key_refused';
      readonly status: number;
      readonly likely: LikelyCause;
      /** How far our clock is ahead of the server's; `null` if it sent no usable `Date`. */
      readonly clockAheadSeconds: number | null;
    }
  /** The authorization server failed for a reason unrelated to the key. */
  | {
      readonly code: 'rental_token_unavailable';
      readonly status: number | null;
      readonly retryAfterSeconds?: number;
    }
  /** Status 401, with a fresh token too. */
  | { readonly code: 'rental_unauthorized' }
  /** Status 403: the service account lacks the authorization. */
  | { readonly code: 'rental_forbidden' }
  /** Status 429; `null` without `Retry-After`. */
  | { readonly code: 'rental_busy'; readonly retryAfterSeconds: number | null }
  /** No connection (`null`), or a server error; with `Retry-After`, where the service sent it. */
  | {
      readonly code: 'rental_down';
      readonly status: number | null;
      readonly retryAfterSeconds?: number;
    }
  | { readonly code: 'rental_slow' }
  /**
   * The circuit is open after several unanswered calls: since when, and when a trial call is made,
   * in epoch milliseconds.
   */
  | { readonly code: 'rental_resting'; readonly since: number; readonly again: number }
  /** A body that is truncated, too large, not JSON or not a page. */
  | { readonly code: 'rental_unreadable' }
  /** A list that may lack files: some cannot be read, it changed meanwhile, or it has none. */
  | { readonly code: 'rental_incomplete' }
  /** A list with too many pages, files or empty pages. */
  | { readonly code: 'rental_endless' }
  | { readonly code: 'rental_link'; readonly problem: LinkProblem }
  | { readonly code: 'rental_not_found'; readonly status: 404 | 410 }
  /** Any other status, redirects included: they are not followed. */
  | {
      readonly code: 'rental_refused';
      readonly status: number;
      /** The service’s reason, bounded and without personal data. */
      readonly detail: string | null;
      /** Where a redirect leads, without its query. */
      readonly leadsTo: string | null;
    };

/** Longest wait that the service may ask for: some gateways send a time of day in its place. */
const RETRY_AFTER_MS_MAX = 600_000;

/** For how long the service asks not to be tried again, in milliseconds. */
export function retryAfterMsOf(error: unknown): number {
  if (!(error instanceof RentalError)) return 0;
  const { failure } = error;
  const seconds = 'retryAfterSeconds' in failure ? (failure.retryAfterSeconds ?? 0) : 0;
  return Math.min(seconds * 1_000, RETRY_AFTER_MS_MAX);
}

/** For switches; the message is never parsed. */
export type RentalErrorCode = RentalFailure['code'];

/**
 * A call to the Rental File Service or its authorization server failed.
 *
 * The message is for the log, one line, and safe to print:
 * `GET rental files page failed: status 503 (rental_down)`. It never has a cause: the errors of
 * the HTTP client hold the request, and with it the bearer or the assertion.
 */
export class RentalError extends Error {
  override readonly name = 'RentalError';
  readonly code: RentalErrorCode;
  /** The request, without address, query or credentials. */
  readonly call: string;
  /** What happened, in the words of the message. */
  readonly what: string;
  readonly failure: RentalFailure;

  constructor(call: string, what: string, failure: RentalFailure) {
    super(`${call} failed: ${what} (${failure.code})`);
    this.code = failure.code;
    this.call = call;
    this.what = what;
    this.failure = failure;
  }
}

/** Error codes of the system and of the HTTP client: `ECONNREFUSED`, `UND_ERR_SOCKET`, … */
const CODE = /^[A-Z][A-Z0-9_]{2,60}$/;

const CAUSES_MAX = 4;

const UNTRUSTED =
  'its certificate is not trusted here (NODE_EXTRA_CA_CERTS names another authority)';
const NO_TLS = 'what answers there does not speak https';

/** Meanings of the codes that operators are likely to meet. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'nobody knows this host'],
  ['EAI_AGAIN', 'the host could not be looked up'],
  ['ECONNREFUSED', 'nothing listens there'],
  ['ECONNRESET', 'it was cut off'],
  ['EHOSTUNREACH', 'no way leads there'],
  ['ENETUNREACH', 'no way leads there'],
  ['ETIMEDOUT', 'no answer in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no answer in time'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NO_TLS],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', NO_TLS],
]);

/**
 * Why a connection failed: the error code and, for common ones, its meaning. Safe to log, unlike the
 * message and the request in the client's own error.
 */
export function networkReason(error: unknown): string {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && CODE.test(cause.code)) {
      const meaning = MEANINGS.get(cause.code);
      return `no connection, ${cause.code}${meaning === undefined ? '' : `: ${meaning}`}`;
    }
    cause = cause.cause;
  }
  return 'no connection';
}
