import { isOfKind, keyNamed, partNamed } from '../query/vocabulary/index.ts';
import { figureAt, peopleAt } from './figures/index.ts';
import { BETWEEN, CONDITIONS, DENIALS, NOUNS, PHRASES } from './grammar/tables.ts';
import { add, type Parts } from './parts.ts';
import { endOf, longest, type Match, type Sentence, skip } from './words.ts';

/** What files have or lack. */

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
    if (next === null) break;
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
