/** What a `fetch` for reading is asked. */
export interface Asked {
  readonly url: URL;
  /** A copy: whoever asks does not see what is added. */
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}

/**
 * Reads what a `fetch` for reading was given (GET, nothing to send). A `Request` would say the
 * same, but making one for each hand that a page goes through is felt over a thousand pages.
 */
export function askedOf(input: string | URL | Request, init: RequestInit = {}): Asked {
  // Not by its class: a request that was cloned may be of another one.
  const isAddress = typeof input === 'string' || input instanceof URL;
  const request = isAddress ? null : input;
  return {
    url: new URL(isAddress ? input : input.url),
    headers: new Headers(init.headers ?? request?.headers),
    signal: init.signal ?? request?.signal ?? null,
  };
}
