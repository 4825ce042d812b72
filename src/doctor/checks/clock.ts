import { type Finding, skipped, problem, ok } from '../finding.ts';

/** How far the clock of this machine may be off, in seconds. */
interface Tolerance {
  readonly ahead: number;
  readonly behind: number;
}

/** When an answer with a `Date` header was asked for and came, in epoch milliseconds. */
export interface TimedAnswer {
  readonly headers: { get(name: string): string | null };
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** A `Date` header has whole seconds, and the answer was on its way for a moment. */
const MEASURED_TO_SECONDS = 2;

const MINUTE_SECONDS = 60;

/**
 * Compares this machine’s clock with the `Date` of an answer.
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
  // Half a second, because the header’s seconds are cut.
  const ahead = Math.round(((sentAt + answeredAt) / 2 - (date + 500)) / 1_000);
  if (Number.isNaN(ahead) || headers.get('age') !== null) {
    return skipped(about, 'the answer does not tell the time');
  }
  const isFast = ahead > tolerance.ahead - MEASURED_TO_SECONDS;
  const isSlow = -ahead > tolerance.behind - MEASURED_TO_SECONDS;
  if (!isFast && !isSlow) {
    const isEqual = Math.abs(ahead) <= MEASURED_TO_SECONDS;
    const standing = isEqual ? 'agrees with' : `is ${amount(ahead)} off, near enough to`;
    return ok(about, `the clock of this machine ${standing} ${whose}.`);
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
