import { fold } from '../../../lib/text.ts';
import type { Language } from '../../query/vocabulary/types.ts';
import { english } from './en.ts';
import { french } from './fr.ts';
import {
  folded,
  type FollowUpPhrases,
  type Grammar,
  type Phrases,
  setsOf,
  WORDS_MAX,
} from './index.ts';

const GRAMMARS: Readonly<Record<Language, Grammar>> = { en: english, fr: french };
const ALL: readonly Grammar[] = Object.values(GRAMMARS);

/** Meanings by folded phrase, those of all languages. */
export type Table<Meaning extends string> = ReadonlyMap<string, Meaning>;

/** What people say, in either language. */
export const PHRASES = setsOf(ALL);
export const FOLLOW_UPS: readonly FollowUpPhrases[] = ALL.map(({ followUp }) => followUp);
export const FOLLOW_UP = setsOf(FOLLOW_UPS);
export const EXCEPTIONS: ReadonlySet<string> = PHRASES.except.union(PHRASES.hide);
/** Of these, a list may follow exceptions only. */
export const DENIALS: ReadonlySet<string> = PHRASES.not.union(EXCEPTIONS);
/** What may stand between a negation and what it denies. */
export const BETWEEN: ReadonlySet<string> = PHRASES.small.union(PHRASES.auxiliary);
export const NOUNS = tableOf(({ nouns }) => nouns);
/** Between two things that are both denied: `neither ready nor insured`. */
export const NOR: ReadonlySet<string> = PHRASES.or.intersection(PHRASES.not);
export const NEXT_PERIODS = tableOf(({ next }) => next);
export const QUARTERS = tableOf(({ quarters }) => quarters);
export const MONEY = setOf(({ money, charged, uncharged }) => [
  '€',
  ...money,
  ...charged,
  ...uncharged,
]);
export const CHARGED = setOf(({ charged, withCharges }) => [...charged, ...withCharges]);
export const PERCENT = setOf(({ percent }) => ['%', ...percent]);
export const ANSWERS = tableOf(({ answers }) => answers);
export const DECIDED = tableOf(({ decided }) => decided);
export const ARTICLES: readonly string[] = ALL.map(({ article }) => article);
export const COMPARE = tableOf(({ compare }) => compare);
export const COMPARE_AFTER = tableOf(({ compareAfter }) => compareAfter);
export const KEYS = tableOf(({ keys, budget, charged, uncharged, withCharges }) => ({
  ...keys,
  rent: [
    ...keys.rent,
    ...budget,
    ...['rent', 'loyer'].flatMap((rent) =>
      [...charged, ...uncharged, ...withCharges].map((charges) => `${rent} ${charges}`),
    ),
  ],
}));
export const DATES = tableOf(({ dates }) => dates);
export const PERIODS = tableOf(({ periods }) => periods);
export const VERBS = tableOf(({ verbs }) => verbs);
export const TOOK = setOf(({ took }) => took.alone);
/** Before and behind who is asked about: `has` Claire `taken`. */
export const TOOK_ASKED = setOf(({ took }) => took.asked);
export const TOOK_BEHIND = setOf(({ took }) => took.behind);
export const ROLES = tableOf(({ roles }) => roles);
/** “Not assigned to me” is of all roles of managers. */
export const NOT_OWN = setOf(({ notOwn, not, roles, writer }) => [
  ...notOwn,
  ...not.flatMap((word) => roles.manager.map((role) => `${word} ${role} ${writer}`)),
]);
export const MANAGING = setsOf(ALL.map(({ managing }) => managing));
export const DECADES = setsOf(ALL.map(({ decades }) => decades));
export const CONDITIONS = tableOf(({ conditions }) => conditions);
/** What stands behind a share: “80 % complete”. */
export const COMPLETE: ReadonlySet<string> = new Set(
  Array.from(CONDITIONS.entries())
    .filter(([, query]) => query === 'completion:100')
    .map(([phrase]) => phrase),
);
/** Each phrase for an order also with what may stand before and behind it. */
export const SORTS: Table<string> = new Map(
  ALL.flatMap(({ sorts, article, orderEnd }) =>
    Object.entries(sorts).flatMap(([sort, phrases]) =>
      phrases
        .flatMap((phrase) => (phrase.includes(' ') ? [phrase, `${article} ${phrase}`] : phrase))
        .flatMap((phrase) => [phrase, ...orderEnd.map((end) => `${phrase} ${end}`)])
        .map((phrase) => [folded(phrase), sort] as const),
    ),
  ),
);
export const QUESTIONS = tableOf(({ questions }) => questions);

/** The words between two ends, by the word before the first. */
export const RANGES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Map.groupBy(
    ALL.flatMap(({ ranges }) => ranges),
    ([first]) => first,
  )
    .entries()
    .map(([first, pairs]) => [first, new Set(pairs.map(([, between]) => between))]),
);

/** Number words by language would collide: one table, from one on. */
export const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...['a', 'an', 'une', 'single', 'seul', 'seule'].map((word) => [word, 1] as const),
  ...ALL.map(({ zero }) => [zero, 0] as const),
  ...ALL.flatMap(({ numbers }) => numbers.split(' ').map((word, at) => [word, at + 1] as const)),
]);

/** Those of tens, and of about so many: `trente`, `quinzaine`. */
export const TENS: ReadonlyMap<string, number> = new Map(
  ALL.flatMap(({ tens }) => tens.split(' ').map((word, at) => [word, 10 * at + 20] as const)),
);
export const DOZENS: ReadonlyMap<string, number> = new Map(
  ALL.flatMap(({ dozens }) =>
    Object.entries(dozens).flatMap(([is, words]) =>
      words.map((word) => [word, Number(is)] as const),
    ),
  ),
);

function setOf(select: (grammar: Grammar) => Phrases): ReadonlySet<string> {
  return new Set(ALL.flatMap(select).map(folded));
}

function tableOf<Meaning extends string>(
  select: (grammar: Grammar) => Readonly<Record<Meaning, Phrases>>,
): Table<Meaning> {
  return new Map(
    ALL.map(select).flatMap((table) =>
      keysOf(table).flatMap((meaning) =>
        table[meaning].map((phrase) => [folded(phrase), meaning] as const),
      ),
    ),
  );
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table).filter((key): key is Key => Object.hasOwn(table, key));
}

/** Whether each word is one that asks for nothing: `show me the`, unlike `pas`. */
export function isSmall(text: string): boolean {
  const words = fold(text);
  return (
    words !== '' && words.split(' ').every((word) => PHRASES.small.has(word) && !DENIALS.has(word))
  );
}

/** A text without its leading filler words; its last word where there are only those. */
export function stripLeadIn(text: string): string {
  const words = text.split(/\s+/u);
  const first = words.findIndex((word) => !isSmall(word));
  return words.slice(first).join(' ');
}

/** Whether a text begins with an exception: `sauf les miens`. */
export function isException(text: string): boolean {
  const words = fold(text).split(' ').slice(0, WORDS_MAX);
  return words.some((_, at) => EXCEPTIONS.has(words.slice(0, at + 1).join(' ')));
}

/** Whether a text ends a conversation, or says no more than yes or no: `ok thanks`, `non merci`. */
export function isClosing(text: string): boolean {
  const words = fold(text).split(' ');
  const isAll = words.every((word) => PHRASES.closing.has(word));
  const isWhole = PHRASES.closing.has(words.join(' '));
  return isAll || isWhole || (isPolite(text) && words.some((word) => PHRASES.closing.has(word)));
}

/** Whether a text is only polite: `ok thanks`, `merci beaucoup`, unlike `the`. */
export function isPolite(text: string): boolean {
  const words = fold(text).split(' ');
  // No phrase has more words; those of a whole message would take the cube of its length.
  const spans = (at: number) =>
    Array.from({ length: WORDS_MAX }, (_, index) => words.slice(at, at + index + 1).join(' '));
  let isAny = false;
  for (let at = 0; at < words.length;) {
    const phrase = spans(at).findLast((span) => PHRASES.polite.has(span));
    if (phrase === undefined && !PHRASES.small.has(words[at] ?? '')) return false;
    isAny ||= phrase !== undefined;
    at += phrase?.split(' ').length ?? 1;
  }
  return isAny;
}

/** Number of words of the longest phrase of a set at a place among words as typed; 0 for none. */
export function lengthOf(set: ReadonlySet<string>, words: readonly string[], at: number): number {
  for (let count = Math.min(WORDS_MAX, words.length - at); count > 0; count -= 1) {
    if (set.has(fold(words.slice(at, at + count).join(' ')))) return count;
  }
  return 0;
}
