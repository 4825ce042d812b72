import { awaitingQuery } from '../portfolio/lifecycle.ts';
import { type FollowUp, followUpIn } from '../portfolio/phrases/follow-up.ts';
import { isSmall } from '../portfolio/phrases/tables.ts';
import { formatQuery } from '../portfolio/query/describe.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { Action, Message } from '../views/message.ts';
import { commandCalled } from './command-names.ts';
import type { CommandContext } from './command.ts';
import { digest } from './digest/index.ts';
import { FollowUpError, UnknownCommandError } from './errors.ts';
import { fitTyped } from './file-list.ts';
import { lists } from './index.ts';
import { list } from './list.ts';
import { me, queryAs } from './me.ts';
import { scheduleOfList } from './notification-requests.ts';
import { overview } from './overview.ts';
import { pending } from './pending.ts';
import { ALL_FILES, type ListState, type Refined, refined, refinedTo, stateIn } from './refine.ts';
import { matchCommand } from './router.ts';
import { awaitReading, referenceTo } from './snapshot.ts';

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

/** What a follow-up asks for. */
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
  const followUp = followUpIn(text);
  if (followUp?.kind !== 'change' || followUp.isQuery) return followUp;
  // “Just show me MO-0149”: a command of its own, unless its name is also a condition.
  const [word = ''] = /^\S*/u.exec(followUp.text) ?? [];
  const command = commandCalled(word);
  const isOfList = command === undefined || command === pending || command === list;
  return isOfList || isMine(followUp) ? followUp : null;
}

/** Whether a text is about an earlier answer, so that it is none by itself. */
export function isFollowUp(text: string): boolean {
  return followUpOf(text) !== null || scheduleOfList(text) !== null;
}

/** “Only mine” */
function isMine(followUp: FollowUp): boolean {
  if (followUp.kind !== 'change') return false;
  const words = followUp.text.split(/\s+/u).filter((word) => !isSmall(word));
  return words.length === 1 && commandCalled(words[0] ?? '') === me;
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
 * @param turns oldest first; `unreadable` when Slack does not give them
 * @throws {FollowUpError} when there is no such list
 * @throws {QueryError} when the follow-up is no query, or makes too long a one
 */
export async function* followUpAction(
  text: string,
  turns: readonly Turn[] | 'unreadable',
  call: CommandContext,
): AsyncGenerator<Message, FollowedUp> {
  const followUp = followUpOf(text);
  const schedule = scheduleOfList(text);
  const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
  const last =
    turns === 'unreadable'
      ? turns
      : turns.reduce<Standing>((standing, turn) => after(standing, turn, snapshot, call), null);
  if (schedule !== null) {
    if (last === null || typeof last === 'string') throw new FollowUpError(last ?? 'none', '');
    const line = `offer ${schedule} ${last.state.query ?? ''}`.trim();
    return { action: { command: digest.name, args: { typed: line } }, isShared: false };
  }
  if (last !== null && typeof last === 'object' && followUp !== null) {
    const { action } = applied(last.state, followUp, snapshot, call);
    return { action, isShared: last.isShared };
  }
  const isQuery = followUp === null || (followUp.kind === 'change' && followUp.isQuery);
  if (isQuery) {
    const typed = followUp?.kind === 'change' ? followUp.text : text;
    return { action: { command: list.name, args: { typed } }, isShared: false };
  }
  // “Show them all” with nothing before it.
  if (followUp.kind === 'reset' && last === null) {
    return { action: { command: list.name, args: { page: 1 } }, isShared: false };
  }
  const reason = typeof last === 'string' ? last : 'none';
  throw new FollowUpError(reason, followUp.kind === 'change' ? followUp.text : '');
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
  try {
    if (followUp !== null && before !== null && typeof before === 'object') {
      return { ...before, state: applied(before.state, followUp, snapshot, call).state };
    }
    const isQuery = followUp === null || (followUp.kind === 'change' && followUp.isQuery);
    const state = isQuery ? stateOfTyped(text, snapshot, call) : null;
    return isQuery ? state && { state, isShared: false } : before;
  } catch (error) {
    // It was answered with an error, and what stood before it stands.
    if (error instanceof QueryError || error instanceof UnknownCommandError) return before;
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
