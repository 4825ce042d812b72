import { withoutSecrets } from '../log.ts';
import { secondsAheadOf, MEASURED_TO_SECONDS } from '../rental-api/auth/token-request.ts';

/** The result of one check. */
export type Finding =
  | { readonly kind: 'ok'; readonly about: string; readonly message: string }
  | {
      readonly kind: 'problem';
      readonly about: string;
      readonly message: string;
      /** Instructions for the operator. */
      readonly remedy: string;
    }
  | { readonly kind: 'skipped'; readonly about: string; readonly because: string }
  /** Nothing to correct, but good to know. */
  | { readonly kind: 'info'; readonly about: string; readonly message: string };

/** A check: yields findings, and returns what later checks need, or `null` if it failed. */
export type Examination<Value = never> = AsyncGenerator<Finding, Value | null, void>;

export function ok(about: string, message: string): Finding {
  return { kind: 'ok', about, message: withoutSecrets(message) };
}

export function problem(about: string, message: string, remedy: string): Finding {
  return {
    kind: 'problem',
    about,
    message: withoutSecrets(message),
    remedy: withoutSecrets(remedy),
  };
}

export function skipped(about: string, because: string): Finding {
  return { kind: 'skipped', about, because };
}

export function info(about: string, message: string): Finding {
  return { kind: 'info', about, message: withoutSecrets(message) };
}

/** Control characters, which could move the cursor of a terminal or colour it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A finding in one line, without control characters that a server may have sent. */
export function formatFinding(finding: Finding): string {
  return sentenceOf(finding).replaceAll(UNPRINTABLE, ' ');
}

function sentenceOf(finding: Finding): string {
  const { kind, about } = finding;
  switch (kind) {
    case 'ok':
      return `✓ ${about}: ${finding.message}`;
    case 'problem':
      return `✗ ${about}: ${finding.message} ${finding.remedy}`.trimEnd();
    case 'skipped':
      return `– ${about}: not checked, because ${finding.because}.`;
    case 'info':
      return `– ${about}: ${finding.message}`;
  }
}

/**
 * Runs a check, unless variables that it needs are broken. An unexpected error becomes a finding,
 * so that the other checks still run.
 *
 * @param broken names of variables that must be corrected first
 */
export async function* step<Value>(
  about: string,
  broken: readonly string[],
  examine: () => Examination<Value>,
): Examination<Value> {
  if (broken.length > 0) {
    yield skipped(about, `${broken.join(' and ')} must be corrected first`);
    return null;
  }
  try {
    return yield* examine();
  } catch (error) {
    // The message of the error may hold secrets or personal data.
    const name = error instanceof Error ? error.name : typeof error;
    yield problem(about, `It could not be looked at (${name}).`, 'Please report this as a defect.');
    return null;
  }
}

/** How far the clock of this machine may be off, in seconds. */
interface Tolerance {
  readonly ahead: number;
  readonly behind: number;
}

/** A response with a `Date` header, and when it was requested and came, in epoch milliseconds. */
export interface TimedAnswer {
  readonly headers: { get(name: string): string | null };
  readonly sentAt: number;
  readonly answeredAt: number;
}

const MINUTE_SECONDS = 60;

/**
 * Compares this machine’s clock with the `Date` header of a response.
 *
 * @param whose as in “Slack’s”
 * @see RFC 9110, section 6.6.1
 */
export function clockFinding(
  about: string,
  whose: string,
  { headers, ...times }: TimedAnswer,
  tolerance: Tolerance,
): Finding {
  const ahead = secondsAheadOf(headers, times);
  if (ahead === null) return skipped(about, 'the answer does not tell the time');
  const isFast = ahead > tolerance.ahead - MEASURED_TO_SECONDS;
  const isSlow = -ahead > tolerance.behind - MEASURED_TO_SECONDS;
  if (!isFast && !isSlow) {
    const isEqual = Math.abs(ahead) <= MEASURED_TO_SECONDS;
    const relation = isEqual ? 'agrees with' : `is ${amount(ahead)} off, near enough to`;
    return ok(about, `the clock of this machine ${relation} ${whose}.`);
  }
  return problem(
    about,
    `The clock of this machine is ${amount(ahead)} ${isFast ? 'ahead of' : 'behind'} ${whose}.`,
    'Correct it: switch automatic time on (on Linux: timedatectl set-ntp true).',
  );
}

function amount(seconds: number): string {
  const size = Math.abs(seconds);
  return size < 2 * MINUTE_SECONDS
    ? `${size} seconds`
    : `${Math.round(size / MINUTE_SECONDS)} minutes`;
}
