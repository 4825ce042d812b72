/**
 * How long a server asks to be left alone, in seconds; `null` when it does not say.
 *
 * @param now epoch milliseconds, for an answer that names a date
 * @see RFC 9110, section 10.2.3; `RateLimit-Reset` is what many gateways send instead
 */
export function retryAfterSeconds(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after') ?? headers.get('ratelimit-reset');
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
