import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of a signed request. */
export interface Signature {
  readonly timestamp: string;
  readonly signature: string;
}

/** Why a request is not accepted as Slack's. */
export type SignatureProblem =
  | 'unsigned'
  | 'too old'
  | 'from the future'
  | 'signed with another secret';

const SECONDS_MAX = 300;
const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^v0=[0-9a-f]{64}$/;

/** The signature in the headers; `null` when it is missing or malformed. */
export function readSignature(headers: Readonly<Record<string, unknown>>): Signature | null {
  const timestamp = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) return null;
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return null;
  return { timestamp, signature };
}

/**
 * Why a request's time is not accepted: it may be at most 5 minutes before or after now, as one from
 * far ahead could be replayed until then. Its body need not be read for this.
 *
 * @param nowMs epoch milliseconds
 */
export function timestampProblem({ timestamp }: Signature, nowMs: number): SignatureProblem | null {
  const aheadSeconds = Number(timestamp) - Math.floor(nowMs / 1000);
  if (aheadSeconds < -SECONDS_MAX) return 'too old';
  return aheadSeconds > SECONDS_MAX ? 'from the future' : null;
}

/**
 * Verifies that a request is signed with one of the secrets, at a time that is accepted.
 *
 * @param nowMs epoch milliseconds
 * @returns `null` when it is valid
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function verifySignature(
  signed: Signature,
  body: Buffer,
  secrets: readonly string[],
  nowMs: number,
): SignatureProblem | null {
  const { timestamp, signature } = signed;
  const untimely = timestampProblem(signed, nowMs);
  if (untimely !== null) return untimely;
  const given = Buffer.from(signature);
  const isOurs = secrets.some((secret) => {
    const mac = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
    return timingSafeEqual(given, Buffer.from(`v0=${mac}`));
  });
  return isOurs ? null : 'signed with another secret';
}
