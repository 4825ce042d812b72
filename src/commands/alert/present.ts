import { replayed } from '../../alerts/evaluate.ts';
import { actionOn } from '../../digests/compose/parts.ts';
import { definitionOf } from '../../digests/options/definitions.ts';
import { NAME_LENGTH_MAX } from '../../digests/options/scope-definitions.ts';
import { namedQuery, wholeQuery } from '../../digests/query.ts';
import { wordsIn } from '../../i18n/index.ts';
import type { Messages } from '../../i18n/types.ts';
import { UnknownPlaceError } from '../../portfolio/calendar.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { queryInWords } from '../../portfolio/query/describe.ts';
import { parseQuery, unlessMistaken } from '../../portfolio/query/parser.ts';
import type { Query } from '../../portfolio/query/query.ts';
import { LANGUAGES } from '../../portfolio/query/vocabulary/types.ts';
import { searchContextOf } from '../../portfolio/search/execute.ts';
import { type Snapshot, entryIn } from '../../portfolio/snapshot.ts';
import type { Digest, DigestChoice } from '../../store/digest.ts';
import { type AlertState, WATCH_LIST_QUERY } from '../../store/events.ts';
import {
  type AlertActions,
  type AlertDetails,
  alertHistoryView,
  alertsView,
  alertTestView,
} from '../../views/alerts/manage.ts';
import { oneLine } from '../../views/block-kit.ts';
import type { Message } from '../../views/message.ts';
import { belowNotices, failureView } from '../../views/notices.ts';
import { type CommandContext, type DigestContext, mayChange } from '../command.ts';
import { alikeOffer } from '../digest/actions.ts';
import { backToPage, savedPage } from '../digest/find.ts';
import {
  ADD,
  assertRunnable,
  CALLED,
  DigestRefusedError,
  filesHave,
  propertiesHave,
} from '../digest/parse.ts';
import { pausedOf } from '../digest/present.ts';
import { numbered } from '../digest/save.ts';
import { whileAway } from '../errors.ts';
import { lineOf, savedNotices, showingOf } from '../file-list.ts';
import { notificationRequestIn } from '../notification-requests.ts';
import { agedNoticesOf, lastReading } from '../snapshot.ts';
import { alertQueryIn, DEFAULT_ALERT, TO_ME } from './parse.ts';

const HISTORY_SIZE = 12;

/**
 * A page of the alerts of this place, below the notices.
 *
 * @param wanted its number, or the id of an alert on it
 */
export async function alertsPage(
  wanted: number | string,
  call: DigestContext,
  notices: readonly string[] = [],
): Promise<Message> {
  const { shown, page } = await savedPage('alert', wanted, notices, call);
  const alerts = await detailsOfAll(shown, call);
  return alertsView({ ...page, alerts }, call.words);
}

/** What an alert has sent, latest first. */
export async function historyPage(alert: Digest, call: DigestContext): Promise<Message> {
  const sent = await call.digests.deliveries.list({ digestId: alert.id, limit: HISTORY_SIZE });
  // What has left a list, or changed in it, need not await a decision.
  const lines = sent.map((line) => ({ ...line, isOnAwaiting: false }));
  return alertHistoryView(await detailsOf(alert, call), lines, call.words);
}

/** An alert, and the actions that the person may run on it. */
export async function detailsOf(alert: Digest, call: DigestContext): Promise<AlertDetails> {
  const [details] = await detailsOfAll([alert], call);
  if (details === undefined) throw new TypeError('one alert has one of each');
  return details;
}

async function detailsOfAll(
  alerts: readonly Digest[],
  call: DigestContext,
): Promise<readonly AlertDetails[]> {
  // While the database is away, it is not known which have started.
  const notKnown = whileAway<{ readonly states: readonly AlertState[] }>({ states: [] });
  const ids = alerts.map(({ id }) => id);
  const { states } = await call.digests.alerts.states(ids).catch(notKnown);
  const waiting = new Set(states.flatMap(({ id, evaluated }) => (evaluated === null ? id : [])));
  return Promise.all(alerts.map(async (alert) => detailsWith(waiting.has(alert.id), alert, call)));
}

async function detailsWith(
  isWaiting: boolean,
  alert: Digest,
  call: DigestContext,
): Promise<AlertDetails> {
  const { id, name, channelId, schedule } = alert;
  const { on, aspects, everyMinutes, quiet } = alert.alert ?? DEFAULT_ALERT;
  return {
    id,
    name,
    channelId,
    schedule,
    on,
    aspects,
    everyMinutes,
    quiet,
    paused: pausedOf(alert, call.words),
    place: placeOf(channelId, call),
    isWaiting,
    isPlaceKnown: isPlaceKnown(alert, call),
    isReadable: queryOf(alert) !== null,
    asked: askedBy(alert, call.words),
    isOwnerGone: (await call.channels.ownerState(alert.ownerId)) === 'gone',
    list: backToPage('alert', alert, call),
    actions: actionsFor(alert, call),
  };
}

function placeOf(channelId: string, { place }: CommandContext): AlertDetails['place'] {
  if (!/^[CG]/.test(channelId)) return 'directly';
  return channelId === place.channelId ? 'here' : 'elsewhere';
}

function isPlaceKnown({ schedule }: Digest, { digests: { calendars } }: DigestContext): boolean {
  try {
    calendars.calendarOf(schedule);
    return true;
  } catch (error) {
    if (!(error instanceof UnknownPlaceError)) throw error;
    return false;
  }
}

function actionsFor(alert: Digest, call: CommandContext): AlertActions {
  const isTheirs = mayChange(alert, call);
  const theirs = (what: string, opens?: 'modal') =>
    isTheirs ? actionOn(alert, what, opens) : null;
  const isActive = alert.state === 'active';
  return {
    test: actionOn(alert, 'test', 'modal'),
    edit: theirs('edit', 'modal'),
    history: actionOn(alert, 'history'),
    pause: isActive ? theirs('pause') : null,
    resume: isActive ? null : theirs('resume'),
    take: call.person.userId === alert.ownerId ? null : theirs('take'),
    remove: theirs('ask-remove', 'modal'),
  };
}

const QUOTES = /[“”"]|«\s?|\s?»/gu;

/** A query in words, without quotation marks: names are quoted in sentences and in commands. */
export function nameOf({ query }: Pick<Digest, 'query'>, { language }: Messages): string {
  const name = queryInWords(namedQuery(parseQuery(query)), language, 'open').replace(QUOTES, '');
  return oneLine(name.charAt(0).toUpperCase() + name.slice(1), NAME_LENGTH_MAX);
}

/** The query of an alert in words, where its name is not just that. */
function askedBy(alert: Digest, { language }: Messages): string | null {
  const query = queryOf(alert);
  if (query === null || alert.query === WATCH_LIST_QUERY) return null;
  const isItsName = LANGUAGES.some((each) => nameOf(alert, wordsIn(each)) === alert.name);
  return isItsName ? null : queryInWords(namedQuery(query), language, 'open');
}

/** The query of an alert; `null` when it can no longer be read. */
export function queryOf({ query, options }: Digest): Query | null {
  return unlessMistaken(() => wholeQuery(query, options));
}

/** What a query is matched with for an alert: its days, and its owner. */
export function contextOf({ schedule, ownerId }: Digest, snapshot: Snapshot, call: DigestContext) {
  const { zone } = schedule;
  const workingDays = call.digests.calendars.workingDaysOf(schedule);
  const { journal, triage } = call;
  const person = { userId: ownerId };
  return searchContextOf(snapshot, { zone, workingDays, journal, triage, person });
}

const TEST_MS = 7 * 86_400_000;
const TEST_EVENTS_MAX = 20_000;
const TEST_FILES_MAX = 5;

/**
 * Shows what an alert would have announced in the last 7 days, by the journal.
 *
 * @throws {DigestRefusedError} when it can no longer be read, or only by a newer version
 */
export async function* testOf(alert: Digest, call: DigestContext): AsyncGenerator<Message> {
  const { now, words } = call;
  assertRunnable(alert, call);
  const query = wholeQuery(alert.query, alert.options);
  const snapshot = yield* lastReading(call);
  const options = alert.alert ?? DEFAULT_ALERT;
  const history = call.journal?.history() ?? null;
  if (history === null) {
    throw new DigestRefusedError({ happened: words.alerts.testUnknown, remedy: '' });
  }
  const sinceMs = now() - TEST_MS;
  const events = await call.digests.alerts.eventsSince(sinceMs, TEST_EVENTS_MAX);
  const searchContext = contextOf(alert, snapshot, call);
  const announced = replayed(options, query, events, snapshot, searchContext);
  const ids = [...new Set(announced.map(({ fileId }) => fileId))];
  const lines = ids
    .flatMap((id) => entryIn(snapshot, id) ?? [])
    .slice(0, TEST_FILES_MAX)
    .map((entry) => lineOf(entry, snapshot, call));
  const test = alertTestView(
    {
      details: await detailsOf(alert, call),
      total: ids.length,
      lines,
      since: history.sinceMs > sinceMs ? history.sinceMs : null,
      isPart: events.length === TEST_EVENTS_MAX,
    },
    showingOf(call),
  );
  const { texts, ...warned } = agedNoticesOf(snapshot, call);
  yield { ...belowNotices(test, texts), ...warned };
}

/**
 * Says that an alert like the one that a line would set up is there, and offers that one, and the line
 * with a name of its own; `null` where there is none.
 */
export async function alikeAlertOffer(
  wanted: DigestChoice,
  line: string,
  call: DigestContext,
): Promise<Message | null> {
  const { words } = call;
  const { language } = words;
  const withName = async (alike: Digest) => {
    const [name] = definitionOf('name').names[language];
    const there = await call.digests.digests.list({ channelId: wanted.channelId });
    const taken = new Set(there.map((each) => each.name));
    const free = numbered(alike.name, words).find((each) => !taken.has(each)) ?? alike.name;
    const named = `${name}:"${free}"`;
    const copy = `/rental ${CALLED.alert[language]} ${ADD[language]} ${line} ${named}`;
    return { copy, buttons: [] };
  };
  return alikeOffer('alert', wanted, withName, call);
}

const WATCH = { en: 'watch', fr: 'suivre' } as const;
/** Of a query that fits, encrypted, into the value of a button. */
const QUERY_BYTES_MAX = 600;

/**
 * How to set up an alert on what a line without a verb asks for; `null` where it is no request to be
 * notified and asks for no files.
 */
export function offerOf(typed: string, call: CommandContext): Message | null {
  const { words, person, digests } = call;
  // “Alert when …”, beside “alert me when …”
  const request = notificationRequestIn(typed) ?? notificationRequestIn(`alert ${typed}`);
  const isOfChanges = CHANGES.test(request?.rest ?? typed);
  const asked = (request?.rest ?? typed).replace(CHANGES, '');
  const known = {
    inFiles: (word: string) => filesHave(word, call),
    inProperties: (word: string) => propertiesHave(word, call),
  };
  const found = alertQueryIn(asked, words.language, known, request !== null);
  if (found === null) return request === null ? null : watchOffer(asked, call);
  const { query, ignored } = found;
  const toMe = request?.isPersonal === true && digests?.allowsDirectAlerts === true;
  const own = [isOfChanges ? ON_CHANGES : null, toMe ? TO_ME : null];
  const line = [query, ...own.flatMap((option) => option?.[words.language] ?? [])].join(' ');
  const copy = `/rental ${CALLED.alert[words.language]} ${ADD[words.language]} ${line}`;
  const { setUp: label, setUpSpoken: spoken } = words.alerts;
  const offered = words.alerts.offered(isOfChanges);
  const on = isOfChanges ? { on: 'changes' } : {};
  const args = { do: 'add', query, ...on, ...(toMe ? { to: person.userId } : {}) };
  // Before the first reading nobody knows that a word is a town; a name goes into no button.
  const isKnown = call.portfolio.latest() !== null;
  const fits = isKnown && Buffer.byteLength(query) <= QUERY_BYTES_MAX;
  const button = fits ? { label, spoken, action: { command: 'alert', args } } : null;
  const happened = [offered.happened, ...savedNotices(parseQuery(query), ignored, call)].join(' ');
  return failureView({ ...offered, happened, copy }, null, button, words);
}

/** “When LY-0342 changes”, « si ça bouge »: what happens to the files, not which they are. */
const CHANGES =
  /(?<!\p{L})(?:changes?|moves?|evolves?|is (?:updated|modified)|bougent?|changent?|évoluent?)[\s?.!]*$/iu;
const ON_CHANGES = {
  en: 'when:changes:status,decision,score,completion,applicants,archived',
  fr: 'quand:change:statut,décision,note,complétude,candidats,archivé',
} as const;

/** Who waits for one person’s file watches that file: an alert asks for properties and states. */
function watchOffer(asked: string, call: CommandContext): Message {
  const { words, portfolio } = call;
  const rest = understandOrNull(asked, words.language)?.rest ?? '';
  const named = rest.split(' ').filter((word) => word !== '' && filesHave(word, call));
  if (named.length === 0 || portfolio.latest() === null) {
    return failureView(words.alerts.needsQuery, null, null, words);
  }
  const copy = `/rental ${WATCH[words.language]} ${named.join(' ')}`;
  return failureView({ ...words.alerts.watchInstead, copy }, null, null, words);
}
