import { mayCarrySecrets } from '../../lib/secure-url.ts';
import { type LinkProblem, RentalError } from '../errors.ts';

/** Section 8. */
const LINK_CHARACTERS_MAX = 2083;

/** Spaces, control characters and backslashes: URL parsers drop or turn them, each in its own way. */
const MISLEADING = /[\s\\\p{Cc}\p{Cf}]/u;

/** An escaped slash, dot or backslash: behind it a server may see another path than we do. */
const ESCAPED_SEPARATOR = /%(?:2f|2e|5c)/i;

/**
 * The page that `next` leads to, or `null` at the end of the list.
 *
 * Links are followed as given, relative or absolute, but only to where the list began: the same
 * origin, and the same path or one beneath it. Plain http to the same host means that a proxy
 * ended https, and is raised to it.
 *
 * @param current the page that the link stood on
 * @param first the first page of the list, as the operator gave it
 * @throws {RentalError} `rental_link`, before anything is sent
 * @see Rental File Service specification, sections 2.1 and 8
 */
export function nextPage(link: string | null, current: URL, first: URL): URL | null {
  if (link === null || link === '') return null;
  if (link.length > LINK_CHARACTERS_MAX) throw linkError('too long');
  if (MISLEADING.test(link)) throw linkError('not a link');
  const next = URL.parse(link, current.href);
  if (next === null) throw linkError('not a link');
  if (next.protocol === 'http:' && next.host === first.host) next.protocol = first.protocol;
  next.hash = '';
  const problem = pageProblem(next, first);
  if (problem !== null) throw linkError(problem);
  return next;
}

/** Why a page of the list that starts with `first` cannot stand at `url`; `null` when it can. */
export function pageProblem(url: URL, first: URL): LinkProblem | null {
  if (url.username !== '' || url.password !== '') return 'holds credentials';
  if (url.origin !== first.origin || !mayCarrySecrets(url)) return 'another origin';
  if (url.pathname === first.pathname) return null;
  const beneath = first.pathname.endsWith('/') ? first.pathname : `${first.pathname}/`;
  const isBeneath = url.pathname.startsWith(beneath) && !ESCAPED_SEPARATOR.test(url.pathname);
  return isBeneath ? null : 'another path';
}

/** The link to the page after one was refused. */
export function linkError(problem: LinkProblem): RentalError {
  const failure = { code: 'rental_link', problem } as const;
  return new RentalError('Following the link to the next page', problem, failure);
}

/** What a `fetch` for reading is asked. */
export interface CheckedRequest {
  readonly url: URL;
  /** A copy: whoever asks does not see what is added. */
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}

/**
 * Reads what a `fetch` for reading was given (GET, nothing to send). A `Request` would say the
 * same, but making one for each hand that a page goes through is felt over a thousand pages.
 */
export function checkedRequest(
  input: string | URL | Request,
  init: RequestInit = {},
): CheckedRequest {
  // Not by its class: a request that was cloned may be of another one.
  const isAddress = typeof input === 'string' || input instanceof URL;
  const request = isAddress ? null : input;
  return {
    url: new URL(isAddress ? input : input.url),
    headers: new Headers(init.headers ?? request?.headers),
    signal: init.signal ?? request?.signal ?? null,
  };
}
