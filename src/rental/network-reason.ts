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
