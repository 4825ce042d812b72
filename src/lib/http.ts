/** Whether `url` is https, or plain http on this machine. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Whether `url` holds a user name or a password. */
export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** Whether a token or an assertion may be sent to `url`. */
export function mayCarrySecrets(url: URL): boolean {
  return isSecure(url) && !hasCredentials(url);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** The dates of HTTP, and ISO 8601. `Date.parse` takes more for a date, such as `-5`. */
const DATE = /^(?:[a-z]{3,9},? |\d{4}-\d\d-\d\dT)/i;

/** The end of a form without a zone, which is in UTC; `Date.parse` takes it for the local time. */
const WITHOUT_ZONE = /:\d\d:\d\d(?:\.\d{1,9})?(?: \d{4})?$/;

/**
 * The date of a header in epoch milliseconds; `null` for none that can be read.
 *
 * @see RFC 9110, section 5.6.7
 */
export function httpDate(text: string): number | null {
  const date = DATE.test(text) ? Date.parse(WITHOUT_ZONE.test(text) ? `${text}Z` : text) : NaN;
  return Number.isNaN(date) ? null : date;
}

/**
 * When a response was made by its server's clock, in epoch milliseconds, also where a cache has kept it
 * since; `null` when it does not tell.
 *
 * @see RFC 9110, section 6.6.1
 */
export function dateHeaderOf(headers: Pick<Headers, 'get'>): number | null {
  return httpDate(headers.get('date') ?? '');
}

/** A `Date` header is rounded down to a second: by half of one on average. */
const ROUNDED_MS = 500;

/**
 * The time of the server that has answered, in epoch milliseconds; `null` when it does not tell, or a
 * cache has answered in its place.
 */
export function serverTimeOf(headers: Pick<Headers, 'get'>): number | null {
  const date = dateHeaderOf(headers);
  return date === null || headers.get('age') !== null ? null : date + ROUNDED_MS;
}

/** Conversion between an id and the URL of a page about what it names. */
export interface LinkTemplate {
  /** `null` where there are no such pages, or the id would lead to another one. */
  readonly linkTo: (id: string) => string | null;
  /** The id in a text with such a URL; `null` for any other text. */
  readonly idIn: (text: string) => string | null;
}

const PLACE = '{id}';
/** In a path, these lead to another page. */
const STEPS: ReadonlySet<string> = new Set(['.', '..']);
const ID = '([^\\s/?#&|<>"]+)';

/**
 * Creates the conversion.
 *
 * @param template a URL in which `{id}` stands for the id; `null` where there are no such pages
 */
export function createLinkTemplate(template: string | null): LinkTemplate {
  const [beginning = ''] = template?.split(PLACE) ?? [];
  const pattern = template === null ? null : new RegExp(RegExp.escape(beginning) + ID, 'iu');
  const idIn = (text: string) => {
    const found = pattern?.exec(text)?.[1];
    return found === undefined ? null : decoded(found);
  };
  return {
    idIn,
    linkTo(id) {
      if (template === null) return null;
      const link = template.replace(PLACE, () => encodeURIComponent(id.toWellFormed()));
      return STEPS.has(id) && idIn(new URL(link).href) !== id ? null : link;
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
