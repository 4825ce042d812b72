import { stricter, wordsIn } from '../../i18n/index.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { namesApart } from '../../portfolio/properties.ts';
import { unseenIn } from '../../portfolio/search/results.ts';
import { entryIn } from '../../portfolio/snapshot.ts';
import type { LiveLayout, LivePost } from '../../store/deliveries/live-posts.ts';
import type { AlertEntry } from '../../store/events.ts';
import { digestView } from '../../views/digests/post.ts';
import {
  type DigestLine,
  type DigestPage,
  type DigestSection,
  headingOf,
} from '../../views/digests/sections.ts';
import type { Message } from '../../views/message.ts';
import type { Outcomes } from '../live-updates.ts';
import { hasOwnConditions, wholeQuery } from '../query.ts';
import {
  actionsOf,
  unsnoozedQuery,
  type ComposeInput,
  freedAmong,
  lineIn,
  notKnownBeside,
  PLAIN_PAGE,
  notesOn,
  querySummary,
  searchContextFor,
  takenOverdue,
} from './parts.ts';
import { type SharedWork, backlogFrom, bucketsOf, overdueBefore, partsOf } from './sections.ts';

const ACCEPTED = 'ACCEPTED';

interface LiveComposeInput extends Pick<
  ComposeInput,
  | 'snapshot'
  | 'past'
  | 'escalated'
  | 'audience'
  | 'now'
  | 'workingDays'
  | 'journal'
  | 'triage'
  | 'linkTo'
  | 'currency'
> {
  readonly post: LivePost;
  readonly outcomes: Outcomes;
  /** What the post of an alert has announced; none of a digest. */
  readonly announced: readonly AlertEntry[];
}

/**
 * The updated post: the same files in the same places, with their outcomes. Files that came later
 * are counted, not listed. `null` when the post can no longer be updated.
 *
 * @throws {QueryError} when its query can no longer be parsed
 * @throws {RangeError} for an unknown time zone
 */
export function composeLive(
  input: LiveComposeInput,
  shared: Pick<SharedWork, 'find'>,
): Message | null {
  const { post, outcomes, announced, snapshot, audience, now, linkTo, currency } = input;
  const { digest, layout, foundIds, delivery } = post;
  const { options, schedule, name } = digest;
  const { targetDays } = options;
  const privacy = stricter(options.privacy ?? audience.level, audience.level);
  // Such a post is reduced, and stays so.
  if (privacy === 'outside') return null;
  // At this level a heading must not name the manager, and there is no other heading to show.
  if (privacy === 'reference' && layout.sections.some(({ kind }) => kind === 'manager'))
    return null;
  const words = wordsIn(options.language ?? audience.language);
  const whole = wholeQuery(digest.query, options);
  const searchContext = searchContextFor({ ...input, digest });
  const { query, snoozed } = digest.alert
    ? { query: whole, snoozed: [] }
    : unsnoozedQuery(whole, snapshot, searchContext, shared);
  const before = overdueBefore(targetDays, searchContext);

  const left = foundIds.filter((id) => !outcomes.has(id)).map((id) => snapshot.rows.get(id) ?? 0);
  const parts = partsOf(Uint32Array.from(left), snapshot, before(1));
  const known = new Set(foundIds);
  const matching = shared.find(snapshot, query, searchContext).rows;
  // What comes later is in an alert of its own.
  const added = digest.alert
    ? 0
    : matching.filter((row) => !known.has(snapshot.table.entries[row]?.id ?? '')).length;
  const decisions = [...outcomes]
    .filter(([, outcome]) => outcome === 'decided')
    .map(([id]) => entryIn(snapshot, id)?.decision);
  const accepted = decisions.filter((decision) => decision === ACCEPTED).length;
  const rejected = decisions.length - accepted;
  const noteOf = notesOn(announced, { words, completionMax: snapshot.completionMax });
  const plainLine = lineIn(snapshot, searchContext, linkTo);
  const lineOf = (entry: Entry) => ({ ...plainLine(entry), note: noteOf(entry.id) });
  const lineAt = (id: string): DigestLine => {
    const entry = entryIn(snapshot, id);
    const outcome = outcomes.get(id) ?? null;
    return entry === null ? { ...goneLine(id), outcome: 'gone' } : { ...lineOf(entry), outcome };
  };

  const page: DigestPage = {
    ...PLAIN_PAGE,
    name,
    dueAt: delivery.dueAt,
    zone: schedule.zone,
    readAt: snapshot.endedAt,
    total: foundIds.length,
    matching: matching.length,
    isOnAwaiting: (digest.alert?.on ?? 'enters') === 'enters',
    isFiltered: hasOwnConditions(whole),
    progress: { accepted, rejected, dropped: outcomes.size - decisions.length, added },
    parts: parts.counts,
    ...(digest.alert ? {} : notKnownBeside(query, snapshot, searchContext, shared)),
    unseen: unseenIn(query, snapshot.table, searchContext),
    targetDays,
    buckets: bucketsOf(parts.rows.get('overdue') ?? new Uint32Array(), snapshot, before),
    sections: layout.sections.map((section) => ({
      ...sectionOf(section, input, lineAt),
      isBesideOverdue: layout.sections.some(({ kind }) => kind === 'overdue'),
      isUpdated: true,
    })),
    hidden: layout.hidden,
    hasThread: layout.hasThread,
    changes: changesOf(layout, input, lineOf),
    backlog:
      delivery.counts === null
        ? []
        : backlogFrom(
            input.past,
            { dueAt: delivery.dueAt, counts: delivery.counts },
            schedule.zone,
          ),
    timing: layout.timing,
    skipped: layout.skipped,
    mentions: options.mentions,
    // One that rests since it was posted still stands in it.
    snoozed: snoozed.filter((id) => !known.has(id)).length,
    freed: digest.alert
      ? 0
      : freedAmong(
          foundIds.flatMap((id) => snapshot.rows.get(id) ?? []),
          { past: input.past, dueAt: delivery.dueAt, snapshot },
          searchContext,
        ),
    notEscalated: digest.alert ? 0 : takenOverdue({ ...input, digest, shared }),
    ...querySummary(whole, query, privacy, words),
    ...actionsOf(digest, query),
    alert: digest.alert
      ? {
          on: digest.alert.on,
          gone: new Set(announced.map(({ fileId }) => fileId)).size - foundIds.length,
          unread: 0,
        }
      : null,
  };
  return digestView(page, { now, privacy, words, currency, zone: page.zone });
}

function sectionOf(
  { kind, count, ids }: LiveLayout['sections'][number],
  { snapshot }: LiveComposeInput,
  lineAt: (id: string) => DigestLine,
): Pick<DigestSection, 'heading' | 'count' | 'lines'> {
  const first = ids.map((id) => entryIn(snapshot, id)).find((entry) => entry !== null);
  const lines = ids.map(lineAt);
  if (kind !== 'property' && kind !== 'manager') return { heading: { kind }, count, lines };
  return {
    heading: first ? headingOf(kind, first, namesApart(snapshot)) : { kind: 'gone' },
    count,
    lines,
  };
}

/** The changes that the post has listed; files that are gone since are only counted. */
function changesOf(
  { changes }: LiveLayout,
  { snapshot }: LiveComposeInput,
  lineOf: (entry: Entry) => DigestLine,
): DigestPage['changes'] {
  if (changes === null) return null;
  const changed = ({ count, ids }: NonNullable<LiveLayout['changes']>['added']) => ({
    count,
    lines: ids
      .map((id) => entryIn(snapshot, id))
      .filter((entry) => entry !== null)
      .map(lineOf),
  });
  return {
    added: changed(changes.added),
    becameReady: changed(changes.becameReady),
    decided: changed(changes.decided),
    dropped: changed(changes.dropped),
  };
}

/** A file of which only the id is known any more. */
function goneLine(id: string): DigestLine {
  return {
    id,
    property: null,
    applicants: [],
    furtherGuarantors: 0,
    organisations: 0,
    status: '',
    decision: '',
    score: null,
    completionPercent: null,
    createdAt: null,
    workingDays: null,
    isArchived: false,
    town: null,
    rent: null,
    readiness: null,
    link: null,
    details: { command: 'show', args: { id }, opens: 'modal' },
  };
}
