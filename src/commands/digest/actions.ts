import { actionOn } from '../../digests/compose/parts.ts';
import { type ParsedOptions, parseOptions } from '../../digests/options/parse.ts';
import { nextSlot, slotsBetween } from '../../digests/schedule.ts';
import type { Messages } from '../../i18n/types.ts';
import { dateOf, startOf } from '../../portfolio/calendar.ts';
import { PAUSED_BY_HAND, type Digest, type DigestChoice, type Slot } from '../../store/digest.ts';
import { actionRow, oneLine } from '../../views/block-kit.ts';
import { snoozeDigestForm } from '../../views/digests/form.ts';
import { digestChangedView, filesOf } from '../../views/digests/manage.ts';
import { digestOfferView } from '../../views/digests/notices.ts';
import type { Action, Answer, Block, Button, Form, Message } from '../../views/message.ts';
import { failureView, refusalView } from '../../views/notices.ts';
import {
  type CommandContext,
  type DigestContext,
  fitsButton,
  type FormValues,
  hasDigests,
  LABEL_LENGTH_MAX,
  mayChange,
} from '../command.ts';
import { listedAfter, StaleActionError } from '../errors.ts';
import { pageNumberOf, savedAlike, savedHere, wishButtons } from './find.ts';
import {
  ADD,
  AmbiguousDigestError,
  assertRunnable,
  authorOf,
  calendarOf,
  CALLED,
  DigestRefusedError,
  type Kind,
  SHARED_VERBS,
  textsFor,
  UnknownVerbError,
} from './parse.ts';
import { digestsPage, digestDetails, outcomeView } from './present.ts';
import { channelIssues, wantedChoice } from './save.ts';

/** Where the commands of digests and of alerts answer a wrong request differently. */
interface ErrorAnswers {
  /** The first page of their list, below notices. */
  readonly listPage: (
    wanted: 1,
    call: DigestContext,
    notices: readonly string[],
  ) => Promise<Message>;
  /** What the person reads about a user error; `null` for any other error. */
  readonly answerTo: (error: unknown, call: DigestContext) => Promise<Message | null>;
}

/** Runs a request about digests or alerts; user errors become messages. */
export async function* answeredOrExplained(
  kind: Kind,
  call: CommandContext,
  answered: (call: DigestContext) => AsyncIterable<Answer>,
  { listPage, answerTo }: ErrorAnswers,
): AsyncGenerator<Answer> {
  const { words } = call;
  if (!hasDigests(call)) {
    yield refusalView(textsFor(kind, words).absent);
    return;
  }
  try {
    yield* answered(call);
  } catch (error) {
    const isOfList = error instanceof DigestRefusedError && call.place.returns === true;
    if (error instanceof AmbiguousDigestError || isOfList) {
      const { happened, remedy } = error.failure;
      const more = moreChoices(kind, error.next.length, words);
      const list = await listPage(1, call, [[happened, remedy, ...more].join(' ')]);
      const [notice, ...others] = list.blocks;
      yield notice === undefined
        ? list
        : { ...list, blocks: [notice, ...choiceRow(error.next), ...others] };
      return;
    }
    // “What digests do we have”: those there are, below what is not understood.
    if (kind === 'digest' && error instanceof UnknownVerbError && OF_QUESTIONS.test(error.word)) {
      const { happened } = words.digestCommands.unknownVerb(error.word, null);
      yield await listPage(1, call, [happened]);
      return;
    }
    const answer = await answerTo(error, call);
    if (answer === null) throw error;
    yield answer;
  }
}

/** Most digests that an answer has a button for: three in a row, and five in its menu. */
const CHOICES_MAX = 8;

function choiceRow(choices: readonly Button[], ...last: readonly Button[]): Block[] {
  return actionRow([...choices.slice(0, CHOICES_MAX - last.length), ...last]);
}

/** That there are more than have a button, and how they are chosen. */
function moreChoices(
  kind: Kind,
  count: number,
  { language, digestCommands }: Messages,
  choicesMax = CHOICES_MAX,
): string[] {
  const list = `/rental ${CALLED[kind][language]} ${SHARED_VERBS.list[language][0] ?? ''}`;
  return count > choicesMax ? [digestCommands.moreChoices(count - choicesMax, list)] : [];
}

/** The button that opens the form of a new digest with what a line says; none for a long line. */
function setUpButton(
  line: string,
  label: string,
  { words: { digestCommands } }: CommandContext,
): readonly Button[] {
  if (!fitsButton(line)) return [];
  const action: Action = { command: 'digest', args: { do: 'add', line }, opens: 'modal' };
  return [{ label, spoken: digestCommands.setUpSpoken, action }];
}

/**
 * Asks which digest options without a time are for, or whether they are for a new one; `null` where
 * the person may change none, and for a line with a time or a query, which is of a new one.
 */
export async function choiceToChange(
  { schedule, query, view }: ParsedOptions,
  line: string,
  call: DigestContext,
): Promise<Message | null> {
  const isOfNew = [schedule.times, schedule.report, query ?? undefined, view ?? undefined].some(
    (value) => value !== undefined,
  );
  if (isOfNew) return null;
  const { words } = call;
  const here = (await savedHere('digest', call)).filter((each) => mayChange(each, call));
  const choices = wishButtons('edit', line, here, call);
  if (choices.length === 0) return null;
  const { whichOrNew, add } = words.digestCommands;
  const last = setUpButton(line, add, call);
  const more = moreChoices('digest', choices.length, words, CHOICES_MAX - last.length);
  const remedy = [whichOrNew.remedy, ...more].join(' ');
  const asked = refusalView({ ...whichOrNew, remedy });
  const row = choiceRow(choices, ...last);
  return { ...asked, blocks: [...asked.blocks, ...row] };
}

/**
 * Says that a digest or an alert like the one that a line would set up is there, with its id, and offers
 * that one and the way to another; `null` where there is none.
 *
 * @param another how another one is set up beside the one that is there
 */
export async function alikeOffer(
  kind: Kind,
  wanted: DigestChoice,
  another: (alike: Digest) => Promise<{
    readonly copy?: string;
    readonly buttons: readonly Button[];
  }>,
  call: DigestContext,
): Promise<Message | null> {
  const alike = await savedAlike(wanted, call);
  if (alike === null) return null;
  const { words } = call;
  const { alerts, digestCommands } = words;
  const offered = kind === 'alert' ? alerts.offered(false) : digestCommands.offered;
  const texts = textsFor(kind, words);
  const look =
    kind === 'alert'
      ? ({
          action: actionOn(alike, 'test', 'modal'),
          label: alerts.test,
          says: alerts.testSpoken,
        } as const)
      : ({
          action: actionOn(alike, 'details'),
          label: digestCommands.details,
          says: digestCommands.detailsSpoken,
        } as const);
  const edit = {
    action: actionOn(alike, 'edit', 'modal'),
    label: texts.edit,
    says: texts.editSpoken,
  };
  const { says, ...button } = mayChange(alike, call) ? edit : look;
  const known: Button = { ...button, spoken: oneLine(says(alike.name), LABEL_LENGTH_MAX) };
  const { happened, remedy } = texts.alike(alike.name, alike.id);
  const { buttons, ...copy } = await another(alike);
  const sentence = { happened: `${offered.happened} ${happened}`, remedy, ...copy };
  return failureView(sentence, null, [known, ...buttons], words);
}

/**
 * The same for the digest of a line: the form opens with what it says.
 *
 * @throws {DigestRefusedError} when the options are not possible
 */
export async function alikeDigestOffer(
  parsed: ParsedOptions,
  line: string,
  call: DigestContext,
): Promise<Message | null> {
  const another = async () => ({
    buttons: setUpButton(line, call.words.digestCommands.addAnother, call),
  });
  return alikeOffer('digest', await wantedChoice(parsed, call), another, call);
}

/**
 * What a line would set up, for somebody who asked for it in a sentence: it takes one more press, since
 * a whole channel reads what is posted.
 *
 * @throws {OptionError} and the other errors of `digest add`
 */
export async function digestOffer(line: string, call: DigestContext): Promise<Message> {
  const { words, person, now } = call;
  const parsed = parseOptions(line, authorOf(call));
  const alike = parsed.name === null ? await alikeDigestOffer(parsed, line, call) : null;
  if (alike !== null) return alike;
  const choice = await wantedChoice(parsed, call);
  const wanted: Digest = {
    ...choice,
    id: '',
    ownerId: person.userId,
    state: 'active',
    pausedBecause: null,
    pausedBy: null,
    snoozedUntil: null,
    snoozedBy: null,
    createdAt: now(),
    nextDueAt: null,
    version: 0,
  };
  const details = digestDetails(wanted, call);
  const copy = `/rental ${CALLED.digest[words.language]} ${ADD[words.language]} ${line}`;
  const [setUp = null] = setUpButton(line, words.digestCommands.setUp, call);
  const forOneself = call.digests.allowsDirectAlerts ? [words.digestCommands.forOneself] : [];
  const files = filesOf(details, words).map((text) => `${text}.`);
  const around = [...files, ...forOneself];
  return digestOfferView(details, around, copy, setUp, words);
}

/** What a question has behind the name of the command: « le point est parti ? » */
const OF_QUESTIONS =
  /^(?:do|does|did|is|are|was|were|has|have|go|goes|going|come|comes|est|sont|part|parti|a|ont)$/iu;

/** Actions that need nothing but a digest. */
export const DIGEST_ACTIONS = ['run', 'pause', 'resume', 'remove', 'take', 'unsnooze'] as const;
type DigestAction = (typeof DIGEST_ACTIONS)[number];

const MINUTE_MS = 60_000;

/**
 * Runs an action on a digest and shows the result. The caller has checked that the person may.
 *
 * @throws {DigestRefusedError} when the digest is gone or its schedule cannot be read
 */
export async function applyAction(
  what: DigestAction,
  digest: Digest,
  call: DigestContext,
): Promise<Message> {
  const { words, person } = call;
  const { digestCommands } = words;
  const { id, name } = digest;
  const by = person.userId;
  const detailsOf = (after: Digest | null, outcome: string) => {
    if (after === null) throw new DigestRefusedError(digestCommands.wasRemoved);
    return digestChangedView(outcome, digestDetails(after, call), words);
  };
  switch (what) {
    case 'run': {
      assertRunnable(digest, call);
      const issues = await channelIssues(digest, call);
      if (issues.length > 0) return detailsOf(digest, issues.join(' '));
      const isNew = await call.digests.runNow(digest);
      return detailsOf(digest, digestCommands[isNew ? 'running' : 'runningAlready'](name));
    }
    case 'pause':
      return detailsOf(
        await call.digests.digests.pause(id, PAUSED_BY_HAND, by),
        digestCommands.paused(name),
      );
    case 'resume': {
      assertRunnable(digest, call);
      const next = nextOf(digest, call);
      const after = await call.digests.digests.resume(id, by, next);
      const outcome = [digestCommands.resumed(name), ...(await channelIssues(digest, call))];
      return detailsOf(after, outcome.join(' '));
    }
    case 'take':
      return detailsOf(await call.digests.digests.transfer(id, by, by), digestCommands.taken(name));
    case 'unsnooze':
      return detailsOf(await call.digests.digests.snooze(id, null, by), digestCommands.awake(name));
    case 'remove': {
      const page = await pageNumberOf('digest', digest, call);
      await call.digests.digests.remove(id, by);
      const removed = digestCommands.removed(name);
      return listedAfter(removed, async () => digestsPage(page, call, [removed]), words);
    }
  }
}

/** @throws {DigestRefusedError} for a paused digest, which skips nothing */
function assertPosting({ state, name }: Digest, { words }: CommandContext): void {
  if (state === 'paused') throw new DigestRefusedError(words.digestCommands.notWhilePaused(name));
}

const PERIODS = ['next', 7, 14, 30] as const;
type Period = (typeof PERIODS)[number];
/** More of them are counted instead of listed. */
const LISTED_MAX = 3;

/** Asks for how long a digest is to be snoozed. */
export function snoozeForm(digest: Digest, call: DigestContext): Form {
  assertPosting(digest, call);
  const action: Action = { command: 'digest', args: { do: 'snooze', id: digest.id } };
  const choices = PERIODS.map((period) => {
    const { leftOut, next } = snoozeOf(digest, period, call);
    const skips = leftOut.slice(0, LISTED_MAX).map(({ dueAt }) => dueAt);
    return { period, skips, back: next?.dueAt ?? null };
  });
  return snoozeDigestForm(digest, choices, action, call.words);
}

/**
 * Snoozes a digest for the period in a submitted form.
 *
 * @throws {StaleActionError} for a period that the form does not offer
 */
export async function snooze(
  digest: Digest,
  filled: FormValues,
  call: DigestContext,
): Promise<Message> {
  assertPosting(digest, call);
  const period = PERIODS.find((each) => String(each) === filled['period']);
  if (period === undefined) throw new StaleActionError('form');
  return snoozed(digest, snoozeOf(digest, period, call), call);
}

/**
 * Snoozes a digest up to the start of a day in its time zone.
 *
 * @throws {DigestRefusedError} when it is paused, or nothing is due before that day
 */
export async function snoozeUntil(
  digest: Digest,
  day: Temporal.PlainDate,
  call: DigestContext,
): Promise<Message> {
  assertPosting(digest, call);
  const { schedule, name } = digest;
  const skipped = snoozeUpTo(digest, startOf(day, schedule.zone), call);
  if (skipped.leftOut.length === 0) {
    throw new DigestRefusedError(call.words.digestCommands.nothingUntil(name));
  }
  return snoozed(digest, skipped, call);
}

async function snoozed(
  digest: Digest,
  { until, leftOut }: Snooze,
  call: DigestContext,
): Promise<Message> {
  const { words, person } = call;
  const { digestCommands } = words;
  const after = await call.digests.digests.snooze(digest.id, until, person.userId);
  if (after === null) throw new DigestRefusedError(digestCommands.wasRemoved);
  const { zone } = digest.schedule;
  const outcome =
    leftOut.length > LISTED_MAX
      ? digestCommands.snoozedMany(digest.name, leftOut.length)
      : digestCommands.snoozed(
          digest.name,
          leftOut.map(({ dueAt }) => words.digest.moment(dueAt, zone)),
        );
  return outcomeView(outcome, after, call);
}

interface Snooze {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly leftOut: readonly Slot[];
  /** The first slot after it. */
  readonly next: Slot | null;
}

/** Whole days of the digest's time zone; `next` is today or, after its last post, the next slot. */
function snoozeOf(digest: Digest, period: Period, call: DigestContext): Snooze {
  const { schedule } = digest;
  const first = nextOf(digest, call);
  if (first === null) throw new DigestRefusedError(call.words.digestCommands.neverDue);
  const days = period === 'next' ? 1 : period;
  const midnightIn = (at: number, inDays: number) =>
    startOf(dateOf(at, schedule.zone).add({ days: inDays }), schedule.zone);
  const midnight = midnightIn(call.now(), days);
  if (first.dueAt < midnight) return snoozeUpTo(digest, midnight, call);
  const after = midnightIn(first.dueAt, 1);
  const whole = snoozeUpTo(digest, after, call);
  // Slots are at full minutes, so one minute later is before any other slot of that day.
  return whole.leftOut.length === 1 ? whole : snoozeUpTo(digest, first.dueAt + MINUTE_MS, call);
}

/** @param until epoch milliseconds */
function snoozeUpTo(digest: Digest, until: number, call: DigestContext): Snooze {
  const { schedule } = digest;
  const calendar = calendarOf(digest, call);
  return {
    until,
    leftOut: slotsBetween(schedule, call.now(), until - 1, calendar),
    next: nextSlot(schedule, until - 1, calendar),
  };
}

function nextOf(digest: Digest, call: DigestContext): Slot | null {
  return nextSlot(digest.schedule, call.now(), calendarOf(digest, call));
}
