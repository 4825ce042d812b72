/**
 * Times as different backends write them.
 *
 * The specification says "ISO 8601" and no more, so the fake mixes three spellings of the same
 * instant: `Z`, `+00:00`, and Python's naive form with microseconds, which is UTC unsaid.
 */
export type Spelling = 'zulu' | 'offset' | 'naive';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** An instant (epoch milliseconds) as a date-time, to the second or finer. */
export function dateTime(atMs: number, spelling: Spelling = 'zulu'): string {
  const iso = new Date(atMs).toISOString();
  if (spelling === 'zulu') return `${iso.slice(0, 19)}Z`;
  if (spelling === 'offset') return `${iso.slice(0, 23)}+00:00`;
  return `${iso.slice(0, 23)}417`;
}

/** How a date-time is written. */
export function spellingOf(written: string): Spelling {
  if (written.endsWith('Z')) return 'zulu';
  return written.includes('+') ? 'offset' : 'naive';
}

/** The calendar date, in UTC, of an instant: `YYYY-MM-DD`. */
export function calendarDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
