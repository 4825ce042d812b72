import { fold } from '../../lib/text.ts';
import { type Length, LENGTHS, type Side } from '../query/periods.ts';
import type { Condition } from '../query/query.ts';
import type { FollowUpPhrases, Question } from './grammar/index.ts';
import { FOLLOW_UPS, FRESH, HAVE, LACK, NEWS, NOT, QUESTIONS, VERBS } from './grammar/tables.ts';
import { understandOrNull } from './understand.ts';
import { endOf, longest, type Sentence } from './words.ts';

/** Which texts are about the list before them, though no word such as “only” says so. */

/** Questions that a list answers. */
export const OF_LISTS: ReadonlySet<Question> = new Set(['who', 'count']);

/**
 * Whether a text is about the list before it: what it must not hold, its order, a bound, a question
 * about its files. Where no list stands before such a text, it is a request.
 *
 * @param start the place behind polite words
 */
export function refersToList(sentence: Sentence, start: number, text: string): boolean {
  return (
    isExclusion(sentence, start, text) ||
    isOrder(text) ||
    isAboutList(text) ||
    besideIn(sentence) !== null ||
    isBound(sentence, text) ||
    isPossession(sentence, start, text) ||
    isPlaceOnly(sentence, start, text) ||
    asksForPart(sentence, start, text)
  );
}

/** Whether a text is only a bound, of a key that it does not name: “over 15”. */
export function isBareBound(text: string): boolean {
  if (understandOrNull(text)?.isWhole === true) return false;
  const { isWhole = false, query } = understandOrNull(`score ${text}`) ?? {};
  const [one, more] = query?.conditions ?? [];
  if (!isWhole || one?.kind !== 'number' || more !== undefined) return false;
  return one.any.every(({ is }) => is !== '=');
}

/** `without the approved`, `pas les maisons`: what a list must not hold, and nothing else. */
function isExclusion(sentence: Sentence, start: number, text: string): boolean {
  if (OF_EVERYTHING.test(sentence.words[start]?.folded ?? '')) return false;
  if (endOf(sentence, start, NOT) === null && endOf(sentence, start, LACK) === null) return false;
  const { question = null, query } = understandOrNull(text) ?? {};
  const conditions = query?.conditions ?? [];
  return question === null && conditions.length > 0 && conditions.every(isDenied);
}

/** “Everything but pending” is of all files, not of those of the list. */
const OF_EVERYTHING = /^(?:any|every)(?:thing|one|body|where)$/u;

/** “Not complete” and “no guarantor” have conditions of their own, which nothing inverts. */
function isDenied(one: Condition): boolean {
  return (
    one.not ||
    one.kind === 'part' ||
    (one.kind === 'flag' && !one.any.includes(true)) ||
    (one.kind === 'number' && one.key === 'completion')
  );
}

function isOrder(text: string): boolean {
  const understood = understandOrNull(text);
  return (
    understood !== null &&
    understood.query.sort !== null &&
    understood.query.conditions.length === 0 &&
    !text.includes(':')
  );
}

/** `how many?`, `qui sont-ils ?`: a question about the files of the list, whichever they are. */
function isAboutList(text: string): boolean {
  const understood = understandOrNull(text);
  return (
    understood !== null &&
    understood.question !== null &&
    OF_LISTS.has(understood.question) &&
    understood.query.conditions.length === 0 &&
    understood.query.sort === null
  );
}

/**
 * `under 900`, `since monday`: figures and dates without a noun or a verb, which make a request of
 * their own, as “files under 900” and “received since monday” do.
 */
function isBound(sentence: Sentence, text: string): boolean {
  if (text.includes(':') || isRequest(sentence)) return false;
  if (OF_EVERYTHING.test(sentence.words[0]?.folded ?? '')) return false;
  const { question = null, query, isWhole = false } = understandOrNull(text) ?? {};
  const conditions = query?.conditions ?? [];
  if (conditions.length > 0 && isWhole) {
    const isOfMeasures = conditions.every((one) => isMeasure(one, text));
    return question === null && query?.sort === null && isOfMeasures;
  }
  return isBareBound(text);
}

/** “Not updated for 3 days” says what happened to files, and “incomplete” is no figure. */
function isMeasure(one: Condition, text: string): boolean {
  if (one.kind === 'number') return one.key !== 'completion' || /\d/u.test(text);
  return one.kind === 'date' || (one.kind === 'age' && one.key !== 'stale');
}

/** Whether a noun or a verb makes a sentence of its own. */
export function isRequest({ words, phrases }: Sentence): boolean {
  return (
    // « Montre-moi » is one word.
    words.some(({ folded }) => folded.split(' ').some((part) => REQUEST.has(part))) ||
    phrases.some((some) =>
      some.some((phrase) => VERBS.has(phrase) || FRESH.has(phrase) || NEWS.has(phrase)),
    )
  );
}

/** `with a guarantor`, « avec des photos »: what the files of a list must have. */
function isPossession(sentence: Sentence, start: number, text: string): boolean {
  if (endOf(sentence, start, HAVE) === null || isRequest(sentence)) return false;
  const { question = null, query } = understandOrNull(text) ?? {};
  const conditions = query?.conditions ?? [];
  return question === null && conditions.length > 0 && conditions.every(isPart);
}

/** `in Lyon`, « à Lyon », without a word for what is there. */
function isPlaceOnly(sentence: Sentence, start: number, text: string): boolean {
  if (!PLACE.has(sentence.words[start]?.folded ?? '') || isRequest(sentence)) return false;
  const { question = null, query } = understandOrNull(text) ?? {};
  const conditions = query?.conditions ?? [];
  const isOfWords = conditions.every(({ kind, not }) => kind === 'words' && !not);
  return question === null && query?.sort === null && conditions.length > 0 && isOfWords;
}

function isPart({ kind }: Condition): boolean {
  return kind === 'part' || kind === 'flag';
}

/**
 * `which ones are complete`, `are any ready`, `how many in Nantes`: a question about some files of
 * the list; “how many ready” and “how many files in Nantes” are of all.
 */
function asksForPart(sentence: Sentence, start: number, text: string): boolean {
  const understood = understandOrNull(text);
  if (understood === null || understood.query.conditions.length === 0) return false;
  const { question } = understood;
  if (question !== null && !OF_LISTS.has(question)) return false;
  if (endOf(sentence, start, WHICH) !== null) return !isRequest(sentence);
  const count = longest(sentence, start, (phrase) =>
    QUESTIONS.get(phrase) === 'count' ? phrase : undefined,
  );
  if (count === null || isRequest(sentence)) return false;
  const { conditions } = understood.query;
  const isOfSome =
    [PLACE, HAVE, LACK].some((set) => endOf(sentence, count.end, set) !== null) ||
    conditions.every((one) => isMeasure(one, text));
  return isOfSome && conditions.every(({ kind }) => kind !== 'choice');
}

/** A text without a word that asks for some of the list, which is no word of a name: `which ones`. */
export function withoutWhich(sentence: Sentence, start: number, text: string): string {
  const next = sentence.words[endOf(sentence, start, WHICH) ?? sentence.words.length];
  return next === undefined ? text : text.slice(next.at);
}

/** The period beside that of the list which a text names, and nothing else: `the week before`. */
export function besideIn(sentence: Sentence): Beside | null {
  const found = longest(sentence, 0, (phrase) => BESIDE.get(phrase));
  return found?.end === sentence.words.length ? found.meaning : null;
}

interface Beside {
  readonly length: Length;
  readonly side: Side;
}

const BESIDE: ReadonlyMap<string, Beside> = new Map(
  FOLLOW_UPS.flatMap(({ lengths, before, after }) =>
    LENGTHS.flatMap((length) =>
      lengths[length].flatMap((name) => [
        ...before.map((phrase) => besideNamed(phrase, name, { length, side: 'past' })),
        ...after.map((phrase) => besideNamed(phrase, name, { length, side: 'coming' })),
      ]),
    ),
  ),
);

function besideNamed(phrase: string, name: string, beside: Beside): readonly [string, Beside] {
  return [fold(phrase.replace('_', name)), beside];
}

const WHICH = setOf(({ which }) => which);
const REQUEST = setOf(({ request }) => request.split(' '));
/** Before a town. */
export const PLACE: ReadonlySet<string> = setOf(({ place }) => place);

function setOf(select: (phrases: FollowUpPhrases) => readonly string[]): ReadonlySet<string> {
  return new Set(FOLLOW_UPS.flatMap(select).map(fold));
}
