import type { ComposedPost } from '../../delivery/ports.ts';
import type { Privacy } from '../../i18n/index.ts';
import type { Messages } from '../../i18n/types.ts';
import { dateOf } from '../../portfolio/calendar.ts';
import { formatQuery } from '../../portfolio/query/describe.ts';
import { awaitingIds, reportOf, periodBefore, periodsAgo } from '../../reports/report.ts';
import type { DigestPage } from '../../views/digests/sections.ts';
import { reportPostView } from '../../views/figures/report.ts';
import { reportQuery, wholeQuery } from '../query.ts';
import { type ComposeInput, actionsOf, querySummary, searchContextFor } from './parts.ts';

/** What a report has in common with every post. */
interface ReportInput extends ComposeInput {
  readonly period: 'week' | 'month';
  readonly privacy: Privacy;
  readonly words: Messages;
  readonly timing: DigestPage['timing'];
}

/**
 * Composes a report on the last whole week or month before the day of its slot, which is an earlier
 * one than that of the due time where a holiday has moved it. Its files are those of the
 * digest’s query, decided ones too.
 *
 * @throws {QueryError} when the query can no longer be parsed
 */
export function composeReport(input: ReportInput): ComposedPost {
  const { digest, snapshot, period, privacy, words, timing, dueAt, now, currency } = input;
  const { isPreview = false, slot = null } = input;
  const { options, schedule, name } = digest;
  const { targetDays } = options;
  const query = reportQuery(wholeQuery(digest.query, options));
  const found = searchContextFor(input);
  // A snapshot that was read just before midnight belongs to the day of the post.
  const searchContext = { ...found, nowMs: Math.max(found.nowMs, dueAt) };
  const day = slot === null ? dateOf(dueAt, schedule.zone) : Temporal.PlainDate.from(slot);
  const ago = periodsAgo(period, periodBefore(period, day), searchContext);
  const report = reportOf(snapshot, { query, period, ago, targetDays }, searchContext);
  const isIncomplete = snapshot.inconsistency !== null;
  const text = formatQuery(query, 'en');
  const { stop, settings } = actionsOf(digest, query);
  const message = reportPostView(
    {
      ...report,
      kind: period,
      targetDays,
      asked: querySummary(query, query, privacy, words).asked,
      sinceMs: searchContext.history?.sinceMs ?? null,
      notices: [],
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
      name,
      dueAt,
      zone: schedule.zone,
      timing,
      isPreview,
      inconsistency: snapshot.inconsistency,
      mentions: isPreview ? [] : options.mentions,
      stop,
      settings,
      open: {
        command: 'report',
        args: {
          period,
          from: report.period.from,
          ...(targetDays === null ? {} : { target: targetDays }),
          ...(text === '' ? {} : { query: text }),
        },
        opens: 'modal',
      },
    },
    { now, privacy, words, currency, zone: schedule.zone },
  );
  const files = awaitingIds(snapshot, query, searchContext);
  return {
    // Where the channel is shared later, their number and their properties are all that stays.
    message: { ...message, files },
    threadReply: null,
    isEmpty: false,
    isLate: timing !== 'on time',
    isIncomplete,
    counts: { ready: report.ready, waiting: report.awaiting - report.ready, overdue: 0 },
    files: null,
    live: null,
  };
}
