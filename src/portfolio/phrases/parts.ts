import { fold } from '../../lib/text.ts';
import type { DECISIONS } from '../../rental-api/schema/fields.ts';
import { READY, isDecided, STATUS_CLOSED } from '../lifecycle.ts';
import { queryOrNull } from '../query/parser.ts';
import { type Condition, type Sort, areApart } from '../query/query.ts';
import { type Figure } from './figures/index.ts';
import type { Question } from './grammar/index.ts';
import { PHRASES } from './grammar/tables.ts';
import { type Sentence, typedOf } from './words.ts';

export const AGE_KEYS = {
  created: 'age',
  updated: 'stale',
  decided: 'since-decision',
  'ready-since': 'ready',
} as const;

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isNot: boolean;
  /** Whether it is an alternative of the one before: `Lyon or Nice`. */
  isOther: boolean;
}

/** A word that says which date is asked for, in a place of a sentence. */
interface Verb {
  readonly key: keyof typeof AGE_KEYS | 'availability';
  readonly at: number;
  /** The choice that it stands for: `decision` of “accepted”. */
  readonly of?: string;
}

/** What a phrase of a sentence is, and where it stands. */
type Span = {
  readonly at: number;
  readonly end: number;
} & (
  | {
      readonly of: 'conditions' | 'dates' | 'ages' | 'kept';
      /** Its place there. */ readonly is: number;
    }
  | { readonly of: 'choices'; /** Its key, with the hyphen of a negation. */ readonly is: string }
);

/** What a sentence says, before verbs are matched with their dates. */
export interface Parts {
  /** Where each of the following stands, in their order. */
  readonly spans: Span[];
  readonly conditions: string[];
  /** Values of choices, by key, with the hyphen of a negation. */
  readonly choices: Map<string, string[]>;
  readonly dates: {
    value: string;
    readonly at: number;
    /** Whether it must not hold. */
    readonly isNot?: boolean;
  }[];
  readonly ages: (Omit<Extract<Figure, { kind: 'age' }>, 'value'> & {
    value: string;
    readonly at: number;
  })[];
  verbs: readonly Verb[];
  readonly kept: Stretch[];
  readonly ignored: string[];
  /** Where phrases stand of which something is ignored. */
  readonly left: { readonly at: number; readonly end: number }[];
  /** Whether a bound of no key is ignored, which may be one of the list before it. */
  hasBareBound: boolean;
  question: Question | null;
  /** The words of the question, as typed. */
  asked: string;
  sort: Sort | null;
  /** How many files are asked for, as a list has as many as it has; `null` for all. */
  limit: Limit | null;
}

/** A number of files that is asked for, and the words for it, which are ignored elsewhere than in lists. */
export interface Limit {
  readonly count: number;
  readonly typed: string;
}

/** Adds the condition of a phrase, `decision:ready`. */
export function add(condition: string, isNot: boolean, at: number, parts: Parts): void {
  const [key = '', value = ''] = condition.split(':');
  const sign = isNot ? '-' : '';
  if (key === 'archived' || key === 'completion') {
    parts.conditions.push(sign + condition);
    if (key === 'archived') addVerb({ key: 'updated', at, of: key }, parts);
    return;
  }
  const values = [...(parts.choices.get(sign + key) ?? []), value];
  parts.choices.set(sign + key, values);
  const verb = verbFor(`${key}:${values.join()}`);
  const isVerb = verb !== null && !(verb === 'ready-since' && isNot);
  // “Pending or ready since monday” speaks of both.
  if (!isVerb) parts.verbs = parts.verbs.filter(({ of }) => of !== sign + key);
  else addVerb({ key: verb, at, of: sign + key }, parts);
}

/** Adds a word that says which date is asked for. */
export function addVerb(verb: Verb, parts: Parts): void {
  parts.verbs = [...parts.verbs, verb];
}

/** The date that a condition speaks of: a file is closed since its last change, as far as it says. */
export function verbFor(condition: string): 'updated' | 'decided' | 'ready-since' | null {
  const [over] = queryOrNull(condition)?.conditions ?? [];
  if (over?.kind !== 'choice') return null;
  if (over.key === 'decision' && over.any.every(isDecided)) return 'decided';
  if (over.key === 'decision' && over.any.every((value) => value === READY)) return 'ready-since';
  return over.any.every((value) => value === STATUS_CLOSED) ? 'updated' : null;
}

/** Keeps a free word. */
export function keep({ words }: Sentence, at: number, isNot: boolean, { kept }: Parts): void {
  const word = words[at];
  if (word === undefined) return;
  const from = word.at;
  const text = word.spelled ?? word.text;
  kept.push({ from, to: from + text.length, text, isNot, isOther: false });
}

/** The kept words in their places, so that an error points into the text. */
export function restOf({ kept }: Parts): string {
  let rest = '';
  for (const { from, text: word, isNot, isOther } of kept) {
    if (isOther) {
      // “tag:a or tag:b”
      rest += `,${word.slice(keyIn(word).length)}`;
      continue;
    }
    rest = rest.padEnd(isNot ? Math.max(rest.length, from - 1) : from);
    rest += (isNot ? '-' : '') + word;
  }
  return rest;
}

/** The conditions of phrases as text. */
export function textsOf(parts: Parts): readonly string[] {
  const { conditions, choices, dates, ages } = parts;
  return [
    ...Array.from(choices, ([key, values]) => `${key}:${valuesOf(key, values, choices)}`),
    ...new Set(conditions.filter((condition) => condition !== '')),
    ...ages
      .filter(({ value }) => value !== '')
      .map(({ key, isWithin, value, at }) => {
        const verb = isWithin ? verbOf(at, parts).key : 'created';
        return `${key ?? AGE_KEYS[verb === 'availability' ? 'created' : verb]}:${value}`;
      }),
    ...dates
      .filter(({ value }) => value !== '')
      .map(({ value, at, isNot }) => `${isNot ? '-' : ''}${verbOf(at, parts).key}:${value}`),
  ];
}

/**
 * “Pending” alone asks for what `/rental pending` lists, and “not pending” for the others: files that
 * are ready are pending as well, unless both are named.
 */
function valuesOf(key: string, values: readonly string[], { size }: Parts['choices']): string {
  const [over] = queryOrNull(`${key}:${values.join()}`)?.conditions ?? [];
  const isChosen = over?.kind === 'choice' && over.key === 'decision' && (!over.not || size === 1);
  return isChosen && over.any.join() === PENDING ? 'awaiting' : values.join();
}

const PENDING: (typeof DECISIONS)[number] = 'PENDING';

/** Which date a place asks for: the nearest verb before it says so, or else the first after it. */
function verbOf(place: number, { verbs }: Pick<Parts, 'verbs'>): Verb {
  const before = verbs.findLast(({ at }) => at <= place);
  return before ?? verbs.find(({ at }) => at > place) ?? { key: 'created', at: Infinity };
}

const LISTS = ['conditions', 'dates', 'ages', 'kept'] as const;

/** How much the parts hold. */
interface Counts extends Readonly<Record<(typeof LISTS)[number], number>> {
  readonly chosen: ReadonlyMap<string, number>;
  readonly ignored: number;
}

/** How much the parts hold, before a phrase is read into them. */
export function countsOf({ conditions, dates, ages, kept, choices, ignored }: Parts): Counts {
  return {
    ignored: ignored.length,
    conditions: conditions.length,
    dates: dates.length,
    ages: ages.length,
    kept: kept.length,
    chosen: new Map(Array.from(choices, ([key, values]) => [key, values.length])),
  };
}

/** Notes where a phrase stands, by what the parts hold since. */
export function note(at: number, end: number, before: Counts, parts: Parts): void {
  for (const of of LISTS) {
    const is = parts[of].length - 1;
    if (is >= before[of]) parts.spans.push({ at, end, of, is });
  }
  if (parts.ignored.length > before.ignored) parts.left.push({ at, end });
  for (const [key, values] of parts.choices) {
    const isMore = values.length > (before.chosen.get(key) ?? 0);
    if (isMore) parts.spans.push({ at, end, of: 'choices', is: key });
  }
}

/** Takes back the phrase before a place; `false` where none ends there, or one that no “or not” follows. */
export function takeBack(place: number, parts: Parts): boolean {
  const last = parts.spans.at(-1);
  if (last === undefined || last.end !== place || last.of === 'ages' || last.of === 'dates') {
    return false;
  }
  if (last.of === 'conditions') parts.conditions[last.is] = '';
  if (last.of === 'kept') parts.kept.pop();
  if (last.of === 'choices') {
    const values = parts.choices.get(last.is)?.slice(0, -1) ?? [];
    if (values.length > 0) parts.choices.set(last.is, values);
    else parts.choices.delete(last.is);
  }
  parts.spans.pop();
  return true;
}

/** “What should I decide today”: the day of the work, on which no file need have arrived. */
export function leaveDayOfWork(sentence: Sentence, parts: Parts): void {
  const asked = parts.choices.get('decision') ?? [];
  const isAwaited = parts.verbs.length === 0 && asked.includes('awaiting');
  if (!isAwaited && !asked.includes('ready')) return;
  const able = parts.spans.find(
    ({ at, end, of }) =>
      of === 'choices' &&
      sentence.words.slice(at, end).some(({ folded }) => PHRASES.able.has(folded)),
  );
  // “Received today, which can be approved”
  const isOfDecision = parts.verbs.every(({ key }) => key === 'ready-since' || key === 'decided');
  for (const { at, end, of, is } of parts.spans) {
    const date = of === 'dates' ? parts.dates[is] : undefined;
    if (date === undefined || date.isNot || !isForWork(date.value, sentence, at)) continue;
    // “What can I decide today” and “what can be approved today”, unlike “ready today”
    const isAble = isOfDecision && able !== undefined && able.end <= at;
    if (!isAwaited && !isAble && !isBehindWork(sentence, at)) continue;
    date.value = '';
    parts.ignored.push(typedOf(sentence, at, end));
  }
}

/** What people do about files, and what those have, of whose time no query asks. */
const UNDATED: ReadonlySet<string> = new Set(
  'taken snoozed watched has:validation has:form'.split(' '),
);

/** “Taken by me today”: the date is not of the file, unless a verb says so. */
export function leaveUndated(sentence: Sentence, parts: Parts): void {
  const chosen = Array.from(parts.choices, ([key, values]) => [
    key,
    ...values.map((value) => `${key}:${value}`),
  ]).flat();
  if (parts.verbs.length > 0 || !chosen.some((asked) => UNDATED.has(asked))) return;
  for (const { at, end, of, is } of parts.spans) {
    const date = of === 'dates' ? parts.dates[is] : undefined;
    if (date === undefined) continue;
    date.value = '';
    parts.ignored.push(typedOf(sentence, at, end));
  }
}

const DAY_OF_WORK: ReadonlySet<string> = new Set(['today', 'this-week']);

/** Whether a date is that of the work, as in “what to decide before Friday”, unlike “pending before Friday”. */
function isForWork(value: string, sentence: Sentence, at: number): boolean {
  return DAY_OF_WORK.has(value) || (value.startsWith('<') && isBehindWork(sentence, at));
}

function isBehindWork({ words }: Sentence, at: number): boolean {
  return PHRASES.toDecide.has(words[at - 1]?.folded ?? '');
}

/**
 * `Lyon or Nice`, `under 700 or over 2000`: what “or” stands between are alternatives, where they are
 * of one key. Elsewhere no query says so, and the word is ignored.
 */
export function joinAlternatives(sentence: Sentence, parts: Parts): void {
  let next = 0;
  for (const [place, { folded }] of sentence.words.entries()) {
    while ((parts.spans[next]?.at ?? Infinity) < place) next += 1;
    const [one, other] = [parts.spans[next - 1], parts.spans[next]];
    // “Yesterday and today”, unlike “after Monday and before Friday”
    const isEither =
      PHRASES.or.has(folded) || (PHRASES.and.has(folded) && areDays(one, other, parts));
    if (!isEither || one === undefined || other === undefined || one.end > place) continue;
    // “Neither ready nor approved”: a negation of its own. “By Sophie or Oliver”: ignored already.
    const isPart =
      other.at === place || parts.left.some(({ at, end }) => at <= place && place < end);
    if (isPart) continue;
    // “October versus September”: the files of both, which nothing compares
    const isCompared = one.of === 'dates' && PHRASES.versus.has(folded);
    if (isCompared) parts.ignored.push(typedOf(sentence, place, place + 1));
    if (isJoined(one, other, parts)) joinEnumerated(sentence, next - 1, parts);
    else if (PHRASES.or.has(folded) && !isCompared)
      parts.ignored.push(typedOf(sentence, place, place + 1));
  }
}

/** “Ready and waiting for documents”: files in either stage, as none is in both. */
export function joinStages(parts: Parts): void {
  const { choices, ignored } = parts;
  const stages = choices.get('stage');
  const decisions = choices.get('decision') ?? [];
  if (stages === undefined || verbFor(`decision:${decisions.join()}`) !== 'ready-since') return;
  choices.delete('decision');
  choices.set('stage', ['ready', ...stages]);
  // A date behind them is not of those that are ready alone.
  parts.verbs = parts.verbs.filter(({ of }) => of !== 'decision');
  const or = ignored.findIndex((word) => PHRASES.or.has(fold(word)));
  if (or >= 0) ignored.splice(or, 1);
}

/** Whether two phrases are days or periods that are asked for as they are, which no file is of both. */
function areDays(one: Span | undefined, other: Span | undefined, { dates }: Parts): boolean {
  const [first, second] = [one, other].map((span) =>
    span?.of === 'dates' ? (dates[span.is]?.value ?? '') : '',
  );
  const areNamed = [first, second].every((value) => /^[^<>.]+$/u.test(value ?? ''));
  // “Last week and the week before” is not that week twice.
  return areNamed && first !== second;
}

/** `Nice, Paris or Lyon`: the words before the last two. */
function joinEnumerated({ words }: Sentence, last: number, parts: Parts): void {
  for (let at = last; at > 0; at -= 1) {
    const [one, other] = [parts.spans[at - 1], parts.spans[at]];
    if (one?.of !== 'kept' || other?.of !== 'kept' || one.end !== other.at) return;
    if (words[one.end - 1]?.hasComma !== true || !isJoined(one, other, parts)) return;
  }
}

/** The free words of each list whose words must all occur: `Nice and Paris`, `Nice, Paris`. */
export function listedIn({ words }: Sentence, { spans, kept }: Parts): readonly string[][] {
  const lists: string[][] = [];
  for (const [index, other] of spans.entries()) {
    const one = spans[index - 1];
    if (one?.of !== 'kept' || other.of !== 'kept') continue;
    const [first, second] = [kept[one.is], kept[other.is]];
    if (first === undefined || second === undefined) continue;
    const between = words.slice(one.end, other.at);
    const isListed =
      between.some(({ folded }) => PHRASES.and.has(folded)) ||
      words[one.end - 1]?.hasComma === true;
    if (!isListed || first.isNot || second.isNot || second.isOther) continue;
    const last = lists.at(-1);
    if (last?.at(-1) === first.text) last.push(second.text);
    else lists.push([first.text, second.text]);
  }
  return lists;
}

/** Joins two phrases to alternatives; `false` where they are not of one key. */
function isJoined(one: Span, other: Span, parts: Parts): boolean {
  if (one.of === 'choices' || other.of === 'choices') {
    return one.of === other.of && one.is === other.is;
  }
  if (one.of !== other.of) return false;
  const { kept, conditions } = parts;
  if (one.of === 'kept') {
    const [first, second] = [kept[one.is], kept[other.is]];
    if (first === undefined || second === undefined || first.isNot !== second.isNot) return false;
    if (keyIn(first.text) !== keyIn(second.text)) return false;
    second.isOther = !first.isNot;
    return true;
  }
  if (one.of === 'conditions') {
    const [first = '', second = ''] = [conditions[one.is], conditions[other.is]];
    const key = keyIn(first);
    // Of “without a guarantor or without a score” no query asks.
    if (key !== keyIn(second) || key.startsWith('-') || key === 'no:') return false;
    conditions[one.is] = '';
    conditions[other.is] = `${first},${second.slice(key.length)}`;
    return true;
  }
  const [first, second] = [parts[one.of][one.is], parts[one.of][other.is]];
  if (first === undefined || second === undefined) return false;
  if (isDenied(first) !== isDenied(second)) return false;
  if (verbOf(first.at, parts).key !== verbOf(second.at, parts).key) return false;
  second.value = `${first.value},${second.value}`;
  first.value = '';
  return true;
}

function isDenied(part: Readonly<Record<string, unknown>>): boolean {
  return part['isNot'] === true;
}

/** The key of a condition with its colon, and with the hyphen of a negation; empty for none. */
function keyIn(text: string): string {
  return KEY.exec(text)?.[0] ?? '';
}

const KEY = /^-?[\p{L}\p{M}_-]{1,40}:/u;

/**
 * “This month and last month”, “under 700 and over 2000”: of conditions on one key that hold for no
 * file together, the first is asked for, and the others are ignored.
 */
export function leaveConflicts(sentence: Sentence, parts: Parts): void {
  const kept: Condition[] = [];
  for (const { at, end, of, is } of parts.spans) {
    if (of !== 'conditions' && of !== 'dates') continue;
    const date = of === 'dates' ? parts.dates[is] : undefined;
    if (date?.isNot) continue;
    const condition = of === 'dates' ? '' : (parts.conditions[is] ?? '');
    const verb = date === undefined ? null : verbOf(date.at, parts);
    const key = verb === null ? keyIn(condition) : `${verb.key}:`;
    const value = date?.value ?? condition.slice(key.length);
    if (value === '' || key === '' || key.startsWith('-')) continue;
    const [asked] = queryOrNull(key + value)?.conditions ?? [];
    if (asked === undefined) continue;
    // “Last week and the week before”, which is not that week twice
    const isTwice = date !== undefined && kept.some((one) => isSame(one, asked));
    if (!isTwice && !kept.some((one) => keyOf(one) === keyOf(asked) && areApart(one, asked))) {
      kept.push(asked);
      continue;
    }
    const from = verb === null ? at : leaveChoice(verb, parts);
    parts.ignored.push(typedOf(sentence, Math.min(from, at), end));
    if (date === undefined) parts.conditions[is] = '';
    else date.value = '';
  }
}

function isSame(one: Condition, other: Condition): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Empty for free words. */
export function keyOf(condition: Condition): string {
  return condition.kind === 'words' ? '' : condition.key;
}

/** Leaves the choice that a date was about: “declined today”. Gives its place. */
function leaveChoice({ at, of }: Verb, parts: Parts): number {
  const values = of === undefined ? undefined : parts.choices.get(of);
  if (values === undefined || values.length < 2) return Infinity;
  values.pop();
  return at;
}
