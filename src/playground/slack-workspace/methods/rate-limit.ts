const INTERVAL_MS = 1_000;

/**
 * One message a second for each channel; `now` in milliseconds since the epoch.
 *
 * @returns a function that returns whether one more may be posted now, and counts it if so
 * @see https://docs.slack.dev/apis/web-api/rate-limits
 */
export function postingLimit(now: () => number): (channel: string) => boolean {
  const last = new Map<string, number>();
  return (channel) => {
    const before = last.get(channel);
    if (before !== undefined && now() - before < INTERVAL_MS) return false;
    last.set(channel, now());
    return true;
  };
}
