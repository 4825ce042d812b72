import type { Readable } from 'node:stream';

import ky, { HTTPError, NetworkError, TimeoutError } from 'ky';
import { z } from 'zod';

import { yieldToEventLoop } from '../../lib/concurrency.ts';
import { RentalError, networkReason } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { jsonIn } from '../schema/fields.ts';
import { jsonOf, type RawPage, UnparsedItem, parsePage, unreadablePage } from '../schema/page.ts';

/** A complete page, whose text is decoded on request, once, and its date. */
export type PageBody = Pick<Response, 'text' | 'headers'>;

/** Gets the body of a page. `once` turns retries off. */
type GetPageBody = (url: URL, signal: AbortSignal | undefined, once: boolean) => Promise<PageBody>;

/**
 * A function that gets the body of a page, and retries after network errors, server errors and 429.
 * It rejects with a `RentalError`, or with the reason of an abort.
 *
 * @param authorizedFetch sends the requests with credentials, and reads the bodies
 */
export function createPageBody(authorizedFetch: typeof fetch, limits: Limits): GetPageBody {
  const { attemptMsMax, pageMsMax, retriesMax, retryMs, retryAfterSecondsMax } = limits;
  const http = ky.create({
    fetch: authorizedFetch,
    headers: { accept: 'application/json' },
    redirect: 'manual',
    timeout: attemptMsMax,
    totalTimeout: pageMsMax,
    retry: {
      limit: retriesMax,
      methods: ['get'],
      statusCodes: [408, 429, 500, 502, 503, 504],
      afterStatusCodes: [429, 503],
      delay: (attempt) => retryMs * 2 ** (attempt - 1),
      jitter: (ms) => ms * (1 - Math.random() / 2),
      // The client would cap a longer wait, and send one more useless request.
      shouldRetry: ({ error }) =>
        error instanceof HTTPError &&
        Number(error.response.headers.get('retry-after')) > retryAfterSecondsMax
          ? false
          : undefined,
    },
  });

  const httpOnce = http.extend({ retry: 0 });

  return async (url, signal, once) => {
    try {
      return await (once ? httpOnce : http).get(url, signal === undefined ? {} : { signal });
    } catch (error) {
      throw pageFailure(error);
    }
  };
}

/** A connection that ended before the body did. Class and message make ky retry. */
export class CutBodyError extends TypeError {
  constructor() {
    super('terminated');
  }
}

/** A body over the limit. */
export class LargeBodyError extends Error {
  override readonly name = 'LargeBodyError';
}

/** A complete body, as bytes until its text is needed. */
export interface BufferedBody {
  /** The UTF-8 text, on the first call only: the buffer is reused then. */
  text(): string;
}

/**
 * The text of a response.
 *
 * @throws {CutBodyError} when the connection ends early or the compression is broken
 * @throws {LargeBodyError} see `bufferBody`
 */
export async function readBody({ body }: Response, bytesMax: number): Promise<string> {
  if (body === null) return '';
  try {
    return (await bufferBody(body, bytesMax)).text();
  } catch (error) {
    throw error instanceof TypeError ? new CutBodyError() : error;
  }
}

/**
 * Reads a whole body. Bytes are counted after decompression, so that a small compressed body cannot
 * grow without bound.
 *
 * @throws {LargeBodyError} beyond `bytesMax`; the rest is not read
 */
export async function bufferBody(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<BufferedBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new LargeBodyError(`more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return buffered(chunks, bytes);
}

/** Fits most pages. Buffers are reused, since one per page would only be garbage. */
const BUFFER_BYTES = 512 * 1024;
const FREE_BUFFERS_MAX = 8;
const freeBuffers: Uint8Array[] = [];

/** Bytes, not text: a string takes up to twice the memory, and prefetched pages may wait for long. */
function buffered(chunks: readonly Uint8Array[], bytes: number): BufferedBody {
  let buffer: Uint8Array | null =
    bytes > BUFFER_BYTES
      ? new Uint8Array(bytes)
      : (freeBuffers.pop() ?? new Uint8Array(BUFFER_BYTES));
  let end = 0;
  for (const chunk of chunks) {
    buffer.set(chunk, end);
    end += chunk.byteLength;
  }
  return {
    text() {
      if (buffer === null) return '';
      const text = new TextDecoder().decode(buffer.subarray(0, bytes));
      if (buffer.length === BUFFER_BYTES && freeBuffers.length < FREE_BUFFERS_MAX)
        freeBuffers.push(buffer);
      buffer = null;
      return text;
    },
  };
}

const CALL = 'GET rental files page';

/**
 * Converts errors of the HTTP client to a `RentalError`; the reason of an abort and bugs pass through.
 *
 * The client's error is not kept as a cause, since it holds the request with its URL.
 */
function pageFailure(error: unknown): unknown {
  if (error instanceof HTTPError) return statusError(CALL, error.response);
  if (error instanceof TimeoutError) {
    return new RentalError(CALL, 'timed out', { code: 'rental_slow' });
  }
  if (error instanceof NetworkError && error.cause instanceof CutBodyError) {
    return new RentalError(CALL, 'cut short', { code: 'rental_unreadable' });
  }
  if (error instanceof NetworkError) {
    const failure = { code: 'rental_down', status: null } as const;
    return new RentalError(CALL, networkReason(error.cause), failure);
  }
  if (error instanceof LargeBodyError) {
    return new RentalError(CALL, error.message, { code: 'rental_unreadable' });
  }
  return error;
}

/** Parsed as a whole up to here, in some milliseconds; a page of a hundred files is half as long. */
const WHOLE_CHARACTERS_MAX = 500_000;

/** Of everything but the list. */
const ENVELOPE_CHARACTERS_MAX = 100_000;

/** Far more than any service puts on a page. */
const ITEMS_MAX = 20_000;

/** Characters that are looked at between two yields to the event loop. */
const SCAN_CHARACTERS = 500_000;

/**
 * Parses the text of a page. Of a long one only the envelope is parsed; the items are cut apart for
 * the reader to parse one by one, so that no page blocks the event loop or becomes millions of
 * objects at once.
 *
 * @throws {RentalError} `rental_unreadable` when it is not a page, or has too many items
 */
export async function parsePageText(text: string): Promise<RawPage> {
  if (text.length <= WHOLE_CHARACTERS_MAX) {
    const page = parsePage(jsonOf(text));
    return page.items.length > ITEMS_MAX ? refuseLong() : page;
  }
  await yieldToEventLoop();
  const { envelope, items } = await cutApart(text);
  return { ...parsePage(jsonOf(envelope)), items };
}

function refuseLong(): never {
  throw unreadablePage(`more than ${ITEMS_MAX} items`);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

interface Parts {
  /** The text with an empty list. */
  readonly envelope: string;
  readonly items: readonly UnparsedItem[];
}

/** Cuts a page at the commas of its `results`. What is between them is not checked. */
async function cutApart(text: string): Promise<Parts> {
  const items: UnparsedItem[] = [];
  let envelope = '';
  let kept = 0;
  let depth = 0;
  let isInString = false;
  let isInList = false;
  let stringAt = 0;
  let stringEnd = 0;
  let key = '';
  let itemAt = 0;
  let pauseAt = SCAN_CHARACTERS;

  function endItem(end: number): void {
    if (items.length === ITEMS_MAX) refuseLong();
    items.push(new UnparsedItem(text.slice(itemAt, end)));
    itemAt = end + 1;
  }

  function keepUntil(end: number): void {
    if (envelope.length + end - kept > ENVELOPE_CHARACTERS_MAX)
      throw unreadablePage(`more than ${ENVELOPE_CHARACTERS_MAX} characters beside its list`);
    envelope += text.slice(kept, end);
  }

  for (let at = 0; at < text.length; at += 1) {
    if (at >= pauseAt) {
      await yieldToEventLoop();
      pauseAt = at + SCAN_CHARACTERS;
    }
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) {
        isInString = false;
        stringEnd = at;
      }
    } else if (code === QUOTE) {
      isInString = true;
      stringAt = at + 1;
    } else if (code === COLON && depth === 1) {
      key = text.slice(stringAt, stringEnd);
    } else if (code === COMMA) {
      if (isInList && depth === 2) endItem(at);
    } else if (code === LIST || code === OBJECT) {
      depth += 1;
      if (depth !== 2 || code !== LIST || key !== 'results') continue;
      isInList = true;
      items.length = 0;
      itemAt = at + 1;
      keepUntil(itemAt);
    } else if (code === LIST_END || code === OBJECT_END) {
      depth -= 1;
      if (!isInList || depth !== 1) continue;
      if (code !== LIST_END) throw unreadablePage('not JSON');
      isInList = false;
      kept = at;
      if (items.length > 0 || text.slice(itemAt, at).trim() !== '') endItem(at);
    }
  }
  if (isInList) throw unreadablePage('not JSON');
  keepUntil(text.length);
  return { envelope, items };
}

const BODY_BYTES_MAX = 8_192;
/** A refusal is not waited for longer: its status says enough. */
const BODY_MS_MAX = 1_000;
const DETAIL_LENGTH_MAX = 200;

/** Headers by which a response without a body still carries why it was refused. */
const DETAIL_HEADER = 'x-refusal-detail';
const LEADS_TO_HEADER = 'x-refusal-leads-to';
export const REFUSAL_HEADERS = [DETAIL_HEADER, LEADS_TO_HEADER] as const;

/**
 * Reads why the service refuses a request into headers: the `detail` of its body, and where a
 * redirect leads. Both are bounded, and without e-mail addresses, numbers of telephones and tokens.
 *
 * @param secret that was sent with the request, which the answer may quote; empty for none
 * @see RFC 9457, section 3; the specification, section 7, shows no payload of errors
 */
export async function refusalHeaders(
  requested: URL,
  location: unknown,
  isJson: boolean,
  body: Readable,
  secret: string,
): Promise<Headers> {
  const detail = isJson ? refusalDetail(await startOf(body), secret) : null;
  // Destroying an unread stream emits an error, which is expected.
  body.on('error', () => {}).destroy();
  const target = typeof location === 'string' ? URL.parse(location, requested) : null;
  const headers = new Headers();
  if (detail !== null) headers.set(DETAIL_HEADER, encodeURIComponent(detail));
  if (target?.protocol === 'https:' || target?.protocol === 'http:') {
    const leadsTo = withoutPrivate(`${target.origin}${target.pathname}`, PRIVATE, secret);
    headers.set(LEADS_TO_HEADER, encodeURIComponent(leadsTo));
  }
  return headers;
}

/** The first bytes of a body, as far as they come in time. */
async function startOf(body: Readable): Promise<string> {
  const timer = setTimeout(() => body.destroy(), BODY_MS_MAX);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(Buffer.from(chunk));
      bytes += chunks.at(-1)?.length ?? 0;
      if (bytes > BODY_BYTES_MAX) return '';
    }
  } catch {
    return '';
  } finally {
    clearTimeout(timer);
  }
  // A byte order mark is no part of it.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

const Problem = z.object({
  detail: z
    .union([
      z.string(),
      z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
    ])
    .optional()
    .catch(undefined),
  title: z.string().optional().catch(undefined),
});

/** The fields of a problem that describe it; others may hold the rejected input. */
function refusalDetail(body: string, secret: string): string | null {
  const { detail, title } = Problem.safeParse(jsonIn(body)).data ?? {};
  const text =
    typeof detail === 'object'
      ? detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
      : (detail ?? title ?? '');
  const shown = presentable(text, secret);
  return shown === '' ? null : shown;
}

const HIDDEN = '[secret]';
type Replacement = readonly [pattern: RegExp | string, word: string];

/** What must not be passed on, and what stands in its place. */
const PRIVATE: readonly Replacement[] = [
  [/(?<![^\s@\uFF20<>"'()])[^\s@\uFF20<>"'()]+[@\uFF20][^\s@<>"'()]+/g, '[e-mail]'],
  [/\beyJ[\w.-]+|\bBearer\s+\S+/gi, HIDDEN],
];

/** Telephone numbers and birth dates, which addresses of servers look like. */
const NUMBERS: Replacement = [/\+?\d[\d\s()./-]{5,}\d/g, '[number]'];

/** The first half of a sign that was cut in two, which a header cannot be made of. */
const HALF_SIGN = /\p{Cs}$/u;

function presentable(text: string, secret: string): string {
  const plain = text
    .slice(0, BODY_BYTES_MAX)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return withoutPrivate(plain, [...PRIVATE, NUMBERS], secret);
}

/** @param secret that was sent: a text that quotes a part of it in another spelling is not passed on */
function withoutPrivate(text: string, patterns: readonly Replacement[], secret: string): string {
  const spellings = secret === '' ? [] : [secret, encodeURIComponent(secret), encodeURI(secret)];
  const hidden = spellings.map((spelling) => [spelling, HIDDEN] as const);
  const shown = [...hidden, ...patterns]
    .reduce((left, [pattern, word]) => left.replaceAll(pattern, word), text)
    .slice(0, DETAIL_LENGTH_MAX)
    .replace(HALF_SIGN, '');
  const [letters, quoted] = [lettersOf(secret), lettersOf(shown)];
  const count = Math.max(0, letters.length - QUOTED_LETTERS + 1);
  const runs = Array.from({ length: count }, (_, at) => letters.slice(at, at + QUOTED_LETTERS));
  return runs.some((part) => quoted.includes(part)) ? HIDDEN : shown;
}

/** As many in a row of a secret are no chance. */
const QUOTED_LETTERS = 12;
const ESCAPED = /%([\da-f]{2})|&#x([\da-f]{1,4});?|\\u([\da-f]{4})|&#(\d{1,4});?/giu;

/** The letters and digits of a text, however the signs between them are escaped, once or twice. */
function lettersOf(text: string): string {
  return decodedOnce(decodedOnce(text))
    .toLowerCase()
    .replaceAll(/[^a-z\d]/gu, '');
}

function decodedOnce(text: string): string {
  return text.replaceAll(ESCAPED, (_, percent?: string, hex?: string, unit?: string, code = '') =>
    String.fromCharCode(Number(code) || Number.parseInt(percent ?? hex ?? unit ?? '0', 16)),
  );
}

/**
 * The error for a response that is not a success.
 *
 * @param call the request, as `RentalError` names it
 */
export function statusError(call: string, { status, headers }: Response): RentalError {
  const detail = decoded(headers.get(DETAIL_HEADER));
  const leadsTo = decoded(headers.get(LEADS_TO_HEADER));
  const seconds = headers.get('retry-after');
  const retryAfterSeconds = seconds === null ? null : Number(seconds);
  const what = [
    `status ${status}`,
    ...(detail === null ? [] : [`“${detail}”`]),
    ...(leadsTo === null ? [] : [`it leads to ${leadsTo}`]),
  ].join(', ');
  switch (status) {
    case 401:
      return new RentalError(call, what, { code: 'rental_unauthorized' });
    case 403:
      return new RentalError(call, what, { code: 'rental_forbidden' });
    case 404:
    case 410:
      return new RentalError(call, what, { code: 'rental_not_found', status });
    case 429:
      return new RentalError(call, what, { code: 'rental_busy', retryAfterSeconds });
    default: {
      const down = { code: 'rental_down', status } as const;
      const refused = { code: 'rental_refused', status, detail, leadsTo } as const;
      if (status !== 408 && status < 500) return new RentalError(call, what, refused);
      const waits = retryAfterSeconds === null ? down : { ...down, retryAfterSeconds };
      return new RentalError(call, what, waits);
    }
  }
}

function decoded(header: string | null): string | null {
  return header === null ? null : decodeURIComponent(header);
}
