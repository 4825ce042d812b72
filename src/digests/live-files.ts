import { createHash } from 'node:crypto';

import type { Entry } from '../portfolio/entry.ts';
import { isAwaiting, isDecided, STATUS_OVER } from '../portfolio/lifecycle.ts';
import { entryIn } from '../portfolio/refresh.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { Digest, ShownFile } from '../store/digest.ts';
import type { LiveLayout, LivePost, LiveStart } from '../store/live-posts.ts';
import type { Changed, DigestPage } from '../views/digests/model.ts';
import type { Outcome } from '../views/files/lines.ts';

/** What becomes of files, by id: only of those that are done with. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/**
 * How a digest begins to follow what becomes of its files; `null` for one that stays as it is:
 * because somebody wants that, because it is empty or too large, because files may be missing, or
 * because it is not of files that await a decision alone.
 *
 * @param found what it has found, shown or not; `null` when that is too much
 */
export function liveStart(
  { options, version }: Digest,
  page: DigestPage,
  found: readonly ShownFile[] | null,
  snapshot: Snapshot,
): LiveStart | null {
  const { sections, changes, timing, skipped, hidden, hasThread } = page;
  if (!options.live || found === null || found.length === 0 || snapshot.inconsistency !== null)
    return null;
  const ids = found.map(({ id }) => id);
  const entries = ids.map((id) => entryIn(snapshot, id));
  if (!entries.every((entry) => entry !== null && isAwaiting(entry))) return null;
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
  return { layout, shownHash: shownOf(layout, new Map(), snapshot), readAt: snapshot.startedAt };
}

/**
 * What has become of the files that a post found; `null` when a reading cannot tell: it may have
 * missed some.
 */
export function outcomesOf(
  { foundIds: found }: Pick<LivePost, 'foundIds'>,
  snapshot: Snapshot,
): Outcomes | null {
  if (snapshot.inconsistency !== null) return null;
  const outcomes = new Map<string, Outcome>();
  for (const id of found) {
    const entry = entryIn(snapshot, id);
    if (entry === null && snapshot.skipped > 0) return null;
    const outcome = outcomeOf(entry);
    if (outcome !== null) outcomes.set(id, outcome);
  }
  return outcomes;
}

/** Tells of what a post shows of its files; it is the same only while it shows the same. */
export function shownOf(
  { sections }: Pick<LiveLayout, 'sections'>,
  outcomes: Outcomes,
  snapshot: Snapshot,
): string {
  const decisions = sections.flatMap(({ ids }) =>
    ids.map((id) => entryIn(snapshot, id)?.decision ?? ''),
  );
  const told = JSON.stringify([[...outcomes], decisions]);
  return createHash('sha256').update(told).digest('base64url');
}

function outcomeOf(entry: Entry | null): Outcome | null {
  if (entry === null) return 'gone';
  if (isDecided(entry.decision)) return 'decided';
  if (entry.archivedMs !== null) return 'archived';
  return entry.status === STATUS_OVER ? 'closed' : null;
}

function changedIn({ count, lines }: Changed) {
  return { count, ids: lines.map(({ id }) => id) };
}
