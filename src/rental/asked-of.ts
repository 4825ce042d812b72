/** What a `fetch` for reading is asked. */
export interface Asked {
  readonly url: string;
  /** A copy: whoever asks does not see what is added. */
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}

/**
 * Reads what a `fetch` for reading was given (GET, nothing to send). A `Request` would say the
 * same, and making one takes longer than all else that is done before a page is asked for.
 */
export function askedOf(input: string | URL | Request, init: RequestInit = {}): Asked {
  const request = input instanceof Request ? input : null;
  return {
    url: input instanceof Request ? input.url : input.toString(),
    headers: new Headers(init.headers ?? request?.headers),
    signal: init.signal ?? request?.signal ?? null,
  };
}
