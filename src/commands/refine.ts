import { z } from 'zod';

import { fold, townIn } from '../lib/text.ts';
import { dateOf } from '../portfolio/calendar.ts';
import { awaitingQuery } from '../portfolio/lifecycle.ts';
import {
  areTowns,
  besideQuery,
  changedQuery,
  datedLike,
  isOfPropertyOnly,
  liftedQuery,
  numberedLike,
  turnedQuery,
  widenedQuery,
  withFigure,
  withoutKey,
} from '../portfolio/phrases/changed-query.ts';
import { type Fitted, fitToFiles } from '../portfolio/phrases/fit.ts';
import {
  correctionIn,
  type FollowUp,
  isLift,
  refinementIn,
} from '../portfolio/phrases/follow-up.ts';
import { phrases, setsOf } from '../portfolio/phrases/grammar/index.ts';
import { lengthOf } from '../portfolio/phrases/grammar/tables.ts';
import { isBareBound } from '../portfolio/phrases/list-reference.ts';
import { pageSizeIn } from '../portfolio/phrases/understand.ts';
import { formatQuery, queryInWords } from '../portfolio/query/describe.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import type { Condition, Query } from '../portfolio/query/query.ts';
import { presentIn } from '../portfolio/search/sources.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { oneLine } from '../views/block-kit.ts';
import { REFINE_FIELD, refineForm, type Subject } from '../views/list.ts';
import type { Action, Answer } from '../views/message.ts';
import { type Command, type CommandContext, hiddenCommand, argumentsIn } from './command.ts';
import { failureWords, FollowUpError, FormError, StaleActionError } from './errors.ts';
import { countFiles, PAGE_SIZE_MAX, writerOf } from './file-list.ts';
import { usualOrderOf } from './list.ts';
import { scheduleOfList } from './notification-requests.ts';
import { lastReading, referenceTo } from './snapshot.ts';

const REFINE = 'refine';

/** A page of a list, as its buttons carry it. */
const ListState = z.object({
  /** Name of the command. */
  of: z.string(),
  page: z.int().min(1),
  size: z.int().optional(),
  /** As text in English; absent asks for everything. */
  query: z.string().optional(),
  /** Reference to the page's snapshot. */
  reading: z.string().optional(),
});
export type ListState = Readonly<z.output<typeof ListState>>;

/** Commands whose lists hold not all files. */
const SUBJECTS: ReadonlyMap<string, Subject['kind']> = new Map([
  ['pending', 'awaiting'],
  ['me', 'mine'],
]);

/** What an overview is of. */
export const ALL_FILES: ListState = { of: 'list', page: 1 };

/** The page of a list that the buttons of a message belong to; `null` for other messages. */
export function stateIn(actions: readonly Action[], lists: ReadonlySet<string>): ListState | null {
  const exact = actions.find(({ command }) => command === REFINE);
  if (exact !== undefined) return ListState.safeParse(exact.args).data ?? null;
  // Its buttons open several lists of its files, which are all.
  if (actions.some(({ command }) => command === 'overview')) return ALL_FILES;
  const pages = actions.flatMap(({ command, args }) => {
    const state = ListState.safeParse({ of: command, ...args }).data;
    return state !== undefined && lists.has(command) ? [state] : [];
  });
  // “Refresh” has the page but not the snapshot, which the buttons of other pages have.
  const here = pages.find(({ reading }) => reading === undefined) ?? pages[0];
  if (here === undefined) return null;
  const frozen = pages.find(({ query, reading }) => query === here.query && reading !== undefined);
  return { ...frozen, ...here };
}

/** The list that a follow-up asks for. */
export interface Refined {
  readonly state: ListState;
  /** Asks the command of the list for it. */
  readonly action: Action;
  /** Set when no word means anything in the list, which then stays as it is. */
  readonly isMeaningless?: boolean;
}

/**
 * A list with a follow-up applied to it: another page of the same snapshot, or another query of the
 * latest one.
 *
 * @throws {QueryError} when the follow-up is no query, or makes too long a one
 * @throws {FollowUpError} when a figure is to be changed, and the list has not exactly one
 */
export function refined(
  state: ListState,
  followUp: FollowUp,
  snapshot: Snapshot,
  call: CommandContext,
): Refined {
  const reading = referenceTo(snapshot);
  const asking = (ask: (base: Query) => Query, of = state.of): Refined => {
    const query = formatQuery(ask(parseQuery(state.query ?? '', call.words.language)), 'en');
    return refinedTo({ ...state, of, reading, page: 1, query: query || undefined });
  };
  switch (followUp.kind) {
    case 'page':
      return refinedTo({ reading, ...state, page: pageAfter(state.page, followUp.to) });
    case 'refresh':
      return refinedTo({ ...state, reading, page: 1 });
    case 'reset':
      return refinedTo({ ...state, reading, page: 1, query: undefined });
    case 'everywhere':
      return asking((base) => ({ ...base, conditions: withoutTowns(base, snapshot, call) }));
    case 'everyone':
      return asking(withoutManagers, SUBJECTS.get(state.of) === 'mine' ? ALL_FILES.of : state.of);
    case 'figure':
      return asking((base) => {
        const query = withFigure(base, followUp);
        if (query === null) throw new FollowUpError('figure', '');
        return query;
      });
    case 'change':
      return changed(state, followUp, snapshot, call);
  }
}

function withoutManagers({ conditions, sort }: Query): Query {
  return {
    conditions: conditions.filter((one) => one.kind !== 'text' || one.key !== 'manager'),
    sort,
  };
}

/** The conditions of a query that name no town: where none does for sure, without its one word of properties. */
function withoutTowns(
  { conditions }: Query,
  snapshot: Snapshot,
  call: CommandContext,
): readonly Condition[] {
  const others = conditions.filter((one) => !isTown(one, snapshot));
  if (others.length < conditions.length) return others;
  const countOf = (some: readonly Condition[]) =>
    countFiles({ conditions: some, sort: null }, snapshot, call);
  const places = conditions.filter(
    (one) => one.kind === 'words' && !one.not && isOfPropertyOnly(one, countOf),
  );
  return places.length === 1 ? conditions.filter((one) => one !== places[0]) : conditions;
}

function isTown(condition: Condition, { table }: Snapshot): boolean {
  const isOfProperty = condition.kind === 'text' && condition.key === 'property';
  if (!(condition.kind === 'words' || isOfProperty) || condition.not) return false;
  const words = condition.any.flatMap((each) => fold(each).split(' '));
  return presentIn(table.property).some(({ description }) => {
    const town = fold(townIn(description) ?? '').split(' ');
    return words.every((word) => town.includes(word));
  });
}

function pageAfter(page: number, to: 'next' | 'previous' | number): number {
  if (typeof to === 'number') return to;
  return to === 'next' ? page + 1 : Math.max(1, page - 1);
}

function changed(
  state: ListState,
  followUp: Extract<FollowUp, { kind: 'change' }>,
  snapshot: Snapshot,
  call: CommandContext,
): Refined {
  const { language } = call.words;
  const countOf = (conditions: readonly Condition[]) =>
    countFiles({ conditions, sort: null }, snapshot, call);
  const base = parseQuery(state.query ?? '', language);
  const { text, isOther, isAlso, isLifted, isTurned } = townInstead(base, followUp, countOf);
  if (isTurned === true) {
    const turned = turnedQuery(base, usualOrderOf(state.of));
    const query = turned === null ? state.query : formatQuery(turned, 'en') || undefined;
    const at = { ...state, reading: referenceTo(snapshot), page: 1, query };
    return refinedTo(at, turned === null ? { ignored: text } : {});
  }
  const beside =
    // “Remove the score filter”
    (isLifted === true ? withoutKey(base, text) : null) ??
    besideQuery(base, text, dateOf(call.now(), call.zone));
  if (beside !== null) {
    const query = formatQuery(beside, 'en') || undefined;
    return refinedTo({ ...state, reading: referenceTo(snapshot), page: 1, query });
  }
  const numbered = numberedLike(base, text);
  if (numbered === text && isBareBound(text)) throw new FollowUpError('figure', '');
  const fitted = fitFollowUp(numbered, base, snapshot, call);
  const { question } = fitted;
  const { size, ignored } = pageSizeIn(fitted, PAGE_SIZE_MAX);
  const change = datedLike(base, fitted.query, text);
  const isOfAll = state.of === 'pending' && isDecided(change.conditions, countOf);
  const widened =
    isAlso === true
      ? widenedQuery(isOfAll ? undecided(base, change.conditions) : base, change)
      : null;
  // “Remove Lyon”, of a list of Lyon, does not ask for all but Lyon.
  const named = isLift(text) ? withoutDenials(change) : change;
  const isHeld = isLift(text) && named.conditions.every((one) => isAskedIn(base, one));
  const lifted = isLifted === true || isHeld ? liftedQuery(base, named) : null;
  const query = formatQuery(
    lifted ?? widened ?? changedQuery(base, change, isOther, countOf),
    'en',
  );
  // “With a guarantor too”, of a list that asks nothing of guarantors, changes nothing; nor does
  // what asks for nothing, such as “and which do”.
  const isSame = size === null && change.conditions.length === 0 && change.sort === null;
  const isEmpty = isSame && question === null && !ignored.length;
  const changesNothing =
    isEmpty || ((lifted ?? widened) !== null && query === formatQuery(base, 'en'));
  // Refuses what no button could hold.
  parseQuery(query, language);
  const isMeaningless = isSame && question === null && ignored.length > 0;
  const changedTo = refinedTo(
    {
      ...state,
      reading: referenceTo(snapshot),
      of: isOfAll ? 'list' : state.of,
      page: 1,
      ...(size === null ? {} : { size }),
      query: query === '' ? undefined : query,
    },
    {
      ...(changesNothing
        ? { ignored: text }
        : ignored.length === 0
          ? {}
          : { ignored: ignored.join('\n') }),
      ...(question !== null && TOLD.has(question) ? { question } : {}),
    },
  );
  return { ...changedTo, isMeaningless };
}

/** Questions that a list answers above its files. */
const TOLD: ReadonlySet<string> = new Set(['count', 'who', 'manager']);

/** A query that asks for what another denies. */
function withoutDenials({ conditions, sort }: Query): Query {
  return { conditions: conditions.map((one) => ({ ...one, not: false })), sort };
}

function isAskedIn({ conditions }: Query, asked: Condition): boolean {
  const text = formatQuery({ conditions: [asked], sort: null }, 'en');
  return conditions.some((one) => formatQuery({ conditions: [one], sort: null }, 'en') === text);
}

/** “No Nice”, after “ready in Lyon”, is the other town, which it excludes anyway. */
function townInstead(
  base: Query,
  followUp: Extract<FollowUp, { kind: 'change' }>,
  countOf: (conditions: readonly Condition[]) => number,
): Extract<FollowUp, { kind: 'change' }> {
  const town = correctionIn(followUp.text);
  if (town === null || !areTowns(base, town, countOf)) return followUp;
  return { ...followUp, text: town, isOther: true };
}

/** The words of a follow-up fitted to the files: those that no file has are left out, even all of them. */
function fitFollowUp(
  text: string,
  { conditions: among }: Query,
  snapshot: Snapshot,
  call: CommandContext,
): Fitted {
  const countAll = (query: Query) => countFiles(query, snapshot, call);
  const { table } = snapshot;
  const writer = writerOf(call);
  const files = { table, countIn: countAll, countAll, isNarrow: true, among, writer };
  return fitToFiles(text, call.words.language, files);
}

/**
 * The query of a list that awaits decisions, to which other files are added: “including closed” does
 * not bring the archived ones. Most decided ones are closed or archived, so that only the decision
 * is asked for.
 */
function undecided(base: Query, added: readonly Condition[]): Query {
  const { conditions, sort } = awaitingQuery(null);
  const keys = new Set(added.map((one) => (one.kind === 'words' ? '' : one.key)));
  const kept = conditions.filter((one) => {
    if (one.kind === 'words') return true;
    return keys.has('decision') ? one.key === 'decision' : !keys.has(one.key);
  });
  return { conditions: [...kept, ...base.conditions], sort: base.sort ?? sort };
}

/** Whether conditions on the state of files fit none that awaits a decision: “and the rejected ones?” */
function isDecided(
  conditions: readonly Condition[],
  countOf: (conditions: readonly Condition[]) => number,
): boolean {
  const states = conditions.filter(({ kind }) => kind === 'choice' || kind === 'flag');
  if (states.length === 0 || countOf(states) === 0) return false;
  return countOf(awaitingQuery({ conditions: states, sort: null }).conditions) === 0;
}

/** The state of a list, and the action that asks for it. */
export function refinedTo(state: ListState, more: Action['args'] = {}): Refined {
  const { of: command, page, size, query, reading } = state;
  const args = {
    page,
    ...(size === undefined ? {} : { size }),
    ...(query === undefined ? {} : { query }),
    ...(reading === undefined ? {} : { reading }),
    ...more,
  };
  return { state, action: { command, args } };
}

/**
 * The command behind “Refine…”: a form with one field, in which every text changes the list.
 *
 * @param lists the commands whose lists can be changed
 */
export function refineFor(lists: readonly Command[]): Command {
  return hiddenCommand(REFINE, {
    async *runAction(args, { words }) {
      const { of, query = '' } = argumentsIn(ListState, args);
      const asked = query === '' ? null : queryInWords(parseQuery(query), words.language);
      const kind = SUBJECTS.get(of) ?? 'all';
      yield refineForm({ of: kind, asked, action: { command: REFINE, args } }, words);
    },

    async *submit(args, filled, call): AsyncGenerator<Answer> {
      const state = argumentsIn(ListState, args);
      const { [REFINE_FIELD]: text } = filled;
      const snapshot = yield* lastReading(call);
      const followUp = refinementIn(typeof text === 'string' ? text : '');
      const { action, isMeaningless } = corrected(
        () => refined(state, followUp, snapshot, call),
        call,
      );
      if (isMeaningless === true && typeof text === 'string') {
        const typed = oneLine(text, NOT_UNDERSTOOD_LENGTH_MAX);
        throw new FormError({ [REFINE_FIELD]: call.words.refine.notUnderstood(typed) });
      }
      const command = lists.find(({ name }) => name === action.command);
      if (command === undefined) throw new StaleActionError('command');
      yield* command.runAction(action.args, call);
    },
  });
}

/** Of a text that was not understood, so much is repeated. */
const NOT_UNDERSTOOD_LENGTH_MAX = 60;

/** @throws {FormError} that says beside the field what is wrong with the query */
function corrected<Value>(act: () => Value, { words, zone }: CommandContext): Value {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof QueryError || error instanceof FollowUpError)) throw error;
    const { happened, remedy } = failureWords(error, words, zone);
    throw new FormError({ [REFINE_FIELD]: `${happened} ${remedy}` });
  }
}

/** Orders about the list before, with `it` in its place, and other words for that: data only. */
const ORDERS = setsOf(
  [
    {
      list: 'it,this,that,these,those,them,the list,this list,these files',
      exported: '(export|download) it,(export|download) it (to|as|in|into) (csv|excel)',
      announced: '(alert|notify|warn|tell|ping) me (about|of|on|for|when|if) it (|changes|change)',
      charted:
        'chart it,(stats|statistics|figures|chart|charts|graph|graphs|kpi|kpis) (on|of|for|about) it',
      posted: '(put|make|turn) it (|in|into|as) (|a|the) digest',
      brokenDown:
        '(|and) (|split|group|grouped|break down|break it down) (by|per|for each) (manager|agent|colleague|property)',
    },
    {
      list: 'ca,cela,ceci,ceux ci,ceux la,la liste,cette liste,ces dossiers,tout ca,la,les,le',
      exported:
        '(exporte|exporter|exportez|telecharge|telecharger|telechargez) it,(exporte|exporter|exportez|telecharge|telecharger|telechargez) it (en|sous) (csv|excel)',
      announced:
        '(previens|alerte|avertis|notifie) moi (pour|de|des|quand|si) it (|change|changent)',
      charted:
        '(stats|chiffres|statistiques|graphique|graphiques) (sur|de|pour) it,(stats|chiffres|statistiques|graphique|graphiques) la dessus',
      posted: '(mets|mettre|mettez|fais|faites) it (dans|en) (|un|le) recap',
      brokenDown:
        '(|et) (|groupe|grouper|groupez|repartis) par (gestionnaire|bien|logement|collegue)',
    },
  ],
  phrases,
);

/** Whether a text is such an order about the list before. */
function isOrder(kind: keyof typeof ORDERS, typed: string): boolean {
  const words = fold(typed).split(' ');
  return words.some((_, at) => {
    const length = lengthOf(ORDERS.list, words, at);
    return length > 0 && ORDERS[kind].has(words.toSpliced(at, length, 'it').join(' '));
  });
}

const SAVED =
  /^(?:save|enregistre[rz]?|sauvegarde[rz]?|garde[rz]?)(?:[\s-](\S.{0,20}?))?\s(?:as|sous|comme)\s["“”«»]?\s?([^"“”«»]+?)\s?["“”«»]?$/iu;
/** “In Excel please” */
const AS_TABLE =
  /^(?:(?:and |et )?(?:as|in|to|into|en|sous|au format)) (?:an? |un )?(?:excel|csv|xlsx?|spreadsheet|tableur)(?: (?:file|please|pls|svp|stp))?$/iu;
/** “Alert me when there is a new one” */
const ANNOUNCED_NEW =
  /^(?:(?:alert|notify|warn|tell|ping) me (?:when|if|as soon as) (?:there(?:['’]?s| is| are) )?(?:an? )?(?:new|another|more|other)(?: ones?)?(?: (?:comes?|arrives?|appears?)(?: in)?)?|(?:préviens|alerte|avertis|notifie)[\s-]moi (?:quand|si|dès que|s['’]) ?il y en a (?:un nouveau|une nouvelle|de nouveaux|un autre|d['’]autres))$/iu;

/** What is to become of the list before an order. */
export type OrderOnList =
  | { readonly what: 'alert' | 'stats' }
  /** Behind no list it is of all files: “as excel”. */
  | { readonly what: 'export'; readonly isAlone?: true }
  | { readonly what: 'report'; readonly by: string; readonly isAlone: true }
  | { readonly what: 'save'; readonly name: string }
  /** Days and times, which may stand alone: “every monday”, unlike “send me this every monday”. */
  | { readonly what: 'digest'; readonly schedule: string; readonly isAlone: boolean };

/** `export these`, `save as lyon`, `alert me about these`, `send me this every monday`; `null` for any other text. */
export function orderOnList(text: string): OrderOnList | null {
  const typed = text.trim().replace(/[.!?]$/u, '');
  if (isOrder('exported', typed)) return { what: 'export' };
  if (AS_TABLE.test(typed)) return { what: 'export', isAlone: true };
  if (isOrder('announced', typed) || ANNOUNCED_NEW.test(typed)) return { what: 'alert' };
  if (ORDERS.brokenDown.has(fold(typed))) return { what: 'report', by: typed, isAlone: true };
  if (isOrder('charted', typed)) return { what: 'stats' };
  if (isOrder('posted', typed)) return { what: 'digest', schedule: '', isAlone: false };
  const [, saved, name] = SAVED.exec(typed) ?? [];
  const isOfList = saved === undefined || ORDERS.list.has(fold(saved));
  if (name !== undefined && isOfList) return { what: 'save', name };
  const schedule = scheduleOfList(text);
  return schedule && { what: 'digest', ...schedule };
}
