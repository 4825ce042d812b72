import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';

/**
 * Everything that a request carries, as it came.
 *
 * @returns `null` when it is more than `bytesMax`; the rest of it is not read then
 * @throws {Error} when the connection ends before the request does
 */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return null;
  const parts: Buffer[] = [];
  let bytes = 0;
  // There is still an answer to give when the rest is left unread.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, bytes);
}

const TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/x-www-form-urlencoded',
]);

/** The type of a body without its parameters; `null` for one that Slack does not send. */
export function bodyType(contentType: string | undefined): string | null {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return TYPES.has(type) ? type : null;
}

const SSL_CHECK = 'ssl_check';

/**
 * Whether Slack only looks whether the address can be reached: such requests need no signature,
 * and nothing else in them counts.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function isSslCheck(type: string, body: Buffer): boolean {
  if (type === 'application/json' || !body.includes(SSL_CHECK)) return false;
  return parse(body.toString())[SSL_CHECK] === '1';
}

/**
 * What a body says, in the form that Bolt takes it.
 *
 * @returns `undefined` when it is not what its type promises
 */
export function parsedBody(type: string, body: Buffer): unknown {
  const text = body.toString();
  const fields = type === 'application/json' ? null : parse(text);
  const json = fields === null ? text : fields['payload'];
  if (typeof json !== 'string') return { ...fields };
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
