import { fold } from '../../lib/text.ts';
import { isDecided } from '../lifecycle.ts';
import { parseQuery, queryOrNull } from '../query/parser.ts';
import type { Language } from '../query/vocabulary/types.ts';
import {
  conditionIn,
  isFree,
  isManaging,
  linkAt,
  namesAt,
  ownIn,
  PARTICIPLE,
  roleIn,
} from './conditions.ts';
import { comingDateAt, dateAt, ORDINAL, unaskedDateAt } from './dates.ts';
import { isUnit } from './figures/amounts.ts';
import {
  BETWEEN,
  DENIALS,
  FOLLOW_UP,
  PHRASES,
  TOOK,
  TOOK_ASKED,
  TOOK_BEHIND,
} from './grammar/tables.ts';
import { add, keep, type Parts } from './parts.ts';
import {
  endOf,
  longest,
  type Match,
  type Sentence,
  sentenceOf,
  skip,
  typedOf,
  wordsIn,
} from './words.ts';

/** Persons of whom a sentence speaks beside the applicants: who manages files, took or decided them. */

/**
 * `the files of Sophie and me`, `mine and Oliver’s`: those of either, as no file need have both
 * managers.
 */
export function ownersAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const { words, writer } = sentence;
  if (writer.email === undefined) return null;
  const own = longest(sentence, at, (phrase) => (PHRASES.own.has(phrase) ? phrase : undefined));
  if (own !== null) {
    const link = linkAt(sentence, own.end);
    const place = link === null ? null : skip(sentence, link, PHRASES.small);
    if (link === null || place === null || !isFree(sentence, place)) return null;
    const end = genitiveEnd(sentence, place);
    const isOf = words.slice(link, place).some(({ folded }) => PHRASES.of.has(folded));
    return end === null && !isOf ? null : addOwners(sentence, at, place, end ?? place + 1, parts);
  }
  if (!isFree(sentence, at)) return null;
  const genitive = genitiveEnd(sentence, at);
  const link = linkAt(sentence, genitive ?? at + 1);
  if (link === null) return null;
  if (PHRASES.writer.has(words[link]?.folded ?? ''))
    return addOwners(sentence, link, at, link + 1, parts);
  const last = endOf(sentence, link, PHRASES.own);
  return last === null || genitive === null ? null : addOwners(sentence, link, at, last, parts);
}

/** The place behind `Oliver’s`, whose ending is a word of its own. */
function genitiveEnd({ words }: Sentence, at: number): number | null {
  const ending = words[at + 1];
  return ending?.isAttached === true && ending.folded === GENITIVE ? at + 2 : null;
}

const GENITIVE = 's';

/** Adds the person who writes and another as managers; gives the place behind both. */
function addOwners(
  sentence: Sentence,
  own: number,
  other: number,
  end: number,
  parts: Parts,
): number {
  add(ownIn(sentence, own), false, own, parts);
  add(`manager:"${sentence.words[other]?.text ?? ''}"`, false, other, parts);
  return end;
}

/**
 * `managed by Sophie`, `taken by @Bob`: of those who took a file, only a person whom Slack has marked in
 * the text is known.
 *
 * @throws {QueryError} for the name of one who took a file, which says what may stand there
 */
export function roleAt(
  sentence: Sentence,
  at: number,
  language: Language,
  parts: Parts,
): number | null {
  const not = endOf(sentence, at, PHRASES.not);
  const role = roleIn(sentence, at, not ?? at, not !== null);
  if (role === null) return null;
  parseQuery(role.meaning, language);
  parts.conditions.push(not === null ? role.meaning : `-${role.meaning}`);
  return role.end;
}

/**
 * `Claire took`, `has Claire taken`, `Claire is watching`: who took or watches a file, which the text
 * has to mark.
 *
 * @throws {QueryError} for a name, which says what may stand there
 */
export function takerAt(sentence: Sentence, at: number, language: Language, parts: Parts) {
  const asked = endOf(sentence, at, TOOK_ASKED);
  const place = asked ?? at;
  const word = sentence.words[place];
  const isMarked = word?.kind === 'syntax' && word.text.startsWith('<@');
  if (word === undefined || !(isMarked || isFree(sentence, place))) return null;
  const watches = asked === null ? endOf(sentence, place + 1, PHRASES.watches) : null;
  const took = endOf(sentence, place + 1, asked === null ? TOOK : TOOK_BEHIND);
  // “How long did Dupont take”, “Dupont took the flat”
  const isOther = LENGTHS.has(sentence.words[at - 1]?.folded ?? '');
  const isTaken = took === sentence.words.length && !isOther;
  const end = watches ?? (isTaken ? took : null);
  if (end === null) return null;
  const condition = `${watches === null ? 'taken' : 'watched'}:${word.text}`;
  parseQuery(condition, language);
  parts.conditions.push(condition);
  return end;
}

/** `approved by Sophie`: who decided, which no file says, so that it is no condition on its manager. */
export function deciderAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const { words } = sentence;
  // “Approved in Lyon by Sophie”, unlike “approved, managed by Sophie”
  // “Approved so far by Dupont”
  const [last, left] = [parts.spans.at(-1), parts.left.at(-1)];
  const start = left?.end === at ? left.at : at;
  const isBehind = PHRASES.by.has(words[at]?.folded ?? '') && last?.end === start;
  if (!isBehind || !['decision', '-decision'].some((key) => isMade(key, parts))) return null;
  const first = skip(sentence, at + 1, PHRASES.small);
  // “Approved by the 20th”
  if (!isFree(sentence, first) || ORDINAL.test(sentence.words[first]?.text ?? '')) return null;
  const { end } = namesAt(sentence, first);
  parts.ignored.push(typedOf(sentence, at, end));
  return end;
}

/** Whether the values of a key are decisions that were made. */
function isMade(key: string, { choices }: Pick<Parts, 'choices'>): boolean {
  const [made] = queryOrNull(`decision:${choices.get(key)?.join() ?? ''}`)?.conditions ?? [];
  return made?.kind === 'choice' && made.any.every(isDecided);
}

/** Before “did” and “has”, where something else than files was taken. */
const LENGTHS: ReadonlySet<string> = new Set(['long', 'much', 'many']);

/** Whether an ignored text says who has decided: `by Sophie`, unlike `by Monday`. */
export function isDecider(text: string): boolean {
  const [first = '', ...more] = fold(text).split(' ');
  if (!PHRASES.by.has(first) || more.length === 0) return false;
  const sentence = sentenceOf(wordsIn(text, isUnit));
  return (
    comingDateAt(sentence, 0) === null &&
    dateAt(sentence, 0) === null &&
    unaskedDateAt(sentence, 0, false) === null
  );
}

/** `managed by Sophie`, behind what leaves it out: `all but those managed by Sophie`. */
export function deniedRoleAt(sentence: Sentence, at: number): Match<string> | null {
  return roleIn(sentence, at, at, true);
}

/** The place behind the small words before an item, of which “managed” of a person is one as well. */
export function itemFrom(sentence: Sentence, from: number): number {
  let at = skip(sentence, from, BEFORE_ITEM);
  while (
    isManaging(sentence, at) &&
    conditionIn(sentence, at) === null &&
    deniedRoleAt(sentence, at) === null
  )
    at = skip(sentence, at + 1, BEFORE_ITEM);
  return at;
}

const BEFORE_ITEM = BETWEEN.difference(DENIALS);

/** `Sophie manages`, « que gère Sophie », `Sophie doesn’t manage`. */
export function managerAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const start = behindTown(sentence, at);
  // “In Lyon Sophie manages”
  if (start === at && endOf(sentence, at - 1, FOLLOW_UP.place) === at) return null;
  const managed = managedIn(sentence, start);
  if (managed === null) return null;
  for (let place = at; place < start; place += 1) keep(sentence, place, false, parts);
  parts.conditions.push(managed.meaning);
  return managed.end;
}

/** The place behind a town before a name: that of `Sophie` in `Lyon Sophie manages`. */
function behindTown(sentence: Sentence, at: number): number {
  const { words, writer } = sentence;
  const { end } = namesAt(sentence, at);
  for (let behind = end - 1; behind > at; behind -= 1) {
    const named = words.slice(at, behind).map(({ text }) => text);
    if (writer.isPlace?.(named.join(' ')) === true) return behind;
  }
  return at;
}

/**
 * The condition on those who manage files, where a verb says so: `Sophie manages`, « gère Sophie »;
 * `null` for any other words.
 */
export function managedIn(sentence: Sentence, at: number): Match<string> | null {
  const { words } = sentence;
  if (!isFree(sentence, at)) return null;
  const isTitled = PHRASES.titles.has(words[at]?.folded ?? '') && isFree(sentence, at + 1);
  const { names, end } = namesAt(sentence, isTitled ? at + 1 : at);
  // “Which manager handles Dupont” names none.
  if (words.slice(at, end).some(({ folded }) => PHRASES.personNouns.has(folded))) return null;
  const meaning = `manager:${names.map((name) => `"${name}"`).join()}`;
  if (words[end - 1]?.hasComma !== true) {
    const denied = endOf(sentence, end, PHRASES.managesNot);
    if (denied !== null) return { meaning: `-${meaning}`, end: denied };
    const managed = managesEnd(sentence, end, at - 1);
    if (managed !== null) return { meaning, end: managed };
  }
  const { folded = '' } = words[at - 2] ?? {};
  const isAsked = PHRASES.managesAsked.has(folded) || PHRASES.files.has(folded);
  return isAsked && managesEnd(sentence, at - 1, at - 2) === at ? { meaning, end } : null;
}

/**
 * The place behind words that say that somebody manages files now: `manages`, « gère », unlike « géré ».
 *
 * @param asked where a word that asks for files may stand before them, as in « que suit Sophie »
 */
export function managesEnd(sentence: Sentence, at: number, asked = at - 1): number | null {
  const { text = '', folded = '' } = sentence.words[at] ?? {};
  if (PARTICIPLE.test(text)) return null;
  const isAsked = PHRASES.managesAsked.has(sentence.words[asked]?.folded ?? '');
  return isAsked && PHRASES.follows.has(folded) ? at + 1 : endOf(sentence, at, PHRASES.manages);
}

/**
 * `Dupont is it complete` of “is Dupont complete”, « Dupont est complet » and « le dossier de Dupont est-il
 * complet », as the card of their file is asked; any other text as it is.
 */
export function askedOfPerson(text: string): string {
  const [, named = '', is = ''] = IS_ASKED.exec(text) ?? EST_ASKED.exec(text) ?? [];
  const isCondition = is !== '' && conditionIn(sentenceOf(wordsIn(is, isUnit)), 0) !== null;
  return isCondition ? `${named} is it ${is}` : text;
}

const IS_ASKED =
  /^(?:is|was|has) (?:the (?:file|application) of )?([^\d:"?]{2,60}?) (?:been )?(\p{L}{3,20})\s?\??$/iu;
const EST_ASKED =
  /^(?:est-ce que )?(?:le dossier d(?:e |['’]))?([^\d:"?]{2,60}?) est(?:-(?:il|elle))? (\p{L}{3,20})\s?\??$/iu;

/** What an exception leaves out: files that are ready, or those of a word. */
interface Excepted {
  readonly kind: string;
  readonly at: number;
  readonly end: number;
  /** Whether a word such as “those” stands before it. */
  readonly hasDeterminer: boolean;
}

/**
 * The place behind who manages the files of an exception: `except ready managed by Sophie` leaves out
 * what is both, unlike `except ready, managed by Sophie`, and who managed them once is not known.
 * `null` for any other item.
 *
 * @throws {QueryError} for the name of one who took them
 */
export function endOfManaged(
  sentence: Sentence,
  { kind, at, end, hasDeterminer }: Excepted,
  language: Language,
): number | null {
  const isOfFiles = kind === 'condition' || (kind === 'word' && hasDeterminer);
  if (!isOfFiles || sentence.words[end - 1]?.hasComma === true) return null;
  const behind = kind === 'word' ? namesAt(sentence, at).end : end;
  if (kind === 'word' && endOf(sentence, behind, TOOK) !== null) {
    parseQuery(`taken:${sentence.words[at]?.text ?? ''}`, language);
  }
  const next = itemFrom(sentence, end);
  const managed = deniedRoleAt(sentence, next) ?? managedIn(sentence, next);
  const verb = skip(sentence, behind, BETWEEN);
  return managed?.end ?? (kind === 'word' && isManaging(sentence, verb) ? verb + 1 : null);
}

/** `born after 1990`: no query has dates of birth, and it is no date of the file. */
export function bornAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const born = endOf(sentence, at, PHRASES.born);
  const end = born === null ? null : dateAt(sentence, skip(sentence, born, PHRASES.small))?.end;
  const place = end ?? (born === null ? null : dateAt(sentence, born)?.end);
  if (place === null || place === undefined) return null;
  parts.ignored.push(typedOf(sentence, at, place));
  return place;
}
