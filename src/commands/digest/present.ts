import { audienceOf, composeDigest } from '../../digests/compose/composer.ts';
import { digestAction } from '../../digests/compose/parts.ts';
import { SNAPSHOT_AGE_MS_MAX } from '../../digests/compose/sections.ts';
import { definitionOf, optionSummary } from '../../digests/options/definitions.ts';
import { OptionError } from '../../digests/options/parse.ts';
import {
  describedQuery,
  digestQuery,
  isOnAwaiting,
  queryKey,
  reportQuery,
  wholeQuery,
} from '../../digests/query.ts';
import { nextSlots } from '../../digests/schedule.ts';
import type { Messages } from '../../i18n/types.ts';
import type { FailureWords } from '../../lib/text.ts';
import { UnknownPlaceError } from '../../portfolio/calendar.ts';
import { errorInWords, formatQuery, queryInWords } from '../../portfolio/query/describe.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { queryOrNull, unlessMistaken } from '../../portfolio/query/parser.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import { BACKLOG_MS, PAUSED_BY_HAND, type Digest } from '../../store/digest.ts';
import { oneLine } from '../../views/block-kit.ts';
import {
  type DigestActions,
  type DigestDetails,
  digestChangedView,
  digestDetailsView,
  digestsView,
  filesOf,
} from '../../views/digests/manage.ts';
import { digestLedgerView, reasonIn } from '../../views/digests/notices.ts';
import type { Button, Message } from '../../views/message.ts';
import { belowNotices, failureView } from '../../views/notices.ts';
import {
  commandButton,
  type CommandContext,
  type DigestContext,
  helpButton,
  KEYS_TOPIC,
  mayChange,
} from '../command.ts';
import { listedAfter } from '../errors.ts';
import { savedNotices } from '../file-list.ts';
import { knownSharing } from '../share.ts';
import { newestReading, type Notices, staleNotice, triageNotices } from '../snapshot.ts';
import { backToPage, isSnoozed, postsOf, savedAlike, savedPage } from './find.ts';
import {
  assertKnown,
  brokenError,
  CALLED,
  DigestRefusedError,
  type Kind,
  type LineOffer,
  offerOfProperties,
  postsAtOnce,
  SHARED_VERBS,
  textsFor,
  UnknownVerbError,
} from './parse.ts';

const HISTORY_SIZE = 12;

/**
 * A page of the digests of this place, below the notices.
 *
 * @param wanted its number, or the id of a digest on it
 */
export async function digestsPage(
  wanted: number | string,
  call: DigestContext,
  notices: readonly string[] = [],
): Promise<Message> {
  const { shown, page } = await savedPage('digest', wanted, notices, call);
  const digests = await Promise.all(shown.map(async (digest) => detailsWithOwner(digest, call)));
  return digestsView({ ...page, digests }, call.words);
}

/** A page of the deliveries of a digest due before an instant, latest first. */
export async function historyPage(
  digest: Digest,
  before: number | null,
  call: DigestContext,
): Promise<Message> {
  const found = await call.digests.deliveries.list({
    digestId: digest.id,
    limit: HISTORY_SIZE + 1,
    ...(before === null ? {} : { before }),
  });
  const shown = found.slice(0, HISTORY_SIZE);
  const last = shown.at(-1);
  const hasMore = found.length > HISTORY_SIZE && last !== undefined;
  const details = await detailsWithOwner(digest, call);
  return digestLedgerView(
    {
      // The button for this page itself, and those that the details have.
      details: { ...details, actions: { details: details.actions.details ?? null } },
      lines: shown.map((line) => ({ ...line, isOnAwaiting: countsAwaiting(digest) })),
      older: hasMore
        ? { command: 'digest', args: { do: 'status', id: digest.id, before: last.dueAt } }
        : null,
    },
    call.words,
  );
}

function countsAwaiting({ query, schedule: { report = null } }: Digest): boolean {
  const parsed = queryOrNull(query);
  return report !== null || parsed === null || isOnAwaiting(parsed);
}

/** Every setting of a digest, in words. */
export async function detailsPage(digest: Digest, call: DigestContext): Promise<Message> {
  return digestDetailsView(await detailsWithOwner(digest, call), call.words);
}

async function detailsWithOwner(digest: Digest, call: DigestContext): Promise<DigestDetails> {
  const isOwnerGone = (await call.channels.ownerState(digest.ownerId)) === 'gone';
  return { ...digestDetails(digest, call), isOwnerGone };
}

/** Number of due times in a confirmation. */
const NEXT_MAX = 3;

/** The details of a digest, and the actions that the person may run on it. */
export function digestDetails(digest: Digest, call: DigestContext): DigestDetails {
  const { words, now, place } = call;
  const { schedule, snoozedUntil, snoozedBy } = digest;
  return {
    id: digest.id,
    name: digest.name,
    channelId: digest.channelId,
    place: placeOf(digest, place.channelId),
    schedule,
    readerZone: call.zone,
    query: queryInPlainWords(digest, words),
    isOfAll: isOfAll(digest),
    options: optionSummary(digest, words.language),
    paused: pausedOf(digest, words),
    now: now(),
    snoozed: isSnoozed(digest, now()) ? { until: snoozedUntil ?? 0, by: snoozedBy } : null,
    next: nextOf(digest, call),
    list: backToPage('digest', digest, call),
    actions: actionsFor(digest, call),
  };
}

function placeOf({ channelId }: Digest, here: string | null): DigestDetails['place'] {
  if (channelId.startsWith('D')) return 'directly';
  return channelId === here ? 'here' : 'elsewhere';
}

/** Whether a digest is about all files that await a decision. */
function isOfAll({ query, options: { minAge, minStale } }: Digest): boolean {
  const isAll = queryKey(query) === queryKey(formatQuery(digestQuery(null), 'en'));
  return isAll && minAge === null && minStale === null;
}

function queryInPlainWords(
  { query, options, schedule: { report = null } }: Digest,
  { language }: Messages,
): string | null {
  const described = report === null ? describedQuery : reportQuery;
  return unlessMistaken(() =>
    queryInWords(described(wholeQuery(query, options)), language, 'open'),
  );
}

/** `null` when the time zone or the country of the holidays is no longer known. */
function nextOf({ schedule, snoozedUntil }: Digest, { now, digests }: DigestContext) {
  try {
    const calendar = digests.calendars.calendarOf(schedule);
    // A slot due at the very end of a snooze is posted.
    const after = Math.max(now(), (snoozedUntil ?? now()) - 1);
    return nextSlots(schedule, after, NEXT_MAX, calendar).map(({ dueAt }) => dueAt);
  } catch (error) {
    if (error instanceof UnknownPlaceError) return null;
    throw error;
  }
}

/** Why and by whom a digest is paused; `null` when it is not. */
export function pausedOf(
  { state, pausedBecause, pausedBy }: Digest,
  words: Messages,
): DigestDetails['paused'] {
  if (state === 'active') return null;
  if (pausedBecause !== null && pausedBecause !== PAUSED_BY_HAND)
    return { why: reasonIn(pausedBecause, words) };
  return pausedBy === null ? { why: null } : { by: pausedBy };
}

function actionsFor(digest: Digest, call: CommandContext): DigestActions {
  const { id, state, ownerId } = digest;
  const isActive = state === 'active';
  const isAsleep = isActive && isSnoozed(digest, call.now());
  const isTheirs = mayChange(digest, call);
  const theirs = (what: string, opens?: 'modal') =>
    isTheirs ? digestAction(what, id, opens) : null;
  return {
    edit: theirs('edit', 'modal'),
    preview: digestAction('preview', id, 'modal'),
    run: theirs('run'),
    snooze: isActive && !isAsleep ? theirs('snooze', 'modal') : null,
    unsnooze: isAsleep ? theirs('unsnooze') : null,
    pause: isActive ? theirs('pause') : null,
    resume: state === 'paused' ? theirs('resume') : null,
    details: digestAction('details', id),
    status: digestAction('status', id),
    take: call.person.userId === ownerId ? null : theirs('take'),
    remove: theirs('ask-remove', 'modal'),
  };
}

/**
 * A digest as its channel would see it now, shown to one person. Files that are older than those of a
 * post may be are read anew; where they cannot be, it says so.
 */
export async function* previewOf(digest: Digest, call: DigestContext): AsyncGenerator<Message> {
  const { portfolio, now, linkTo, currency, words } = call;
  const { channelId } = digest;
  assertKnown(digest, call);
  const [before, past, escalated, settings, sharing] = await Promise.all([
    call.digests.deliveries.lastShownFiles(digest.id),
    call.digests.deliveries.countsSince(digest.id, now() - BACKLOG_MS),
    call.digests.deliveries.escalatedFiles(digest),
    call.store.settings.of(channelId),
    knownSharing({ sharing: async () => call.channels.sharing(channelId) }),
  ]);
  const over = (snapshot: Snapshot, { texts, ...warned }: Notices): Message => {
    const { message } = composeDigest({
      digest,
      snapshot,
      before,
      past,
      escalated,
      audience: audienceOf(settings, sharing, call.digests.language),
      dueAt: now(),
      isCatchUp: false,
      isPreview: true,
      now: now(),
      journal: call.journal,
      triage: call.triage,
      workingDays: call.digests.calendars.workingDaysOf(digest.schedule),
      linkTo,
      currency,
    });
    const unknown = call.triage?.state() === null ? triageNotices(call) : [];
    const notices = [...unknown, ...texts];
    return { ...belowNotices(message, notices), ...warned, title: words.digestCommands.heading };
  };
  const latest = portfolio.latest();
  const isFresh = latest !== null && now() - latest.endedAt <= SNAPSHOT_AGE_MS_MAX;
  try {
    const snapshot = isFresh ? latest : yield* newestReading(call, over);
    yield over(snapshot, staleNotice(call));
  } catch (error) {
    if (!(error instanceof QueryError || error instanceof UnknownPlaceError)) throw error;
    throw brokenError(digest, call);
  }
}

/** What became of a digest, with how it stands now; above the list that the form was opened from. */
export async function outcomeView(
  outcome: string,
  after: Digest,
  call: DigestContext,
): Promise<Message> {
  const { words, place } = call;
  return place.returns === true
    ? listedAfter(outcome, async () => digestsPage(after.id, call, [outcome]), words)
    : digestChangedView(outcome, digestDetails(after, call), words);
}

/** A digest as it was just set up. */
export async function savedView(
  after: Digest,
  call: DigestContext,
  ignored: readonly string[] = [],
): Promise<Message> {
  const outcome = call.words.digestCommands.saved(after.name);
  const about = await postedBy(after, call, ignored);
  return outcomeView([outcome, ...about].join(' '), after, call);
}

/** Files that a digest posts, notices about its query, and whether another one posts the same. */
async function postedBy(
  after: Digest,
  call: DigestContext,
  ignored: readonly string[],
): Promise<readonly string[]> {
  const files = filesOf(digestDetails(after, call), call.words).map((text) => `${text}.`);
  const notices = savedNotices(wholeQuery(after.query, after.options), ignored, call);
  return [...files, ...notices, ...(await alikeNotices('digest', after, call))];
}

/** That another digest or alert of the channel is like one that was saved. */
export async function alikeNotices(
  kind: Kind,
  after: Digest,
  call: DigestContext,
): Promise<readonly string[]> {
  const alike = await savedAlike(after, call);
  return alike === null ? [] : [textsFor(kind, call.words).alike(alike.name, alike.id).happened];
}

/** A digest as it was just changed, and why nothing can be posted in its channel. */
export async function changedView(
  before: Digest,
  after: Digest,
  issues: readonly string[],
  call: DigestContext,
  ignored: readonly string[] = [],
): Promise<Message> {
  const outcome = call.words.digestCommands.changed(after.name);
  const isMoved = before.channelId !== after.channelId;
  const isSame = !isMoved && ignored.length === 0 && postsOf(before) === postsOf(after);
  const about = isSame ? [] : await postedBy(after, call, ignored);
  return outcomeView([outcome, ...about, ...issues].join(' '), after, call);
}

const WORD_LENGTH_MAX = 40;

interface UserErrorWords {
  readonly failure: FailureWords;
  /** Without the name of the command; `null` when there is no suggestion. */
  readonly correction: string | null;
}

/**
 * What the person reads about a user error, with a button for the line that was probably intended;
 * `null` for any other error.
 *
 * @param typed everything after the name of the command; the wrong line is at its end
 * @param parse reads a line as it is typed
 */
export function userErrorView(
  kind: Kind,
  error: unknown,
  typed: string,
  parse: (line: string) => unknown,
  call: CommandContext,
): Message | null {
  const { words } = call;
  const offer = offerOfProperties(error, typed, parse, call);
  const userError = userErrorWords(error, typed, words, kind, offer);
  if (userError === null) return null;
  const { failure, correction } = userError;
  const corrected = correctionButton(kind, correction, words);
  const next = corrected.length > 0 ? corrected : nextStep(kind, error, words);
  return failureView(failure, null, next, words);
}

/** Where no line can be offered instead: the list for what is about one of it, and help on the line. */
function nextStep(kind: Kind, error: unknown, words: Messages): readonly Button[] {
  if (error instanceof DigestRefusedError) {
    if (error.next.length > 0 || error.field !== 'name') return error.next;
    const command = { name: kind, called: CALLED[kind] };
    return commandButton(command, SHARED_VERBS.list[words.language][0] ?? '', words);
  }
  if (error instanceof UnknownVerbError) return helpButton(CALLED[kind][words.language], words);
  const isOfQuery =
    error instanceof QueryError ||
    (error instanceof OptionError && (error.code === 'free_word' || error.code === 'names_people'));
  if (isOfQuery) return helpButton(KEYS_TOPIC[words.language], words);
  return error instanceof OptionError ? helpButton(CALLED[kind][words.language], words) : [];
}

/** @param offer the line that is offered instead, with its condition in place of a free word */
function userErrorWords(
  error: unknown,
  typed: string,
  words: Messages,
  command: Kind,
  offer: LineOffer | null,
): UserErrorWords | null {
  if (error instanceof DigestRefusedError) {
    return { failure: error.failure, correction: renamedLine(typed.trim(), error.mistyped) };
  }
  if (error instanceof UnknownVerbError) {
    const { word } = error;
    const nearest = error.nearest?.[words.language] ?? null;
    const failure = textsFor(command, words).unknownVerb(oneLine(word, WORD_LENGTH_MAX), nearest);
    return { failure, correction: nearest && nearest + typed.trim().slice(word.length) };
  }
  const isOption = error instanceof OptionError;
  if (!isOption && !(error instanceof QueryError)) return null;
  const line = typed.trim();
  const correction = offer?.line ?? mendedLine(line, error);
  const failure = isOption
    ? optionErrorWords(error, words, offer?.condition)
    : errorInWords(error, words.language);
  if (isOption && error.code === 'no_time') return { failure, correction };
  const copy = `/rental ${CALLED[command][words.language]} ${correction ?? line}`;
  return { failure: { ...failure, copy }, correction };
}

/** A line with the most similar name, after its verb; `null` without one. */
function renamedLine(line: string, mistyped: DigestRefusedError['mistyped']): string | null {
  if (mistyped === null) return null;
  const { name, nearest } = mistyped;
  const at = line.indexOf(name, line.search(/\s/u));
  return at < 0 ? null : line.slice(0, at) + nearest + line.slice(at + name.length);
}

/** A button that runs the corrected line; `null` without one, and where it would post at once. */
function correctionButton(
  command: Kind,
  correction: string | null,
  words: Messages,
): readonly Button[] {
  // A guess does not post.
  const isUnsafe = correction === null || (command === 'digest' && postsAtOnce(correction));
  return isUnsafe
    ? []
    : commandButton({ name: command, called: CALLED[command] }, correction, words);
}

/** A line with the suggestion instead of its wrong word; `null` without one. */
function mendedLine(line: string, { text, at, word, nearest }: OptionError | QueryError) {
  if (nearest === null) return null;
  const start = line.length - text.length + at;
  return line.slice(0, start) + nearest + line.slice(start + word.length);
}

/** An error of the option parser, in words. */
export function optionErrorWords(
  error: OptionError,
  { language, digestErrors }: Messages,
  offered: string | null = null,
): FailureWords {
  const { code, key, valid, word } = error;
  const nearest = offered ?? error.nearest;
  const option = key === null ? null : definitionOf(key);
  return digestErrors[code]({
    word: oneLine(word, WORD_LENGTH_MAX),
    option: option?.names[language][0] ?? '',
    valid,
    bounds: option?.bounds?.[language] ?? '',
    nearest,
  });
}
