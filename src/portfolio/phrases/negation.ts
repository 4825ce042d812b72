import { fold } from '../../lib/text.ts';
import { postcodesIn } from '../properties.ts';
import { parseQuery, queryOrNull } from '../query/parser.ts';
import type { Language } from '../query/vocabulary/types.ts';
import {
  BEFORE_PROVIDED,
  conditionIn,
  isFigure,
  isFree,
  nounAt,
  oppositesOf,
  ownIn,
  possessionsIn,
  restOfLacked,
} from './conditions.ts';
import { dateAt } from './dates.ts';
import { figureAt } from './figures/index.ts';
import {
  BETWEEN,
  DENIALS,
  EXCEPTIONS,
  isSmall,
  NOR,
  NOT_OWN,
  PHRASES,
  VERBS,
} from './grammar/tables.ts';
import { add, keep, type Parts, takeBack } from './parts.ts';
import { deniedRoleAt, endOfManaged, itemFrom, managedIn } from './people.ts';
import { deniedDateAt, deniedFigureAt } from './times.ts';
import { endOf, longest, type Match, type Sentence, skip, typedOf } from './words.ts';

/** Conditions, and what denies them: no negation is left out silently. */

/** A condition that a phrase stands for, itself or denied: `ready`, `not ready`. */
export function conditionAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const others = sentence.writer.email === undefined ? null : endOf(sentence, at, NOT_OWN);
  if (others !== null) {
    add(ownIn(sentence, at), true, at, parts);
    return others;
  }
  const isOwn = PHRASES.possessive.has(sentence.words[at]?.folded ?? '');
  if (isOwn && sentence.writer.email !== undefined && conditionIn(sentence, at) === null) {
    if (conditionIn(sentence, at + 1) === null) return null;
    add(ownIn(sentence, at), false, at, parts);
    return at + 1;
  }
  const direct = conditionIn(sentence, at);
  // “Other than apartments” does not ask for the category “other”, nor “close to Lyon” for the closed.
  const longer = Math.max(
    endOf(sentence, at, DENIALS) ?? at,
    endOf(sentence, at, PHRASES.about) ?? at,
  );
  if (direct === null || direct.end < longer || isOthers(sentence, at)) return null;
  // “Ready but not decided yet” is ready, unlike “ready or not decided”.
  const isReady =
    direct.meaning === AWAITING &&
    parts.verbs.some(({ key }) => key === 'ready-since') &&
    !PHRASES.or.has(sentence.words[at - 1]?.folded ?? '');
  if (isReady && UNDECIDED.test(fold(typedOf(sentence, at, direct.end)))) return direct.end;
  for (const each of direct.meaning.split(' ')) add(each, false, at, parts);
  // “Without approval or a guarantor”
  const isLack = PHRASES.lack.has(sentence.words[at]?.folded ?? '');
  const more = isLack ? restOfLacked(sentence, direct.end) : null;
  parts.conditions.push(...(more?.meaning ?? []));
  return more?.end ?? direct.end;
}

const AWAITING = 'decision:awaiting';
const UNDECIDED = /^(?:not|undecided|pas|non|mais (?:pas|toujours)|toujours pas)\b/u;

/** Whether “other” stands before what is asked for: `the other ready ones`, unlike `other properties`. */
function isOthers({ words }: Sentence, at: number): boolean {
  if (!PHRASES.others.has(words[at]?.folded ?? '') || words.length === 1) return false;
  const before = words[at - 1]?.folded;
  const next = words[at + 1]?.folded ?? '';
  return !PHRASES.categories.has(next) && (before === undefined || !PHRASES.categories.has(before));
}

/**
 * `not Lyon`, `n’ont pas été refusés`, `except Paris and those without a guarantor`: what must not
 * hold. What cannot be denied is ignored together with its negation.
 *
 * @throws {QueryError} for the name of one who took a file, which says what may stand there
 */
export function negationAt(
  sentence: Sentence,
  at: number,
  language: Language,
  parts: Parts,
): number | null {
  const asked = endOf(sentence, at, PHRASES.negativeQuestions);
  if (asked !== null) return asked;
  const but = butAt(sentence, at);
  const not = endOf(sentence, at, DENIALS) ?? but;
  const end = not ?? endOf(sentence, at, PHRASES.lack);
  if (end === null) return null;
  const shown = shownAt(sentence, at, end, parts);
  if (shown !== null) return shown;
  const isNone = endOf(sentence, at, PHRASES.none) === end;
  const measured =
    deniedFigureAt(sentence, end, parts) ??
    (not === null || isNone ? null : deniedDateAt(sentence, end, parts));
  if (measured !== null) return measured;
  const isPlain = endOf(sentence, at, PHRASES.not) === end;
  const item = itemAt(sentence, (isPlain ? afterProvided(sentence, end) : null) ?? end);
  // “Missing files without a guarantor” denies nothing.
  const denied = item?.kind === 'possessions' && not === null && !isNone ? null : item;
  if (denied?.kind === 'condition' && isNone && isAsked(sentence, denied, parts)) {
    add(denied.meaning[0], false, at, parts);
    return denied.end;
  }
  const isException = but === end || endOf(sentence, at, EXCEPTIONS) === end;
  const several =
    (denied?.kind === 'condition' ? endOfSeveral(sentence, end, denied, isNone) : null) ??
    (denied !== null && isException ? endOfManaged(sentence, denied, language) : null);
  if (several !== null) {
    parts.ignored.push(typedOf(sentence, at, several));
    return several;
  }
  const lacked = not === null && denied?.kind === 'word' ? lackedBefore(sentence, at, parts) : null;
  if (lacked !== null) return lacked;
  if (denied !== null) {
    // Of who took a file, only a mention is known.
    if (denied.kind === 'role') parseQuery(denied.meaning[0], language);
    const isDenied = !isException || !denied.isNot;
    deny(sentence, denied, { at, isDenied }, parts);
    const isOfAll =
      but === end || (isException && OF_ALL.test(typedOf(sentence, Math.max(0, at - 1), end)));
    return restOfList(sentence, denied, { isException, isOfAll, isDenied }, parts);
  }
  // “No”, and nothing that could be denied, may be a name.
  if (not === null || isNone) return null;
  const start = skip(sentence, end, BETWEEN);
  const verb = longest(sentence, start, (phrase) => VERBS.get(phrase));
  if (verb?.meaning === 'availability' && dateAt(sentence, verb.end, true) === null) {
    parts.conditions.push('available:no');
    return verb.end;
  }
  const place = verb?.end ?? start;
  // A number that nothing denies is not asked for either.
  const number = sentence.words[place]?.kind === 'number' ? place + 1 : null;
  const more =
    dateAt(sentence, place)?.end ?? figureAt(sentence, place)?.end ?? number ?? verb?.end ?? end;
  parts.ignored.push(typedOf(sentence, at, more));
  return more;
}

/** “Everyone but couples and students” leaves out whatever is listed, unlike “except closed and Paris”. */
const OF_ALL = /^(?:all|any|every|tous|tout(?:es)?(?! sans)|monde)/iu;

/** The place behind “but” of “all pending but Lyon”, unlike “ready but only Lyon”. */
function butAt(sentence: Sentence, at: number): number | null {
  const { words } = sentence;
  const isOfAll = words.slice(0, at).some(({ folded }) => OF_ALL.test(folded));
  if (words[at]?.folded !== 'but' || !isOfAll) return null;
  const next = skip(sentence, at + 1, PHRASES.determiners);
  const isItem =
    conditionIn(sentence, next) !== null ||
    isFree(sentence, next) ||
    deniedRoleAt(sentence, itemFrom(sentence, next)) !== null;
  return isItem ? at + 1 : null;
}

/** The place behind “missing” that speaks of the word before it: `payslips missing in Lyon`. */
function lackedBefore(sentence: Sentence, at: number, parts: Parts): number | null {
  const end = endOf(sentence, at, PHRASES.lackAfter);
  const before = parts.spans.at(-1);
  if (end === null || before?.of !== 'kept' || !takeBack(at, parts)) return null;
  parts.ignored.push(typedOf(sentence, before.at, end));
  return end;
}

/**
 * The place behind several conditions that are denied together, which no query says: `all but my
 * ready files`, `no flats over 1000`. `null` where one is denied.
 */
function endOfSeveral(
  sentence: Sentence,
  from: number,
  item: Item,
  isNone: boolean,
): number | null {
  const { words, writer } = sentence;
  const isOwn =
    writer.email !== undefined &&
    words.slice(from, item.at).some(({ folded }) => PHRASES.possessive.has(folded));
  if (isOwn && item.meaning[0]?.startsWith('manager:') === false) return item.end;
  const isOfMine = PHRASES.own.has(sentence.phrases[item.at]?.[item.end - item.at - 1] ?? '');
  const next = isOfMine ? conditionIn(sentence, item.end) : null;
  if (next !== null) return next.end;
  return isNone ? (figureAt(sentence, item.end)?.end ?? null) : null;
}

/**
 * `with or without a guarantor`, `pas seulement les prêts`: what does not matter. It is ignored as a
 * whole, so that it is neither asked for nor denied.
 */
export function eitherAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const end = endOf(sentence, at, PHRASES.either);
  if (end === null) return null;
  const item = nounAt(sentence, skip(sentence, end, PHRASES.small), 'has') ?? itemAt(sentence, end);
  if (item === null) return null;
  parts.ignored.push(typedOf(sentence, at, item.end));
  return item.end;
}

/** `ready or not`, `meublé ou non`: what does not matter, together with the condition before it. */
export function orNotAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const { words } = sentence;
  const end = PHRASES.or.has(words[at]?.folded ?? '') ? endOf(sentence, at + 1, PHRASES.not) : null;
  const next = end === null ? undefined : words[end];
  const before = parts.spans.at(-1);
  if (end === null || before === undefined) return null;
  // “Ready or not decided”, unlike “ready or not in Lyon” and “ready or not, Lyon”
  const isEnd = next === undefined || isSmall(next.folded) || words[end - 1]?.hasComma === true;
  if (!isEnd || possessionsIn(sentence, at + 1) !== null || !takeBack(at, parts)) return null;
  parts.ignored.push(typedOf(sentence, before.at, end));
  return end;
}

/** `don’t hide the closed`, `sans oublier les archivés`: what is shown with the rest. */
function shownAt(sentence: Sentence, at: number, not: number, parts: Parts): number | null {
  const isHide = endOf(sentence, at, PHRASES.hide) === not;
  const end = endOf(sentence, not, isHide ? PHRASES.not : PHRASES.hide);
  const item = end === null ? null : itemAt(sentence, end);
  if (item === null) return null;
  if (item.meaning[0] === 'archived:yes') parts.conditions.push('archived:yes,no');
  else parts.ignored.push(typedOf(sentence, at, item.end));
  return item.end;
}

/** “Approved but not signed off”, which are one: no file is both, and so what is denied is ignored. */
export function leaveContradictions(sentence: Sentence, parts: Parts): void {
  for (const [key, values] of parts.choices) {
    const asked = key.startsWith('-') ? parts.choices.get(key.slice(1)) : undefined;
    if (asked === undefined) continue;
    const text = `${key.slice(1)}:${asked.join()} ${key}:${values.join()}`;
    const [is, not] = queryOrNull(text)?.conditions ?? [];
    if (is?.kind !== 'choice' || not?.kind !== 'choice') continue;
    if (!new Set<string>(is.any).isSubsetOf(new Set<string>(not.any))) continue;
    parts.choices.delete(key);
    for (const span of parts.spans) {
      if (span.of === 'choices' && span.is === key)
        parts.ignored.push(typedOf(sentence, span.at, span.end));
    }
  }
}

/** Something that a negation denies. */
type Item = {
  /** Where it begins, behind the small words. */
  readonly at: number;
  readonly end: number;
  /** Whether a word such as “those” stands before it. */
  readonly hasDeterminer: boolean;
  /** Whether it is denied once more: `those that are not ready`. */
  readonly isNot: boolean;
} & (
  | { readonly kind: 'possessions'; readonly meaning: readonly string[] }
  | { readonly kind: 'condition'; readonly meaning: readonly [string] }
  | { readonly kind: 'role'; readonly meaning: readonly [string] }
  | { readonly kind: 'postcodes'; readonly meaning: readonly string[] }
  | { readonly kind: 'word'; readonly meaning: readonly [] }
);

/** What may be denied behind a place. */
function itemAt(sentence: Sentence, from: number): Item | null {
  const before = itemFrom(sentence, from);
  const hasDeterminer = sentence.words
    .slice(from, before)
    .some(({ folded }) => PHRASES.determiners.has(folded));
  // “With” may be a small word.
  for (let at = from; at <= before; at += 1) {
    const found = possessionsIn(sentence, at);
    if (found !== null) return { kind: 'possessions', at, hasDeterminer, isNot: false, ...found };
  }
  const not = conditionIn(sentence, before) === null ? endOf(sentence, before, PHRASES.not) : null;
  const start = not ?? from;
  const first = not === null ? before : skip(sentence, not, BETWEEN);
  const rolePlace = placeFrom(start, first, (place) => deniedRoleAt(sentence, place) !== null);
  const role = rolePlace === null ? null : deniedRoleAt(sentence, rolePlace);
  if (rolePlace !== null && role !== null) {
    const { meaning, end } = role;
    const isNot = not !== null;
    return { kind: 'role', at: rolePlace, end, hasDeterminer, isNot, meaning: [meaning] };
  }
  const managed = managedIn(sentence, first);
  if (managed !== null) {
    const { end } = managed;
    // “Except those Sophie doesn’t manage”
    const isDenied = managed.meaning.startsWith('-');
    const meaning = isDenied ? managed.meaning.slice(1) : managed.meaning;
    const isNot = (not !== null) !== isDenied;
    return { kind: 'role', at: first, end, hasDeterminer, isNot, meaning: [meaning] };
  }
  // “In review” begins with a small word, and “my files” has no other ones.
  const whole = placeFrom(from, before, (place) => {
    const end = conditionIn(sentence, place)?.end ?? 0;
    return end > before || (end === before && place < before);
  });
  const at = whole ?? first;
  const item = { at, hasDeterminer, isNot: not !== null };
  const condition = conditionIn(sentence, at);
  if (condition !== null) {
    // “Except Lyon and mine” is of those as well.
    if (PHRASES.own.has(sentence.phrases[at]?.[condition.end - at - 1] ?? ''))
      item.hasDeterminer = true;
    return { ...item, kind: 'condition', meaning: [condition.meaning], end: condition.end };
  }
  // “Neither guarantor nor insurance”
  const noun = nounAt(sentence, at, 'has');
  if (noun !== null && (!isFigure(noun.meaning) || isPaired(sentence, at, noun.end))) {
    return { ...item, kind: 'possessions', meaning: [`has:${noun.meaning}`], end: noun.end };
  }
  const postcodes = postcodesAt(sentence, at);
  if (postcodes !== null) return { ...item, kind: 'postcodes', ...postcodes };
  if (!isFree(sentence, at)) return null;
  return { ...item, kind: 'word', meaning: [], end: at + 1 };
}

/** Postcodes, or the districts of a city: `75011 et 75012`, `Lyon 3`. */
function postcodesAt({ words }: Sentence, at: number): Match<readonly string[]> | null {
  const found = postcodesIn(
    words.slice(at).map(({ folded }) => folded),
    isLink,
  );
  return found && { meaning: found.codes, end: at + found.length };
}

function isLink(word: string): boolean {
  return PHRASES.and.has(word) || PHRASES.or.has(word);
}

/** Whether one of several things that are all denied stands between two places: « ni garant ni note ». */
function isPaired(sentence: Sentence, at: number, end: number): boolean {
  const { words } = sentence;
  if (figureAt(sentence, at) !== null) return false;
  return [at - 1, end].some((place) => NOR.has(words[place]?.folded ?? ''));
}

/** The place of what was not sent: of “hasn’t sent payslips”, the payslips are missing. */
function afterProvided(sentence: Sentence, at: number): number | null {
  const verb = skip(sentence, at, BEFORE_PROVIDED);
  if (!PHRASES.provided.has(sentence.words[verb]?.folded ?? '')) return null;
  const what = skip(sentence, verb + 1, PHRASES.small);
  return isFree(sentence, what) ? what : null;
}

/** The first place from one to another, both included, that passes a test; `null` for none. */
function placeFrom(from: number, to: number, test: (place: number) => boolean): number | null {
  for (let place = from; place <= to; place += 1) if (test(place)) return place;
  return null;
}

interface Denial {
  /** Where the negation stands. */
  readonly at: number;
  /** `false` for an exception from a negation: `except those that are not ready`. */
  readonly isDenied: boolean;
}

function deny(sentence: Sentence, item: Item, { at, isDenied }: Denial, parts: Parts): void {
  if (item.kind === 'word') {
    keep(sentence, item.at, isDenied, parts);
  } else if (item.kind === 'condition') {
    const [meaning] = item.meaning;
    // “Except pre-applications not validated”: no query says either of two.
    if (meaning.includes(' ')) {
      parts.ignored.push(typedOf(sentence, at, item.end));
      return;
    }
    const opposite = OPPOSITES[meaning];
    if (isDenied) add(opposite ?? meaning, opposite === undefined, at, parts);
    else add(meaning, false, at, parts);
  } else if (item.kind === 'role') {
    parts.conditions.push((isDenied ? '-' : '') + item.meaning[0]);
  } else if (item.kind === 'postcodes') {
    parts.conditions.push((isDenied ? '-' : '') + item.meaning.join());
  } else {
    const opposites = oppositesOf(item.meaning);
    parts.conditions.push(...opposites);
    if (opposites.length === 0) parts.ignored.push(typedOf(sentence, at, item.end));
  }
}

/** The query for files for which a condition does not hold, where a value says so. */
const OPPOSITES: Readonly<Record<string, string>> = {
  'archived:yes': 'archived:no',
  'completion:100': 'completion:<100',
  'no:score': 'has:score',
  '-taken:nobody': 'taken:nobody',
};

/** Whether a condition is asked about, as in “no declined yesterday?”, rather than denied. */
function isAsked(
  sentence: Sentence,
  { meaning: [condition] }: Extract<Item, { kind: 'condition' }>,
  parts: Parts,
): boolean {
  const isLeading = parts.conditions.length + parts.choices.size + parts.kept.length === 0;
  if (!isLeading || !condition.startsWith('decision:')) return false;
  return sentence.words.some((_, place) => dateAt(sentence, place) !== null);
}

/**
 * The place behind the rest of a list of what is denied: `except Paris, Lyon and Nice`. “Not
 * archived and approved” denies the first, “not Paris and Lyon” both. Exceptions of several kinds
 * are a list with “or”, or where “the” or “those” introduces the next: “except Paris and those
 * without a guarantor”, unlike “except Lyon and ready”.
 */
function restOfList(
  sentence: Sentence,
  first: Item,
  {
    isException,
    isOfAll,
    isDenied,
  }: Omit<Denial, 'at'> & { readonly isException: boolean; readonly isOfAll: boolean },
  parts: Parts,
): number {
  const { words } = sentence;
  const isAll = isException || isName(first);
  for (let last = first; ;) {
    const link = words[last.end]?.folded ?? '';
    const isOr = PHRASES.or.has(link);
    const isLinked = isOr || (isAll && PHRASES.and.has(link));
    const isComma = isException && words[last.end - 1]?.hasComma === true;
    if (!isLinked && !isComma) return last.end;
    const next = itemAt(sentence, isLinked ? last.end + 1 : last.end);
    const isAlike =
      next?.kind === first.kind ||
      (next !== null && isName(next) && isName(first)) ||
      (isAll && isOr) ||
      // “Everyone except students, ready”: what a comma separates may be asked for again.
      (isOfAll && isLinked) ||
      (isException && next?.hasDeterminer);
    if (next === null || next.isNot || !isAlike) return last.end;
    deny(sentence, next, { at: next.at, isDenied }, parts);
    last = next;
  }
}

/** Whether an item is of free words. */
function isName({ kind }: Item): boolean {
  return kind === 'word' || kind === 'postcodes';
}
