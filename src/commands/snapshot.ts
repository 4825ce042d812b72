import { mayBeShown } from '../digests/query.ts';
import { settlesWithin } from '../lib/concurrency.ts';
import { unreadableArchives } from '../portfolio/lifecycle.ts';
import {
  isComparison,
  isOfAmounts,
  isTimeOfDay,
  isUnrecorded,
  isUnsupportedOr,
} from '../portfolio/phrases/unheld.ts';
import { rentalFailure } from '../portfolio/portfolio.ts';
import { queryInWords } from '../portfolio/query/describe.ts';
import { unlessMistaken } from '../portfolio/query/parser.ts';
import type { Condition, Query } from '../portfolio/query/query.ts';
import { withUnreadable } from '../portfolio/search/results.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { oneLine } from '../views/block-kit.ts';
import { listedWithMore, shownManager } from '../views/files/line.ts';
import type { Message } from '../views/message.ts';
import { freshness, readingView } from '../views/notices.ts';
import type { CommandContext } from './command.ts';
import { failureWords, StillReadingError } from './errors.ts';

/** Wait before the first progress message, and between the next ones. */
const FIRST_SIGN_MS = 1_000;
const NEXT_SIGN_MS = 3_000;

/** Maximum wait for a snapshot; reading goes on after it. */
const WAIT_MS_MAX = 120_000;

/**
 * Reads all rental files anew, with progress messages while it takes long.
 *
 * @param waitMsMax 120 s by default
 * @throws {RentalError} when they cannot all be read
 * @throws {StillReadingError} after `waitMsMax`
 */
export async function* awaitReading(
  { portfolio, words }: CommandContext,
  waitMsMax: number = WAIT_MS_MAX,
): AsyncGenerator<Message, Snapshot> {
  const reading = portfolio.read();
  let waited = 0;
  for (let wait = FIRST_SIGN_MS; ; wait = NEXT_SIGN_MS) {
    if (await settlesWithin(reading, wait)) return reading;
    waited += wait;
    if (waited >= waitMsMax) throw new StillReadingError(portfolio.progress().read);
    yield readingView(portfolio.progress(), words);
  }
}

/** The last snapshot, or before there is one the first, as `awaitReading` reads it. */
export async function* lastReading(call: CommandContext): AsyncGenerator<Message, Snapshot> {
  return call.portfolio.latest() ?? (yield* awaitReading(call));
}

/** How a button names a snapshot: its id, and when it was read, in milliseconds to base 36. */
export function referenceTo({ id, startedAt }: Snapshot): string {
  return `${id}.${startedAt.toString(36)}`;
}

interface NamedSnapshot {
  readonly snapshot: Snapshot;
  readonly notices: Notices;
  /** Whether the files have changed since the one that the button names. */
  readonly hasMovedOn: boolean;
}

/**
 * The snapshot that a button names, or the newest where the files have changed since. Another instance
 * may have made the button: when that one has read the files later, this one reads them, too.
 *
 * @param reference a reference of this version, or an id of an older one
 */
export async function* namedSnapshot(
  reference: string,
  call: CommandContext,
): AsyncGenerator<Message, NamedSnapshot> {
  const { portfolio } = call;
  const [id = '', readAt = ''] = reference.split('.');
  const latest = portfolio.latest();
  const isBehind = latest === null || latest.startedAt < Number.parseInt(readAt, 36);
  const snapshot = portfolio.byId(id) ?? (isBehind ? yield* newestReading(call) : latest);
  if (snapshot.id === id) {
    return {
      snapshot,
      notices: { texts: inconsistencyNotices(snapshot, call) },
      hasMovedOn: false,
    };
  }
  // Whether they have changed is not known while they cannot be read.
  const hasMovedOn = !isBehind || snapshot !== latest;
  return { snapshot, notices: noticesOf(snapshot, call), hasMovedOn };
}

/** Texts above the content of a snapshot. */
export interface Notices {
  readonly texts: readonly string[];
  /** Why it is not newer, when a text says so. */
  readonly warning?: unknown;
}

/** Notices of the newest snapshot: why there is no newer one, and whether it may be incomplete. */
export function noticesOf(snapshot: Snapshot, call: CommandContext): Notices {
  const { texts, ...warned } = staleNotice(call);
  return { texts: [...texts, ...inconsistencyNotices(snapshot, call)], ...warned };
}

/** The same where the answer does not say when the files were read: while they are old, a text does. */
export function agedNoticesOf(snapshot: Snapshot, call: CommandContext): Notices {
  const { texts, ...warned } = noticesOf(snapshot, call);
  if (warned.warning === undefined) return { texts };
  const read = { readAt: snapshot.endedAt, skipped: 0 };
  return { texts: [...texts, ...freshness(read, { ...call, now: call.now() })], ...warned };
}

/** A sentence that counts files, with the time at which they were read while they are old. */
export function datedWhileOld(sentence: string, snapshot: Snapshot, call: CommandContext): string {
  if (call.portfolio.failure() === null) return sentence;
  const read = { readAt: snapshot.endedAt, skipped: 0 };
  return `${sentence} ${freshness(read, { ...call, now: call.now() }).join(' ')}.`;
}

/** Why there is no newer snapshot; no text while the files can be read. */
export function staleNotice({ portfolio, words, reference, zone }: CommandContext): Notices {
  const warning = portfolio.failure();
  if (warning === null) return { texts: [] };
  return { texts: [words.list.stale(failureWords(warning, words, zone), reference)], warning };
}

/** Why a snapshot may not hold every file, or a list of it lack one. */
export function inconsistencyNotices(snapshot: Snapshot, call: CommandContext): string[] {
  const unreadable = unreadableArchives(snapshot.table);
  return [
    ...countNotices(snapshot, call),
    ...(unreadable === 0 ? [] : [call.words.list.unreadableArchives(unreadable)]),
  ];
}

/** Why a snapshot does not hold every file, where it does not. */
export function missingNotices(snapshot: Snapshot, call: CommandContext): string[] {
  const { skipped } = snapshot;
  return [
    ...countNotices(snapshot, call),
    ...(skipped === 0 ? [] : [call.words.list.skipped(skipped)]),
  ];
}

function countNotices(
  { inconsistency, oddities, skipped }: Snapshot,
  { words: { list } }: CommandContext,
): string[] {
  const { miscount } = oddities;
  const repeated = oddities.repeated.length;
  return [
    ...(inconsistency === 'moved' || inconsistency === 'count' || inconsistency === 'empty'
      ? [list.inconsistency[inconsistency]]
      : []),
    ...(miscount === 0 || inconsistency === 'moved' ? [] : [list.miscount(miscount, skipped)]),
    // Whether it is sent so at each reading is not known while it may have moved.
    ...(repeated === 0 || inconsistency === 'moved'
      ? []
      : [list.repeated(repeated, inconsistency === 'repeated')]),
  ];
}

/**
 * For how many files it cannot be read whether they lack what a list is of files without.
 *
 * @param countIn number of files that the list would find of another query
 */
export function unreadableNotices(
  query: Query,
  countIn: (other: Query) => number,
  { words }: CommandContext,
): string[] {
  const wider = withUnreadable(query);
  if (wider === null) return [];
  // As a text it may be longer than a query may be.
  const count = unlessMistaken(() => countIn(wider) - countIn(query)) ?? 0;
  return count > 0 ? [words.list.unreadableParts(count)] : [];
}

/** What a list says of words that it ignores. */
export function ignoredNotices(
  ignored: readonly string[],
  { words: { list } }: CommandContext,
): readonly string[] {
  return [
    ...(ignored.some(isUnrecorded) ? [list.unrecorded] : []),
    ...(ignored.some(isComparison) ? [list.notCompared] : []),
    ...(ignored.some(isOfAmounts) ? [list.notSummed] : []),
    ...(ignored.some(isUnsupportedOr) ? [list.allMustHold] : []),
    ...(ignored.some(isTimeOfDay) ? [list.wholeDays] : []),
  ];
}

/**
 * How many files each of the words has that are to be compared: `Lyon: 4 rental files · Paris: 3 rental
 * files`; nothing for a query without alternatives, and where a name could stand in it.
 *
 * @param countIn number of files that the list would find of another query
 */
export function comparedNotices(
  query: Query,
  countIn: (other: Query) => number,
  { privacy, words }: CommandContext,
): string[] {
  const { card, list } = words;
  const either = query.conditions.find(
    (one) => (one.kind === 'words' || one.kind === 'choice') && !one.not && one.any.length > 1,
  );
  if (!(either?.kind === 'words' || either?.kind === 'choice') || !mayBeShown(query, privacy))
    return [];
  const counted = either.any.slice(0, COMPARED_MAX).map((value) => {
    const alone: Condition =
      either.kind === 'words' ? { ...either, any: [value] } : { ...either, any: [value] };
    const conditions = query.conditions.map((one) => (one === either ? alone : one));
    const named =
      either.kind === 'words'
        ? value
        : queryInWords({ conditions: [alone], sort: null }, words.language);
    return card.fact(
      oneLine(named, WORD_LENGTH_MAX),
      list.title(countIn({ ...query, conditions })),
    );
  });
  return [counted.join(' · ')];
}

const COMPARED_MAX = 5;

/**
 * Who manages the files of a list, those of most files first, and how many of them have no manager. Of all
 * files it says so: “who manages them” may mean others.
 */
export function managerNotices(
  rows: Uint32Array,
  { table }: Snapshot,
  { privacy, words }: CommandContext,
): string[] {
  const files = new Map<string, number>();
  let without = 0;
  for (const row of rows) {
    const { managers, facts } = table.entries[row] ?? {};
    for (const name of managers?.names ?? []) files.set(name, (files.get(name) ?? 0) + 1);
    const isRead = facts?.unreadable.names.includes('managers') === false;
    if (managers?.names.length === 0 && isRead) without += 1;
  }
  const { card, digest } = words;
  const { managers, managersOfAll } = card.file;
  const isOfAll = rows.length === table.entries.length;
  const sorted = [...files].toSorted(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, MANAGERS_MAX).flatMap(([manager, count]) => {
    const name = shownManager(manager, privacy);
    return name === null ? [] : `${oneLine(name, MANAGER_LENGTH_MAX)} (${words.number(count)})`;
  });
  const named =
    shown.length > 0
      ? listedWithMore(shown, sorted.length, words)
      : card.file.managersCounted(sorted.length);
  return [
    ...(sorted.length === 0 ? [] : [card.fact(isOfAll ? managersOfAll : managers, named)]),
    ...(without === 0 ? [] : [card.fact(digest.noManager, words.number(without))]),
  ];
}

const MANAGERS_MAX = 8;
/** Of an e-mail address, of which the ends tell two apart. */
const MANAGER_LENGTH_MAX = 100;
const WORD_LENGTH_MAX = 30;

/**
 * The smallest and the largest score that the service gives, where a query asks for one beyond them, or
 * for a part of 1 where others are given: it finds nothing or everything, as no scale is specified.
 */
export function scoreNotices(
  { conditions }: Query,
  { table: { entries } }: Snapshot,
  { words }: CommandContext,
): string[] {
  const bounds = conditions.flatMap((one) =>
    one.kind === 'number' && one.key === 'score' ? one.any : [],
  );
  if (bounds.length === 0) return [];
  const scores = entries.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return [];
  const least = scores.reduce((one, other) => Math.min(one, other));
  const most = scores.reduce((one, other) => Math.max(one, other));
  const isBeyond = (bound: number) =>
    (bound < least && bound !== 0) || bound > most || (most > 1 && bound > 0 && bound < 1);
  const areBeyond = bounds.every((bound) =>
    bound.is === '..' ? isBeyond(bound.from) && isBeyond(bound.to) : isBeyond(bound.value),
  );
  return areBeyond && least < most
    ? [words.list.scoresGiven(words.score(least), words.score(most))]
    : [];
}

/** Whether it is not known who has taken files, or only as it was last read. */
export function triageNotices({ triage, words, store }: CommandContext): string[] {
  const { unknown, lastKnown } = words.triage;
  if (!triage?.state()) return [`${unknown.happened} ${unknown.remedy}`];
  return store.isReady() ? [] : [lastKnown];
}

/** Maximum wait when there is an older snapshot to show. */
const NEWER_MS_MAX = 30_000;

/**
 * A new snapshot; the last one when it cannot be read, which the notices say, or when it takes long:
 * then the next request gets it.
 *
 * @param drawn the answer over a snapshot with notices: while the next one is read, it stands with a
 *   line of progress; without it, the line stands alone
 */
export async function* newestReading(
  call: CommandContext,
  drawn?: (snapshot: Snapshot, notices: Notices) => Message,
): AsyncGenerator<Message, Snapshot> {
  const last = call.portfolio.latest();
  if (last === null) return yield* awaitReading(call);
  try {
    const reading = awaitReading(call, NEWER_MS_MAX);
    for (;;) {
      const { done, value } = await reading.next();
      if (done === true) return value;
      const standing = drawn?.(last, { texts: [value.text] });
      yield standing === undefined ? value : { ...standing, isProgress: true };
    }
  } catch (error) {
    if (rentalFailure(error) === null && !(error instanceof StillReadingError)) throw error;
    return last;
  }
}

/**
 * Answers a button from the snapshot that it names; one that names none asks for a new one, and the
 * answer from the last one stands meanwhile.
 *
 * @param reference as `namedSnapshot` reads it
 */
export async function* answerFrom(
  reference: string | undefined,
  call: CommandContext,
  answer: (snapshot: Snapshot, notices: Notices) => Message,
): AsyncGenerator<Message> {
  if (reference === undefined) {
    const newest = yield* newestReading(call, answer);
    yield answer(newest, noticesOf(newest, call));
    return;
  }
  const { snapshot, notices } = yield* namedSnapshot(reference, call);
  yield answer(snapshot, notices);
}
