import { QueryError } from '../query/errors.ts';
import { choiceKeyOf, keyNamed, sortNamed } from '../query/vocabulary/index.ts';
import { comingDateAt, dateAt } from './dates.ts';
import { figureAt } from './figures/index.ts';
import { WORDS_MAX } from './grammar/index.ts';
import {
  CONDITIONS,
  DENIALS,
  isSmall,
  PHRASES,
  QUESTIONS,
  SORTS,
  VERBS,
} from './grammar/tables.ts';
import { endOf, longest, type Match, politeEnd, type Sentence } from './words.ts';

/** Conditions that a phrase stands for, and words that none begins at. */

/** The condition that a phrase stands for: `decision:ready`. */
export function conditionIn(sentence: Sentence, at: number): Match<string> | null {
  // “Decide by Monday”, unlike « décidé avant lundi »
  const [word, next] = sentence.words.slice(at, at + 2);
  const isToDecide = PHRASES.toDecide.has(word?.folded ?? '');
  // “Decide before Friday”, whose verb has no accent in French either
  const isOrder = word?.text.toLowerCase() === 'decide' && next?.folded === 'before';
  if (isToDecide && (isOrder || comingDateAt(sentence, at + 1) !== null)) {
    return { meaning: 'decision:awaiting', end: at + 1 };
  }
  return longest(sentence, at, (phrase) => {
    if (MANAGED.has(phrase) && isManaging(sentence, at)) return undefined;
    const declared = CONDITIONS.get(phrase);
    if (declared !== undefined) return declared;
    if (PHRASES.own.has(phrase) && sentence.writer.email !== undefined) return ownIn(sentence, at);
    const key = choiceKeyOf(phrase);
    if (key !== undefined) return `${key}:${phrase.replaceAll(' ', '-')}`;
    return keyNamed(phrase.replace(/s$/, '')) === 'archived' ? 'archived:yes' : undefined;
  });
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
function isName(sentence: Sentence, at: number): boolean {
  if (!isFree(sentence, at)) return false;
  for (let from = Math.max(0, at - WORDS_MAX + 1); from < at; from += 1) {
    if (MANAGED.has(sentence.words[from]?.folded ?? '')) continue;
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

/** “Managed” of a mandate, or of who manages: folded, as the verb « gère » is too. */
const MANAGED: ReadonlySet<string> = new Set(['managed', 'gere', 'geree', 'geres', 'gerees']);

/**
 * Whether “managed” or « gère » says who manages files, as in “files Sophie managed”, rather than of
 * what kind the mandate is: `managed flats`, « biens gérés ».
 */
export function isManaging(sentence: Sentence, at: number): boolean {
  const { words } = sentence;
  const { folded = '', text = '', hasComma = false } = words[at] ?? {};
  if (!MANAGED.has(folded)) return false;
  const next = hasComma ? '' : (words[at + 1]?.folded ?? '');
  if (PHRASES.by.has(next)) return true;
  if (folded === 'managed') return MANAGES.has(next) || hasSubject(sentence, at, next);
  const isVerb = folded === 'gere' ? !PARTICIPLE.test(text) : GRAVE.test(text);
  // « Sophie a géré », unlike « à »
  const [have] = words
    .slice(0, at)
    .filter((word) => !ADVERBS.has(word.folded))
    .slice(-1);
  return isVerb || AVOIR.has(have?.text.toLowerCase() ?? '');
}

/** Whether somebody has managed something: `files Sophie managed`, unlike `is Dupont managed`. */
function hasSubject(sentence: Sentence, at: number, next: string): boolean {
  const { words } = sentence;
  let last = at;
  while (ADVERBS.has(words[last - 1]?.folded ?? '')) last -= 1;
  const before = wordBefore(sentence, last);
  if (SUBJECTS.has(before)) return !BE.has(wordBefore(sentence, last - 1));
  const isOfNoun = NOUNS.has(next) || choiceKeyOf(next) === 'category';
  if (isOfNoun) return false;
  if (HAVE.has(before)) return true;
  const first = nameBefore(sentence, last);
  const link = wordBefore(sentence, first);
  // “In Lyon managed”
  const isPlace = first === last - 1 && PLACES.has(link);
  return first < last && !BE.has(link) && !isPlace;
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
    if (word === undefined || word.hasComma || MANAGED.has(word.folded)) return first;
    if (!word.text.startsWith('<@') && !isName(sentence, first - 1)) return first;
    first -= 1;
  }
}

const PARTICIPLE = /(?:é|e\u0301)e?s?$/iu;
const GRAVE = /è|e\u0300/iu;
/** Behind the verb “managed”. */
const MANAGES: ReadonlySet<string> = wordsOf('to it them him her us the his their our my');
const SUBJECTS: ReadonlySet<string> = wordsOf(
  'i we you he she they it who that nobody somebody someone anybody anyone everybody everyone',
);
const HAVE: ReadonlySet<string> = wordsOf('has have had ve');
/** The same in French, as typed. */
const AVOIR: ReadonlySet<string> = wordsOf(
  'ai as a avons avez ont avais avait avions aviez avaient',
);
const BE: ReadonlySet<string> = wordsOf('is are was were be s');
const PLACES: ReadonlySet<string> = wordsOf('in at of for from near around on with');
const ADVERBS: ReadonlySet<string> = wordsOf(
  'not also ever never already just once still pas deja jamais bien toujours encore',
);
const NOUNS: ReadonlySet<string> = wordsOf(
  'file files one ones property properties rental rentals application applications case cases dossier dossiers mandate mandates',
);

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

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
