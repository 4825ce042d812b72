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
/** Texts in printable ASCII: Unicode changes nothing in them but their case. */
const PLAIN = /^[ -~]*$/;
const PLAIN_WORDS = /[a-z\d]+/g;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * The words of a text without case, accents, joiners and punctuation, separated by one space: `D’Œuvre, Léa`
 * becomes `d oeuvre lea`. Empty for a text without letters and digits.
 */
export function fold(text: string): string {
  if (FOLDED.test(text)) return text;
  if (PLAIN.test(text)) return text.toLowerCase().match(PLAIN_WORDS)?.join(' ') ?? '';
  return unaccented(text).match(WORDS)?.join(' ') ?? '';
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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether `text` is a UUID, in any case and of any version (RFC 9562, section 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
