import { fold } from '../../lib/text.ts';
import { parseQuery } from '../query/parser.ts';
import { type Sort } from '../query/query.ts';
import { choiceKeyOf, keyNamed, sortNamed } from '../query/vocabulary/index.ts';
import { type Language } from '../query/vocabulary/types.ts';
import { conditionIn, isFree, possessionsIn } from './conditions.ts';
import { dateAt } from './dates.ts';
import { figureAt, peopleAt } from './figures/index.ts';
import { type Question } from './grammar/index.ts';
import {
  ARTICLES,
  COMPARE as COMPARED,
  CONDITIONS,
  DENIALS,
  isPolite,
  isSmall,
  NUMBERS,
  PHRASES,
  QUESTIONS,
  SORTS,
} from './grammar/tables.ts';
import { add, type Parts, verbFor } from './parts.ts';
import { endOf, longest, type Match, type Sentence, sentenceOf, skip, typedOf } from './words.ts';

/** What a sentence asks for beside conditions: a question, an order, and how many files. */

const COMPARATIVES: ReadonlySet<string> = new Set(
  'plus moins mieux pire autant davantage'.split(' '),
);

/**
 * A sentence that compares two things, as one that asks for both with “compare” and “vs”:
 * `compare Lyon with Nice`, `is Lyon busier than Nice`, `Lyon vs Nice`.
 */
export function comparing(sentence: Sentence): Sentence {
  const { words } = sentence;
  const isItem = (at: number) => {
    const place = skip(sentence, at, PHRASES.small);
    return isFree(sentence, place) || choiceKeyOf(words[place]?.folded ?? '') !== undefined;
  };
  const asked = words.findIndex(({ folded }) => QUESTIONS.get(folded) === 'compare');
  // “Less than 900” compares with a number.
  const more = words.findIndex(
    (_, at) =>
      endOf(sentence, at, PHRASES.comparatives) !== null && figureAt(sentence, at) === null,
  );
  const links = asked >= 0 ? PHRASES.comparedWith : more >= 0 ? PHRASES.than : PHRASES.versus;
  const first = asked >= 0 ? asked + 1 : more;
  // “Which is busier, Lyon or Nice”
  const isWhich =
    more > 0 &&
    words.slice(0, more).every(({ folded }) => isSmall(folded) || QUESTIONS.has(folded));
  const link = words.findIndex(({ folded }, at) => {
    if (at <= first) return false;
    const isAnd = asked >= 0 && PHRASES.and.has(folded);
    const isOr = isWhich && PHRASES.or.has(folded) && isItem(at - 1) && isItem(at + 1);
    return isAnd
      ? isFree(sentence, skip(sentence, at + 1, PHRASES.small))
      : isOr || (links.has(folded) && isItem(at + 1) && !isOfPhrase(sentence, at));
  });
  const [lead] = words;
  if (link < 1 || lead === undefined) return sentence;
  const asks = longest(sentence, 0, (phrase) => QUESTIONS.get(phrase))?.meaning ?? null;
  const isCounted = asks !== null && !(isWhich && asks === 'who');
  const from = asked >= 0 ? words.length : more;
  const dropped = more < 0 ? more : (endOf(sentence, more, PHRASES.comparatives) ?? more);
  const compare = {
    ...lead,
    kind: 'word',
    text: words[link]?.text ?? '',
    folded: COMPARE,
    hasComma: false,
  } as const;
  const rewritten = [
    ...(asked >= 0 || isCounted ? [] : [compare]),
    ...words
      .map((word, at) => (at === link ? { ...word, kind: 'word' as const, folded: VERSUS } : word))
      .filter((_, at) => at < from || at >= dropped),
  ];
  return sentenceOf(rewritten, sentence.writer);
}

/** Whether a word between two things is of a phrase: “more than one guarantor”, “other than Lyon”, “with a guarantor”. */
function isOfPhrase(sentence: Sentence, at: number): boolean {
  return [0, 1, 2].some((back) => {
    const start = at - back;
    const bound = longest(sentence, start, (phrase) => COMPARED.get(phrase));
    const ends = [bound?.end, endOf(sentence, start, DENIALS), possessionsIn(sentence, start)?.end];
    return ends.some((end) => (end ?? 0) > at);
  });
}

const COMPARE = 'compare';
const VERSUS = 'vs';

/** `how many`, `what is missing for`: the first question counts. `who` begins a sentence. */
export function questionAt(sentence: Sentence, at: number, parts: Parts): number | null {
  if (at === 0 && isChangeOrder(sentence)) {
    parts.question = 'decide';
    return 1;
  }
  const fact = factBehind(sentence, at, parts);
  if (fact !== null) {
    parts.question = fact.meaning;
    parts.asked = typedOf(sentence, at, fact.end);
    return fact.end;
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
  // « Que le mois dernier », unlike « plus de refus que le mois dernier »
  const isOnly = found.meaning === 'report' && sentence.words[at]?.folded === 'que';
  if (isOnly && !sentence.words.slice(0, at).some(({ folded }) => COMPARATIVES.has(folded)))
    return null;
  // “How many in Lyon and how many in Nice”
  const { question } = parts;
  if (question === 'count' && found.meaning === 'count') return found.end;
  const done = found.meaning === 'decide' ? doneAt(sentence, at, found.end) : undefined;
  if (done !== undefined) {
    add(done, false, at, parts);
    return found.end;
  }
  // “How many files per status”
  if (question !== null && (question !== 'count' || !OF_ALL.has(found.meaning))) return null;
  const isLeading = parts.kept.length === 0 && parts.conditions.length + parts.choices.size === 0;
  if (LEADING.has(found.meaning) && !isLeading) return null;
  // “Who has a guarantor”: what is had is a part of the question.
  const isWho = found.meaning === 'who';
  // « Qu’est-ce qui a changé »
  const isWhat = isWho && WHAT_BEFORE.test(sentence.words[at - 1]?.folded ?? '');
  // “Who to chase”
  const condition = longest(sentence, at, (phrase) => CONDITIONS.get(phrase));
  const isLonger = condition !== null && condition.end > found.end;
  if (isWho && isLonger && conditionIn(sentence, found.end) === null) return null;
  const had = isWho ? (possessionsIn(sentence, at) ?? possessionsIn(sentence, at + 1)) : null;
  if (had !== null) {
    parts.question = isWhat ? null : 'who';
    parts.asked = typedOf(sentence, at, at + 1);
    parts.conditions.push(...had.meaning);
    return had.end;
  }
  if (isWhat) return found.end;
  // « Mail manquant »
  if (found.meaning === 'contact' && endOf(sentence, found.end, PHRASES.lackAfter) !== null)
    return null;
  // “Contact no guarantor”, unlike “contact no of Dupont”
  const isNumber = found.meaning === 'contact' && found.end > at + 1;
  if (isNumber && possessionsIn(sentence, found.end - 1) !== null) return null;
  // “Rent of at most 900”
  const isFigure = figureAt(sentence, at) !== null || isCountAt(sentence, found.end);
  if (found.meaning === 'card' && isFigure) return null;
  if (condition !== null && condition.end >= found.end && found.meaning === 'missing') return null;
  // “Accepté à Lyon” and “a été accepté” are no orders, as “accepte” is.
  const isMore = found.meaning === 'decide' && (at > 0 || found.end < sentence.words.length);
  if (isMore && PARTICIPLE.test(typedOf(sentence, at, found.end))) return null;
  // “Refusé hier” tells what was decided.
  const isPast = found.meaning === 'decide' && conditionIn(sentence, at) !== null;
  if (isPast && sentence.words.some((_, place) => dateAt(sentence, place) !== null)) {
    return null;
  }
  // « Refuser hier », as « refusé » sounds
  const spoken = SPOKEN.exec(typedOf(sentence, at, found.end))?.[1] ?? '';
  if (found.meaning === 'decide' && choiceKeyOf(spoken) === 'decision' && isOfPast(sentence)) {
    add(`decision:${spoken}`, false, at, parts);
    return found.end;
  }
  parts.question = found.meaning;
  parts.asked = typedOf(sentence, at, found.end);
  return found.end;
}

/** Before « qui », where that is of files, not of people. */
const WHAT_BEFORE = /(?:^| )ce$/u;

/** The condition on what was decided: `approve` of “what did Sophie approve”. */
function doneAt(sentence: Sentence, at: number, end: number): string | undefined {
  if (!sentence.words.slice(0, at).some(({ folded }) => folded === 'did')) return undefined;
  const verb = fold(typedOf(sentence, at, end));
  const participle = [`${verb}d`, `${verb}ed`].find((word) => choiceKeyOf(word) === 'decision');
  return participle && `decision:${participle}`;
}

/** What the card of a file says, behind the name of its applicant: `Dupont’s score`. */
function factBehind(sentence: Sentence, at: number, parts: Parts): Match<Question> | null {
  const ending = sentence.words[at];
  const isOfName =
    parts.kept.length > 0 &&
    parts.conditions.length + parts.choices.size + parts.dates.length === 0;
  const isGenitive = ending?.isAttached === true && ending.folded === 's';
  if (!isGenitive || !isOfName || parts.question !== null) return null;
  const fact = longest(sentence, at + 1, (phrase) => QUESTIONS.get(`${phrase} of`));
  // “Dupont’s rent under 900”
  return fact === null || figureAt(sentence, at + 1) !== null ? null : fact;
}

/** `mark MO-0149 as urgent`: a reference, or a name, stands between the verb and what is to be. */
function isChangeOrder(sentence: Sentence): boolean {
  const { words } = sentence;
  // “Changé depuis lundi à Lyon” asks for what has changed.
  if (PARTICIPLE.test(words[0]?.text ?? '') || dateAt(sentence, 1) !== null) return false;
  const into = words.findIndex(({ folded }, at) => at > 1 && PHRASES.into.has(folded));
  const named = words.slice(1, into).some(({ folded }) => !isSmall(folded));
  return PHRASES.change.has(words[0]?.folded ?? '') && into > 0 && into < words.length - 1 && named;
}

/** A French infinitive, whose ending sounds like that of a participle. */
const SPOKEN = /^(\p{L}+e)r$/iu;

/** Whether a sentence has a date that is over, or a time up to now. */
function isOfPast(sentence: Sentence): boolean {
  return sentence.words.some((_, at) => PAST_DATE.test(dateAt(sentence, at)?.meaning ?? ''));
}

const PAST_DATE = /^(?:>=|yesterday|last-)/u;

/** A French participle, with its accent. */
const PARTICIPLE = /(?:é|e\u0301)e?s?$/iu;

/** Questions that charts and reports answer. */
const OF_ALL: ReadonlySet<Question> = new Set(['figures', 'report']);

/** Questions that begin a sentence. */
const LEADING: ReadonlySet<Question> = new Set(['who', 'manager', 'decide', 'card', 'compare']);

/** A number before an order, or `top 5`: a list has as many files as it has. */
export function countAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const latest = latestAt(sentence, at);
  if (latest !== null) {
    limitTo(sentence, latest - 1, latest, latest - 1, parts);
    parts.sort ??= latestOrder(sentence, at, latest);
    return latest;
  }
  // “Last approved”
  const last = endOf(sentence, at, PHRASES.latest);
  if (last !== null && conditionIn(sentence, last) !== null && dateAt(sentence, at) === null) {
    parts.sort ??= latestOrder(sentence, at, last);
    return last;
  }
  const { words } = sentence;
  // « Les 3 premiers prêts »
  if (isCountAt(sentence, at) && PHRASES.top.has(words[at + 1]?.folded ?? '')) {
    limitTo(sentence, at, at + 2, at, parts);
    return at + 2;
  }
  const isTop = PHRASES.top.has(words[at]?.folded ?? '');
  const place = isTop ? at + 1 : at;
  const count = words[place];
  // “First files” names no order.
  const isOfFiles = isTop && count !== undefined && isSmall(typedOf(sentence, place, Infinity));
  if (isOfFiles) {
    parts.ignored.push(typedOf(sentence, at, Infinity));
    return words.length;
  }
  if (!isCountAt(sentence, place)) return null;
  const counted = isTop ? null : filesCountedAt(sentence, at);
  if (counted !== null) {
    // “Give me 5”: with a word beside it, which shows that the number counts files
    const isLast = counted === words.length && counted === at + 1;
    limitTo(sentence, isLast ? at - 1 : at, counted, at, parts);
    return counted;
  }
  const found = longest(sentence, place + 1, (phrase) =>
    ['', ...ARTICLES.map((article) => `${article} `)]
      .map((before) => SORTS.get(before + phrase))
      .find((sort) => sort !== undefined),
  );
  const sort = found === null ? undefined : sortNamed(found.meaning);
  if (sort === undefined && !isTop) return null;
  limitTo(sentence, at, place + 1, place, parts);
  parts.sort ??= sort ?? null;
  return found?.end ?? place + 1;
}

/** Notes how many files are asked for, by the number at a place and the words around it. */
function limitTo(sentence: Sentence, from: number, to: number, at: number, parts: Parts): void {
  const { folded = '', text = '' } = sentence.words[at] ?? {};
  const typed = typedOf(sentence, from, to);
  parts.ignored.push(typed);
  parts.limit ??= { count: NUMBERS.get(folded) ?? Number(text), typed };
}

/**
 * The order of the latest files of a condition: of those decided or closed, by their last change, as
 * `last approved` is no question of when they came.
 *
 * @param from the words for “latest”
 * @param at the condition
 */
function latestOrder(sentence: Sentence, from: number, at: number): Sort {
  const { meaning = '' } = conditionIn(sentence, at) ?? {};
  // “Newest approved” names the order itself.
  if (sentence.words.slice(from, at).some(({ folded }) => folded === 'newest')) return 'newest';
  const verb = verbFor(meaning);
  return meaning === ARCHIVED || verb === 'decided' || verb === 'updated' ? 'updated' : 'newest';
}

/**
 * The place behind `5 files`, `give me 5` and the number of `5 ready` and `Lyon with 5 ready`, unlike
 * “Lyon 5 ready”.
 */
function filesCountedAt(sentence: Sentence, at: number): number | null {
  const before = typedOf(sentence, 0, at);
  const isHad = PHRASES.have.has(sentence.words[at - 1]?.folded ?? '');
  if (before !== '' && !isHad && !isSmall(before) && !isPolite(before)) return null;
  const next = sentence.words[at + 1];
  const isFew = (sentence.words[at]?.text.length ?? 0) < 3;
  const isAsked = isFew && PHRASES.toWriter.has(sentence.words[at - 1]?.folded ?? '');
  if (next === undefined) return isAsked ? at + 1 : null;
  // “100 % complete”
  if (conditionIn(sentence, at) !== null) return null;
  if (PHRASES.files.has(next.folded)) return at + 2;
  return conditionIn(sentence, at + 1) === null ? null : at + 1;
}

/** The place behind `last 5`, `the latest five`, unlike “the last 5 days” and “the last 2 rooms”. */
function latestAt(sentence: Sentence, at: number): number | null {
  const end = endOf(sentence, at, PHRASES.latest);
  if (end === null || peopleAt(sentence, end) !== null) return null;
  if (!isCountAt(sentence, end)) return null;
  const isOther =
    figureAt(sentence, end) !== null || endOf(sentence, end + 1, PHRASES.counted) !== null;
  return isOther || figureAt(sentence, at) !== null ? null : end + 1;
}

const COUNT = /^\d{1,3}$/u;

/** Whether a number of files may stand at a place: `5`, `five`, unlike “one”. */
function isCountAt({ words }: Sentence, at: number): boolean {
  const { text = '', folded = '' } = words[at] ?? {};
  return COUNT.test(text) || (NUMBERS.get(folded) ?? 0) > 1;
}

/** `sort by score`, `oldest first`; a word that also means something else only behind `sort by`. */
export function orderAt(
  sentence: Sentence,
  at: number,
  language: Language,
  parts: Parts,
): number | null {
  const intro = endOf(sentence, at, PHRASES.sort);
  const start = intro === null ? at : skip(sentence, intro, PHRASES.small);
  const found = longest(sentence, start, (phrase) => {
    const sort = sortNamed(SORTS.get(phrase) ?? phrase);
    const isSure = phrase.includes(' ') && SORTS.has(phrase);
    const isOrder = sort && !keyNamed(phrase) && (SORTS.has(phrase) || !ALSO_CONDITIONS.has(sort));
    return intro !== null || isSure || isOrder ? sort : undefined;
  });
  const asked = sentence.words[start];
  // “Sort by price”: there is no such order, and the error lists those there are.
  if (found === null && intro !== null && intro > at + 1 && asked?.kind === 'word') {
    parseQuery(`sort:${asked.text}`, language);
  }
  if (found === null) return null;
  if (intro === null && !isOrderAlone(sentence, start, found)) return null;
  // “More recent than Monday”
  if (intro === null && (dateAt(sentence, at)?.end ?? 0) > found.end) return null;
  const ascending = endOf(sentence, found.end, PHRASES.ascending);
  const descending = endOf(sentence, found.end, PHRASES.descending);
  const [lowest, highest] = DIRECTIONS.find((sorts) => sorts.includes(found.meaning)) ?? [];
  const directed = ascending === null ? (descending === null ? null : highest) : lowest;
  // “Last files approved”
  const isLatest = found.meaning === 'newest' && endOf(sentence, at, PHRASES.latest) !== null;
  const named = isLatest
    ? latestOrder(sentence, at, skip(sentence, found.end, PHRASES.small))
    : found.meaning;
  const sort = directed ?? named;
  // “Low score, high rent”: a list has one order.
  const isSecond = parts.sort !== null && parts.sort !== sort;
  if (isSecond) parts.ignored.push(typedOf(sentence, start, found.end));
  parts.sort ??= sort;
  // “Oldest 5 pending”, unlike “oldest 2 rooms”
  const end = directed === null ? found.end : (ascending ?? descending ?? found.end);
  const isCount = isCountAt(sentence, end);
  const isMeasure =
    figureAt(sentence, end) !== null || endOf(sentence, end + 1, PHRASES.counted) !== null;
  if (!isCount || isMeasure || peopleAt(sentence, end) !== null) return end;
  limitTo(sentence, end, end + 1, end, parts);
  return end + 1;
}

/** Orders of one figure, the least first, and the most first. */
const DIRECTIONS: readonly (readonly Sort[])[] = [
  ['lowest-score', 'score'],
  ['least-complete', 'completion'],
  ['lowest-rent', 'highest-rent'],
  ['oldest', 'newest'],
];

/** Orders whose words also name conditions. */
const ALSO_CONDITIONS: ReadonlySet<Sort> = new Set(['score', 'completion', 'updated', 'waiting']);

/** Of single words, `cheap` is an order by itself, and `age` is none. */
function isOrderAlone({ phrases }: Sentence, at: number, { end }: Match<Sort>): boolean {
  const phrase = phrases[at]?.[end - at - 1] ?? '';
  return !PHRASES.orderNouns.has(phrase) || sortNamed(phrase) !== undefined;
}

/**
 * `archived too`, `y compris les archivés`: those as well. Of other conditions, a list without them
 * has all files already, so that the word is ignored.
 */
export function alsoAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const before = endOf(sentence, at, PHRASES.including) ?? withArchivedAt(sentence, at);
  const found = conditionIn(sentence, before === null ? at : skip(sentence, before, PHRASES.small));
  if (found === null) return null;
  const { end } = found;
  // “The archived ones too”
  const last = [end, end + 1].find((place) => endOf(sentence, place, PHRASES.also) !== null) ?? end;
  const isBehind = last === end || isSmall(sentence.words[end]?.folded ?? '');
  // “Ready, also archived” widens by the second.
  const next = endOf(sentence, end, PHRASES.including);
  const isNext =
    next !== null && conditionIn(sentence, skip(sentence, next, PHRASES.small)) !== null;
  const isAfter = isBehind && before === null && !isNext;
  const after = isAfter ? endOf(sentence, last, PHRASES.also) : null;
  if (before === null && after === null) return null;
  if (found.meaning === ARCHIVED) {
    parts.conditions.push('archived:yes,no');
  } else {
    add(found.meaning, false, at, parts);
    parts.ignored.push(
      after === null ? typedOf(sentence, at, before ?? at) : typedOf(sentence, last, after),
    );
  }
  return after ?? end;
}

/** The place behind “with” of “with the archived ones”. */
function withArchivedAt(sentence: Sentence, at: number): number | null {
  const end = endOf(sentence, at, PHRASES.have);
  if (end === null) return null;
  return conditionIn(sentence, skip(sentence, end, PHRASES.small))?.meaning === ARCHIVED
    ? end
    : null;
}

const ARCHIVED = 'archived:yes';
