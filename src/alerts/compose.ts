import { type ComposedPost, type PostRequest, RetryLaterError } from '../delivery/ports.ts';
import {
  type ComposerOptions,
  audienceOf,
  drawPost,
  readingOf,
} from '../digests/compose/composer.ts';
import {
  PLAIN_PAGE,
  THREAD_FILES_MAX,
  actionsOf,
  hiddenAmong,
  lineIn,
  notesOn,
  querySummary,
  splitAt,
} from '../digests/compose/parts.ts';
import { groupsOf, partsOf, shownFilesOf } from '../digests/compose/sections.ts';
import { hasOwnConditions, isOnAwaiting, wholeQuery } from '../digests/query.ts';
import { type Calendars, isDue } from '../digests/schedule.ts';
import type { KnownSharing } from '../i18n/index.ts';
import type { Calendar } from '../portfolio/calendar.ts';
import type { Entry } from '../portfolio/entry.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import { hasEveryFile } from '../portfolio/snapshot.ts';
import type { Digest, Schedule } from '../store/digest.ts';
import type { AlertEntry, AlertOptions } from '../store/events.ts';
import type { DigestPage } from '../views/digests/sections.ts';

export type AlertComposerOptions = Omit<ComposerOptions, 'alerts' | 'triage'>;

/** How long a snapshot is waited for that has all files of an alert. */
const UNREAD_MS_MAX = 5 * 60_000;

/**
 * Composes a post of an alert: the files to which something has happened since the last one, the
 * first few in the post and others in its thread. It is empty when there is none.
 *
 * @throws {RetryLaterError} while files are missing that may just not have been read
 * @throws {QueryError} when its query can no longer be parsed
 * @throws {UnknownPlaceError} for an unknown time zone, country or region
 */
export async function composeAlert(
  { digest, snapshot, dueAt, listed, nowMs }: PostRequest,
  announced: readonly AlertEntry[],
  sharing: KnownSharing,
  composer: AlertComposerOptions,
): Promise<ComposedPost> {
  const { settings, calendars, journal, language, now, linkTo, currency } = composer;
  const { options, schedule, name, alert } = digest;
  const { zone } = schedule;
  const audience = audienceOf(await settings.of(digest.channelId), sharing, language);
  const { level, privacy, words } = readingOf(options, audience);
  const query = wholeQuery(digest.query, options);
  const workingDays = calendars.workingDaysOf(schedule);
  const searchContext = searchContextOf(snapshot, { zone, workingDays, journal });

  const byFile = Map.groupBy(announced, ({ fileId }) => fileId);
  const rows = Uint32Array.from(
    [...byFile.keys()].flatMap((id) => snapshot.rows.get(id) ?? []).toSorted((a, b) => a - b),
  );
  const absent = byFile.size - rows.length;
  const unread = hasEveryFile(snapshot) ? 0 : absent;
  if (unread > 0 && (nowMs ?? now()) - dueAt < UNREAD_MS_MAX) {
    throw new RetryLaterError('files of the alert are not in the last snapshot');
  }
  const noteOf = notesOn(announced, { words, completionMax: snapshot.completionMax });
  const plainLine = lineIn(snapshot, searchContext, linkTo);
  const lineOf = (entry: Entry) => ({ ...plainLine(entry), note: noteOf(entry.id) });
  const parts = partsOf(rows, snapshot, -Infinity);
  const groups = groupsOf(parts.rows, {
    snapshot,
    sort: query.sort,
    group: 'readiness',
    limit: options.top + THREAD_FILES_MAX,
  });
  const [shown, rest] = splitAt(groups, options.top, lineOf, listed);
  const hidden = hiddenAmong(rows, snapshot, options.top, listed);
  const page: DigestPage = {
    ...PLAIN_PAGE,
    name,
    dueAt,
    zone,
    readAt: snapshot.endedAt,
    total: rows.length,
    matching: rows.length,
    isOnAwaiting: isOnAwaiting(query) && alert?.on === 'enters',
    isFiltered: hasOwnConditions(query),
    parts: parts.counts,
    sections: shown,
    hidden,
    hasThread: rest.length > 0,
    alert: { on: alert?.on ?? 'enters', gone: absent - unread, unread },
    mentions: options.mentions,
    ...querySummary(query, query, privacy, words),
    ...actionsOf(digest, query),
  };
  const files = shownFilesOf(rows, snapshot);
  return {
    ...drawPost(page, rest, {
      digest,
      snapshot,
      rows,
      level,
      words,
      now: now(),
      currency,
      listed,
      liveFiles: unread > 0 ? null : files,
    }),
    isEmpty: byFile.size === 0,
    isLate: false,
    isIncomplete: unread > 0,
    counts: parts.kept,
    files,
  };
}

/** Longer than any run of holidays, with two steps for each day. */
const STEPS_MAX = 80;
const DAYS_IN_WEEK = 7;
const MINUTE_MS = 60_000;

/** The parts of an alert that say when it may be posted. */
interface AlertTiming {
  readonly schedule: Pick<Schedule, 'days' | 'zone' | 'onHoliday'>;
  readonly alert: Pick<AlertOptions, 'everyMinutes' | 'quiet'>;
}

/**
 * When an alert with something to announce is due, in epoch milliseconds: at once, but no sooner
 * after its last post than it was asked for, outside its quiet hours, and on its days. Public
 * holidays count where it does not come on all days of the week.
 *
 * @param lastDueMs when its last post was due, in epoch milliseconds; `null` for never
 * @throws {RangeError} for an unknown time zone
 */
export function alertDue(
  { schedule, alert: { everyMinutes, quiet } }: AlertTiming,
  nowMs: number,
  lastDueMs: number | null,
  calendar: Calendar,
): number {
  const earliest = Math.max(nowMs, (lastDueMs ?? -Infinity) + everyMinutes * MINUTE_MS);
  let at = Temporal.Instant.fromEpochMilliseconds(earliest).toZonedDateTimeISO(schedule.zone);
  const isDaily = schedule.days.length === DAYS_IN_WEEK;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (!isDaily && !isDue(at.toPlainDate(), schedule, calendar)) {
      at = at.add({ days: 1 }).startOfDay();
      continue;
    }
    const end = quiet === null ? null : endOfQuiet(at, quiet);
    if (end === null) return at.epochMilliseconds;
    at = end;
  }
  return earliest;
}

/** When an alert that is due may be posted, for planning and posting: not in its quiet hours. */
export function alertDueIn(calendars: Calendars): (digest: Digest, nowMs: number) => number {
  return ({ schedule, alert }, nowMs) =>
    alert ? alertDue({ schedule, alert }, nowMs, null, calendars.calendarOf(schedule)) : nowMs;
}

/**
 * The next moment at which the quiet hours may be over, for another look; `null` outside of them. A
 * change of the clocks may end them: one that skips their end, or shows it for a second time.
 */
function endOfQuiet(
  at: Temporal.ZonedDateTime,
  { from, until }: NonNullable<AlertOptions['quiet']>,
): Temporal.ZonedDateTime | null {
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' });
  const spansMidnight = from > until;
  const isQuiet = spansMidnight ? time >= from || time < until : time >= from && time < until;
  if (!isQuiet) return null;
  const date = time >= from && spansMidnight ? at.toPlainDate().add({ days: 1 }) : at.toPlainDate();
  const end = date.toPlainDateTime(until);
  const last = end.toZonedDateTime(at.timeZoneId, { disambiguation: 'later' });
  const first = end.toZonedDateTime(at.timeZoneId, { disambiguation: 'earlier' });
  let soonest = last;
  for (const each of [first, at.getTimeZoneTransition('next')]) {
    if (each === null || each.epochMilliseconds <= at.epochMilliseconds) continue;
    if (each.epochMilliseconds < soonest.epochMilliseconds) soonest = each;
  }
  return soonest;
}
