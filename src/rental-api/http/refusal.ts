import type { Readable } from 'node:stream';

import { z } from 'zod';

import { RentalError } from '../errors.ts';

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
 * @see RFC 9457, section 3; the specification, section 7, shows no payload of errors
 */
export async function refusalHeaders(
  requested: URL,
  location: unknown,
  isJson: boolean,
  body: Readable,
): Promise<Headers> {
  const detail = isJson ? refusalDetail(await startOf(body)) : null;
  // Destroying an unread stream emits an error, which is expected.
  body.on('error', () => {}).destroy();
  const target = typeof location === 'string' ? URL.parse(location, requested) : null;
  const headers = new Headers();
  if (detail !== null) headers.set(DETAIL_HEADER, encodeURIComponent(detail));
  if (target?.protocol === 'https:' || target?.protocol === 'http:') {
    const leadsTo = withoutPrivate(`${target.origin}${target.pathname}`, PRIVATE);
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
  return Buffer.concat(chunks).toString();
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
function refusalDetail(body: string): string | null {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  const { detail, title } = Problem.safeParse(json).data ?? {};
  const text =
    typeof detail === 'object'
      ? detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
      : (detail ?? title ?? '');
  const shown = presentable(text);
  return shown === '' ? null : shown;
}

type Replacement = readonly [pattern: RegExp, word: string];

/** What must not be passed on, and what stands in its place. */
const PRIVATE: readonly Replacement[] = [
  [/(?<![^\s@\uFF20<>"'()])[^\s@\uFF20<>"'()]+[@\uFF20][^\s@<>"'()]+/g, '[e-mail]'],
  [/\beyJ[\w.-]+|\bBearer\s+\S+/gi, '[secret]'],
];

/** Telephone numbers and birth dates, which addresses of servers look like. */
const NUMBERS: Replacement = [/\+?\d[\d\s()./-]{5,}\d/g, '[number]'];

function presentable(text: string): string {
  const plain = text
    .slice(0, BODY_BYTES_MAX)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return withoutPrivate(plain, [...PRIVATE, NUMBERS]);
}

function withoutPrivate(text: string, replacements: readonly Replacement[]): string {
  return replacements
    .reduce((left, [pattern, word]) => left.replaceAll(pattern, word), text)
    .slice(0, DETAIL_LENGTH_MAX);
}

/**
 * The error for a response that is not a success.
 *
 * @param call the request, as `RentalError` names it
 */
export function statusError(call: string, { status, headers }: Response): RentalError {
  const detail = decoded(headers.get(DETAIL_HEADER));
  const leadsTo = decoded(headers.get(LEADS_TO_HEADER));
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
    case 429: {
      const seconds = headers.get('retry-after');
      const retryAfterSeconds = seconds === null ? null : Number(seconds);
      return new RentalError(call, what, { code: 'rental_busy', retryAfterSeconds });
    }
    default:
      return status === 408 || status >= 500
        ? new RentalError(call, what, { code: 'rental_down', status })
        : new RentalError(call, what, { code: 'rental_refused', status, detail, leadsTo });
  }
}

function decoded(header: string | null): string | null {
  return header === null ? null : decodeURIComponent(header);
}
