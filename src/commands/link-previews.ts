import { entryIn } from '../portfolio/snapshot.ts';
import { type Preview, previewOf } from '../views/files/link-preview.ts';
import { outsidePreviewOf } from '../views/files/outside.ts';
import type { CommandContext } from './command.ts';
import { lineOf, showingOf } from './file-list.ts';
import { writeAccess } from './show/audit.ts';

/** A preview, and the file that it shows. */
export interface LinkPreview extends Preview {
  readonly id: string;
  /** Where the file opens for people. */
  readonly url: string;
}

/** Links of a message that get a preview, as many as Slack itself unfurls. */
const PREVIEWS_MAX = 5;

/**
 * Previews of rental files by link, for everybody in the channel, from the last snapshot only. A
 * link to a file that is not in it has none, nor has a second link to the same file.
 *
 * @throws {StoreError} when the access log cannot be written: a preview is never shown unlogged
 */
export async function previewsOf(
  links: readonly string[],
  call: CommandContext,
): Promise<ReadonlyMap<string, LinkPreview>> {
  const snapshot = call.portfolio.latest();
  if (snapshot === null) return new Map();
  const level = await call.channelLevel();
  const previews = new Map<string, LinkPreview>();
  const shown = new Set<string>();
  for (const link of links) {
    const entry = entryIn(snapshot, call.idIn(link) ?? '');
    if (entry === null || shown.has(entry.id)) continue;
    if (shown.size === PREVIEWS_MAX) break;
    shown.add(entry.id);
    await writeAccess('unfurl', entry.id, call);
    const preview =
      level === 'outside'
        ? outsidePreviewOf(entry.property.reference, snapshot.endedAt, call.words)
        : previewOf(lineOf(entry, snapshot, call), snapshot.endedAt, {
            ...showingOf(call),
            privacy: level,
          });
    previews.set(link, { ...preview, id: entry.id, url: call.linkTo(entry.id) ?? link });
  }
  return previews;
}
