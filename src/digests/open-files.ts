import { isClosed } from '../portfolio/lifecycle.ts';
import type { FileLine } from '../views/file-line.ts';

/** Ids of the files among lines that are not closed: those that may close while a post shows them. */
export function openFilesIn(lines: readonly FileLine[]): readonly string[] {
  const open = lines.filter((line) => !isClosed(line));
  return [...new Set(open.map(({ details }) => String(details.args['id'])))];
}
