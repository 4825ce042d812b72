import { fold } from '../../lib/text.ts';
import { tokensOf } from '../query/tokenizer.ts';
import type { DateOrder } from '../query/values.ts';
import { dateNamed } from '../query/vocabulary/index.ts';
import { WORDS_MAX } from './grammar/index.ts';
import { DOZENS, NUMBERS, PERCENT, PERIODS, PHRASES, RANGES, TENS } from './grammar/tables.ts';

/** A word of a text, or a sign or number that is attached to one. */
export interface Word {
  readonly kind: 'word' | 'number' | 'sign' | 'syntax';
  /** As typed, without the punctuation around it; in figures where a number is in words. */
  readonly text: string;
  /** As typed, where that is a number in words: `forty-five`. */
  readonly spelled?: string;
  /** Start in the text, in UTF-16 units. */
  readonly at: number;
  /** Without case, accents and punctuation; `€` and `%` stand for themselves. */
  readonly folded: string;
  /** Attached to the word before: `d` in `3d`. */
  readonly isAttached: boolean;
  /** Whether a comma follows. */
  readonly hasComma: boolean;
}

const QUOTE = /["“”„«»]/u;
const LEADING = /^[([{¿¡*_~`]+/u;
const TRAILING = /(?<![.,;:!?…)\]}*_~`])[.,;:!?…)\]}*_~`]+$/u;
const SIGNS = />=|<=|=>|=<|[><=≥≤]/u;
const SIGN_FIRST = new RegExp(`^(${SIGNS.source})(.*)$`, 'u');
const SIGN_AFTER_WORD = new RegExp(`^(\\p{L}[\\p{L}-]*)((?:${SIGNS.source}).*)$`, 'u');
const ELISION = /^((?:l|d|qu|j|m|n|s|c|t|jusqu|lorsqu)['’])(\p{L}.*)$/iu;
const GENITIVE = /^(.{2,})(['’]s)$/iu;
const ALTERNATIVES = /^(\p{L}[\p{L}\d]+)(\/\p{L}[\p{L}\d]+)$/u;
/** `T2-T3`, unlike a reference. */
const NUMBERS_OF_ROOMS = /^([tf]\d)([-–][tf]\d)$/iu;
const NUMBER_AND_UNIT = /^(\d[\d.,]*(?:[-–]\d[\d.,]*)?)(\p{L}{1,12}[2²]?€?|[€%])(?:\/\p{L}+)?$/u;
const UNIT_AND_NUMBER = /^([€])(\d[\d.,]*)$/u;
/** Before a number without a sign, in its place. */
const UNIT_FIRST = /(?<=^|\s)€(\d{1,3}(?: \d{3})+|\d+(?:[.,]\d+)*)(?=\s)/gu;
const NUMBER = /^(?:\d{1,3}(?:[.,]\d{3}){1,2}(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?)$/;
const SPLITS = [SIGN_FIRST, SIGN_AFTER_WORD, ELISION, GENITIVE, ALTERNATIVES, NUMBERS_OF_ROOMS];

const SIGN_WORDS: ReadonlyMap<string, string> = new Map([
  ['+', 'plus'],
  ['-', 'moins'],
]);

/** A person as Slack marks them in a text. */
const MENTION = /^<@[UW][A-Z0-9]+(?:\|[^>]*)?>$/u;

/** Between two numbers: `900 - 1100 euros`. */
const DASHES: ReadonlySet<string> = new Set(['-', '–', '—']);
const TO_WORD = 'to';
const NUMBER_BEFORE = /(?<!\p{L}.*)\d[€%]?$/u;
const NUMBER_BEHIND = /^€?\d/u;

function isDate(text = ''): boolean {
  return PERIODS.has(fold(text)) || dateNamed(text) !== undefined;
}

/** Before a number that is not exact: `~900`. */
const ROUGHLY = /^([~≈])(.*)$/u;
const ABOUT_WORD = 'about';

/** At least so many: `10+ days`, `900€+`. */
const AND_MORE = /^(€?\d[\d.,]*[€%]?)\+(.*)$/u;
const AT_LEAST = '≥';
/** More than so many, unlike a telephone number: `+15 jours`. */
const MORE_THAN = /^\+(\d{1,5}(?:\p{L}{0,12}|[€%]))$/u;

/** Stand for “and” between two words: `Lyon & Nantes`, unlike « + de 700 ». */
const AMPERSANDS: ReadonlySet<string> = new Set(['&', '+']);
const AND_WORD = 'and';

function isWordOnly(text = ''): boolean {
  return /^\p{L}{3,}/u.test(text);
}

/** Whether letters behind a number are a unit: `3d`, unlike `2bis`. */
type IsUnit = (letters: string, number: string) => boolean;

/**
 * The words of a text in their order. Terms with the syntax of queries, such as `key:value`,
 * `-word` and quoted texts, are one word each.
 *
 * @throws {QueryError} for a control character, and for an unclosed quotation mark
 */
export function wordsIn(sentence: string, isUnit: IsUnit): readonly Word[] {
  // “€1000 to €1500”
  const text = sentence.replaceAll(UNIT_FIRST, '$1€');
  const all = tokensOf(text).flatMap(({ not, body, key }, index, tokens): readonly Word[] => {
    const isBeforeComma = tokens[index + 1]?.body.text.startsWith(',') === true;
    const isMention = MENTION.test(body.text);
    const next = tokens[index + 1]?.body.text;
    if (not && key === null && isLess(body.text, next, isUnit)) {
      const sign = { kind: 'sign', text: '<', at: body.at - 1, folded: '' } as const;
      return [
        { ...sign, isAttached: false, hasComma: false },
        ...split(body.text, body.at, true, isUnit),
      ];
    }
    if (isMention || key !== null || not || QUOTE.test(body.text) || body.text.startsWith(':')) {
      const at = not ? body.at - 1 : body.at;
      const end = body.at + body.text.length;
      const typed = text.slice(at, end);
      return [
        { kind: 'syntax', text: typed, at, folded: '', isAttached: false, hasComma: false },
      ] as const;
    }
    const [before, after] = [tokens[index - 1]?.body.text, tokens[index + 1]?.body.text];
    const isJoint = AMPERSANDS.has(body.text) && isWordOnly(before) && isWordOnly(after);
    // “Between 900 & 1100”
    const isOfNumbers =
      body.text === '&' && NUMBER_BEFORE.test(before ?? '') && NUMBER_BEHIND.test(after ?? '');
    // “Nov 20 - nov 24”, unlike “3 - march”
    const isDated = isDate(before) || (isDate(after) && isDate(tokens[index - 2]?.body.text));
    const isDash =
      DASHES.has(body.text) &&
      (isDated || (NUMBER_BEFORE.test(before ?? '') && !isDate(after))) &&
      (NUMBER_BEHIND.test(after ?? '') || isDate(after));
    const link = isJoint || isOfNumbers ? AND_WORD : isDash ? TO_WORD : null;
    if (link !== null) {
      const word = { kind: 'word', text: body.text, at: body.at, folded: link } as const;
      return [{ ...word, isAttached: false, hasComma: false }];
    }
    const sign = SIGN_WORDS.get(body.text);
    if (sign !== undefined) {
      // « + de 700 », « 700 et + »: a sign elsewhere is punctuation.
      const isWord = /^d(?:e|['’])/iu.test(after ?? '') || /^(?:et|ou)$/iu.test(before ?? '');
      const { text: typed, at } = body;
      const word = { kind: 'word', text: typed, at, folded: sign } as const;
      return isWord ? [{ ...word, isAttached: false, hasComma: false }] : [];
    }
    const [, rough, behind = ''] = ROUGHLY.exec(body.text) ?? [];
    if (rough !== undefined && NUMBER_BEHIND.test(behind === '' ? (after ?? '') : behind)) {
      const { at } = body;
      const word = { kind: 'word', text: rough, at, folded: ABOUT_WORD } as const;
      const number = behind.replace(TRAILING, '');
      return [
        { ...word, isAttached: false, hasComma: false },
        ...(number === '' ? [] : split(number, at + rough.length, true, isUnit)),
      ];
    }
    const [leading = ''] = LEADING.exec(body.text) ?? [];
    const bare = body.text.slice(leading.length).replace(TRAILING, '');
    const start = body.at + leading.length;
    // “+33 6 12 34 56 78”
    const isPhone = MORE_THAN.test(bare) && NUMBER_BEHIND.test(after ?? '');
    const words =
      bare === '' ? [] : isPhone ? wordOf(bare, start, false) : split(bare, start, false, isUnit);
    const hasComma = isBeforeComma || body.text.endsWith(',');
    return words.map((word, at) => (at === words.length - 1 ? { ...word, hasComma } : word));
  });
  return inFigures(all);
}

/** Whether a hyphen before a number stands for less than so much: `-600€`, `-600 euros`, unlike `-75011`. */
function isLess(text: string, next: string | undefined, isUnit: IsUnit): boolean {
  const [, number = '', unit = ''] = NUMBER_AND_UNIT.exec(text) ?? [];
  if (unit !== '') return /[€%]/u.test(unit) || isUnit(fold(unit), number);
  return /^\d{2,5}$/u.test(text) && /^(?:€|euros?|eur)$/iu.test(next ?? '');
}

/** Words with each number in words that is larger than twenty as one, in figures. */
function inFigures(words: readonly Word[]): readonly Word[] {
  const found: Word[] = [];
  for (let at = 0; at < words.length;) {
    const number = spelledAt(words, at);
    const [first, last] = [words[at], words[(number?.end ?? at + 1) - 1]];
    if (first === undefined || last === undefined) break;
    if (number === null) found.push(first);
    else {
      const text = String(number.value);
      const spelled = words
        .slice(at, number.end)
        .map((word) => word.text)
        .join(' ')
        .replace(ABOUT_SO_MANY, '$1');
      const { hasComma } = last;
      found.push({ ...first, kind: 'number', text, folded: text, spelled, hasComma });
    }
    at = number?.end ?? at + 1;
  }
  return found;
}

/** `une quinzaine de`, whose noun alone may be a name. */
const ABOUT_SO_MANY = /^\S+ (\S+) \S+$/u;

/** The number in words that begins at a place: `soixante-dix`, `une quinzaine de`, `2 thousand`. */
function spelledAt(words: readonly Word[], at: number) {
  const [one, dozen] = words.slice(at, at + 2);
  const about = NUMBERS.get(one?.folded ?? '') === 1 ? DOZENS.get(dozen?.folded ?? '') : undefined;
  if (about !== undefined) {
    const isOf = PHRASES.joints.has(words[at + 2]?.folded ?? '');
    return { value: about, end: isOf ? at + 3 : at + 2 };
  }
  const before = words[at - 1]?.folded ?? '';
  // “Cent” of « pour cent »
  if (PERCENT.has(`${before} ${one?.folded ?? ''}`)) return null;
  let spelled: Spelled | null = { whole: 0, part: 0, isLarge: false };
  let end = at;
  for (let next = at; next < at + NUMBER_WORDS_MAX; next += 1) {
    const { kind = 'syntax', folded = '', text = '' } = words[next] ?? {};
    const isJoint =
      next > at && PHRASES.and.has(folded) && RANGES.get(before)?.has(folded) !== true;
    if (isJoint && isAddedAt(words, next + 1, spelled)) continue;
    if (PERCENT.has(`${words[next - 1]?.folded ?? ''} ${folded}`)) break;
    const digits = kind === 'number' && next === at && /^\d{1,3}$/.test(text) ? Number(text) : null;
    // “2 thousand”, unlike “10 five”
    const isOfDigits = one?.kind === 'number' && next === at + 1 && !MULTIPLIERS.has(folded);
    const more: Spelled | null =
      digits === null
        ? folded.split(' ').reduce<Spelled | null>((sum, word) => sum && plus(sum, word), spelled)
        : { ...spelled, part: digits };
    if (more === null || isOfDigits) break;
    spelled = more;
    end = next + 1;
    if (words[next]?.hasComma === true) break;
  }
  const isInDigits = end === at + 1 && one?.kind === 'number';
  return spelled.isLarge && !isInDigits ? { value: spelled.whole + spelled.part, end } : null;
}

const NUMBER_WORDS_MAX = 8;

/** A number, word by word: its thousands, and what is below them. */
interface Spelled {
  readonly whole: number;
  readonly part: number;
  /** Whether it is larger than those that have a word of their own. */
  readonly isLarge: boolean;
}

/** Whether “and” joins the words of one number: `vingt et un`, `one hundred and fifty`. */
function isAddedAt(words: readonly Word[], at: number, { whole, part }: Spelled): boolean {
  const [added = '', more = ''] = words.slice(at, at + 2).map(({ folded }) => folded);
  const [first = ''] = added.split(' ');
  const isTens = part % 10 === 0 && part % 100 > 10;
  if (isTens) return words[at - 1]?.folded === FRENCH_AND && (NUMBERS.get(first) ?? 0) % 10 === 1;
  const isSmaller = NUMBERS.has(first) || TENS.has(first);
  return isSmaller && part % 100 === 0 && whole + part > 0 && !MULTIPLIERS.has(more);
}

const MULTIPLIERS = PHRASES.hundred.union(PHRASES.thousand);
/** “Twenty and one” are two numbers. */
const FRENCH_AND = 'et';

/** A number with one more word; `null` where that does not continue it. */
function plus({ whole, part, isLarge }: Spelled, word: string): Spelled | null {
  const below = part % 100;
  if (PHRASES.hundred.has(word)) {
    const isWhole = part < 20;
    return isWhole ? { whole, part: 100 * Math.max(1, part), isLarge: true } : null;
  }
  if (PHRASES.thousand.has(word)) {
    return whole === 0 ? { whole: 1_000 * Math.max(1, part), part: 0, isLarge: true } : null;
  }
  const tens = TENS.get(word.replace(/s$/u, ''));
  if (tens !== undefined) {
    // “Quatre-vingts”
    if (tens === 20 && below === 4) return { whole, part: part + 76, isLarge: true };
    return below === 0 ? { whole, part: part + tens, isLarge: isLarge || tens > 20 } : null;
  }
  // “A thousand” and « à mille » are one.
  const unit = ARTICLE.test(word) ? 0 : (NUMBERS.get(word) ?? 0);
  // “Soixante-dix”, “dix-sept”
  const isBehind = below % 10 === 0 && below > (unit < 10 ? 10 : 50);
  const isDix = below === 10 && unit > 6 && unit < 10;
  if (unit === 0 || unit === 20 || !(below === 0 || isBehind || isDix)) return null;
  return { whole, part: part + unit, isLarge: isLarge || isBehind || isDix };
}

const ARTICLE = /^an?$/u;

function split(text: string, at: number, isAttached: boolean, isUnit: IsUnit): readonly Word[] {
  const [, more] = MORE_THAN.exec(text) ?? [];
  if (more !== undefined) {
    const sign = { kind: 'sign', text: '>', at, folded: '' } as const;
    return [{ ...sign, isAttached, hasComma: false }, ...split(more, at + 1, true, isUnit)];
  }
  const [, counted, unit] = AND_MORE.exec(text) ?? [];
  if (counted !== undefined && unit !== undefined) {
    const behind = at + counted.length + 1;
    const sign = { kind: 'sign', text: AT_LEAST, at, folded: '' } as const;
    return [
      { ...sign, isAttached, hasComma: false },
      ...split(counted, at, true, isUnit),
      ...(unit === '' ? [] : split(unit, behind, true, isUnit)),
    ];
  }
  const parts = partsOf(text, isUnit);
  if (parts === null) return wordOf(text, at, isAttached);
  const [first, rest] = parts;
  // “Lyon/Nantes” and “T2-T3” are lists.
  const isListed = /^[/–-]/u.test(rest);
  const next = isListed || /^['’]/u.test(rest) ? 1 : 0;
  return [
    ...wordOf(first, at, isAttached).map((word) => ({ ...word, hasComma: isListed })),
    ...(rest.length === next
      ? []
      : split(rest.slice(next), at + first.length + next, true, isUnit)),
  ];
}

function partsOf(text: string, isUnit: IsUnit): readonly [string, string] | null {
  const counted = NUMBER_AND_UNIT.exec(text) ?? UNIT_AND_NUMBER.exec(text);
  if (counted !== null) {
    const [, first = '', last = ''] = counted;
    // “800-900€”
    const isNumber = [first, last, ...first.split(/[-–]/u)].some((each) => NUMBER.test(each));
    const isKnown = isUnit(fold(last), first) || /[€%]/u.test(first + last);
    return isNumber && isKnown ? [first, last] : null;
  }
  for (const pattern of SPLITS) {
    const [, first, rest] = pattern.exec(text) ?? [];
    if (first !== undefined && rest !== undefined) return [first, rest];
  }
  return null;
}

function wordOf(text: string, at: number, isAttached: boolean): readonly Word[] {
  const isSign = SIGN_FIRST.exec(text)?.[2] === '';
  const folded = text === '€' || text === '%' ? text : fold(text);
  if (folded === '' && !isSign) return [];
  const kind = isSign ? 'sign' : NUMBER.test(text) ? 'number' : 'word';
  return [{ kind, text, at, folded, isAttached, hasComma: false }];
}

/** Who writes a text. */
export interface Writer {
  /** In which order they put day and month; `null` where that is unknown. */
  readonly dateOrder: DateOrder | null;
  /** Their e-mail address, for “mine”; `null` where it is unknown, absent where “mine” is of nobody. */
  readonly email?: string | null | undefined;
  /** The day where they are; where it is unknown, so are weeks by their numbers and “the 20th”. */
  readonly today?: Temporal.PlainDate | undefined;
  /** Whether some person or property is called so: then the word asks for them, even where it is polite. */
  readonly isName?: ((word: string) => boolean) | undefined;
  /** Whether only properties are called so: then the word is nobody who manages files. */
  readonly isPlace?: ((word: string) => boolean) | undefined;
}

/** The words of a text with the phrases that they form. */
export interface Sentence {
  readonly words: readonly Word[];
  /** Folded phrases that begin at each word: of one word, of two, up to `WORDS_MAX`. */
  readonly phrases: readonly (readonly string[])[];
  readonly writer: Writer;
}

/** The sentence that words form. No phrase reaches over a sign or a term of a query. */
export function sentenceOf(words: readonly Word[], writer: Writer = { dateOrder: null }): Sentence {
  const phrases = words.map(({ kind, folded }, at) => {
    if (kind === 'syntax' || kind === 'sign') return [];
    const found = [folded];
    for (let next = at + 1; next < at + WORDS_MAX; next += 1) {
      const other = words[next];
      if (other === undefined || other.kind === 'syntax' || other.kind === 'sign') break;
      found.push(`${found.at(-1)} ${other.folded}`);
    }
    return found;
  });
  return { words, phrases, writer };
}

/** A phrase that means something. */
export interface Match<Meaning> {
  readonly meaning: Meaning;
  /** The place behind its last word. */
  readonly end: number;
}

/** The longest phrase at a place that means something; `null` for none. */
export function longest<Meaning>(
  { phrases }: Sentence,
  at: number,
  meaningOf: (phrase: string) => Meaning | undefined,
): Match<Meaning> | null {
  const here = phrases[at] ?? [];
  for (let count = here.length; count > 0; count -= 1) {
    const meaning = meaningOf(here[count - 1] ?? '');
    if (meaning !== undefined) return { meaning, end: at + count };
  }
  return null;
}

/** The place behind the longest phrase of a set; `null` for none. */
export function endOf({ phrases }: Sentence, at: number, set: ReadonlySet<string>): number | null {
  const here = phrases[at] ?? [];
  // As `longest`, without a function: each place of a sentence is looked at for some hundred sets.
  for (let count = Math.min(here.length, wordsMaxIn(set)); count > 0; count -= 1) {
    if (set.has(here[count - 1] ?? '')) return at + count;
  }
  return null;
}

/** Most sets are of single words, in which no longer phrase needs to be looked for. */
const WORDS_MAX_IN = new WeakMap<ReadonlySet<string>, number>();

/** The words of the longest phrase of a set that stays as it is. */
function wordsMaxIn(set: ReadonlySet<string>): number {
  const known = WORDS_MAX_IN.get(set);
  if (known !== undefined) return known;
  const most = Math.max(0, ...Iterator.from(set).map((phrase) => phrase.split(' ').length));
  WORDS_MAX_IN.set(set, most);
  return most;
}

/** Behind an article without its vowel: « s’il ». */
const ELIDED = /(?<=(?<!\p{L})(?:l|d|qu|j|m|n|s|c|t)['’]) /giu;

/** The words between two places, as typed. */
export function typedOf({ words }: Sentence, from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ text, spelled }) => spelled ?? text)
    .join(' ')
    .replaceAll(ELIDED, '');
}

/** The first place from `at` on that is not a word of a set. */
export function skip({ words }: Sentence, at: number, set: ReadonlySet<string>): number {
  let end = at;
  while (set.has(words[end]?.folded ?? '')) end += 1;
  return end;
}

/** The place behind polite words; `null` for none, and for one that is a name: “so Lyon”, unlike “so, Lyon”. */
export function politeEnd(sentence: Sentence, at: number): number | null {
  const end = endOf(sentence, at, PHRASES.polite);
  const { folded = '', hasComma = false } = sentence.words[at] ?? {};
  // « Ben les prêts »: an article behind the first word says that it is none.
  const isLead = at === 0 && PHRASES.determiners.has(sentence.words[1]?.folded ?? '');
  const isAlone = end === at + 1 && !hasComma && !isLead;
  return isAlone && sentence.writer.isName?.(folded) === true ? null : end;
}

/** The spellings of a number of rooms, of which files hold any: `T2s`, `t2`, `f2` and `2p`; none of other words. */
export function roomsIn(word: string): readonly string[] {
  const [, behind, before = behind] = ROOMS.exec(word) ?? [];
  if (before === undefined) return [];
  const all = [`t${before}`, `f${before}`, `${before}p`];
  return [word, ...all.filter((each) => each !== word.toLowerCase())];
}

const ROOMS = /^(?:[ft]([1-9])s?|([1-9])p)$/iu;
