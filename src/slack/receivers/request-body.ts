import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  /** Per request. */
  readonly bytesMax: number;
  /** Of all bodies that are being received. */
  readonly totalBytesMax: number;
}

/**
 * The raw body of a request.
 *
 * @returns `null` when it is longer than allowed; the rest is not read then
 * @throws {CrowdedOutError} when it was given up for newer ones
 * @throws {Error} when the connection ends before the request does
 */
export type ReadBody = (request: IncomingMessage) => Promise<Buffer | null>;

/** A body that was given up because all of them together took too much memory. */
export class CrowdedOutError extends Error {
  override readonly name = 'CrowdedOutError';
}

/**
 * Reads bodies within one budget of memory. Slack sends a body within milliseconds: when all of them
 * exceed the budget, those that take longest are given up, so that slow senders cannot keep it out.
 */
export function createBodyReader({ bytesMax, totalBytesMax }: BodyLimits): ReadBody {
  /** Bytes received so far, the oldest request first. */
  const underWay = new Map<IncomingMessage, number>();
  let total = 0;

  function forget(request: IncomingMessage): void {
    total -= underWay.get(request) ?? 0;
    underWay.delete(request);
  }

  function count(request: IncomingMessage, bytes: number): void {
    underWay.set(request, (underWay.get(request) ?? 0) + bytes);
    total += bytes;
    for (const oldest of underWay.keys()) {
      if (total <= totalBytesMax) return;
      forget(oldest);
      oldest.destroy(new CrowdedOutError('its body took too long'));
    }
  }

  return async (request) => {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) return null;
    const parts: Buffer[] = [];
    let bytes = 0;
    underWay.set(request, 0);
    try {
      // Keeps the connection for the response when the rest is not read.
      for await (const part of request.iterator({ destroyOnReturn: false })) {
        if (!Buffer.isBuffer(part)) continue;
        bytes += part.length;
        if (bytes > bytesMax) return null;
        parts.push(part);
        count(request, part.length);
      }
    } finally {
      forget(request);
    }
    return Buffer.concat(parts, bytes);
  };
}
