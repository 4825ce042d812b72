import { QueryError } from '../query/errors.ts';
import {
  choiceKeyOf,
  isOfKind,
  keyNamed,
  partNamed,
  sortNamed,
} from '../query/vocabulary/index.ts';
import { comingDateAt, dateAt } from './dates.ts';
import { figureAt, peopleAt } from './figures/index.ts';
import { WORDS_MAX } from './grammar/index.ts';
import {
  BETWEEN,
  CONDITIONS,
  DENIALS,
  isSmall,
  MANAGING,
  NOT_OWN,
  NOUNS,
  PHRASES,
  QUESTIONS,
  ROLES,
  SORTS,
  VERBS,
} from './grammar/tables.ts';
import { add, type Parts } from './parts.ts';
import { endOf, longest, type Match, politeEnd, type Sentence, skip } from './words.ts';

/** Conditions that phrases stand for: values, who manages a file, what it has or lacks. */

const AWAITED = 'decision:awaiting';

/** The condition that a phrase stands for: `decision:ready`. */
export function conditionIn(sentence: Sentence, at: number): Match<string> | null {
  // “Decide by Monday”, unlike « décidé avant lundi »
  const [word, next] = sentence.words.slice(at, at + 2);
  const isToDecide = PHRASES.toDecide.has(word?.folded ?? '');
  // “Decide before Friday”, whose verb has no accent in French either
  const isOrder = word?.text.toLowerCase() === 'decide' && next?.folded === 'before';
  if (isToDecide && (isOrder || comingDateAt(sentence, at + 1) !== null)) {
    return { meaning: AWAITED, end: at + 1 };
  }
  return longest(sentence, at, (phrase) => {
    if (PHRASES.managed.has(phrase) && isManaging(sentence, at)) return undefined;
    const declared = CONDITIONS.get(phrase);
    if (declared !== undefined) {
      const isOfOne = declared === AWAITED && isOrderToDecide(sentence, at, phrase);
      return isOfOne ? undefined : declared;
    }
    if (PHRASES.own.has(phrase) && sentence.writer.email !== undefined) return ownIn(sentence, at);
    const key = choiceKeyOf(phrase);
    if (key !== undefined) return `${key}:${phrase.replaceAll(' ', '-')}`;
    return keyNamed(phrase.replace(/s$/, '')) === 'archived' ? 'archived:yes' : undefined;
  });
}

/**
 * Whether “to approve” is of one file that follows, as in “I need to approve the Dupont file”, unlike
 * “to approve in Lyon” and « à valider Lyon ».
 */
function isOrderToDecide(sentence: Sentence, at: number, phrase: string): boolean {
  const words = phrase.split(' ');
  if (words[0] === 'a' || words.length < 2 || QUESTIONS.get(words.at(-1) ?? '') !== 'decide')
    return false;
  const place = skip(sentence, at + words.length, PHRASES.determiners);
  const { text = '' } = sentence.words[place] ?? {};
  return isFree(sentence, place) && sentence.writer.isPlace?.(text) !== true;
}

/**
 * The condition on the files of the person who writes.
 *
 * @throws {QueryError} where their e-mail address is unknown
 */
export function ownIn({ words, writer: { email } }: Sentence, at: number): string {
  const { text = '', at: place = 0 } = words[at] ?? {};
  if (typeof email === 'string') return `manager:"${email}"`;
  throw new QueryError({ code: 'query_reader_unknown', text, word: text, at: place });
}

/** Whether a word is free, and in no phrase that begins before it: `many` of “how many” is none. */
function isNameAt(sentence: Sentence, at: number): boolean {
  if (!isFree(sentence, at)) return false;
  for (let from = Math.max(0, at - WORDS_MAX + 1); from < at; from += 1) {
    if (PHRASES.managed.has(sentence.words[from]?.folded ?? '')) continue;
    const ends = [
      conditionIn(sentence, from)?.end,
      figureAt(sentence, from)?.end,
      dateAt(sentence, from)?.end,
      longest(sentence, from, (phrase) => QUESTIONS.get(phrase))?.end,
    ];
    if (ends.some((end) => (end ?? 0) > at)) return false;
  }
  return true;
}

/**
 * Whether “managed” or « gère » says who manages files, as in “files Sophie managed”, rather than of
 * what kind the mandate is: `managed flats`, « biens gérés ».
 */
export function isManaging(sentence: Sentence, at: number): boolean {
  const { words } = sentence;
  const { folded = '', text = '', hasComma = false } = words[at] ?? {};
  if (!PHRASES.managed.has(folded)) return false;
  const next = hasComma ? '' : (words[at + 1]?.folded ?? '');
  if (PHRASES.by.has(next)) return true;
  if (folded === 'managed') return MANAGING.objects.has(next) || hasSubject(sentence, at, next);
  const isVerb = folded === 'gere' ? !PARTICIPLE.test(text) : GRAVE.test(text);
  // « Sophie a géré », unlike « à »
  const [have] = words
    .slice(0, at)
    .filter((word) => !MANAGING.adverbs.has(word.folded))
    .slice(-1);
  return isVerb || MANAGING.avoir.has(have?.text.toLowerCase() ?? '');
}

/** Whether somebody has managed something: `files Sophie managed`, unlike `is Dupont managed`. */
function hasSubject(sentence: Sentence, at: number, next: string): boolean {
  const { words } = sentence;
  let last = at;
  while (MANAGING.adverbs.has(words[last - 1]?.folded ?? '')) last -= 1;
  const before = wordBefore(sentence, last);
  if (MANAGING.subjects.has(before)) return !MANAGING.be.has(wordBefore(sentence, last - 1));
  const isOfNoun = MANAGING.nouns.has(next) || choiceKeyOf(next) === 'category';
  if (isOfNoun) return false;
  if (MANAGING.have.has(before)) return true;
  const first = nameBefore(sentence, last);
  const link = wordBefore(sentence, first);
  // “In Lyon managed”, and “Lyon managed” where only properties are called so
  const isPlace =
    first === last - 1 &&
    (MANAGING.places.has(link) ||
      sentence.writer.isPlace?.(sentence.words[first]?.text ?? '') === true);
  return first < last && !MANAGING.be.has(link) && !isPlace;
}

/** The word before a place, folded; empty for none and behind a comma. */
function wordBefore({ words }: Sentence, at: number): string {
  const { folded = '', hasComma = false } = words[at - 1] ?? {};
  return hasComma ? '' : folded;
}

/** Where the free words, or the person that Slack marks, before a place begin. */
function nameBefore(sentence: Sentence, at: number): number {
  let first = at;
  for (;;) {
    const word = sentence.words[first - 1];
    if (word === undefined || word.hasComma || PHRASES.managed.has(word.folded)) return first;
    if (!word.text.startsWith('<@') && !isNameAt(sentence, first - 1)) return first;
    first -= 1;
  }
}

/** “Managed” in French, as an adjective. */
export const PARTICIPLE = /(?:é|e\u0301)e?s?$/iu;
const GRAVE = /è|e\u0300/iu;
/** Whether no phrase begins at a place, so that its word may be one of a file. */
export function isFree(sentence: Sentence, at: number): boolean {
  const word = sentence.words[at];
  if (word?.kind !== 'word' || isSmall(word.folded)) return false;
  if (politeEnd(sentence, at) !== null || isManaging(sentence, at)) return false;
  if (
    [PHRASES.sort, PHRASES.fresh, DENIALS, PHRASES.lack, PHRASES.have].some(
      (set) => endOf(sentence, at, set) !== null,
    )
  )
    return false;
  const phrase = longest(
    sentence,
    at,
    (words) => VERBS.get(words) ?? SORTS.get(words) ?? sortNamed(words),
  );
  return (
    phrase === null &&
    conditionIn(sentence, at) === null &&
    dateAt(sentence, at) === null &&
    figureAt(sentence, at) === null
  );
}

/**
 * The condition on the person whom a role phrase names: `managed by Sophie`.
 *
 * @param at where the phrase begins, with the negation that may stand before it
 * @param from where it begins without that
 * @param isDenied whether files of these persons are left out: “managed by Sophie and me” is no phrase
 */
export function roleIn(
  sentence: Sentence,
  at: number,
  from: number,
  isDenied: boolean,
): Match<string> | null {
  const found = longest(sentence, from, (phrase) => ROLES.get(phrase));
  const word = found === null ? undefined : sentence.words[found.end];
  if (found === null || word === undefined) return null;
  // “Taken by nobody”
  const known = Math.max(
    conditionIn(sentence, at)?.end ?? 0,
    conditionIn(sentence, from)?.end ?? 0,
    endOf(sentence, at, NOT_OWN) ?? 0,
  );
  const isPerson =
    word.kind === 'syntax' ? word.text.startsWith('<@') : isFree(sentence, found.end);
  if (known > found.end || !isPerson) return null;
  const isName = found.meaning === 'manager';
  const { names, end } = isName
    ? namesAt(sentence, found.end)
    : { names: [word.text], end: found.end + 1 };
  const link = linkAt(sentence, end) ?? end;
  const isAlsoOwn = isName && PHRASES.writer.has(sentence.words[link]?.folded ?? '');
  // “Managed by Sophie and me”
  if (isAlsoOwn && !isDenied) return null;
  const values = isName ? names.map((name) => `"${name}"`) : names;
  const own = isAlsoOwn ? [ownIn(sentence, link).slice('manager:'.length)] : [];
  const meaning = `${found.meaning}:${[...values, ...own].join()}`;
  return { meaning, end: isAlsoOwn ? link + 1 : end };
}

/** The place behind “and” or “or”; `null` for another word. */
export function linkAt({ words }: Sentence, at: number): number | null {
  const link = words[at]?.folded ?? '';
  return PHRASES.and.has(link) || PHRASES.or.has(link) ? at + 1 : null;
}

/**
 * The names from a place on, and the place behind them: `Sophie Martin`, `Sophie and Oliver`, unlike
 * `Sophie lyon`.
 */
export function namesAt(
  sentence: Sentence,
  first: number,
): { names: readonly string[]; end: number } {
  const { words } = sentence;
  const names = [words[first]?.text ?? ''];
  let end = first + 1;
  for (;;) {
    const next = linkAt(sentence, end) ?? end;
    const isName = next > end || [end - 1, end].every((place) => isCapital(words[place]?.text));
    if (!isName || words[end - 1]?.hasComma === true || !isFree(sentence, next)) break;
    const { text = '' } = words[next] ?? {};
    if (next > end) names.push(text);
    else names.push(`${names.pop()} ${text}`);
    end = next + 1;
  }
  return { names, end };
}

function isCapital(word = ''): boolean {
  return /^\p{Lu}/u.test(word);
}

/** `without guarantor`, `garant manquant`, `with photo`, `waiting for a guarantor`. */
export function possessionAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const found = possessionsIn(sentence, at);
  if (found === null) return null;
  const isAwaited =
    endOf(sentence, at, PHRASES.awaited) !== null && notAwaitedAt(sentence, at) === null;
  if (isAwaited) add('decision:awaiting', false, at, parts);
  parts.conditions.push(...found.meaning);
  return found.end;
}

/** The conditions of what is had or lacked. */
export function possessionsIn(sentence: Sentence, at: number): Match<readonly string[]> | null {
  const undone = endOf(sentence, at, PHRASES.undone);
  if (undone !== null) {
    const verb = skip(sentence, undone, BEFORE_PROVIDED);
    const isVerb = PHRASES.provided.has(sentence.words[verb]?.folded ?? '');
    const what = skip(sentence, verb + 1, PHRASES.small);
    const noun = isVerb ? nounAt(sentence, what, 'no') : null;
    if (isVerb && PHRASES.documents.has(sentence.words[what]?.folded ?? '')) {
      return { meaning: ['completion:<100'], end: what + 1 };
    }
    // “Who hasn’t paid the rent” does not ask for properties without one.
    if (noun !== null && !isFigure(noun.meaning)) {
      return { meaning: [`no:${noun.meaning}`], end: noun.end };
    }
  }
  const notAwaited = notAwaitedAt(sentence, at);
  if (notAwaited !== null) return notAwaited;
  const lack = endOf(sentence, at, PHRASES.lack) ?? endOf(sentence, at, PHRASES.awaited);
  const have = endOf(sentence, at, PHRASES.have);
  const start = lack ?? have;
  if (start !== null) {
    const key = lack === null ? 'has' : 'no';
    const place = skip(sentence, start, BEFORE_NOUN);
    // “N’ayant pas de garant”
    if (lack === null && endOf(sentence, place, DENYING) !== null) return null;
    const noun = nounAt(sentence, place, key) ?? nounAt(sentence, start, key);
    // “with a score of at least 40” asks for more than a score, and “no rent over 900” for no less.
    const isOfFigure = lack === null || (noun !== null && isFigure(noun.meaning));
    // “With rent insurance” asks for no rent.
    const whole = longest(sentence, place, (phrase) => CONDITIONS.get(phrase));
    if (whole !== null && whole.end > (noun?.end ?? Infinity)) return null;
    if (noun === null || (isOfFigure && figureAt(sentence, place) !== null)) return null;
    // “With just one guarantor”
    if (lack === null && isCounted(sentence, start, place)) return null;
    return nounsFrom(sentence, noun, key);
  }
  const bare = nounAt(sentence, at, 'has');
  if (bare !== null && !isFigure(bare.meaning)) {
    const either = nounsFrom(sentence, bare, 'has');
    const [has = '', more] = either.meaning;
    const isLacked = endOf(sentence, either.end, PHRASES.lackAfter) !== null;
    // “A guarantor or insurance”
    if (has.includes(',') && more === undefined && !isLacked) return either;
    // “Guarantor but no insurance”
    const isBut = BUT.has(sentence.words[bare.end]?.folded ?? '');
    if (isBut && possessionsIn(sentence, bare.end + 1) !== null)
      return { meaning: [`has:${bare.meaning}`], end: bare.end + 1 };
  }
  for (let place = at + 1; place <= at + NOUN_WORDS_MAX; place += 1) {
    const after = endOf(sentence, place, PHRASES.lackAfter);
    const noun = after === null ? null : nounAt(sentence, at, 'no');
    if (after === null || noun?.end !== place) continue;
    return { meaning: [`no:${noun.meaning}`], end: after };
  }
  return null;
}

/** « N’attend pas de garant »: as “not waiting for a guarantor”, it has one. */
function notAwaitedAt(sentence: Sentence, at: number): Match<readonly string[]> | null {
  const awaited = endOf(sentence, at, PHRASES.awaited);
  const denied = awaited === null ? null : endOf(sentence, awaited, DENYING);
  const noun =
    denied === null ? null : nounAt(sentence, skip(sentence, denied, BEFORE_NOUN), 'has');
  return noun && { meaning: [`has:${noun.meaning}`], end: noun.end };
}

/** Whether a number of people begins between two places. */
function isCounted(sentence: Sentence, from: number, to: number): boolean {
  for (let at = from; at <= to; at += 1) if (peopleAt(sentence, at)?.meaning) return true;
  return false;
}

/**
 * The opposite of what is had or lacked. It is empty for two things that are both had, of which
 * either may be lacked.
 */
export function oppositesOf(possessions: readonly string[]): readonly string[] {
  const lacked = namesIn(possessions, 'no');
  if (lacked.length > 0) return [`has:${lacked.join(',')}`];
  return possessions.length === 1 ? namesIn(possessions, 'has').map((name) => `no:${name}`) : [];
}

function namesIn(possessions: readonly string[], key: 'has' | 'no'): readonly string[] {
  const start = `${key}:`;
  return possessions.flatMap((one) =>
    one.startsWith(start) ? one.slice(start.length).split(',') : [],
  );
}

/** What may stand before a verb such as “sent”. */
export const BEFORE_PROVIDED = BETWEEN.difference(PHRASES.provided);
const BEFORE_NOUN = PHRASES.small.difference(DENIALS);
const DENYING = DENIALS.union(PHRASES.lack);

/** What is had or lacked, and the rest of a list: “without a guarantor or insurance” lacks both. */
function nounsFrom(
  sentence: Sentence,
  first: Match<string>,
  key: 'has' | 'no',
): Match<readonly string[]> {
  const conditions: string[] = [];
  let [{ end }, value] = [first, first.meaning];
  for (;;) {
    const link = sentence.words[end]?.folded ?? '';
    const isOr = PHRASES.or.has(link);
    const place = isOr || PHRASES.and.has(link) ? skip(sentence, end + 1, PHRASES.small) : null;
    // “Without a guarantor and with a score over 60”
    const isCompared = place !== null && figureAt(sentence, place) !== null;
    const next = place === null || isCompared ? null : nounAt(sentence, place, key);
    if (next === null) {
      const more = key === 'no' ? restOfLacked(sentence, end) : null;
      if (more === null) break;
      return { meaning: [...conditions, `${key}:${value}`, ...more.meaning], end: more.end };
    }
    end = next.end;
    if (isOr && key === 'has') {
      value = `${value},${next.meaning}`;
    } else {
      conditions.push(`${key}:${value}`);
      value = next.meaning;
    }
  }
  return { meaning: [...conditions, `${key}:${value}`], end };
}

/** The rest of a list behind what is lacked: `or a guarantor` of “without approval or a guarantor”. */
export function restOfLacked(sentence: Sentence, at: number): Match<readonly string[]> | null {
  const link = linkAt(sentence, at);
  if (link === null) return null;
  const place = skip(sentence, link, BEFORE_NOUN);
  const noun = figureAt(sentence, place) === null ? nounAt(sentence, place, 'no') : null;
  if (noun !== null) return nounsFrom(sentence, noun, 'no');
  const found = longest(sentence, place, (phrase) =>
    ['without', 'sans'].map((lack) => CONDITIONS.get(`${lack} ${phrase}`)).find(Boolean),
  );
  return found && { meaning: [found.meaning], end: found.end };
}

const BUT: ReadonlySet<string> = new Set(['but', 'mais']);
/** Words of something that a file may lack: `date de naissance`. */
const NOUN_WORDS_MAX = 3;

/** Something that a file may have or lack. */
export function nounAt(sentence: Sentence, at: number, key: 'has' | 'no'): Match<string> | null {
  if (keyNamed(key) === undefined) return null;
  return longest(sentence, at, (phrase) => {
    const value = NOUNS.get(phrase) ?? phrase.replaceAll(' ', '-');
    // “Without scores”
    return [value, value.replace(/s$/u, '')].find((name) => partNamed(name) !== undefined);
  });
}

/** Whether what may be had is a number: a score, a rent. */
export function isFigure(name: string): boolean {
  const key = keyNamed(name);
  return key !== undefined && key !== 'sort' && isOfKind(key, 'number');
}
