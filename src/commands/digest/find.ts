import { actionOn } from '../../digests/compose/parts.ts';
import { type Term, termsOrNull, timeOfPart } from '../../digests/options/phrases.ts';
import { NAME_LENGTH_MAX } from '../../digests/options/scope-definitions.ts';
import {
  AROUND,
  nearestPart,
  parseDays,
  parseTime,
  partOfDayIn,
  SCHEDULE,
} from '../../digests/options/times.ts';
import { namedQuery, queryKey } from '../../digests/query.ts';
import type { Messages } from '../../i18n/types.ts';
import { didYouMean, fold } from '../../lib/text.ts';
import { isSmall } from '../../portfolio/phrases/grammar/tables.ts';
import { queryInWords } from '../../portfolio/query/describe.ts';
import { queryOrNull } from '../../portfolio/query/parser.ts';
import type { Digest, DigestChoice } from '../../store/digest.ts';
import { buttonFor, oneLine } from '../../views/block-kit.ts';
import type { Action, Button } from '../../views/message.ts';
import {
  type CommandContext,
  type DigestContext,
  fitsButton,
  isInChannel,
  LABEL_LENGTH_MAX,
  pageOf,
  mayChange,
} from '../command.ts';
import { assertAdmin, whileAway } from '../errors.ts';
import { isOfTime } from '../notification-requests.ts';
import {
  AmbiguousDigestError,
  CALLED,
  DigestRefusedError,
  type Kind,
  NOUNS,
  splitQuoted,
  textsFor,
  unquotedName,
} from './parse.ts';

/**
 * The digests of the channel, or its alerts and those to the person alone; outside channels, the
 * person's own.
 */
export async function savedHere(kind: Kind, call: DigestContext): Promise<readonly Digest[]> {
  const { userId } = call.person;
  const { digests } = call.digests;
  const { channelId } = call.place;
  if (channelId === null || !isInChannel(call)) return digests.list({ ownerId: userId, kind });
  const inChannel = await digests.list({ channelId, kind });
  if (kind === 'digest') return inChannel;
  return [...inChannel, ...(await digests.list({ channelId: userId, kind }))];
}

/**
 * The digest that posts the same files to the same channel at the same times as one that is set up, or
 * would be, or the alert that announces the same of them; `null` without one. What those of a newer
 * version post is not known.
 *
 * @param id of the one itself, where it is set up
 */
export async function savedAlike(
  choice: DigestChoice & { readonly id?: string },
  { digests: { digests } }: DigestContext,
): Promise<Digest | null> {
  const { channelId, id, alert } = choice;
  const there = await digests.list({ channelId, kind: alert ? 'alert' : 'digest' });
  const others = there.filter((each) => each.id !== id && !each.schedule.isUnknown);
  return others.find((each) => postsOf(each) === postsOf(choice)) ?? null;
}

/** Which files a digest posts, and when; an alert announces the same files at whatever times. */
export function postsOf({ query, schedule, options, alert }: DigestChoice): string {
  const { times, days, zone, holidays, onHoliday, report = null } = schedule;
  const when = alert
    ? [alert.on, alert.aspects.toSorted()]
    : [times, days, zone, holidays, onHoliday, report];
  return JSON.stringify([queryKey(query), when, options.minAge, options.minStale]);
}

/** Digests or alerts per page: each takes much of the text that Slack allows in a message. */
const PAGE_SIZE = 5;

/**
 * A page of the digests or alerts of this place, below notices, with how to turn it and to add one.
 *
 * @param wanted its number, or the id of one on it
 */
export async function savedPage(
  kind: Kind,
  wanted: number | string,
  notices: readonly string[],
  call: DigestContext,
) {
  const all = await savedHere(kind, call);
  const number = typeof wanted === 'number' ? wanted : pageWith(all, wanted);
  const to = (page: number) => ({ command: kind, args: { do: 'list', page } });
  const { shown, turning } = pageOf(all, number, PAGE_SIZE, to);
  const add = addAction(kind);
  return {
    shown,
    page: { ...turning, total: all.length, add, notices, isInChannel: isInChannel(call) },
  };
}

function addAction(kind: Kind): Action {
  return { command: kind, args: { do: 'add' }, opens: 'modal' };
}

/** The page on which a digest or alert stands; the first where the database is away. */
export async function pageNumberOf(
  kind: Kind,
  { id }: Pick<Digest, 'id'>,
  call: DigestContext,
): Promise<number> {
  return pageWith(await savedHere(kind, call).catch(whileAway([])), id);
}

/** Counted from 1; the first where it is not there. */
function pageWith(all: readonly Pick<Digest, 'id'>[], of: string): number {
  const place = all.findIndex(({ id }) => id === of);
  return Math.floor(Math.max(0, place) / PAGE_SIZE) + 1;
}

/**
 * Leads from a digest or alert that was pressed in a list back to its page; `null` for one that was
 * typed, and where a whole channel reads: a person's own alerts are in their list.
 */
export function backToPage(
  kind: Kind,
  { id }: Pick<Digest, 'id'>,
  { place }: Pick<CommandContext, 'place'>,
): Action | null {
  const isForOne = place.surface === 'button' && place.audience === 'person';
  return isForOne ? { command: kind, args: { do: 'list', of: id } } : null;
}

/** Verbs that change nothing of a digest or an alert. */
const READS_ONLY: ReadonlySet<string> = new Set('run,preview,status,test,history'.split(','));

/** What a button asks for in place of a verb that opens a form, or a modal. */
const OPENING: ReadonlyMap<string, string> = new Map([
  ...['edit', 'snooze', 'preview', 'test'].map((verb): [string, string] => [verb, verb]),
  ['rename', 'edit'],
  ['remove', 'ask-remove'],
]);

/**
 * Asks to choose one of several, with a button for each that does what the line asks.
 *
 * @param rest the rest of the line behind the name
 * @throws {DigestRefusedError} when the person may change none of them
 */
function ambiguous(
  kind: Kind,
  verb: string,
  rest: string,
  all: readonly [Digest, ...Digest[]],
  call: CommandContext,
): AmbiguousDigestError {
  const { words } = call;
  const isChange = !READS_ONLY.has(verb);
  const theirs = all.filter((each) => !isChange || mayChange(each, call));
  if (theirs.length === 0) assertMayChange(all[0], call);
  const choices = wishButtons(verb, rest, theirs, call);
  const which = words.digestCommands.which(kind, isChange, verb);
  return new AmbiguousDigestError(which, 'name', null, choices);
}

/**
 * The buttons with the names of digests, each of which does for one what a line asks; none for a long
 * line. Where several have one name, it is followed by where they post.
 */
export function wishButtons(
  verb: string,
  rest: string,
  all: readonly Pick<Digest, 'id' | 'name' | 'alert' | 'channelId'>[],
  { place, words }: CommandContext,
): readonly Button[] {
  const { alerts, digestCommands, failure, language } = words;
  const opening = OPENING.get(verb);
  return all.flatMap((each) => {
    const { id, channelId } = each;
    const kind = each.alert ? 'alert' : 'digest';
    const line = [verb, `"${id}"`, rest].join(' ');
    if (!fitsButton(line)) return [];
    const name = oneLine(each.name, NAME_LENGTH_MAX);
    const where = channelId === place.channelId ? digestCommands.here : digestCommands.id(id);
    const beside = /^[CG]/.test(channelId) ? where : alerts.toMe;
    const isAlone = all.every((other) => other.id === id || other.name !== each.name);
    const command = `/rental ${CALLED[kind][language]} ${verb} "${isAlone ? name : id}" ${rest}`;
    const action =
      rest === ''
        ? actionOn(each, opening ?? verb, opening === undefined ? undefined : 'modal')
        : { command: kind, args: { typed: line } };
    const spoken = oneLine(failure.runSpoken(command), LABEL_LENGTH_MAX);
    return [{ label: isAlone ? name : `${name} (${beside})`, spoken, action }];
  });
}

/**
 * The digest or alert with a name or id; with neither, the only one here.
 *
 * @param rest the rest of the line behind the name, for the buttons of several
 * @throws {AmbiguousDigestError} when neither is given and there are several
 * @throws {DigestRefusedError} when there is none, or the person may not read it
 */
export async function findSaved(
  kind: Kind,
  nameOrId: string,
  verb: string,
  call: DigestContext,
  rest = '',
): Promise<Digest> {
  const texts = textsFor(kind, call.words);
  const here = await savedHere(kind, call);
  const isNamed = here.some(({ name }) => name.toLowerCase() === nameOrId.toLowerCase());
  // “The digest” names none.
  if (!isNamed && namesNone(nameOrId)) {
    const [only, ...more] = thoseFor(verb, here, call.now());
    if (only === undefined) {
      const isHere = isInChannel(call);
      const none = { happened: texts.none(isHere), remedy: texts.how(isHere) };
      const add = buttonFor(texts, 'add', addAction(kind));
      throw new DigestRefusedError(none, 'name', null, [add]);
    }
    if (more.length === 0) return only;
    throw ambiguous(kind, verb, rest, [only, ...more], call);
  }
  const id = nameOrId.toLowerCase();
  const [called, ...alike] = here.filter(({ name }) => name.toLowerCase() === id);
  const namesakes = alike.filter((each) => each.id !== called?.id);
  if (called !== undefined && namesakes.length > 0)
    throw ambiguous(kind, verb, rest, [called, ...namesakes], call);
  const found = called ?? (await savedById(kind, id, call));
  if (found !== null) return found;
  if (await call.digests.digests.wasRemoved(id, kind))
    throw new DigestRefusedError(texts.wasRemoved);
  const [one, ...others] = describedBy(nameOrId, here, call.words);
  if (one !== undefined) {
    if (others.length === 0) return one;
    throw ambiguous(kind, verb, rest, [one, ...others], call);
  }
  const names = here.map(({ name }) => name);
  const nearest = didYouMean(nameOrId, names);
  throw new DigestRefusedError(
    texts.unknown(
      oneLine(nameOrId, NAME_LENGTH_MAX),
      nearest === null ? null : oneLine(nearest, NAME_LENGTH_MAX),
    ),
    'name',
    nearest === null ? null : { name: nameOrId, nearest },
  );
}

/** Those that a verb may be for: one that is stopped is resumed, one that runs is paused. */
function thoseFor(verb: string, all: readonly Digest[], now: number): readonly Digest[] {
  const found = all.filter((each) => {
    if (verb === 'pause') return each.state === 'active';
    return verb !== 'resume' || each.state === 'paused' || isSnoozed(each, now);
  });
  return found.length === 0 ? all : found;
}

/** Whether a digest skips what is due until a moment to come. */
export function isSnoozed({ snoozedUntil }: Pick<Digest, 'snoozedUntil'>, now: number): boolean {
  return snoozedUntil !== null && snoozedUntil > now;
}

/** Whether what was typed names nothing that is saved, but a time: “pause alerts until Monday”. */
export function isTimeInstead(error: unknown, typed: string): boolean {
  const isUnknown = error instanceof DigestRefusedError && error.field === 'name';
  return isUnknown && !namesNone(unquotedName(typed)) && isOfTime(typed);
}

/**
 * Those that a text describes by their times and days and by words of their names and queries: `the 9am
 * digest`, `le point du lundi matin`, `ready in Lyon`. Empty for a text that says nothing of these.
 */
export function describedBy(
  text: string,
  all: readonly Digest[],
  { language }: Messages,
): readonly Digest[] {
  const typed = termsOrNull(text) ?? [];
  if (isOfSeveral(text) || typed.some(({ not }) => not)) return [];
  const terms = typed.filter(({ body }) => !isNoun(fold(body.text)));
  if (terms.length === 0) return [];
  const found = all.filter((digest) => {
    const read = queryOrNull(digest.query);
    const query = read === null ? '' : queryInWords(namedQuery(read), language, 'open');
    const known = new Set(fold(`${digest.name} ${query}`).split(' '));
    return terms.every((term) => isSaidOf(term, digest, known));
  });
  // “The Monday digest” is the one on Mondays alone, beside another on all weekdays.
  const days = terms.flatMap(({ role, body }) =>
    role === 'days' ? (parseDays(body.text) ?? []) : [],
  );
  const alone = found.filter(({ schedule }) => schedule.days.join() === days.join());
  const isTime = terms.every((term) => term.role === 'days' || partOf(term) !== null);
  // “Pause the digest on Monday”, “run it this morning”: when, not which.
  const hasNoun = fold(text)
    .split(' ')
    .some((word) => NOUNS.has(word));
  if (isTime && !hasNoun) return [];
  return alone.length > 0 || (isTime && days.length > 0) ? alone : found;
}

/** The time of the part of the day that a term is. */
function partOf(term: Term): string | null {
  return timeOfPart(term) ?? partOfDayIn(fold(term.body.text))?.time ?? null;
}

/** Whether a text is of several digests, of none, or of all but some: it describes no one of them. */
export function isOfSeveral(text: string): boolean {
  return fold(text)
    .split(' ')
    .some((word) => SCHEDULE.each.has(word) || SCHEDULE.except.has(word) || OF_ALL.has(word));
}

const OF_ALL: ReadonlySet<string> = new Set(
  'everything,both,nothing,none,tout,aucun,aucune'.split(','),
);

function isSaidOf(
  term: Term,
  { schedule: { times, days } }: Digest,
  words: ReadonlySet<string>,
): boolean {
  const { role, body, values } = term;
  if (role === 'times') return values.every(({ plain }) => times.includes(parseTime(plain) ?? ''));
  const part = partOf(term);
  const named = role === 'days' ? (parseDays(body.text) ?? []) : [];
  const isThen = named.every((day) => days.includes(day));
  if (part !== null) return isThen && times.some((time) => nearestPart(time) === part);
  if (role === 'days') return isThen;
  return fold(body.text)
    .split(' ')
    .every((word) => words.has(word));
}

/** Whether a text is “the digest”, or nothing. */
export function namesNone(text: string): boolean {
  return fold(text)
    .split(' ')
    .every((word) => word === '' || isNoun(word));
}

/** Words for what is sought, and those around it, which say nothing of it. */
function isNoun(word: string): boolean {
  return NOUNS.has(word) || isSmall(word) || AROUND.has(word);
}

/**
 * The same, for a person who may change it.
 *
 * @throws {DigestRefusedError} when there is none, or the person may not change it
 */
export async function changeableNamed(
  kind: Kind,
  nameOrId: string,
  verb: string,
  call: DigestContext,
  rest = '',
): Promise<Digest> {
  const found = await findSaved(kind, nameOrId, verb, call, rest);
  assertMayChange(found, call);
  return found;
}

/** Whether the name of a digest, or a description in quotation marks, stands before what is to be changed. */
export function isNamedFirst(text: string, names: readonly string[]): boolean {
  return beginsWith(text, names) || splitQuoted(text) !== null;
}

/** The names of the digests or alerts of this place. */
export async function namesHere(kind: Kind, call: DigestContext): Promise<readonly string[]> {
  return (await savedHere(kind, call)).map(({ name }) => name);
}

/** Whether a line begins with the name of a digest of this place. */
export async function beginsWithName(line: string, call: DigestContext): Promise<boolean> {
  return beginsWith(line, await namesHere('digest', call));
}

function beginsWith(line: string, names: readonly string[]): boolean {
  const words = `${line.toLowerCase()} `;
  return names.some((name) => words.startsWith(`${name.toLowerCase()} `));
}

/** Whether a line is the name of a digest of this place. */
export async function isName(line: string, call: DigestContext): Promise<boolean> {
  const names = await namesHere('digest', call);
  return names.some((name) => name.toLowerCase() === line.toLowerCase());
}

/**
 * The digest or alert that a button names by its id.
 *
 * @throws {DigestRefusedError} when it was removed, or the person may not read it
 */
export async function existingById(kind: Kind, id: string, call: DigestContext): Promise<Digest> {
  const found = await savedById(kind, id, call);
  if (found === null) throw new DigestRefusedError(textsFor(kind, call.words).wasRemoved);
  return found;
}

/**
 * The same, for a person who may change it.
 *
 * @throws {DigestRefusedError} when it was removed, or the person may not change it
 */
export async function changeableById(kind: Kind, id: string, call: DigestContext): Promise<Digest> {
  const found = await existingById(kind, id, call);
  assertMayChange(found, call);
  return found;
}

async function savedById(kind: Kind, id: string, call: DigestContext): Promise<Digest | null> {
  const found = await call.digests.digests.find(id);
  if (found === null || (found.alert ? 'alert' : 'digest') !== kind) return null;
  if (await mayRead(found, call)) return found;
  throw new DigestRefusedError(textsFor(kind, call.words).notMember);
}

/** @throws {DigestRefusedError} when the person may not change it */
function assertMayChange(digest: Digest, call: CommandContext): void {
  if (mayChange(digest, call)) return;
  const { notYours } = textsFor(digest.alert ? 'alert' : 'digest', call.words);
  assertAdmin(call.person, new DigestRefusedError(notYours));
}

async function mayRead(digest: Digest, call: CommandContext): Promise<boolean> {
  const { place, person, channels } = call;
  return (
    mayChange(digest, call) ||
    place.channelId === digest.channelId ||
    channels.isIn(digest.channelId, person.userId)
  );
}
