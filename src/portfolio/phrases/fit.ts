import { fold, mistakesIn } from '../../lib/text.ts';
import { referenceMeant } from '../lookup.ts';
import { withPostcodes } from '../properties.ts';
import { formatQuery, queryInWords } from '../query/describe.ts';
import { queryOrNull } from '../query/parser.ts';
import type { Condition, Query } from '../query/query.ts';
import { isOfKeys } from '../query/tokenizer.ts';
import { wordsOfValues } from '../query/vocabulary/index.ts';
import type { Language } from '../query/vocabulary/types.ts';
import { servedIn } from '../search/execute.ts';
import type { Table } from '../search/table.ts';
import { areTowns, changedQuery, datedLike, numberedLike, placesAmong } from './changed-query.ts';
import { amendedIn } from './follow-up.ts';
import { CONDITIONS, isPolite, PERIODS, SORTS, VERBS } from './grammar/tables.ts';
import { type Understood, understand, understandOrNull } from './understand.ts';
import { roomsIn, type Writer } from './words.ts';

/** A query of which no word fits no file. */
export interface Fitted extends Pick<Understood, 'question' | 'limit'> {
  readonly query: Query;
  /** Words that were left out, as typed. */
  readonly ignored: readonly string[];
  /**
   * Where a word may be mistyped: the query with that which it resembles; and where the query finds
   * nothing: parts of it that do. Each with the number of files.
   */
  readonly wider: readonly { readonly query: Query; readonly count: number }[];
}

const WIDER_MAX = 3;

interface FilesAsked {
  readonly table: Table;
  /** The number of files that a query finds in the kind of list that is asked for. */
  readonly countIn: (query: Query) => number;
  /** The same in the list of all files. */
  readonly countAll: (query: Query) => number;
  /** Whether the list has conditions of its own, so that no condition needs to be left. */
  readonly isNarrow: boolean;
  /** The conditions of the list that a text changes. */
  readonly among?: readonly Condition[];
  /** The person. */
  readonly writer?: Writer;
}

/**
 * Fits a text to the files: free words that no file has are left out, unless nothing else is asked
 * for; so are those that a phrase excludes, as “missing payslips” does. Conditions with a key are
 * kept, whatever they find. Where the rest finds nothing, the text may be names that look like
 * phrases.
 *
 * @throws {QueryError} when the text is no query
 */
export function fitToFiles(text: string, language: Language, files: FilesAsked): Fitted {
  if (isOfKeys(text)) return fitKeys(text, language, files);
  const isPlace = placesAmong(files.countAll);
  const located = { ...files, writer: { dateOrder: null, ...files.writer, isPlace } };
  const fitted = fitAmended(text, language, located) ?? fitNamed(text, language, located);
  // “Please” asks for nothing that could be missing.
  return { ...fitted, ignored: fitted.ignored.filter((word) => !isPolite(word)) };
}

/** The same for a text without a free word, which nothing is left out of. */
function fitKeys(text: string, language: Language, files: FilesAsked): Fitted {
  const { table, countIn, writer } = files;
  const { question, query, ignored } = understand(text, language, {
    ...writer,
    served: servedIn(table),
  });
  return { question, query, ignored, wider: countIn(query) > 0 ? [] : widerThan(query, countIn) };
}

/** The same with polite words as names, where such files are found: of Mr “Ben”, unlike « ben les prêts ». */
function fitNamed(text: string, language: Language, files: FilesAsked): Fitted {
  const fitted = fitWhole(text, language, files);
  const { table, countAll, countIn, writer = { dateOrder: null } } = files;
  const isName = (word: string) => isHeld(table.lexicon, word) && isCalled(word, countAll);
  const isAny = fitted.ignored.some((word) => isPolite(word) && isName(word));
  if (!isAny) return fitted;
  const named = fitWhole(text, language, { ...files, writer: { ...writer, isName } });
  return countIn(named.query) > 0 ? named : fitted;
}

/** Where a name stands: in that of a person, or in a property. */
const PERSON_KEYS = ['applicant', 'guarantor'] as const;
const NAME_KEYS = [...PERSON_KEYS, 'property'] as const;

/** Whether words stand, side by side, in one of these names. */
function isCalled(
  words: string,
  countAll: FilesAsked['countAll'],
  keys: readonly (typeof NAME_KEYS)[number][] = NAME_KEYS,
): boolean {
  return keys.some((key) => countAll(alone({ kind: 'text', key, not: false, any: [words] })) > 0);
}

/** The same for a text that corrects itself: its correction takes the place of what it corrects. */
function fitAmended(text: string, language: Language, files: FilesAsked): Fitted | null {
  const amended = amendedIn(text);
  if (amended === null) return null;
  const { typed, correction, isSure } = amended;
  const before = fitToFiles(typed, language, files);
  const countOf = (conditions: readonly Condition[]) => files.countAll({ conditions, sort: null });
  // “Lyon no nice”, unlike “Lyon no guarantor”
  if (!isSure && !areTowns(before.query, correction, countOf)) return null;
  const after = fitWhole(numberedLike(before.query, correction), language, {
    ...files,
    isNarrow: true,
  });
  if (after.query.conditions.length === 0 && after.query.sort === null) {
    return isSure ? fitUnknown(before, correction, files) : null;
  }
  const change = datedLike(before.query, after.query, correction);
  const query = changedQuery(before.query, change, true, countOf);
  return {
    question: after.question ?? before.question,
    query,
    ignored: [...before.ignored, ...after.ignored],
    wider: files.countIn(query) > 0 ? [] : widerThan(query, files.countIn),
  };
}

/** “Lyon, sorry, Brest”: one word that no file has, in place of the last, finds none. */
function fitUnknown(before: Fitted, correction: string, files: FilesAsked): Fitted | null {
  const [word, more] = understandOrNull(correction)?.query.conditions ?? [];
  const { conditions, sort } = before.query;
  const last = conditions.findLastIndex(isFree);
  if (word?.kind !== 'words' || word.not || more !== undefined || last < 0) return null;
  const query = { conditions: conditions.with(last, word), sort };
  return { ...before, query, wider: widerThan(query, files.countIn) };
}

function fitWhole(
  text: string,
  language: Language,
  files: FilesAsked & { readonly isSpelled?: boolean },
): Fitted {
  const { table, countIn, countAll, isNarrow, among = [], writer, isSpelled = true } = files;
  const understood = understand(text, language, { ...writer, served: servedIn(table) });
  const { question, query: typed, ignored, limit = null } = understood;
  const referred = referredTo(understood, table);
  const conditions = withRooms(withPostcodes(referred ?? typed.conditions)).map((condition) =>
    condition.kind === 'words' &&
    condition.any.some((word) => SAINT.test(word) || !isHeld(table.lexicon, word))
      ? otherForms(condition, table, countAll)
      : condition,
  );
  const named = { ...typed, conditions };
  const unmatched = named.conditions.filter(
    (condition) =>
      isExcluded(condition, understood) && countAll(alone({ ...condition, not: false })) === 0,
  );
  const matched = withFullNames(
    named.conditions.filter((each) => !unmatched.includes(each)),
    countAll,
  );
  const asked = { ...named, conditions: eitherOf(understood.listed, matched, countAll, among) };
  const unknown = asked.conditions.filter(
    (condition) => isFree(condition) && countAll(alone(condition)) === 0,
  );
  // “Team workload” asks for figures, whatever else it says.
  const isMore = isNarrow || question === 'figures' || question === 'report';
  const isAllUnknown = unknown.length > 0 && unknown.length === asked.conditions.length && !isMore;
  const query = isAllUnknown
    ? asked
    : { ...asked, conditions: asked.conditions.filter((each) => !unknown.includes(each)) };
  const leftOut = [...ignored, ...wordsOf(unmatched), ...wordsOf(isAllUnknown ? [] : unknown)];
  // “Best” asks for an order, unless somebody is called so; “single” alone asks for those who are.
  const mayBePerson = asked.conditions.length === 0 || /\S\s+\S/u.test(text);
  const isPerson =
    understood.hasPhrases && mayBePerson && standsInName(text, countAll, PERSON_KEYS);
  const isFound = countIn(query) > 0;
  const isNamed = isPerson || (!isFound && understood.hasPhrases && standsInName(text, countAll));
  const literal = isNamed ? queryOrNull(text, language) : null;
  if (literal !== null && countIn(literal) > 0) {
    return { question, query: literal, ignored: [], wider: [] };
  }
  const mistyped = wordsOf([...unknown, ...unmatched]);
  const respelt = isSpelled ? respelled(text, mistyped, table.lexicon, countAll) : null;
  const other =
    respelt === null ? null : fitWhole(respelt, language, { ...files, isSpelled: false });
  const isOther =
    other !== null &&
    other.query.conditions.length > 0 &&
    formatQuery(other.query, 'en') !== formatQuery(query, 'en');
  const count = isOther ? countIn(other.query) : 0;
  // “Raedy in Lyon”, where none is ready
  const isOffered = count > 0 || other?.query.conditions.some((one) => !isFree(one)) === true;
  const resembling = isOther && isOffered ? [{ query: other.query, count }] : [];
  const wider = [...resembling, ...(isFound ? [] : widerThan(query, countIn))].slice(0, WIDER_MAX);
  return { question, query, ignored: leftOut, limit, wider };
}

/**
 * A text with each word that no file has spelled as the word of files or phrases that it resembles;
 * `null` where none does.
 */
function respelled(
  text: string,
  mistyped: readonly string[],
  lexicon: Table['lexicon'],
  countAll: FilesAsked['countAll'],
): string | null {
  let corrected = text;
  for (const word of mistyped) {
    const near = wordLike(word, lexicon, countAll);
    if (near !== null) corrected = corrected.replace(word, near);
  }
  return corrected === text ? null : corrected;
}

/** The word of phrases or files that a word resembles, of equally close ones that of most files; `null` for none. */
export function wordLike(
  word: string,
  lexicon: Table['lexicon'],
  countAll: FilesAsked['countAll'],
  phrases = PHRASE_WORDS,
): string | null {
  const folded = fold(word);
  if (!RESEMBLED.test(folded)) return null;
  const most = folded.length < TWO_MISTAKES_LEAST ? 1 : 2;
  const close = (words: readonly string[]) => {
    const found = words
      .filter((known) => RESEMBLED.test(known) && Math.abs(known.length - folded.length) <= most)
      .map((known) => ({ known, off: mistakesIn(folded, known) }));
    const least = Math.min(most, ...found.map(({ off }) => off));
    return found.filter(({ off }) => off === least);
  };
  const numbers: number[] = [];
  lexicon.eachBeginning(folded.slice(0, 1), (number) => void numbers.push(number));
  const isLong = folded.length > 4;
  const held = isLong ? close(numbers.map((number) => lexicon.words[number] ?? '')) : [];
  const [phrase] = close(phrases);
  const [first] = held;
  if (phrase !== undefined && (first === undefined || phrase.off <= first.off)) return phrase.known;
  const countOf = (known: string) => countAll(alone({ kind: 'words', not: false, any: [known] }));
  const counted = held.map(({ known }) => ({ known, count: countOf(known) }));
  return counted.toSorted((one, next) => next.count - one.count)[0]?.known ?? null;
}

/** Shorter words resemble too many. */
const RESEMBLED = /^[a-z]{4,30}$/u;
/** In shorter words, one mistake is all. */
const TWO_MISTAKES_LEAST = 8;

/** Single words that are conditions, orders or dates. */
const PHRASE_WORDS: readonly string[] = [
  ...wordsOfValues(),
  ...[CONDITIONS, SORTS, PERIODS, VERBS].flatMap((table) => Array.from(table.keys())),
].filter((phrase) => RESEMBLED.test(phrase));

/**
 * Conditions with two free words as one, where some person is called so: neither “Clara Lopez” nor “Clara
 * Lopez or Zoé Roy” asks for a file of Clara Martin and Nathan Lopez.
 */
function withFullNames(
  conditions: readonly Condition[],
  countAll: FilesAsked['countAll'],
): readonly Condition[] {
  return conditions.reduce<readonly Condition[]>((done, condition) => {
    const last = done.at(-1);
    if (last === undefined || !isFree(last) || !isFree(condition)) return [...done, condition];
    // Of alternatives, those on either side of the gap
    const [first, second] = [wordsOf([last]), wordsOf([condition])];
    const name = `${first.at(-1)} ${second[0]}`;
    const isOfKey = (key: (typeof PERSON_KEYS)[number]) =>
      countAll(alone({ kind: 'text', key, not: false, any: [name] })) > 0;
    if (!PERSON_KEYS.some(isOfKey)) return [...done, condition];
    const any = [...first.slice(0, -1), name, ...second.slice(1)];
    return [...done.slice(0, -1), { kind: 'words', not: false, any }];
  }, []);
}

/** Whether a whole text stands in the name of a person or in a property, its words in any order. */
function standsInName(
  text: string,
  countAll: FilesAsked['countAll'],
  keys: readonly (typeof NAME_KEYS)[number][] = NAME_KEYS,
): boolean {
  if (fold(text) === '') return false;
  const words = text.trim().split(/\s+/u);
  const spellings = [words.join(' '), words.toReversed().join(' ')];
  return spellings.some((spelling) => isCalled(spelling, countAll, keys));
}

/**
 * Conditions with the words of a list as alternatives, where no file has all of them and each is in
 * some file: `Nice and Paris`, unlike `Dupont, Nice`. Each may be in some file of the list that is
 * changed and all of them in none, though another file has all: “only Sophie and Oliver”, of Lyon.
 */
function eitherOf(
  listed: Understood['listed'],
  conditions: readonly Condition[],
  countAll: FilesAsked['countAll'],
  among: readonly Condition[],
): readonly Condition[] {
  const isHeldIn = (asked: readonly Condition[]) => countAll({ conditions: asked, sort: null }) > 0;
  return listed.reduce<readonly Condition[]>((some, words) => {
    const isIn = (each: string) => each.split(' ').some((part) => words.includes(part));
    const isOf = (one: Condition) => one.kind === 'words' && !one.not && one.any.every(isIn);
    const parts = some.filter((one) => isOf(one) && countAll(alone(one)) > 0);
    const isApart = among.length > 0 && parts.every((part) => isHeldIn([...among, part]));
    const isTogether = isHeldIn(isApart ? [...among, ...parts] : parts);
    if (parts.length < 2 || isTogether) return some;
    const either: Condition = { kind: 'words', not: false, any: wordsOf(parts) };
    return some.flatMap((one) => (one === parts[0] ? [either] : parts.includes(one) ? [] : [one]));
  }, conditions);
}

/** The conditions with free words that are a reference in another spelling: `gr 0101`. */
function referredTo(
  { query: { conditions }, rest }: Understood,
  table: Table,
): readonly Condition[] | null {
  if (!conditions.some(isFree) || rest.includes(':')) return null;
  const reference = referenceMeant(rest, table);
  if (reference === null) return null;
  const property: Condition = { kind: 'text', key: 'property', not: false, any: [reference] };
  const referred = [...conditions.filter((condition) => !isFree(condition)), property];
  const fits = queryOrNull(formatQuery({ conditions: referred, sort: null }, 'en')) !== null;
  return fits ? referred : null;
}

/** Whether conditions mean more than their words: alternatives, or a district of a city by its number. */
export function areReadOtherwise(conditions: readonly Condition[]): boolean {
  const isOther = (one: Condition, at: number) => one !== conditions[at];
  return conditions.some(isEither) || withRooms(withPostcodes(conditions)).some(isOther);
}

/** Conditions with numbers of rooms side by side as alternatives: `T2/T3`, which no flat is both of. */
function withRooms(conditions: readonly Condition[]): readonly Condition[] {
  return conditions.reduce<readonly Condition[]>((done, condition) => {
    const last = done.at(-1);
    if (last?.kind !== 'words' || condition.kind !== 'words') return [...done, condition];
    const areRooms = [last, condition].every(({ not, any }) => !not && any.every(isRooms));
    return areRooms
      ? [...done.slice(0, -1), { ...last, any: [...last.any, ...condition.any] }]
      : [...done, condition];
  }, []);
}

function isEither(one: Condition): boolean {
  return one.kind === 'words' && one.any.length > 1;
}

function isRooms(word: string): boolean {
  return roomsIn(word).length > 0;
}

function isFree({ kind, not }: Condition): boolean {
  return kind === 'words' && !not;
}

/** A free word in another form, where the files hold that: “studios”, “St-Étienne”. */
function otherForms(
  condition: Condition & { kind: 'words' },
  { lexicon }: Table,
  countAll: FilesAsked['countAll'],
): Condition {
  const any = condition.any.flatMap((word) => {
    const whole = unabbreviatedIn(lexicon, word);
    // Some files may have it in short.
    if (whole !== null) return isHeld(lexicon, word) ? [word, whole] : [whole];
    const parted = partedIn(lexicon, word);
    if (parted !== null && isCalled(parted, countAll, PERSON_KEYS)) return [parted];
    const rooms = roomsIn(word).filter((each) => isHeld(lexicon, each));
    return singularIn(lexicon, word) ?? (rooms.length > 0 ? rooms : word);
  });
  return { ...condition, any };
}

/** The singular of a word, where some file holds it; `null` for any other word. */
export function singularIn(lexicon: Table['lexicon'], word: string): string | null {
  const [, singular] = PLURAL.exec(word) ?? [];
  return singular !== undefined && isHeld(lexicon, singular) ? singular : null;
}

/** “Less” is no plural. */
const PLURAL = /^(\p{L}{3,})(?<![sx])[sx]$/iu;

/** `n diaye` of `ndiaye`: a name whose apostrophe or space is left out; `null` for any other word. */
export function partedIn(lexicon: Table['lexicon'], word: string): string | null {
  if (isHeld(lexicon, word)) return null;
  const folded = fold(word);
  const parted = [1, 2, 3]
    .filter((length) => folded.length - length >= REST_OF_NAME_LEAST)
    .map((length) => [folded.slice(0, length), folded.slice(length)] as const)
    .find((parts) => parts.every((part) => isHeld(lexicon, part)));
  return parted?.join(' ') ?? null;
}

const REST_OF_NAME_LEAST = 3;

/** `Saint-Étienne` of `St-Étienne`, `saint` of `st`, and `boulevard` of `bd`. */
export function unabbreviatedIn(lexicon: Table['lexicon'], word: string): string | null {
  if (BOULEVARD.test(word)) return isHeld(lexicon, 'boulevard') ? 'boulevard' : null;
  const [, ending, rest] = SAINT.exec(word) ?? [];
  if (ending === undefined || rest === undefined) return null;
  const whole = `saint${ending.toLowerCase() === 'te' ? 'e' : ''}${rest}`;
  return fold(whole)
    .split(' ')
    .every((part) => isHeld(lexicon, part))
    ? whole
    : null;
}

const BOULEVARD = /^b(?:l|v|lv)?d\.?$/iu;
const SAINT = /^s(te?)\.?((?:[-\s].*)?)$/iu;

function isHeld(lexicon: Table['lexicon'], word: string): boolean {
  return lexicon.numberOf(fold(word)) !== undefined;
}

function isExcluded(condition: Condition, { excluded }: Understood): boolean {
  if (condition.kind !== 'words' || !condition.not) return false;
  return condition.any.every((word) => excluded.includes(word));
}

function alone(condition: Condition): Query {
  return { conditions: [condition], sort: null };
}

function wordsOf(conditions: readonly Condition[]): readonly string[] {
  return conditions.flatMap((condition) => (condition.kind === 'words' ? condition.any : []));
}

/** The query without its free words, and each of its conditions alone, as far as they find any. */
export function widerThan(
  { conditions, sort }: Query,
  countIn: (query: Query) => number,
): Fitted['wider'] {
  if (conditions.length < 2) return [];
  const keyed = conditions.filter((condition) => !isFree(condition));
  const free = conditions.filter(isFree);
  const candidates = [keyed, free, ...conditions.map((condition) => [condition])];
  const wider: { query: Query; count: number }[] = [];
  const seen = new Set<string>();
  for (const some of candidates) {
    const query = { conditions: some, sort };
    const name = queryInWords(query, 'en');
    if (some.length === 0 || some.length === conditions.length || seen.has(name)) continue;
    seen.add(name);
    const count = countIn(query);
    if (count > 0) wider.push({ query, count });
    if (wider.length === WIDER_MAX) break;
  }
  return wider;
}
