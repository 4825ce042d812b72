/** What most probably made the authorization server refuse the service account. */
export type LikelyCause = 'key' | 'audience' | 'project' | 'clock' | 'unknown';

/** What is wrong with a `next` link, or with another address that was to be read. */
export type LinkProblem =
  | 'too long'
  | 'not a link'
  | 'holds credentials'
  | 'another origin'
  | 'another path'
  | 'read before';

/** Why a call gave nothing, with the evidence. None of it holds a secret or anybody's data. */
export type RentalFailure =
  /** The key file cannot be used; each problem is a sentence that says how to mend it. */
  | { readonly code: 'rental_account'; readonly problems: readonly string[] }
  /** The authorization server turned the service account away. */
  | {
      readonly code: 'rental_key_refused';
      readonly status: number;
      readonly likely: LikelyCause;
      /** How far our clock is ahead of the server's, in seconds; `null` when it did not say. */
      readonly clockAheadSeconds: number | null;
    }
  /** The authorization server gave no token, and that says nothing about the key. */
  | { readonly code: 'rental_token_unavailable'; readonly status: number | null }
  /** A fresh token was refused too. */
  | { readonly code: 'rental_unauthorized' }
  /** The token was accepted, but the service account lacks the authorization. */
  | { readonly code: 'rental_forbidden' }
  /** Too many requests; `null` when the server did not say how long to wait. */
  | { readonly code: 'rental_busy'; readonly retryAfterSeconds: number | null }
  /** No connection (`null`), or a fault at the service. */
  | { readonly code: 'rental_down'; readonly status: number | null }
  | { readonly code: 'rental_slow' }
  /**
   * Several calls in a row had no answer, so nothing is sent for a while: since when, and when it is
   * tried again, in epoch milliseconds.
   */
  | { readonly code: 'rental_resting'; readonly since: number; readonly again: number }
  /** An answer that is cut, too large, not JSON or not a page. */
  | { readonly code: 'rental_unreadable' }
  /** A list that goes on for too long, or in circles without saying so. */
  | { readonly code: 'rental_endless' }
  | { readonly code: 'rental_link'; readonly problem: LinkProblem }
  | { readonly code: 'rental_not_found' }
  /** Any other answer than the one asked for, redirects among them: they are not followed. */
  | { readonly code: 'rental_refused'; readonly status: number };

/** Switch on it; never parse a message. */
export type RentalErrorCode = RentalFailure['code'];

/**
 * A call to the Rental File Service or its authorization server failed.
 *
 * The message is for the log, one line, and safe to print:
 * `GET rental files page failed: status 503 (rental_down)`. It never has a cause: the errors of
 * the HTTP client hold the request, and that holds the bearer or the assertion.
 */
export class RentalError extends Error {
  override readonly name = 'RentalError';
  readonly code: RentalErrorCode;
  /** What was tried, without address, query or credentials. */
  readonly call: string;
  readonly failure: RentalFailure;

  constructor(call: string, what: string, failure: RentalFailure) {
    super(`${call} failed: ${what} (${failure.code})`);
    this.code = failure.code;
    this.call = call;
    this.failure = failure;
  }
}

/** Error codes of the system and of the HTTP client: `ECONNREFUSED`, `UND_ERR_SOCKET`, … */
const CODE = /^[A-Z][A-Z0-9_]{2,60}$/;

const CAUSES_MAX = 4;

const UNTRUSTED =
  'its certificate is not trusted here (NODE_EXTRA_CA_CERTS names another authority)';
const NO_TLS = 'what answers there does not speak https';

/** What the codes mean that an operator is likely to meet. */
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
 * Why no connection came about, by its code and, where it is a common one, in words. Safe to log:
 * the messages and the requests in the client's own errors are not.
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
