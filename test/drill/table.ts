/** One line of what a drill found. */
export interface Row {
  readonly what: string;
  readonly value: string;
  /** What it must be; `null` where nothing was promised. */
  readonly bar: string | null;
  readonly isKept: boolean;
  /** What broke the promise, one line each. */
  readonly because?: readonly string[];
}

const SHOWN_MAX = 12;

/** What must be zero: a row with every exception to it. */
export function none(what: string, exceptions: readonly string[]): Row {
  return {
    what,
    value: String(exceptions.length),
    bar: '0',
    isKept: exceptions.length === 0,
    because: exceptions,
  };
}

/** What is only told. */
export function told(what: string, value: string | number): Row {
  return { what, value: String(value), bar: null, isKept: true };
}

/** Milliseconds, and the most they may be. */
export function atMost(what: string, ms: number, msMax: number | null): Row {
  return {
    what,
    value: `${Math.round(ms)} ms`,
    bar: msMax === null ? null : `≤ ${msMax} ms`,
    isKept: msMax === null || ms <= msMax,
  };
}

/** All rows for people, with what broke a promise below them. */
export function tableOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ what }) => what.length));
  const lines = rows.map(({ what, value, bar, isKept }) =>
    [what.padEnd(width), value.padStart(12), bar ?? '', isKept ? '' : 'BROKEN']
      .join('  ')
      .trimEnd(),
  );
  const reasons = rows.flatMap(({ what, isKept, because = [] }) =>
    isKept ? [] : because.slice(0, SHOWN_MAX).map((line) => `${what}: ${line}`),
  );
  return [...lines, ...reasons].join('\n');
}
