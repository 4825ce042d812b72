import {
  type AdminPorts,
  type ComposedPost,
  type DeliveryPorts,
  type EscalationPorts,
  type OwnerPorts,
  type PostRequest,
  RetryLaterError,
  isPausing,
} from '../../delivery/ports.ts';
import {
  type ChannelLevel,
  type KnownSharing,
  channelLevel,
  type Privacy,
  stricter,
  wordsIn,
} from '../../i18n/index.ts';
import type { Language, Messages } from '../../i18n/types.ts';
import { deliveryReference } from '../../lib/crypto.ts';
import { openFileIds, outsideFigures } from '../../portfolio/lifecycle.ts';
import type { Searcher } from '../../portfolio/search/execute.ts';
import { unseenIn, entriesAt } from '../../portfolio/search/results.ts';
import type { AlertStore } from '../../store/alerts/alerts.ts';
import {
  type ChannelSettings,
  type ChannelSettingsStore,
  DEFAULT_CHANNEL_SETTINGS,
} from '../../store/channel-settings.ts';
import type { Delivery, Digest, DigestOptions, ShownFile } from '../../store/digest.ts';
import {
  digestMissedView,
  digestOwnerView,
  digestTryingView,
  escalationRefusedView,
  escalationUnclearView,
  reasonIn,
} from '../../views/digests/notices.ts';
import { digestRestView, digestView, outsideDigestView } from '../../views/digests/post.ts';
import type { Changed, DigestPage, DigestSection } from '../../views/digests/sections.ts';
import type { FileLine } from '../../views/files/line.ts';
import { type LiveUpdatePorts, liveStart } from '../live-updates.ts';
import { hasOwnConditions, isOnAwaiting, wholeQuery } from '../query.ts';
import type { Calendars } from '../schedule.ts';
import { composeLive } from './live.ts';
import {
  type Audience,
  type ComposeInput,
  THREAD_FILES_MAX,
  actionOn,
  actionsOf,
  unsnoozedQuery,
  composeEscalation,
  freedAmong,
  hiddenAmong,
  lineIn,
  notKnownBeside,
  PLAIN_PAGE,
  overdueFiles,
  querySummary,
  rememberedWith,
  searchContextFor,
  splitAt,
  takenOverdue,
  unreadAmong,
} from './parts.ts';
import { composeReport } from './report.ts';
import {
  type SharedWork,
  backlogFrom,
  changesSince,
  createSharedWork,
  shownFilesOf,
} from './sections.ts';

export interface ComposerOptions extends Pick<Searcher, 'journal' | 'triage'> {
  readonly settings: Pick<ChannelSettingsStore, 'of'>;
  readonly alerts: Pick<AlertStore, 'entriesOf'>;
  readonly calendars: Calendars;
  /** Language of digests for which neither the digest nor its channel has one. */
  readonly language: Language;
  readonly now: () => number;
  readonly linkTo: (id: string) => string | null;
  readonly currency: string | null;
}

interface Composer extends Pick<DeliveryPorts, 'messages'> {
  readonly compose: (request: PostRequest, sharing: KnownSharing) => Promise<ComposedPost>;
  readonly escalationMessages: Omit<EscalationPorts, 'store'>;
  readonly channelNotice: OwnerPorts['toChannel'];
  readonly adminNotice: AdminPorts['messageFor'];
  readonly composeLive: LiveUpdatePorts['compose'];
}

/** Creates the composer, which looks up audience and language by itself. */
export function createComposer({
  settings,
  alerts,
  calendars,
  language,
  now,
  linkTo,
  currency,
  journal,
  triage,
}: ComposerOptions): Composer {
  const shared = createSharedWork();

  async function wordsFor({ channelId, options }: Digest): Promise<Messages> {
    const stored = await settings.of(channelId);
    return wordsIn(options.language ?? stored?.language ?? language);
  }

  async function noticeFor(reader: 'channel' | 'admin', digest: Digest, delivery: Delivery) {
    const { actions, ...notice } = ownerNotice(digest, delivery);
    const take = actionOn(digest, 'take');
    const model = { ...notice, actions: { ...actions, take }, reader };
    return digestOwnerView(model, await wordsFor(digest));
  }

  /**
   * After a start without the database: what rests would be listed, and what is taken escalated.
   *
   * @throws {RetryLaterError} until it is known what people do about files
   */
  function assertTriageKnown(): void {
    if (triage?.state() === null) {
      throw new RetryLaterError('who has taken or snoozed files is not known yet');
    }
  }

  /** What a post of a digest is composed with, as a channel may see it. */
  async function contextFor({ schedule }: Digest, channelId: string, sharing: KnownSharing) {
    assertTriageKnown();
    const audience = audienceOf(await settings.of(channelId), sharing, language);
    await shared.yieldToRequests();
    const workingDays = calendars.workingDaysOf(schedule);
    return { audience, workingDays, now: now(), linkTo, currency, journal, triage };
  }

  return {
    async compose(input, sharing) {
      const { digest } = input;
      const context = await contextFor(digest, digest.channelId, sharing);
      const at = input.nowMs ?? context.now;
      return composeDigest({ ...input, ...context, now: at }, shared);
    },
    messages: {
      outageNotice: async (digest, { giveUpAt }) =>
        digestTryingView(noticeHeader(digest), giveUpAt, await wordsFor(digest)),
      missed: async (digest, { dueAt }) =>
        digestMissedView(noticeHeader(digest), dueAt, await wordsFor(digest)),
      toOwner: async (digest, delivery) =>
        digestOwnerView(ownerNotice(digest, delivery), await wordsFor(digest)),
    },
    escalationMessages: {
      overdueFiles(digest, snapshot) {
        assertTriageKnown();
        const workingDays = calendars.workingDaysOf(digest.schedule);
        return overdueFiles({ digest, snapshot, workingDays, journal, triage, shared });
      },
      async messageFor(digest, snapshot, files, sharing) {
        const channelId = digest.options.escalate?.channelId ?? digest.channelId;
        const context = await contextFor(digest, channelId, sharing);
        return composeEscalation({ ...context, digest, snapshot, files, shared });
      },
      async refusedMessage(digest, code) {
        const words = await wordsFor(digest);
        return escalationRefusedView(digest.name, reasonIn(code, words), words);
      },
      unclearMessage: async (digest) => escalationUnclearView(digest.name, await wordsFor(digest)),
    },
    async composeLive(input, channelId, sharing) {
      const { digest, delivery } = input.post;
      const announced = digest.alert ? await alerts.entriesOf(delivery.id) : [];
      const context = await contextFor(digest, channelId, sharing);
      return composeLive({ ...input, ...context, announced }, shared);
    },
    channelNotice: async (digest, delivery) => noticeFor('channel', digest, delivery),
    adminNotice: async (digest, delivery) => noticeFor('admin', digest, delivery),
  };
}

function noticeHeader({ name, schedule: { zone } }: Digest) {
  return { name, zone };
}

function ownerNotice(digest: Digest, delivery: Delivery) {
  const { state } = digest;
  const isPaused = state === 'paused' || isPausing(delivery);
  return {
    ...noticeHeader(digest),
    reference: deliveryReference(delivery.id),
    reader: 'owner' as const,
    line: delivery,
    isPaused,
    actions: {
      edit: actionOn(digest, 'edit', 'modal'),
      run: digest.alert ? null : actionOn(digest, 'run'),
      resume: isPaused ? actionOn(digest, 'resume') : null,
      status: actionOn(digest, digest.alert ? 'history' : 'status'),
    },
  };
}

/**
 * The level and language of a channel.
 *
 * @param stored settings of the channel; `null` for the defaults
 * @param language for a channel that has chosen none
 */
export function audienceOf(
  stored: ChannelSettings | null,
  sharing: KnownSharing,
  language: Language,
): Audience {
  const settings = stored ?? DEFAULT_CHANNEL_SETTINGS;
  return {
    level: channelLevel(settings.privacy, sharing),
    language: settings.language ?? language,
  };
}

/** How an audience reads a digest or an alert with these options: what its files show, in which words. */
export function readingOf(
  { privacy: chosen, language }: Pick<DigestOptions, 'privacy' | 'language'>,
  audience: Audience,
) {
  const level = stricter(chosen ?? audience.level, audience.level);
  const privacy: Privacy = level === 'outside' ? 'reference' : level;
  return { level, privacy, words: wordsIn(language ?? audience.language) };
}

/** Delay from which a post says that it is late. */
const LATE_MS = 5 * 60_000;

/**
 * Composes a digest from a snapshot.
 *
 * @param shared work that digests from the same snapshot have in common
 * @throws {QueryError} when its query can no longer be parsed
 * @throws {RangeError} for an unknown time zone
 */
export function composeDigest(
  input: ComposeInput,
  shared: Pick<SharedWork, 'arrange' | 'find'> = createSharedWork(),
): ComposedPost {
  const { digest, snapshot, audience, now, dueAt, linkTo, currency } = input;
  const { isPreview = false, listed } = input;
  const { options, schedule, name } = digest;
  const { top, style, targetDays } = options;
  const { zone } = schedule;
  const { level, privacy, words } = readingOf(options, audience);
  const isLate = now - dueAt >= LATE_MS;
  const timing = timingOf(isLate, input.isCatchUp);
  const { report = null } = schedule;
  // People of other organisations see how many files wait, and nothing of a report.
  if (report !== null && level !== 'outside') {
    return composeReport({ ...input, period: report, privacy, words, timing });
  }
  const whole = wholeQuery(digest.query, options);
  const searchContext = searchContextFor(input);
  const { query, snoozed } = unsnoozedQuery(whole, snapshot, searchContext, shared);

  const { rows, parts, groups, buckets, files } = shared.arrange(snapshot, query, searchContext, {
    targetDays,
    // At this level a heading must not name the manager.
    group: privacy === 'reference' && options.group === 'manager' ? 'readiness' : options.group,
    limit: top + (style === 'detailed' ? THREAD_FILES_MAX : 0),
  });
  const lineOf = lineIn(snapshot, searchContext, linkTo);
  // Files that rest are still there: the next post must not call them gone, or new.
  const remembered =
    snoozed.length === 0
      ? files
      : shownFilesOf(shared.find(snapshot, whole, searchContext).rows, snapshot, new Set(snoozed));
  const unread = unreadAmong(input.before, snapshot);
  const [shown, rest] = splitAt(groups, top, lineOf, listed);
  const hidden = hiddenAmong(rows, snapshot, top, listed);
  const isIncomplete = snapshot.inconsistency !== null;
  const isOfBacklog = isOnAwaiting(query);
  const notKnown = notKnownBeside(query, snapshot, searchContext, shared);
  const isKnown =
    snapshot.skipped === 0 && notKnown.unknown.length === 0 && notKnown.unreadableArchives === 0;
  const isEmpty = rows.length === 0 && !isIncomplete && isKnown;

  const page: DigestPage = {
    ...PLAIN_PAGE,
    name,
    dueAt,
    zone,
    readAt: snapshot.endedAt,
    total: rows.length,
    matching: rows.length,
    isOnAwaiting: isOfBacklog,
    isFiltered: hasOwnConditions(whole),
    parts: parts.counts,
    ...notKnown,
    unseen: unseenIn(query, snapshot.table, searchContext),
    targetDays,
    buckets,
    sections: shown,
    hidden,
    hasThread: rest.length > 0,
    changes: changesSince(input.before, remembered, snapshot, lineOf),
    backlog: isOfBacklog ? backlogFrom(input.past, { dueAt, counts: parts.kept }, zone) : [],
    timing,
    inconsistency: snapshot.inconsistency,
    skipped: snapshot.skipped,
    isHeartbeat: options.whenEmpty === 'weekly',
    isPreview,
    isSilent: isEmpty && options.whenEmpty === 'skip',
    mentions: rows.length === 0 || isPreview ? [] : options.mentions,
    snoozed: snoozed.length,
    freed: freedAmong(rows, input, searchContext),
    notEscalated: takenOverdue({ ...input, shared }),
    ...querySummary(whole, query, privacy, words),
    ...actionsOf(digest, query),
  };
  return {
    ...drawPost(page, rest, {
      digest,
      snapshot,
      rows,
      level,
      words,
      now,
      currency,
      listed,
      // A post that is kept up to date counts the files that are remembered and not snoozed.
      liveFiles: unread.length > 0 ? null : files,
    }),
    isEmpty,
    isLate: isLate || input.isCatchUp,
    isIncomplete,
    counts: parts.kept,
    files: rememberedWith(unread, remembered),
  };
}

interface Drawing extends Pick<
  ComposeInput,
  'digest' | 'snapshot' | 'now' | 'currency' | 'listed'
> {
  /** Of all its files. */
  readonly rows: Uint32Array;
  readonly level: ChannelLevel;
  readonly words: Messages;
  /** Its files, where it is to be kept up to date. */
  readonly liveFiles: readonly ShownFile[] | null;
}

/** Draws a post as its channel may see it. */
export function drawPost(
  page: DigestPage,
  rest: readonly DigestSection[],
  { digest, snapshot, rows, level, words, now, currency, listed, liveFiles }: Drawing,
): Pick<ComposedPost, 'message' | 'threadReply' | 'live'> {
  if (level === 'outside') {
    const figures = outsideFigures(entriesAt(snapshot.table, rows), snapshot);
    const message = outsideDigestView(page, figures, words);
    return { message, threadReply: null, live: null };
  }
  const { zone, hidden, sections, changes } = page;
  const showing = { now, privacy: level, words, currency, zone };
  // Those under the changes since the last post, too.
  const changed: Changed[] = changes === null ? [] : Object.values(changes);
  const named = [...linesOf(sections), ...changed.flatMap(({ lines }) => lines)];
  const further = linesOf(rest);
  const left = hidden - further.length;
  return {
    message: { ...digestView(page, showing), files: openFileIds(named) },
    threadReply:
      rest.length === 0
        ? null
        : {
            ...digestRestView(
              page,
              rest,
              {
                shown: listed?.size ?? digest.options.top,
                hidden: left,
                isUnsure: listed === null,
              },
              showing,
            ),
            files: openFileIds(further),
          },
    live: liveStart(digest, page, liveFiles, snapshot),
  };
}

function linesOf(sections: readonly DigestSection[]): FileLine[] {
  return sections.flatMap(({ lines }) => lines);
}

function timingOf(isLate: boolean, isCatchUp: boolean): DigestPage['timing'] {
  if (isCatchUp) return 'catch-up';
  return isLate ? 'late' : 'on time';
}
