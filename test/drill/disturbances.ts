/** When something was amiss, and when all was well. Times are milliseconds since the epoch. */
export interface Disturbances {
  /** Something is amiss from now on; gives what ends it. */
  begin(what: string): () => void;
  /** What was amiss at some time in a span of time. */
  namesIn(fromMs: number, untilMs: number): string[];
  /** Whether the bot was ended and started again since then. */
  hasRestartedSince(ms: number): boolean;
  /** The last moment in a span of time at which something was amiss; its start when nothing was. */
  lastIn(fromMs: number, untilMs: number): number;
  /** How many milliseconds all has been well; 0 while it is not. */
  calmMs(): number;
}

/** How long what was amiss may still be felt: a service or Slack that wants to be left alone. */
const AFTERMATH_MS = 2_000;

/** What ends the bot: whatever it was asked before, it does not answer after. */
const ENDINGS = /^(?:kill|key|start|transport)\b/;

export function createDisturbances(now: () => number): Disturbances {
  const spans: { readonly what: string; readonly fromMs: number; untilMs: number }[] = [];
  const spansIn = (fromMs: number, untilMs: number) =>
    spans.filter((span) => span.fromMs <= untilMs && span.untilMs >= fromMs);
  return {
    namesIn: (fromMs, untilMs) => spansIn(fromMs, untilMs).map(({ what }) => what),
    hasRestartedSince: (ms) =>
      spans.some(
        ({ what, fromMs, untilMs }) => ENDINGS.test(what) && fromMs > ms && untilMs < now(),
      ),
    begin(what) {
      const span = { what, fromMs: now(), untilMs: Infinity };
      spans.push(span);
      return () => {
        span.untilMs = Math.min(span.untilMs, now() + AFTERMATH_MS);
      };
    },
    lastIn: (fromMs, untilMs) =>
      spansIn(fromMs, untilMs).reduce(
        (last, span) => Math.max(last, Math.min(span.untilMs, untilMs)),
        fromMs,
      ),
    calmMs() {
      const last = spans.reduce((latest, { untilMs }) => Math.max(latest, untilMs), 0);
      return Math.max(0, now() - last);
    },
  };
}
