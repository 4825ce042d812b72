/** Letters that Unicode does not take apart, written as people without that key type them. */
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

// What nearly every name is: the short way is several times faster, and gives the same.
const PLAIN_WORD = /^[a-zA-Z0-9]*$/;
const PLAIN_TEXT = /^[\0-\x7f]*$/;
const PLAIN_WORDS = /[a-z0-9]+/g;

const MARKS = /\p{M}+/gu;
const SPELLED = /[œæøłđßıς]/g;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * The words of a text without regard for case, accents and punctuation, one space between them:
 * `D’Œuvre, Léa` becomes `d oeuvre lea`. Empty when there is neither letter nor digit.
 */
export function fold(text: string): string {
  if (PLAIN_WORD.test(text)) return text.toLowerCase();
  if (PLAIN_TEXT.test(text)) return text.toLowerCase().match(PLAIN_WORDS)?.join(' ') ?? '';
  // Compatibility decomposition (NFKD) also makes “m²” into “m2” and wide letters into plain ones.
  const bare = text.normalize('NFKD').toLowerCase().replace(MARKS, '');
  const spelled = bare.replace(SPELLED, (letter) => SPELLED_OUT[letter] ?? letter);
  return spelled.match(WORDS)?.join(' ') ?? '';
}
