import { wordsIn } from '../../i18n/index.ts';
import { stricter } from '../../i18n/privacy.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { openFileIds, waitingOf } from '../../portfolio/lifecycle.ts';
import { searchContextOf } from '../../portfolio/search/execute.ts';
import type {
  Changed,
  DigestChanges,
  DigestPage,
  DigestSection,
} from '../../views/digests/model.ts';
import { digestRestView, digestView } from '../../views/digests/post.ts';
import { entryLine, type FileLine } from '../../views/files/line.ts';
import { liveStart } from '../live-files.ts';
import { isOnAwaiting, wholeQuery } from '../query.ts';
import { actionsOf, querySummary, splitAt } from './parts.ts';
import { backlogFrom, changesSince } from './sections.ts';
import { createSharedWork, type SharedWork } from './shared-work.ts';
import type { ComposedDigest, ComposeInput } from './types.ts';

/** Delay from which a post says that it is late. */
const LATE_MS = 5 * 60_000;
/** Max files in the thread of a detailed digest. */
const THREAD_FILES_MAX = 30;

/**
 * Composes a digest from a snapshot.
 *
 * @param shared work that digests from the same snapshot have in common
 * @throws {QueryError} when its query can no longer be parsed
 * @throws {RangeError} for an unknown time zone
 */
export function composeDigest(
  input: ComposeInput,
  shared: Pick<SharedWork, 'arrange'> = createSharedWork(),
): ComposedDigest {
  const { digest, snapshot, audience, workingDays, now, dueAt, linkTo } = input;
  const { isPreview = false } = input;
  const { options, schedule, name } = digest;
  const { top, style, targetDays } = options;
  const { zone } = schedule;
  const privacy = stricter(options.privacy ?? audience.privacy, audience.privacy);
  const words = wordsIn(options.language ?? audience.language);
  const query = wholeQuery(digest.query, options);
  const searchContext = searchContextOf(snapshot, { zone, workingDays });

  const { rows, parts, groups, buckets, files } = shared.arrange(snapshot, query, searchContext, {
    targetDays,
    // At this level a heading must not name the manager.
    group: privacy === 'reference' && options.group === 'manager' ? 'readiness' : options.group,
    limit: top + (style === 'detailed' ? THREAD_FILES_MAX : 0),
  });
  const lineOf = (entry: Entry) =>
    entryLine(entry, snapshot, waitingOf(entry, searchContext).workingDays, linkTo);
  const [shown, rest] = splitAt(groups, top, lineOf);
  const hidden = Math.max(0, rows.length - top);
  const isLate = now - dueAt >= LATE_MS;
  const isIncomplete = snapshot.inconsistency !== null;

  const page: DigestPage = {
    name,
    dueAt,
    zone,
    readAt: snapshot.endedAt,
    total: rows.length,
    progress: null,
    isOnAwaiting: isOnAwaiting(query),
    parts: parts.counts,
    targetDays,
    buckets,
    sections: shown,
    hidden,
    hasThread: rest.length > 0,
    changes: changesSince(input.before, files, snapshot, lineOf),
    backlog: backlogFrom(input.past, { dueAt, counts: parts.kept }, zone),
    timing: timingOf(isLate, input.isCatchUp),
    isIncomplete,
    skipped: snapshot.skipped,
    isHeartbeat: options.whenEmpty === 'weekly',
    isPreview,
    mentions: rows.length === 0 || isPreview ? [] : options.mentions,
    ...querySummary(query, privacy, words),
    ...actionsOf(digest.id, query),
  };
  const showing = { now, privacy, words };
  const left = hidden - linesOf(rest).length;
  return {
    message: {
      ...digestView(page, showing),
      files: openFileIds([...linesOf(shown), ...namedIn(page.changes)]),
    },
    threadReply:
      rest.length === 0
        ? null
        : {
            ...digestRestView(page, rest, top, left, showing),
            files: openFileIds(linesOf(rest)),
          },
    isEmpty: rows.length === 0 && !isIncomplete,
    isLate: isLate || input.isCatchUp,
    isIncomplete,
    counts: parts.kept,
    files,
    live: liveStart(digest, page, files, snapshot),
  };
}

function linesOf(sections: readonly DigestSection[]): FileLine[] {
  return sections.flatMap(({ lines }) => lines);
}

/** The files that are listed under the changes since the last post. */
function namedIn(changes: DigestChanges | null): FileLine[] {
  return changes === null ? [] : Object.values(changes).flatMap(({ lines }: Changed) => lines);
}

function timingOf(isLate: boolean, isCatchUp: boolean): DigestPage['timing'] {
  if (isCatchUp) return 'catch-up';
  return isLate ? 'late' : 'on time';
}
