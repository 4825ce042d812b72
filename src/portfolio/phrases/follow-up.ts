import { fold } from '../../lib/text.ts';
import { unlessMistaken } from '../query/parser.ts';
import type { Condition } from '../query/query.ts';
import { isFlagAlone } from '../query/vocabulary/index.ts';
import { type Amount, amountAt, isOfTime, isUnit } from './figures/amounts.ts';
import { DENIALS, FOLLOW_UP, isSmall, NUMBERS, PHRASES, SORTS } from './grammar/tables.ts';
import { isRequest, IT, OF_LISTS, refersToList, withoutWhich } from './list-reference.ts';
import { understandOrNull } from './understand.ts';
import { endOf, longest, type Match, type Sentence, sentenceOf, wordsIn } from './words.ts';

/** What a text changes of the query before it. */
export type FollowUp =
  | { readonly kind: 'page'; readonly to: 'next' | 'previous' | number }
  /** All files of the same kind of list, those of all places or managers, or the same as they are now. */
  | { readonly kind: 'reset' | 'everywhere' | 'everyone' | 'refresh' }
  | {
      readonly kind: 'change';
      /** What the files must have, without the words around it. */
      readonly text: string;
      /** Whether it is in place of something: `what about Nantes`, unlike `only Nantes`. */
      readonly isOther: boolean;
      /** Whether it is beside something: `also Nantes`. */
      readonly isAlso?: true;
      /** Whether it does not count any more: `remove the Nantes filter`. */
      readonly isLifted?: true;
      /** Whether the order is turned round: `reverse`. */
      readonly isTurned?: true;
      /** What it is in place of, where only a list of that is changed: `Lyon` of “Nice not Lyon”. */
      readonly instead?: string;
      /** Whether the whole text is a query as well: `sort by score`. */
      readonly isQuery: boolean;
    }
  | FigureChange;

/** Another figure in place of the only one of the query. */
export interface FigureChange extends Pick<Amount, 'value' | 'unit'> {
  readonly kind: 'figure';
  /** Whether the text can mean nothing else: `make it 800`, unlike `800`. */
  readonly isSure: boolean;
}

/** A longer text is a request of its own. */
export const FOLLOW_UP_LENGTH_MAX = 500;

/**
 * What a message changes of the query before it, in either language: `only Lyon`, `et les refusés ?`,
 * `next`, `page 3`.
 *
 * @returns `null` for a text that is a request of its own
 */
export function followUpIn(text: string): FollowUp | null {
  const corrected = withoutCorrection(text);
  if (corrected !== text) {
    const change = { kind: 'change', text: corrected, isOther: true, isQuery: true } as const;
    return followUpIn(corrected) ?? change;
  }
  const sentence = sentenceOrNull(text);
  if (sentence === null) return null;
  const start = skipFillers(sentence, 0);
  return (
    pagingAt(sentence, start) ??
    liftedAt(sentence, start) ??
    turnAt(sentence, start, text) ??
    figureOf(sentence, start) ??
    changeAt(sentence, start, text) ??
    ofThemIn(sentence, text) ??
    contrastIn(sentence, start, text) ??
    insteadIn(sentence, start) ??
    (endOf(sentence, start, FOLLOW_UP.except) !== null || refersToList(sentence, start, text)
      ? { kind: 'change', text: withoutWhich(sentence, start, text), isOther: false, isQuery: true }
      : null)
  );
}

/** A text without a “no,” or “not these,” before what is wanted instead. */
export function withoutCorrection(text: string): string {
  const sentence = sentenceOrNull(text);
  const end = sentence && endOf(sentence, 0, CORRECTIONS);
  const next = end === null ? undefined : sentence?.words[end];
  if (sentence === null || end === null || next === undefined) return text;
  const isSure =
    end > 1 ||
    // “Sorry Nice”, unlike “no Nice”, and “Nan”, who may be somebody
    SURE_ALONE.has(sentence.words[0]?.folded ?? '') ||
    sentence.words[end - 1]?.hasComma === true ||
    longest(sentence, end, (phrase) => LEADS.get(phrase)) !== null ||
    // “No in Nice”
    FOLLOW_UP.place.has(next.folded);
  return isSure ? text.slice(next.at) : text;
}

/** A text that corrects itself. */
export interface Amended {
  readonly typed: string;
  readonly correction: string;
  /** Whether the words between them can mean nothing else: “sorry”, unlike “no”. */
  readonly isSure: boolean;
}

/** `Lyon, sorry, Nice`, `lyon no nice`: the last correction; `null` without any. */
export function amendedIn(text: string): Amended | null {
  const sentence = sentenceOrNull(text);
  if (sentence === null) return null;
  const { words } = sentence;
  for (let at = words.length - 2; at > 0; at -= 1) {
    const found = longest(sentence, at, (phrase) => (AMEND.has(phrase) ? phrase : undefined));
    const [from, next] = [words[at], words[found?.end ?? words.length]];
    // “Sorry, no”: the longest such phrase counts.
    const isInside = endOf(sentence, at - 1, AMEND) === found?.end;
    if (found === null || from === undefined || next === undefined || isInside) continue;
    const isSure = isSureToAmend(found.meaning);
    return { typed: text.slice(0, from.at), correction: text.slice(next.at), isSure };
  }
  return null;
}

/** What stands behind the correction that a text begins with: `Nice` of “no Nice”; `null` without one. */
export function correctionIn(text: string): string | null {
  const sentence = sentenceOrNull(text);
  const end = sentence && endOf(sentence, 0, AMEND);
  const next = end === null ? undefined : sentence?.words[end];
  return next === undefined ? null : text.slice(next.at);
}

/** Whether a phrase of a correction denies nothing: `sorry`, unlike `no`. */
function isSureToAmend(phrase: string): boolean {
  return AMEND.has(phrase) && !DENIALS.has(phrase) && !PHRASES.lack.has(phrase);
}

/** What a text changes of a query where nothing else is possible: every text is a follow-up. */
export function refinementIn(text: string): FollowUp {
  const found = followUpIn(text);
  if (found !== null) return found;
  const understood = understandOrNull(text);
  const isAll =
    understood !== null &&
    understood.query.conditions.length === 0 &&
    understood.query.sort === null &&
    understood.ignored.length === 0;
  return isAll ? { kind: 'reset' } : { kind: 'change', text, isOther: false, isQuery: true };
}

/** Whether a whole text asks to undo something. */
export function asksToUndo(text: string): boolean {
  return FOLLOW_UP.undo.has(fold(text));
}

/** The words of a text; `null` for one that is too long, or no text to read. */
export function sentenceOrNull(text: string): Sentence | null {
  if (text.length > FOLLOW_UP_LENGTH_MAX) return null;
  return unlessMistaken(() => sentenceOf(wordsIn(text, isUnit)));
}

/** `next`, `page 3 please`: nothing else is asked for. */
function pagingAt(sentence: Sentence, start: number): FollowUp | null {
  const { words } = sentence;
  const isEnd = (at: number) => skipFillers(sentence, at, PHRASES.small) === words.length;
  // “Show them all” is a phrase with a small word of its own, which is none before “next”.
  const isCount = (at: number) => words[at]?.kind === 'number';
  const small = skipSmall(sentence, start);
  // “The 5 next”, “next 5”: a page has as many files as it has.
  for (const at of [start, small, isCount(small) ? small + 1 : small]) {
    const found = longest(sentence, at, (phrase) => PAGING.get(phrase));
    const end = found !== null && isCount(found.end) ? found.end + 1 : (found?.end ?? at);
    // « Lesquels sont à moi » asks for some of them.
    const isAlone =
      found?.meaning.kind !== 'refresh' || skipFillers(sentence, end) === words.length;
    if (found !== null && isAlone && isEnd(end)) return found.meaning;
  }
  const page = endOf(sentence, skipSmall(sentence, start), FOLLOW_UP.page);
  const { text = '', folded = '' } = words[page ?? words.length] ?? {};
  const number = page === null ? Number.NaN : (NUMBERS.get(folded) ?? Number(text));
  const isPage = Number.isSafeInteger(number) && number > 0 && isEnd((page ?? 0) + 1);
  return isPage ? { kind: 'page', to: number } : null;
}

/** A text that asks for a page, and the rest of it: `pending in Lyon, page 3`; `null` for any other text. */
export function pageIn(text: string): { readonly rest: string; readonly page: number } | null {
  const sentence = sentenceOrNull(text);
  if (sentence === null) return null;
  const { words } = sentence;
  const at = words.findLastIndex(({ folded }) => FOLLOW_UP.page.has(folded));
  const asked = at < 0 ? null : pagingAt(sentence, at);
  if (asked?.kind !== 'page' || typeof asked.to !== 'number') return null;
  return { rest: text.slice(0, words[at]?.at).trim(), page: asked.to };
}

/** `remove the ready filter`, `enlève le filtre Lyon`. */
function liftedAt(sentence: Sentence, start: number): FollowUp | null {
  const lift = endOf(sentence, start, FOLLOW_UP.lift);
  if (lift === null) return null;
  const words = sentence.words.slice(lift);
  const named = words.filter(({ folded }) => !FOLLOW_UP.filter.has(folded));
  if (named.length === words.length) return null;
  const text = named
    .filter(({ folded }) => !isSmall(folded))
    .map(({ text: word }) => word)
    .join(' ');
  if (text === '') return { kind: 'reset' };
  return { kind: 'change', text, isOther: false, isLifted: true, isQuery: false };
}

/** Whether a text begins with a verb for what does not count any more: `remove Lyon`. */
export function isLift(text: string): boolean {
  const sentence = sentenceOrNull(text);
  return (
    sentence !== null &&
    endOf(sentence, 0, FOLLOW_UP.lift) !== null &&
    endOf(sentence, 0, PHRASES.lack) === null
  );
}

/** `reverse`, `sort the other way`, « dans l’autre sens ». */
function turnAt(sentence: Sentence, start: number, text: string): FollowUp | null {
  const sort = endOf(sentence, start, PHRASES.sort) ?? start;
  const end = endOf(sentence, start, FOLLOW_UP.turn) ?? endOf(sentence, sort, FOLLOW_UP.turn);
  if (end === null || skipFillers(sentence, end) !== sentence.words.length) return null;
  return { kind: 'change', text, isOther: false, isTurned: true, isQuery: true };
}

/** `not Lyon, Nantes`, « pas Lyon mais Nantes »: what is denied, and the like in its place. */
function contrastIn(sentence: Sentence, start: number, text: string): FollowUp | null {
  const { words } = sentence;
  const not = endOf(sentence, start, PHRASES.not);
  const comma = words.findIndex(({ hasComma }, at) => at >= (not ?? at + 1) && hasComma);
  const but = words.findIndex(({ folded }, at) => at > (not ?? at) && BUT.has(folded));
  const end = comma < 0 ? but : comma + 1;
  const next = words[end === but ? end + 1 : end];
  if (not === null || end < 0 || next === undefined) return null;
  const wanted = text.slice(next.at);
  const [denied, ...more] = understandOrNull(text.slice(0, words[end]?.at))?.query.conditions ?? [];
  const [asked, ...others] = understandOrNull(wanted)?.query.conditions ?? [];
  const isAlike = denied?.not === true && asked?.not === false && denied.kind === asked.kind;
  if (!isAlike || more.length + others.length > 0 || [denied, asked].some(isFlagWord)) return null;
  return { kind: 'change', text: wanted, isOther: true, isQuery: true };
}

/** `Nice not Lyon`, « pas Lyon Nice »: one word in place of another. */
function insteadIn(sentence: Sentence, start: number): FollowUp | null {
  const words = sentence.words.slice(start).filter(({ folded }) => !FOLLOW_UP.place.has(folded));
  const at = words.findIndex(({ folded }) => PHRASES.not.has(folded));
  const [wanted, denied] = at === 0 ? [words[2], words[1]] : [words[0], words[2]];
  const isPair = words.length === 3 && (at === 0 || at === 1);
  if (!isPair || wanted === undefined || denied === undefined) return null;
  // “Not Lyon, furnished” is no pair of towns, nor is « pas ceux-ci ».
  const areNames = [wanted, denied].every(
    ({ kind, text, folded, hasComma }) =>
      kind === 'word' &&
      understandOrNull(text)?.isWhole === false &&
      !isSmall(folded) &&
      // « Pourquoi pas lui »
      !FOLLOW_UP.request.has(folded) &&
      !IT.test(folded) &&
      !isFlagAlone(text) &&
      !hasComma,
  );
  if (!areNames) return null;
  const { text: instead } = denied;
  return { kind: 'change', text: wanted.text, isOther: true, instead, isQuery: true };
}

/** “Furnished” takes the place of nothing that is denied. */
function isFlagWord(one: Condition): boolean {
  return one.kind === 'words' && one.any.every((word) => isFlagAlone(word));
}

/** `make it 800`, « mets 800 € »; `800` alone, unless it may be a place in a list or a postal code. */
function figureOf(sentence: Sentence, start: number): FigureChange | null {
  const { words } = sentence;
  const set = endOf(sentence, start, FOLLOW_UP.set);
  const at = set ?? start;
  const amount = /\d/u.test(words[at]?.text ?? '') ? amountAt(sentence, at, true) : null;
  if (amount === null) return null;
  const after = longest(sentence, amount.end, (phrase) => AFTER.get(phrase));
  const isInstead = after?.meaning === 'other';
  const end = isInstead ? after.end : amount.end;
  if (skipFillers(sentence, end) !== words.length) return null;
  const { value, unit } = amount;
  const isAlone = !isOfTime(amount) && value >= ALONE_MIN && value < ALONE_END;
  const isSure = set !== null || isInstead;
  return isSure || isAlone ? { kind: 'figure', value, unit, isSure } : null;
}

const ALONE_MIN = 10;
const ALONE_END = 10_000;

/** `only Lyon`, `and the rejected ones?`, `Nantes instead`. */
function changeAt(sentence: Sentence, start: number, text: string): FollowUp | null {
  const { words } = sentence;
  const lead = leadAt(sentence, start, text);
  const first = words[lead?.end ?? start];
  if (first === undefined) return null;
  for (let at = start + 1; at < words.length; at += 1) {
    const after = longest(sentence, at, (phrase) => AFTER.get(phrase));
    const isLast = after !== null && skipFillers(sentence, after.end) === words.length;
    if (isLast && at > (lead?.end ?? start)) {
      return changeOf(text.slice(first.at, words[at]?.at), after.meaning);
    }
  }
  // “And in Lyon”, unlike “and in review”, narrows the files of a person instead of the name.
  const behind = understandOrNull(text.slice(first.at))?.query.conditions ?? [];
  const isOfWords = behind.every(({ kind }) => kind === 'words');
  const isTown = lead?.meaning === 'other' && FOLLOW_UP.place.has(first.folded) && isOfWords;
  return lead && changeOf(text.slice(first.at), isTown ? 'narrow' : lead.meaning);
}

/** What stands before the condition of a follow-up: `only`, `what about`. */
function leadAt(sentence: Sentence, start: number, text: string): Match<Change> | null {
  const { words } = sentence;
  const found = longest(sentence, start, (phrase) => LEADS.get(phrase));
  // “Plus Nice”, unlike « plus anciens »
  const [plus, name, more] = words.slice(start);
  const isPlus = plus?.folded === 'plus' && more === undefined && /^\p{Lu}/u.test(name?.text ?? '');
  const isOrder =
    longest(sentence, start, (phrase) => SORTS.get(phrase)) !== null ||
    endOf(sentence, start, PHRASES.unlisted) !== null;
  if (isPlus && !isOrder) return { meaning: 'also', end: start + 1 };
  if (found === null) {
    // “Then Nantes”, whose first word may also stand before a request
    const then = longest(sentence, start - 1, (phrase) => LEADS.get(phrase));
    // “Right now”
    const isPolite = endOf(sentence, start - 2, PHRASES.polite) === start;
    return then?.end === start && !isPolite && !isRequest(sentence) ? then : null;
  }
  const first = words[start]?.folded;
  if (first === 'que') {
    const isInverted = words
      .slice(start + 1, start + 4)
      .some(({ text: word }) => INVERTED.test(word));
    const isVerb = FOLLOW_UP.notOnly.has(words[start + 1]?.folded ?? '');
    return isVerb || isInverted || !isOfLists(text) ? null : found;
  }
  // « Où est le dossier de Dupont », with or without its accent
  const isWhere = first === 'ou' && (WHERE.test(text.trim()) || !isOfLists(text));
  return isWhere ? null : found;
}

/** Whether a text asks for files, and for nothing that a card or a chart says. */
function isOfLists(text: string): boolean {
  const question = understandOrNull(text)?.question ?? null;
  return question === null || OF_LISTS.has(question);
}

/** `how many of them are in Nice`: a question about part of the list. */
function ofThemIn(sentence: Sentence, text: string): FollowUp | null {
  const { words } = sentence;
  const at = words.findIndex((_, place) => endOf(sentence, place, FOLLOW_UP.ofThem) !== null);
  const next = at < 0 ? undefined : words[endOf(sentence, at, FOLLOW_UP.ofThem) ?? at];
  return next === undefined
    ? null
    : changeOf(text.slice(0, words[at]?.at) + text.slice(next.at), 'narrow');
}

/** A question about one file is one of its own: `and the phone number of Dupont`. */
function changeOf(text: string, meaning: Change): FollowUp | null {
  if (!isOfLists(text)) return null;
  const also = meaning === 'also' ? ({ isAlso: true } as const) : {};
  return {
    kind: 'change',
    text: text.trim(),
    isOther: meaning === 'other',
    isQuery: false,
    ...also,
  };
}

/** The place behind polite words, and words of a set. */
function skipFillers(sentence: Sentence, start: number, more?: ReadonlySet<string>): number {
  let at = start;
  for (;;) {
    const end = endOf(sentence, at, PHRASES.polite) ?? endOf(sentence, at, FOLLOW_UP.fillers);
    const isMore = more?.has(sentence.words[at]?.folded ?? '') === true;
    if (end === null && !isMore) return at;
    at = end ?? at + 1;
  }
}

/** The place behind `show me the`. */
function skipSmall({ words }: Sentence, start: number): number {
  let at = start;
  while (SHOW.has(words[at]?.folded ?? '')) at += 1;
  return at;
}

/** Before `next`: articles, and verbs that ask to see something. */
const SHOW: ReadonlySet<string> = new Set(
  'show me the go to see give voir montre affiche la le les a moi'.split(' '),
);

const CORRECTIONS = FOLLOW_UP.correction.union(FOLLOW_UP.amend);
const SURE_ALONE = FOLLOW_UP.amend.difference(DENIALS);
/** Corrections behind what they correct, where “not those” denies. */
const AMEND: ReadonlySet<string> = new Set([
  ...FOLLOW_UP.correction.values().filter((phrase) => !DENIALS.has(phrase.split(' ')[0] ?? '')),
  ...FOLLOW_UP.amend,
]);
const BUT: ReadonlySet<string> = new Set(['but', 'mais']);
/** « Que manque-t-il » */
const INVERTED = /-(?:ils?|elles?|on|tu|je|[nv]ous)$/iu;
/** Words for “where” in French, before a verb. */
const WHERE = /^(?:o(?:ù|u\u0300)(?!\p{L})|ou (?:est|sont|en|se|on)(?!\p{L}))/iu;
/** Beyond any list, which then shows its last page. */
const PAGE_MAX = 100_000;
const PAGING: ReadonlyMap<string, FollowUp> = new Map<string, FollowUp>([
  ...entriesOf(FOLLOW_UP.next, { kind: 'page', to: 'next' } as const),
  ...entriesOf(FOLLOW_UP.previous, { kind: 'page', to: 'previous' } as const),
  ...entriesOf(FOLLOW_UP.first, { kind: 'page', to: 1 } as const),
  ...entriesOf(FOLLOW_UP.last, { kind: 'page', to: PAGE_MAX } as const),
  ...entriesOf(FOLLOW_UP.reset, { kind: 'reset' } as const),
  ...entriesOf(FOLLOW_UP.everywhere, { kind: 'everywhere' } as const),
  ...entriesOf(FOLLOW_UP.everyone, { kind: 'everyone' } as const),
  ...entriesOf(FOLLOW_UP.refresh, { kind: 'refresh' } as const),
]);
/** How a follow-up changes a list. */
type Change = 'narrow' | 'other' | 'also';
const LEADS = new Map<string, Change>([
  ...entriesOf(FOLLOW_UP.also, 'also' as const),
  ...entriesOf(FOLLOW_UP.narrow, 'narrow' as const),
  ...entriesOf(FOLLOW_UP.other, 'other' as const),
]);
const AFTER = new Map<string, Change>([
  ...entriesOf(FOLLOW_UP.alsoAfter, 'also' as const),
  ...entriesOf(FOLLOW_UP.narrowAfter, 'narrow' as const),
  ...entriesOf(FOLLOW_UP.otherAfter, 'other' as const),
]);

function entriesOf<Meaning>(phrases: ReadonlySet<string>, meaning: Meaning) {
  return Array.from(phrases, (phrase) => [phrase, meaning] as const);
}
