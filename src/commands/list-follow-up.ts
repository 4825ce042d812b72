import { fold } from '../lib/text.ts';
import { awaitingQuery } from '../portfolio/lifecycle.ts';
import { withFigure } from '../portfolio/phrases/changed-query.ts';
import {
  FOLLOW_UP_LENGTH_MAX,
  type FigureChange,
  type FollowUp,
  followUpIn,
} from '../portfolio/phrases/follow-up.ts';
import { isPolite, isSmall } from '../portfolio/phrases/grammar/tables.ts';
import {
  factIn,
  factOfRowIn,
  placeAloneIn,
  placesIn,
  rowIn,
} from '../portfolio/phrases/list-reference.ts';
import { understandOrNull } from '../portfolio/phrases/understand.ts';
import { formatQuery, queryOfFiles } from '../portfolio/query/describe.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { SEVERAL_ACTS } from '../views/files/triage.ts';
import type { Action, Message } from '../views/message.ts';
import { alert } from './alert/index.ts';
import { commandCalled } from './command-names.ts';
import type { Command, CommandContext } from './command.ts';
import { digest } from './digest/index.ts';
import { FollowUpError, UnknownCommandError } from './errors.ts';
import { exportCommand } from './export.ts';
import { fitTyped } from './file-list.ts';
import { lists } from './index.ts';
import { list, me, queryAs, pending } from './list.ts';
import { overview } from './overview.ts';
import { property } from './property.ts';
import {
  ALL_FILES,
  type ListState,
  type Refined,
  refined,
  refinedTo,
  stateIn,
  orderOnList,
  type OrderOnList,
} from './refine.ts';
import { report, stats } from './report.ts';
import { matchCommand } from './router.ts';
import { view } from './saved-views.ts';
import { askedOfApp, orderIn, ORDERS, withoutOrnaments } from './sentences.ts';
import { cardAction } from './show/card.ts';
import { show } from './show/index.ts';
import { lastReading, referenceTo } from './snapshot.ts';
import { drop, handOver, snooze, watch } from './triage/file.ts';
import { several } from './triage/several.ts';

/** What stands in a thread or a direct message before a follow-up, as Slack keeps it. */
export type Turn =
  | {
      readonly kind: 'answer';
      /** The actions of its buttons; those that are not for the person there are `unusable`. */
      readonly actions: readonly (Action | 'expired' | 'unusable')[];
      /** Whether everybody there sees it. */
      readonly isShared: boolean;
    }
  /** A message of the person to the app, whose answer only they saw, so that Slack has not kept it. */
  | { readonly kind: 'request'; readonly text: string };

/**
 * The turns before a follow-up, oldest first: `unreadable`, Slack does not give them; `too_long`, there
 * are more than can be read, so that the last of them are not known.
 */
export type TurnsBefore = readonly Turn[] | 'unreadable' | 'too_long';

export interface FollowedUp {
  readonly action: Action;
  /** Whether it changes what everybody there sees, so that it may show no more than that. */
  readonly isShared: boolean;
}

const LISTS: ReadonlySet<string> = new Set(lists.map(({ name }) => name));

/** The list that stands at a place in the turns, or why it cannot be used. */
type Standing =
  | (Pick<FollowedUp, 'isShared'> & { readonly state: ListState })
  | 'expired'
  | 'unusable'
  | null;

/** What a text changes of an earlier answer; `null` for a request of its own. */
export function followUpOf(text: string): FollowUp | null {
  // “Who are you” is no question about the people of a list.
  const isHelp = commandCalled(withoutOrnaments(text))?.name === 'help';
  if (isHelp || askedOfApp(text) !== null) return null;
  const followUp = followUpIn(text);
  if (followUp?.kind !== 'change' || followUp.isQuery) return followUp;
  // “Just show me MO-0149”: a command of its own, unless its name is also a condition.
  const command = commandCalled(/^\S*/u.exec(followUp.text)?.[0] ?? '');
  const isOfList = command === undefined || command === pending || command === list;
  return isOfList || isMine(followUp) ? followUp : null;
}

/** Whether a text is about an earlier answer, so that it is none by itself. */
export function isFollowUp(text: string): boolean {
  if (text.length > FOLLOW_UP_LENGTH_MAX) return false;
  const readings = [
    followUpOf,
    orderOnList,
    rowIn,
    placeAloneIn,
    (typed: string) => placesIn(typed)[0] ?? null,
    orderIn,
    factOfRowIn,
    factOfCard,
  ];
  return readings.some((read) => read(text) !== null);
}

/**
 * The file at a place in the last answer that has several, or in a list of one. An answer that only
 * the person saw is not among the turns: nothing before their request for it is taken.
 *
 * @throws {FollowUpError} when there is none
 */
function fileAt(row: number, turns: TurnsBefore): string {
  const id = filesBefore(turns).at(row);
  if (id === undefined) throw new FollowUpError('row', '');
  return id;
}

/** The files of the last answer that has several, or of a list of one. */
function filesBefore(turns: TurnsBefore): readonly string[] {
  const all = typeof turns === 'string' ? [] : turns;
  const answers = all.slice(all.findLastIndex(({ kind }) => kind === 'request') + 1);
  const files = answers
    .map((turn) => (turn.kind === 'answer' ? filesIn(turn.actions) : []))
    .findLast((ids) => ids.length > 0);
  return files ?? [];
}

/** What a text asks about the file of a card; `null` for the name of a command, such as `status`. */
function factOfCard(text: string): ReturnType<typeof factIn> {
  return commandCalled(text) === undefined ? factIn(text) : null;
}

const OF_CARD: ReadonlySet<string> = new Set([...ORDERS, show].map(({ name }) => name));

/** The file of the last answer, where that is a card; `null` where it is none. */
function fileOfCard(turns: TurnsBefore): string | null {
  const last = typeof turns === 'string' ? undefined : turns.at(-1);
  const actions = last?.kind === 'answer' ? last.actions : [];
  const ids = new Set(
    actions.flatMap((action) => {
      if (typeof action !== 'object' || !OF_CARD.has(action.command)) return [];
      return typeof action.args['id'] === 'string' ? [action.args['id']] : [];
    }),
  );
  const [id] = ids;
  return id === undefined || ids.size > 1 ? null : id;
}

/**
 * The files at places of the last answer, or all of them; `null` for none at all.
 *
 * @throws {FollowUpError} when one of the places has none
 */
function idsAt(
  places: readonly number[] | 'all' | null,
  turns: TurnsBefore,
): readonly string[] | null {
  const ids =
    places === 'all' ? filesBefore(turns) : (places ?? []).map((place) => fileAt(place, turns));
  return ids.length === 0 ? null : ids;
}

const ACTS: ReadonlyMap<Command, (typeof SEVERAL_ACTS)[number]> = new Map([
  [drop, 'giveBack'],
  [watch, 'watch'],
  [snooze, 'snooze'],
]);

/** Shows several files, or opens the form that asks what to do about which of them: nothing is done at once. */
function actOnAll(ids: readonly string[], command: Command): FollowedUp {
  const action =
    command === show
      ? { command: list.name, args: { page: 1, query: queryOfFiles(ids) } }
      : { command: several.name, args: { ids: ids.join('\n'), what: ACTS.get(command) ?? 'take' } };
  return { action, isShared: false };
}

/** The files of an answer, as its buttons open them; none of a card. */
function filesIn(actions: readonly (Action | 'expired' | 'unusable')[]): readonly string[] {
  const usable = actions.filter((action) => typeof action === 'object');
  const ids = new Set(
    usable.flatMap(({ command, args: { id } }) =>
      command === show.name && typeof id === 'string' ? [id] : [],
    ),
  );
  return ids.size > 1 || stateIn(usable, LISTS) !== null ? [...ids] : [];
}

function isMine(followUp: FollowUp): boolean {
  if (followUp.kind !== 'change') return false;
  const words = followUp.text.split(/\s+/u).filter((word) => !isSmall(word) && !isPolite(word));
  return words.length === 1 && commandCalled(words[0] ?? '') === me;
}

/** Whether a follow-up is about a list: “Nice not Lyon” of one of Lyon. */
function isOf({ query = '' }: ListState, followUp: FollowUp): boolean {
  if (followUp.kind !== 'change' || followUp.instead === undefined) return true;
  return ` ${fold(query)} `.includes(` ${fold(followUp.instead)} `);
}

/** A list with a follow-up applied to it; the same of the person’s own files for “only mine”. */
function applied(
  state: ListState,
  followUp: FollowUp,
  snapshot: Snapshot,
  call: CommandContext,
): Refined {
  if (!isMine(followUp)) return refined(state, followUp, snapshot, call);
  const base = parseQuery(state.query ?? '', call.words.language);
  const query = formatQuery(state.of === pending.name ? awaitingQuery(base) : base, 'en');
  return refinedTo({
    ...state,
    of: me.name,
    reading: referenceTo(snapshot),
    page: 1,
    query: query === '' ? undefined : query,
  });
}

/**
 * The action that a follow-up stands for: a page, or a changed query, of the last list before it, or
 * the offer of a digest of it.
 *
 * @throws {FollowUpError} when there is no such list
 * @throws {QueryError} when the follow-up is no query, or makes too long a one
 */
export async function* followUpAction(
  text: string,
  turns: TurnsBefore,
  call: CommandContext,
): AsyncGenerator<Message, FollowedUp> {
  const order = orderIn(text);
  if (order !== null) {
    const { command, row: place, more } = order;
    if (place === 'all' || typeof place === 'object') {
      const ids = idsAt(place, turns);
      if (ids !== null && command !== handOver) return actOnAll(ids, command);
    }
    const id =
      place === null ? fileOfCard(turns) : typeof place === 'number' ? fileAt(place, turns) : null;
    if (id === null) throw new FollowUpError('row', '');
    if (command === show) return { action: cardAction(id), isShared: false };
    const args = { typed: `${id} ${more}`.trim() };
    return { action: { command: command.name, args }, isShared: false };
  }
  const places = placesIn(text);
  const shown = places.length > 0 && filesBefore(turns).length > 0 ? idsAt(places, turns) : null;
  if (shown !== null) return actOnAll(shown, show);
  if (places.length > 0) return requestOf(text, call);
  const row = rowIn(text) ?? factOfRowIn(text);
  if (row !== null) return { action: cardAction(fileAt(row, turns)), isShared: false };
  const alone = placeAloneIn(text);
  // With no list before it, a number is searched for.
  if (alone !== null && filesBefore(turns).length === 0) return requestOf(text, call);
  if (alone !== null) return { action: cardAction(fileAt(alone, turns)), isShared: false };
  const followUp = followUpOf(text);
  const onList = orderOnList(text);
  const fact = factOfCard(text);
  const file = fact === null ? null : fileOfCard(turns);
  if (file !== null) {
    const others = { command: property.name, args: { file } };
    return { action: fact === 'card' ? cardAction(file) : others, isShared: false };
  }
  const snapshot = yield* lastReading(call);
  const isOfThem = OF_THEM.test(text);
  if (fact !== null && followUp === null && onList === null && !isOfThem) {
    // “Is he complete”, “since when” behind a list: nobody can tell of whom.
    const { rest = '', query } = understandOrNull(text) ?? {};
    const isBare = rest === '' && query?.conditions.length === 0 && filesBefore(turns).length > 0;
    const isOfNone = isBare || OF_ONE.test(fold(text));
    if (isOfNone && askedOfApp(text) === null) throw new FollowUpError('row', '');
    return requestOf(text, call);
  }
  const last =
    typeof turns === 'string'
      ? turns
      : turns.reduce<Standing>((standing, turn) => after(standing, turn, snapshot, call), null);
  // “By manager” and “every monday” are requests of their own, too.
  const isRequest = onList !== null && 'isAlone' in onList && onList.isAlone;
  if (isRequest && last === null) return requestOf(text, call);
  if (onList !== null) {
    if (last === null || typeof last === 'string') throw new FollowUpError(last ?? 'none', '');
    return { action: actionOnList(onList, last.state, call), isShared: false };
  }
  // “Who manages them”: the list itself, which says that it leaves this out.
  if (isOfThem && fact !== null && followUp === null) {
    if (last === null || typeof last === 'string') return requestOf(text, call);
    const asked = { kind: 'change', text, isOther: false, isQuery: true } as const;
    return { action: applied(last.state, asked, snapshot, call).action, isShared: last.isShared };
  }
  if (followUp?.kind === 'figure' && !followUp.isSure) {
    const request = requestOfNumber(text, followUp, last, call);
    if (request !== null) return request;
  }
  if (
    last !== null &&
    typeof last === 'object' &&
    followUp !== null &&
    isOf(last.state, followUp)
  ) {
    const { action } = applied(last.state, followUp, snapshot, call);
    return { action, isShared: last.isShared };
  }
  const isQuery = followUp === null || (followUp.kind === 'change' && followUp.isQuery);
  if (isQuery) {
    const isPart = followUp?.kind === 'change' && followUp.instead === undefined;
    const args = { typed: isPart ? followUp.text : text };
    return { action: { command: list.name, args }, isShared: false };
  }
  // “Show them all” with nothing before it.
  if (followUp.kind === 'reset' && last === null) {
    return { action: { command: list.name, args: { page: 1 } }, isShared: false };
  }
  const reason = typeof last === 'string' ? last : 'none';
  throw new FollowUpError(reason, followUp.kind === 'change' ? followUp.text : '');
}

/** “Is he complete”, « son mail » */
const OF_ONE =
  /(?:^| )(?:he|she|him|his|her|its?|il|elle|lui|son|sa|ses)(?: |$)|^(?:appelle|appelez|joins|contacte|ecris) (?:le|la)$/u;
/** “Who manages them”, “their managers”, « qui les gère » */
const OF_THEM =
  /\s(?:them|they|these|those|it|this|that|eux|elles|ça|c(?:eux|elles)[ -](?:ci|l[àa]))\s?\??$|\b(?:their|leurs|qui les)\s/iu;

/** The files of a list as a query: those that await a decision, or those of the person, are all of them there. */
function queryOf(state: ListState, { words, person }: CommandContext): string {
  const base = parseQuery(state.query ?? '', words.language);
  const whole = state.of === pending.name ? awaitingQuery(base) : base;
  const own = state.of === me.name ? parseQuery(`manager:"${person.email}"`).conditions : [];
  return formatQuery({ ...whole, conditions: [...own, ...whole.conditions] }, 'en');
}

function actionOnList(order: OrderOnList, state: ListState, call: CommandContext): Action {
  const query = queryOf(state, call);
  switch (order.what) {
    case 'report':
      return { command: report.name, args: { typed: `${order.by} ${query}` } };
    case 'stats':
      return { command: stats.name, args: { typed: query } };
    case 'export':
      return { command: exportCommand.name, args: { typed: query } };
    case 'alert':
      return { command: alert.name, args: { typed: `notify me when ${query}` } };
    case 'save':
      return { command: view.name, args: { typed: `save "${order.name}" ${query}` } };
    case 'digest':
      return { command: digest.name, args: { typed: `offer ${order.schedule} ${query}`.trim() } };
  }
}

/**
 * A number as a request of its own: a file of that id, or, where the list has no such figure, a
 * word; `null` where it changes the list.
 *
 * @throws {UnknownCommandError} when there is neither a list nor such a word
 */
function requestOfNumber(
  text: string,
  figure: FigureChange,
  last: Standing | Extract<TurnsBefore, string>,
  call: CommandContext,
): FollowedUp | null {
  const isList = last !== null && typeof last === 'object';
  const isChange = isList && withFigure(parseQuery(last.state.query ?? ''), figure) !== null;
  try {
    const request = requestOf(text, call);
    return request.action.command === show.name || !isChange ? request : null;
  } catch (error) {
    if (isList && error instanceof UnknownCommandError) return null;
    throw error;
  }
}

/**
 * A text as a request of its own.
 *
 * @throws {UnknownCommandError} when it is none
 */
function requestOf(text: string, call: CommandContext): FollowedUp {
  const { command, rest } = matchCommand(text, call);
  return { action: { command: command.name, args: { typed: rest } }, isShared: false };
}

function after(before: Standing, turn: Turn, snapshot: Snapshot, call: CommandContext): Standing {
  if (turn.kind === 'request') return afterRequest(before, turn.text, snapshot, call);
  const { actions, isShared } = turn;
  const usable = actions.filter((action) => typeof action === 'object');
  const state = stateIn(usable, LISTS);
  if (state !== null) return { state, isShared };
  if (usable.length > 0) return before;
  return actions.find((action) => typeof action === 'string') ?? before;
}

/** The list that a message of the person was answered with. */
function afterRequest(
  before: Standing,
  text: string,
  snapshot: Snapshot,
  call: CommandContext,
): Standing {
  const followUp = followUpOf(text);
  // “Open the first one” or “export these” is about the list, which stands.
  if (followUp === null && isFollowUp(text)) return before;
  try {
    if (
      followUp !== null &&
      before !== null &&
      typeof before === 'object' &&
      isOf(before.state, followUp)
    ) {
      return { ...before, state: applied(before.state, followUp, snapshot, call).state };
    }
    const isQuery = followUp === null || (followUp.kind === 'change' && followUp.isQuery);
    const state = isQuery ? stateOfTyped(text, snapshot, call) : null;
    return isQuery ? state && { state, isShared: false } : before;
  } catch (error) {
    // It was answered with an error, and what stood before it stands.
    if (
      error instanceof QueryError ||
      error instanceof UnknownCommandError ||
      error instanceof FollowUpError
    ) {
      return before;
    }
    throw error;
  }
}

function stateOfTyped(text: string, snapshot: Snapshot, call: CommandContext): ListState | null {
  const { command, rest } = matchCommand(text, call);
  const managed = command === me ? queryAs(rest) : null;
  if (command === overview) return ALL_FILES;
  if (!LISTS.has(command.name)) return null;
  const query = formatQuery(fitTyped(managed ?? rest, snapshot, call).query, 'en');
  const of = managed === null ? command.name : list.name;
  return { of, page: 1, reading: referenceTo(snapshot), ...(query === '' ? {} : { query }) };
}
