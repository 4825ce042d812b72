import { fold } from '../../../lib/text.ts';
import type { Length } from '../../query/periods.ts';

/** Signs of comparisons that phrases stand for. */
export type Sign = '>' | '>=' | '<' | '<=';

/** What a text asks for, when it is not the list of the files found. */
export type Question =
  | 'who'
  | 'count'
  | 'missing'
  | 'contact'
  | 'manager'
  | 'decide'
  /** What the card of a file says of it: its score, its rent, how long it has waited. */
  | 'card'
  /** The files of one property, side by side. */
  | 'compare'
  /** How many in each state, how many of the decisions were approvals, and how long they take. */
  | 'figures'
  /** Who has how many, and this period against the one before. */
  | 'report';

/** Phrases without case, accents and punctuation, of at most `WORDS_MAX` words. */
export type Phrases = readonly string[];

/** Phrases of one text, separated by commas; `(who|which files) can (|we) decide` are four. */
export function phrases(text: string): Phrases {
  return text
    .split(',')
    .flatMap(alternatives)
    .map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '))
    .filter((phrase) => phrase !== '');
}

function alternatives(phrase: string): Phrases {
  const [group, choices] = /\(([^()]*)\)/.exec(phrase) ?? [];
  if (group === undefined || choices === undefined) return [phrase];
  return choices.split('|').flatMap((choice) => alternatives(phrase.replace(group, choice)));
}

/** The phrases of each field in all languages, folded. A field of one text is taken apart. */
export function setsOf<Words extends object>(
  languages: readonly Words[],
  partsOf: (text: string) => Phrases = (text) => text.split(' '),
): SetsOf<Words> {
  const sets: Record<string, ReadonlySet<string>> = {};
  for (const [name, field] of languages.flatMap((words) => Object.entries(words))) {
    const listed: unknown = typeof field === 'string' ? partsOf(field) : field;
    const known = sets[name] ?? new Set();
    if (Array.isArray(listed)) sets[name] = known.union(new Set(listed.map(String).map(folded)));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The fields of an interface are known.
  return sets as SetsOf<Words>;
}

type SetsOf<Words> = {
  readonly [
    Name in keyof Words as Words[Name] extends string | Phrases ? Name : never
  ]: ReadonlySet<string>;
};

/** Without case and accents; the signs of units stay. */
export function folded(phrase: string): string {
  return phrase === '€' || phrase === '%' ? phrase : fold(phrase);
}

/** Longest phrase, in words. */
export const WORDS_MAX = 8;

/**
 * What people say around the words of the query language, in one language: data only, of which
 * `tables.ts` makes lookups. All languages are understood at once.
 */
export interface Grammar {
  /** Words that ask for nothing: articles, prepositions, “files”. */
  readonly small: string;
  /** Those of them that may stand between a key, a comparison and its number. */
  readonly joints: string;
  /** Polite words, which answers name as ignored. */
  readonly polite: Phrases;
  /** Words that end a conversation, or answer where nothing was asked, and texts that do. */
  readonly closing: Phrases;
  /** Before the name of the one who is written to: `hi` Claire, all the ready ones. */
  readonly greetings: Phrases;
  /** Before the name of the one who writes: all in Lyon. `Thanks`, Hannah. */
  readonly regards: Phrases;
  /** Before a name: `Mr`, `Mme`. */
  readonly titles: string;
  /** Nouns and pronouns for people, which are no part of a name. */
  readonly personNouns: string;
  /** Number words from one on. */
  readonly numbers: string;
  /** Those of tens from twenty on, of hundreds and of thousands. */
  readonly tens: string;
  readonly hundred: string;
  readonly thousand: string;
  /** Nouns for about so many, as they stand before what is counted: `une quinzaine de`. */
  readonly dozens: Readonly<Record<string, Phrases>>;
  /** None, before what is counted, and one half, before “complete”. */
  readonly zero: string;
  readonly half: Phrases;
  /** Before a number that is not exact. */
  readonly about: Phrases;
  /** Behind such a number: `700 or so`. */
  readonly aboutAfter: Phrases;
  /** People of a file, behind their number: guarantors, and those that no query counts. */
  readonly guarantors: string;
  readonly uncounted: string;
  /** Parts of a city, behind their number. */
  readonly districts: string;
  /** Before a condition that must not hold. */
  readonly not: Phrases;
  /** Negations that only ask: `isn’t there any` ready one, `can’t find` Dupont. */
  readonly negativeQuestions: Phrases;
  /** The same, before a list of which nothing must hold: `except Paris and Lyon`. */
  readonly except: Phrases;
  /** Verbs for the same, which a negation turns round: `don’t hide the closed`. */
  readonly hide: Phrases;
  /** Before what does not matter: `with or without a guarantor`, `not only the ready ones`. */
  readonly either: Phrases;
  /** Before an exception that continues a list: `those` without a guarantor. */
  readonly determiners: string;
  /** Before what is asked about, where it leads a question: `aucun refusé hier ?`. */
  readonly none: Phrases;
  /** Before a condition that widens a list, and behind one: `archived too`. */
  readonly including: Phrases;
  readonly also: Phrases;
  /** Between what both must hold, and between what one of must. */
  readonly and: string;
  readonly or: string;
  /** Words between a negation and what it denies, beside small ones: `n’ont pas été refusés`. */
  readonly auxiliary: string;
  /** Before a verb that says how something is given, and what is given: `hasn’t sent insurance`. */
  readonly undone: Phrases;
  readonly provided: string;
  /** Whatever an incomplete file lacks, behind such a verb. */
  readonly documents: string;
  /** Before something that a file has, and that it lacks; `lackAfter` stands behind it. */
  readonly have: Phrases;
  readonly lack: Phrases;
  readonly lackAfter: Phrases;
  /** Other words for what a file may have or lack, by their query. */
  readonly nouns: Readonly<Record<string, Phrases>>;
  /** Before something that a file lacks and that it waits for: `waiting for a guarantor`. */
  readonly awaited: Phrases;
  /** Behind an age: 10 days `old`. */
  readonly ofAge: Phrases;
  /** Before a number. */
  readonly compare: Readonly<Record<Sign, Phrases>>;
  /** Before or after a number that must be met: `exactly 10 days`. */
  readonly exact: Phrases;
  /** After a number. */
  readonly compareAfter: Readonly<Record<Sign, Phrases>>;
  /** Before an age, not before a number: `since 3 days`. */
  readonly since: Phrases;
  /** Before and behind the age of one day: `two days ago`. */
  readonly agoBefore: Phrases;
  readonly ago: Phrases;
  /** The day before yesterday. */
  readonly twoDaysAgo: Phrases;
  /** Before an age that is the most: `in the last 3 days`. */
  readonly within: Phrases;
  /** Around two numbers or dates. */
  readonly ranges: readonly (readonly [string, string])[];
  /** Between two numbers that no word stands before: `rent 1000 to 1500`. */
  readonly to: Phrases;
  /** Units of twelve months, which queries do not have. */
  readonly years: Phrases;
  /** Units of rents, of shares and of nothing: `900 €`, `80 %`. */
  readonly money: Phrases;
  /** Behind a rent: with its charges, which no query adds, and without them, as queries count it. */
  readonly charged: Phrases;
  readonly uncharged: Phrases;
  /** Between a rent and its charges: `rent and charges`. */
  readonly withCharges: Phrases;
  readonly percent: Phrases;
  /** Around decades of scores and rents: `in the` low 80s `and` 90s; and before ages of people: `over` 25s. */
  readonly decades: Readonly<
    Record<'of' | 'before' | 'parts' | 'links' | 'ages', string | Phrases>
  >;
  /** Other words for keys that take numbers or ages. */
  readonly keys: Readonly<Record<'score' | 'completion' | 'rent' | 'age' | 'stale', Phrases>>;
  /** Before how long nothing has changed: `rien` depuis deux semaines. */
  readonly nothing: Phrases;
  /** Words for a rent, of which a number alone is the most. */
  readonly budget: Phrases;
  /** Of amounts that no file holds: incomes before a number, surfaces behind it. */
  readonly unheld: Phrases;
  readonly unheldUnits: Phrases;
  /** Behind a number that descriptions have, and no field: `2 rooms`. */
  readonly counted: Phrases;
  /** Asks when something will be, which no file says. */
  readonly future: Phrases;
  /** Who has looked at a file, or decided it, which no file says. */
  readonly unrecorded: Phrases;
  /** Asks who has decided, which no file says, by the condition on what was decided. */
  readonly decided: Readonly<Record<string, Phrases>>;
  /** Orders to change a file, and what stands before what it is to be: `mark MO-0149 as urgent`. */
  readonly change: string;
  readonly into: string;
  /** Orders that stand before a reference, and may be conditions elsewhere: `archive MO-0149`. */
  readonly order: string;
  /** Papers of an applicant, behind a word for what is had or lacked: no file names them. */
  readonly papers: Phrases;
  /** Answers that stand for decisions, behind a question of how many: `how many no` this week. */
  readonly answers: Readonly<Record<'decision:approved' | 'decision:declined', Phrases>>;
  /** Of files that wait for longer than they may, of which each digest has its own limit. */
  readonly late: Phrases;
  /** What no list gives, such as a figure for each town. */
  readonly unlisted: Phrases;
  /** Before a time of a day, and behind its number: `à 9 heures`. */
  readonly clock: Phrases;
  /** Of those words for “or”, the ones that compare what they stand between. */
  readonly versus: string | Phrases;
  /** Between what is compared behind `compare`, and behind a comparative: `busier` than. */
  readonly comparedWith: string;
  readonly than: string;
  /** Of which of two there is more. */
  readonly comparatives: Phrases;
  /** What somebody has at an hour of their own day. */
  readonly appointments: Phrases;
  readonly hours: string;
  /** Parts of a day, of which no query asks: it has whole days. */
  readonly partsOfDay: Phrases;
  /** Before a date: on or in, since, after, before, up to. */
  readonly dates: Readonly<Record<'=' | '>=' | '>' | '<' | '<=', Phrases>>;
  /** Before a date to come, which no file has but that from which its property is available. */
  readonly coming: Phrases;
  /** Beside a length of time that begins now: the `next` two weeks, « les deux `prochaines` semaines ». */
  readonly ahead: string;
  /** What stands before them: `within the` next two weeks. */
  readonly beforeAhead: string;
  /** Before a month or a longer period of which no query names the part: `mid` november. */
  readonly vague: Phrases;
  /** Before a period by whose end a property is available: `end of` december. */
  readonly ending: Phrases;
  /** Before a day of an unnamed month: `le 3`. */
  readonly dayArticle: string;
  /** Before a weekday that comes again, of which no query asks: `every` monday. */
  readonly each: Phrases;
  /** From yesterday on, as no query has the hours of a night. */
  readonly overnight: Phrases;
  /** Before the first day of a week. */
  readonly weekOf: Phrases;
  /** Before the number of a week. */
  readonly week: string;
  /** Days and periods that come next: of what is to come, as of what is available. */
  readonly next: Readonly<Record<'day' | 'week' | 'month', Phrases>>;
  /** The quarters of a year, by their number. */
  readonly quarters: Readonly<Record<'1' | '2' | '3' | '4', Phrases>>;
  /** Before a date of birth, which no query has. */
  readonly born: Phrases;
  /** Other phrases for dates, by their word in queries. */
  readonly periods: Readonly<Record<string, Phrases>>;
  /** Months that are also names: understood as dates after a word for a date only. */
  readonly names: string;
  /** Of dates that are over: `last Monday`. */
  readonly past: Phrases;
  /** Says which date is asked for. */
  readonly verbs: Readonly<Record<'created' | 'updated' | 'availability', Phrases>>;
  /** The files of the person who writes. */
  readonly own: Phrases;
  /** What the person who writes has, in a question of how many. */
  readonly held: Phrases;
  /** The same before what is asked of, in any other sentence: `do I have anything` ready. */
  readonly heldSome: Phrases;
  /** The person who writes, beside another: the files of Sophie and `me`. */
  readonly writer: string;
  /** Before a person: the files `of` Sophie, taken or approved `by` her. */
  readonly of: string;
  readonly by: string;
  /** Behind who took a file: `took`; and behind who may have, where `asked` stands before them. */
  readonly took: { readonly alone: Phrases; readonly asked: Phrases; readonly behind: Phrases };
  /** Behind who watches files: Sophie `is watching`. */
  readonly watches: Phrases;
  /** Before somebody who manages, has taken or watches files. */
  readonly roles: Readonly<Record<'manager' | 'taken' | 'watched', Phrases>>;
  /** Behind who manages files now: Sophie `manages`; and behind who does not. */
  readonly manages: Phrases;
  readonly managesNot: Phrases;
  /** The same of one word that says so only behind `managesAsked`: « que Sophie suit », unlike « la suite suit ». */
  readonly follows: string | Phrases;
  /** Words behind which, as behind `files`, who manages them follows that verb: « que gère Sophie ». */
  readonly managesAsked: Phrases;
  /** The same verb of the past or of a mandate, folded. */
  readonly managed: string;
  /** Around it, where it is a verb: `he` managed `them`; French “have” is compared as typed, which « à » is not. */
  readonly managing: Readonly<
    Record<
      'objects' | 'subjects' | 'have' | 'avoir' | 'be' | 'places' | 'adverbs' | 'nouns',
      string | Phrases
    >
  >;
  /** Words before one’s own files: `my ready ones`. */
  readonly possessive: string;
  /** Files that the person does not manage. */
  readonly notOwn: Phrases;
  /** Parts of a company, beside the town where they are; elsewhere some are categories: the Lyon `office`. */
  readonly branches: string;
  /** Before such a town: `our` Lyon office. */
  readonly branchArticles: string;
  /** A category by itself and beside a noun of `categories`; elsewhere it is ignored. */
  readonly others: string;
  /** Nouns beside the name of a category: `other properties`. */
  readonly categories: string;
  /** Says what can be done with files, whose date is that of the work: `can be approved today`. */
  readonly able: string;
  /** Verbs behind which a date to come is that of the work: `to decide before Friday`. */
  readonly toDecide: string;
  /** Other phrases for conditions, by their query. */
  readonly conditions: Readonly<Record<string, Phrases>>;
  /** Before a condition on the date of creation: `new this week`. */
  readonly fresh: Phrases;
  /** Asks for what has arrived, today unless a date follows: `what’s new`. */
  readonly news: Phrases;
  /** Before or after an order: `sort by`. */
  readonly sort: Phrases;
  /** Before a number of files: `top 5`. */
  readonly top: Phrases;
  /** Behind a status, unlike behind an order: open `files`, open `in` Lyon. */
  readonly behindStatus: string;
  /** Behind a number of files, and before one that ends a text: `give me 5`. */
  readonly files: string;
  readonly toWriter: string;
  /** Before a number of files, the newest: `last 5`. */
  readonly latest: Phrases;
  /** Before an order, where no number stands: `the` oldest, and the 3 oldest. */
  readonly article: string;
  /** Nouns that are orders behind `sort by` only: `date`. */
  readonly orderNouns: string;
  /** Behind an order: oldest `first`. */
  readonly orderEnd: Phrases;
  /** Behind an order, its direction: `sort by rent asc`. */
  readonly ascending: Phrases;
  readonly descending: Phrases;
  /** Other phrases for orders, by their word in queries. */
  readonly sorts: Readonly<Record<string, Phrases>>;
  readonly questions: Readonly<Record<Question, Phrases>>;
  readonly followUp: FollowUpPhrases;
}

/** What people say to change the list before them, which `follow-up.ts` reads. */
export interface FollowUpPhrases {
  /** Before or after what is asked, and of no meaning. */
  readonly fillers: Phrases;
  /** Before what is wanted instead, with a comma or a word such as “only”; several words need neither. */
  readonly correction: Phrases;
  /** The same, without a comma, and also behind what is corrected: `Lyon sorry Nice`. */
  readonly amend: Phrases;
  /** Before another figure in place of the only one: `make it 800`. */
  readonly set: Phrases;
  /** The files of the list: `how many of them are in Nice`. */
  readonly ofThem: Phrases;
  /** Asks for some files of the list: `which ones` are complete. */
  readonly which: Phrases;
  /** Nouns and verbs of a request of its own: `files` under 900, unlike “under 900”. */
  readonly request: string;
  /** Turns the order of the list round. */
  readonly turn: Phrases;
  /** Names of periods, with their articles where they need one. */
  readonly lengths: Readonly<Record<Length, Phrases>>;
  /** The period before or after that of the list, with `_` for its name: `the _ before`. */
  readonly before: Phrases;
  readonly after: Phrases;
  /** Verbs in whose place “que” does not mean “only”, in French: « que faire ». */
  readonly notOnly: string;
  /** Before a town, which a list of other things is narrowed to: `and in Lyon`. */
  readonly place: Phrases;
  /** The same before a person: `by Sophie`. */
  readonly person: Phrases;
  /** Before a condition that the files must have as well: `only Lyon`. */
  readonly narrow: Phrases;
  /** Before a condition in place of another: `what about Nantes`. */
  readonly other: Phrases;
  /** Before what the files must not have, as part of the condition: `except Lyon`. */
  readonly except: Phrases;
  /** Before a condition that widens the list: `also Marseille`. */
  readonly also: Phrases;
  /** Behind a condition instead of before it. */
  readonly narrowAfter: Phrases;
  readonly otherAfter: Phrases;
  readonly alsoAfter: Phrases;
  /** A whole text, but for small words. */
  readonly next: Phrases;
  readonly previous: Phrases;
  readonly first: Phrases;
  readonly last: Phrases;
  /** A whole text that asks to undo something, which no list does. */
  readonly undo: Phrases;
  /** The same list of the files as they are now. */
  readonly refresh: Phrases;
  /** Before the number of a page. */
  readonly page: Phrases;
  /** All files of the list. */
  readonly reset: Phrases;
  /** Those of all places: not only of the town that the list is of. */
  readonly everywhere: Phrases;
  /** Those of all managers: not only of the person, or of the manager that the list is of. */
  readonly everyone: Phrases;
  /** Before what does not count any more, beside a word for a condition: `remove the Lyon filter`. */
  readonly lift: Phrases;
  readonly filter: Phrases;
}
