/** Error codes of the system and of the HTTP client: `ECONNREFUSED`, `UND_ERR_SOCKET`, … */
const CODE = /^[A-Z][A-Z0-9_]{2,60}$/;

const CAUSES_MAX = 4;

/**
 * Why no connection came about, as one word that is safe to log: the messages and the requests in
 * the client's own errors are not.
 */
export function networkReason(error: unknown): string {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && CODE.test(cause.code)) {
      return `no connection, ${cause.code}`;
    }
    cause = cause.cause;
  }
  return 'no connection';
}
