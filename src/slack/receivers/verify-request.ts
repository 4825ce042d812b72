import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a request brings to prove that it comes from Slack. */
export interface Signature {
  readonly timestamp: string;
  readonly signature: string;
}

/** Why a request cannot be believed to come from Slack, just now. */
export type SignatureProblem =
  | 'unsigned'
  | 'too old'
  | 'from the future'
  | 'signed with another secret';

const SECONDS_MAX = 300;
const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^v0=[0-9a-f]{64}$/;

/** The headers that prove it, when they are there and spelled as Slack spells them. */
export function readSignature(headers: Readonly<Record<string, unknown>>): Signature | null {
  const timestamp = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) return null;
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return null;
  return { timestamp, signature };
}

/**
 * Whether a request is signed with one of the secrets, and at most five minutes from now: before
 * or after, for a request from far ahead could be kept until then.
 *
 * @param nowMs epoch milliseconds
 * @returns why it is not believed; `null` when it is
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function verifySignature(
  { timestamp, signature }: Signature,
  body: Buffer,
  secrets: readonly string[],
  nowMs: number,
): SignatureProblem | null {
  const aheadSeconds = Number(timestamp) - Math.floor(nowMs / 1000);
  if (aheadSeconds < -SECONDS_MAX) return 'too old';
  if (aheadSeconds > SECONDS_MAX) return 'from the future';
  const given = Buffer.from(signature);
  const isOurs = secrets.some((secret) => {
    const mac = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
    return timingSafeEqual(given, Buffer.from(`v0=${mac}`));
  });
  return isOurs ? null : 'signed with another secret';
}

/** Keeps a signature from being used twice. */
export interface ReplayGuard {
  /** Takes it; `false` when it is taken already. */
  readonly take: (signature: string) => boolean;
  /** What it was for was not done: it may be taken again. */
  readonly release: (signature: string) => void;
}

/** Ten minutes of requests at 150 a second; older signatures are too old by themselves. */
const TAKEN_MAX = 100_000;
/** From five minutes ahead of our clock to five minutes behind it. */
const GOOD_FOR_MS = 600_000;

/**
 * Signatures are remembered for as long as they are good, within bounded memory: of too many the
 * oldest are forgotten, for no request of Slack's is lost for another's sake. Each try of Slack's
 * is signed anew, so that only within one second two tries of the same request look alike.
 *
 * @param now epoch milliseconds
 */
export function createReplayGuard(now: () => number, max = TAKEN_MAX): ReplayGuard {
  const taken = new Map<string, number>();

  function forgetOld(): void {
    for (const [signature, until] of taken) {
      if (taken.size < max && until > now()) return;
      taken.delete(signature);
    }
  }

  return {
    take(signature) {
      if (taken.has(signature)) return false;
      forgetOld();
      taken.set(signature, now() + GOOD_FOR_MS);
      return true;
    },
    release: (signature) => void taken.delete(signature),
  };
}
