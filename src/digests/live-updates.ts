import { hash } from 'node:crypto';

import {
  type PastCounts,
  PostError,
  type Poster,
  RetryLaterError,
  startLeaseGuard,
} from '../delivery/ports.ts';
import type { KnownSharing } from '../i18n/index.ts';
import { createBoundedMap } from '../lib/cache.ts';
import { UnknownPlaceError } from '../portfolio/calendar.ts';
import type { Entry } from '../portfolio/entry.ts';
import { STATUS_CLOSED, isAwaiting, isDecided } from '../portfolio/lifecycle.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { type Snapshot, entryIn } from '../portfolio/snapshot.ts';
import type { DeliveriesStore } from '../store/deliveries/deliveries.ts';
import type {
  LiveLayout,
  LivePost,
  LivePostStore,
  LiveStart,
} from '../store/deliveries/live-posts.ts';
import { BACKLOG_MS, type Digest, type ShownFile } from '../store/digest.ts';
import type { Changed, DigestPage } from '../views/digests/sections.ts';
import type { Outcome } from '../views/files/lines.ts';
import type { Message } from '../views/message.ts';

interface LiveUpdateInput {
  readonly post: LivePost;
  readonly outcomes: Outcomes;
  readonly snapshot: Snapshot;
  readonly past: readonly PastCounts[];
  readonly escalated: ReadonlySet<string>;
}

export interface LiveUpdatePorts {
  readonly store: {
    readonly live: LivePostStore;
    readonly deliveries: Pick<DeliveriesStore, 'countsSince' | 'escalatedFiles'>;
  };
  readonly poster: Pick<Poster, 'enqueue' | 'update' | 'lastSharing'>;
  readonly latestSnapshot: () => Snapshot | null;
  /** `null` for a post that can no longer be updated. */
  readonly compose: (
    input: LiveUpdateInput,
    channelId: string,
    sharing: KnownSharing,
  ) => Promise<Message | null>;
  readonly now: () => number;
  readonly monotonic: () => number;
  /** Called when Slack refuses for good to update a post; `code` is Slack's error code. */
  readonly onRefused: (deliveryId: string, code: string) => void;
}

/**
 * Updates the last post of each digest whose files have changed since. An update addresses a message
 * by its `ts`, so repeating it after a crash does no harm. What fails is tried again by a later call,
 * of this instance or another; ends early when `stopping` is aborted.
 *
 * @throws {PostError} while Slack accepts no updates; the other posts are left to a later call
 */
export type UpdateLivePosts = (stopping: AbortSignal) => Promise<void>;

/** Max updates per call: Slack allows about 50 per minute, and retention needs some of them. */
const UPDATES_MAX = 25;

const LEASE_MS = 60_000;
const RETRY_MS = 20_000;
/** A post of an older reading may be recorded after the newest one was handled. */
const AGAIN_MS = 60_000;
const ERROR_RETRY_MS = 300_000;
const UNREAD_MAX = 10_000;

/** Creates the function that keeps posts up to date. */
export function createLiveUpdates(ports: LiveUpdatePorts): UpdateLivePosts {
  const { store, poster, latestSnapshot, compose, now, monotonic, onRefused } = ports;
  const { live, deliveries } = store;
  /** The snapshot handled last, and when it is handled again. */
  let seen: { readonly id: string; readonly againAt: number } | null = null;
  /** Posts whose digest cannot be read here: to take them again would keep them from who can. */
  const unread = createBoundedMap<true>({ max: UNREAD_MAX });

  /** @returns whether nothing is left to do for that post */
  async function update(
    post: LivePost,
    outcomes: Outcomes,
    shown: string,
    newest: Snapshot,
  ): Promise<boolean> {
    const { id, digestId, channelId, ts } = post.delivery;
    if (channelId === null || ts === null) return true;
    const check = startLeaseGuard(ports, LEASE_MS);
    if (!(await live.take(id, newest.startedAt, LEASE_MS))) return false;
    const [past, escalated] = await Promise.all([
      deliveries.countsSince(digestId, now() - BACKLOG_MS),
      deliveries.escalatedFiles(post.digest),
    ]);
    const input = { post, outcomes, snapshot: newest, past, escalated };
    const message = await compose(input, channelId, poster.lastSharing(channelId)).catch(
      unreadOrThrow,
    );
    if (message === 'unread') {
      unread.set(id, true);
      return true;
    }
    if (message === null) {
      await live.end(id);
      return true;
    }
    try {
      await poster.enqueue(channelId, async () =>
        poster.update(channelId, ts, message, { key: id, check }),
      );
    } catch (error) {
      return handleError(id, error);
    }
    await live.recordUpdate(id, shown, newest.startedAt);
    return true;
  }

  async function handleError(id: string, error: unknown): Promise<boolean> {
    if (error instanceof RetryLaterError) return false;
    if (!(error instanceof PostError)) throw error;
    if (error.outcome === 'refused') {
      await live.end(id);
      onRefused(id, error.code);
      return true;
    }
    await live.postpone(id, error.retryAfterMs ?? ERROR_RETRY_MS);
    throw error;
  }

  /** @returns whether nothing is left to do for that snapshot */
  async function updateAll(newest: Snapshot, stopping: AbortSignal): Promise<boolean> {
    let isDone = true;
    let count = 0;
    for (const post of await live.findOutdated(newest.startedAt)) {
      const outcomes = outcomesOf(post, newest);
      if (outcomes === null) continue;
      const shown = shownHashOf(post.layout, outcomes, newest);
      if (shown === post.shownHash || unread.has(post.delivery.id)) continue;
      if (stopping.aborted || count === UPDATES_MAX) return false;
      count += 1;
      isDone = (await update(post, outcomes, shown, newest)) && isDone;
    }
    return isDone;
  }

  return async (stopping) => {
    const newest = latestSnapshot();
    if (newest === null || newest.inconsistency !== null) return;
    const { id } = newest;
    if (seen?.id === id && monotonic() < seen.againAt) return;
    // Set before the work, so that a failure is retried as late.
    seen = { id, againAt: monotonic() + RETRY_MS };
    if (await updateAll(newest, stopping)) seen = { id, againAt: monotonic() + AGAIN_MS };
  };
}

/**
 * A digest that cannot be read here is left alone: another instance may be able to, and otherwise its
 * next delivery notifies its owner.
 */
function unreadOrThrow(error: unknown): 'unread' {
  if (error instanceof QueryError || error instanceof UnknownPlaceError) return 'unread';
  throw error;
}

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
  return { layout, shownHash: shownHashOf(layout, outcomes, snapshot), readAt: snapshot.startedAt };
}

/** The outcomes of a post's files; `null` when the snapshot may have missed some of them. */
function outcomesOf({ foundIds }: Pick<LivePost, 'foundIds'>, snapshot: Snapshot): Outcomes | null {
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

/** A hash of what became of the files of a post, and of their decisions: when it changes, the post is drawn anew. */
function shownHashOf(
  { sections }: Pick<LiveLayout, 'sections'>,
  outcomes: Outcomes,
  snapshot: Snapshot,
): string {
  const decisions = sections.flatMap(({ ids }) =>
    ids.map((id) => entryIn(snapshot, id)?.decision ?? ''),
  );
  const content = JSON.stringify([[...outcomes], decisions]);
  return hash('sha256', content, 'base64url');
}

function outcomeOf(entry: Entry | null): Outcome | null {
  if (entry === null) return 'gone';
  if (isDecided(entry.decision)) return 'decided';
  if (Number.isFinite(entry.archivedMs)) return 'archived';
  return entry.status === STATUS_CLOSED ? 'closed' : null;
}

function changedIn({ count, lines }: Changed) {
  return { count, ids: lines.map(({ id }) => id) };
}
