import { formatQuery } from '../query/describe.ts';
import { QueryError } from '../query/errors.ts';
import { parseQuery, queryOrNull, unlessMistaken } from '../query/parser.ts';
import type { Query, QueryKey } from '../query/query.ts';
import { isOfKeys } from '../query/tokenizer.ts';
import { QUOTED, type ServedValues, withIsoDates } from '../query/values.ts';
import { vocabularyIn } from '../query/vocabulary/index.ts';
import type { Language } from '../query/vocabulary/types.ts';
import { conditionIn, isFree, isManaging, ownIn, possessionAt } from './conditions.ts';
import { isUnit } from './figures/amounts.ts';
import { type Figure, figureAt, sinceAt } from './figures/index.ts';
import type { Question } from './grammar/index.ts';
import { BETWEEN, CHARGED, isSmall, PHRASES } from './grammar/tables.ts';
import { conditionAt, eitherAt, leaveContradictions, negationAt, orNotAt } from './negation.ts';
import {
  countsOf,
  listedIn,
  joinAlternatives,
  joinStages,
  keep,
  leaveConflicts,
  leaveDayOfWork,
  leaveUndated,
  note,
  type Limit,
  type Parts,
  restOf,
  textsOf,
} from './parts.ts';
import { bornAt, deciderAt, managerAt, managesEnd, ownersAt, roleAt, takerAt } from './people.ts';
import { alsoAt, comparing, countAt, orderAt, questionAt } from './question.ts';
import { newsAt, timeAt, verbAt } from './times.ts';
import {
  boundAloneAt,
  clockAt,
  correspondentAt,
  countedAt,
  districtAloneAt,
  futureAt,
  leavePartsOfDay,
  paperAt,
  peopleCountedAt,
  unknownAmountAt,
  unlistedAt,
  unrecordedAt,
  untouchedAt,
} from './unheld.ts';
import {
  endOf,
  politeEnd,
  type Sentence,
  sentenceOf,
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
  /** How many files are asked for: `top 5`, whose words are ignored as well; absent for all. */
  readonly limit?: Limit | null;
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
  { served, dateOrder = null, ...writer }: TypedBy = {},
): Understood {
  const text = withIsoDates(withoutSpacesAtColons(withUsualForms(typedText)), dateOrder);
  if (text.length > LENGTH_MAX) {
    const query = parseQuery(text, language, served);
    return { ...OF_KEYS, query, isWhole: false, rest: text };
  }
  if (text.trim() === '' || isOfKeys(text)) {
    const query = parseQuery(text, language, served);
    assertFormats(query, language);
    const bare = text.trim().replaceAll(/\s+/g, ' ');
    return { ...OF_KEYS, query, isWhole: true, rest: bare };
  }
  const by = { ...writer, dateOrder: dateOrder ?? vocabularyIn(language).dateOrder };
  const sentence = comparing(sentenceOf(wordsIn(text, isUnit), by));
  const parts = partsOf(sentence, language);
  // “What is missing”, of no file by name, asks for the incomplete ones.
  const isOfAll = parts.question === 'missing' && parts.kept.length === 0;
  if (isOfAll) parts.conditions.push('completion:<100');
  const isOfOne = parts.question !== null && NOT_LISTED.has(parts.question);
  // “How long has Dupont been waiting” is of one file, “photos of the approved ones” of many.
  const isOfMany = textsOf(parts).some((each) => each !== 'decision:awaiting');
  const isCompared = parts.question === 'compare' && isOfSeveral(parts);
  if (isOfOne && !isCompared && (parts.kept.length === 0 || isOfMany)) {
    // “Call the ready ones”: a list names nobody to call.
    parts.question = null;
    if (!parts.ignored.includes(parts.asked)) parts.ignored.push(parts.asked);
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
    isWhole: !parts.hasBareBound && typed.conditions.every(({ kind }) => kind !== 'words'),
    hasPhrases: phrases.conditions.length > 0 || parts.sort !== null,
    rest: rest.trim().replaceAll(/\s+/g, ' '),
    ignored: parts.ignored,
    limit: parts.limit,
    excluded: parts.kept.filter(({ isNot }) => isNot).map(({ from, to }) => text.slice(from, to)),
    listed: listedIn(sentence, parts),
  };
}

/**
 * The number of rows of a page that a text asks for, `top 5`, and the words left out all the same; `null`
 * for a page of the usual size.
 *
 * @param most rows that a page may have
 */
export function pageSizeIn(
  { limit = null, ignored, question }: Pick<Understood, 'limit' | 'ignored' | 'question'>,
  most: number,
): { readonly size: number | null; readonly ignored: readonly string[] } {
  if (limit === null || limit.count < 1 || limit.count > most || question === 'count') {
    return { size: null, ignored };
  }
  return { size: limit.count, ignored: ignored.filter((typed) => typed !== limit.typed) };
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
  return unlessMistaken(() => understand(text, language, by));
}

/** Short for a day, behind what stands before no « mon »: `since Mon`, `by Sat`, unlike “by Mon Repos”. */
const DAY_IN_SHORT =
  /(?<=(?<!\S)(?:since|until|till?|before|after|by) )(?:mon|sat|sun)(?![\p{L}\d])(?!(?-i: \p{Lu}))/giu;
const DAYS_IN_FULL: Readonly<Record<string, string>> = {
  mon: 'monday',
  sat: 'saturday',
  sun: 'sunday',
};
/** `in the 6th of Marseille`, « dans le 6e à Marseille » as `Marseille 6th`, unlike “on the 6th in Marseille”. */
const DISTRICT_FIRST =
  /(?<!\S)(?:(?:in|dans) (?:the|le) (\d{1,2}(?:st|nd|rd|th|er?|[eè]me))(?: arr(?:ondissement|dt|t)?)? (?:of |in |d[e'’] ?|[àa] )?|(?:the|le) (\d{1,2}(?:st|nd|rd|th|er?|[eè]me))(?: arr(?:ondissement|dt|t)?)? (?:of |de |d['’]))(paris|lyon|marseille)(?!\p{L})/giu;

const PER_MONTH =
  /(?<=\d|[€£$]|\beur|\beuros?)\s?(?:\/\s?(?:month|mo|mois|m)|p\/m|pcm)(?![\p{L}\d])/giu;
const OTHER_CURRENCY = /[£$](?=\s?\d)|(?<=\d\s?)[£$]/gu;

/**
 * `1200 per month` for “1200/month”, one sign for amounts of any currency, as files give none, whole names
 * of days, and the district behind its city.
 */
function withUsualForms(text: string): string {
  if (QUOTED.test(text)) return text;
  return text
    .replaceAll(PER_MONTH, ' per month')
    .replaceAll(OTHER_CURRENCY, '€')
    .replaceAll(DAY_IN_SHORT, (day) => DAYS_IN_FULL[day.toLowerCase()] ?? day)
    .replaceAll(DISTRICT_FIRST, '$3 $1$2');
}

const SPACED_COLON = /(?<!\S)(-?[\p{L}\p{M}_-]{1,40})(?:\s+:\s*|:\s+)(\S+)/gu;

/** A condition as telephones and French write it, `decision: ready`, as queries have it. */
function withoutSpacesAtColons(text: string): string {
  if (QUOTED.test(text)) return text;
  return text.replaceAll(SPACED_COLON, (_typed, key: string, value: string) =>
    queryOrNull(`${key}:${value}`) === null ? `${key} ${value}` : `${key}:${value}`,
  );
}

/** A writer, for what kind of text it is. */
const SOMEBODY: TypedBy = {
  dateOrder: 'day-first',
  email: 'somebody@example.com',
  today: Temporal.PlainDate.from('2026-12-31'),
};

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
    left: [],
    hasBareBound: false,
    question: null,
    asked: '',
    sort: null,
    limit: null,
  };
  const { words } = sentence;
  for (let at = 0; at < words.length;) {
    const before = countsOf(parts);
    const end = phraseAt(sentence, at, language, parts);
    if (end === null) keep(sentence, at, false, parts);
    note(at, end ?? at + 1, before, parts);
    at = end ?? at + 1;
  }
  const held = parts.question === 'count' ? PHRASES.held : PHRASES.heldSome;
  if (isOfWriter(sentence, held, parts)) {
    const own = ownIn(sentence, 0);
    // « Je gère combien de dossiers »
    if (!isAsked(own, parts)) parts.conditions.push(own);
  }
  leaveDayOfWork(sentence, parts);
  leaveUndated(sentence, parts);
  leavePartsOfDay(sentence, parts);
  joinAlternatives(sentence, parts);
  joinStages(parts);
  leaveContradictions(sentence, parts);
  leaveConflicts(sentence, parts);
  return parts;
}

/** Whether a phrase has added a condition already. */
function isAsked(condition: string, { conditions, choices }: Parts): boolean {
  const [key = '', value = ''] = condition.split(':');
  return conditions.includes(condition) || choices.get(key)?.includes(value) === true;
}

/** “How many files do I have”, “do I have any”, unlike “how many do I have to decide” and « j’ai accepté ». */
function isOfWriter(sentence: Sentence, held: ReadonlySet<string>, { choices }: Parts): boolean {
  const { words, writer } = sentence;
  if (typeof writer.email !== 'string' || choices.has('taken')) return false;
  return words.some((_, at) => {
    const end = endOf(sentence, at, held);
    if (end === null) return false;
    // “What do I have to decide”
    const places = Array.from({ length: end - at }, (__, index) => at + index);
    if (places.some((place) => (conditionIn(sentence, place)?.end ?? 0) > end)) return false;
    if (conditionIn(sentence, end) === null) return true;
    const next = words[end]?.folded ?? '';
    return isSmall(next) ? !PHRASES.to.has(next) : words[end - 1]?.folded !== 'ai';
  });
}

/** Reads the phrase at a place into the parts; gives the place behind it, or `null` for none. */
function phraseAt(sentence: Sentence, at: number, language: Language, parts: Parts): number | null {
  const word = sentence.words[at];
  if (word === undefined || word.kind === 'syntax') return null;
  return (
    correspondentAt(sentence, at, parts) ??
    eitherAt(sentence, at, parts) ??
    orNotAt(sentence, at, parts) ??
    unrecordedAt(sentence, at, parts) ??
    unlistedAt(sentence, at, parts) ??
    futureAt(sentence, at, parts) ??
    clockAt(sentence, at, parts) ??
    bornAt(sentence, at, parts) ??
    questionAt(sentence, at, parts) ??
    newsAt(sentence, at, parts) ??
    unknownAmountAt(sentence, at, parts) ??
    countedAt(sentence, at, parts) ??
    districtAloneAt(sentence, at, parts) ??
    peopleCountedAt(sentence, at, parts) ??
    untouchedAt(sentence, at, parts) ??
    measureAt(sentence, at, parts) ??
    boundAloneAt(sentence, at, parts) ??
    countAt(sentence, at, parts) ??
    orderAt(sentence, at, language, parts) ??
    ownersAt(sentence, at, parts) ??
    roleAt(sentence, at, language, parts) ??
    takerAt(sentence, at, language, parts) ??
    managerAt(sentence, at, parts) ??
    deciderAt(sentence, at, parts) ??
    paperAt(sentence, at, parts) ??
    possessionAt(sentence, at, parts) ??
    timeAt(sentence, at, parts) ??
    alsoAt(sentence, at, parts) ??
    conditionAt(sentence, at, parts) ??
    verbAt(sentence, at, parts) ??
    negationAt(sentence, at, language, parts) ??
    nothingAt(sentence, at, parts)
  );
}

/** Whether there is more than one of a kind: two words, two states. */
function isOfSeveral({ kept, choices }: Parts): boolean {
  return kept.length > 1 || choices.values().some((values) => values.length > 1);
}

/** Questions that a list does not answer. */
const NOT_LISTED: ReadonlySet<Question> = new Set(['contact', 'card', 'compare']);

function measureAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const found = figureAt(sentence, at, comparedBefore(sentence, at, parts));
  if (found === null) return null;
  const { meaning, end } = found;
  // A rent is without its charges.
  const places = Array.from({ length: end - at }, (_, index) => at + index);
  const charged = places.find((place) => (endOf(sentence, place, CHARGED) ?? Infinity) <= end);
  if (charged !== undefined) {
    parts.ignored.push(typedOf(sentence, charged, endOf(sentence, charged, CHARGED) ?? end));
  }
  // “Under 25 years”: an age that no query can hold
  const asked = meaning.kind === 'number' ? meaning.query : `age:${meaning.value}`;
  if (queryOrNull(asked) === null) {
    parts.ignored.push(typedOf(sentence, at, end));
    return end;
  }
  if (meaning.kind === 'number') {
    parts.conditions.push(meaning.query);
    return end;
  }
  parts.ages.push({ ...ageBehindVerb(sentence, at, meaning, parts), at });
  return end;
}

type Age = Extract<Figure, { kind: 'age' }>;

/**
 * An age that begins with “since”, of what the verb before it says: « reçus depuis 3 jours » came in
 * these days, “approved for 3 days” has been so for that long, and “received and waiting for 3 days”
 * waits.
 */
function ageBehindVerb(sentence: Sentence, at: number, age: Age, { verbs, spans }: Parts): Age {
  const verb = verbs.at(-1);
  const since = age.key === null && !age.isWithin ? sinceAt(sentence, at) : null;
  if (since === null || verb === undefined || verb.key === 'availability') return age;
  if (verb.of !== undefined) return { ...age, isWithin: true };
  if (spans.at(-1)?.of === 'choices') return age;
  const value = since === 'alone' ? age.value.replace('>', '<') : age.value;
  return { ...age, isWithin: true, value };
}

/** The key of the number right before a place: `score` of “score max 80 and min 40”. */
function comparedBefore(
  { words }: Sentence,
  at: number,
  { spans, conditions }: Pick<Parts, 'spans' | 'conditions'>,
): QueryKey | null {
  const last = spans.at(-1);
  const isNext = last && words.slice(last.end, at).every(({ folded }) => PHRASES.and.has(folded));
  if (last?.of !== 'conditions' || isNext !== true) return null;
  const [condition] = queryOrNull(conditions[last.is] ?? '')?.conditions ?? [];
  return condition?.kind === 'number' ? condition.key : null;
}

/** What asks for nothing: titles, polite and small words, and signs without a number. */
function nothingAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const { words } = sentence;
  const word = words[at];
  if (word === undefined) return null;
  // “Close to the station”, and what else stands before no number
  const polite = politeEnd(sentence, at) ?? nearAt(sentence, at);
  if (polite !== null || word.kind === 'sign') {
    const end = polite ?? at + 1;
    parts.ignored.push(typedOf(sentence, at, end));
    return end;
  }
  const isTitle = PHRASES.titles.has(word.folded) && words[at + 1] !== undefined;
  // « G besoin de », unlike “building B” and “b e”
  const isBesideOthers = words.some(({ folded }) => folded.length > 1 && !isSmall(folded));
  if (/^\p{Ll}$/u.test(word.text) && !isSmall(word.folded) && isBesideOthers) {
    parts.ignored.push(word.text);
    return at + 1;
  }
  // “A été refusé”, unlike « cet été »
  const isAuxiliary = BETWEEN.has(word.folded) && conditionIn(sentence, at + 1) !== null;
  // “Which files does Claire manage”
  const isBehind = PHRASES.managesAsked.has(words[at - 1]?.folded ?? '');
  const isVerb = managesEnd(sentence, at) !== null && (isBehind || isFree(sentence, at - 1));
  const isManager = isVerb || isManaging(sentence, at);
  // “Files Sophie managed” are not of now.
  const isPast = word.folded === 'managed' && !PHRASES.by.has(words[at + 1]?.folded ?? '');
  if (isManager && isPast) parts.ignored.push(word.text);
  return isTitle || isAuxiliary || isManager || isSmall(word.folded) ? at + 1 : null;
}

/** The place behind words of several for “about”, or behind “other”, before anything else than a number. */
function nearAt(sentence: Sentence, at: number): number | null {
  if (PHRASES.others.has(sentence.words[at]?.folded ?? '')) return at + 1;
  const end = endOf(sentence, at, PHRASES.about);
  return end === null || end === at + 1 || isSmall(typedOf(sentence, at, end)) ? null : end;
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
