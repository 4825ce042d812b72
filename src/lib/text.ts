import leven, { closestMatch } from 'leven';

/** What happened, then what to do about it: one sentence or two each. */
export interface FailureWords {
  readonly happened: string;
  readonly remedy: string;
  /** A command to copy and correct, as it would be typed. */
  readonly copy?: string;
}

/** Letters without a Unicode decomposition, as they are typed on keyboards that lack them. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ı: 'i',
  ς: 'σ',
};

/** Accents, and joiners and other characters that draw nothing themselves. */
const MARKS = /[\p{M}\p{Cf}\p{DI}]+/gu;
const SPELLED = /[œæøłđßıς]/g;
/** Texts that folding leaves as they are, as far as a quick look tells. */
const FOLDED = /^[a-z\d]+(?: [a-z\d]+)*$/;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * The words of a text without case, accents, joiners and punctuation, separated by one space: `D’Œuvre, Léa`
 * becomes `d oeuvre lea`. Empty for a text without letters and digits.
 */
export function fold(text: string): string {
  if (FOLDED.test(text)) return text;
  return foldedByLetter(text) ?? foldedByUnicode(text);
}

function foldedByUnicode(text: string): string {
  return unaccented(text).match(WORDS)?.join(' ') ?? '';
}

/** Those of European languages, and the punctuation between their words. */
const KNOWN_CODES = 0x2100;
/** What is known of a character, other than the letter or digit that stands for it. */
const DRAWS_NOTHING = 1;
const SEPARATES = 32;
const NEEDS_UNICODE = 2;
const LETTER_MAX = 0xff;
/** By character, what folding makes of it; 0 until it is first met. */
const letters = new Uint8Array(KNOWN_CODES);
let written = Buffer.alloc(1_024);

/** A text folded letter by letter; `null` for one with a character that this does for none. */
function foldedByLetter(text: string): string | null {
  if (text.length > written.length) written = Buffer.alloc(2 * text.length);
  const length = foldInto(text, written);
  return length < 0 ? null : written.toString('latin1', 0, length);
}

/**
 * Writes a text folded letter by letter as Latin-1, in a fraction of the time that Unicode’s tables
 * take: all texts of all files are folded.
 *
 * @param room for as many letters as the text has characters
 * @returns the number of letters; -1 for a text that only `fold` can fold
 */
export function foldInto(text: string, room: Uint8Array): number {
  let length = 0;
  // As after a space: there is one between two words, and none before the first.
  let last = SEPARATES;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= KNOWN_CODES) return -1;
    const letter = letters[code] || letterOf(code);
    if (letter <= NEEDS_UNICODE) {
      if (letter === NEEDS_UNICODE) return -1;
      continue;
    }
    if (letter === SEPARATES && last === SEPARATES) continue;
    last = letter;
    room[length] = letter;
    length += 1;
  }
  return length > 0 && last === SEPARATES ? length - 1 : length;
}

function letterOf(code: number): number {
  const character = String.fromCharCode(code);
  const folded = foldedByUnicode(character);
  const drawn = unaccented(character);
  const isLetter = folded.length === 1 && drawn === folded && folded.charCodeAt(0) <= LETTER_MAX;
  let letter = isLetter ? folded.charCodeAt(0) : NEEDS_UNICODE;
  if (folded === '') letter = drawn === '' ? DRAWS_NOTHING : SEPARATES;
  letters[code] = letter;
  return letter;
}

/** Whether `typed` is a known word, with its accents or without, but not with other ones. */
export function isTyped(known: string, typed: string): boolean {
  const lower = typed.normalize().toLowerCase();
  return known === lower || (fold(lower) === lower && fold(known) === lower);
}

function unaccented(text: string): string {
  // Compatibility decomposition (NFKD) also makes “m²” into “m2” and wide letters into plain ones.
  const plain = text.normalize('NFKD').toLowerCase().replace(MARKS, '');
  return plain.replace(SPELLED, (letter) => SPELLED_OUT[letter] ?? letter);
}

const FULL_STOP = /(?<![.,;:!?…])[.,;:!?…]+$/u;

/** A text without what ends a sentence, which telephones and habit put there. */
export function withoutFullStop(text: string): string {
  return text.replace(FULL_STOP, '');
}

const ELLIPSIS = '…';
/** What stands around the words of a label. */
const LABEL_MARKS = ['‹', '›', ELLIPSIS];
/** Of Slack’s `accessibility_label`. */
const ACCESSIBLE_LENGTH_MAX = 75;

/**
 * What a button is called where it is spoken: first what is seen, so that whoever speaks to a client
 * finds it by that, and then what it does.
 *
 * @see https://www.w3.org/WAI/WCAG22/Understanding/label-in-name
 */
export function accessibleName({
  label,
  spoken,
}: {
  readonly label: string;
  readonly spoken: string;
}): string {
  const seen = LABEL_MARKS.reduce((text, mark) => text.replaceAll(mark, ''), label).trim();
  if (asHeard(spoken).includes(asHeard(seen))) return spoken;
  const name = `${seen}${seen.endsWith('.') ? '' : '.'} ${spoken}`;
  if (name.length <= ACCESSIBLE_LENGTH_MAX) return name;
  const cut = name.slice(0, ACCESSIBLE_LENGTH_MAX - ELLIPSIS.length);
  return cut.toWellFormed().trimEnd() + ELLIPSIS;
}

function asHeard(text: string): string {
  return text.replaceAll('\u00a0', ' ').toLowerCase();
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether `text` is a UUID, in any case and of any version (RFC 9562, section 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Five digits, unless a word before them says that they number something else. */
const POSTCODE =
  /(?<![\p{L}\d]|(?<!\p{L})(?:r[ée]f(?:[ée]rence)?|dossier|n[°o])[\s.:°#]*)\d{5}(?=[^\S\r\n])/giu;
const POSTCODE_LENGTH = 5;
/** Words up to the first sign, digit or line end. */
const WORDS_AFTER = /^(?:[^\S\r\n]+[\p{L}\p{M}'’]+(?:-[\p{L}\p{M}'’]+)*(?![\p{L}\p{M}\p{N}'’]))*/u;
const TOWN_LENGTH_MAX = 300;
/** “11e”, or a number with nothing behind it, which may count rooms. */
const DISTRICT =
  /^[^\S\r\n][1-9]\d?(?:(?:er|e)(?![\p{L}\p{N}])|(?=[^\S\r\n]*(?:$|[\r\n]|[,.;)](?!\d))))/u;
/** Words that begin the names of towns. */
const TOWN_STARTS = new Set(['le', 'la', 'les', 'saint', 'sainte', 'st', 'ste']);
const TOWN_JOINTS = new Set('sur sous en aux des les lès lez saint sainte st ste'.split(' '));
/** What may stand behind a town: a country, a delivery office, the number of a district. */
const TOWN_ENDS = /^(?:cedex|france|belgique|belgium|suisse|switzerland|luxembourg|[ivx]+)$/u;
/** Second words of towns that many write without a hyphen. */
const TOWN_PAIRS: ReadonlySet<string> = new Set([
  'boulogne billancourt',
  'charleville mézières',
  'châtenay malabry',
  'clermont ferrand',
  'kremlin bicêtre',
  'levallois perret',
  'maisons alfort',
  'plessis robinson',
  'rueil malmaison',
  "villeneuve d'ascq",
]);
/** Capitalised, they would as well begin a family name: “Nantes Le Gall”. */
const SMALL_JOINTS = new Set('de du la le les au'.split(' '));
const CURRENCY = /^eur(?:os?)?$/i;

/**
 * The first postcode of a text with the town behind it, as descriptions often have them. What follows
 * may be the name of a person, “44000 Nantes Contact Paul Martin”: where the end of the town is not
 * clear, the postcode stands alone.
 */
export function townIn(text: string | null): string | null {
  for (const { 0: postcode, index } of (text ?? '').matchAll(POSTCODE)) {
    const at = index + POSTCODE_LENGTH;
    const town = townAfter((text ?? '').slice(at, at + TOWN_LENGTH_MAX));
    if (town !== null) return postcode + town;
  }
  return null;
}

/** The town that a text begins with; empty where its end is not clear, `null` where there is none. */
function townAfter(text: string): string | null {
  const [run = ''] = WORDS_AFTER.exec(text) ?? [];
  const name: string[] = [];
  let joints: string[] = [];
  let isWhole = true;
  for (const word of run.split(/\s+/u).slice(1)) {
    const lower = word.toLowerCase();
    const isFirst = name.length === 0;
    if ((isFirst ? TOWN_STARTS : TOWN_JOINTS).has(lower) || (!isFirst && SMALL_JOINTS.has(word))) {
      joints.push(word);
      continue;
    }
    const isElided = !isFirst && /^[dl]['’]\p{Lu}/u.test(word);
    isWhole = isElided || (/^\p{Lu}/u.test(word) && (isFirst || !TOWN_ENDS.test(lower)));
    if (!isWhole) break;
    const isPair = TOWN_PAIRS.has(`${name.at(-1)?.toLowerCase()} ${lower.replace('’', "'")}`);
    if (!isFirst && !isElided && !isPair && joints.length === 0) return '';
    name.push(...joints, word);
    joints = [];
  }
  if (name.length === 0 || CURRENCY.test(name[0] ?? '')) return null;
  const isAtEnd = isWhole && joints.length === 0;
  const [district = ''] = (isAtEnd ? DISTRICT.exec(text.slice(run.length)) : null) ?? [];
  return ` ${name.join(' ')}${district}`;
}

const TYPO_DISTANCE_MAX = 3;
/** Letters per allowed typo: in a short word every letter counts. */
const LETTERS_PER_TYPO = 3;
const PREFIX_LENGTH_MIN = 2;
const WORD_LENGTH_MAX = 40;

/**
 * The closest known word: the shortest with `word` as a prefix, else one with two adjacent letters
 * swapped, else one with few wrong letters (max 3, and max a third of the word). The first of equally
 * close ones. Ignores case and accents.
 */
export function didYouMean(word: string, known: readonly string[]): string | null {
  const folded = fold(word.slice(0, WORD_LENGTH_MAX));
  if (folded.length < PREFIX_LENGTH_MIN) return null;
  const completions = known.filter((candidate) => fold(candidate).startsWith(folded));
  if (completions.length > 0)
    return completions.toSorted((one, other) => one.length - other.length)[0] ?? null;
  const folds = known.map(fold);
  const swapped = folds.findIndex((candidate) => isSwapped(folded, candidate));
  if (swapped >= 0) return known[swapped] ?? null;
  const maxDistance = Math.min(TYPO_DISTANCE_MAX, Math.floor(folded.length / LETTERS_PER_TYPO));
  const closest = closestMatch(folded, folds, { maxDistance });
  return closest === undefined ? null : (known[folds.indexOf(closest)] ?? null);
}

/** How many letters have to be changed, added or left out to make one word the other. */
export { leven as wrongLetters };

/** How many mistakes lead from one word to another: two swapped letters are one, unlike two wrong ones. */
export function mistakesIn(one: string, other: string): number {
  return isSwapped(one, other) ? 1 : leven(one, other);
}

/** Whether two adjacent letters are swapped, the most common typo. */
function isSwapped(word: string, known: string): boolean {
  if (word.length !== known.length) return false;
  const at = Array.from(word).findIndex((_, place) => word[place] !== known[place]);
  return (
    at >= 0 &&
    word[at] === known[at + 1] &&
    word[at + 1] === known[at] &&
    word.slice(at + 2) === known.slice(at + 2)
  );
}

const UUID_LENGTH = 36;
const DASH = 45;
/** The value of each lower-case hexadecimal digit by its code, one more than it is. */
const DIGITS = new Uint8Array(256);
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  DIGITS[digit.charCodeAt(0)] = value + 1;
}

/** Writes a UUID in lower case as 16 bytes. @returns whether the text is one */
export function putUuid(text: string, bytes: Uint8Array, at: number): boolean {
  if (text.length !== UUID_LENGTH) return false;
  let end = at;
  for (let place = 0; place < UUID_LENGTH; place += 2) {
    // Compared one by one, as this is called for every applicant of every refresh.
    if (place === 8 || place === 13 || place === 18 || place === 23) {
      if (text.charCodeAt(place) !== DASH) return false;
      place += 1;
    }
    const high = DIGITS[text.charCodeAt(place)] ?? 0;
    const low = DIGITS[text.charCodeAt(place + 1)] ?? 0;
    if (high === 0 || low === 0) return false;
    bytes[end] = (high - 1) * 16 + low - 1;
    end += 1;
  }
  return true;
}

/** The UUID of 16 bytes. */
export function uuidAt(bytes: Buffer, at: number): string {
  const digits = bytes.toString('hex', at, at + 16);
  const parts = [0, 8, 12, 16, 20, 32].map((end, part, ends) => digits.slice(ends[part - 1], end));
  return parts.slice(1).join('-');
}

/** The words of a name as they are searched: the first name is on both sides of the last, so that phrases match in either order. */
export function searchedName({
  firstName,
  lastName,
}: {
  readonly firstName: string | null;
  readonly lastName: string | null;
}): string[] {
  if (firstName && lastName) return [firstName, lastName, firstName];
  const only = firstName || lastName;
  return only ? [only] : [];
}
