const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * True when a request names this machine as its host. A page elsewhere whose name resolves to
 * 127.0.0.1 names its own.
 */
export function isLoopbackHost(host: string | null | undefined): boolean {
  return LOOPBACK.test(host ?? '');
}

/** True when a request comes from the page itself, or from no page at all. */
export function isOwnOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site') ?? 'none';
  if (site === 'cross-site' || site === 'same-site') return false;
  const origin = headers.get('origin');
  return origin === null || origin === `http://${headers.get('host')}`;
}
