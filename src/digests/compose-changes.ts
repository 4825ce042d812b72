import type { Entry } from '../portfolio/entry.ts';
import { isDecided } from '../portfolio/lifecycle.ts';
import { READY } from '../portfolio/search/sort.ts';
import type { Reading } from '../portfolio/snapshot.ts';
import type { ShownFile } from '../store/digest.ts';
import type { Changed, DigestChanges } from '../views/digests/model.ts';
import type { FileLine } from '../views/files/line.ts';

/** Of each kind so many are named. */
const NAMED_MAX = 3;

/**
 * What happened between two posts of a digest; `null` when the one before is not known. A file that
 * is missing from a reading with a doubt has not dropped out: it may only not have been read.
 *
 * @param found what the digest finds now
 * @param lineOf draws one of them
 */
export function changesSince(
  before: readonly ShownFile[] | null,
  found: readonly ShownFile[] | null,
  { table, rows, doubt }: Reading,
  lineOf: (entry: Entry) => FileLine,
): DigestChanges | null {
  if (before === null || found === null) return null;
  const entryOf = (id: string) => table.entries[rows.get(id) ?? -1] ?? null;
  const changed = (files: readonly ShownFile[]): Changed => ({
    count: files.length,
    lines: files
      .map(({ id }) => entryOf(id))
      .filter((entry) => entry !== null)
      .slice(0, NAMED_MAX)
      .map(lineOf),
  });
  const was = new Map(before.map(({ id, decision }) => [id, decision]));
  const is = new Map(found.map(({ id, decision }) => [id, decision]));
  const left = before.filter(({ id }) => !is.has(id));
  const isNewlyDecided = ({ id, decision }: ShownFile) => {
    const now = entryOf(id)?.decision ?? '';
    return isDecided(now) && now !== decision;
  };
  return {
    added: changed(found.filter(({ id }) => !was.has(id))),
    becameReady: changed(
      found.filter(({ id, decision }) => decision === READY && (was.get(id) ?? READY) !== READY),
    ),
    decided: changed(left.filter(isNewlyDecided)),
    dropped: changed(
      left.filter((file) => !isNewlyDecided(file) && (doubt === null || rows.has(file.id))),
    ),
  };
}
