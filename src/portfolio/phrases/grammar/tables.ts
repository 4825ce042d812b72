import { fold } from '../../../lib/text.ts';
import type { Language } from '../../query/vocabulary/types.ts';
import { english } from './en.ts';
import { french } from './fr.ts';
import { type FollowUpPhrases, type Grammar, type Phrases, WORDS_MAX } from './index.ts';

const GRAMMARS: Readonly<Record<Language, Grammar>> = { en: english, fr: french };
const ALL: readonly Grammar[] = Object.values(GRAMMARS);

/** Meanings by folded phrase, those of all languages. */
export type Table<Meaning extends string> = ReadonlyMap<string, Meaning>;

export const SMALL = setOf(({ small }) => small.split(' '));
export const JOINTS = setOf(({ joints }) => joints.split(' '));
export const POLITE = setOf(({ polite }) => polite);
const CLOSING = setOf(({ closing }) => closing.split(' '));
export const TITLES = setOf(({ titles }) => titles.split(' '));
export const HIDE = setOf(({ hide }) => hide);
export const EXCEPT: ReadonlySet<string> = setOf(({ except }) => except).union(HIDE);
export const EITHER = setOf(({ either }) => either);
export const DETERMINERS = setOf(({ determiners }) => determiners.split(' '));
export const NEGATIVE_QUESTIONS = setOf(({ negativeQuestions }) => negativeQuestions);
export const NONE = setOf(({ none }) => none);
export const INCLUDING = setOf(({ including }) => including);
export const ALSO = setOf(({ also }) => also);
export const AND = setOf(({ and }) => and.split(' '));
export const OR = setOf(({ or }) => or.split(' '));
/** Negations of which no list of exceptions follows. */
export const NOT_ALONE = setOf(({ not }) => not);
export const NOT: ReadonlySet<string> = NOT_ALONE.union(EXCEPT);
export const UNDONE = setOf(({ undone }) => undone);
export const DOCUMENTS = setOf(({ documents }) => documents.split(' '));
export const PROVIDED = setOf(({ provided }) => provided.split(' '));
/** What may stand between a negation and what it denies. */
export const BETWEEN: ReadonlySet<string> = SMALL.union(
  setOf(({ auxiliary }) => auxiliary.split(' ')),
);
export const HAVE = setOf(({ have }) => have);
export const LACK = setOf(({ lack }) => lack);
export const LACK_AFTER = setOf(({ lackAfter }) => lackAfter);
export const NOUNS = tableOf(({ nouns }) => nouns);
export const AWAITED = setOf(({ awaited }) => awaited);
export const OF_AGE = setOf(({ ofAge }) => ofAge);
/** Between two things that are both denied: `neither ready nor insured`. */
export const NOR: ReadonlySet<string> = OR.intersection(NOT_ALONE);
export const SINCE = setOf(({ since }) => since);
export const AGO_BEFORE = setOf(({ agoBefore }) => agoBefore);
export const AGO = setOf(({ ago }) => ago);
export const TWO_DAYS_AGO = setOf(({ twoDaysAgo }) => twoDaysAgo);
export const HALF = setOf(({ half }) => half);
export const ABOUT = setOf(({ about }) => about);
export const ABOUT_AFTER = setOf(({ aboutAfter }) => aboutAfter);
export const GUARANTORS = setOf(({ guarantors }) => guarantors.split(' '));
export const UNCOUNTED = setOf(({ uncounted }) => uncounted.split(' '));
export const DAY_ARTICLES = setOf(({ dayArticle }) => [dayArticle]);
export const VAGUE = setOf(({ vague }) => vague);
export const FUTURE = setOf(({ future }) => future);
export const COMING = setOf(({ coming }) => coming);
export const NEXT_PERIODS = tableOf(({ next }) => next);
export const EACH = setOf(({ each }) => each);
export const OVERNIGHT = setOf(({ overnight }) => overnight);
export const WEEK_OF = setOf(({ weekOf }) => weekOf);
export const WEEK = setOf(({ week }) => week.split(' '));
export const QUARTERS = tableOf(({ quarters }) => quarters);
export const BORN = setOf(({ born }) => born);
export const WITHIN = setOf(({ within }) => within);
export const YEARS = setOf(({ years }) => years);
export const MONEY = setOf(({ money, charged, uncharged }) => [
  '€',
  ...money,
  ...charged,
  ...uncharged,
]);
export const CHARGED = setOf(({ charged, withCharges }) => [...charged, ...withCharges]);
export const PERCENT = setOf(({ percent }) => ['%', ...percent]);
export const NOTHING = setOf(({ nothing }) => nothing);
export const BUDGET = setOf(({ budget }) => budget);
export const UNHELD = setOf(({ unheld }) => unheld);
export const UNHELD_UNITS = setOf(({ unheldUnits }) => unheldUnits);
export const COUNTED = setOf(({ counted }) => counted);
export const CLOCK = setOf(({ clock }) => clock);
export const HOURS = setOf(({ hours }) => hours.split(' '));
export const UNRECORDED = setOf(({ unrecorded }) => unrecorded);
export const DECIDED = tableOf(({ decided }) => decided);
export const CHANGE = setOf(({ change }) => change.split(' '));
export const ORDER = setOf(({ order }) => order.split(' '));
export const INTO = setOf(({ into }) => into.split(' '));
export const LATE = setOf(({ late }) => late);
export const UNLISTED = setOf(({ unlisted }) => unlisted);
export const NEWS = setOf(({ news }) => news);
export const TO = setOf(({ to }) => to);
export const PAST = setOf(({ past }) => past);
export const TOP = setOf(({ top }) => top);
export const FILES = setOf(({ files }) => files.split(' '));
export const TO_WRITER = setOf(({ toWriter }) => toWriter.split(' '));
export const LATEST = setOf(({ latest }) => latest);
export const ARTICLES: readonly string[] = ALL.map(({ article }) => article);
export const ORDER_NOUNS = setOf(({ orderNouns }) => orderNouns.split(' '));
export const ASCENDING = setOf(({ ascending }) => ascending);
export const DESCENDING = setOf(({ descending }) => descending);
export const FRESH = setOf(({ fresh }) => fresh);
export const SORT = setOf(({ sort }) => sort);
export const NAMES = setOf(({ names }) => names.split(' '));
export const COMPARE = tableOf(({ compare }) => compare);
export const EXACT = setOf(({ exact }) => exact);
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
export const HELD = setOf(({ held }) => held);
export const HELD_SOME = setOf(({ heldSome }) => heldSome);
export const OWN = setOf(({ own }) => own);
export const WRITER = setOf(({ writer }) => [writer]);
export const OF = setOf(({ of }) => of.split(' '));
export const BY = setOf(({ by }) => [by]);
export const TOOK = setOf(({ took }) => took.alone);
/** Before and behind who is asked about: `has` Claire `taken`. */
export const TOOK_ASKED = setOf(({ took }) => took.asked);
export const TOOK_BEHIND = setOf(({ took }) => took.behind);
export const ROLES = tableOf(({ roles }) => roles);
export const PAPERS = setOf(({ papers }) => papers);
export const POSSESSIVES = setOf(({ possessive }) => possessive.split(' '));
export const CATEGORIES = setOf(({ categories }) => categories.split(' '));
export const TO_DECIDE = setOf(({ toDecide }) => toDecide.split(' '));
export const OTHERS = setOf(({ others }) => others.split(' '));
/** “Not assigned to me” is of all roles of managers. */
export const NOT_OWN = setOf(({ notOwn, not, roles, writer }) => [
  ...notOwn,
  ...not.flatMap((word) => roles.manager.map((role) => `${word} ${role} ${writer}`)),
]);
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
export const FOLLOW_UPS: readonly FollowUpPhrases[] = ALL.map(({ followUp }) => followUp);
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
export const HUNDRED = setOf(({ hundred }) => hundred.split(' '));
export const THOUSAND = setOf(({ thousand }) => thousand.split(' '));

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

function folded(phrase: string): string {
  return phrase === '€' || phrase === '%' ? phrase : fold(phrase);
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table).filter((key): key is Key => Object.hasOwn(table, key));
}

/** Whether each word is one that asks for nothing: `show me the`, unlike `pas`. */
export function isSmall(text: string): boolean {
  const words = fold(text);
  return words !== '' && words.split(' ').every((word) => SMALL.has(word) && !NOT.has(word));
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
  return words.some((_, at) => EXCEPT.has(words.slice(0, at + 1).join(' ')));
}

/** Whether a text ends a conversation, or says no more than yes or no: `ok thanks`, `non merci`. */
export function isClosing(text: string): boolean {
  const words = fold(text).split(' ');
  const isAll = words.every((word) => CLOSING.has(word));
  return isAll || (isPolite(text) && words.some((word) => CLOSING.has(word)));
}

/** Whether a text is only polite: `ok thanks`, `merci beaucoup`, unlike `the`. */
export function isPolite(text: string): boolean {
  const words = fold(text).split(' ');
  // No phrase has more words; those of a whole message would take the cube of its length.
  const spans = (at: number) =>
    Array.from({ length: WORDS_MAX }, (_, index) => words.slice(at, at + index + 1).join(' '));
  let isAny = false;
  for (let at = 0; at < words.length;) {
    const phrase = spans(at).findLast((span) => POLITE.has(span));
    if (phrase === undefined && !SMALL.has(words[at] ?? '')) return false;
    isAny ||= phrase !== undefined;
    at += phrase?.split(' ').length ?? 1;
  }
  return isAny;
}
