import { type Preview, previewOf } from '../views/files/link-preview.ts';
import { outsidePreviewOf } from '../views/files/outside.ts';
import type { CommandContext } from './command.ts';
import { lineOf, showingOf } from './file-list.ts';
import { writeAccess } from './show/audit.ts';

export type { Preview };

/**
 * Previews of rental files by link, for everybody in the channel, from the last snapshot only. A
 * link to a file that is not in it has none.
 *
 * @throws {StoreError} when the access log cannot be written: a preview is never shown unlogged
 */
export async function previewsOf(
  links: readonly string[],
  call: CommandContext,
): Promise<ReadonlyMap<string, Preview>> {
  const snapshot = call.portfolio.latest();
  if (snapshot === null) return new Map();
  const level = await call.channelLevel();
  const previews = new Map<string, Preview>();
  for (const link of links) {
    const row = snapshot.rows.get(call.idIn(link) ?? '');
    const entry = row === undefined ? undefined : snapshot.table.entries[row];
    if (entry === undefined) continue;
    await writeAccess('unfurl', entry.id, call);
    previews.set(
      link,
      level === 'outside'
        ? outsidePreviewOf(entry.property.reference, call.words)
        : previewOf(lineOf(entry, snapshot, call), snapshot.endedAt, {
            ...showingOf(call),
            privacy: level,
          }),
    );
  }
  return previews;
}
