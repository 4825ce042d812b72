import { createHash } from 'node:crypto';

import type { Entry } from '../portfolio/entry.ts';
import { isAwaiting, isDecided, STATUS_OVER } from '../portfolio/lifecycle.ts';
import { type Snapshot, entryIn } from '../portfolio/snapshot.ts';
import type { LiveLayout, LivePost, LiveStart } from '../store/deliveries/live-posts.ts';
import type { Digest, ShownFile } from '../store/digest.ts';
import type { Changed, DigestPage } from '../views/digests/sections.ts';
import type { Outcome } from '../views/files/lines.ts';

/** Outcomes of files by id, of those alone that no longer await a decision. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/**
 * The layout from which a post can be kept up to date; `null` for a post that stays as it is: by
 * its options, because it is empty or too large, because files may be missing, or because some of
 * its files do not await a decision. Of an alert, it is enough that one file does.
 *
 * @param found all files of the digest, shown or not; `null` when there are too many
 */
export function liveStart(
  { options, version, alert }: Digest,
  page: DigestPage,
  found: readonly ShownFile[] | null,
  snapshot: Snapshot,
): LiveStart | null {
  const { sections, changes, timing, skipped, hidden, hasThread } = page;
  if (!options.live || found === null || found.length === 0 || snapshot.inconsistency !== null)
    return null;
  const ids = found.map(({ id }) => id);
  const awaiting = ids
    .map((id) => entryIn(snapshot, id))
    .filter((entry) => entry && isAwaiting(entry));
  if (awaiting.length === 0 || (!alert && awaiting.length < ids.length)) return null;
  const outcomes = outcomesOf({ foundIds: ids }, snapshot) ?? new Map<string, Outcome>();
  const layout: LiveLayout = {
    version,
    sections: sections.flatMap(({ heading: { kind }, count, lines }) =>
      kind === 'gone' ? [] : [{ kind, count, ids: lines.map(({ id }) => id) }],
    ),
    changes: changes && {
      added: changedIn(changes.added),
      becameReady: changedIn(changes.becameReady),
      decided: changedIn(changes.decided),
      dropped: changedIn(changes.dropped),
    },
    timing,
    skipped,
    hidden,
    hasThread,
  };
  return {
    layout,
    shownHash: shownHashOf(layout, outcomes, snapshot),
    readAt: snapshot.startedAt,
  };
}

/** The outcomes of a post's files; `null` when the snapshot may have missed some of them. */
export function outcomesOf(
  { foundIds }: Pick<LivePost, 'foundIds'>,
  snapshot: Snapshot,
): Outcomes | null {
  if (snapshot.inconsistency !== null) return null;
  const outcomes = new Map<string, Outcome>();
  for (const id of foundIds) {
    const entry = entryIn(snapshot, id);
    if (entry === null && snapshot.skipped > 0) return null;
    const outcome = outcomeOf(entry);
    if (outcome !== null) outcomes.set(id, outcome);
  }
  return outcomes;
}

/** A hash of what a post shows of its files: it changes exactly when the post would. */
export function shownHashOf(
  { sections }: Pick<LiveLayout, 'sections'>,
  outcomes: Outcomes,
  snapshot: Snapshot,
): string {
  const decisions = sections.flatMap(({ ids }) =>
    ids.map((id) => entryIn(snapshot, id)?.decision ?? ''),
  );
  const content = JSON.stringify([[...outcomes], decisions]);
  return createHash('sha256').update(content).digest('base64url');
}

function outcomeOf(entry: Entry | null): Outcome | null {
  if (entry === null) return 'gone';
  if (isDecided(entry.decision)) return 'decided';
  if (Number.isFinite(entry.archivedMs)) return 'archived';
  return entry.status === STATUS_OVER ? 'closed' : null;
}

function changedIn({ count, lines }: Changed) {
  return { count, ids: lines.map(({ id }) => id) };
}
