import { formatQuery } from '../query/describe.ts';
import { QueryError } from '../query/errors.ts';
import type { QueryKey } from '../query/keys/index.ts';
import { parseQuery, queryOrNull } from '../query/parser.ts';
import type { Query, Sort } from '../query/query.ts';
import { isOfKeys } from '../query/tokenizer.ts';
import { type ServedValues, withIsoDates } from '../query/values.ts';
import { keyNamed, sortNamed } from '../query/vocabulary/index.ts';
import type { Language } from '../query/vocabulary/types.ts';
import { dateAt } from './dates.ts';
import { isUnit } from './figures/amounts.ts';
import { figureAt, peopleAt } from './figures/index.ts';
import type { Question } from './grammar.ts';
import {
  alsoAt,
  conditionAt,
  conditionIn,
  eitherAt,
  negationAt,
  orNotAt,
  possessionAt,
  possessionsIn,
} from './negation.ts';
import {
  countsOf,
  listedIn,
  joinAlternatives,
  keep,
  leaveConflicts,
  leaveDayOfWork,
  note,
  type Parts,
  restOf,
  textsOf,
} from './parts.ts';
import {
  isSmall,
  AND,
  ARTICLES,
  CHANGE,
  CONDITIONS,
  COUNTED,
  INTO,
  LATEST,
  NUMBERS,
  POLITE,
  QUESTIONS,
  SMALL,
  SORT,
  SORTS,
  TITLES,
  TOP,
} from './tables.ts';
import { bornAt, newsAt, timeAt, verbAt } from './times.ts';
import {
  clockAt,
  countedAt,
  futureAt,
  peopleCountedAt,
  unknownAmountAt,
  unlistedAt,
  unrecordedAt,
  untouchedAt,
} from './unheld.ts';
import {
  endOf,
  longest,
  type Match,
  type Sentence,
  sentenceOf,
  skip,
  typedOf,
  type Writer,
  wordsIn,
} from './words.ts';

/** A text as people type it, understood. */
export interface Understood {
  /** What it asks for; `null` for the list of the files found. */
  readonly question: Question | null;
  /** Conditions of phrases first, then those with a key, and free words. */
  readonly query: Query;
  /** Whether every word was understood, so that none can be a name. */
  readonly isWhole: boolean;
  /** Whether some phrase is a condition or an order. */
  readonly hasPhrases: boolean;
  /** The text without what was understood: free words and terms with a key. */
  readonly rest: string;
  /** Words without a meaning, as typed, which answers name. */
  readonly ignored: readonly string[];
  /** Free words that a phrase excludes, as typed: `payslips` of “missing payslips”. */
  readonly excluded: readonly string[];
  /** Free words between which “and” or a comma stands, as typed: `Nice and Paris`. */
  readonly listed: readonly (readonly string[])[];
}

/** What a text without phrases has of none. */
const OF_KEYS = {
  question: null,
  hasPhrases: false,
  ignored: [],
  excluded: [],
  listed: [],
} as const;

/** Longer texts are refused as queries, so that none takes long. */
const LENGTH_MAX = 500;

/** What is known where a text is typed. */
export interface TypedBy extends Partial<Writer> {
  /** Values that the specification does not name and that some file has. */
  readonly served?: ServedValues;
}

/**
 * Understands a text of plain words, of `key:value` conditions, or of both, in either language or
 * in both at once. Words without a meaning in the grammar are free words, as they may be names.
 *
 * @param language the person's: errors are in it
 * @throws {QueryError} for a text that is too long, for a wrong `key:value` condition, and for “mine”
 *   of a person whose e-mail address is unknown
 */
export function understand(
  typedText: string,
  language: Language = 'en',
  { served, dateOrder = null, email }: TypedBy = {},
): Understood {
  const text = withIsoDates(typedText, dateOrder);
  if (text.length > LENGTH_MAX) {
    const query = parseQuery(text, language, served);
    return { ...OF_KEYS, query, isWhole: false, rest: text };
  }
  if (isOfKeys(text)) {
    const query = parseQuery(text, language, served);
    assertFormats(query, language);
    const bare = text.trim().replaceAll(/\s+/g, ' ');
    return { ...OF_KEYS, query, isWhole: true, rest: bare };
  }
  const order = dateOrder ?? (language === 'fr' ? 'day-first' : null);
  const sentence = sentenceOf(wordsIn(text, isUnit), { dateOrder: order, email });
  const parts = partsOf(sentence, language);
  // “What is missing”, of no file by name, asks for the incomplete ones.
  const isOfAll = parts.question === 'missing' && parts.kept.length === 0;
  if (isOfAll) parts.conditions.push('completion:<100');
  const isOfOne = parts.question !== null && NOT_LISTED.has(parts.question);
  // “How long has Dupont been waiting” is of one file, “photos of the approved ones” of many.
  const isOfMany = textsOf(parts).some((each) => each !== 'decision:awaiting');
  if (isOfOne && (parts.kept.length === 0 || (isOfMany && parts.question !== 'manager'))) {
    // “Who manages the ready files”, “call the ready ones”: a list names neither.
    parts.question = null;
    parts.ignored.push(parts.asked);
  }
  const rest = restOf(parts);
  const typed = parsedIn(rest, text, language, served);
  const phrases = queryOrNull(textsOf(parts).join(' ')) ?? { conditions: [], sort: null };
  const conditions = [...phrases.conditions, ...typed.conditions];
  const query = { conditions, sort: typed.sort ?? parts.sort };
  assertFormats(query, language);
  return {
    question: parts.question,
    query,
    isWhole: typed.conditions.every(({ kind }) => kind !== 'words'),
    hasPhrases: phrases.conditions.length > 0 || parts.sort !== null,
    rest: rest.trim().replaceAll(/\s+/g, ' '),
    ignored: parts.ignored,
    excluded: parts.kept.filter(({ isNot }) => isNot).map(({ from, to }) => text.slice(from, to)),
    listed: listedIn(sentence, parts),
  };
}

/** @throws {QueryError} for a query that no button and no saved view could hold */
function assertFormats(query: Query, language: Language): void {
  parseQuery(formatQuery(query, language), language);
}

/**
 * The same for texts whose errors do not matter: `null` instead of an error. Without a language, it
 * says of what kind a text is: which day a date is, and which files are “mine”, depends on the person.
 */
export function understandOrNull(
  text: string,
  language?: Language,
  by: TypedBy = language === undefined ? SOMEBODY : {},
): Understood | null {
  try {
    return understand(text, language, by);
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** A writer, for what kind of text it is. */
const SOMEBODY: TypedBy = { dateOrder: 'day-first', email: 'somebody@example.com' };

function partsOf(sentence: Sentence, language: Language): Parts {
  const parts: Parts = {
    spans: [],
    conditions: [],
    choices: new Map(),
    dates: [],
    ages: [],
    verbs: [],
    kept: [],
    ignored: [],
    question: null,
    asked: '',
    sort: null,
  };
  const { words } = sentence;
  for (let at = 0; at < words.length;) {
    const before = countsOf(parts);
    const end = phraseAt(sentence, at, language, parts);
    if (end === null) keep(sentence, at, false, parts);
    note(at, end ?? at + 1, before, parts);
    at = end ?? at + 1;
  }
  leaveDayOfWork(sentence, parts);
  joinAlternatives(sentence, parts);
  leaveConflicts(sentence, parts);
  return parts;
}

/** Reads the phrase at a place into the parts; gives the place behind it, or `null` for none. */
function phraseAt(sentence: Sentence, at: number, language: Language, parts: Parts): number | null {
  const word = sentence.words[at];
  if (word === undefined || word.kind === 'syntax') return null;
  return (
    eitherAt(sentence, at, parts) ??
    orNotAt(sentence, at, parts) ??
    unrecordedAt(sentence, at, parts) ??
    unlistedAt(sentence, at, parts) ??
    futureAt(sentence, at, parts) ??
    clockAt(sentence, at, parts) ??
    bornAt(sentence, at, parts) ??
    askAt(sentence, at, parts) ??
    newsAt(sentence, at, parts) ??
    unknownAmountAt(sentence, at, parts) ??
    countedAt(sentence, at, parts) ??
    peopleCountedAt(sentence, at, parts) ??
    untouchedAt(sentence, at, parts) ??
    measureAt(sentence, at, parts) ??
    countAt(sentence, at, parts) ??
    orderAt(sentence, at, language, parts) ??
    possessionAt(sentence, at, parts) ??
    timeAt(sentence, at, parts) ??
    alsoAt(sentence, at, parts) ??
    conditionAt(sentence, at, parts) ??
    verbAt(sentence, at, parts) ??
    negationAt(sentence, at, parts) ??
    nothingAt(sentence, at, parts)
  );
}

/** `how many`, `what is missing for`: the first question counts. `who` begins a sentence. */
function askAt(sentence: Sentence, at: number, parts: Parts): number | null {
  if (at === 0 && isChangeOrder(sentence)) {
    parts.question = 'decide';
    return 1;
  }
  const most = longest(sentence, at, (phrase) => QUESTIONS.get(phrase));
  if (most === null) return null;
  // “Who has the most complete file”: in what order, not how many
  const isOrder = longest(sentence, most.end - 1, (phrase) => SORTS.get(phrase)) !== null;
  const found =
    isOrder && most.meaning === 'report'
      ? longest(sentence, at, (phrase) =>
          phrase.endsWith('most') ? undefined : QUESTIONS.get(phrase),
        )
      : most;
  if (found === null) return null;
  // “How many files per status”
  const { question } = parts;
  if (question !== null && (question !== 'count' || !OF_ALL.has(found.meaning))) return null;
  const isLeading = parts.kept.length === 0 && parts.conditions.length + parts.choices.size === 0;
  if (LEADING.has(found.meaning) && !isLeading) return null;
  // “Who has a guarantor”: what is had is a part of the question.
  const isWho = found.meaning === 'who';
  const had = isWho ? (possessionsIn(sentence, at) ?? possessionsIn(sentence, at + 1)) : null;
  if (had !== null) {
    parts.question = 'who';
    parts.asked = typedOf(sentence, at, at + 1);
    parts.conditions.push(...had.meaning);
    return had.end;
  }
  // “Rent of at most 900”
  const isFigure =
    figureAt(sentence, at) !== null || COUNT.test(sentence.words[found.end]?.text ?? '');
  if (found.meaning === 'card' && isFigure) return null;
  const condition = longest(sentence, at, (phrase) => CONDITIONS.get(phrase));
  if (condition !== null && condition.end >= found.end && found.meaning === 'missing') return null;
  // “Accepté à Lyon” is no order, as “accepte” is.
  const isMore = found.meaning === 'decide' && found.end < sentence.words.length;
  if (isMore && PARTICIPLE.test(typedOf(sentence, at, found.end))) return null;
  // “Refusé hier” tells what was decided.
  const isPast = found.meaning === 'decide' && conditionIn(sentence, at) !== null;
  if (isPast && sentence.words.some((_, place) => dateAt(sentence, place) !== null)) {
    return null;
  }
  parts.question = found.meaning;
  parts.asked = typedOf(sentence, at, found.end);
  return found.end;
}

/** `mark MO-0149 as urgent`: a reference, or a name, stands between the verb and what is to be. */
function isChangeOrder(sentence: Sentence): boolean {
  const { words } = sentence;
  // “Changé depuis lundi à Lyon” asks for what has changed.
  if (PARTICIPLE.test(words[0]?.text ?? '') || dateAt(sentence, 1) !== null) return false;
  const into = words.findIndex(({ folded }, at) => at > 1 && INTO.has(folded));
  const named = words.slice(1, into).some(({ folded }) => !isSmall(folded));
  return CHANGE.has(words[0]?.folded ?? '') && into > 0 && into < words.length - 1 && named;
}

/** A French participle, with its accent. */
const PARTICIPLE = /(?:é|e\u0301)e?s?$/iu;

/** Questions that charts and reports answer. */
const OF_ALL: ReadonlySet<Question> = new Set(['figures', 'report']);

/** Questions that begin a sentence. */
const LEADING: ReadonlySet<Question> = new Set(['who', 'manager', 'decide', 'card', 'compare']);

/** Questions that a list does not answer. */
const NOT_LISTED: ReadonlySet<Question> = new Set(['manager', 'contact', 'card', 'compare']);

function measureAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const found = figureAt(sentence, at, comparedBefore(sentence, at, parts));
  if (found === null) return null;
  const { meaning, end } = found;
  if (meaning.kind === 'number') parts.conditions.push(meaning.query);
  else parts.ages.push({ ...meaning, at });
  return end;
}

/** The key of the number right before a place: `score` of “score max 80 and min 40”. */
function comparedBefore(
  { words }: Sentence,
  at: number,
  { spans, conditions }: Pick<Parts, 'spans' | 'conditions'>,
): QueryKey | null {
  const last = spans.at(-1);
  const isNext = last && words.slice(last.end, at).every(({ folded }) => AND.has(folded));
  if (last?.of !== 'conditions' || isNext !== true) return null;
  const [condition] = queryOrNull(conditions[last.is] ?? '')?.conditions ?? [];
  return condition?.kind === 'number' ? condition.key : null;
}

/** A number before an order, or `top 5`: a list has as many files as it has. */
function countAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const latest = latestAt(sentence, at);
  if (latest !== null) {
    parts.ignored.push(typedOf(sentence, latest - 1, latest));
    parts.sort ??= 'newest';
    return latest;
  }
  const isTop = TOP.has(sentence.words[at]?.folded ?? '');
  const place = isTop ? at + 1 : at;
  const count = sentence.words[place];
  const isNumber = COUNT.test(count?.text ?? '') || (NUMBERS.get(count?.folded ?? '') ?? 0) > 1;
  if (!isNumber) return null;
  const found = longest(sentence, place + 1, (phrase) =>
    ['', ...ARTICLES.map((article) => `${article} `)]
      .map((before) => SORTS.get(before + phrase))
      .find((sort) => sort !== undefined),
  );
  const sort = found === null ? undefined : sortNamed(found.meaning);
  if (sort === undefined && !isTop) return null;
  parts.ignored.push(typedOf(sentence, at, place + 1));
  parts.sort ??= sort ?? null;
  return found?.end ?? place + 1;
}

/** The place behind `last 5`, `the latest five`, unlike “the last 5 days” and “the last 2 rooms”. */
function latestAt(sentence: Sentence, at: number): number | null {
  const end = endOf(sentence, at, LATEST);
  const { text = '', folded = '' } = sentence.words[end ?? Infinity] ?? {};
  const isCount = COUNT.test(text) || (NUMBERS.get(folded) ?? 0) > 1;
  if (end === null || !isCount || peopleAt(sentence, end) !== null) return null;
  const isOther = figureAt(sentence, end) !== null || endOf(sentence, end + 1, COUNTED) !== null;
  return isOther || figureAt(sentence, at) !== null ? null : end + 1;
}

const COUNT = /^\d{1,3}$/u;

/** `sort by score`, `oldest first`; a word that also means something else only behind `sort by`. */
function orderAt(sentence: Sentence, at: number, language: Language, parts: Parts): number | null {
  const intro = endOf(sentence, at, SORT);
  const start = intro === null ? at : skip(sentence, intro, SMALL);
  const found = longest(sentence, start, (phrase) => {
    const sort = sortNamed(SORTS.get(phrase) ?? phrase);
    const isSure = phrase.includes(' ') && SORTS.has(phrase);
    const isOrder = sort && !ALSO_CONDITIONS.has(sort) && !keyNamed(phrase);
    return intro !== null || isSure || isOrder ? sort : undefined;
  });
  const named = sentence.words[start];
  // “Sort by price”: there is no such order, and the error lists those there are.
  if (found === null && intro !== null && intro > at + 1 && named?.kind === 'word') {
    parseQuery(`sort:${named.text}`, language);
  }
  if (found === null) return null;
  if (intro === null && !isOrderAlone(sentence, start, found)) return null;
  parts.sort ??= found.meaning;
  // “Oldest 5 pending”, unlike “oldest 2 rooms”
  const { end } = found;
  const isCount = COUNT.test(sentence.words[end]?.text ?? '');
  const isMeasure = figureAt(sentence, end) !== null || endOf(sentence, end + 1, COUNTED) !== null;
  if (!isCount || isMeasure || peopleAt(sentence, end) !== null) return end;
  parts.ignored.push(typedOf(sentence, end, end + 1));
  return end + 1;
}

/** Orders whose words also name conditions. */
const ALSO_CONDITIONS: ReadonlySet<Sort> = new Set(['score', 'completion', 'updated', 'waiting']);

/** Of words that are short forms of other orders, `age` and `date` are none by themselves. */
function isOrderAlone({ phrases }: Sentence, at: number, { end }: Match<Sort>): boolean {
  const phrase = phrases[at]?.[end - at - 1] ?? '';
  return phrase.includes(' ') || !SORTS.has(phrase) || sortNamed(phrase) !== undefined;
}

/** What asks for nothing: titles, polite and small words, and signs without a number. */
function nothingAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const { words } = sentence;
  const word = words[at];
  if (word === undefined) return null;
  const polite = endOf(sentence, at, POLITE);
  if (polite !== null || word.kind === 'sign') {
    const end = polite ?? at + 1;
    parts.ignored.push(typedOf(sentence, at, end));
    return end;
  }
  const isTitle = TITLES.has(word.folded) && words[at + 1] !== undefined;
  return isTitle || isSmall(word.folded) ? at + 1 : null;
}

/** @throws {QueryError} that quotes the text as it was typed */
function parsedIn(rest: string, text: string, language: Language, served?: ServedValues): Query {
  try {
    return parseQuery(rest, language, served);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const { code, word, at, key, valid, nearest } = error;
    throw text.startsWith(word, at)
      ? new QueryError({ code, text, word, at, key, valid, nearest })
      : error;
  }
}
