import { type OptionKey, definitionOf, OF_FILES } from '../../digests/options/definitions.ts';
import { type ParsedOptions, WORKING_WEEK } from '../../digests/options/parse.ts';
import { describesDigest, splitInstead } from '../../digests/options/phrases.ts';
import { NAME_LENGTH_MAX } from '../../digests/options/scope-definitions.ts';
import { digestQuery, wholeQuery } from '../../digests/query.ts';
import { nextSlot } from '../../digests/schedule.ts';
import { wordsIn } from '../../i18n/index.ts';
import type { Messages } from '../../i18n/types.ts';
import { type FailureWords, fold } from '../../lib/text.ts';
import { type Calendar, UnknownPlaceError } from '../../portfolio/calendar.ts';
import { formatQuery } from '../../portfolio/query/describe.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { parseQuery, unlessMistaken } from '../../portfolio/query/parser.ts';
import { isAddress } from '../../portfolio/query/query.ts';
import { LANGUAGES } from '../../portfolio/query/vocabulary/types.ts';
import { asksTriage } from '../../portfolio/search/results.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Digest,
  type DigestChoice,
  type DigestOptions,
  type Schedule,
  type Slot,
} from '../../store/digest.ts';
import { type AlertOptions, WATCH_LIST_QUERY } from '../../store/events.ts';
import { oneLine } from '../../views/block-kit.ts';
import { type CommandContext, type DigestContext, isInChannel } from '../command.ts';
import {
  changeableNamed,
  describedBy,
  isNamedFirst,
  namesHere,
  namesNone,
  savedHere,
} from './find.ts';
import {
  assertKnown,
  CALLED,
  DigestRefusedError,
  type Kind,
  NOUNS,
  splitChange,
  splitKnownName,
  textsFor,
  unquotedName,
} from './parse.ts';

const NAMES_TRIED_MAX = 20;
/** Max digests, and max alerts, of one channel or one person's direct messages. */
export const SAVED_MAX = 100;
const DEFAULT_TIME = '09:00';

/** The defaults of a new digest. */
export function defaultChoice(call: DigestContext): DigestChoice {
  const { zone } = call;
  const { holidays } = call.digests;
  return {
    channelId: isInChannel(call) ? (call.place.channelId ?? '') : '',
    name: '',
    query: formatQuery(digestQuery(null), 'en'),
    schedule: { times: [DEFAULT_TIME], days: WORKING_WEEK, zone, holidays, onHoliday: 'skip' },
    options: DEFAULT_DIGEST_OPTIONS,
  };
}

/**
 * What a new digest or alert would be set to, if it were added; nothing is.
 *
 * @param base what it is set to where the options say nothing
 * @throws {DigestRefusedError} when the options are not possible
 */
export async function wantedChoice(
  parsed: ParsedOptions,
  call: DigestContext,
  base: DigestChoice = defaultChoice(call),
): Promise<DigestChoice> {
  const choice = await choiceOf(parsed, base, call);
  await checked(choice, null, call);
  return choice;
}

/**
 * Adds a digest. If neither the options nor the channel's settings have a language, it gets that of the
 * person.
 *
 * @throws {DigestRefusedError} when the options are not possible
 */
export async function addDigest(parsed: ParsedOptions, call: DigestContext): Promise<Digest> {
  return addNamed(parsed, defaultChoice(call), nameOf, call);
}

/** The name of a digest, or of an alert, to which nobody gives one. */
type NameOf = (choice: Pick<DigestChoice, 'schedule' | 'query'>, words: Messages) => string;

const nameOf: NameOf = ({ schedule: { times, report = null } }, words) =>
  report === null
    ? words.digestCommands.nameFor(times[0] ?? DEFAULT_TIME)
    : words.report.name[report];

/**
 * Adds a digest or an alert.
 *
 * @param base what it is set to where the options say nothing
 * @param unnamed its name where they give none
 * @throws {DigestRefusedError} when the options are not possible
 */
export async function addNamed(
  parsed: ParsedOptions,
  base: DigestChoice,
  unnamed: NameOf,
  call: DigestContext,
): Promise<Digest> {
  const { words, person } = call;
  const requested = await choiceOf(parsed, base, call);
  const next = await checked(requested, null, call);
  const choice = await withLanguage(requested, parsed, call);
  const names = choice.name === '' ? numbered(unnamed(choice, words), words) : [choice.name];
  for (const name of names) {
    const added = await call.digests.digests.add({ ...choice, name }, person.userId, next);
    if (added !== null) return added;
  }
  const { nameTaken } = words.digestCommands;
  throw new DigestRefusedError(nameTaken(oneLine(names[0] ?? '', NAME_LENGTH_MAX)));
}

/** A name that nobody gave, and others for where the channel has it already. */
export function numbered(name: string, { digestCommands }: Messages): readonly string[] {
  const numbers = Array.from({ length: NAMES_TRIED_MAX - 1 }, (_, index) => index + 2);
  return [name, ...numbers.map((number) => digestCommands.numbered(name, number))];
}

/** The names to try for a digest that is changed: one that nobody gave says what it is set to now. */
function namesAfter(before: Digest, after: DigestChoice, unnamed: NameOf): readonly string[] {
  // A query that can no longer be read gives no name.
  const words = LANGUAGES.map(wordsIn).find((each) =>
    unlessMistaken(() => numbered(unnamed(before, each), each).includes(before.name)),
  );
  if (words === undefined || after.name !== before.name) return [after.name];
  const name = unnamed(after, words);
  return name === unnamed(before, words) ? [before.name] : [...numbered(name, words), before.name];
}

/**
 * Changes a digest from the version that the person saw.
 *
 * @throws {DigestRefusedError} when the options are not possible, or it has changed since
 */
export async function editDigest(
  before: Digest,
  parsed: ParsedOptions,
  call: DigestContext,
  alert: AlertOptions | null = before.alert ?? null,
  unnamed = nameOf,
): Promise<Digest> {
  const texts = textsFor(before.alert ? 'alert' : 'digest', call.words);
  const choice = await choiceOf(parsed, { ...before, alert }, call);
  const next = await checked(choice, before, call);
  const isOther = alert !== null && isOtherFiles(before, choice);
  let edited: Awaited<ReturnType<typeof call.digests.digests.edit>> = 'taken';
  for (const name of namesAfter(before, choice, unnamed)) {
    const named = { ...choice, name };
    edited = await call.digests.digests.edit(before, named, call.person.userId, next, isOther);
    if (edited !== 'taken') break;
  }
  if (edited === 'taken') {
    const { nameTaken } = call.words.digestCommands;
    throw new DigestRefusedError(nameTaken(oneLine(choice.name, NAME_LENGTH_MAX)));
  }
  if (edited === 'changed') throw new DigestRefusedError(texts.meanwhile);
  if (edited === null) throw new DigestRefusedError(texts.wasRemoved);
  return edited;
}

/** Whether an alert is about other files or other changes than before, so that it begins anew. */
export function isOtherFiles(before: DigestChoice, after: DigestChoice): boolean {
  return aboutOf(before) !== aboutOf(after);
}

function aboutOf({ query, alert, options, schedule, channelId }: DigestChoice): string {
  const { minAge, minStale } = options;
  return JSON.stringify([
    query,
    alert?.on,
    alert?.aspects,
    minAge,
    minStale,
    schedule.zone,
    channelId,
  ]);
}

async function choiceOf(
  parsed: ParsedOptions,
  { channelId, name, query, schedule, options, alert = null }: DigestChoice,
  call: CommandContext,
): Promise<DigestChoice> {
  assertKnown({ schedule }, call);
  const newChannel = parsed.channelId ?? channelId;
  const newSchedule = { ...schedule, ...parsed.schedule };
  // What the digest had before, and a report has not, is given up; what is asked for is refused.
  const kept = isReport(newSchedule) ? withoutFileOptions(options) : options;
  return {
    channelId: newChannel,
    name: oneLine(parsed.name ?? name, NAME_LENGTH_MAX),
    query: await queryOf(parsed, query, newChannel, call),
    schedule: newSchedule,
    options: { ...kept, ...parsed.options },
    alert,
  };
}

function isReport({ report = null }: Schedule): boolean {
  return report !== null;
}

/** A report lists no files: nothing of what is chosen for those stays. */
function withoutFileOptions(options: DigestOptions): DigestOptions {
  const defaults = OF_FILES.map(([key]) => [key, DEFAULT_DIGEST_OPTIONS[key]] as const);
  return { ...options, ...Object.fromEntries(defaults) };
}

/** The option that a report cannot have; `null` when all is well. */
function notInReport({ schedule, options }: DigestChoice): OptionKey | null {
  if (!isReport(schedule)) return null;
  if (schedule.times.length > 1) return 'times';
  const isOther = (property: (typeof OF_FILES)[number][0]) =>
    options[property] !== DEFAULT_DIGEST_OPTIONS[property];
  return OF_FILES.find(([property]) => isOther(property))?.[1] ?? null;
}

async function withLanguage(
  choice: DigestChoice,
  parsed: ParsedOptions,
  { store, words: { language }, digests }: DigestContext,
): Promise<DigestChoice> {
  if (parsed.options.language !== undefined || language === digests.language) return choice;
  const settings = await store.settings.of(choice.channelId);
  if (settings !== null && settings.language !== null) return choice;
  return { ...choice, options: { ...choice.options, language } };
}

async function queryOf(
  { view, query }: ParsedOptions,
  before: string,
  channelId: string,
  { store, words }: CommandContext,
): Promise<string> {
  if (view === null && query === null) return before;
  if (before === WATCH_LIST_QUERY) {
    if (query !== null && formatQuery(query, 'en') === WATCH_LIST_QUERY) return before;
    throw new DigestRefusedError(words.alerts.watchListOnly, 'query');
  }
  const saved = view === null ? null : await store.views.find(channelId, view);
  if (view !== null && saved === null) {
    const name = oneLine(view, NAME_LENGTH_MAX);
    throw new DigestRefusedError(words.digestCommands.unknownView(name), 'query');
  }
  try {
    const typed = saved === null ? query : parseQuery(saved.query);
    return formatQuery(digestQuery(typed), 'en');
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new DigestRefusedError(words.digestCommands.tooLong, 'query');
  }
}

/** Checks a digest before it is saved; gives its first slot, if it has set times. */
async function checked(
  choice: DigestChoice,
  before: Digest | null,
  call: DigestContext,
): Promise<Slot | null> {
  const { channelId, name, query, schedule, options, alert } = choice;
  const { digestCommands } = call.words;
  const texts = textsFor(alert ? 'alert' : 'digest', call.words);
  if (name !== before?.name && isAddress(name))
    throw new DigestRefusedError(digestCommands.nameIsAddress, 'name');
  const wrong = notInReport(choice);
  if (wrong !== null) {
    const [option] = definitionOf(wrong).names[call.words.language];
    throw new DigestRefusedError(digestCommands.notInReport(option, wrong === 'times'), wrong);
  }
  if (channelId === '') throw new DigestRefusedError(noChannel(texts.noChannel, call), 'channel');
  if (channelId !== before?.channelId) {
    await checkChannel(channelId, 'channel', call);
    const there = await call.digests.digests.list({ channelId, kind: alert ? 'alert' : 'digest' });
    if (there.length >= SAVED_MAX)
      throw new DigestRefusedError(texts.tooMany(SAVED_MAX), 'channel');
  }
  const { escalate } = options;
  if (escalate !== null && escalate.channelId !== before?.options.escalate?.channelId) {
    await checkChannel(escalate.channelId, 'escalate', call);
  }
  try {
    const whole = wholeQuery(query, options);
    if (query === WATCH_LIST_QUERY) {
      const isSame = channelId === before?.channelId && alert?.on === 'changes';
      if (!isSame) throw new DigestRefusedError(call.words.alerts.watchListOnly, 'channel');
    } else if (alert && asksTriage(whole)) {
      throw new DigestRefusedError(call.words.alerts.noTriage, 'query');
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const isRead = unlessMistaken(() => parseQuery(query)) !== null;
    const broken = digestCommands.broken(oneLine(name, NAME_LENGTH_MAX), true);
    throw new DigestRefusedError(isRead ? texts.tooLong : broken, 'query');
  }
  const calendar = knownCalendar(schedule, call);
  if (alert) return null;
  const next =
    dueSlot(before, schedule, calendar, call) ?? nextSlot(schedule, call.now(), calendar);
  if (next === null) throw new DigestRefusedError(digestCommands.neverDue, 'days');
  return next;
}

/** Why a digest without a channel is none, and what there is for a person alone. */
function noChannel({ happened, remedy }: FailureWords, { digests, words }: DigestContext) {
  const forOneself = digests.allowsDirectAlerts ? ` ${words.digestCommands.forOneself}` : '';
  return { happened, remedy: `${remedy}${forOneself}` };
}

/** The slot that is due and not planned yet, if the digest is still due then after the change. */
function dueSlot(
  before: Digest | null,
  schedule: DigestChoice['schedule'],
  calendar: Calendar,
  call: DigestContext,
): Slot | null {
  const dueAt = before?.nextDueAt ?? null;
  if (dueAt === null || dueAt > call.now()) return null;
  const slot = nextSlot(schedule, dueAt - 1, calendar);
  return slot?.dueAt === dueAt ? slot : null;
}

function knownCalendar(
  schedule: DigestChoice['schedule'],
  { words, digests: { calendars } }: DigestContext,
): Calendar {
  try {
    return calendars.calendarOf(schedule);
  } catch (error) {
    if (!(error instanceof UnknownPlaceError)) throw error;
    const { unknownZone } = words.digestCommands;
    throw new DigestRefusedError({ happened: unknownZone, remedy: '' }, 'zone');
  }
}

/** Why nothing can be posted where a digest goes, as far as Slack says; empty for one person. */
export async function channelIssues(
  { channelId }: Digest,
  { channels, words }: CommandContext,
): Promise<readonly string[]> {
  if (!/^[CG]/.test(channelId)) return [];
  const membership = await channels.membership(channelId);
  if (membership === 'member' || membership === 'unknown') return [];
  const { happened, remedy } = issueOf(membership, words);
  return [`${happened} ${remedy}`];
}

function issueOf(
  membership: 'absent' | 'archived' | 'not_allowed',
  { digestCommands: { archived, notAllowed, notInvited } }: Messages,
): FailureWords {
  return { archived, not_allowed: notAllowed, absent: notInvited }[membership];
}

/** Checks that the app can post in a channel, and that the person can read it. */
async function checkChannel(
  channelId: string,
  field: 'channel' | 'escalate',
  { place, person, channels, words, digests }: DigestContext,
): Promise<void> {
  const { digestCommands } = words;
  if (channelId === person.userId && !digests.allowsDirectAlerts) {
    throw new DigestRefusedError(words.alerts.notDirect, field);
  }
  const isTheirs = channelId === place.channelId || (await channels.isIn(channelId, person.userId));
  if (!isTheirs) throw new DigestRefusedError(digestCommands.notMember, field);
  const membership = await channels.membership(channelId);
  if (membership === 'member') return;
  const issue =
    membership === 'unknown' ? digestCommands.unknownChannel : issueOf(membership, words);
  throw new DigestRefusedError(issue, field);
}

/**
 * The digest or alert that a line changes, as it is named or described, and what it is to be set to: `the
 * 9am one to 10:00`. Empty where the line names none.
 */
export async function splitSaved(
  kind: Kind,
  text: string,
  call: DigestContext,
): Promise<{ readonly of: string; readonly rest: string }> {
  const here = await savedHere(kind, call);
  const names = here.map(({ name }) => name);
  const instead = splitInstead(text);
  if (instead !== null)
    return { of: `${CALLED[kind][call.words.language]} ${instead.of}`, rest: instead.to };
  // “The Monday digest” says of no other word what it is to be set to.
  const of = unquotedName(text);
  if (NOUNS.has(fold(of).split(' ').at(-1) ?? '')) return { of, rest: '' };
  const change = isNamedFirst(text, names) ? null : splitChange(text);
  const isOfOne = change !== null && describedBy(change.of, here, call.words).length > 0;
  if (change !== null && (isOfOne || namesNone(change.of))) return change;
  // `noon` is a time, unless a digest has that name.
  const isSchedule = kind === 'digest' && describesDigest(text) && !isNamedFirst(text, names);
  return isSchedule ? { of: '', rest: text } : splitKnownName(text, names);
}

/**
 * The digest or alert of `the 9am one to Morning`, and its new name; `null` for a line without one.
 *
 * @throws {DigestRefusedError} as `changeableNamed` does
 */
export async function renamed(
  kind: Kind,
  text: string,
  call: DigestContext,
): Promise<{ readonly found: Digest; readonly options: ParsedOptions | null }> {
  const names = await namesHere(kind, call);
  const { of, rest } = splitNewName(text, names);
  const found = await changeableNamed(kind, unquotedName(of), 'rename', call, rest);
  const unchanged = { channelId: null, view: null, query: null, schedule: {}, options: {} };
  return { found, options: rest === '' ? null : { ...unchanged, name: rest } };
}

/** The digest or alert that a line renames, and its new name. */
function splitNewName(text: string, names: readonly string[]): ReturnType<typeof splitKnownName> {
  if (isNamedFirst(text, names)) {
    // “Rename Morning to Early”
    const { of, rest } = splitKnownName(text, names);
    const change = splitChange(rest);
    return { of, rest: unquotedName(change?.of === '' ? change.rest : rest) };
  }
  const [, before = '', quoted] = QUOTED_LAST.exec(text) ?? [];
  // What stands in quotation marks may have a “to” of its own.
  const change = splitChange(quoted === undefined ? text : `${before} x`);
  const { of, rest } = change ?? splitKnownName(text, names);
  return quoted === undefined ? { of, rest } : { of: change?.of ?? before, rest: quoted };
}

/** A new name in quotation marks at the end: `the 9am one "Ready to decide"`. */
const QUOTED_LAST = /^([^"“”„«»]+?)\s?["“„«]([^"“”„«»]+)["”»]$/u;
