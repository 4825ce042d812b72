import type { Entry } from '../portfolio/entry.ts';
import type { Reading } from '../portfolio/snapshot.ts';
import { entryLine, type FileLine, type Showing } from '../views/files/line.ts';
import type { Call } from './command.ts';

/**
 * What a list tells of an entry.
 *
 * @param workingDays of its age; `null` where they are not told
 */
export function lineOf(
  entry: Entry,
  reading: Reading,
  workingDays: number | null,
  { linkTo }: Call,
): FileLine {
  return entryLine(entry, reading, workingDays, linkTo);
}

/** What everything that answers a call is shown with. */
export function showingOf({ now, privacy, words }: Call): Showing {
  return { now: now(), privacy, words };
}
