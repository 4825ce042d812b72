import type { QueryKey, Unit } from '../../query/query.ts';
import { OPERATORS } from '../../query/values.ts';
import { unitNamed } from '../../query/vocabulary/index.ts';
import type { Sign } from '../grammar/index.ts';
import {
  COMPARE,
  COMPLETE,
  DECADES,
  isSmall,
  MONEY,
  NUMBERS,
  PERCENT,
  PHRASES,
} from '../grammar/tables.ts';
import { endOf, longest, type Match, type Sentence, skip } from '../words.ts';

/** How people write amounts: numbers in figures and in words, with their units. */

/** Rents are larger than scores and shares: a number without a unit from here on is one. */
export const RENT_MIN = 150;

/** Whether two numbers are rents without a unit, and no years: `900 to 1100`. */
export function isRentRange(first: number, second: number): boolean {
  return Math.min(first, second) >= RENT_MIN && !(isYear(first) && isYear(second));
}

/** The same of one word of both, which may be a reference: `900-1100`, unlike `2024-0342`. */
export function isRentWord(low: string, high: string): boolean {
  const [first, second] = [Number(low), Number(high)];
  const isPlain = [low, high].every((number) => RENT.test(number));
  return isPlain && first <= second && !isYear(first) && isRentRange(first, second);
}

/** Post codes have more digits, and numbers of a reference may begin with zeros. */
const RENT = /^[1-9]\d{0,3}$/;

function isYear(value: number): boolean {
  return value >= YEARS_FROM && value < YEARS_TO;
}

const YEARS_FROM = 1990;
const YEARS_TO = 2100;

type Measure = Unit | 'money' | 'percent';

/** A number with what it is of. */
export interface Amount {
  readonly value: number;
  readonly unit: Measure | null;
  readonly end: number;
}

/** Whether an amount is of time: not of money, a share or no unit. */
export function isOfTime({ unit }: Pick<Amount, 'unit'>): boolean {
  return unit !== null && unit !== 'money' && unit !== 'percent';
}

/** Whether letters behind a number are a unit: `3d`, `900 eur`, `900e`, unlike `11e`. */
export function isUnit(letters: string, number: string): boolean {
  if (letters === ORDINAL && numberOf(number) < RENT_MIN) return false;
  return (
    letters === THOUSAND ||
    PHRASES.aboutAfter.has(letters) ||
    unitNamed(letters) !== undefined ||
    MONEY.has(letters) ||
    PERCENT.has(letters) ||
    PHRASES.unheldUnits.has(letters)
  );
}

/** In French it is short for euros, and the end of an ordinal. */
const ORDINAL = 'e';

/** Short for a thousand euros: `1.2k`. */
const THOUSAND = 'k';
/** Two, before units of time alone. */
const PAIR = 'couple';

/** A number with its unit: `600 euros`, `€900`; where one must stand there, also `1 200`, `a week`. */
export function amountAt(sentence: Sentence, at: number, isSure: boolean): Amount | null {
  const { words } = sentence;
  const first = words[at];
  if (first?.folded === '€' && words[at + 1]?.kind === 'number') {
    return { value: numberOf(words[at + 1]?.text ?? ''), unit: 'money', end: at + 2 };
  }
  // “Last fortnight”
  const isLast = PHRASES.within.has(words[at - 1]?.folded ?? '');
  const fortnight = isSure || isLast ? fortnightsAt(sentence, at, 1) : null;
  if (fortnight !== null) return fortnight;
  if (first?.kind !== 'number') {
    const value = NUMBERS.get(first?.folded ?? '') ?? (first?.folded === PAIR ? 2 : undefined);
    const isGrand = isSure && first?.folded !== 'un' && words[at + 1]?.folded === GRAND;
    if (value !== undefined && isGrand) return grandsAt(sentence, at, value);
    const fortnights = value === undefined ? null : fortnightsAt(sentence, at + 1, value);
    if (fortnights !== null) return fortnights;
    const years = value === undefined ? null : yearsAt(sentence, at + 1, value);
    if (years !== null && (value !== 1 || isSure)) return years;
    // “A couple of days”
    const unit =
      value === undefined ? null : timeUnitAt(sentence, skip(sentence, at + 1, PHRASES.joints));
    const isOne = value === 1 && !isSure;
    return value === undefined || unit === null || isOne
      ? null
      : { value, unit: unit.meaning, end: unit.end };
  }
  const second = words[at + 1];
  const behind = words[at + 2];
  // “12 Grand Place”
  const isName = behind?.kind === 'word' && !isSmall(behind.folded) && !MONEY.has(behind.folded);
  if (second?.folded === GRAND && (isSure || !isName)) {
    return grandsAt(sentence, at, numberOf(first.text));
  }
  if (second?.isAttached === true && second.folded === THOUSAND) {
    return grandsAt(sentence, at, numberOf(first.text));
  }
  const isGrouped = isGroupedAt(sentence, at);
  const measured = isGrouped ? measureAt(sentence, at + 2) : null;
  if (isGrouped && (measured?.meaning === 'money' || (isSure && measured === null))) {
    const value = numberOf(first.text + (second?.text ?? ''));
    return { value, unit: measured?.meaning ?? null, end: measured?.end ?? at + 2 };
  }
  const unit = measureAt(sentence, at + 1);
  const value = numberOf(first.text);
  const years = yearsAt(sentence, at + 1, value);
  if (years !== null) return years;
  return { value, unit: unit?.meaning ?? null, end: unit?.end ?? at + 1 };
}

/** Thousands, as people say them in English; « un grand appartement » is none. */
const GRAND = 'grand';

function grandsAt(sentence: Sentence, at: number, value: number): Amount {
  const end = endOf(sentence, at + 2, MONEY) ?? at + 2;
  return { value: Math.round(value * 1_000), unit: 'money', end };
}

const MONTHS_A_YEAR = 12;

/** A number of years in months, which queries count. */
function yearsAt(sentence: Sentence, at: number, value: number): Amount | null {
  const end = endOf(sentence, at, PHRASES.years);
  return end === null ? null : { value: Math.round(value * MONTHS_A_YEAR), unit: 'mo', end };
}

/** A number of fortnights in weeks, which queries count. */
function fortnightsAt({ words }: Sentence, at: number, value: number): Amount | null {
  const isOne = /^fortnights?$/u.test(words[at]?.folded ?? '');
  return isOne ? { value: value * 2, unit: 'w', end: at + 1 } : null;
}

/** The last thousand of a number, with its decimals if any: `200,50`. */
const GROUP = /^\d{3}(?:[.,]\d{1,2})?$/;

/** `1 200`, also in « 1 000 à 1 500 € ». */
export function isGroupedAt({ words }: Sentence, at: number): boolean {
  const [first, second] = words.slice(at, at + 2);
  return (
    /^\d{1,3}$/.test(first?.text ?? '') && second?.kind === 'number' && GROUP.test(second.text)
  );
}

/** One half, where it is of what is complete: `half complete`, `less than half complete`. */
export function halfAt(sentence: Sentence, at: number, key: QueryKey | null): Amount | null {
  const end = endOf(sentence, at, PHRASES.half);
  if (end === null) return null;
  const isOfWhole = key === 'completion' || endOf(sentence, end, COMPLETE) !== null;
  return isOfWhole ? { value: 50, unit: 'percent', end } : null;
}

/** Whether a number stands at a place, in figures or as a word. */
export function hasNumber({ words }: Sentence, at: number): boolean {
  return words[at]?.kind === 'number' || NUMBERS.has(words[at]?.folded ?? '');
}

/** The value of a number as people write it, `1 200`, `1,200`, `1,200.50` or `70,5`. */
export function numberOf(text: string): number {
  const [, grouped, decimals = '0'] = GROUPED.exec(text) ?? [];
  if (grouped === undefined) return Number(text.replace(',', '.'));
  return Number(`${grouped.replaceAll(/[.,]/g, '')}.${decimals}`);
}

/** A number of several groups of figures, and its decimals. */
const GROUPED = /^(\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/;

/** What an amount is of: `euros`, `%`, `weeks`. */
export function measureAt(sentence: Sentence, at: number): Match<Measure> | null {
  const money = endOf(sentence, at, MONEY);
  if (money !== null) {
    // “900 € a month”
    return { meaning: 'money', end: endOf(sentence, money, MONEY) ?? money };
  }
  const percent = endOf(sentence, at, PERCENT);
  return percent === null ? timeUnitAt(sentence, at) : { meaning: 'percent', end: percent };
}

/** Whether “2day” stands at a place, as telephones write “today”; “for 2day” and “2day ago” count days. */
export function isTodayAt({ words }: Sentence, at: number): boolean {
  const [number, unit] = words.slice(at, at + 2);
  if (PHRASES.since.has(words[at - 1]?.folded ?? '')) return false;
  return number?.text === '2' && unit?.isAttached === true && unit.folded === 'day';
}

/** Whether “80s” is a decade at a place, in “the low 80s” and “the 80s and 90s”, and no number of weeks. */
function isDecadeAt(sentence: Sentence, at: number): boolean {
  const { words } = sentence;
  const [number, ending] = words.slice(Math.max(0, at), at + 2);
  if (!DECADE.test(number?.text ?? '') || !(ending?.isAttached && ending.folded === 's'))
    return false;
  const [before = '', link = ''] = [1, 2].map((back) => words[at - back]?.folded);
  if (DECADES.parts.has(before)) return DECADES.of.has(link);
  const isLinked = DECADES.links.has(before) && isDecadeAt(sentence, at - 3);
  return isLinked || DECADES.of.has(before);
}

/**
 * `in the 80s` of a score and `in the 800s` of a rent, as the query of that range; `null` in place of
 * the query for `the low 80s`, `the 80s and 90s` and decades of anything else, which no range is.
 */
export function decadesAt(
  sentence: Sentence,
  at: number,
  key: QueryKey | null,
): Match<string | null> | null {
  const { words } = sentence;
  const start = skip(sentence, at, DECADES.before);
  const first = DECADES.parts.has(words[start]?.folded ?? '') ? start + 1 : start;
  if (!isDecadeAt(sentence, first)) return null;
  let end = first + 2;
  while (DECADES.links.has(words[end]?.folded ?? '')) {
    const next = skip(sentence, end + 1, DECADES.before);
    if (!isDecadeAt(sentence, next)) break;
    end = next + 2;
  }
  const { text = '' } = words[first] ?? {};
  const isAlone = first === start && end === first + 2;
  if (!isAlone || key === null || DECADE_OF[key]?.test(text) !== true)
    return { meaning: null, end };
  const low = Number(text);
  return { meaning: `${key}:${low}..${low + (key === 'rent' ? 99 : 9)}`, end };
}

const DECADE = /^\d+0$/u;
const DECADE_OF: Readonly<Partial<Record<QueryKey, RegExp>>> = {
  score: /^[1-9]0$/u,
  completion: /^[1-9]0$/u,
  rent: /^[1-9]00$/u,
};
/** Fewer are weeks, as in « 2 s ». */
const ADULT_AGE = 16;

/** A unit of time. A letter alone is one only where it is attached to its number, or where both end a text: `10 j`. */
export function timeUnitAt(sentence: Sentence, at: number): Match<Unit> | null {
  const found = longest(sentence, at, unitNamed);
  const word = sentence.words[at];
  // “Under 25s” are people, unlike “over 2s”.
  const [before, count] = sentence.words.slice(Math.max(0, at - 2), at);
  const isAge = DECADES.ages.has(before?.folded ?? '') && Number(count?.folded) >= ADULT_AGE;
  const isOfPeople = word?.folded === 's' && isAge;
  const isOther = isOfPeople || isLetterAt(sentence, at) || isDecadeAt(sentence, at - 1);
  if (found === null || isOther) return null;
  return { ...found, end: endOf(sentence, found.end, PHRASES.ofAge) ?? found.end };
}

/** Whether a letter stands at a place that is no unit: « 10 d’entre eux ». */
function isLetterAt({ words }: Sentence, at: number): boolean {
  const { folded = '', isAttached = false, hasComma = false } = words[at] ?? {};
  const isLast = words[at + 1] === undefined || hasComma;
  const isUnitOfNumber = isLast && words[at - 1]?.kind === 'number' && /^[djsw]$/u.test(folded);
  return folded.length === 1 && !isAttached && !isUnitOfNumber;
}

/** What stands before the number of a comparison. */
export interface Compared {
  readonly sign: Sign | '=' | null;
  readonly isWithin: boolean;
  readonly isSince: boolean;
  readonly isAgo: boolean;
  readonly end: number;
}

const JOINTS_MAX = 3;
/** Phrases of one comparison, small words among them. */
const COMPARISON_WORDS_MAX = 6;

/** The sign or phrase of a comparison, with small words around it. */
export function signAt(sentence: Sentence, from: number, hasKey: boolean): Compared {
  let [at, joints] = [from, 0];
  let found: Omit<Compared, 'end'> = { sign: null, isWithin: false, isSince: false, isAgo: false };
  for (let count = 0; ; count += 1) {
    const word = sentence.words[at];
    if (count === COMPARISON_WORDS_MAX) return { ...found, end: at };
    const within = found.isWithin ? null : endOf(sentence, at, PHRASES.within);
    const compared = longest(sentence, at, (phrase) => COMPARE.get(phrase));
    // « Plus ou moins 800 » is no comparison.
    if ((endOf(sentence, at, PHRASES.about) ?? 0) > (compared?.end ?? at))
      return { ...found, end: at };
    const exact = endOf(sentence, at, PHRASES.exact);
    const since = endOf(sentence, at, PHRASES.since);
    const ago = endOf(sentence, at, PHRASES.agoBefore);
    if (word?.kind === 'sign') {
      found = { ...found, sign: OPERATORS[word.text] ?? '=' };
      at += 1;
    } else if (within !== null) {
      found = { ...found, isWithin: true };
      at = within;
    } else if (exact !== null) {
      found = { ...found, sign: '=' };
      at = exact;
    } else if (compared !== null && compared.end > (since ?? 0)) {
      found = { ...found, sign: compared.meaning };
      at = compared.end;
    } else if (ago !== null) {
      found = { ...found, isAgo: true };
      at = ago;
    } else if (since !== null) {
      found = { ...found, isSince: true };
      at = since;
    } else if (
      joints < JOINTS_MAX &&
      (hasKey || at > from) &&
      PHRASES.joints.has(word?.folded ?? '') &&
      // “a” is a number before a unit.
      !(NUMBERS.has(word?.folded ?? '') && isCountedAt(sentence, at + 1))
    ) {
      joints += 1;
      at += 1;
    } else {
      return { ...found, end: at };
    }
  }
}

function isCountedAt(sentence: Sentence, at: number): boolean {
  const isGrand = sentence.words[at]?.folded === GRAND;
  return (
    isGrand || timeUnitAt(sentence, at) !== null || endOf(sentence, at, PHRASES.years) !== null
  );
}
