import { type Finding, skipped, problem, ok } from '../finding.ts';

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

/** Precision: a `Date` header has whole seconds, and the response took a moment to arrive. */
const MEASURED_TO_SECONDS = 2;

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
  { headers, sentAt, answeredAt }: TimedAnswer,
  tolerance: Tolerance,
): Finding {
  const date = Date.parse(headers.get('date') ?? '');
  // Half a second, since the header is rounded down to a second.
  const ahead = Math.round(((sentAt + answeredAt) / 2 - (date + 500)) / 1_000);
  if (Number.isNaN(ahead) || headers.get('age') !== null) {
    return skipped(about, 'the answer does not tell the time');
  }
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
